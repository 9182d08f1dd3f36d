package enumerate

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"coterie/quorum"
)

// maxKNodes is the most nodes on which k-coteries are listed and counted: all monotone functions
// are gone through.
const maxKNodes = maxLattice + 1

// SumOfOrbits adds up the labelled systems of the classes that [List] yields.
const SumOfOrbits Method = "sum of the orbits of classes"

// checkK returns a *[quorum.InputError] if k-coteries of q can be neither listed nor counted.
func (q Query) checkK() error {
	switch {
	case q.Groups > 1:
		return quorum.Bad("k", "a group quorum system has no k", "ask for k-coteries or for cartels")
	case q.Nodes < 1:
		return quorum.Bad("n", fmt.Sprintf("a k-coterie has at least one node, not %d", q.Nodes), fmt.Sprintf("want 1 to %d", maxKNodes))
	case q.Nodes > maxKNodes:
		return quorum.Bad("n", fmt.Sprintf("k-coteries are listed and counted up to %d nodes, not %d: the functions gone through are 7828354 for 6 nodes and 2414682040998 for 7", maxKNodes, q.Nodes), fmt.Sprintf("want 1 to %d", maxKNodes))
	case q.K < 1 || q.K > q.Nodes:
		return quorum.Bad("k", fmt.Sprintf("there are no %d-coteries on %d nodes: k pairwise disjoint quorums need k nodes", q.K, q.Nodes), fmt.Sprintf("want 1 to %d", q.Nodes))
	}
	return nil
}

// avoiding has for each set of six nodes the sets that are disjoint from it.
var avoiding = func() (all [1 << maxKNodes]table) {
	for set := range all {
		all[set] = one(maxKNodes)
		for v := range maxKNodes {
			if set>>v&1 == 1 {
				all[set] &^= with(v)
			}
		}
	}
	return all
}()

// minimal has the minimal sets of f, a function of n variables.
func (f table) minimal(n int) table {
	above := table(0)
	for v := range n {
		above |= f &^ with(v) << (1 << v)
	}
	return f &^ above
}

// isKCoterie reports whether the minimal sets of f, a function of n <= 6 variables that is not
// constant, are a k-coterie. Let U_h be the unions of h pairwise disjoint quorums. No set of U_k
// has a quorum in its complement (k-intersection), and each set of U_h, 1 <= h < k, has one
// (k-non-intersection). The cost is that of the pairs of a quorum and an h, a few operations each.
func (f table) isKCoterie(n, k int) bool {
	quorums := f.minimal(n)
	live := f.dual(n) ^ one(n) // the sets whose complement has a quorum
	unions := quorums
	for range k - 1 {
		if !unions.below(live) {
			return false
		}
		wider := table(0)
		for rest := uint64(quorums); rest != 0; rest &= rest - 1 {
			q := bits.TrailingZeros64(rest)
			wider |= unions & avoiding[q] << q
		}
		unions = wider
	}
	return unions&live == 0
}

// kCoteries yields the k-coteries of g.q from a function on, ascending, as truth tables.
func (g *groupLister) kCoteries(from table) iter.Seq[table] {
	if g.q.Nondominated {
		all := g.nondominatedKCoteries()
		at, _ := slices.BinarySearch(all, from)
		return slices.Values(all[at:])
	}
	functions := g.pairsFrom(from)
	if g.q.Nodes <= maxLattice {
		at, _ := slices.BinarySearch(g.functions, max(from, 1))
		functions = slices.Values(g.functions[at : len(g.functions)-1]) // the last one is constant
	}
	return func(yield func(table) bool) {
		for f := range functions {
			if f.isKCoterie(g.q.Nodes, g.q.K) && !yield(f) {
				return
			}
		}
	}
}

// nondominatedKCoteries returns, ascending, the k-coteries f such that no other k-coterie is true
// wherever f is. Those with more true sets come first, and each is compared with the nondominated
// ones so far: a dominated one is below one of them.
func (g *groupLister) nondominatedKCoteries() []table {
	q := g.q
	g.q.Nondominated = false
	all := slices.Collect(g.kCoteries(1))
	g.q = q
	slices.SortStableFunc(all, func(a, b table) int { return b.size() - a.size() })
	var greatest []table
	for _, f := range all {
		if !slices.ContainsFunc(greatest, f.below) {
			greatest = append(greatest, f)
		}
	}
	slices.Sort(greatest)
	return greatest
}

// admitsK judges an item of a listing of k-coteries by the definitions.
func (q Query) admitsK(f Function) error {
	if err := q.checkK(); err != nil {
		return err
	}
	t := table(f.words[0])
	if !t.isKCoterie(q.Nodes, q.K) {
		return fmt.Errorf("it is no %d-coterie", q.K)
	}
	g := newGroupLister(context.Background(), q, Options{}, nil)
	if q.Nondominated && !slices.Contains(g.nondominatedKCoteries(), t) {
		return fmt.Errorf("another %d-coterie dominates it", q.K)
	}
	return nil
}

// countK counts the k-coteries of q. Labelled ones are the sum of the orbits of classes, and
// classes follow from the labelled ones by Burnside's lemma: the renamings that keep a system, over
// all systems, are n! for each class.
func countK(ctx context.Context, q Query, opts Options) (Counted, error) {
	opts.After = nil
	sum := 0
	other := q
	other.Classes = !q.Classes
	g := newGroupLister(ctx, Query{Nodes: q.Nodes, K: q.K, Classes: true}, Options{}, nil)
	for item, err := range List(ctx, other, opts) {
		switch {
		case err != nil:
			return Counted{}, err
		case !q.Classes:
			sum += item.Orbit
		default:
			sum += g.keeping(table(item.Cartels[0].words[0]))
		}
	}
	if !q.Classes {
		return Counted{Count: big.NewInt(int64(sum)), Method: string(SumOfOrbits)}, nil
	}
	if sum%factorial(q.Nodes) != 0 {
		return Counted{}, quorum.Internal("Burnside's sum %d for k-coteries on %d nodes is no multiple of the number of renamings", sum, q.Nodes)
	}
	return Counted{Count: big.NewInt(int64(sum / factorial(q.Nodes))), Method: "renamings that keep a system, by Burnside's lemma"}, nil
}

// keeping returns how many renamings of the nodes leave f as it is.
func (g *groupLister) keeping(f table) int {
	kept, image := 1, f
	for _, at := range g.swaps {
		if image = image.swapped(at); image == f {
			kept++
		}
	}
	return kept
}
