package cubes

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
)

// formula is a random formula over a few variables, some of whose clauses are odd.
func formula(r *rand.Rand) *sat.CNF {
	c := &sat.CNF{}
	vars := 3 + r.IntN(8)
	c.Grow(vars)
	for range r.IntN(5 * vars) {
		var clause []int
		for range 1 + r.IntN(4) + r.IntN(2) {
			clause = append(clause, (1+r.IntN(vars))*(1-2*r.IntN(2)))
		}
		if len(clause) > 1 || r.IntN(6) == 0 {
			c.AddClause(clause...)
		}
	}
	return c
}

// models counts by trying all assignments.
func models(c *sat.CNF, cube []int) int {
	count := 0
	value := make([]bool, c.Variables()+1)
	for x := range 1 << c.Variables() {
		for v := range c.Variables() {
			value[v+1] = x>>v&1 == 1
		}
		if c.Violated(value) < 0 && !slices.ContainsFunc(cube, func(l int) bool { return value[max(l, -l)] != (l > 0) }) {
			count++
		}
	}
	return count
}

// refutes is unit propagation as plainly as can be.
func refutes(c *sat.CNF, cube []int) bool {
	value := map[int]bool{} // literals
	for _, l := range cube {
		value[l] = true
	}
	for again := true; again; {
		again = false
		for _, clause := range c.Clauses() {
			var left []int
			holds := false
			for _, l := range clause {
				holds = holds || value[int(l)]
				if !value[-int(l)] && !slices.Contains(left, int(l)) {
					left = append(left, int(l))
				}
			}
			switch {
			case holds:
			case len(left) == 0:
				return true
			case len(left) == 1:
				value[left[0]], again = true, true
			}
		}
	}
	return false
}

// TestSplit: the leaves cover the space, their models add up, unit propagation refutes the leaves
// marked as refuted, and no path is too long.
func TestSplit(t *testing.T) {
	assert.Long(t, "it solves every cube")
	r := rand.New(rand.NewPCG(7, 8))
	refuted, open := 0, 0
	for range 400 {
		c := formula(r)
		want := models(c, nil)
		for range 8 {
			opts := Options{Depth: r.IntN(7)}
			if r.IntN(3) == 0 {
				opts.Steps = int64(1 + r.IntN(500))
			}
			tree := assert.Got(Split(t.Context(), c, opts))(t)
			assert.OK(t, covers(t, tree, c.Variables()))
			got, deepest := 0, 0
			for cube, said := range tree.All() {
				got += models(c, cube)
				deepest = max(deepest, len(cube))
				if said {
					refuted++
					if !refutes(c, cube) {
						t.Fatalf("%v: unit propagation does not refute it", cube)
					}
				} else {
					open++
				}
			}
			if got != want || deepest > opts.Depth {
				t.Fatalf("%d models in all cubes, %d of the formula; depth %d of %d", got, want, deepest, opts.Depth)
			}
			assert.MustDeep(t, assert.Got(Split(t.Context(), c, opts))(t), tree, "split again it is another tree")
		}
	}
	if refuted < 300 || open < 1000 {
		t.Errorf("%d leaves are refuted, %d open", refuted, open)
	}
}

// TestSplitByCases: each case comes once, those that unit propagation decides are no decisions, and
// a clause of the cases refutes the end of the chain.
func TestSplitByCases(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		c := formula(r)
		want := models(c, nil)
		var cases []int
		for v := range c.Variables() {
			if r.IntN(2) == 0 {
				cases = append(cases, (v+1)*(1-2*r.IntN(2)))
			}
		}
		depth := r.IntN(5)
		tree := assert.Got(Split(t.Context(), c, Options{Depth: depth, Cases: cases}))(t)
		got := 0
		for cube, refuted := range tree.All() {
			got += models(c, cube)
			if refuted && !refutes(c, cube) {
				t.Fatalf("%v: unit propagation does not refute it", cube)
			}
		}
		if err := covers(t, tree, c.Variables()); err != nil || got != want {
			t.Fatalf("%v; %d models in all cubes, %d of the formula", err, got, want)
		}
	}
	c := &sat.CNF{}
	c.AddClause(4, 2, 3)
	c.AddClause(-1, 5)
	tree, err := Split(t.Context(), c, Options{Depth: 1, Cases: []int{4, 2, 3}})
	if got, want := fmt.Sprint(all(tree)), "[[4] [-4 2] [-4 -2]]"; err != nil || got != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

func TestSplitEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := &sat.CNF{}
	for v := 1; v < 400; v++ {
		c.AddClause(v, v+1, -(v + 2))
	}
	if _, err := Split(ctx, c, Options{Depth: 12}); !errors.Is(err, context.Canceled) {
		t.Errorf("the end of the context is %v", err)
	}
	unfinished := sat.NewCNF(ctx)
	for range 1 << 15 {
		unfinished.AddClause(1)
	}
	assert.Refused(Split(t.Context(), unfinished, Options{Depth: 1}))(t, "", "a formula that is not finished is split")
	defer func() {
		if recover() == nil {
			t.Error("no depth is too great")
		}
	}()
	Split(t.Context(), c, Options{Depth: MaxDepth + 1})
}

func Example() {
	c := &sat.CNF{}
	c.AddClause(1, 2, 3)
	c.AddClause(-1, 2)
	c.AddClause(-2, 3, 4)
	tree, err := Split(context.Background(), c, Options{Depth: 2})
	if err != nil {
		panic(err)
	}
	for cube, refuted := range tree.All() {
		fmt.Println(cube, refuted)
	}
	// Output:
	// [1 3] false
	// [1 -3] false
	// [-1 -2] false
	// [-1 2] false
}
