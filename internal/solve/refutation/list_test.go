package refutation

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// randomTree returns the leaves of a tree of decisions below a path.
func randomTree(rng *rand.Rand, path []int32, vars, leaves int) List {
	free := []int32{}
	for v := int32(1); v <= int32(vars); v++ {
		if !slices.Contains(path, v) && !slices.Contains(path, -v) {
			free = append(free, v)
		}
	}
	if leaves == 1 || len(free) == 0 {
		return List{slices.Clone(path)}
	}
	lit := free[rng.IntN(len(free))] * int32(1-2*rng.IntN(2))
	left := 1 + rng.IntN(leaves-1)
	return append(randomTree(rng, append(slices.Clone(path), lit), vars, left), randomTree(rng, append(slices.Clone(path), -lit), vars, leaves-left)...)
}

// times counts the cubes that an assignment satisfies: bit v-1 is the value of variable v.
func (l List) times(assignment int) (n int) {
	for _, cube := range l {
		if !slices.ContainsFunc(cube, func(lit int32) bool { return (assignment>>(abs(lit)-1)&1 == 1) != (lit > 0) }) {
			n++
		}
	}
	return n
}

// TestCover: trees are accepted. What is made of them by one or two changes is accepted only if, by
// going through all assignments, each satisfies exactly one cube; every single change that leaves
// an assignment out is refused.
func TestCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 1))
	const vars = 6
	accepted, holes := 0, 0
	for range 20_000 {
		list := randomTree(rng, nil, vars, 1+rng.IntN(12))
		assert.OK(t, list.Cover(vars), "%v", list)
		for range 1 + rng.IntN(2) {
			change(rng, &list, vars)
		}
		least, most := 2, 0
		for a := range 1 << vars {
			n := list.times(a)
			least, most = min(least, n), max(most, n)
		}
		err := list.Cover(vars)
		if least == 0 {
			holes++
		}
		if err == nil {
			accepted++
			if least != 1 || most != 1 {
				t.Fatalf("%v covers assignments %d to %d times, and is accepted", list, least, most)
			}
		}
		if err != nil && !errors.As(err, new(*CubeError)) {
			t.Fatal(err)
		}
	}
	if accepted < 500 || holes < 5000 {
		t.Errorf("%d of the changed lists are accepted, %d have a hole", accepted, holes)
	}
}

// change changes a list somewhere.
func change(rng *rand.Rand, list *List, vars int) {
	l := slices.Clone(*list)
	for i := range l {
		l[i] = slices.Clone(l[i])
	}
	*list = l
	if len(l) == 0 {
		return
	}
	i, j := rng.IntN(len(l)), rng.IntN(len(l))
	lit := int32(1+rng.IntN(vars)) * int32(1-2*rng.IntN(2))
	switch rng.IntN(9) {
	case 0:
		*list = slices.Delete(l, i, i+1)
	case 1:
		*list = slices.Insert(l, i, l[j])
	case 2:
		l[i], l[j] = l[j], l[i]
	case 3:
		l[i] = append(l[i], lit)
	case 4:
		*list = slices.Insert(l, i, nil)
	case 5:
		*list = slices.Insert(l, i, []int32{lit, -lit})
	default:
		if len(l[i]) == 0 {
			return
		}
		switch k := rng.IntN(len(l[i])); rng.IntN(3) {
		case 0:
			l[i][k] = -l[i][k]
		case 1:
			l[i][k] = lit
		default:
			l[i] = slices.Delete(l[i], k, k+1)
		}
	}
}

// TestCoverSays: a list that is no cover is refused, with the reason.
func TestCoverSays(t *testing.T) {
	for _, c := range []struct {
		list List
		says string
	}{
		{List{}, "cube 1: it is missing: nothing covers any assignment"},
		{List{{1}}, "cube 2: it is missing: nothing covers (-1)"},
		{List{{1}, {1}}, "cube 2: literal 1 is 1, and what the cubes before it leave open goes on with -1"},
		{List{{1}, {-1}, {1}}, "cube 3: the cubes before it cover everything already"},
		{List{{}, {1}, {-1}}, "cube 2: the cubes before it cover everything already"},
		{List{{1}, {}, {-1}}, "cube 2: it has 0 literals, and what the cubes before it leave open begins with (-1)"},
		{List{{1}, {-1}, {}}, "cube 3: the cubes before it cover everything already"},
		{List{{1, -1}, {1, 1}, {-1}}, "cube 1: variable 1 is decided twice"},
		{List{{1, 1}, {1, -1}, {-1}}, "cube 1: variable 1 is decided twice"},
		{List{{1, 2}, {1, -2, 1}, {-1}}, "cube 2: variable 1 is decided twice"},
		{List{{4}, {-4}}, "cube 1: literal 1 is 4; variables are 1..3"},
		{List{{0}, {0}}, "cube 1: literal 1 is 0; variables are 1..3"},
		{List{{-1 << 31}, {-1 << 31}}, "cube 1: literal 1 is -2147483648; variables are 1..3"},
		{List{{1, 2}, {-1}, {1, -2}}, "cube 2: it has 1 literals, and what the cubes before it leave open begins with (1 -2)"},
		{List{{1, 2}, {2, 1}, {-1}}, "cube 2: literal 1 is 2, and what the cubes before it leave open goes on with 1"},
		{List{{1, 2, 3}, {-1}}, "cube 2: it has 1 literals, and what the cubes before it leave open begins with (1 2 -3)"},
	} {
		if err := c.list.Cover(3); err == nil || err.Error() != c.says {
			t.Errorf("%v: %v, want %s", c.list, err, c.says)
		}
	}
	for _, list := range []List{{{}}, {{-2}, {2}}, {{1, 2}, {1, -2}, {-1, 3}, {-1, -3}}} {
		assert.NoError(t, list.Cover(3), "%v", list)
	}
}

// text writes a list.
func (l List) text() string {
	var b strings.Builder
	for _, cube := range l {
		b.WriteByte('a')
		for _, lit := range cube {
			fmt.Fprint(&b, " ", lit)
		}
		b.WriteString(" 0\n")
	}
	return b.String()
}

// TestLists: lists are read as they were written, and other texts are refused.
func TestLists(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 2))
	for range 200 {
		list := randomTree(rng, nil, 9, 1+rng.IntN(40))
		again, err := ReadList(t.Context(), strings.NewReader("c words\n\n"+list.text()))
		if err != nil || !slices.EqualFunc(again, list, slices.Equal) {
			t.Fatalf("%v, %v: %v", list, again, err)
		}
	}
	for _, text := range []string{"1 2 0\n", "a 1 2\n", "a 0 0\n", "a 01 0\n", "a +1 0\n", "a 1 x 0\n", "a\n", "a1 0\n", "a 99999999999 0\n", "p cnf 1 1\n", "a 1 0 2 0\n"} {
		if _, err := ReadList(t.Context(), strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), "line 1 of the cubes: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzList: no text does harm, and a list that was read is written back as it was.
func FuzzList(f *testing.F) {
	f.Add("a 1 2 0\na 1 -2 0\na -1 0\n")
	f.Add("c\na 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadList(t.Context(), strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := ReadList(t.Context(), strings.NewReader(list.text()))
		if err != nil || !slices.EqualFunc(again, list, slices.Equal) {
			t.Fatalf("%q: %v", text, err)
		}
		list.Cover(7)
	})
}
