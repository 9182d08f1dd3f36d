package quorum

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// TestWritesMeetAgainstDefinition: random formulas, listed and not, against all pairs of their
// minimal sets; the pair without a common node is a pair of minimal sets.
func TestWritesMeetAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	seen := map[Truth]int{}
	for trial := range 600 {
		n := 1 + r.IntN(9)
		f := randomFormula(r, r.Perm(n), trial%3 != 0, 3).Over(n)
		minimal := naiveMinimal(f)
		want := Holds
		for i, a := range minimal {
			for _, b := range minimal[:i] {
				if !a.Intersects(b) {
					want = Fails
				}
			}
		}
		seen[want]++
		list := assert.Got(f.MinimalSets(t.Context(), 1000))(t)
		for _, q := range []Quorums{f, list} {
			v := JudgeWritesMeet(t.Context(), q, Options{})
			if v.Holds != want || v.Property != WritesMeet {
				t.Fatalf("%v: %v, want %v", f, v, want)
			}
			if want == Holds {
				continue
			}
			a, b := v.Witness.Sets[0], v.Witness.Sets[1]
			if a.Intersects(b) || !isIn(minimal, a) || !isIn(minimal, b) {
				t.Fatalf("%v: the witness is %v and %v", f, a, b)
			}
		}
	}
	if seen[Holds] < 50 || seen[Fails] < 50 {
		t.Errorf("too few of one kind: %v", seen)
	}
}

func isIn(sets []Set, s Set) bool {
	return slices.ContainsFunc(sets, func(t Set) bool { return t.Equal(s) })
}

// TestWritesMeetBeyondLists: formulas of more quorums than can be listed are judged by their form,
// and where that cannot tell, the answer is open and says why.
func TestWritesMeetBeyondLists(t *testing.T) {
	leaves := func(from, to int) (list []Formula) {
		for v := from; v < to; v++ {
			list = append(list, Leaf(v))
		}
		return list
	}
	votes := make([]int, 60) // all even, so that no side has half of 60 votes less one
	for i := range votes {
		votes[i] = 2 + 2*(i%3)
	}
	var row []Formula
	for r := range 10 {
		row = append(row, And(leaves(10*r, 10*r+10)...))
	}
	rows := Or(row...)
	half := Choose(50, leaves(0, 100)...)
	twice := And(Or(half, Choose(49, leaves(0, 98)...)), Choose(40, leaves(0, 80)...))
	for _, c := range []struct {
		name   string
		writes Formula
		want   Truth
		reason string
	}{
		{"majority", Choose(51, leaves(0, 101)...), Holds, "form"},
		{"half", half, Fails, "share no node"},
		{"half, and one more node", And(half, Leaf(100)), Holds, "form"},
		{"majority, where nodes occur twice", Choose(2, Choose(51, leaves(0, 101)...), Choose(50, leaves(0, 99)...), Leaf(0)), Holds, "form"},
		{"votes", Votes(120, votes, leaves(0, 60)...), Fails, "share no node"},
		{"votes above half", Votes(121, votes, leaves(0, 60)...), Holds, "form"},
		{"a formula and its dual", And(rows, rows.Dual()), Holds, "form"},
		{"nodes twice", twice, Unknown, "minimal quorums"},
	} {
		v := JudgeWritesMeet(t.Context(), c.writes, Options{})
		if v.Holds != c.want || !strings.Contains(v.Reason, c.reason) || v.Limit != (c.want == Unknown) {
			t.Errorf("%s: %+v", c.name, v)
		}
		if v.Holds == Fails && v.Witness.Sets[0].Intersects(v.Witness.Sets[1]) {
			t.Errorf("%s: %v", c.name, v.Witness.Sets)
		}
	}
}

// TestWritesSentence: each answer names the uses of the system.
func TestWritesSentence(t *testing.T) {
	names := []string{"a", "b", "c"}
	for _, c := range []struct {
		writes Quorums
		want   []string
	}{
		{mustFamily(3, []int{1, 2}, []int{2, 3}), []string{"every two writes meet: safe for locks"}},
		{mustFamily(3, []int{1, 2}, []int{3}), []string{"the writes {a,b} and {c} share no node: safe for writes that first read", "Flexible Paxos", "not for locks"}},
		{Known{Nodes: 3, Kind: KindSystem}, []string{"not known whether every two writes meet (neither"}},
	} {
		got := JudgeWritesMeet(t.Context(), c.writes, Options{}).WritesSentence(names)
		for _, want := range c.want {
			assert.Contains(t, got, want)
		}
	}
}
