package degenerate

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/planes"
	"coterie/quorum"
)

// The search is a random descent in three phases. The first phase starts at Maekawa's own choice.
// Its length depends on the numbers of nodes alone, so that the result does not depend on clocks,
// cores or other work. The figures below gave the best results for n = 3..200 in the time.
const (
	roundSteps    = 10_000 // of one round, and
	pairSteps     = 20     // this many more for each pair
	smallOrder    = 5      // planes up to this order have
	smallRounds   = 3      // this many rounds, all but the first from random foldings; others have one
	deviationPart = 50     // of 100 steps, the share of the phase by deviation,
	extremesPart  = 35     // of the phase by extremes; the rest is by squares

	// lineOdds is how many of 100 steps exchange lines and not points. Exchanges of
	// lines cost more and do more; between 20 and 50 the results hardly differ.
	lineOdds = 30
)

// search returns the best degeneration to n nodes that the search sees, starting from
// the literal one.
func search(ctx context.Context, plane *planes.Plane, literal *Degeneration, seed uint64) (*Degeneration, error) {
	pairs := plane.Points() - literal.N()
	if pairs == 0 {
		return literal, nil
	}
	random := rand.New(rand.NewPCG(seed, 0))
	f := newFolding(plane, pairs)
	f.set(literal.permutations())
	best, found := f.candidate(), literal
	rounds := 1
	if plane.Order() <= smallOrder {
		rounds = smallRounds
	}
	for round := range rounds {
		if round > 0 {
			f.shuffle(random)
		}
		if err := f.round(ctx, random); err != nil {
			return nil, err
		}
		c := f.candidate()
		if slices.Compare(c[:], best[:]) >= 0 {
			continue
		}
		d, err := f.degeneration(ctx)
		if err != nil {
			if hall := (*quorum.HallError)(nil); errors.As(err, &hall) {
				continue // the sites have no sets of their own in this one
			}
			return nil, err
		}
		best, found = c, d
	}
	return found, nil
}

func (f *folding) round(ctx context.Context, random *rand.Rand) error {
	steps := roundSteps + pairSteps*f.pairs
	first, second := steps*deviationPart/100, steps*extremesPart/100
	if err := f.descend(ctx, random, first, byDeviation); err != nil {
		return err
	}
	if err := f.descend(ctx, random, second, byExtremes); err != nil {
		return err
	}
	return f.descend(ctx, random, steps-first-second, bySquares)
}

// The goals of the phases of the search, each to be made small by lexicographic comparison.

// byDeviation asks that all responsibilities be near q+1, as in the plane.
func byDeviation(f *folding) [2]int64 { return [2]int64{f.deviation} }

// byExtremes asks for a small spread, and on the way there for few nodes at either end. This makes
// a step visible where it takes several steps to move an end.
func byExtremes(f *folding) [2]int64 {
	return [2]int64{int64(f.greatest - f.least), int64(f.count[f.least] + f.count[f.greatest])}
}

// bySquares is the criterion for the result.
func bySquares(f *folding) [2]int64 { return [2]int64{int64(f.greatest - f.least), f.squares} }

func worse(a, b [2]int64) bool { return a[0] > b[0] || a[0] == b[0] && a[1] > b[1] }

// descend makes random exchanges, and undoes the ones that make the goal worse.
func (f *folding) descend(ctx context.Context, random *rand.Rand, steps int, goal func(*folding) [2]int64) error {
	v, now := len(f.points), goal(f)
	poll := par.NewPoll(ctx)
	for range steps {
		if err := poll.Err(); err != nil {
			return err
		}
		exchange := f.exchangePoints
		var i, j int
		if random.IntN(100) < lineOdds {
			exchange = f.exchangeLines
			i, j = random.IntN(f.pairs), f.pairs+random.IntN(v-f.pairs)
		} else {
			i, j = random.IntN(2*f.pairs), random.IntN(v)
			if i>>1 == j>>1 {
				continue
			}
		}
		exchange(i, j)
		if then := goal(f); worse(then, now) {
			exchange(i, j)
		} else {
			now = then
		}
	}
	return nil
}

// candidate returns the criteria for judging a folding: spread, nested pairs of sets, squares;
// smaller is better.
func (f *folding) candidate() [3]int64 {
	goal := bySquares(f)
	return [3]int64{goal[0], f.nested(), goal[1]}
}

// nestedLimit is the greatest number of nodes for which nested sets are counted.
const nestedLimit = 600

// nested returns the number of pairs of sets where one contains or equals the other. Lines L and M
// make nested sets only if each of the q points of L outside M shares a node with a point of M. At
// most one of them shares a node with the common point of L and M, and each of the others needs a
// pair of its own. So at least q-1 pairs join L and M, which in planes beyond nestedLimit does not
// happen unless somebody constructs it: the search does not look for it there.
func (f *folding) nested() int64 {
	n := len(f.points) - f.pairs
	if n > nestedLimit {
		return 0
	}
	incidence := sets.NewMatrix(n, len(f.points))
	sizes := make([]int, n)
	for i, line := range f.lines[f.pairs:] {
		set := incidence.Row(i)
		for _, p := range f.plane.Line(int(line)) {
			set.Add(int(f.node(p)))
		}
		sizes[i] = set.Len()
	}
	var pairs int64
	for i := range n {
		for j := range i {
			small, large := i, j
			if sizes[i] > sizes[j] {
				small, large = j, i
			}
			if incidence.Row(small).SubsetOf(incidence.Row(large)) {
				pairs++
			}
		}
	}
	return pairs
}

// degeneration numbers the nodes, and gives each a kept line through one of its points, which is
// then called the kept one. The error is a *quorum.HallError if there is no such assignment.
func (f *folding) degeneration(ctx context.Context) (*Degeneration, error) {
	v := len(f.points)
	n := v - f.pairs
	// First number the nodes by their least points, then by the points kept.
	number := make([]int32, v) // of each point's node
	members := make([][]int32, 0, n)
	for p := range int32(v) {
		if at := f.pointAt[p]; int(at) >= 2*f.pairs {
			number[p] = int32(len(members))
			members = append(members, []int32{p})
		} else if partner := f.points[at^1]; p < partner {
			number[p], number[partner] = int32(len(members)), int32(len(members))
			members = append(members, []int32{p, partner})
		}
	}
	kept := slices.Sorted(slices.Values(f.lines[f.pairs:]))
	lines, err := quorum.ListFamily(ctx, n, n, func(dst []int32, i int) []int32 {
		return appendRenumbered(dst, f.plane.Line(int(kept[i])), number)
	})
	if err != nil {
		return nil, err
	}
	sites, err := lines.AssignSites(ctx)
	if err != nil {
		return nil, err
	}
	lineOf := make(map[int32]int32, n) // by the point kept
	for i, site := range sites {
		for _, p := range members[i] {
			if line := kept[site]; f.plane.Incident(int(p), int(line)) {
				lineOf[p] = line
				break
			}
		}
	}
	d := &Degeneration{order: f.order, node: make([]int32, v), point: make([]int32, 0, n), line: make([]int32, 0, n)}
	for p := range int32(v) {
		line, isKept := lineOf[p]
		if !isKept {
			continue
		}
		for _, q := range members[number[p]] {
			d.node[q] = int32(len(d.point))
		}
		d.point, d.line = append(d.point, p), append(d.line, line)
	}
	return d, nil
}
