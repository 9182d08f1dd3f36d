package latin

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/planes"
	"coterie/quorum"
	"coterie/search"
)

// planeJudge checks a result of Plane that is not Unknown, without the code that made it.
func planeJudge(t *testing.T, r *search.Result, order int, want search.Verdict) {
	t.Helper()
	if r.Verdict != want || r.Search != "plane" || r.StoppedBy != "" || r.Question == "" || (r.LowerBy == "") != (want == search.Found) || (r.UpperBy == "") != (want == search.ProvenAbsent) {
		t.Fatalf("order %d: %+v, want %s", order, r, want)
	}
	if r.Value != nil || r.Lower != nil || r.Upper != nil || r.Optimal {
		t.Errorf("order %d: %+v", order, r)
	}
	if want == search.ProvenAbsent {
		if r.System.Structure != nil {
			t.Errorf("order %d: %+v", order, r)
		}
		return
	}
	system := r.System.Structure.(*quorum.System)
	var lines [][]int
	for _, line := range system.Family().All() {
		var points []int
		for _, p := range line {
			points = append(points, int(p))
		}
		lines = append(lines, points)
		assert.MustEqual(t, len(line), order+1, "order %d: a line of: points", order)
	}
	if n := order*order + order + 1; len(lines) != n || system.N() != n || !planeMeetOnce(lines) {
		t.Fatalf("order %d: no plane: %v", order, lines)
	}
	report := quorum.Check(t.Context(), system, quorum.Options{})
	for _, v := range report.Properties {
		assert.Equal(t, v.Holds, quorum.Holds, "order %d: %s: %s", order, v.Property, v.Reason)
	}
}

// TestPlane compares both methods with what is known.
func TestPlane(t *testing.T) {
	for order := 1; order <= 6; order++ {
		want := search.Found
		if order == 6 {
			want = search.ProvenAbsent
		}
		for _, method := range []search.Method{"", "sat"} {
			r := assert.Got(Plane(t.Context(), order, Options{Method: method}))(t, "order %d, method %q", order, method)
			planeJudge(t, r, order, want)
			assert.Equal(t, r.Asked != "", method == "sat", "order %d, method %q: asked %q", order, method, r.Asked)
			if method != "sat" && want == search.Found {
				planeSameSystem(t, r.System.Structure)
			}
		}
	}
}

// TestPlaneByArithmetic: all orders that need no solver.
func TestPlaneByArithmetic(t *testing.T) {
	for order := 1; order <= 14; order++ {
		known := bounds.PlaneOrder(order)
		if !known.Exists() && known.Status != bounds.PlaneExcludedByTheorem {
			continue
		}
		r := assert.Got(Plane(t.Context(), order, Options{}))(t)
		if known.Exists() {
			planeJudge(t, r, order, search.Found)
			continue
		}
		planeJudge(t, r, order, search.ProvenAbsent)
		if !strings.HasPrefix(r.LowerBy, "Bruck and Ryser 1949") || r.Asked != "" {
			t.Errorf("order %d: %+v", order, r)
		}
	}
}

// TestPlaneOpen: what is known by a computation of others is a note, and no verdict.
func TestPlaneOpen(t *testing.T) {
	for order, note := range map[int]string{10: "cited, no part of this answer: there is none, by an exhaustive computer search (C. W. H. Lam", 12: "it is open whether there is one: 12 is no prime power"} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		start := reach.CPU()
		var told []string
		r, err := Plane(ctx, order, Options{Options: search.Options{Say: func(note string) { told = append(told, note) }}})
		took := reach.CPU() - start
		cancel()
		assert.Slice(t, told, r.Notes, "order %d", order)
		if err != nil || r.Verdict != search.Unknown || r.StoppedBy != "timeout" || !strings.Contains(strings.Join(r.Notes, ";"), note) {
			t.Fatalf("%+v, %v", r, err)
		}
		if r.LowerBy != "" || r.UpperBy != "" || r.System.Structure != nil || r.Value != nil {
			t.Errorf("%+v", r)
		}
		if took > 2*time.Second { // some 100 ms on an idle machine
			t.Errorf("stopped after %v", took)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, order := range []int{10, 16} {
		for _, method := range []search.Method{"auto", "sat"} {
			r, err := Plane(ctx, order, Options{Method: method})
			if order == 16 && method == "sat" {
				if err != nil || r.Verdict != search.Unknown || !strings.Contains(r.StoppedBy, "interrupt") {
					t.Errorf("order %d: %+v, %v", order, r, err)
				}
				continue
			}
			if err != nil || r.Verdict != search.Unknown || r.StoppedBy != "interrupt" || r.System.Structure != nil {
				t.Errorf("order %d, %s: %+v, %v", order, method, r, err)
			}
		}
	}
	r, err := Plane(t.Context(), 15, Options{})
	if err != nil || r.Verdict != search.Unknown || !strings.Contains(r.StoppedBy, "clauses, more than 8000000") {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestPlaneInput(t *testing.T) {
	for _, test := range []struct {
		order  int
		method search.Method
		option string
	}{{0, "", "order"}, {-1, "", "order"}, {129, "", "order"}, {4, "cdcl", "method"}} {
		r, err := Plane(t.Context(), test.order, Options{Method: test.method})
		var input *quorum.InputError
		if r != nil || !errors.As(err, &input) || input.What != test.option || input.Hint() == "" {
			t.Errorf("%+v: %v, %v", test, r, err)
		}
	}
}

// TestPlaneAndMols: a plane of order q is q-1 mutually orthogonal Latin squares. Both formulas give
// the same verdict, and what one finds is turned into what the other looks for.
func TestPlaneAndMols(t *testing.T) {
	for q := 2; q <= 6; q++ {
		plane := assert.Got(Plane(t.Context(), q, Options{Method: "sat"}))(t)
		mols := assert.Got(Mols(t.Context(), q, q-1, Options{Method: "sat"}))(t)
		assert.MustEqual(t, plane.Verdict, mols.Verdict, "order %d", q)
		if plane.Verdict != search.Found {
			continue
		}
		var lines [][]int
		for _, line := range plane.System.Structure.(*quorum.System).Family().All() {
			points := make([]int, len(line))
			for i, p := range line {
				points[i] = int(p)
			}
			lines = append(lines, points)
		}
		listed := assert.Got(planes.FromLines(t.Context(), "found", q*q+q+1, lines))(t)
		squares := planeSquaresOf(t, listed)
		f := newLatinFormula(t.Context(), q, q-1, true)
		if i := f.cnf.Violated(assignment(f, normalised(squares))); len(squares) != q-1 || i >= 0 {
			t.Errorf("order %d: the squares of the plane violate clause %v", q, f.cnf.Clause(i))
		}
		// The cartels of the net are the parallel classes of an affine plane; each gets a point of
		// its own.
		net := mols.System.Structure.(*quorum.GroupSystem)
		lines = nil
		var infinite []int
		for c := range net.Groups() {
			infinite = append(infinite, q*q+c)
			for _, line := range net.Cartel(c).All() {
				points := []int{q*q + c}
				for _, p := range line {
					points = append(points, int(p))
				}
				slices.Sort(points)
				lines = append(lines, points)
			}
		}
		lines = append(lines, infinite)
		g := newPlaneFormula(t.Context(), q, planeStandard)
		if i := g.cnf.Violated(planeAssignment(g, planeStandardised(lines))); i >= 0 {
			t.Errorf("order %d: the plane of the squares violates clause %v", q, g.cnf.Clause(i))
		}
	}
}
