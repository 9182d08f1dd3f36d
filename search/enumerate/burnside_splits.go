package enumerate

import (
	"context"
	"math/big"
)

// belowDuals returns the members of a lattice that are below their duals: the possible parts of a
// self-dual function without the nodes apart.
func belowDuals(l *lattice) []table {
	var below []table
	for _, e := range l.members {
		if e.below(e.dual(l.k)) {
			below = append(below, e)
		}
	}
	return below
}

// The functions below count self-dual functions that a renaming leaves as they are. Some of its
// cycles are taken apart, whose lengths are in the name (211: an exchange and two fixed nodes); to
// is the renaming of the k other nodes. Formulas and proofs: docs/theorems/cycles-taken-apart.md.

// sumOverIntervals adds a number for each member e that is below its dual, of the lattice of the
// functions that to leaves as they are. The number follows from two lattices from e on: that one,
// and the lattice under so many times to.
func sumOverIntervals(ctx context.Context, opts Options, stage string, to []int, times int, number func(v, w *bottomIntervals) wide) (*big.Int, error) {
	once, more := latticeUnder(to), latticeUnder(renamingPower(to, times))
	return sumOverBottoms(ctx, opts, stage, belowDuals(once), func() func(e table) wide {
		v, w := newBottomIntervals(once), newBottomIntervals(more)
		return func(e table) wide {
			v.from(e)
			w.from(e)
			return number(v, w)
		}
	})
}

// fixedApart1111 has four fixed nodes apart: all that is left of a function is one that to leaves
// as it is.
func fixedApart1111(ctx context.Context, to []int, opts Options) (*big.Int, error) {
	return fourSplit(ctx, latticeUnder(to), opts)
}

// fixedApart211 has nodes 1 and 2 exchanged and nodes 3 and 4 fixed.
func fixedApart211(ctx context.Context, to []int, opts Options) (*big.Int, error) {
	k := len(to)
	return sumOverIntervals(ctx, opts, "with two exchanged nodes and two fixed ones apart", to, 2, func(v, w *bottomIntervals) (sum wide) {
		for _, b := range w.inside {
			image := b.renamed(to)
			both, either := b&image, b|image
			neither, crossed := either.dual(k), b&image.dual(k)
			for _, a := range v.inside {
				dual := a.dual(k)
				sum.add(w.size(a&crossed), v.size(dual&both)*v.size(dual&neither))
			}
		}
		return sum
	})
}

// fixedApart22 has nodes 1 and 2 exchanged, and nodes 3 and 4.
func fixedApart22(ctx context.Context, to []int, opts Options) (*big.Int, error) {
	k := len(to)
	return sumOverIntervals(ctx, opts, "with two pairs of exchanged nodes apart", to, 2, func(v, w *bottomIntervals) (sum wide) {
		var turned []table // a function that is its own dual, renamed
		for _, b := range w.inside {
			if b.renamed(to) == b.dual(k) {
				turned = append(turned, b)
			}
		}
		for _, a := range v.inside {
			dual := a.dual(k)
			for _, b := range turned {
				for _, c := range turned {
					sum.add(w.size(a&b&c), w.size(dual&b&c.dual(k)))
				}
			}
		}
		return sum
	})
}

// fixedApart31 has nodes 1, 2, 3 in a circle and node 4 fixed.
func fixedApart31(ctx context.Context, to []int, opts Options) (*big.Int, error) {
	k := len(to)
	return sumOverIntervals(ctx, opts, "with three nodes in a circle and a fixed one apart", to, 3, func(v, w *bottomIntervals) (sum wide) {
		for _, c := range w.inside {
			second := c.renamed(to)
			third := second.renamed(to)
			sum.add(w.size(c&(second|third).dual(k)), v.size(c&second&third))
		}
		return sum
	})
}

// fixedApart4 has nodes 1, 2, 3, 4 in a circle.
func fixedApart4(ctx context.Context, to []int, opts Options) (*big.Int, error) {
	k := len(to)
	once, twice, fourth := latticeUnder(to), latticeUnder(renamingPower(to, 2)), latticeUnder(renamingPower(to, 4))
	return sumOverBottoms(ctx, opts, "with four nodes in a circle apart", belowDuals(once), func() func(e table) wide {
		w := newBottomIntervals(fourth)
		return func(e table) (sum wide) {
			w.from(e)
			top := e.dual(k)
			var turned []table
			for _, b := range twice.members {
				if e.below(b) && b.below(top) && b.renamed(to) == b.dual(k) {
					turned = append(turned, b)
				}
			}
			for _, a := range w.inside {
				image := a.renamed(to)
				if image.renamed(to) != a.dual(k) {
					continue
				}
				for _, b := range turned {
					sum.add(w.size(a&b&image.dual(k)), 1)
				}
			}
			return sum
		}
	})
}

// fixedApart111 has three fixed nodes apart.
func fixedApart111(ctx context.Context, to []int, _ Options) (*big.Int, error) {
	return splitThree(ctx, latticeUnder(to))
}

// fixedApart21 has two exchanged nodes and a fixed one apart.
func fixedApart21(ctx context.Context, to []int, opts Options) (*big.Int, error) {
	k := len(to)
	once, twice := latticeUnder(to), latticeUnder(renamingPower(to, 2))
	below := once.intervals(0)
	return sumOverBottoms(ctx, opts, "with two exchanged nodes and a fixed one apart", twice.members, func() func(b table) wide {
		return func(b table) (sum wide) {
			image := b.renamed(to)
			if !b.below(image.dual(k)) {
				return sum
			}
			top := b.dual(k)
			for _, d := range once.members {
				if d.below(top) {
					sum.add(uint64(below[once.index(b&image&d)]), 1)
				}
			}
			return sum
		}
	})
}

// fixedApart3 has three nodes in a circle apart. What is listed is a function of the rest alone, so
// that it can have six nodes.
func fixedApart3(ctx context.Context, to []int, opts Options) (*big.Int, error) {
	k := len(to)
	return sumOverTables(ctx, opts, "with three nodes in a circle apart", to, 3, func(b table) (top table, counts bool) {
		second := b.renamed(to)
		return b & second & second.renamed(to), b.below(second.dual(k))
	})
}

// fixedApart11 has two fixed nodes apart.
func fixedApart11(ctx context.Context, to []int, _ Options) (*big.Int, error) {
	return splitTwo(ctx, latticeUnder(to))
}

// fixedApart2 has two exchanged nodes apart.
func fixedApart2(ctx context.Context, to []int, opts Options) (*big.Int, error) {
	k := len(to)
	return sumOverTables(ctx, opts, "with two exchanged nodes apart", to, 2, func(p table) (top table, counts bool) {
		dual := p.dual(k)
		return p & dual, p.renamed(to) == dual
	})
}

// sumOverTables goes through the functions that so many times a renaming leaves as they are, in one
// pass that keeps none of them. For each that counts it adds how many functions that the renaming
// leaves as they are lie below top, which is one of these.
func sumOverTables(ctx context.Context, opts Options, stage string, to []int, times int, within func(f table) (top table, counts bool)) (*big.Int, error) {
	once := latticeUnder(to)
	below := once.intervals(0)
	var sum wide
	done := 0
	for f := range tablesUnder(renamingPower(to, times)) {
		if done%(1<<14) == 0 {
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			opts.progress().Tell("monotone functions summed, "+stage, done, 0)
		}
		done++
		if top, counts := within(f); counts {
			sum.add(uint64(below[once.index(top)]), 1)
		}
	}
	return sum.big(), nil
}
