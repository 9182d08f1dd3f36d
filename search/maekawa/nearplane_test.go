package maekawa

import (
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/bounds/excess"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
	"coterie/search"
)

// nearPlane is what is known of a number of nodes: the least K, and by what.
type nearPlane struct {
	k  int
	by string
}

// TestNearPlanes: 29, 30, 41 and 55 nodes are decided, in all three ways of asking; the last three
// in the slow part.
func TestNearPlanes(t *testing.T) {
	nearPlanes(t, map[int]nearPlane{29: {7, "excess graphs of cycles"}})
}

func nearPlanes(t *testing.T, list map[int]nearPlane) {
	for n, want := range list {
		for i, opts := range []Options{{}, {Exact: true}, {Unique: true}} {
			if n == 30 && i > 0 {
				continue // a formula of a second
			}
			r, err := Least(t.Context(), n, opts)
			if err != nil {
				t.Fatal(err)
			}
			if k, _ := r.Value.Int(); !r.Optimal || k != want.k || !strings.HasPrefix(r.LowerBy, want.by) {
				t.Errorf("n = %d, %+v: K = %d, optimal %v, by %q", n, opts, k, r.Optimal, r.LowerBy)
			}
			r, err = Pair(t.Context(), n, want.k-1, want.k-1, opts)
			if err != nil || r.Verdict != search.ProvenAbsent || !strings.Contains(r.LowerBy, want.by) {
				t.Errorf("n = %d, %+v: %v, %v", n, opts, r, err)
			}
		}
	}
}

// TestPairedFormula: with and without what renaming fixes the formula of pairs has the same answer,
// that of the plain question, and its models are systems whose excess graph is a matching.
func TestPairedFormula(t *testing.T) {
	for k := 3; k <= 5; k++ {
		var verdicts []sat.Verdict
		for _, unbroken := range []bool{false, true} {
			if unbroken && k > 4 {
				continue // without the fixed entries 20 nodes take long
			}
			f := pairedFormula(t.Context(), k, unbroken)
			solver := sat.NewSolver(f.cnf, sat.Options{})
			v := assert.Got(solver.Solve(t.Context()))(t)
			verdicts = append(verdicts, v)
			if v == sat.Sat {
				sets := f.sets(solver.Model())
				for i := range sets {
					for j := range sets {
						want := 1 // common nodes of two sets, common sets of two nodes
						switch j {
						case i:
							want = k
						case i ^ 1:
							want = 2
						}
						if shared, both := meetings(sets, i, j); shared != want || both != want {
							t.Fatalf("K = %d: %v is no matching", k, sets)
						}
					}
				}
			}
		}
		r, err := excess.Decide(t.Context(), k*(k-1), k)
		if want := sat.Sat; err != nil || slices.ContainsFunc(verdicts, func(v sat.Verdict) bool { return (v == want) == r.Excluded }) {
			t.Errorf("K = %d: %v, excluded %v, %v", k, verdicts, r.Excluded, err)
		}
	}
}

// meetings counts the nodes that sets i and j share, and the sets that have both nodes i and j.
func meetings(sets [][]int, i, j int) (shared, both int) {
	for x, s := range sets {
		if slices.Contains(sets[i], x) && slices.Contains(sets[j], x) {
			shared++
		}
		if slices.Contains(s, i) && slices.Contains(s, j) {
			both++
		}
	}
	return shared, both
}

// TestTurnedFormula: for every sum of lengths of 11 nodes the formula has a model if and only if
// there are such systems, which TestLemmasOnAllSystems of bounds/excess lists: one cycle, and
// 6+3+2; of 19 nodes one cycle has one. Whatever arithmetic refutes has none.
func TestTurnedFormula(t *testing.T) {
	var sums func(from, left int, lengths []int)
	count := 0
	sums = func(from, left int, lengths []int) {
		if left == 0 {
			count++
			f := turnedFormula(t.Context(), 4, lengths)
			solver := sat.NewSolver(f.cnf, sat.Options{})
			v := assert.Got(solver.Solve(t.Context()))(t)
			want := slices.Equal(lengths, []int{11}) || slices.Equal(lengths, []int{2, 3, 6})
			assert.Equal(t, (v == sat.Sat), want, "%v: %v", lengths, v)
			if v == sat.Sat {
				sets, start := f.sets(solver.Model()), 0
				for _, l := range lengths { // consecutive sets are a cycle
					for i := start; i < start+l; i++ {
						for j := range sets {
							want := 1
							switch {
							case i == j:
								want = 4
							case j >= start && j < start+l && (j-i == 1 || i-j == 1 || j-i == l-1 || i-j == l-1):
								want = 2
								if l == 2 {
									want = 3
								}
							}
							if shared, _ := meetings(sets, i, j); shared != want {
								t.Errorf("%v: sets %d and %d share %d nodes", lengths, i, j, shared)
							}
						}
					}
					start += l
				}
			}
			return
		}
		for a := from; a <= left; a++ {
			sums(a, left-a, append(slices.Clone(lengths), a))
		}
	}
	sums(2, 11, nil)
	assert.Equal(t, count, 14, "sums")
}

// TestPairedModels: models that are found without fixed entries, under many seeds and with each
// pair as the first, satisfy the formula with them when pairs, and the two of a pair, are renamed.
func TestPairedModels(t *testing.T) {
	for k := 3; k <= 4; k++ {
		free, fixed := pairedFormula(t.Context(), k, true), pairedFormula(t.Context(), k, false)
		for seed := range uint64(12) {
			solver := sat.NewSolver(free.cnf, sat.Options{Seed: seed})
			assert.MustEqual(t, assert.Got(solver.Solve(t.Context()))(t), sat.Sat, "K = %d", k)
			sign := func(i, j int) int { // of the block: 1 by the first node, -1 by the second
				switch model := solver.Model(); {
				case i != j && model[free.x[i][j]]:
					return 1
				case i != j && model[free.y[i][j]]:
					return -1
				}
				return 0
			}
			for first := range free.m {
				// The first pair, those of its row, those of its column, the others.
				var order, column, rest []int
				for j := range free.m {
					switch {
					case j == first:
					case sign(first, j) != 0:
						order = append(order, j)
					case sign(j, first) != 0:
						column = append(column, j)
					default:
						rest = append(rest, j)
					}
				}
				order = slices.Concat([]int{first}, order, column, rest)
				var given []int
				for i, a := range order {
					for j, b := range order {
						if i == j {
							continue
						}
						value := sign(a, b)
						if sign(first, b) != 0 {
							value *= sign(first, b) // the nodes of pair b exchanged
						}
						if sign(a, first) != 0 {
							value *= sign(a, first) // the sets of pair a
						}
						x, y := -fixed.x[i][j], -fixed.y[i][j]
						switch value {
						case 1:
							x = -x
						case -1:
							y = -y
						}
						given = append(given, x, y)
					}
				}
				assert.MustEqual(t, assert.Got(sat.NewSolver(fixed.cnf, sat.Options{}).Solve(t.Context(), given...))(t), sat.Sat, "K = %d, seed %d, pair %d first", k, seed, first)
			}
		}
	}
}

// TestTurnedFormulaOfEleven: of eleven 5-cycles arithmetic leaves one matrix of row sums of blocks,
// 3I + T with the tournament T of the squares modulo 11. The formula with such zeros has no model
// either. Rows and columns of blocks are turned and reversed such that the first row and the
// diagonal of blocks are as given here.
func TestTurnedFormulaOfEleven(t *testing.T) {
	assert.Long(t, "a formula of seconds")
	f := turnedFormula(t.Context(), 8, slices.Repeat([]int{5}, 11))
	weight := map[int]int{0: 3, 1: 1, 3: 1, 4: 1, 5: 1, 9: 1} // by the difference of block column and row
	var given []int
	for i := range 55 {
		for j := range 55 {
			a, b := i/5, j/5
			w := weight[(b-a+11)%11]
			switch in := (j-i+60)%5 < w; {
			case w > 0 && a > 0 && a != b:
			case w > 0 && in:
				given = append(given, f.x[i][j])
			default:
				given = append(given, -f.x[i][j])
			}
		}
	}
	assert.Equal(t, assert.Got(sat.NewSolver(f.cnf, sat.Options{}).Solve(t.Context(), given...))(t), sat.Unsat)
}

// TestOpenSaysWhatRemains: an answer with a gap names the structure of what is open, and a paper
// that decides it.
func TestOpenSaysWhatRemains(t *testing.T) {
	for _, c := range []struct {
		n, lower, upper int
		want            []string
	}{
		{38, 7, 8, []string{"5-regular multigraph on 38 sets"}},
		{72, 9, 10, []string{"perfect matching", "none has K = 9 (Delorme"}},
		{94, 11, 12, nil}, // not regular
		{57, 8, 8, nil},   // no gap
	} {
		notes := remains(c.n, &search.Result{Lower: new(bounds.Integer(c.lower)), Upper: new(bounds.Integer(c.upper))})
		if len(notes) != len(c.want) {
			t.Errorf("n = %d: %q", c.n, notes)
			continue
		}
		for i, want := range c.want {
			assert.Contains(t, notes[i], want, "n = %d", c.n)
		}
	}
}
