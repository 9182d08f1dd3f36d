package measure

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/measure/availability"
	"coterie/measure/loads"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// readOnceFormula makes a random formula in which each of the given nodes occurs once.
func readOnceFormula(r *rand.Rand, nodes []int) quorum.Formula {
	if len(nodes) == 1 {
		return quorum.Leaf(nodes[0])
	}
	var parts []quorum.Formula
	for len(nodes) > 0 {
		take := 1 + r.IntN(max(1, len(nodes)-1))
		if r.IntN(3) > 0 {
			take = 1 + r.IntN(min(3, len(nodes)))
		}
		if len(parts) == 0 && take == len(nodes) {
			take--
		}
		parts = append(parts, readOnceFormula(r, nodes[:take]))
		nodes = nodes[take:]
	}
	votes, total := make([]int, len(parts)), 0
	most := 1 + r.IntN(3)
	for i := range votes {
		votes[i] = 1 + r.IntN(most)
	}
	switch w := len(parts) - 1; {
	case r.IntN(4) == 0 && w >= 2: // as in walls and trees
		for i := range votes {
			votes[i] = 1
		}
		votes[r.IntN(len(votes))] = w - 1
		return quorum.Votes(w, votes, parts...)
	case r.IntN(3) == 0: // a majority, so that all is intersecting now and then
		for _, v := range votes {
			total += v
		}
		return quorum.Votes(total/2+1, votes, parts...)
	}
	for _, v := range votes {
		total += v
	}
	return quorum.Votes(1+r.IntN(total), votes, parts...)
}

// formulaFigures are the figures of a formula, which is not listed.
type formulaFigures struct {
	quorum.Sizes
	Load        loads.Load
	Transversal transversals.Transversal
	Live        availability.LiveSets
	closed
	Packing transversals.Packing
	Reasons map[string]string
}

func figuresOf(ctx context.Context, f quorum.Formula) (r formulaFigures) {
	r.Reasons = map[string]string{}
	note := func(figure string, err error) {
		if err != nil {
			r.Reasons[figure] = err.Error()
		}
	}
	var err error
	if r.Sizes, err = sizesOfFormula(context.Background(), f); err != nil {
		r.Reasons["sizes"] = "?"
	}
	r.Load, err = loads.Find(ctx, f, loads.Options{})
	note("load", err)
	r.Transversal, err = transversals.Smallest(ctx, f, transversals.Options{})
	note("transversal", err)
	r.Live, err = availability.CountLive(ctx, f, availability.LiveOptions{})
	note("live", err)
	r.Packing, err = transversals.MaxDisjoint(ctx, f, transversals.PackingOptions{})
	note("degree", err)
	r.closed = closedFormsOf(ctx, f)
	return r
}

func closedFormsOf(ctx context.Context, cartels ...quorum.Formula) closed {
	return closedForms(ctx, cartels)
}

// splitOf returns the set that shows that quorums do not meet.
func splitOf(err error) quorum.Set {
	var input *quorum.InputError
	if !errors.As(err, &input) || len(input.Sets) != 1 {
		return quorum.Set{}
	}
	return input.Sets[0]
}

func bitSet(w, n int) quorum.Set {
	var nodes []int
	for v := range n {
		if w>>v&1 == 1 {
			nodes = append(nodes, v)
		}
	}
	return quorum.SetOf(nodes...)
}

// TestFormulaFigures: every figure of random read-once formulas against its definition.
func TestFormulaFigures(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	seen := map[string]int{}
	for range 500 {
		n := 1 + r.IntN(9)
		f := readOnceFormula(r, r.Perm(n)).Over(n + r.IntN(2))
		n = f.N()
		list := assert.Got(f.MinimalSets(t.Context(), 1_000_000))(t)
		got := figuresOf(t.Context(), f)
		if len(got.Reasons) > 0 {
			t.Errorf("%v: %+v", f, got.Reasons)
		}
		assert.SameNumber(t, got.Quorums, big.NewInt(int64(list.Len())), "%v: quorums", f)
		checkFormulaLoad(t, f, list, &got.Load)
		live := make([]int64, n+1)
		transversal, intersecting, witness := n+1, true, false
		for w := range 1 << n {
			s := bitSet(w, n)
			complement := quorum.FullSet(n).Minus(s)
			holds, other := f.Eval(s), f.Eval(complement)
			if holds {
				live[s.Len()]++
			}
			if !other {
				transversal = min(transversal, s.Len())
			}
			intersecting = intersecting && !(holds && other)
			witness = witness || !holds && !other
		}
		for s, v := range live {
			assert.SameNumber(t, got.Live.Counts[s], big.NewInt(v), "%v: live sets of %d nodes", f, s)
		}
		if tr := got.Transversal; tr.Size != transversal || !tr.Exact() || tr.Set.Len() != transversal || f.Eval(quorum.FullSet(n).Minus(tr.Set)) {
			t.Errorf("%v: transversal %v, want %d nodes", f, tr.Set, transversal)
		}
		d := got.Domination
		switch {
		case !intersecting:
			if split := splitOf(got.err); got.meets != quorum.Fails || !f.Eval(split) || !f.Eval(quorum.FullSet(n).Minus(split)) {
				t.Errorf("%v: intersecting %v, %v", f, got.meets, got.err)
			}
			seen["disjoint"]++
		case witness:
			if got.meets != quorum.Holds || !d.Dominated() || f.Eval(d.Witness) || f.Eval(quorum.FullSet(n).Minus(d.Witness)) {
				t.Errorf("%v: intersecting %v, witness %v, %+v", f, got.meets, d.Witness, d)
			}
			seen["dominated"]++
		default:
			if got.meets != quorum.Holds || d.Dominated() {
				t.Errorf("%v: intersecting %v, %+v", f, got.meets, d)
			}
			seen["nondominated"]++
		}
		if want := naiveDisjoint(list, 0, quorum.Set{}); got.Packing.Upper != want || len(got.Packing.Sets) != want {
			t.Errorf("%v: degree %d, want %d", f, got.Packing.Upper, want)
		}
		used := quorum.Set{}
		for _, q := range got.Packing.Sets {
			if q.Intersects(used) || !f.Eval(q) {
				t.Errorf("%v: %v are no disjoint quorums", f, got.Packing.Sets)
			}
			used = used.Union(q)
		}
		fail := make([]*big.Rat, n)
		for v := range fail {
			fail[v] = big.NewRat(int64(r.IntN(4)), int64(3+r.IntN(3)))
		}
		checkAvailability(t, f, fail)
	}
	if seen["disjoint"] < 50 || seen["dominated"] < 30 || seen["nondominated"] < 30 {
		t.Errorf("%v", seen)
	}
}

// naiveDisjoint returns the most quorums from place i on that are disjoint from each other and from
// used.
func naiveDisjoint(list quorum.Family, i int, used quorum.Set) int {
	best := 0
	for ; i < list.Len(); i++ {
		if q := list.Set(i); !q.Intersects(used) {
			best = max(best, 1+naiveDisjoint(list, i+1, used.Union(q)))
		}
	}
	return best
}

func checkAvailability(t *testing.T, f quorum.Formula, fail []*big.Rat) {
	t.Helper()
	want := new(big.Rat)
	for w := range 1 << f.N() {
		if !f.Eval(bitSet(w, f.N())) {
			continue
		}
		p := big.NewRat(1, 1)
		for v := range f.N() {
			if w>>v&1 == 1 {
				p.Mul(p, new(big.Rat).Sub(big.NewRat(1, 1), fail[v]))
			} else {
				p.Mul(p, fail[v])
			}
		}
		want.Add(want, p)
	}
	got, err := availability.At(t.Context(), f, fail, availability.LiveOptions{})
	if err != nil || got.Cmp(want) != 0 {
		t.Errorf("%v at %v: %v, want %v, %v", f, fail, got, want, err)
	}
}

// checkFormulaLoad adds up both certificates. list may be empty, where it would be too long: then
// the weight of the lightest quorum is found by the definition of the gates.
func checkFormulaLoad(t *testing.T, f quorum.Formula, list quorum.Family, load *loads.Load) {
	t.Helper()
	if load == nil {
		t.Errorf("%.80v: no load", f)
		return
	}
	value := load.Value.Rat()
	asked, sum := make([]*big.Rat, f.N()), new(big.Rat)
	for v := range asked {
		asked[v] = new(big.Rat)
	}
	for _, c := range load.Strategy {
		if c.Quorum != -1 || !f.Eval(c.Nodes) || c.Weight.Rat().Sign() <= 0 {
			t.Errorf("%.80v: %v with weight %v is no quorum", f, c.Nodes, c.Weight)
		}
		sum.Add(sum, c.Weight.Rat())
		for v := range c.Nodes.All() {
			asked[v].Add(asked[v], c.Weight.Rat())
		}
	}
	assert.SameNumber(t, sum, big.NewRat(1, 1), "%.80v: the strategy adds up to", f)
	for v, p := range asked {
		if p.Cmp(value) > 0 {
			t.Errorf("%.80v: node %v is asked with %v, more than the load %v", f, quorum.Node(v), p, value)
		}
	}
	if leaves := f.N(); len(load.Strategy) > 2*leaves {
		t.Errorf("%.80v: a strategy of %d quorums", f, len(load.Strategy))
	}
	sum.SetInt64(0)
	weights := make([]*big.Rat, f.N())
	for v, w := range load.NodeWeights {
		weights[v] = w.Rat()
		if weights[v].Sign() < 0 {
			t.Errorf("%.80v: negative weight", f)
		}
		sum.Add(sum, weights[v])
	}
	if len(load.NodeWeights) != f.N() || sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("%.80v: the node weights add up to %v", f, sum)
	}
	if list.Len() == 0 {
		if least := lightest(f, weights); least.Cmp(value) < 0 {
			t.Errorf("%.80v: a quorum weighs %v, less than the load %v", f, least, value)
		}
		return
	}
	for _, q := range list.All() {
		weight := new(big.Rat)
		for _, v := range q {
			weight.Add(weight, weights[v])
		}
		if weight.Cmp(value) < 0 {
			t.Errorf("%.80v: a quorum weighs %v, less than the load %v", f, weight, value)
		}
	}
}

// lightest returns the weight of the lightest set on which a formula holds, going through the parts
// of each gate one by one. best[s] is the least weight of parts with s votes or more.
func lightest(f quorum.Formula, weights []*big.Rat) *big.Rat {
	if v, ok := f.Leaf(); ok {
		return weights[v]
	}
	quota, _ := f.Quota()
	best := make([]*big.Rat, quota+1)
	best[0] = new(big.Rat)
	for i := range f.Len() {
		w, votes := lightest(f.Part(i), weights), f.PartVotes(i)
		for s := quota; s > 0; s-- {
			if from := best[max(0, s-votes)]; from != nil {
				sum := new(big.Rat).Add(from, w)
				if best[s] == nil || sum.Cmp(best[s]) < 0 {
					best[s] = sum
				}
			}
		}
	}
	return best[quota]
}

// formulaOf returns the formula of cartel c of a spec.
func formulaOf(t testing.TB, spec string, c int) quorum.Formula {
	t.Helper()
	source := assert.Got(construct.Open(t.Context(), spec, nil))(t)
	return source.Formulas[c]
}

// TestFormulaKnownFigures: closed forms from the literature, at sizes that no list reaches.
func TestFormulaKnownFigures(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, x := range []struct {
		spec         string
		load         string
		transversal  int
		nondominated quorum.Truth
		degree       int
	}{
		{"majority:n=60", "31/60", 30, quorum.Fails, 1},
		{"majority:n=61", "31/61", 31, quorum.Holds, 1},
		{"majority:n=1001", "501/1001", 501, quorum.Holds, 1},
		{"hierarchical:outer=(majority:n=3),inner=(hierarchical:outer=(majority:n=3),inner=(majority:n=3))", "8/27", 8, quorum.Holds, 1},
		{"hierarchical:outer=(majority:n=31),inner=(majority:n=31)", "256/961", 256, quorum.Holds, 1},
		{"wheel:n=100", "99/197", 2, quorum.Holds, 1}, // 1/(2 - 1/(n-1)) for n = 100
		{"tree:height=1", "2/3", 2, quorum.Holds, 1},
		{"tree:height=9", "2/11", 10, quorum.Holds, 1}, // 2/(h+2) (Naor and Wool 1998)
		{"singleton:n=9,centre=4", "1", 1, quorum.Holds, 1},
		{"wall:rows=4", "1", 1, quorum.Fails, 1},
		{"triangle:rows=30", "", 30, quorum.Holds, 1},
		{"wall:rows=1-2-3-50-60", "", 5, quorum.Holds, 1},
		{"weighted:votes=7-6-5-4-3-2-2-1-1", "", 0, quorum.Holds, 1},
		{"weighted:votes=" + strings.Repeat("5-", 20) + strings.Repeat("3-", 20) + strings.Repeat("2-", 20) + "1", "", 0, quorum.Holds, 1},
		{"read-write-grid:rows=30,columns=30", "1/30", 30, quorum.Unknown, 30},
	} {
		f := formulaOf(t, x.spec, 0)
		got := figuresOf(t.Context(), f)
		if len(got.Reasons) > 0 {
			t.Errorf("%s: %+v", x.spec, got.Reasons)
			continue
		}
		checkFormulaLoad(t, f, quorum.Family{}, &got.Load)
		if x.load != "" && got.Load.Value.String() != x.load {
			t.Errorf("%s: load %v, want %s", x.spec, got.Load.Value, x.load)
		}
		if x.transversal > 0 && got.Transversal.Size != x.transversal || f.Eval(quorum.FullSet(f.N()).Minus(got.Transversal.Set)) {
			t.Errorf("%s: transversal of %d, want %d", x.spec, got.Transversal.Size, x.transversal)
		}
		if got.nondominated() != x.nondominated || got.Packing.Upper != x.degree {
			t.Errorf("%s: %+v, degree %d, want %v, %d", x.spec, got.Domination, got.Packing.Upper, x.nondominated, x.degree)
		}
		// A coterie is nondominated iff exactly half of all sets are live.
		sum := new(big.Int)
		for _, c := range got.Live.Counts {
			sum.Add(sum, c)
		}
		half := new(big.Int).Lsh(big.NewInt(1), uint(f.N()-1))
		if got.meets == quorum.Holds && (sum.Cmp(half) == 0) != (x.nondominated == quorum.Holds) {
			t.Errorf("%s: %v sets are live", x.spec, sum)
		}
	}
}

// TestFormulaAgainstFamilies: parts of every kind, compared with the listed quorums of the
// families.
func TestFormulaAgainstFamilies(t *testing.T) {
	for _, spec := range []string{
		"triangle:rows=5", "wall:rows=2-3-2-4", "tree:height=2", "tree:height=2,degree=3", "weighted:votes=5-4-3-2-2-1-1", "majority:n=7",
		"hierarchical:outer=(majority:n=3),inner=(wall:rows=1-2)", "composition:outer=(wheel:n=5),node=1,inner=(majority:n=4)",
		"gifford:votes=3-2-1-1-1,read=3,write=6", "expr:a*b + c*d", "expr:choose(2,a,b,c,d,e)",
	} {
		source := assert.Got(construct.Open(t.Context(), spec, nil))(t)
		s := assert.Got(source.Build(t.Context(), 0))(t)
		for c, f := range source.Formulas {
			var list quorum.Family
			switch s := s.(type) {
			case *quorum.System:
				list = s.Family()
			case *quorum.GroupSystem:
				list = s.Cartel(c)
			}
			load := assert.Got(loads.Find(t.Context(), f, loads.Options{}))(t)
			checkFormulaLoad(t, f, list, &load)
			packing, err := transversals.MaxDisjoint(t.Context(), f, transversals.PackingOptions{})
			if want := naiveDisjoint(list, 0, quorum.Set{}); err != nil || len(packing.Sets) != want {
				t.Errorf("%s: degree %d, want %d, %v", spec, len(packing.Sets), want, err)
			}
		}
	}
	for i, want := range []string{"2/5", "4/5"} { // the reads and writes of two of five
		load, err := loads.Find(t.Context(), formulaOf(t, "expr:choose(2,a,b,c,d,e)", i), loads.Options{})
		if err != nil || load.Value.String() != want {
			t.Errorf("load %v, want %s, %v", load, want, err)
		}
	}
}

// nondominated returns the answer in three values.
func (c closed) nondominated() quorum.Truth {
	switch {
	case c.err != nil:
		return quorum.Unknown
	case c.Dominated():
		return quorum.Fails
	}
	return quorum.Holds
}
