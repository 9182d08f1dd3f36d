package masking

import (
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/combin"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/measure/liars"
	"coterie/measure/loads"
	"coterie/quorum"
	"coterie/search"
)

// fits reports by the definitions of Malkhi and Reiter whether two sets of nodes, or a set and
// itself, may both be quorums where any b nodes may lie.
func fits(q, r uint64, n, b int, kind quorum.Property) bool {
	var liars []uint64
	for x := range uint64(1) << n {
		if bits.OnesCount64(x) == b {
			liars = append(liars, x)
		}
	}
	for _, x := range liars {
		switch kind {
		case quorum.Dissemination:
			if q&r&^x == 0 {
				return false
			}
		case quorum.Masking:
			if slices.ContainsFunc(liars, func(y uint64) bool { return q&r&^x&^y == 0 }) {
				return false
			}
		default:
			for _, pair := range [][2]uint64{{q, r}, {r, q}} {
				told := bits.OnesCount64(q & r &^ x)
				if told < bits.OnesCount64(pair[1]&x|pair[1]&^pair[0]) || told <= bits.OnesCount64(pair[1]&x) {
					return false
				}
			}
		}
	}
	return true
}

// TestFit holds the arithmetic of the formulas against the definitions.
func TestFit(t *testing.T) {
	const n = 6
	for k, kind := range liars.Kinds() {
		for b := range 3 {
			s := &run{n: n, b: b, kind: kind, share: shares(b)[k]}
			for q := uint64(1); q < 1<<n; q++ {
				for r := q; r < 1<<n; r++ {
					assert.Equal(t, s.fit(q, r), fits(q, r, n, b, kind), "%b and %b, b = %d, %s", q, r, b, kind)
				}
			}
		}
	}
}

// byCliques returns the least load of all greatest families of sets that fit each other, and bear b
// liars; nil if there is none. More quorums never make a load greater.
func byCliques(t *testing.T, n, b int, kind quorum.Property, each func(f quorum.Family, load *big.Rat)) (best *big.Rat) {
	fit := make([][]bool, 1<<n)
	var all []uint64
	for x := range uint64(1) << n {
		for y := range uint64(1) << n {
			fit[x] = append(fit[x], fits(x, y, n, b, kind))
		}
		if x > 0 && fit[x][x] {
			all = append(all, x)
		}
	}
	count := 0
	var grow func(chosen, open, closed []uint64)
	grow = func(chosen, open, closed []uint64) { // Bron and Kerbosch, with a pivot
		if len(open) == 0 && len(closed) == 0 {
			count++
			f := assert.Got(quorum.FamilyOfMasks(n, chosen))(t)
			for _, v := range liars.Judge(t.Context(), []quorum.Family{f}, liars.Faulty{Any: b}, 1) {
				if v.Property != kind || v.Holds != quorum.Holds {
					continue
				}
				load := assert.Got(loads.Find(t.Context(), f, loads.Options{}))(t).Value.Rat()
				if each != nil {
					each(f, load)
				}
				if best == nil || load.Cmp(best) < 0 {
					best = load
				}
			}
			return
		}
		fitting := func(x uint64, of []uint64) (list []uint64) {
			for _, y := range of {
				if x != y && fit[x][y] {
					list = append(list, y)
				}
			}
			return list
		}
		pivot, most := uint64(0), -1
		for _, of := range [][]uint64{open, closed} {
			for _, x := range of {
				if k := len(fitting(x, open)); k > most {
					pivot, most = x, k
				}
			}
		}
		for _, x := range append([]uint64(nil), open...) {
			if x != pivot && fit[pivot][x] {
				continue
			}
			grow(append(append([]uint64(nil), chosen...), x), fitting(x, open), fitting(x, closed))
			for i, y := range open {
				if y == x {
					open = append(append([]uint64(nil), open[:i]...), open[i+1:]...)
					break
				}
			}
			closed = append(closed, x)
		}
	}
	grow(nil, all, nil)
	t.Logf("n = %d, b = %d, %s: %d greatest families, least load %v", n, b, kind, count, best)
	return best
}

func TestAgainstAllFamilies(t *testing.T) {
	assert.Long(t, "a second of CPU")
	for _, kind := range liars.Kinds() {
		for n := 1; n <= 6; n++ {
			for b := 0; b <= min(2, n); b++ {
				if n == 6 && b == 0 && !assert.WithSlow {
					continue // 2,646 families of which none may lie
				}
				want := byCliques(t, n, b, kind, nil)
				r := assert.Got(Find(t.Context(), n, b, Options{Kind: kind}))(t)
				if want == nil {
					assert.Equal(t, r.Verdict, search.ProvenAbsent, "%s, n = %d, b = %d", kind, n, b)
					continue
				}
				assert.True(t, r.Optimal && r.Value.Rat().Cmp(want) == 0, "%s, n = %d, b = %d: %v, want %v", kind, n, b, r.Value, want)
			}
		}
	}
}

// TestNamedModels: every system with a load below the one sought is a model, once its nodes are
// named suitably.
func TestNamedModels(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 3))
	s := &run{n: 5, b: 1, kind: quorum.Dissemination, share: 2}
	models := 0
	byCliques(t, s.n, s.b, s.kind, func(f quorum.Family, load *big.Rat) {
		value := new(big.Rat).Add(load, big.NewRat(1, 1000))
		s.Session = session.New(t.Context(), search.Options{}, &search.Result{Upper: new(bounds.NewFraction(value))})
		var weights [][]int64
		for range 3 {
			var list []int64
			for _, k := range rng.Perm(s.n) {
				list = append(list, int64(k))
			}
			weights = append(weights, list)
		}
		c, _ := f.Sizes()
		list := s.candidates(c)
		cnf := s.question(t.Context(), c).CNF
		for _, w := range weights {
			s.exclude(cnf, c, w)
		}
		named := false
		for _, name := range combin.Permutations(s.n, s.n) {
			var is []int
			for i, x := range list {
				is = append(is, -(i + 1))
				for _, q := range f.Sets() {
					y := uint64(0)
					for v := range q.All() {
						y |= 1 << name[v]
					}
					if x == y {
						is[i] = i + 1
					}
				}
			}
			verdict, err := sat.NewSolver(cnf, sat.Options{}).Solve(t.Context(), is...)
			assert.NoError(t, err)
			named = named || verdict == sat.Sat
		}
		assert.True(t, named, "%v of load %v is no model under any names", f, load)
		models++
	})
	assert.True(t, models > 10, "only %d systems", models)
}

// TestSorted: every family has names, the first c for the first c nodes, that the formula of
// symmetry allows. It has few such names if half of all sets are in it.
func TestSorted(t *testing.T) {
	const n, c = 5, 2
	rng, s := rand.New(rand.NewPCG(6, 6)), &run{n: n}
	list := s.candidates(c)
	cnf := sat.NewCNF(t.Context())
	for range list {
		cnf.NewVar()
	}
	s.sorted(cnf, list, c)
	solver := sat.NewSolver(cnf, sat.Options{})
	for range 100 {
		in := map[uint64]bool{}
		for _, x := range list {
			in[x] = rng.IntN(2) == 0
		}
		named := 0
		for _, name := range combin.Permutations(n, n) {
			if max(name[0], name[1]) >= c {
				continue
			}
			var is []int
			for i, x := range list {
				y := uint64(0)
				for v := range n {
					y |= x >> v & 1 << name[v]
				}
				if is = append(is, i+1); !in[y] {
					is[i] = -(i + 1)
				}
			}
			if assert.Got(solver.Solve(t.Context(), is...))(t) == sat.Sat {
				named++
			}
		}
		assert.True(t, 1 <= named && named <= 4, "%v has %d of 12 names", in, named)
	}
}

// TestSizes: the least sizes are those of thresholds on as few nodes as there can be.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		kind    quorum.Property
		n, b, k int
	}{{quorum.Dissemination, 7, 2, 5}, {quorum.Masking, 13, 2, 7}, {quorum.Opaque, 10, 2, 8}, {quorum.Masking, 33, 8, 25}} {
		r := assert.Got(Find(t.Context(), c.n, c.b, Options{Kind: c.kind, Objective: Size}))(t)
		assert.True(t, r.Optimal && r.Value.String() == fmt.Sprint(c.k), "%v: %v", c, r.Value)
	}
}

// TestDecided: beyond 8 nodes formulas decide loads that local search finds.
func TestDecided(t *testing.T) {
	assert.Long(t, "ten seconds of CPU")
	for _, c := range []struct {
		kind quorum.Property
		n, b int
		load string
	}{{quorum.Masking, 9, 1, "12/19"}, {quorum.Masking, 10, 2, "17/23"}, {quorum.Opaque, 10, 1, "17/23"}, {quorum.Opaque, 12, 2, "23/29"}} {
		r := assert.Got(Find(t.Context(), c.n, c.b, Options{Kind: c.kind}))(t)
		assert.True(t, r.Optimal && r.Value.String() == c.load, "%v: %v to %v", c, r.Lower, r.Upper)
	}
}

// TestBounds: beyond the nodes that a solver is asked of there are two bounds, and the system that
// is shown bears the liars.
func TestBounds(t *testing.T) {
	r := assert.Got(Find(t.Context(), 21, 1, Options{}))(t)
	assert.True(t, !r.Optimal && r.StoppedBy == NotAsked && r.Lower.Cmp(*r.Upper) < 0, "%v to %v", r.Lower, r.Upper)
	assert.Equal(t, r.Upper.String(), "8/19")
	translates := assert.Got(Find(t.Context(), 21, 1, Options{Kind: quorum.Dissemination}))(t)
	assert.True(t, translates.Optimal && translates.Value.String() == "1/3", "%v by %s", translates.Value, translates.UpperBy)
	f, _ := r.System.List()
	for _, v := range liars.Judge(t.Context(), []quorum.Family{f}, liars.Faulty{Any: 1}, 1) {
		if v.Property == quorum.Masking {
			assert.Equal(t, v.Holds, quorum.Holds, "%s", v.Reason)
		}
	}
}

// TestDescent: local search reaches known loads, which are not those of thresholds or translates.
func TestDescent(t *testing.T) {
	assert.Long(t, "two seconds of CPU")
	for _, c := range []struct {
		n, b   int
		most   string
		before string // of thresholds, families and translates
	}{{13, 2, "36/55", "2/3"}, {17, 3, "2/3", "12/17"}} {
		r := assert.Got(Find(t.Context(), c.n, c.b, Options{}))(t)
		most, _ := new(big.Rat).SetString(c.most)
		assert.True(t, r.Upper.Rat().Cmp(most) <= 0, "n = %d, b = %d: %v, it was %s", c.n, c.b, r.Upper, c.before)
		f, _ := r.System.List()
		fit(t, f, c.n, c.b)
	}
}

// fit checks by counting nodes that a system masks b liars.
func fit(t *testing.T, f quorum.Family, n, b int) {
	masks := quorum.Masks(f.Sets())
	for x := range uint64(1) << n {
		if bits.OnesCount64(x) == b && !slices.ContainsFunc(masks, func(q uint64) bool { return q&x == 0 }) {
			t.Fatalf("no quorum avoids %b", x)
		}
	}
	for _, q := range masks {
		for _, r := range masks {
			assert.MustTrue(t, bits.OnesCount64(q&r) > 2*b, "%b and %b", q, r)
		}
	}
}

// TestBearing: translates that each set of three nodes meets become a system that masks three.
func TestBearing(t *testing.T) {
	r := assert.Got(Find(t.Context(), 24, 3, Options{}))(t)
	assert.Equal(t, r.Upper.String(), "7/12")
	f, _ := r.System.List()
	fit(t, f, 24, 3)
	assert.True(t, f.Len() > 24, "%d quorums", f.Len())
}

// TestNoDesign: where the bound is met by symmetric designs alone, and there is none, it is said.
func TestNoDesign(t *testing.T) {
	for n, excluded := range map[int]bool{21: false, 22: true, 29: true} {
		s := &run{n: n, b: 1, kind: quorum.Dissemination, share: 2}
		_, by := s.floor(n)
		assert.Equal(t, strings.Contains(by, "Bruck, Ryser and Chowla"), excluded, "n = %d: %s", n, by)
	}
}
