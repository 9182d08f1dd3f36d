package group

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"coterie/groups"
	"coterie/internal/machine/par"
	"coterie/internal/words/show"
)

// symmetries are permutations of the points of an array, the symbols of its columns, that move
// columns to columns: those of a group, the first of which moves nothing, or some that generate
// one.
type symmetries [][]int32

func identity(points int) []int32 {
	p := make([]int32, points)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

// after returns the permutation that does b first, and then a.
func after(a, b []int32) []int32 {
	c := make([]int32, len(b))
	for p, q := range b {
		c[p] = a[q]
	}
	return c
}

func (g symmetries) has(p []int32) bool {
	return slices.ContainsFunc(g, func(q []int32) bool { return slices.Equal(p, q) })
}

// group returns the group that these generate; nil if it has more than most elements.
func (g symmetries) group(points, most int) symmetries {
	all := symmetries{identity(points)}
	for i := 0; i < len(all); i++ {
		for _, move := range g {
			if image := after(move, all[i]); !all.has(image) {
				if len(all) == most {
					return nil
				}
				all = append(all, image)
			}
		}
	}
	return all
}

// words name the symmetries of a group with the sizes of its orbits of columns.
func (g symmetries) words(symbols int) string {
	var sizes []string
	seen := map[int32]bool{}
	for c := int32(0); int(c) < len(g[0])/symbols; c++ {
		orbit := map[int32]bool{}
		for _, move := range g {
			orbit[move[int(c)*symbols]/int32(symbols)] = true
		}
		if size := fmt.Sprint(len(orbit)); !seen[c] && !slices.Contains(sizes, size) {
			sizes = append(sizes, size)
		}
		for e := range orbit {
			seen[e] = true
		}
	}
	return show.Count(len(g), "symmetry") + ", whose orbits of columns have sizes " + strings.Join(sizes, ", ")
}

// base is a kind of rows of which one stands for all its images: those that some of the symmetries
// leave unchanged.
type base struct {
	keep    symmetries // these symmetries, but for the one that moves nothing
	images  int
	fits    []bool    // by point, whether such a row may have it; nil: all
	choices float64   // the logarithm of how many such rows there are
	misses  []float64 // by kind, the logarithm of the chance that one at random does not show it
}

// newBase returns the kind of rows that a subgroup leaves unchanged; nil if there is none, because
// no symbol of some column stays in place whenever the column does.
func (a *breakout) newBase(keep symmetries) *base {
	d, points := a.symbols, len(a.group[0])
	b := &base{keep: keep[1:], images: len(a.group) / len(keep), fits: slices.Repeat([]bool{true}, points), misses: make([]float64, a.kinds)}
	for _, move := range b.keep {
		for p, q := range move {
			if int(q) != p && int(q)/d == p/d {
				b.fits[p] = false
			}
		}
	}
	orbit, fitting := make([]int, a.columns), make([][]int32, a.columns) // of each column: the first one of its orbit, and the points there for those that fit the first one
	for c := range a.columns {
		if fitting[c] != nil {
			continue
		}
		var points []int32
		for p := int32(c * d); int(p) < (c+1)*d; p++ {
			if b.fits[p] {
				points = append(points, p)
			}
		}
		if points == nil {
			return nil
		}
		b.choices += math.Log(float64(len(points)))
		for _, move := range keep {
			e := int(move[c*d]) / d
			orbit[e], fitting[e] = c, after(move, points)
		}
	}
	shown, seen := map[int32]float64{}, make([]bool, a.columns*a.columns)
	for e := range a.columns {
		for c := range e {
			if seen[c*a.columns+e] {
				continue
			}
			for _, move := range b.keep {
				c, e := int(move[c*d])/d, int(move[e*d])/d
				seen[min(c, e)*a.columns+max(c, e)] = true
			}
			clear(shown)
			for i, p := range fitting[c] {
				for j, q := range fitting[e] {
					if orbit[c] != orbit[e] {
						shown[a.kind[int(p)*points+int(q)]] += 1 / float64(len(fitting[c])*len(fitting[e]))
					} else if i == j {
						shown[a.kind[int(p)*points+int(q)]] += 1 / float64(len(fitting[c]))
					}
				}
			}
			for k, chance := range shown {
				b.misses[k] += math.Log(max(1-chance, 1e-20))
			}
		}
	}
	return b
}

// expected is the logarithm of the number of arrays that are expected of such rows, if each showed
// each kind independently of the others. It is rounded, so that no machine's last bit decides
// between two choices of rows.
func (a *breakout) expected(rows []*base) float64 {
	sum, misses := 0.0, make([]float64, a.kinds)
	for _, b := range rows {
		sum += b.choices
		for k, m := range b.misses {
			misses[k] += m
		}
	}
	for _, m := range misses {
		sum += math.Log(-math.Expm1(m))
	}
	return math.Round(1000*sum) / 1000
}

// orbit is how a group acts on some columns and their symbols: on the columns as on the cosets of a
// subgroup, and on the symbols of the first one as that subgroup acts on the cosets of others in
// it.
type orbit struct {
	column  []int
	symbols [][]int
}

// drawOrbit draws an orbit of d symbols and no more than limit columns, mostly one of the longest
// that there are. The subgroups are in the order of their sizes.
func drawOrbit(rng *rand.Rand, g *groups.Group, subgroups [][]int, limit, d int) orbit {
	fitting := slices.DeleteFunc(slices.Clone(subgroups), func(h []int) bool {
		return g.Order()/len(h) > limit
	})
	if rng.IntN(4) > 0 {
		least := len(fitting[0])
		fitting = slices.DeleteFunc(fitting, func(h []int) bool { return len(h) > least })
	}
	o := orbit{column: fitting[rng.IntN(len(fitting))]}
	for d > 0 {
		var by []int
		for range rng.IntN(3) {
			by = append(by, o.column[rng.IntN(len(o.column))])
		}
		symbol := g.Subgroup(by...)
		if len(o.column)/len(symbol) > d {
			symbol = o.column
		}
		o.symbols = append(o.symbols, symbol)
		d -= len(o.column) / len(symbol)
	}
	return o
}

// draw draws generators of a group for arrays of m columns and d symbols: a group of the catalogue,
// and how it acts on the columns and symbols. Its order is a small multiple of the length that
// orbits of columns are meant to have. It returns nil if the catalogue does not have the groups of
// the order that it draws.
func draw(rng *rand.Rand, m, d int) (generators symmetries) {
	length := 1 + rng.IntN(m)
	if rng.IntN(2) > 0 { // few orbits of one length
		length = max(1, m/(1+rng.IntN(6)))
	}
	all, err := groups.All(length * (1 + rng.IntN(1+rng.IntN(mostStabilizer))))
	if err != nil {
		return nil
	}
	g := all[rng.IntN(len(all))]
	for range g.Generators() {
		generators = append(generators, make([]int32, m*d))
	}
	subgroups := g.Subgroups()
	var o orbit
	for column := 0; column < m; {
		if o.column == nil || g.Order()/len(o.column) > m-column || rng.IntN(4) == 0 {
			o = drawOrbit(rng, g, subgroups, min(length, m-column), d)
		}
		_, columns := g.Cosets(o.column)
		points := make([]int, m) // by column, those that are numbered
		for _, symbol := range o.symbols {
			least, coset := g.Cosets(symbol)
			number := make([]int32, len(least))
			for i, x := range least {
				number[i] = int32((column+columns[x])*d + points[columns[x]])
				points[columns[x]]++
			}
			for k, by := range g.Generators() {
				for i, x := range least {
					generators[k][number[i]] = number[coset[g.Mul(by, x)]]
				}
			}
		}
		column += g.Order() / len(o.column)
	}
	return generators
}

// unusable is how many kinds a plan lacks, more than any other, if no search can be drawn for it.
const unusable = math.MaxInt32

// plan is a local search for arrays with symmetries. It is drawn by the number of the plan, anew in
// each stage, as its tables take up to megabytes.
type plan struct {
	number   int
	lacks    int // kinds that no row showed in the last stage
	order    int // of the group
	kinds    int
	expected float64
}

// breakout returns the local search of a plan for n rows, m columns and d symbols, and the
// generators of its group: of the choices of rows that are drawn that from which most arrays are
// expected. It returns nil if hardly one array is expected of each, or so many that the group is no
// help.
func (p *plan) breakout(n, m, d int, seed uint64) (*breakout, symmetries) {
	rng := rand.New(rand.NewPCG(seed, uint64(p.number)))
	generators := draw(rng, m, d)
	all := generators.group(m*d, groups.CatalogueOrder)
	if generators == nil || all == nil || len(all) == 1 {
		return nil, nil
	}
	a := newBreakout(all, m, d, 0)
	var bases []*base
	var drawn []symmetries
	for i := range subgroups {
		var by symmetries
		if i == 1 {
			by = generators
		}
		for range min(i/2, 1+i/15) {
			by = append(by, all[rng.IntN(len(all))])
		}
		keep := by.group(m*d, len(all))
		if len(all)/len(keep) > n || slices.ContainsFunc(drawn, func(k symmetries) bool {
			return len(k) == len(keep) && !slices.ContainsFunc(keep, func(p []int32) bool { return !k.has(p) })
		}) {
			continue
		}
		drawn = append(drawn, keep)
		if b := a.newBase(keep); b != nil {
			bases = append(bases, b)
		}
	}
	p.order, p.expected = len(all), math.Inf(-1)
	for range rowChoices {
		var rows []*base
		for left := n; left > 0 && len(rows) < mostRows; {
			var fitting []*base
			for _, b := range bases {
				if b.images <= left {
					fitting = append(fitting, b)
				}
			}
			if fitting == nil {
				break
			}
			b := fitting[rng.IntN(len(fitting))]
			if rng.IntN(4) > 0 {
				b = slices.MaxFunc(fitting, func(x, y *base) int { return cmp.Compare(x.images, y.images) })
			}
			rows = append(rows, b)
			if left -= b.images; left == 0 {
				if e := a.expected(rows); e > p.expected && e < mostExpected {
					a.rows, p.expected = rows, e
				}
			}
		}
	}
	if p.kinds = a.kinds; p.expected < leastExpected {
		return nil, nil
	}
	return a, generators
}

// How much is tried: so many plans in each stage, and so many steps of each where there are no more
// than 30 columns.
var stages = []struct{ plans, steps int }{{1000, 3_000}, {300, 10_000}, {100, 40_000}, {30, 150_000}, {8, 600_000}}

const (
	mostStabilizer = 8  // elements that leave a column of a long orbit in place
	subgroups      = 20 // that are drawn for the rows of a group
	rowChoices     = 40 // choices of rows that are drawn for a group
	mostRows       = 10 // in a choice
	leastExpected  = -3.0
	mostExpected   = 90.0
	pairsOfPoints  = 16_000_000 // of all plans of the first stage
)

// closest returns so many plans that lack least, but no third one that is like two others. Groups
// of few elements lack more at first, so each order has its share.
func closest(plans []*plan, most int) (list []*plan) {
	type likeness struct{ order, kinds, expected int }
	like := map[likeness]int{}
	slices.SortStableFunc(plans, func(x, y *plan) int { return cmp.Compare(x.lacks, y.lacks) })
	rank, of := map[*plan]int{}, map[int]int{}
	for _, p := range plans {
		rank[p] = 2*p.lacks + of[p.order]
		of[p.order]++
	}
	slices.SortStableFunc(plans, func(x, y *plan) int { return cmp.Compare(rank[x], rank[y]) })
	for _, p := range plans {
		key := likeness{p.order, p.kinds, int(20 * p.expected)}
		if like[key]++; p.lacks < unusable && like[key] <= 2 && len(list) < most {
			list = append(list, p)
		}
	}
	return list
}

// symmetric looks for an array of n rows, m columns and d symbols that a group leaves unchanged, by
// local search over its orbits: many groups get a few steps, and those that come closest get more.
// effort multiplies their numbers. It returns the array with generators of its group; ok is false
// if none is found, or if ctx ends.
//
// Proof: docs/theorems/covering-arrays.md.
func symmetric(ctx context.Context, n, m, d, jobs, effort int, seed uint64) (b built, generators symmetries, ok bool) {
	points := m * d
	if points > maxPoints {
		return built{}, nil, false
	}
	plans := make([]*plan, min(stages[0].plans, 1+pairsOfPoints/(points*points))*effort)
	for i := range plans {
		plans[i] = &plan{number: i}
	}
	for number, stage := range stages {
		if number > 0 {
			plans = closest(plans, stage.plans*effort)
		}
		found := make([]*state, len(plans))
		i, _ := par.First(ctx, jobs, len(plans), func(ctx context.Context, _, i int) (bool, error) {
			a, _ := plans[i].breakout(n, m, d, seed)
			plans[i].lacks = unusable
			if a == nil {
				return false, nil
			}
			s, ok := a.round(ctx, seed*uint64(len(stages))+uint64(number), min(stage.steps, stage.steps*30/m))
			if plans[i].lacks = len(s.lacks); ok {
				found[i] = s
			}
			return ok, nil
		})
		if i < len(plans) && found[i] != nil {
			_, generators := plans[i].breakout(n, m, d, seed)
			return built{found[i].array(), "local search over arrays with " + found[i].group.words(d)}, generators, true
		}
		if ctx.Err() != nil {
			break
		}
	}
	return built{}, nil, false
}
