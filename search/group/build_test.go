package group

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
	"coterie/planes"
	"coterie/search"
)

// covers fails unless the array has so many columns and symbols, at most n rows, and is a covering
// array.
func (a *array) covers(t *testing.T, what string, n, m, d int) {
	t.Helper()
	if a == nil {
		t.Errorf("%s: no array", what)
		return
	}
	if a.rows > n || a.columns < m || a.symbols != d {
		t.Errorf("%s: %d rows, %d columns, %d symbols; want at most %d, at least %d, %d", what, a.rows, a.columns, a.symbols, n, m, d)
	}
	assert.True(t, naiveCovering(rowsOf(a), a.columns, a.symbols), "%s: a pair is missing", what)
	assert.Equal(t, a.flaw(), "", "%s", what)
}

func TestFlawFindsMissingPairs(t *testing.T) {
	for _, a := range []*array{net(3, 4), katona(10), fuse(net(4, 5), 1)} {
		missing := 0
		for i, s := range a.cell {
			a.cell[i] = blank
			assert.Equal(t, naiveCovering(rowsOf(a), a.columns, a.symbols), a.flaw() == "", "flaw %q, naive", a.flaw())
			if a.flaw() != "" {
				missing++
			}
			a.cell[i] = s
		}
		if missing == 0 {
			t.Error("nothing was ever missing")
		}
	}
}

func TestThinLeavesNothingToSpare(t *testing.T) {
	blanks := 0
	for _, a := range []*array{power(2, 6), power(3, 9), katona(7), katona(12), fuse(net(5, 6), 2), net(4, 5)} {
		a.thin()
		a.covers(t, "thinned", a.rows, a.columns, a.symbols)
		for i, s := range a.cell {
			if s == blank {
				blanks++
				continue
			}
			a.cell[i] = blank
			if a.flaw() == "" {
				t.Errorf("%d rows, %d columns, %d symbols: entry %d can be spared", a.rows, a.columns, a.symbols, i)
			}
			a.cell[i] = s
		}
	}
	if blanks == 0 {
		t.Error("nothing was ever spared")
	}
}

func TestKatona(t *testing.T) {
	for m := 1; m <= 60; m++ {
		n := 4
		for binaryColumns(n) < int64(m) {
			n++
		}
		katona(m).covers(t, "Katona", n, m, 2)
	}
}

// TestBinaryColumns tries the theorem of Katona and of Kleitman and Spencer by exhaustive search: n
// rows have C(n-1, ⌈n/2⌉) columns and no more.
func TestBinaryColumns(t *testing.T) {
	for n := 4; n <= 7; n++ {
		most := int(binaryColumns(n))
		for _, m := range []int{most, most + 1} {
			a, complete, why := exhaust(t.Context(), n, m, 2)
			if !complete || (a != nil) != (m == most) {
				t.Errorf("n=%d m=%d: found %v, complete %v %s; the theorem says %d", n, m, a != nil, complete, why, most)
			}
		}
	}
}

func TestFuse(t *testing.T) {
	for _, q := range []int{3, 4, 5, 7, 8} {
		for fused := 1; fused < q; fused++ {
			fuse(net(q, q+1), fused).covers(t, "fused net", q*q-2*fused, q+1, q-fused)
		}
	}
	for m := 3; m <= 20; m++ {
		a := katona(m)
		fuse(a, 1).covers(t, "fused Katona", a.rows-2, m, 1)
	}
}

func TestProduct(t *testing.T) {
	for _, q := range []int{2, 3, 4, 5} {
		power(q, q*(q+2)).covers(t, "power", 2*q*q-q, q*(q+2), q)
		power(q, q*(q+2)+1).covers(t, "power", 3*q*q-2*q, q*q*(q+3), q)
	}
}

func TestBlocks(t *testing.T) {
	tried := 0
	for m := 3; m <= 13; m++ {
		for responsibility := 2; responsibility < m; responsibility++ {
			for _, design := range designsFor(m, responsibility) {
				together := make([]bool, m*m)
				for _, block := range design.blocks {
					if len(block) < 2 || len(block) > responsibility {
						t.Errorf("m=%d R=%d, %s: block %v", m, responsibility, design.words, block)
					}
					for i, a := range block {
						for _, b := range block[i+1:] {
							together[a*m+b] = true
						}
					}
				}
				for b := range m {
					for a := range b {
						if !together[a*m+b] {
							t.Errorf("m=%d R=%d, %s: cartels %d and %d are in no block", m, responsibility, design.words, a+1, b+1)
						}
					}
				}
			}
			for d := 1; d <= 4; d++ {
				b, ok := blocks(designsFor(m, responsibility), 400, m, d, responsibility)
				if !ok {
					continue
				}
				tried++
				b.array.covers(t, b.by, 400, m, d)
				if load := b.array.load(); load > responsibility {
					t.Errorf("m=%d d=%d, %s: %d symbols in a row, at most %d", m, d, b.by, load, responsibility)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d arrays", tried)
	}
}

// TestGroupBlocksMeetTheBound: designs and punctured planes that Lemma 3.3 says cannot be beaten.
func TestBlocksMeetTheBound(t *testing.T) {
	for _, c := range []struct{ n, m, responsibility, degree int }{
		{6, 4, 2, 1}, {24, 4, 2, 2}, {12, 3, 2, 2}, {40, 5, 2, 2}, // the surficial staircase
		{28, 7, 3, 2}, {63, 7, 3, 3}, {112, 7, 3, 4}, // the Fano plane
		{108, 9, 3, 3},                             // the affine plane of order 3
		{8, 4, 3, 2}, {15, 5, 4, 3}, {24, 6, 5, 4}, // punctured affine planes
	} {
		r := mustGroup(t, c.n, c.m, Options{Responsibility: c.responsibility})
		assert.Equal(t, degreeOf(t, r), c.degree, "%+v", c)
		assert.Equal(t, r.Asked, "", "%+v: a solver was asked", c)
	}
}

func TestBuild(t *testing.T) {
	for m := 1; m <= 12; m++ {
		for d := 1; d <= 8; d++ {
			b, ok := build(400, m, d)
			if !ok {
				t.Errorf("m=%d d=%d: nothing is built with 400 rows", m, d)
				continue
			}
			b.array.covers(t, b.by, 400, m, d)
			if less, ok := build(b.array.rows-1, m, d); ok {
				t.Errorf("m=%d d=%d: %d rows by %s, though there are %d by %s", m, d, b.array.rows, b.by, less.array.rows, less.by)
			}
			if m <= planes.MaxClasses(d) && b.array.rows != d*d {
				t.Errorf("m=%d d=%d: %d rows by %s", m, d, b.array.rows, b.by)
			}
		}
	}
}

// TestGroupQuestion: what is exported says what it is, and is the formula that was asked.
func TestQuestion(t *testing.T) {
	r := mustGroup(t, 5, 3, Options{Degree: 2, Method: "sat"})
	assert.Equal(t, r.Asked, words(5, 3, 2, 0), "asked")
	for _, solver := range [][]string{nil, {"any"}} { // which runs only where there is something to be asked
		r, err := Find(t.Context(), 11, 6, Options{Options: search.Options{Solver: solver}})
		if err == nil && (r.Asked != "") != (solver != nil) {
			t.Errorf("solver %q: asked %q", solver, r.Asked)
		}
	}
	q, x := question(t.Context(), 5, 3, 2, 0)
	assert.Equal(t, q.CNF.NameOf(x[4][2][1]), "node 5 in quorum 2 of cartel 3", "a variable is called")
	assert.Equal(t, assert.Got(sat.NewSolver(q.CNF, sat.Options{}).Solve(t.Context()))(t), sat.Sat)
}

// load returns the most symbols that a row shows: the responsibility of the busiest node.
func (a *array) load() int {
	most := 0
	for r := range a.rows {
		shown := 0
		for _, s := range a.row(r) {
			if s != blank {
				shown++
			}
		}
		most = max(most, shown)
	}
	return most
}
