package measure

import (
	"context"
	"errors"
	"fmt"
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

// TestFormulaLimits: what is out of reach says so, and the rest is there.
func TestFormulaLimits(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	f := formulaOf(t, "majority:n=20000", 0)
	got := figuresOf(t.Context(), f)
	if got.Reasons["load"] != "more than 4000 nodes" || got.Reasons["live"] != "more than 2100 nodes" ||
		got.Transversal.Size != 10_000 || got.Packing.Upper != 1 || got.nondominated() != quorum.Fails || *got.MinQuorum != 10_001 {
		t.Errorf("%+v", got.Reasons)
	}
	var limit *quorum.LimitError
	f = formulaOf(t, "expr:a*b+b*c", 0)
	if _, err := loads.Find(t.Context(), f, loads.Options{}); !errors.As(err, &limit) || !strings.Contains(err.Error(), "the formula has node 2 more than once") {
		t.Error(err)
	}
	if d := closedFormsOf(t.Context(), f); d.err == nil || !strings.Contains(d.err.Error(), "node 2 more than once") || d.meets != quorum.Unknown {
		t.Errorf("%+v", d)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	got = figuresOf(ctx, formulaOf(t, "majority:n=60", 0))
	if got.Reasons["load"] != "stopped: enough" || got.Reasons["live"] != "stopped: enough" || got.Reasons["degree"] != "stopped: enough" || *got.MinQuorum != 31 {
		t.Errorf("%+v", got.Reasons)
	}
	var votes []string
	for i := range 40 {
		votes = append(votes, fmt.Sprint(100+i*i))
	}
	got = figuresOf(t.Context(), formulaOf(t, "weighted:votes="+strings.Join(votes, "-"), 0))
	if got.Reasons["load"] != "more than 2000 kinds of minimal coalitions at a gate with general votes" || got.Packing.Upper != 1 {
		t.Errorf("%+v", got.Reasons)
	}
	for _, bad := range [][]*big.Rat{nil, {big.NewRat(3, 2)}, {big.NewRat(-1, 2)}} {
		assert.Refused(availability.At(t.Context(), quorum.Leaf(0), bad, availability.LiveOptions{}))(t, "", "%v: no error", bad)
	}
}

// TestFormulaAvailabilityAtSize compares the availability of large systems with the polynomial of
// their live sets.
func TestFormulaAvailabilityAtSize(t *testing.T) {
	for _, spec := range []string{"majority:n=301", "triangle:rows=15", "tree:height=6", "wall:rows=1-30-40-50"} {
		f := formulaOf(t, spec, 0)
		live := assert.Got(availability.CountLive(t.Context(), f, availability.LiveOptions{}))(t)
		fail := make([]*big.Rat, f.N())
		for v := range fail {
			fail[v] = big.NewRat(1, 10)
		}
		got := assert.Got(availability.At(t.Context(), f, fail, availability.LiveOptions{}))(t)
		want, term := new(big.Int), new(big.Int)
		for s, c := range live.Counts { // c·9^s / 10^n
			want.Add(want, term.Mul(c, term.Exp(big.NewInt(9), big.NewInt(int64(s)), nil)))
		}
		if all := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(f.N())), nil); got.Cmp(new(big.Rat).SetFrac(want, all)) != 0 {
			t.Errorf("%s: %v", spec, got.FloatString(20))
		}
	}
}

// TestFormulaGroupDomination: pairs of cartels against the definition, over all sets of nodes.
func TestFormulaGroupDomination(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	seen := map[quorum.Truth]int{}
	check := func(name string, cartels []quorum.Formula) {
		d := closedFormsOf(t.Context(), cartels...)
		split := splitOf(d.err)
		if d.meets == quorum.Unknown {
			t.Errorf("%s: %v", name, d.err)
			return
		}
		n := cartels[0].N()
		full := quorum.FullSet(n)
		// What cartel i lacks: a set that meets all quorums of the others and contains none of it.
		lacks := func(i int, w quorum.Set) bool {
			for j, f := range cartels {
				if j != i && f.Eval(full.Minus(w)) {
					return false
				}
			}
			return !cartels[i].Eval(w)
		}
		meet, dominated := true, false
		for w := range 1 << n {
			s := bitSet(w, n)
			for i, f := range cartels {
				for j, g := range cartels {
					meet = meet && (i == j || !f.Eval(s) || !g.Eval(full.Minus(s)))
				}
				dominated = dominated || lacks(i, s)
			}
		}
		switch {
		case !meet:
			if d.meets != quorum.Fails || !cartels[0].Eval(split) || !cartels[1].Eval(full.Minus(split)) {
				t.Errorf("%s: %v, %v, %+v", name, d.meets, split, d)
			}
		case dominated:
			if d.meets != quorum.Holds || !d.Dominated() || !lacks(int(d.Cartel), d.Witness) {
				t.Errorf("%s: %v, %+v, and it is dominated", name, d.meets, d)
			}
		default:
			if d.meets != quorum.Holds || d.Dominated() {
				t.Errorf("%s: %v, %+v, and it is nondominated", name, d.meets, d)
			}
		}
		seen[d.nondominated()]++
	}
	for _, spec := range []string{
		"gifford:votes=1-1-1,read=2,write=2", "gifford:votes=3-2-1-1-1,read=3,write=6", "gifford:votes=3-2-1-1-1,read=5,write=6",
		"gifford:votes=3-1-1,read=1,write=5", "gifford:votes=3-2-2,read=4,write=5", "expr:a*b+c*choose(2,d,e,f)", "lift:m=2,of=(wheel:n=5)", "lift:m=3,of=(majority:n=4)", "lift:m=4,of=(tree:height=1)",
		"hierarchical:outer=(gifford:votes=1-1-1,read=1,write=3),inner=(gifford:votes=1-1,read=1,write=2)",
		"hierarchical:outer=(majority:n=3),inner=(gifford:votes=1-1-1,read=2,write=3)",
	} {
		source := assert.Got(construct.Open(t.Context(), spec, nil))(t)
		check(spec, source.Formulas)
	}
	for range 200 {
		n := 2 + r.IntN(6)
		var parts []quorum.Formula
		var votes []int
		total := 0
		for v := range n {
			parts, votes = append(parts, quorum.Leaf(v)), append(votes, 1+r.IntN(4))
			total += votes[v]
		}
		f, g := quorum.Votes(1+r.IntN(total), votes, parts...), quorum.Votes(1+r.IntN(total), votes, parts...)
		check(fmt.Sprintf("%v and %v", f, g), []quorum.Formula{f, g})
	}
	if seen[quorum.Holds] < 10 || seen[quorum.Fails] < 10 || seen[quorum.Unknown] < 10 {
		t.Errorf("%v", seen)
	}
	for _, cartels := range [][]quorum.Formula{
		{quorum.Leaf(0), quorum.Leaf(1), quorum.Leaf(0)}, {quorum.Leaf(0), quorum.Leaf(1)},
		{quorum.Or(quorum.And(quorum.Leaf(0), quorum.Leaf(1)), quorum.Leaf(0)), quorum.Leaf(0)},
	} {
		if d := closedFormsOf(t.Context(), cartels...); d.err == nil || d.meets != quorum.Unknown {
			t.Errorf("%v: %+v", cartels, d)
		}
	}
}

// TestFormulaWallGates: rows of walls whose parts have loads of all proportions, so that each of
// the three cases of the closed form occurs, and degrees likewise.
func TestFormulaWallGates(t *testing.T) {
	for r := 3; r <= 4; r++ {
		for heavy := 1; heavy <= 6; heavy++ {
			for light := 1; light <= 3; light++ {
				n := 0
				or := func(k int) quorum.Formula {
					var leaves []quorum.Formula
					for range k {
						leaves = append(leaves, quorum.Leaf(n))
						n++
					}
					return quorum.Or(leaves...)
				}
				parts, votes := []quorum.Formula{or(heavy)}, []int{r - 1}
				for i := range r {
					parts, votes = append(parts, or(1+i%light)), append(votes, 1)
				}
				f := quorum.Votes(r, votes, parts...)
				list := assert.Got(f.MinimalSets(t.Context(), 100_000))(t)
				load := assert.Got(loads.Find(t.Context(), f, loads.Options{}))(t)
				checkFormulaLoad(t, f, list, &load)
				packing, err := transversals.MaxDisjoint(t.Context(), f, transversals.PackingOptions{})
				if want := naiveDisjoint(list, 0, quorum.Set{}); err != nil || len(packing.Sets) != want {
					t.Errorf("%v: degree %d, want %d, %v", f, len(packing.Sets), want, err)
				}
			}
		}
	}
}
