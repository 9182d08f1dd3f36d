package quorum

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// naiveForGood plays the game of JudgeForGood by its definition: a position has a number for each
// process, 0 outside and else its quorum and resource. Positions with a move that has no answer
// left are taken away until none is.
func naiveForGood(alpha [][]int, families [][]Set) bool {
	safe := map[string][]int{}
	quorum := func(u, code int) Set { return families[u][(code-1)/8] }
	free := func(at []int, q Set, r int) (disjoint, unused bool) {
		disjoint, unused = true, true
		for u, code := range at {
			if code > 0 {
				disjoint, unused = disjoint && !quorum(u, code).Intersects(q), unused && (code-1)%8 != r
			}
		}
		return disjoint, unused
	}
	var list func(at []int)
	list = func(at []int) {
		if len(at) == len(alpha) {
			safe[fmt.Sprint(at)] = slices.Clone(at)
			return
		}
		list(append(at, 0))
		for x, q := range families[len(at)] {
			for _, r := range alpha[len(at)] {
				if disjoint, unused := free(at, q, r); disjoint && unused {
					list(append(at, 1+8*x+r))
				}
			}
		}
	}
	list(nil)
	stays := func(at []int, u, code int) bool {
		next := slices.Clone(at)
		next[u] = code
		return safe[fmt.Sprint(next)] != nil
	}
	answered := func(at []int) bool {
		for u, code := range at {
			if code > 0 && !stays(at, u, 0) {
				return false
			}
			for x, q := range families[u] {
				if disjoint, _ := free(at, q, -1); code == 0 && disjoint && !slices.ContainsFunc(alpha[u], func(r int) bool { return stays(at, u, 1+8*x+r) }) {
					return false
				}
			}
		}
		return true
	}
	for before := -1; before != len(safe); {
		before = len(safe)
		for key, at := range safe {
			if !answered(at) {
				delete(safe, key)
			}
		}
	}
	return len(safe) > 0
}

// TestForGood compares with the definition on all structures of three processes and three resources
// with any families on two nodes, and on random ones of four nodes.
func TestForGood(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 1))
	seen := map[string]int{}
	judge := func(masks []int, n int, family func(group int) (sets []int)) {
		var alpha [][]int
		for _, mask := range masks {
			alpha = append(alpha, SetOfMask(mask).Nodes())
		}
		plain := assert.Got(NewSharingStructure("", 3, alpha, n, nil, nil))(t)
		families, own := []GroupFamily(nil), make([][]Set, len(alpha))
		for x, group := range plain.Groups() {
			f := assert.Got(FamilyOfMasks(n, family(x)))(t)
			families = append(families, GroupFamily{group, f})
			for _, u := range group {
				own[u] = f.Sets()
			}
		}
		h := JudgeForGood(ctx, assert.Got(NewSharingStructure("", 3, alpha, n, families, nil))(t))
		assert.MustEqual(t, h.Holds == Holds, naiveForGood(alpha, own), "%v, %v: %+v", alpha, families, h)
		kind, _, _ := strings.Cut(h.Reason, " ")
		seen[kind+h.Holds.String()]++
	}
	for code := 0; code < 7*7*7*7*7*7; code += assert.Sized(101, 1) { // three α, and three sets of the sets 1, 2, 3
		masks := []int{1 + code%7, 1 + code/7%7, 1 + code/49%7}
		if slices.IsSorted(masks) {
			judge(masks, 2, func(group int) (sets []int) {
				for x := range SetOfMask(1 + code/[]int{343, 2401, 16807}[group]%7).All() {
					sets = append(sets, 1+x)
				}
				return sets
			})
		}
	}
	for range assert.Sized(300, 3000) {
		masks := []int{1 + random.IntN(7), 1 + random.IntN(7), 1 + random.IntN(7), 1 + random.IntN(7)}
		judge(masks, 4, func(int) (sets []int) {
			for range 1 + random.IntN(4) {
				sets = append(sets, 1+random.IntN(15))
			}
			return sets
		})
	}
	for _, kind := range []string{"eachholds", "theholds", "aholds", "everyfails"} {
		assert.True(t, seen[kind] > 5, "%s: %v", kind, seen)
	}
}

// TestStrategyIsChecked: a strategy without one of its moves, or with a move that is not allowed,
// defeats nobody.
func TestStrategyIsChecked(t *testing.T) {
	pairs := [][]int{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}}
	both, one := assert.Got(NewFamily(4, pairs))(t), assert.Got(NewFamily(4, pairs[:1]))(t)
	s := assert.Got(NewSharingStructure("", 2, [][]int{{0, 1}, {0}, {1}}, 4,
		[]GroupFamily{{[]int{0}, both}, {[]int{1}, one}, {[]int{2}, one}}, nil))(t)
	h := JudgeForGood(ctx, s)
	assert.MustEqual(t, h.Holds, Fails)
	assert.Equal(t, len(h.Sequence), 2, "%s", h.Reason)
	assert.True(t, h.Strategy.defeats(s, nil))
	for _, wrong := range []HandoutMove{
		{h.Strategy.Process, h.Strategy.Quorum, h.Strategy.Replies[1:]},
		{h.Strategy.Process, SetOf(0, 1, 2), h.Strategy.Replies},
		{h.Strategy.Process, Set{}, h.Strategy.Replies[:1]},
	} {
		assert.True(t, !wrong.defeats(s, nil), "%+v", wrong)
	}
	none := assert.Got(NewSharingStructure("", 2, [][]int{{0, 1}}, 0, nil, nil))(t)
	assert.Equal(t, JudgeForGood(ctx, none).Holds, Unknown)
}

// TestForGoodBeyondReach: of more positions than are gone through nothing is said.
func TestForGoodBeyondReach(t *testing.T) {
	assert.Long(t, "a second of CPU")
	var path [][]int
	for v := range 13 {
		path = append(path, []int{v, v + 1})
	}
	f := assert.Got(NewFamily(14, path))(t)
	group := FullSet(8).Nodes()
	s := assert.Got(NewSharingStructure("", 7, slices.Repeat([][]int{FullSet(7).Nodes()}, 8), 14, []GroupFamily{{group, f}}, nil))(t)
	h := JudgeForGood(ctx, s)
	assert.Equal(t, h.Holds, Unknown)
	assert.Contains(t, h.Reason, "more than 50000 positions")
}
