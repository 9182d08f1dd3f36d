package fleet

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/solve/sets"
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
