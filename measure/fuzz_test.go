package measure_test

import (
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/measure"
	"coterie/quorum"
)

// maskFamily is a family of at most 8 nodes as bits, for oracles that take definitions at their
// word.
type maskFamily []uint

func (f maskFamily) meets(s uint) bool {
	return !slices.ContainsFunc(f, func(q uint) bool { return q&s == 0 })
}

func (f maskFamily) inside(s uint) bool {
	return slices.ContainsFunc(f, func(q uint) bool { return q&^s == 0 })
}

// antichain says that no quorum contains another one, or is repeated.
func (f maskFamily) antichain() bool {
	for i, q := range f {
		for j, r := range f {
			if i != j && q&^r == 0 {
				return false
			}
		}
	}
	return true
}

// transversals are the minimal sets that meet every quorum.
func (f maskFamily) transversals(n int) (all maskFamily) {
	for s := uint(1); s < 1<<n; s++ {
		minimal := f.meets(s)
		for v := range n {
			minimal = minimal && (s>>v&1 == 0 || !f.meets(s&^(1<<v)))
		}
		if minimal {
			all = append(all, s)
		}
	}
	return all
}

// disjoint returns the greatest number of quorums that are disjoint from each other and from used.
func (f maskFamily) disjoint(used uint) (most int) {
	for i, q := range f {
		if q&used == 0 {
			most = max(most, 1+f[i+1:].disjoint(used|q))
		}
	}
	return most
}

// dominated reports whether a set meets all quorums of the other cartels (of the only one) and
// contains no quorum of its own cartel.
func dominatedMasks(cartels []maskFamily, n int) bool {
	for i := range cartels {
		for s := range uint(1) << n {
			all := !cartels[i].inside(s)
			for j, other := range cartels {
				all = all && (j == i && len(cartels) > 1 || other.meets(s))
			}
			if all {
				return true
			}
		}
	}
	return false
}

// FuzzSmallSystems compares everything that packages quorum and measure say of a small system with
// the definitions: the first byte says how many nodes and cartels there are, each other one is a
// quorum.
func FuzzSmallSystems(f *testing.F) {
	for _, seed := range [][]byte{
		{6, 0b0000111, 0b0011001, 0b1100001, 0b0101010, 0b1010010, 0b1001100, 0b0110100}, // the Fano plane
		{4, 0b00011, 0b00101, 0b01001, 0b10001, 0b11110},
		{3, 0b0011, 0b1100},
		{3 + 8, 0b0011, 0b0101, 0b1100, 0b1010},
		{3 + 16, 0b0011, 0b0101, 0b1001, 0b1100, 0b1010, 0b0110},
		{0, 1, 1},
		{7, 0xff, 0x0f, 0xf0, 0x0f},
		{5, 1, 2, 4, 8, 16, 32},
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 || len(data) > 14 {
			t.Skip()
		}
		n, m := 1+int(data[0])%8, 1+int(data[0])/8%3
		masks := make([]maskFamily, m)
		for i, b := range data[1:] {
			if q := uint(b) % (1 << n); q != 0 {
				masks[i%m] = append(masks[i%m], q)
			}
		}
		var cartels []quorum.Family
		for _, list := range masks {
			if len(list) == 0 {
				t.Skip()
			}
			family := assert.Got(quorum.FamilyOfMasks(n, list))(t)
			cartels = append(cartels, family)
		}
		var s quorum.Structure
		var err error
		if m == 1 {
			s, err = quorum.NewSystem("", cartels[0], quorum.SystemOptions{})
		} else {
			s, err = quorum.NewGroupSystem("", cartels, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		comparesProperties(t, s, masks)
		comparesFigures(t, s, n, masks)
		for g, list := range masks {
			comparesDual(t, cartels[g], list, n)
		}
	})
}

func truthOf(holds bool) quorum.Truth {
	if holds {
		return quorum.Holds
	}
	return quorum.Fails
}

// comparesProperties compares every answer of Check that has an oracle here.
func comparesProperties(t *testing.T, s quorum.Structure, cartels []maskFamily) {
	n, meet, minimal, even, asked := s.N(), true, true, true, make([]int, s.N())
	for i, f := range cartels {
		minimal = minimal && f.antichain()
		for _, q := range f {
			even = even && bits.OnesCount(q) == bits.OnesCount(cartels[0][0])
			for j, other := range cartels {
				if i != j || len(cartels) == 1 {
					meet = meet && other.meets(q)
				}
			}
			for v := range n {
				asked[v] += int(q >> v & 1)
			}
		}
	}
	want := map[quorum.Property]bool{
		quorum.Intersection: meet, quorum.CrossIntersection: meet,
		quorum.Minimality: minimal, quorum.CartelMinimality: minimal,
		quorum.EqualEffort: even, quorum.EqualResponsibility: slices.Min(asked) == slices.Max(asked),
	}
	for _, p := range quorum.Check(t.Context(), s, quorum.Options{Jobs: 2}).Properties {
		if holds, known := want[p.Property]; known && p.Holds != truthOf(holds) {
			t.Errorf("%v: %v, %s; the definition says %v", p.Property, p.Holds, p.Reason, holds)
		}
	}
}

// comparesFigures compares the figures of Measure.
func comparesFigures(t *testing.T, s quorum.Structure, n int, cartels []maskFamily) {
	r := assert.Got(measure.Measure(t.Context(), quorum.KnownOf(s), measure.Options{Jobs: 1}))(t)
	figures := []*measure.FamilyFigures{r.FamilyFigures}
	if r.GroupFigures != nil {
		figures = nil
		for i := range r.Cartels {
			figures = append(figures, &r.Cartels[i].FamilyFigures)
		}
	}
	if r.Intersecting == quorum.Holds && len(r.Open()) > 0 {
		t.Errorf("of so small a system it does not know %v: %v", r.Open(), r.Reasons)
	}
	if r.Nondominated != quorum.Unknown && r.Nondominated != truthOf(!dominatedMasks(cartels, n)) {
		t.Errorf("nondominated: %v", r.Nondominated)
	}
	for g, f := range cartels {
		figures := figures[g]
		least := n
		for _, s := range f.transversals(n) {
			least = min(least, bits.OnesCount(s))
		}
		if figures.Resilience == nil || *figures.Resilience != least-1 {
			t.Errorf("cartel %d: resilience %v, want %d", g, figures.Resilience, least-1)
		}
		live := make([]int64, n+1)
		for s := range uint(1) << n {
			if f.inside(s) {
				live[bits.OnesCount(s)]++
			}
		}
		for k, count := range figures.LiveSets {
			if count.Cmp(big.NewInt(live[k])) != 0 || len(figures.LiveSets) != n+1 {
				t.Errorf("cartel %d: %v live sets of size %d, want %d", g, count, k, live[k])
			}
		}
		if figures.LiveSets == nil || figures.Load == nil {
			t.Fatalf("cartel %d: no live sets or no load: %v", g, r.Reasons)
		}
		comparesLoad(t, n, f, figures)
		if r.GroupFigures != nil {
			if degree := r.Cartels[g].Degree; degree == nil || *degree != f.disjoint(0) {
				t.Errorf("cartel %d: degree %v, want %d", g, degree, f.disjoint(0))
			}
		}
	}
}

// comparesLoad adds up both proofs of a load.
func comparesLoad(t *testing.T, n int, f maskFamily, figures *measure.FamilyFigures) {
	one := bounds.Integer(1).Rat()
	sum, asked := new(big.Rat), make([]*big.Rat, n)
	for v := range n {
		asked[v] = new(big.Rat)
	}
	for _, c := range figures.Strategy {
		sum.Add(sum, c.Weight.Rat())
		for v := range n {
			if f[c.Quorum]>>v&1 == 1 {
				asked[v].Add(asked[v], c.Weight.Rat())
			}
		}
		if c.Weight.Rat().Sign() <= 0 {
			t.Errorf("weight %v in the strategy", c.Weight)
		}
	}
	busiest := slices.MaxFunc(asked, (*big.Rat).Cmp)
	if sum.Cmp(one) != 0 || busiest.Cmp(figures.Load.Rat()) != 0 {
		t.Errorf("the strategy sums to %v, and asks the busiest node with %v; the load is %v", sum, busiest, figures.Load)
	}
	sum.SetInt64(0)
	for _, w := range figures.NodeWeights {
		sum.Add(sum, w.Rat())
		if w.Rat().Sign() < 0 {
			t.Errorf("node weight %v", w)
		}
	}
	assert.SameNumber(t, sum, one, "the node weights sum to")
	for _, q := range f {
		weight := new(big.Rat)
		for v := range n {
			if q>>v&1 == 1 {
				weight.Add(weight, figures.NodeWeights[v].Rat())
			}
		}
		if weight.Cmp(figures.Load.Rat()) < 0 {
			t.Errorf("quorum %b weighs %v, less than the load %v", q, weight, figures.Load)
		}
	}
}

// comparesDual compares the minimal transversals.
func comparesDual(t *testing.T, family quorum.Family, f maskFamily, n int) {
	dual := assert.Got(family.Dual(t.Context(), 1<<n))(t)
	var got maskFamily
	for _, q := range dual.All() {
		var s uint
		for _, v := range q {
			s |= 1 << v
		}
		got = append(got, s)
	}
	slices.Sort(got)
	assert.Slice(t, got, f.transversals(n), "minimal transversals")
}
