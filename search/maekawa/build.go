package maekawa

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/construct"
	"coterie/quorum"
	"coterie/search/cyclic"
)

// construction is a system with its K, the greatest of its sizes and responsibilities.
type construction struct {
	k      int
	by     string
	system *quorum.System
}

// augmented returns sets on n nodes from the plane of order q, of p = q²+q+1 <= n points: the
// p lines for the first p sites, and for each further site i the union of a line and {i}. All sets
// meet, as lines do. If every point is on at most t of the n-p lines that are used again, sizes and
// responsibilities are at most q+1+t (t >= 1 if n > p). The lines are chosen one after the other,
// each such that its points are on as few of those before as possible: the greatest number first,
// then the sum of the squares. Cost: O((n-p)·p·q).
func augmented(ctx context.Context, n, q int) (sets [][]int, k int, err error) {
	plane, err := quorum.As[*quorum.System](construct.FPP(q))
	if err != nil {
		return nil, 0, err
	}
	lines := setsOf(plane)
	p := len(lines)
	sets = slices.Clone(lines)
	used := make([]int, p) // how many of the lines used again a point is on
	most := 0
	for i := p; i < n; i++ {
		if ctx.Err() != nil {
			return nil, 0, context.Cause(ctx)
		}
		best, bestPeak, bestSum := -1, 0, 0
		for j, line := range lines {
			peak, sum := most, 0
			for _, x := range line {
				peak = max(peak, used[x]+1)
				sum += 2*used[x] + 1
			}
			if best < 0 || peak < bestPeak || peak == bestPeak && sum < bestSum {
				best, bestPeak, bestSum = j, peak, sum
			}
		}
		most = bestPeak
		for _, x := range lines[best] {
			used[x]++
		}
		sets = append(sets, append(slices.Clone(lines[best]), i))
	}
	return sets, q + 1 + most, nil
}

// constructed returns the best system that constructions alone have for n nodes: with exact a
// regular one, with unique one of different sets (nil for n = 2 and both).
func constructed(ctx context.Context, n int, exact, unique bool) (*construction, error) {
	if q, ok := bounds.OrderOfPoints(n); ok && bounds.PlaneOrder(q).Exists() {
		plane, err := quorum.As[*quorum.System](construct.FPP(q))
		if err != nil {
			return nil, err
		}
		return &construction{q + 1, fmt.Sprintf("projective plane of order %d", q), plane}, nil
	}
	if n == 2 && unique {
		if exact {
			return nil, nil
		}
		system, err := system("star of 2 nodes", [][]int{{0}, {0, 1}})
		return &construction{2, "a star of 2 nodes", system}, err
	}
	cover, _ := cyclic.Constructed(n)
	best, err := translates(n, cover)
	if err != nil || n < 4 {
		return best, err
	}
	q := bounds.PlaneOrderAtMost(bounds.MaekawaSize(n) - 1)
	for bounds.PlanePoints(q) > n {
		q = bounds.PlaneOrderAtMost(q - 1)
	}
	sets, k, err := augmented(ctx, n, q)
	if err != nil || k >= best.k {
		return best, err
	}
	if exact {
		var ok bool
		if sets, ok = regular(ctx, k, sets); !ok {
			return best, nil
		}
	}
	system, err := system(fmt.Sprintf("augmented plane of order %d, n=%d", q, n), sets)
	if err != nil || unique && quorum.JudgeUniqueness(ctx, system).Holds != quorum.Holds {
		return best, err
	}
	return &construction{k, fmt.Sprintf("plane of order %d with %d lines used again", q, n-bounds.PlanePoints(q)), system}, nil
}

// translates returns the translates of a difference cover.
func translates(n int, cover []int) (*construction, error) {
	system, err := quorum.As[*quorum.System](construct.Cyclic(n, cover))
	if err != nil {
		return nil, err
	}
	return &construction{len(cover), "cyclic cover " + strings.ReplaceAll(strings.Trim(fmt.Sprint(cover), "[]"), " ", "-"), system}, nil
}

// periodic reports whether d + t = d in Z_n for some t that is not 0: then, and only then, do
// translates of d repeat.
func periodic(n int, d []int) bool {
	in := make([]bool, n)
	for _, x := range d {
		in[x] = true
	}
	for t := 1; t < n; t++ {
		if n%t == 0 && !slices.ContainsFunc(d, func(x int) bool { return !in[(x+t)%n] }) {
			return true // the periods are a subgroup, which one divisor of n generates
		}
	}
	return false
}
