package maekawa

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/search"
	"coterie/search/cyclic"
)

// TestMaekawaCyclicBeyondSearch: that no search answers is not that there is nothing.
func TestCyclicBeyondSearch(t *testing.T) {
	const n = cyclic.MaxNodes + 743
	lower, _ := search.LeastSize(n)
	for _, method := range []string{"", "exhaustive"} {
		r, err := Find(t.Context(), n, Options{Symmetry: "cyclic", Method: method, Size: lower, Responsibility: lower})
		if err != nil || r.Verdict != search.Unknown || r.StoppedBy == "" || r.LowerBy != "" {
			t.Errorf("method %q, a pair: %v, by %q, stopped by %q, %v", method, r.Verdict, r.LowerBy, r.StoppedBy, err)
		}
		r, err = Find(t.Context(), n, Options{Symmetry: "cyclic", Method: method})
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
	r, err := Find(t.Context(), n, Options{Symmetry: "cyclic", Size: n, Responsibility: n, Unique: true})
	if err != nil || r.Verdict != search.Found {
		t.Errorf("different sets of at most %d nodes: %+v, %v", n, r, err)
	}
	// What counting excludes is not said to be searched for.
	r, err = Find(t.Context(), 7, Options{Symmetry: "cyclic", Method: "exhaustive", Size: 2, Responsibility: 2})
	if err != nil || r.Verdict != search.ProvenAbsent || !strings.HasPrefix(r.LowerBy, "counting") {
		t.Errorf("two residues modulo 7: %+v, %v", r, err)
	}
}

// TestMaekawaHopesGivenUp: a solver that has no answer to a question asked in hope, and one to the
// question itself, leaves nothing stopped.
func TestHopesGivenUp(t *testing.T) {
	command := filepath.Join(t.TempDir(), "solver")
	script := "#!/bin/sh\nif grep -q 'permutation g' \"$1\"; then exit 0; fi\nexit 20\n"
	if err := os.WriteFile(command, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	opts := Options{Size: 4, Responsibility: 5, Exact: false, Unique: true}
	opts.Solver = []string{command}
	r, err := Find(t.Context(), 16, opts)
	if err != nil || r.Verdict != search.ProvenAbsent || r.StoppedBy != "" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestMaekawaStarIsSymmetric: a fixed node in every set bears one orbit and itself, and no more.
func TestStarIsSymmetric(t *testing.T) {
	for n := 3; n <= 7; n++ {
		for _, c := range []struct {
			responsibility int
			want           search.Verdict
		}{{n, search.Found}, {n - 1, search.ProvenAbsent}} {
			r, err := Find(t.Context(), n, Options{Size: 2, Responsibility: c.responsibility, Symmetry: "orbits", OrbitLength: n - 1})
			if err != nil || n > 3 && r.Verdict != c.want || n == 3 && c.want == search.Found && r.Verdict != search.Found {
				t.Errorf("n = %d, responsibility %d: %+v, %v", n, c.responsibility, r, err)
			}
		}
	}
}

// TestMaekawaTellsWhatIsNotExported: an absence may rest on several formulas, one of which is exported; what is
// refuted in the mere hope of a symmetric system is no part of an answer.
func TestTellsWhatIsNotExported(t *testing.T) {
	const of, another = "the last of them", "the last question, which is another"
	for _, c := range []struct {
		n    int
		opts Options
		want string // of the note; "" for none
	}{
		// By the definition of the actions: orbits of 9, of 8 and 1 fixed, of 7 and 2, of 4 and 1, of 3, of 2 and 1.
		{9, Options{Size: 3, Responsibility: 4, Symmetry: "orbits", Method: "sat"}, "refuted 6 formulas for this; --dimacs keeps only " + of},
		{9, Options{Size: 3, Responsibility: 4, Symmetry: "orbits", OrbitLength: 9, Method: "sat"}, ""},
		{5, Options{Method: "sat"}, "refuted 2 formulas for this; --dimacs keeps only " + another}, // K = 1 and 2
		{9, Options{Size: 3, Responsibility: 4, Method: "sat"}, ""},
		{9, Options{Size: 3, Responsibility: 4}, ""}, // hopes, then the question
	} {
		r, err := Find(t.Context(), c.n, c.opts)
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Join(r.Notes, "\n")
		if c.want == "" && strings.Contains(notes, "refuted") || !strings.Contains(notes, c.want) {
			t.Errorf("n = %d, %+v: %s, %q, want %q", c.n, c.opts, r.Verdict, notes, c.want)
		}
	}
	r, err := cyclic.Find(t.Context(), 12, cyclic.Options{Method: "sat"})
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, "refuted 3 formulas for this; --dimacs keeps only "+another) {
		t.Errorf("%q", notes)
	}
}
