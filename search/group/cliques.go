package group

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"coterie/groups"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// partitions are candidates for the columns of an array of n rows and d symbols: partitions of the
// rows into d sets, one for each symbol, whose sizes differ by one at most. Two columns show all
// pairs of symbols if each set of the one meets each set of the other, so an array of m columns is
// a clique of m vertices in the graph whose edges are these pairs of columns.
//
// A group that permutes the symbols of every column alike makes the graph smaller: rows come in
// blocks of as many as the group has elements, and row k of a block shows the symbols to which
// element k moves those of the first one.
type partitions struct {
	rows, symbols int
	group         string
	moves         [][]int  // by element and symbol; the first element moves nothing
	kinds         [][2]int // a pair of symbols of each orbit of pairs
	sets          []uint64 // those of each partition one after the other, as bits of rows
}

// mostSets bounds the memory for the sets of all partitions to some 150 MB. Without a group the
// partitions can then be listed for three symbols up to 18 rows.
const mostSets = 9_000_000

// balanced lists the partitions for a group. The group leaves the first symbols in place, as many
// as unmoved says, and moves the others as multiplication from the left moves its elements; that of
// one element moves nothing. The rows that are in no block come first, and show symbol 0. balanced
// returns nil if the partitions have more than mostSets, or if ctx ends.
func balanced(ctx context.Context, n, d int, g *groups.Group, unmoved int) *partitions {
	p := &partitions{rows: n, symbols: d, group: g.Name()}
	for k := range g.Order() {
		move := sets.Identity(d)
		for s := unmoved; s < d && g.Order() > 1; s++ {
			move[s] = unmoved + g.Mul(k, s-unmoved)
		}
		p.moves = append(p.moves, move)
	}
	for k := range d * d {
		if !slices.ContainsFunc(p.moves, func(move []int) bool { return move[k/d]*d+move[k%d] < k }) {
			p.kinds = append(p.kinds, [2]int{k / d, k % d})
		}
	}
	parts, single := make([]uint64, d), n%g.Order()
	parts[0] = 1<<single - 1
	poll := par.NewPoll(ctx)
	if !p.part(&poll, single, parts) {
		return nil
	}
	return p
}

// part adds the partitions in which the rows before row are in these parts. It returns whether
// they are not too many. Symbols that no row shows yet can be renamed, by multiplication from the
// right, so that the first of them comes next.
func (p *partitions) part(poll *par.Poll, row int, parts []uint64) bool {
	larger := p.rows % p.symbols
	for _, set := range parts {
		switch size := bits.OnesCount64(set) - p.rows/p.symbols; {
		case size == 1:
			larger--
		case size > 1:
			larger = -1
		}
	}
	switch {
	case larger < 0:
		return true
	case row == p.rows:
		p.sets = append(p.sets, parts...)
		return len(p.sets) <= mostSets && poll.Err() == nil
	}
	for s := range parts {
		empty := parts[s] == 0
		turn := func() {
			for k, move := range p.moves {
				parts[move[s]] ^= 1 << (row + k)
			}
		}
		turn()
		ok := p.part(poll, row+len(p.moves), parts)
		turn()
		if !ok || empty {
			return ok
		}
	}
	return true
}

func (p *partitions) of(v int32) []uint64 { return p.sets[int(v)*p.symbols:][:p.symbols] }

// fit reports whether two partitions can be columns of one array.
func (p *partitions) fit(v, w int32) bool {
	x, y := p.of(v), p.of(w)
	for _, k := range p.kinds {
		if x[k[0]]&y[k[1]] == 0 {
			return false
		}
	}
	return true
}

// array is the array with these columns.
func (p *partitions) array(columns []int32) *array {
	a := newArray(p.rows, len(columns), p.symbols)
	for c, v := range columns {
		for s, set := range p.of(v) {
			for r := range sets.Ones(set) {
				a.set(r, c, s)
			}
		}
	}
	return a
}

// How much is tried for a group: so many climbs, each until it has made so many rounds without a
// larger clique. A round searches a graph of at most so many vertices in so many steps.
const (
	climbs       = 2
	patience     = 40
	mostVertices = 6000
	cliqueSteps  = 60_000
)

// climb looks for a clique of m vertices among all partitions. In each round it keeps some members
// of its clique, as few as leave no more than mostVertices that are joined to all of them, and
// looks there for more members than it gave up, or as many.
func (p *partitions) climb(ctx context.Context, rng *rand.Rand, m int) (clique []int32) {
	for stale := 0; stale < patience && len(clique) < m && ctx.Err() == nil; stale++ {
		rng.Shuffle(len(clique), func(i, j int) { clique[i], clique[j] = clique[j], clique[i] })
		joined, kept := identity(len(p.sets)/p.symbols), 0
		for ; len(joined) > mostVertices; kept++ {
			if kept == len(clique) {
				clique = append(clique, joined[rng.IntN(len(joined))])
			}
			joined = slices.DeleteFunc(joined, func(v int32) bool { return !p.fit(clique[kept], v) })
		}
		w := newWalk(len(joined), func(v, w int) bool { return p.fit(joined[v], joined[w]) })
		for _, v := range clique[kept:] {
			at, _ := slices.BinarySearch(joined, v)
			w.add(at)
		}
		found := w.largest(rng, cliqueSteps, m-kept)
		if kept+len(found) > len(clique) {
			stale = -1
		}
		clique = clique[:kept]
		for _, v := range found {
			clique = append(clique, joined[v])
		}
	}
	return clique
}

// cliques looks for a covering array of balanced columns, in turn among all of them and among those
// on which a group acts that moves all symbols to each other, or all but one. effort multiplies the
// number of climbs. ok is false if none is found, or if ctx ends.
func cliques(ctx context.Context, n, m, d, jobs, effort int, seed uint64) (b built, ok bool) {
	var candidates []*partitions
	for _, order := range []int{1, d - 1, d} {
		list, err := groups.All(order)
		listed := n <= 18 || order > 1 && n <= 64
		even := order == 1 || n%order == d-order && (order == d || n/order%d <= 2) // sizes of sets
		if err != nil || !listed || !even {
			continue
		}
		for _, g := range list {
			if p := balanced(ctx, n, d, g, d-order); p != nil {
				candidates = append(candidates, p)
			}
		}
	}
	found := make([][]int32, climbs*effort*len(candidates))
	i, _ := par.First(ctx, jobs, len(found), func(ctx context.Context, _, i int) (bool, error) {
		found[i] = candidates[i%len(candidates)].climb(ctx, rand.New(rand.NewPCG(seed, uint64(i))), m)
		return len(found[i]) >= m, nil
	})
	if i == len(found) || len(found[i]) < m {
		return built{}, false
	}
	p := candidates[i%len(candidates)]
	by := "local search for columns that fit together"
	if len(p.moves) > 1 {
		by += ", each unchanged by the group " + p.group
	}
	return built{p.array(found[i]), by}, true
}
