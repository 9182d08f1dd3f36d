package maekawa

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/session"
	"coterie/search"
	"coterie/search/cyclic"
)

// TestCyclicBeyondSearch: that no search answers is not that there is nothing.
func TestCyclicBeyondSearch(t *testing.T) {
	const n = cyclic.MaxNodes + 743
	lower, _ := session.LeastSize(n)
	for _, method := range []search.Method{"", "exhaustive"} {
		r, err := Pair(t.Context(), n, lower, lower, Options{Symmetry: Translates(), Method: method})
		if err != nil || r.Verdict != search.Unknown || r.StoppedBy == "" || r.LowerBy != "" {
			t.Errorf("method %q, a pair: %v, by %q, stopped by %q, %v", method, r.Verdict, r.LowerBy, r.StoppedBy, err)
		}
		r, err = Least(t.Context(), n, Options{Symmetry: Translates(), Method: method})
		if err != nil || r.Verdict != search.Found || r.Optimal || r.StoppedBy == "" {
			t.Errorf("method %q: %+v, %v", method, r, err)
		}
		for _, note := range r.Notes {
			if strings.HasPrefix(note, fmt.Sprintf("K = %d:", lower)) {
				t.Errorf("method %q: %s", method, note)
			}
		}
	}
	// The cover of all residues is periodic; a formula would be out of reach.
	r, err := Pair(t.Context(), n, n, n, Options{Symmetry: Translates(), Unique: true})
	if err != nil || r.Verdict != search.Found {
		t.Errorf("different sets of at most %d nodes: %+v, %v", n, r, err)
	}
	// What counting excludes is not said to be searched for.
	r, err = Pair(t.Context(), 7, 2, 2, Options{Symmetry: Translates(), Method: "exhaustive"})
	if err != nil || r.Verdict != search.ProvenAbsent || !strings.HasPrefix(r.LowerBy, "counting") {
		t.Errorf("two residues modulo 7: %+v, %v", r, err)
	}
}

// TestHopesGivenUp: a solver that has no answer to a question asked in hope, and one to the
// question itself, leaves nothing stopped.
func TestHopesGivenUp(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	command := filepath.Join(t.TempDir(), "solver")
	script := "#!/bin/sh\nif grep -q 'permutation g' \"$1\"; then exit 0; fi\nexit 20\n"
	assert.OK(t, os.WriteFile(command, []byte(script), 0o755))
	opts := Options{Unique: true}
	opts.Solver = []string{command}
	r, err := Pair(t.Context(), 16, 4, 5, opts)
	if err != nil || r.Verdict != search.ProvenAbsent || r.StoppedBy != "" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestStarIsSymmetric: a fixed node in every set bears one orbit and itself, and no more.
func TestStarIsSymmetric(t *testing.T) {
	for n := 3; n <= 7; n++ {
		for _, c := range []struct {
			responsibility int
			want           search.Verdict
		}{{n, search.Found}, {n - 1, search.ProvenAbsent}} {
			r, err := Pair(t.Context(), n, 2, c.responsibility, Options{Symmetry: Orbits(n - 1)})
			if err != nil || n > 3 && r.Verdict != c.want || n == 3 && c.want == search.Found && r.Verdict != search.Found {
				t.Errorf("n = %d, responsibility %d: %+v, %v", n, c.responsibility, r, err)
			}
		}
	}
}

// TestTellsWhatIsNotExported: an absence may rest on several formulas, one of which is exported;
// what is refuted in the mere hope of a symmetric system is no part of an answer.
func TestTellsWhatIsNotExported(t *testing.T) {
	for _, c := range []struct {
		n                    int
		size, responsibility int // 0 for the least K
		opts                 Options
		refuted              int
		last                 bool // the question that is exported is refuted
	}{
		// By the definition of the actions: orbits of 9, of 8 and 1 fixed, of 7 and 2, of 4 and 1,
		// of 3, of 2 and 1.
		{9, 3, 4, Options{Symmetry: Orbits(0), Method: search.SAT}, 6, true},
		{9, 3, 4, Options{Symmetry: Orbits(9), Method: search.SAT}, 1, true},
		{5, 0, 0, Options{Method: search.SAT}, 2, false}, // K = 1 and 2
		{9, 3, 4, Options{Method: search.SAT}, 1, true},
		{9, 3, 4, Options{}, 1, true}, // hopes, then the question
	} {
		r := assert.Got(ask(t.Context(), c.n, c.size, c.responsibility, c.opts))(t)
		if r.Refuted != c.refuted || r.AskedRefuted != c.last {
			t.Errorf("n = %d, %+v: %s, %d refuted, the last one: %v", c.n, c.opts, r.Verdict, r.Refuted, r.AskedRefuted)
		}
	}
	r := assert.Got(cyclic.Find(t.Context(), 12, cyclic.Options{Method: search.SAT}))(t)
	if r.Refuted != 3 || r.AskedRefuted {
		t.Errorf("%d refuted, the last one: %v", r.Refuted, r.AskedRefuted)
	}
}
