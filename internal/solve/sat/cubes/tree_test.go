package cubes

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// random is a tree of decisions over the variables from..vars in some order.
func random(r *rand.Rand, vars []int) *Tree {
	t := &Tree{}
	var grow func(vars []int)
	grow = func(vars []int) {
		switch {
		case len(vars) > 0 && r.IntN(4) > 0:
			i := r.IntN(len(vars))
			t.add(int32(vars[i] * (1 - 2*r.IntN(2))))
			rest := slices.Delete(slices.Clone(vars), i, i+1)
			grow(rest)
			grow(rest)
		case r.IntN(2) > 0:
			t.add(refutedLeaf)
		default:
			t.add(openLeaf)
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

func all(t *Tree) (cubes [][]int) {
	for _, leaf := range t.All() {
		cubes = append(cubes, slices.Clone(leaf.Cube))
	}
	return cubes
}

// TestCovers: the leaves of a tree cover the space, and are read as they were written; a list that
// is changed is refused, unless it covers the space as well.
func TestCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 3000 {
		tree := random(r, []int{1, 2, 3, 4, 5, 6})
		list := all(tree)
		if err := Covers(list); err != nil || !partitions(list, 6) {
			t.Fatalf("%v: %v", list, err)
		}
		var text bytes.Buffer
		assert.MustEqual(t, assert.Got(tree.WriteTo(&text))(t), int64(text.Len()))
		assert.MustDeep(t, assert.Got(Read(&text))(t), tree)
		if leaves, open := tree.Leaves(); leaves != len(list) || open != len(tree.Open()) {
			t.Fatalf("%d leaves, %d open, of %v", leaves, open, list)
		}
		i := r.IntN(len(list))
		switch r.IntN(5) {
		case 0:
			list = slices.Delete(list, i, i+1)
		case 1:
			list = slices.Insert(list, i, []int{r.IntN(13) - 6})
		case 2:
			j := r.IntN(len(list))
			list[i], list[j] = list[j], list[i]
		case 3:
			if len(list[i]) > 0 {
				list[i][r.IntN(len(list[i]))] *= -1
			}
		case 4:
			list[i] = append(list[i], r.IntN(13)-6)
		}
		var wrong *CoverError
		switch err := Covers(list); {
		case err == nil && !partitions(list, 6):
			t.Fatalf("%v is said to cover the space", list)
		case err != nil && !errors.As(err, &wrong):
			t.Fatal(err)
		case err != nil:
			refused++
		}
	}
	if refused < 1000 {
		t.Errorf("%d lists were refused", refused)
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "cube 1: it is missing; [] is not covered",
		"a 0\n":                              "",
		"a 0\na 0\n":                         "cube 2: those before it cover the space already",
		"c one\na 1 0\n\na -1 0":             "",
		"a 1 0\na -1 2 0\n":                  "cube 3: it is missing; [-1 -2] is not covered",
		"a 1 0\na 2 0\n":                     "cube 2: [2] does not begin with [-1], which is not covered yet",
		"a 1 -1 0\n":                         "cube 1: [1 -1] decides variable 1 twice",
		"a 1 0\nb\n":                         "line 2: the line of a cube is \"a LITERALS 0\"",
		"a 1 x 0\n":                          "line 1: \"x\" is no literal",
		"a 1 0 0\n":                          "line 1: \"0\" is no literal",
		"a 99999999999 0\n":                  "line 1: \"99999999999\" is no literal",
		"c refuted by unit propagation\na 0": "",
	} {
		tree, err := Read(strings.NewReader(text))
		if got := ""; err != nil {
			if got = err.Error(); got != want {
				t.Errorf("%q: %s; want %s", text, got, want)
			}
		} else if want != "" {
			t.Errorf("%q is read as %v", text, tree)
		}
	}
	tree, err := Read(strings.NewReader("a 3 0\nc refuted by unit propagation\na -3 0\n"))
	if err != nil || !reflect.DeepEqual(tree.Open(), [][]int{{3}}) || tree.Depth() != 1 {
		t.Errorf("%v, %v", tree, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("a 1 0\na -1 2 0\nc refuted by unit propagation\na -1 -2 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		assert.Got(tree.WriteTo(&b))(t)
		assert.Deep(t, assert.Got(Read(&b))(t), tree, "%q is read as", text)
	})
}
