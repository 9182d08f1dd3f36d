package construct_test

import (
	"testing"

	"coterie/construct"
)

// TestRolesOf: what is made for reads and writes says so, also composed, and nothing else does.
func TestRolesOf(t *testing.T) {
	t.Parallel()
	roles := map[string]bool{
		"expr:a*b + c*d":                     true,
		"gifford:votes=1-1-1,read=2,write=2": true,
		"read-write-grid:rows=3,columns=4":   true,
		"hierarchical:outer=(read-write-grid:rows=2,columns=2),inner=(expr:a*(b+c))":   true,
		"composition:outer=(expr:a+b),node=1,inner=(gifford:votes=1-1,read=1,write=2)": true,
		"truncated:n=3,of=(read-write-grid:rows=2,columns=2)":                          true,
		"truncated:n=3,of=(expr:a*b + c*d),mode=merge,onto=1":                          true,
		"composition:outer=(lift:m=2,of=(fpp:order=2)),node=1,inner=(expr:a+b)":        false,
		"hierarchical:outer=(majority:n=3),inner=(expr:a+b)":                           true,
		"hierarchical:outer=(majority:n=3),inner=(grid:n=4)":                           false,
		"hierarchical:outer=(@f.json),inner=(expr:a+b)":                                false,
		"surficial:n=4,m=2":             false,
		"lift:m=2,of=(majority:n=3)":    false,
		"net:side=3,m=2":                false,
		"majority:n=3":                  false,
		"truncated:n=3,of=(@file.json)": false,
		"truncated:n=3,of=(":            false,
		"reads and writes":              false,
		"":                              false,
	}
	for name, want := range roles {
		if got := construct.RolesOf(name) != nil; got != want {
			t.Errorf("RolesOf(%q) has roles: %t, want %t", name, got, want)
		}
	}
}
