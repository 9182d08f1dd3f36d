package group

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/words/show"
)

// symmetry is a permutation of the points of an array, the symbols of its columns, or none. The
// columns are in parts, one after the other.
type symmetry []part

// part is so many cycles of so many columns each, which the symmetry moves, symbols along with
// them; when a column is back, its symbols have moved by turn.
type part struct {
	cycles, columns int
	turn            turn
}

// turn moves the first symbols in cycles of so many; the symbols after those stay.
type turn struct{ cycles, length int }

func (t turn) move(s int) int {
	if s >= t.cycles*t.length {
		return s
	}
	return s/t.length*t.length + (s+1)%t.length
}

// order is the least positive number of times that moves no point.
func (y symmetry) order() int {
	order := 1
	for _, p := range y {
		all := order
		for all%(p.columns*p.turn.length) > 0 {
			all += order
		}
		order = all
	}
	return order
}

// next returns the point to which each point goes, column·symbols+symbol.
func (y symmetry) next(symbols int) []int32 {
	var next []int32
	for _, p := range y {
		for range p.cycles {
			first := len(next)
			for i := range (p.columns - 1) * symbols {
				next = append(next, int32(first+i+symbols))
			}
			for s := range symbols {
				next = append(next, int32(first+p.turn.move(s)))
			}
		}
	}
	return next
}

func (y symmetry) String() string {
	words := fmt.Sprintf("a symmetry of order %d", y.order())
	for i, p := range y {
		words += []string{", whose columns are in ", " and "}[min(i, 1)] + show.Count(p.cycles, "cycle") + fmt.Sprintf(" of %d", p.columns)
	}
	return words
}

// symmetries lists those of m columns and d symbols of order 2 to n that have cycles of one length,
// or one or two shorter cycles, too; those of the greatest order first.
func symmetries(n, m, d int) []symmetry {
	turns := []turn{{0, 1}}
	for length := 2; length <= d; length++ {
		for cycles := 1; cycles*length <= d; cycles++ {
			turns = append(turns, turn{cycles, length})
		}
	}
	var list []symmetry
	add := func(y ...part) {
		if order := symmetry(y).order(); order > 1 && order <= n {
			list = append(list, y)
		}
	}
	for columns := m; columns > 0; columns-- {
		for cycles := m / columns; cycles > 0; cycles-- {
			rest := m - cycles*columns
			for _, t := range turns {
				whole := part{cycles, columns, t}
				if rest == 0 {
					add(whole)
				}
				for _, few := range []int{1, 2} {
					short := rest / few
					if short == 0 || rest%few > 0 || short == columns || columns%short > 0 {
						continue
					}
					for _, own := range turns {
						add(whole, part{few, short, own})
					}
				}
			}
		}
	}
	slices.SortStableFunc(list, func(x, y symmetry) int { return cmp.Compare(y.order(), x.order()) })
	return list
}

// lengths lists how many rows the orbits of an array of n rows may have, longest first: as many of
// the greatest order as fit, or a few less, and at most shortOrbits others, in a few ways each.
func (y symmetry) lengths(n, d int) [][]int {
	order := y.order()
	var list [][]int
	most := 0
	var add func(orbits []int, length, left, room int)
	add = func(orbits []int, length, left, room int) {
		if left == 0 {
			list = append(list, slices.Clone(orbits))
		}
		for ; left > 0 && room > 0 && length > 0 && len(list) < most; length-- {
			if length <= left && order%length == 0 && y.stays(length, d) {
				add(append(orbits, length), length, left-length, room-1)
			}
		}
	}
	for full := n / order; full >= max(1, n/order-fewerOrbits); full-- {
		most = len(list) + waysOfOrbits
		add(slices.Repeat([]int{order}, full), order-1, n-full*order, shortOrbits)
	}
	return list
}

// stays reports whether every column has a symbol that so many moves, which are a divisor of the
// order, bring back whenever they bring back the column.
func (y symmetry) stays(moves, d int) bool {
	return !slices.ContainsFunc(y, func(p part) bool {
		back := moves // until the column is back
		for back%p.columns > 0 {
			back += moves
		}
		return p.turn.cycles*p.turn.length == d && back/p.columns%p.turn.length > 0
	})
}

// plan is an annealer of arrays with a symmetry, and how few kinds it has come to lack.
type plan struct {
	*annealer
	symmetry
	lacks int
}

// How much is tried: so many plans at most in each stage, and so many steps of each.
var stages = []struct{ plans, rounds, steps int }{{4000, 1, 4_000}, {60, 2, 80_000}, {10, 3, 400_000}}

// The numbers of orbits that are tried.
const (
	shortOrbits  = 10 // shorter than the order, at most
	fewerOrbits  = 3  // of the order, less than fit
	waysOfOrbits = 4  // to choose the short ones
)

// rank sorts plans: first the one that lacks least of each order, then the next of each.
func rank(plans []*plan) {
	slices.SortStableFunc(plans, func(x, y *plan) int { return cmp.Compare(x.lacks, y.lacks) })
	place, of := map[*plan]int{}, map[int]int{}
	for _, p := range plans {
		place[p] = of[p.order()]
		of[p.order()]++
	}
	slices.SortStableFunc(plans, func(x, y *plan) int { return cmp.Compare(place[x], place[y]) })
}

// symmetric looks for an array of n rows, m columns and d symbols that a symmetry leaves unchanged,
// by annealing over its orbits: all symmetries get a few steps, times effort, and those that come
// closest get more. ok is false if none is found, or if ctx ends.
//
// Proof: docs/theorems/covering-arrays.md.
func symmetric(ctx context.Context, n, m, d, jobs, effort int, seed uint64) (b built, y symmetry, ok bool) {
	if m*d > maxPoints {
		return built{}, nil, false
	}
	var plans []*plan
	for _, y := range symmetries(n, m, d) {
		if len(plans) >= stages[0].plans {
			break
		}
		for _, orbits := range y.lengths(n, d) {
			plans = append(plans, &plan{symmetry: y, annealer: &annealer{orbits: orbits}})
		}
	}
	for _, stage := range stages {
		plans = plans[:min(stage.plans, len(plans))]
		found := make([]*state, len(plans))
		i, _ := par.First(ctx, jobs, len(plans), func(ctx context.Context, _, i int) (bool, error) {
			p := plans[i]
			a := newAnnealer(p.annealer.orbits, m, d, 0, p.symmetry.next(d))
			p.lacks = a.kinds
			for round := range stage.rounds {
				s, ok := a.round(ctx, seed*uint64(stage.rounds)+uint64(round), stage.steps*effort)
				if p.lacks = min(p.lacks, len(s.lacks)); ok {
					found[i] = s
					return true, nil
				}
			}
			return false, nil
		})
		if i < len(plans) && found[i] != nil {
			y := plans[i].symmetry
			return built{found[i].array(), "annealing over arrays with " + y.String()}, y, true
		}
		if ctx.Err() != nil {
			break
		}
		rank(plans)
	}
	return built{}, nil, false
}
