package enumerate

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// countMonotone counts the monotone functions of at most 7 variables that a renaming of type t
// leaves as they are, the constant ones among them. With two fixed nodes, f is f_0, f_1, f_2, f_12
// on the others: f_1 = a and f_2 = b are free, f_0 <= a∧b and f_12 >= a∨b.
func countMonotone(ctx context.Context, t cycleType) (*big.Int, error) {
	if t.fixedNodes() < 2 {
		return countMonotoneByPairs(ctx, t)
	}
	l, err := invariantLattice(ctx, t.without(2))
	if err != nil {
		return nil, err
	}
	below := l.intervals(0)
	sum := new(big.Int)
	for o, i := range l.first {
		// Below are at most 7581² for each b: a row of 7581 stays below 2^39.
		row := uint64(0)
		a := l.members[i]
		for _, b := range l.members {
			row += uint64(below[l.index(a&b)]) * uint64(below[l.duals[l.index(a|b)]])
		}
		sum.Add(sum, new(big.Int).Mul(new(big.Int).SetUint64(row), big.NewInt(int64(l.size[o]))))
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// countMonotoneByPairs is countMonotone for renamings with at most one fixed node: f is a pair
// f_0 <= f_1 on the others, or is met on the way through the poset of orbits.
func countMonotoneByPairs(ctx context.Context, t cycleType) (*big.Int, error) {
	if t.fixedNodes() == 0 || t.nodes() == 1 {
		count, err := countInvariant(ctx, t)
		return new(big.Int).SetUint64(count), err
	}
	l, err := invariantLattice(ctx, t.without(1))
	if err != nil {
		return nil, err
	}
	count := uint64(0)
	for _, below := range l.intervals(0) {
		count += uint64(below)
	}
	return new(big.Int).SetUint64(count), nil
}

// countPairs counts the systems of two cartels that a renaming of type t leaves as they are.
func countPairs(ctx context.Context, t cycleType) (*big.Int, error) {
	pairs, err := countMonotone(ctx, append(slices.Clone(t), 1))
	if err != nil {
		return nil, err
	}
	single, err := countMonotone(ctx, t)
	if err != nil {
		return nil, err
	}
	pairs.Sub(pairs, single.Lsh(single, 1))
	return pairs.Add(pairs, big.NewInt(1)), nil
}

// transfer is an entry of a sparse row.
type transfer struct {
	to    int32
	times int64
}

// countTuples counts the m-tuples of functions of l, none constant, that cross pairwise. With c the
// AND of the duals of those that are chosen already, the next can be any f <= c, and then the AND
// is c∧f*; so the number of ways to choose i more is the same for all c of one orbit, and the rows
// below take i to i+1. Cost: O(orbits · members) look-ups, and m · (entries of the rows) products.
func countTuples(ctx context.Context, l *orbitLattice, m int) (*big.Int, error) {
	last := len(l.members) - 1 // member 0 is false everywhere, the last one true everywhere
	rows := make([][]transfer, len(l.first))
	times := make([]int64, len(l.first))
	for o, i := range l.first {
		c := l.members[i]
		clear(times)
		for j, f := range l.members[:i+1] {
			if j != 0 && j != last && f.below(c) {
				times[l.orbit[l.index(c&l.members[l.duals[j]])]]++
			}
		}
		for to, x := range times {
			if x > 0 {
				rows[o] = append(rows[o], transfer{int32(to), x})
			}
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
	}
	ways := make([]*big.Int, len(rows))
	for i := range ways {
		ways[i] = big.NewInt(1)
	}
	product, factor := new(big.Int), new(big.Int)
	for range m {
		next := make([]*big.Int, len(rows))
		for o, row := range rows {
			next[o] = new(big.Int)
			for _, e := range row {
				next[o].Add(next[o], product.Mul(ways[e.to], factor.SetInt64(e.times)))
			}
		}
		ways = next
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
	}
	return ways[l.orbit[last]], nil
}

// countTriples counts the systems of three cartels on 2 to 6 nodes that a renaming of type t leaves
// as they are; opts.Jobs workers share the work. Without a fixed node it is countTuples.
func countTriples(ctx context.Context, t cycleType, opts Options) (*big.Int, error) {
	if t.fixedNodes() == 0 {
		l, err := invariantLattice(ctx, t)
		if err != nil {
			return nil, err
		}
		return countTuples(ctx, l, 3)
	}
	l, err := invariantLattice(ctx, t.without(1))
	if err != nil {
		return nil, err
	}
	triples, err := sumTriples(ctx, l, opts)
	if err != nil {
		return nil, err
	}
	// Off go the triples with a constant: those with a false one, by what the others are, and those
	// with a true one, where both others are false.
	pairs, err := countPairs(ctx, t)
	if err != nil {
		return nil, err
	}
	single, err := countMonotone(ctx, t)
	if err != nil {
		return nil, err
	}
	single.Sub(single, big.NewInt(2))
	constant := pairs.Add(pairs, single)
	constant.Add(constant, big.NewInt(1)).Mul(constant, big.NewInt(3))
	triples.Sub(triples, constant)
	return triples.Sub(triples, big.NewInt(1)), nil
}

// sumTriples returns Σ |[0, a∧b*∧c*]|·|[0, a*∧b∧c*]|·|[0, a*∧b*∧c]| over all a, b, c in l: the
// number of triples of functions with one more variable that cross pairwise.
//
// The sum is symmetric, so a is the least of the three by orbit, and the first of its orbit; then
// either b and c come in one order, or, where more than two symmetries keep a, b is the first of
// its orbit under these. Two square matrices of interval sizes make the three factors rows that are
// read in order: 4 bytes for each pair of members, 230 MB for all functions of five variables.
func sumTriples(ctx context.Context, l *orbitLattice, opts Options) (*big.Int, error) {
	below, size := l.intervals(0), len(l.members)
	if err := memory.Ask(ctx, "the table of intervals of monotone functions", size, size, 4); err != nil {
		return nil, err
	}
	order := sets.Identity(size) // members by descending orbit: those that go with orbit o are a prefix
	slices.SortStableFunc(order, func(i, j int) int { return int(l.orbit[j]) - int(l.orbit[i]) })
	with, without := make([]uint16, size*size), make([]uint16, size*size) // |[0, x∧c]| and |[0, x∧c*]|
	err := par.For(ctx, opts.Jobs, size, func(_ context.Context, _, x int) error {
		for at, c := range order {
			with[x*size+at] = below[l.index(l.members[x]&l.members[c])]
			without[x*size+at] = below[l.index(l.members[x]&l.members[l.duals[c]])]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	images := l.images()
	row := func(matrix []uint16, f table) []uint16 {
		x := l.index(f)
		return matrix[x*size : (x+1)*size]
	}
	ends := make([]int, len(l.first)) // members of orbits >= o are order[:ends[o]]
	for o, end := 0, size; o < len(ends); o++ {
		ends[o] = end
		end -= l.size[o]
	}
	var adding sync.Mutex
	total := new(big.Int)
	told := opts.progress().Count(fmt.Sprintf("first functions of triples, of %d monotone functions", size), len(l.first))
	err = par.For(ctx, opts.Jobs, len(l.first), func(ctx context.Context, _, o int) error {
		first, all, later := l.first[o], ends[o], ends[o]-l.size[o] // order[:later]: those of orbits > o
		a, dual := l.members[first], l.members[l.duals[first]]
		var sum wide
		sizes, symmetries := l.orbitsKeeping(first, images)
		poll := par.NewPoll(ctx)
		for at, i := range order[:all] {
			if err := poll.Err(); err != nil {
				return err
			}
			if symmetries > 2 && sizes[i] == 0 {
				continue
			}
			b, bDual := l.members[i], l.members[l.duals[i]]
			p, q, r := row(without, a&bDual), row(without, dual&b), row(with, dual&bDual)
			switch {
			case symmetries > 2 && at >= later:
				sum.add(tripleProducts(p[:later], q, r), 3*sizes[i])
				sum.add(tripleProducts(p[later:all], q[later:], r[later:]), sizes[i])
			case symmetries > 2:
				sum.add(tripleProducts(p[:later], q, r), 3*sizes[i])
			case at >= later: // a and b of this orbit: c of a later one, or of this one too
				sum.add(tripleProducts(p[:later], q, r), 3)
				sum.add(tripleProducts(p[later:all], q[later:], r[later:]), 1)
			default: // b and c of later orbits, c after b or b itself
				sum.add(tripleProducts(p[at:at+1], q[at:], r[at:]), 3)
				sum.add(tripleProducts(p[at+1:later], q[at+1:], r[at+1:]), 6)
			}
		}
		part := sum.big()
		part.Mul(part, big.NewInt(int64(l.size[o])))
		adding.Lock()
		defer adding.Unlock()
		total.Add(total, part)
		told(1)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return total, nil
}

// tripleProducts returns Σ p[i]·q[i]·r[i]. With at most 7581 terms of factors of at most 7581 it is
// below 2^52.
func tripleProducts(p, q, r []uint16) uint64 {
	q, r = q[:len(p)], r[:len(p)]
	sum := uint64(0)
	for i, x := range p {
		sum += uint64(x) * uint64(q[i]) * uint64(r[i])
	}
	return sum
}
