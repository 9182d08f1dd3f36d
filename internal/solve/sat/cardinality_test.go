package sat

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// propagate is unit propagation by its definition, pass after pass over all clauses. value[v] is 1,
// -1, or 0 for unknown; ok is false after a contradiction.
func propagate(c *CNF, given []int8) (value []int8, ok bool) {
	value = slices.Clone(given)
	for changed := true; changed; {
		changed = false
		for _, clause := range c.Clauses() {
			satisfied, open := false, map[int]bool{}
			for _, l := range clause {
				switch value[max(l, -l)] * sign(int(l)) {
				case 1:
					satisfied = true
				case 0:
					open[int(l)] = true
				}
			}
			switch {
			case satisfied:
			case len(open) == 0:
				return value, false
			case len(open) == 1:
				for l := range open {
					value[max(l, -l)] = sign(l)
				}
				changed = true
			}
		}
	}
	return value, true
}

// fresh returns a formula with n variables and no clauses, and the variables as literals. Those in
// the bits of negative are negated.
func fresh(n, negative int) (*CNF, []int) {
	c := &CNF{}
	lits := make([]int, n)
	for i := range lits {
		lits[i] = c.NewVar() * (1 - 2*(negative>>i&1))
	}
	return c, lits
}

// trueOnes counts the literals (over variables 1, 2, ...) that are true under the bits of x.
func trueOnes(lits []int, x int) (n int) {
	for _, l := range lits {
		if satisfies(x, []int{l}) {
			n++
		}
	}
	return n
}

// hasExactly checks that the formula, which encodes a property of the variables 1..n, can be
// satisfied for exactly those of their 2^n assignments that have it. If determined, each of those
// must have one model.
func hasExactly(t *testing.T, c *CNF, n int, determined bool, property func(x int) bool) {
	t.Helper()
	if n == 0 {
		assert.MustEqual(t, assert.Got(NewSolver(c, Options{}).Solve(t.Context()))(t) == Sat, property(0))
		return
	}
	vars := make([]int, n)
	for i := range vars {
		vars[i] = i + 1
	}
	if determined {
		vars = nil
	}
	found := map[int]bool{}
	for model := range assert.Each(t, c.Models(t.Context(), 1<<(n+1), vars...)) {
		x := 0
		for i, value := range model[:n] {
			if value {
				x |= 1 << i
			}
		}
		if found[x] {
			t.Fatalf("%0*b has two models", n, x)
		}
		found[x] = true
	}
	for x := range 1 << n {
		assert.MustEqual(t, found[x], property(x), "%0*b", n, x)
	}
}

// propagatesAll checks for all partial assignments of the variables 1..n that unit propagation
// finds everything that the property implies: a contradiction, or the value of a variable.
func propagatesAll(t *testing.T, c *CNF, n int, property func(x int) bool) {
	t.Helper()
	partial := make([]int8, c.Variables()+1)
	for code := range power(3, n) {
		rest := code
		for v := 1; v <= n; v++ {
			partial[v] = int8(rest%3) - 1
			rest /= 3
		}
		got, ok := propagate(c, partial)
		canBe := make([][2]bool, n+1) // false, true
		possible := false
		for x := range 1 << n {
			fits := property(x)
			for v := 1; v <= n && fits; v++ {
				fits = partial[v] == 0 || (partial[v] > 0) == (x>>(v-1)&1 == 1)
			}
			if fits {
				possible = true
				for v := 1; v <= n; v++ {
					canBe[v][x>>(v-1)&1] = true
				}
			}
		}
		assert.MustEqual(t, ok, possible, "under %v there is a contradiction: %v, found: %v", partial[1:n+1], !possible, !ok)
		for v := 1; v <= n && ok; v++ {
			want := partial[v]
			switch {
			case !canBe[v][0]:
				want = 1
			case !canBe[v][1]:
				want = -1
			}
			assert.MustEqual(t, got[v], want, "under %v variable %d gets", partial[1:n+1], v)
		}
	}
}

func power(b, n int) int {
	p := 1
	for range n {
		p *= b
	}
	return p
}

// TestCardinality compares all encodings with counting, for all n <= 6, all k, and all or some
// signs; and their sizes with their documentation.
func TestCardinality(t *testing.T) {
	type kind struct {
		name       string
		add        func(dst ClauseSink, lits []int, k int)
		holds      func(ones, k int) bool
		determined bool
		vars       func(n, k int) int
		clauses    func(n, k int) int
	}
	inside := func(n, k int) bool { return 0 < k && k < n }
	kinds := []kind{{
		"at most", AtMost, func(ones, k int) bool { return ones <= k }, false,
		func(n, k int) int { return k * (n - k) },
		func(n, k int) int { return 2*k*(n-k) + n - 2*k },
	}, {
		"at least", AtLeast, func(ones, k int) bool { return ones >= k }, false,
		func(n, k int) int {
			if k == 1 {
				return 0
			}
			return k * (n - k)
		},
		func(n, k int) int {
			if k == 1 {
				return 1
			}
			return 2*k*(n-k) - n + 2*k
		},
	}, {
		"exactly", Exactly, func(ones, k int) bool { return ones == k }, true,
		func(n, k int) int { return k * (n - k) },
		func(n, k int) int { return 4 * k * (n - k) },
	}}
	for _, kind := range kinds {
		for n := range 7 {
			for k := range n + 3 {
				signs := []int{0, 1<<n - 1, 0b010110 & (1<<n - 1)}
				if n <= 3 {
					signs = nil
					for s := range 1 << n {
						signs = append(signs, s)
					}
				}
				for _, negative := range signs {
					name := fmt.Sprintf("%s %d of %d, signs %b", kind.name, k, n, negative)
					c, lits := fresh(n, negative)
					kind.add(c, lits, k)
					property := func(x int) bool { return kind.holds(trueOnes(lits, x), k) }
					t.Run(name, func(t *testing.T) {
						hasExactly(t, c, n, kind.determined, property)
						if negative == 0 || n <= 4 {
							propagatesAll(t, c, n, property)
						}
					})
					vars, clauses := 0, 0
					if inside(n, k) {
						vars, clauses = kind.vars(n, k), kind.clauses(n, k)
					} else {
						switch {
						case kind.name != "at most" && k > n:
							clauses = 1
						case kind.name != "at least" && k == 0, kind.name != "at most" && k == n:
							clauses = n
							if kind.name == "at least" && k == 1 {
								clauses = 1
							}
						}
					}
					if c.Variables() != n+vars || c.Len() != clauses {
						t.Errorf("%s: %d variables and %d clauses, want %d and %d", name, c.Variables()-n, c.Len(), vars, clauses)
					}
				}
			}
		}
	}
	for n := 10; n <= 100; n += 30 { // sizes again, where constants do not hide them
		for _, k := range []int{1, 2, n / 3, n / 2, n - 2, n - 1} {
			for _, kind := range kinds {
				c, lits := fresh(n, 0)
				kind.add(c, lits, k)
				if c.Variables() != n+kind.vars(n, k) || c.Len() != kind.clauses(n, k) {
					t.Errorf("%s %d of %d: %d variables and %d clauses", kind.name, k, n, c.Variables()-n, c.Len())
				}
			}
		}
	}
}

// repeatedLiterals returns lists over a few variables, with repeats and both signs.
func repeatedLiterals(r *rand.Rand) (c *CNF, vars int, lits []int) {
	vars = 1 + r.IntN(4)
	c, _ = fresh(vars, 0)
	for range r.IntN(8) {
		lits = append(lits, (1+r.IntN(vars))*(1-2*r.IntN(2)))
	}
	return c, vars, lits
}

func TestCardinalityOfRepeatedLiterals(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 0))
	for range 150 {
		c, vars, lits := repeatedLiterals(r)
		k := r.IntN(len(lits) + 2)
		t.Run(fmt.Sprint(lits, k), func(t *testing.T) {
			for _, kind := range []struct {
				add   func(ClauseSink, []int, int)
				holds func(ones int) bool
			}{
				{AtMost, func(ones int) bool { return ones <= k }},
				{AtLeast, func(ones int) bool { return ones >= k }},
				{Exactly, func(ones int) bool { return ones == k }},
			} {
				c := c.Clone()
				kind.add(c, lits, k)
				hasExactly(t, c, vars, false, func(x int) bool { return kind.holds(trueOnes(lits, x)) })
			}
			totalizer := c.Clone()
			limit := r.IntN(len(lits) + 2)
			tot := NewTotalizer(totalizer, lits, limit)
			for j := 1; j <= tot.Max(); j++ {
				c := totalizer.Clone()
				c.AddClause(tot.AtLeast(j))
				hasExactly(t, c, vars, false, func(x int) bool { return trueOnes(lits, x) >= j })
			}
		})
	}
}

func TestAtMostOne(t *testing.T) {
	for n := range 7 {
		for _, negative := range []int{0, 1<<n - 1, 0b0110 & (1<<n - 1)} {
			c, lits := fresh(n, negative)
			AtMostOne(c, lits)
			atMost := func(x int) bool { return trueOnes(lits, x) <= 1 }
			if c.Len() != n*(n-1)/2 || c.Variables() != n {
				t.Errorf("%d clauses for %d literals", c.Len(), n)
			}
			hasExactly(t, c, n, true, atMost)
			propagatesAll(t, c, n, atMost)
			c, lits = fresh(n, negative)
			ExactlyOne(c, lits)
			exactly := func(x int) bool { return trueOnes(lits, x) == 1 }
			hasExactly(t, c, n, true, exactly)
			propagatesAll(t, c, n, exactly)
		}
	}
}

// TestTotalizer: each output is true if and only if so many literals are, in every model,
// and every assignment of the literals has one model.
func TestTotalizer(t *testing.T) {
	for n := range 7 {
		for limit := range n + 2 {
			for _, negative := range []int{0, 0b100101 & (1<<n - 1)} {
				c, lits := fresh(n, negative)
				tot := NewTotalizer(c, lits, limit)
				assert.MustEqual(t, tot.Max(), min(n, limit), "counts to")
				models := 0
				for model := range assert.Each(t, c.Models(t.Context(), 1<<n)) {
					models++
					x := 0
					for i := range n {
						if model[i] {
							x |= 1 << i
						}
					}
					for j := 1; j <= tot.Max(); j++ {
						out := tot.AtLeast(j)
						assert.MustEqual(t, model[max(out, -out)-1] == (out > 0), trueOnes(lits, x) >= j, "%d literals to %d: %b has output %d", n, limit, x, j)
					}
				}
				if models != 1<<n && n > 0 {
					t.Errorf("%d literals to %d: %d models", n, limit, models)
				}
			}
		}
	}
}

// TestTotalizerByAssumption: one solver answers for every pair of bounds.
func TestTotalizerByAssumption(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for limit := 1; limit <= n; limit++ {
			for _, forced := range []int{0, 1, 2} { // literals that must be true
				c, lits := fresh(n, 0)
				tot := NewTotalizer(c, lits, limit)
				for _, l := range lits[:min(forced, n)] {
					c.AddClause(l)
				}
				s := NewSolver(c, Options{})
				for least := 1; least <= limit; least++ {
					for more := 1; more <= limit; more++ { // fewer than this many
						verdict, err := s.Solve(t.Context(), tot.AtLeast(least), -tot.AtLeast(more))
						want := Unsat
						if max(least, min(forced, n)) < more {
							want = Sat
						}
						if verdict != want || err != nil {
							t.Errorf("%d literals to %d, %d of them true: from %d to %d: %v, %v", n, limit, forced, least, more-1, verdict, err)
						}
					}
				}
			}
		}
	}
}

// TestTotalizerSize checks the bounds in the documentation.
func TestTotalizerSize(t *testing.T) {
	log := func(n int) int { return bits.Len(uint(n - 1)) } // rounded up
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 33, 64, 65} {
		for limit := 1; limit <= n; limit++ {
			c, lits := fresh(n, 0)
			NewTotalizer(c, lits, limit)
			if vars := c.Variables() - n; vars > n*min(log(n), log(limit)+1) || c.Len() >= 4*n*limit {
				t.Errorf("%d literals to %d: %d variables, %d clauses", n, limit, vars, c.Len())
			}
		}
	}
}

// TestTotalizerPropagates: with an output assumed or denied, unit propagation is complete;
// and outputs agree among themselves.
func TestTotalizerPropagates(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for limit := 1; limit <= n; limit++ {
			c, lits := fresh(n, 0)
			tot := NewTotalizer(c, lits, limit)
			for j := 1; j <= limit; j++ {
				least, most := c.Clone(), c.Clone()
				least.AddClause(tot.AtLeast(j))
				propagatesAll(t, least, n, func(x int) bool { return bits.OnesCount(uint(x)) >= j })
				most.AddClause(-tot.AtLeast(j))
				given := make([]int8, c.Variables()+1)
				more, _ := propagate(least, given)
				fewer, _ := propagate(most, given)
				for i := 1; i <= limit; i++ {
					if out := tot.AtLeast(i); out > n && ((more[out] == 1) != (i <= j) || (fewer[out] == -1) != (i >= j)) {
						t.Errorf("%d literals to %d: output %d does not tell output %d", n, limit, j, i)
					}
				}
				propagatesAll(t, most, n, func(x int) bool { return bits.OnesCount(uint(x)) < j })
			}
		}
	}
}

func TestCardinalityPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"at most":        func() { AtMost(&CNF{}, []int{1}, -1) },
		"at least":       func() { AtLeast(&CNF{}, []int{1}, -1) },
		"exactly":        func() { Exactly(&CNF{}, []int{1}, -1) },
		"totalizer":      func() { NewTotalizer(&CNF{}, []int{1}, -1) },
		"output 0":       func() { NewTotalizer(&CNF{}, []int{1}, 1).AtLeast(0) },
		"output 2":       func() { NewTotalizer(&CNF{}, []int{1, 2}, 1).AtLeast(2) },
		"lex lengths":    func() { LexAtLeast(&CNF{}, []int{1}, nil) },
		"lex lengths, >": func() { LexGreater(&CNF{}, nil, []int{1}) },
		"ragged":         func() { Transposed([][]int{{1}, {1, 2}}) },
	} {
		assert.Panics(t, name, f)
	}
}
