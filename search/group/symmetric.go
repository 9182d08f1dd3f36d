package group

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"coterie/gf"
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
		if !seen[c] {
			sizes = append(sizes, fmt.Sprint(len(orbit)))
		}
		for e := range orbit {
			seen[e] = true
		}
	}
	return show.Count(len(g), "symmetry") + ", whose orbits of columns have sizes " + strings.Join(slices.Compact(sizes), ", ")
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
func (a *annealer) newBase(keep symmetries) *base {
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
func (a *annealer) expected(rows []*base) float64 {
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

// cycle is a cycle of columns, the first of them and how many; turn moves the symbols of the first
// one when it is back in its place.
type cycle struct {
	first, length int
	turn          []int32
}

// drawCycles draws cycles of m columns of d symbols, most of one length, which the others divide.
func drawCycles(rng *rand.Rand, m, d int) (list []cycle) {
	turn := func() []int32 { // in cycles of one length, or not at all
		t := identity(d)
		if rng.IntN(2) > 0 {
			length := 2 + rng.IntN(d-1)
			for s := range length * (1 + rng.IntN(d/length)) {
				t[s] = int32(s/length*length + (s+1)%length)
			}
		}
		return t
	}
	length, common := 1+rng.IntN(m), turn()
	if rng.IntN(2) > 0 { // few cycles, and hardly any other column
		length = max(1, m/(1+rng.IntN(6)))
	}
	count := m / length
	if rng.IntN(4) == 0 {
		count = 1 + rng.IntN(count)
	}
	for i := range count {
		list = append(list, cycle{i * length, length, common})
	}
	for other, column := turn(), count*length; column < m; {
		if short := 1 + rng.IntN(min(length, m-column)); length%short == 0 {
			list = append(list, cycle{column, short, other})
			column += short
		}
	}
	return list
}

// shift returns the permutation of the points of m columns of d symbols that moves them in cycles.
func shift(list []cycle, m, d int) []int32 {
	move := make([]int32, m*d)
	for _, c := range list {
		last := c.first + c.length - 1
		for p := c.first * d; p < last*d; p++ {
			move[p] = int32(p + d)
		}
		for s, t := range c.turn {
			move[last*d+s] = int32(c.first*d) + t
		}
	}
	return move
}

// drawMultiplier draws a permutation m that normalizes the powers of a shift g, mg = g^u·m: it
// moves cycles to cycles of the same length, and the columns of one to places that are u apart. It
// returns nil if the turns of the cycles that it has drawn forbid that.
func drawMultiplier(rng *rand.Rand, list []cycle, powers [][]int32, d int) []int32 {
	u := 1 + rng.IntN(len(powers))
	for gf.GCD(u, len(powers)) > 1 {
		u = 1 + rng.IntN(len(powers))
	}
	to := slices.Clone(list)
	if rng.IntN(2) > 0 {
		for i := range to {
			if j := rng.IntN(len(to)); to[i].length == to[j].length {
				to[i], to[j] = to[j], to[i]
			}
		}
	}
	move, places := make([]int32, len(powers[0])), rng.IntN(2)
	var symbols []int32
	for i, c := range list {
		target := to[i].first + rng.IntN(c.length)*places
		turn := identity(d)
		for range u {
			turn = after(to[i].turn, turn)
		}
		if symbols == nil || rng.IntN(3) == 0 || !slices.Equal(after(symbols, c.turn), after(turn, symbols)) {
			symbols = conjugator(rng, c.turn, turn)
		}
		if symbols == nil {
			return nil
		}
		for s, t := range symbols {
			p := int32(target*d) + t
			for column := c.first; column < c.first+c.length; column++ {
				move[column*d+s] = p
				p = powers[u%len(powers)][p]
			}
		}
	}
	return move
}

// draw draws generators of a group for arrays of m columns and d symbols: the shift of some cycles
// of columns and, mostly, a multiplier. It returns nil if the order of the shift is more than most.
func draw(rng *rand.Rand, m, d, most int) symmetries {
	list := drawCycles(rng, m, d)
	move := shift(list, m, d)
	powers := symmetries{identity(m * d)}
	for power := move; !slices.IsSorted(power); power = after(move, power) {
		if len(powers) == most {
			return nil
		}
		powers = append(powers, power)
	}
	if rng.IntN(5) > 0 {
		if multiplier := drawMultiplier(rng, list, powers, d); multiplier != nil {
			return symmetries{move, multiplier}
		}
	}
	return symmetries{move}
}

// conjugator draws a permutation s for which s after a is b after s; nil if there is none.
func conjugator(rng *rand.Rand, a, b []int32) []int32 {
	from, to := cycles(a), cycles(b)
	rng.Shuffle(len(to), func(i, j int) { to[i], to[j] = to[j], to[i] })
	s := make([]int32, len(a))
	for _, cycle := range from {
		i := slices.IndexFunc(to, func(c []int32) bool { return len(c) == len(cycle) })
		if i < 0 {
			return nil
		}
		turn := rng.IntN(len(cycle))
		for j, x := range cycle {
			s[x] = to[i][(j+turn)%len(cycle)]
		}
		to = slices.Delete(to, i, i+1)
	}
	return s
}

func cycles(p []int32) (list [][]int32) {
	seen := make([]bool, len(p))
	for first := range p {
		var cycle []int32
		for x := int32(first); !seen[x]; x = p[x] {
			seen[x] = true
			cycle = append(cycle, x)
		}
		if cycle != nil {
			list = append(list, cycle)
		}
	}
	return list
}

// unusable is how many kinds a plan lacks, more than any other, if no annealer can be drawn for it.
const unusable = math.MaxInt32

// plan is an annealer of arrays with symmetries. It is drawn by the number of the plan, anew in
// each stage, as its tables take up to megabytes.
type plan struct {
	number   int
	lacks    int // kinds that no row showed in the last stage
	order    int // of the group
	kinds    int
	expected float64
}

// annealer returns the annealer of a plan for n rows, m columns and d symbols, and the generators
// of its group: of the choices of rows that are drawn that from which most arrays are expected. It
// returns nil if hardly one array is expected of each, or so many that the group is no help.
func (p *plan) annealer(n, m, d int, seed uint64) (*annealer, symmetries) {
	rng := rand.New(rand.NewPCG(seed, uint64(p.number)))
	generators := draw(rng, m, d, mostSymmetries)
	all := generators.group(m*d, mostSymmetries)
	if generators == nil || all == nil || len(all) == 1 {
		return nil, nil
	}
	a := newAnnealer(all, m, d, 0)
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
	mostSymmetries = 120 // in a group
	subgroups      = 20  // that are drawn for the rows of a group
	rowChoices     = 40  // choices of rows that are drawn for a group
	mostRows       = 10  // in a choice
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
// annealing over its orbits: many groups get a few steps, and those that come closest get more.
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
			a, _ := plans[i].annealer(n, m, d, seed)
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
			_, generators := plans[i].annealer(n, m, d, seed)
			return built{found[i].array(), "annealing over arrays with " + found[i].group.words(d)}, generators, true
		}
		if ctx.Err() != nil {
			break
		}
	}
	return built{}, nil, false
}
