package sim

import (
	"strings"
	"testing"

	"coterie/mutex"
)

// TestAlone: an entry that meets no other costs as much as each author counts.
func TestAlone(t *testing.T) {
	const n, k = 13, 4 // of the plane of order 3
	for algorithm, want := range map[string]Lone{
		"maekawa-fixed":   {Messages: 3 * (k - 1), Asked: k - 1},
		"ricart-agrawala": {Messages: 2 * (n - 1), Asked: n - 1},
		"access":          {Messages: 2 * (k - 1), Asked: k - 1},
		"centralized":     {Messages: 3, Asked: 1},
		"suzuki-kasami":   {Messages: n, Asked: n - 1},
		"raymond-k":       {Messages: 2 * (n - 1), Asked: n - 1}, // k = 1
		"k-tokens":        {Messages: n, Asked: n - 1},
	} {
		c := closed(t, "fpp:order=3", algorithm, 0)
		list, err := Alone(c.Algorithm, c.Setup, c.Requesters)
		if err != nil || len(list) != n {
			t.Fatal(err)
		}
		for p, l := range list {
			first := p == 0 && strings.Contains("centralized suzuki-kasami k-tokens", algorithm)
			if l.ByType = [mutex.Kinds]int{}; first && l != (Lone{}) || !first && l != want {
				t.Errorf("%s, process %d: %+v, want %+v", algorithm, p+1, l, want)
			}
		}
	}
}
