//go:build !js

package main

import "log"

func main() { log.Fatal("the engine runs in a browser: build it with GOOS=js GOARCH=wasm") }
