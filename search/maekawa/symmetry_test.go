package maekawa

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/cyclic"
)

// TestSymmetry: cyclic systems are those of difference covers, and orbits of length n are
// cyclic; absence under a symmetry is said to be no more.
func TestSymmetry(t *testing.T) {
	for n := 2; n <= 12; n++ {
		var values []int
		for _, opts := range []Options{
			{Symmetry: Translates()}, {Symmetry: Translates(), Method: "sat"}, {Symmetry: Orbits(n)}, {Symmetry: Orbits(0)},
		} {
			r := assert.Got(Least(t.Context(), n, opts))(t, "n = %d, %+v", n, opts)
			assert.MustEqual(t, r.Verdict, search.Found, "n = %d, %+v", n, opts)
			k, _ := r.Value.Int()
			values = append(values, k)
		}
		if values[0] != values[1] || values[0] != values[2] || values[3] > values[0] {
			t.Errorf("n = %d: covers, SAT over covers, one orbit, orbits: K = %v", n, values)
		}
	}
	// With a length given, any number of fixed nodes is tried: one is too few here, three are not.
	assert.Equal(t, assert.Got(Pair(t.Context(), 5, 4, 4, Options{Exact: true, Symmetry: Orbits(2)}))(t).Verdict, search.Found, "n = 5, one orbit of two")
	// A reflection of the triangle that fixes node 1 would turn S_1 = {1, x} into {1, y}.
	r, err := Pair(t.Context(), 3, 2, 2, Options{Symmetry: Orbits(2)})
	if err != nil || r.Verdict != search.ProvenAbsent || len(r.Notes) == 0 {
		t.Errorf("a reflection of the triangle: %v, %v", r, err)
	}
	r, err = Pair(t.Context(), 20, 6, 6, Options{Symmetry: Orbits(19)})
	if err != nil || r.Verdict == search.Unknown {
		t.Errorf("n = 20, an orbit of 19: %v, %v", r, err)
	}
}

// ask asks for a pair of limits, or for the least K if they are 0.
func ask(ctx context.Context, n, size, responsibility int, opts Options) (*search.Result, error) {
	if size > 0 {
		return Pair(ctx, n, size, responsibility, opts)
	}
	return Least(ctx, n, opts)
}

func TestInput(t *testing.T) {
	for _, bad := range []struct {
		n      int
		opts   Options
		option string
	}{
		{0, Options{}, "n"},
		{MaxNodes + 1, Options{}, "n"},
		{5, Options{Method: "guess"}, "method"},
		{5, Options{Symmetry: Orbits(6)}, "orbit-length"},
		{5, Options{Symmetry: Orbits(-1)}, "orbit-length"},
		{1, Options{Symmetry: Orbits(0)}, "n"},
		{5, Options{Symmetry: Orbits(0), Method: "exhaustive"}, "method"},
		{maskNodes + 1, Options{Method: "exhaustive"}, "n"},
		{formulaNodes + 1, Options{Method: "sat"}, "n"},
		{formulaNodes + 1, Options{Symmetry: Orbits(0)}, "n"},
	} {
		_, err := Least(t.Context(), bad.n, bad.opts)
		var input *quorum.InputError
		if !errors.As(err, &input) || input.What != bad.option {
			t.Errorf("n = %d, %+v: %v, want a complaint about %s", bad.n, bad.opts, err, bad.option)
		}
	}
	for _, bad := range []struct {
		n, size, responsibility int
		option                  string
	}{{0, 1, 1, "n"}, {5, -1, 2, "size"}, {5, 6, 2, "size"}, {5, 0, 2, "size"}, {5, 2, -2, "responsibility"}, {5, 2, 0, "responsibility"}} {
		_, err := Pair(t.Context(), bad.n, bad.size, bad.responsibility, Options{})
		var input *quorum.InputError
		if !errors.As(err, &input) || input.What != bad.option {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// TestStops: a search that is over before it began, and one of an open question, say so.
func TestStops(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for i, opts := range []Options{{}, {Method: search.SAT}, {Method: search.Exhaustive}, {Symmetry: Orbits(0)}, {}} {
		r, err := ask(ended, 30, i/4*6, i/4*6, opts)
		if err != nil || r.StoppedBy != "interrupt" || r.Optimal || r.Verdict == search.ProvenAbsent {
			t.Errorf("%+v: %+v, %v", opts, r, err)
		}
	}
	// The first construction is kept if the time is too short for the others.
	short, done := context.WithCancel(t.Context())
	defer done()
	r, err := Least(short, 1000, Options{Options: search.Options{Progress: func(stage string, _, _ int) {
		if strings.Contains(stage, "(between ") || strings.Contains(stage, "(at most ") {
			done()
		}
	}}})
	if err != nil || r.Verdict != search.Found || r.Optimal || r.StoppedBy != "interrupt" {
		t.Errorf("n = 1000, interrupted: %+v, %v", r, err)
	}
	r, err = Least(t.Context(), 1000, Options{})
	if err != nil || r.Verdict != search.Found || r.Optimal || r.StoppedBy == "" {
		t.Errorf("n = 1000: %+v, %v", r, err)
	}
}

// TestRefutesFourteen: gini alone refutes K = 4 for 14 nodes, and no argument was needed.
func TestRefutesFourteen(t *testing.T) {
	r, err := Pair(t.Context(), 14, 4, 4, Options{Method: "sat"})
	if err != nil || r.Verdict != search.ProvenAbsent || r.WriteDIMACS == nil {
		t.Fatalf("%+v, %v", r, err)
	}
	var text bytes.Buffer
	assert.OK(t, r.WriteDIMACS(&text))
	if s := sat.NewSolver(assert.Got(sat.ReadDIMACS(&text))(t), sat.Options{}); s != nil {
		if verdict, err := s.Solve(t.Context()); verdict != sat.Unsat {
			t.Errorf("the question that the result keeps: %v, %v", verdict, err)
		}
	}
}

// TestFixedSites: what is left out because a fixed site needs short orbits does not exist.
func TestFixedSites(t *testing.T) {
	tried := 0
	for n := 3; n <= 8; n++ {
		for k := 2; k <= n; k++ {
			for _, a := range actions(n, 2, n-1, 2) {
				if c := (limits{n: n}).with(k); a.hopeless(c) {
					tried++
					if verdict, err := sat.NewSolver(symmetric(t.Context(), c, a).cnf, sat.Options{}).Solve(t.Context()); verdict != sat.Unsat {
						t.Errorf("%s, %s: %v, %v", c.words(), a.words(), verdict, err)
					}
				}
			}
		}
	}
	if tried < 20 {
		t.Errorf("%d symmetries tried", tried)
	}
}

// TestPeriods: a set is periodic if a translate by less than n is the set itself; rulers for sets
// that differ are not, and the only cover of Z_2 by two residues is.
func TestPeriods(t *testing.T) {
	for n := 1; n <= 9; n++ {
		for s := 1; s < 1<<n; s++ {
			var d []int
			for x := range n {
				if s>>x&1 == 1 {
					d = append(d, x)
				}
			}
			want := false
			for shift := 1; shift < n; shift++ {
				want = want || (s<<shift|s>>(n-shift))&(1<<n-1) == s
			}
			assert.Equal(t, periodic(n, d), want, "%v modulo %d: periodic", d, n)
		}
	}
	for n := 3; n <= 120; n++ {
		cover, _ := cyclic.Constructed(n)
		assert.True(t, !periodic(n, cover), "n = %d: %v", n, cover)
	}
	assert.Equal(t, assert.Got(Least(t.Context(), 2, Options{Symmetry: Translates(), Unique: true}))(t).Verdict, search.ProvenAbsent, "two translates in Z_2 that differ")
}

// TestLower: each argument in its own words, and what is not proved by this program cited.
func TestLower(t *testing.T) {
	for _, c := range []struct {
		n, k int
		by   string
	}{
		{1, 1, "counting, K(K-1)+1 >= n"},
		{13, 4, "counting, K(K-1)+1 >= n"},
		{20, 6, "determinant argument, n = K(K-1) for K = 5"},
		{43, 8, "no projective plane of order 6 (by the theorem of Bruck and Ryser), n = K(K-1)+1 for K = 7"},
		{111, 12, "no projective plane of order 10 (cited: Lam, Thiel and Swiercz 1989, not executed here), n = K(K-1)+1 for K = 11"},
		{157, 13, "counting, K(K-1)+1 >= n"}, // nobody knows whether there is a plane of order 12
	} {
		if k, by := session.LeastSize(c.n); k != c.k || by != c.by {
			t.Errorf("n = %d: %d by %q", c.n, k, by)
		}
	}
}
