package cubes

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/refutation"
)

// random is a tree of decisions over the variables from..vars in some order.
func random(r *rand.Rand, vars []int) Tree {
	var t Tree
	var grow func(vars []int)
	grow = func(vars []int) {
		switch {
		case len(vars) > 0 && r.IntN(4) > 0:
			i := r.IntN(len(vars))
			t = append(t, int32(vars[i]*(1-2*r.IntN(2))))
			rest := slices.Delete(slices.Clone(vars), i, i+1)
			grow(rest)
			grow(rest)
		case r.IntN(2) > 0:
			t = append(t, Refuted)
		default:
			t = append(t, Open)
		}
	}
	grow(vars)
	return t
}

// partitions reports, by counting, whether every assignment to variables 1..vars satisfies exactly
// one of the cubes.
func partitions(cubes [][]int, vars int) bool {
	for x := range 1 << vars {
		holds := 0
		for _, cube := range cubes {
			if !slices.ContainsFunc(cube, func(l int) bool { return x>>(max(l, -l)-1)&1 == 1 != (l > 0) }) {
				holds++
			}
		}
		if holds != 1 {
			return false
		}
	}
	return true
}

func all(t Tree) (cubes [][]int) {
	for cube := range t.All() {
		cubes = append(cubes, slices.Clone(cube))
	}
	return cubes
}

// covers returns an error unless every assignment satisfies exactly one cube of the tree, as it is
// written.
func covers(t *testing.T, tree Tree, vars int) error {
	t.Helper()
	var text bytes.Buffer
	assert.MustEqual(t, assert.Got(tree.WriteTo(&text))(t), int64(text.Len()))
	list := assert.Got(refutation.ReadList(t.Context(), &text))(t)
	assert.MustEqual(t, fmt.Sprint(list), fmt.Sprint(all(tree)))
	return list.Cover(vars)
}

// TestCovers: the leaves of a tree cover the space, and are read as they were written.
func TestCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		tree := random(r, []int{1, 2, 3, 4, 5, 6})
		list := all(tree)
		if err := covers(t, tree, 6); err != nil || !partitions(list, 6) {
			t.Fatalf("%v: %v", list, err)
		}
		if leaves, open := tree.Leaves(); leaves != len(list) || open != len(tree.Cubes()) {
			t.Fatalf("%d leaves, %d open, of %v", leaves, open, list)
		}
	}
	var text strings.Builder
	tree := Tree{3, Open, Refuted}
	assert.Got(tree.WriteTo(&text))(t)
	assert.Equal(t, text.String(), "a 3 0\nc refuted by unit propagation\na -3 0\n")
}
