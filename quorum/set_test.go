package quorum

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
)

// TestMasks: a set has the mask that it is made of.
func TestMasks(t *testing.T) {
	masks := []uint64{0, 1, 6, 1<<63 | 5}
	var list []Set
	for _, m := range masks {
		list = append(list, SetOfMask(m))
	}
	assert.Slice(t, Masks(append(list, SetOf(3, 64))), append(masks, 8))
}

// TestSetAgainstMap compares every operation with a Go map of nodes.
func TestSetAgainstMap(t *testing.T) {
	nodes := rapid.SliceOfDistinct(rapid.IntRange(0, 200), rapid.ID[int])
	rapid.Check(t, func(t *rapid.T) {
		a, b := nodes.Draw(t, "a"), nodes.Draw(t, "b")
		s, u := SetOf(a...), SetOf(b...)
		inA, inB := map[int]bool{}, map[int]bool{}
		for _, v := range a {
			inA[v] = true
		}
		for _, v := range b {
			inB[v] = true
		}
		same := func(what string, got Set, want func(v int) bool) {
			var list []int
			for v := range 201 {
				if want(v) {
					list = append(list, v)
				}
				if got.Has(v) != want(v) {
					t.Fatalf("%s: Has(%d)", what, v)
				}
			}
			if !slices.Equal(got.Nodes(), list) || got.Len() != len(list) || got.Empty() != (len(list) == 0) {
				t.Fatalf("%s: %v, want %v", what, got.Nodes(), list)
			}
			assert.MustTrue(t, got.Equal(SetOf(list...)), "%s: not in normal form", what)
		}
		same("set", s, func(v int) bool { return inA[v] })
		same("union", s.Union(u), func(v int) bool { return inA[v] || inB[v] })
		same("intersection", s.Intersect(u), func(v int) bool { return inA[v] && inB[v] })
		same("difference", s.Minus(u), func(v int) bool { return inA[v] && !inB[v] })
		if s.Intersects(u) != !s.Intersect(u).Empty() || s.SubsetOf(u) != s.Minus(u).Empty() || s.Equal(u) != maps.Equal(inA, inB) {
			t.Fatal("predicates")
		}
		text := assert.Got(json.Marshal(s))(t)
		var back Set
		if err := json.Unmarshal(text, &back); err != nil || !back.Equal(s) {
			t.Fatalf("%s: %v, %v", text, back, err)
		}
	})
}

func TestSetText(t *testing.T) {
	assert.Equal(t, SetOf(0, 6, 64).String(), "{1,7,65}")
	assert.Equal(t, (Set{}).String(), "{}")
	if !FullSet(64).Equal(SetOf(FullSet(64).Nodes()...)) || FullSet(64).Len() != 64 || FullSet(65).Len() != 65 || FullSet(0).Len() != 0 {
		t.Error("FullSet")
	}
	order := []Set{{}, SetOf(0, 1), SetOf(0, 1, 2), SetOf(0, 2), SetOf(1)}
	assert.True(t, slices.IsSortedFunc(order, Set.Compare), "Compare")
	for _, bad := range []string{"[0]", "[1,1]", "[-3]", "[16777217]", `["a"]`} {
		var s Set
		assert.Fails(t, json.Unmarshal([]byte(bad), &s), "", "%s was read as %v", bad, s)
	}
}

func TestNodeText(t *testing.T) {
	text, err := json.Marshal(map[Node]Index{0: 4})
	if err != nil || string(text) != `{"1":5}` {
		t.Errorf("%s, %v", text, err)
	}
	var v Node
	if err := json.Unmarshal([]byte("7"), &v); err != nil || v != 6 {
		t.Errorf("%d, %v", v, err)
	}
}

func TestFamilyErrors(t *testing.T) {
	for _, c := range []struct {
		n       int
		quorums [][]int
		want    string
	}{
		{0, nil, "n = 0 is out of range 1..16777216"},
		{MaxNodes + 1, nil, "n = 16777217 is out of range 1..16777216"},
		{3, [][]int{{0}, {}}, "quorum 2 is empty"},
		{3, [][]int{{0, 3}}, "quorum 1 holds node 4; nodes are 1..3"},
		{3, [][]int{{-1}}, "quorum 1 holds node 0; nodes are 1..3"},
		{3, [][]int{{2, 1, 2}}, "quorum 1 holds node 3 twice"},
	} {
		_, err := NewFamily(c.n, c.quorums)
		if err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	// A refused quorum leaves the builder as it was.
	b, _ := NewFamilyBuilder(3)
	_ = b.Add(2, 1)
	_ = b.Add(0, 9)
	if f := b.Family(); f.Len() != 1 || f.Incidences() != 2 {
		t.Errorf("%v", f)
	}
}

// TestLabelIsUnambiguous: a name that holds a separator of names, or cannot be printed, stands in
// quotes.
func TestLabelIsUnambiguous(t *testing.T) {
	names := []string{"a", "a,b", "c d", "{", "", "x\n", "größe.7", `q"r`}
	assert.Equal(t, FullSet(9).Label(names), `{a,"a,b","c d","{","","x\n",größe.7,q"r,9}`, "label")
}

// Two different sets never have the same label, whatever their nodes are called, and printing a
// label does no harm.
func TestLabelsDiffer(t *testing.T) {
	names := rapid.SliceOfNDistinct(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"1", "2", "3", "4", "01", "+1", `"1"`, "a", "a,b", "b", "{a}", "a b", "", " ", "\x1b", `\x1b`, `"\x1b"`, "e\u0301", "\u00e9", "\u202e", "\xff", "\ufffd",
	})), 4, 4, rapid.ID[string])
	subsets := rapid.SliceOfDistinct(rapid.IntRange(0, 3), rapid.ID[int])
	rapid.Check(t, func(t *rapid.T) {
		names := names.Draw(t, "names")
		a, b := SetOf(subsets.Draw(t, "a")...), SetOf(subsets.Draw(t, "b")...)
		if (a.Label(names) == b.Label(names)) != a.Equal(b) {
			t.Fatalf("%q: %v and %v are %s and %s", names, a, b, a.Label(names), b.Label(names))
		}
		// Nor is it the label of another set by numbers.
		if label := a.Label(names); label == b.Label(nil) && !a.Equal(b) {
			t.Fatalf("%q: %v is %s", names, a, label)
		}
		for _, r := range a.Label(names) {
			if !strconv.IsPrint(r) {
				t.Fatalf("%q: %q", names, a.Label(names))
			}
		}
	})
}
