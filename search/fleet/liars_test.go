package fleet

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/solve/sets"
	"coterie/measure/liars"
	"coterie/quorum"
	"coterie/search"
)

// besideLiars returns the systems of n nodes for any so many liars, by the definition: for every
// family of reads the writes that share enough nodes with each.
func besideLiars(t *testing.T, n int, l *fleet.Liars) (all []fleet.System) {
	for _, f := range fleets.Functions(n) {
		writes := sets.NewTable(n)
		for set := range 1 << n {
			enough := true
			for _, read := range sets.AppendMinimal[uint64](nil, f) {
				enough = enough && quorum.SetOfMask(read).Intersect(quorum.SetOfMask(set)).Len() >= l.Shared
			}
			if enough {
				writes.Add(set)
			}
		}
		if writes.Len() > 0 {
			all = append(all, fleet.System{Name: "one", Reads: fleets.Family(t, f), Writes: fleets.Family(t, writes)})
		}
	}
	return all
}

// TestLiars compares plans with all systems.
func TestLiars(t *testing.T) {
	for n, kind := range map[int]string{4: "dissemination", 5: "masking"} {
		l := fleets.Read(t, "nodes: [a]\nrequire: {liars: {kind: "+kind+"}}").Require.Liars
		all, rng := besideLiars(t, n, l), rand.New(rand.NewPCG(33, uint64(n)))
		for range assert.Sized(2, 10) {
			f := fleets.Random(rng, n, 1)
			f.Require.Liars = l
			a := assert.Got(Plan(t.Context(), f, Options{}))(t)
			crash := *f
			crash.Require = fleet.Requirements{SurviveNodes: 1} // a silent liar
			best := fleets.Best(t, &crash, fleet.Load, all...)
			assert.MustEqual(t, a.Verdict, search.Found)
			assert.SameNumber(t, a.Entries[0].Value(fleet.Load), best)
			assert.True(t, a.Bound.Cmp(best) <= 0 && (n == 4 || a.Optimal), "the bound %v of %v", a.Bound, best)
		}
	}
}

// TestLyingSets compares plans beside random sets that may lie with all systems, by the definition:
// no writes share a node with a read outside all unions of two sets, or of one, and without each
// set and each node that is down a read and a write live.
func TestLyingSets(t *testing.T) {
	rng, seen := rand.New(rand.NewPCG(41, 1)), map[search.Verdict]int{}
	for round := range assert.Sized(16, 60) {
		n := 4 + round%8/7 // 5 now and then
		functions, f := fleets.Functions(n), fleets.Random(rng, n, 1)
		kind, down := liars.Kinds()[round%2], round/2%3/2
		var may, apart []quorum.Set
		for range 1 + rng.IntN(4) {
			may = append(may, quorum.SetOfMask(1<<rng.IntN(n)|rng.IntN(2)<<rng.IntN(n)))
		}
		for _, b := range may {
			for _, c := range may {
				if kind == quorum.Masking || b.Equal(c) {
					apart = append(apart, b.Union(c))
				}
			}
		}
		var all []fleet.System
		for _, reads := range functions {
			writes := sets.NewTable(n)
			for set := range 1 << n {
				missed := slices.ContainsFunc(sets.AppendMinimal[uint64](nil, reads), func(read uint64) bool {
					return slices.ContainsFunc(apart, func(b quorum.Set) bool { return read&uint64(set)&^b.Mask() == 0 })
				})
				if !missed {
					writes.Add(set)
				}
			}
			if !slices.ContainsFunc(may, func(b quorum.Set) bool {
				for v := range n {
					left := (1<<n - 1) &^ int(b.Mask()) &^ (down << v)
					if !reads.Has(left) || !writes.Has(left) {
						return true
					}
				}
				return false
			}) {
				all = append(all, fleet.System{Name: "one", Reads: fleets.Family(t, reads), Writes: fleets.Family(t, writes)})
			}
		}
		best := fleets.Best(t, f, fleet.Load, all...)
		l := *fleets.Read(t, "nodes: [a]\nrequire: {liars: [a]}").Require.Liars
		l.Kind, l.Sets, l.Nodes = kind, may, n
		covered := quorum.SetOf()
		for _, b := range may {
			covered = covered.Union(b)
		}
		l.Shared = l.Sharing(covered.Len() / n)
		f.Require = fleet.Requirements{Liars: &l, SurviveNodes: down}
		a := assert.Got(Plan(t.Context(), f, Options{Steps: -1}))(t)
		seen[a.Verdict]++
		assert.MustEqual(t, a.Verdict == search.ProvenAbsent, best == nil, "%v of %v, %d down: %v", kind, may, down, a.ConflictBy)
		if best == nil {
			continue
		}
		e := a.Entries[a.Best]
		assert.True(t, a.Bound.Cmp(best) <= 0 && best.Cmp(e.Value(fleet.Load)) <= 0, "%v of %v, %d down: %v of %v, bound %v", kind, may, down, e.Value(fleet.Load), best, a.Bound)
		assert.True(t, kind == quorum.Dissemination || a.Optimal, "%v of %v, %d down: %v, bound %v", kind, may, down, best, a.Bound)
		lists := []quorum.Family{assert.Got(fleet.Listed(t.Context(), e.System.Reads))(t), assert.Got(fleet.Listed(t.Context(), e.System.Writes))(t)}
		v := liars.Judge(t.Context(), lists, liars.Faulty{Sets: may}, 1)[round%2]
		assert.Equal(t, v.Holds, quorum.Holds, "%s", v.Reason)
	}
	assert.True(t, seen[search.Found] > 1 && seen[search.ProvenAbsent] > 1, "%v", seen)
}

// TestLiarsAbsent: the threshold of the kind is there from the fewest nodes on that bear the liars,
// with this load.
func TestLiarsAbsent(t *testing.T) {
	for text, load := range map[string]*big.Rat{
		"nodes: [{count: 8}]\nrequire: {liars: 2}":                                           nil,
		"nodes: [{count: 9}]\nrequire: {liars: 2}":                                           big.NewRat(7, 9),
		"nodes: [{count: 9}]\nrequire: {liars: 2, survive: {nodes: 1}}":                      nil,
		"nodes: [{count: 3}]\nrequire: {liars: {kind: dissemination}}":                       nil,
		"nodes: [{count: 7}]\nrequire: {liars: {nodes: 2, kind: dissemination}, same: true}": big.NewRat(5, 7),
	} {
		a := assert.Got(Plan(t.Context(), fleets.Read(t, text), Options{Steps: -1}))(t)
		assert.MustEqual(t, a.Verdict == search.ProvenAbsent, load == nil, "%s: %s", text, a.ConflictBy)
		if load != nil {
			m := a.Entries[a.Majority]
			assert.True(t, m.Keeps(), "%s: %s %v", text, m.System.Name, m.Fails)
			assert.SameNumber(t, m.Value(fleet.Load), load)
		}
	}
}

// TestTranslatesForLiars: 21 like nodes get the translates of seven residues of which each
// difference occurs twice.
func TestTranslatesForLiars(t *testing.T) {
	f := fleets.Read(t, "nodes: [{count: 21}]\nrequire: {liars: {kind: dissemination}, same: true}")
	a := assert.Got(Plan(t.Context(), f, Options{Steps: -1}))(t)
	assert.SameNumber(t, a.Entries[a.Best].Value(fleet.Load), big.NewRat(1, 3))
}
