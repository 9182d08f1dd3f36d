package liars

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// lie reports by the definitions of Malkhi and Reiter whether sets that may lie are borne, for each
// of Kinds: by masks.
func lie(families [][]uint64, faulty []uint64) (ok [3]bool) {
	ok = [3]bool{true, true, true}
	size := func(x uint64) int { return quorum.SetOfMask(x).Len() }
	for i, f := range families {
		for _, b := range faulty {
			if !slices.ContainsFunc(f, func(q uint64) bool { return q&b == 0 }) {
				return [3]bool{}
			}
		}
		for j, g := range families {
			if len(families) > 1 && i == j {
				continue
			}
			for _, q := range f {
				for _, r := range g {
					for _, b := range faulty {
						ok[0] = ok[0] && q&r&^b != 0
						told := size(q & r &^ b)
						ok[2] = ok[2] && told >= size(r&b|r&^q) && told > size(r&b)
						for _, c := range faulty {
							ok[1] = ok[1] && q&r&^b&^c != 0
						}
					}
				}
			}
		}
	}
	return ok
}

// random returns families of sets of n nodes that meet, mostly, across families or within one.
func random(rng *rand.Rand, n int) (masks [][]uint64) {
	for range 1 + rng.IntN(3)/2 {
		var f []uint64
		for range 1 + rng.IntN(6) {
			x := uint64(1+rng.IntN(1<<n-1)) | uint64(rng.IntN(1<<n))
			if !slices.Contains(f, x) {
				f = append(f, x)
			}
		}
		masks = append(masks, f)
	}
	return masks
}

func TestByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 1))
	var seen [2][3]int
	for round := range assert.Sized(300, 5000) {
		n := 2 + rng.IntN(6)
		masks := random(rng, n)
		var lists []quorum.Family
		for _, f := range masks {
			lists = append(lists, assert.Got(quorum.FamilyOfMasks(n, f))(t))
		}
		var f Faulty
		var faulty []uint64
		if round%2 == 0 {
			f.Any = rng.IntN(3)
			for x := range uint64(1) << n {
				if quorum.SetOfMask(x).Len() == min(n, f.Any) {
					faulty = append(faulty, x)
				}
			}
		} else {
			for range 1 + rng.IntN(3) {
				faulty = append(faulty, uint64(rng.IntN(1<<n)&rng.IntN(1<<n)))
				f.Sets = append(f.Sets, quorum.SetOfMask(faulty[len(faulty)-1]))
			}
		}
		want := lie(masks, faulty)
		for k, v := range Judge(t.Context(), lists, f, 1+rng.IntN(2)) {
			assert.Equal(t, v.Holds == quorum.Holds, want[k], "%v of %v, %v: %s %s", f, lists, v.Property, v.Holds, v.Reason)
			seen[round%2][k]++
			if v.Holds == quorum.Fails { // the evidence shows it
				assert.True(t, v.Witness != nil && v.Reason != "", "%v", v)
				part := [][]uint64{}
				for _, q := range v.Witness.Sets {
					part = append(part, []uint64{maskOf(q)})
				}
				liars := []uint64{0}
				for _, b := range v.Witness.Liars {
					assert.True(t, f.Sets == nil && b.Len() <= f.Any || slices.ContainsFunc(f.Sets, b.Equal), "%v may lie", b)
					liars = append(liars, maskOf(b))
				}
				if len(part) == 2 {
					both := [][]uint64{append(part[0], part[1]...)}
					assert.True(t, !lie(both, liars)[k], "%v of %v: %v", f, lists, v.Witness)
				}
			}
		}
		if f.Sets == nil {
			shared, err := Find(t.Context(), lists, 2)
			sizes := [3]int{}
			for b := 0; ; b++ {
				var any []uint64
				for x := range uint64(1) << n {
					if quorum.SetOfMask(x).Len() == b {
						any = append(any, x)
					}
				}
				ok := lie(masks, any)
				for k := range ok {
					if ok[k] {
						sizes[k] = b + 1
					}
				}
				if ok == [3]bool{} {
					break
				}
			}
			assert.NoError(t, err)
			g := shared.Greatest(resilience(masks, n))
			for k, got := range []*int{g.Dissemination, g.Masking, g.Opaque} {
				b := 0
				if got != nil {
					b = *got + 1
				}
				assert.Equal(t, b, sizes[k], "the greatest number of liars, and one, of %v", lists)
			}
		}
	}
	t.Log(seen)
}

func maskOf(s quorum.Set) (mask uint64) {
	for v := range s.All() {
		mask |= 1 << v
	}
	return mask
}

// resilience returns the most nodes that, whichever they are, leave a quorum in each family.
func resilience(families [][]uint64, n int) int {
	least := n
	for x := range uint64(1) << n {
		for _, f := range families {
			if !slices.ContainsFunc(f, func(q uint64) bool { return q&x == 0 }) {
				least = min(least, quorum.SetOfMask(x).Len())
			}
		}
	}
	return least - 1
}

// TestFormulas: closed forms have the values of lists.
func TestFormulas(t *testing.T) {
	for _, texts := range [][]string{
		{"a"}, {"choose(3,a,b,c,d)"}, {"choose(5,a,b,c,d,e,f,g)"}, {"a*b+c*d"}, {"(a+b)*(c+d)*e"},
		{"choose(2,choose(2,a,b,c),choose(2,d,e,f),choose(2,g,h,i))"}, {"choose(3,2:a,b,c,d)"}, {"choose(4,3:a,2:b,2:c,d)"},
		{"choose(2,a,b*c,choose(2,d,e,f),g*h)"}, {"choose(3,choose(4,a,b,c,d,e),choose(4,f,g,h,i,j),choose(4,k,l,m,n,o),p)"},
		{"choose(4,a,b,c,d,e,f)", "choose(3,a,b,c,d,e,f)"}, {"a*b+c*d", "(a+b)*(c+d)"}, {"choose(2,a,b*c,d)", "choose(2,a,b+c,d)"},
	} {
		var formulas []quorum.Quorums
		var lists []quorum.Family
		for _, text := range texts {
			f, _, err := quorum.ParseFormula(text)
			assert.NoError(t, err, "%v", text)
			formulas = append(formulas, f)
			lists = append(lists, assert.Got(f.MinimalSets(t.Context(), 10000))(t))
		}
		a, b := assert.Got(Find(t.Context(), formulas, 1))(t, "%v", texts), assert.Got(Find(t.Context(), lists, 1))(t)
		assert.Equal(t, a.Least, b.Least, "%v", texts)
		assert.Equal(t, a.Pair.Sets[0].Intersect(a.Pair.Sets[1]).Len(), a.Least, "the pair of %v", texts)
		for i, q := range a.Pair.Sets {
			assert.True(t, slices.ContainsFunc(lists[i%len(lists)].Sets(), func(r quorum.Set) bool { return r.SubsetOf(q) }), "%v is a quorum of %v", q, texts)
		}
		if a.Open == nil {
			assert.Equal(t, a.Slack, b.Slack, "%v", texts)
		}
		for out := range uint64(1) << min(6, lists[0].N()) {
			set, least := quorum.SetOfMask(out*37%(1<<min(12, lists[0].N()))), lists[0].N()
			for _, q := range lists[0].Sets() {
				for _, r := range lists[len(lists)-1].Sets() {
					least = min(least, q.Intersect(r).Minus(set).Len())
				}
			}
			a, b := assert.Got(FindOutside(t.Context(), formulas, set, 1))(t), assert.Got(FindOutside(t.Context(), lists, set, 1))(t)
			assert.Equal(t, a.Least, least, "%v outside %v", texts, set)
			assert.Equal(t, b.Least, least, "%v outside %v", texts, set)
			assert.Equal(t, a.Pair.Sets[0].Intersect(a.Pair.Sets[1]).Minus(set).Len(), least, "the pair of %v outside %v", texts, set)
		}
	}
	big := assert.Got(Find(t.Context(), []quorum.Formula{quorum.Choose(15001, quorum.Leaves(quorum.FullSet(20000).Nodes())...)}, 1))(t)
	assert.Equal(t, big.Least, 10002, "of 20000 nodes")
	assert.Equal(t, *big.Greatest(4999).Masking, 4999, "3/4 of the nodes mask almost a quarter")
}
