//go:build !small && !js

package main

import (
	"testing"
)

// FuzzParams opens a job of any kind with the fuzzer's parameters, and computes a part with the
// fuzzer's input, as a worker does for anyone who has the token.
func FuzzParams(f *testing.F) {
	list, honest := kinds(), honestParams()
	for i, k := range list {
		f.Add(byte(i), honest[k.Name], "[0,1]")
	}
	f.Fuzz(func(t *testing.T, kind byte, params, input string) {
		try(t, list[int(kind)%len(list)], params, input, false)
	})
}
