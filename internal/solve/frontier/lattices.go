package frontier

import (
	"context"
	"math/big"
	"slices"
)

// method names the method in reports.
const method = "a sweep over states of connectivity"

// TriangleLattice returns the count, for each s, of the live sets of s nodes of
// construct.TriangleLattice with d rows, d >= 1: those with a connected part that touches all three
// sides. Of a set and its complement exactly one is live, so that only the sets of at most half of
// the nodes are counted. Errors are those of count; more than 15 rows are errNodes.
func TriangleLattice(d int) func(context.Context) ([]*big.Int, string, error) {
	return func(ctx context.Context) ([]*big.Int, string, error) {
		counts, err := triangleCounts(ctx, d)
		return counts, method, err
	}
}

func triangleCounts(ctx context.Context, d int) ([]*big.Int, error) {
	n := d * (d + 1) / 2
	if n > mostNodes {
		return nil, errNodes
	}
	counts, err := count(ctx, n, n/2, triangle(d))
	if err != nil {
		return nil, err
	}
	for s := n/2 + 1; s <= n; s++ {
		counts = append(counts, new(big.Int).Sub(new(big.Int).Binomial(int64(n), int64(s)), counts[n-s]))
	}
	return counts, nil
}

// triangle is the machine of the triangle lattice of d rows. Cell d-r+c holds node c of row r, so
// that the three neighbours decided before it are in that cell and on both sides of it.
func triangle(d int) machine {
	return machine{decide: func(s state, v int, alive bool) state {
		row, column := 0, v
		for column > row {
			row++
			column -= row
		}
		at := d - row + column
		if alive {
			if s.of[at] == 0 { // else it joins the neighbour whose cell it takes
				s.alone(at)
			}
			s.touches[s.of[at]] |= uint8(1>>column | 1>>(row-column)<<1 | 1>>(d-1-row)<<2)
			s.join(at, at-1)
			s.join(at, at+1)
			if s.touches[s.of[at]] == 7 {
				return won
			}
		} else {
			s.of[at] = 0
		}
		if row == d-1 {
			s.of[at-1] = 0 // all its neighbours are decided
			if column == row {
				return lost
			}
		}
		return s.canonical()
	}}
}

// Paths returns the count, for each s, of the live sets of s nodes of construct.Paths(d), d >= 1:
// those with a path from left to right in the grid and one from top to bottom in its dual. Sets of
// at most half of the nodes are counted by both machines side by side. A set without a path from
// left to right has a complement with a path from top to bottom, and the other way round; so the
// larger sets follow from the sets with a path from left to right. Errors are those of count; d > 7
// is errNodes.
func Paths(d int) func(context.Context) ([]*big.Int, string, error) {
	return func(ctx context.Context) ([]*big.Int, string, error) {
		counts, err := pathsCounts(ctx, d)
		return counts, method, err
	}
}

func pathsCounts(ctx context.Context, d int) ([]*big.Int, error) {
	n := 2*d*d + 2*d + 1
	if n > mostNodes {
		return nil, errNodes
	}
	counts, err := count(ctx, n, n/2, across(d), down(d))
	if err != nil {
		return nil, err
	}
	crossed, err := count(ctx, n, n, across(d))
	if err != nil {
		return nil, err
	}
	for s := n/2 + 1; s <= n; s++ {
		live := new(big.Int).Lsh(crossed[s], 1)
		live.Sub(live, new(big.Int).Binomial(int64(n), int64(s)))
		counts = append(counts, live.Add(live, counts[n-s]))
	}
	return counts, nil
}

// across is the machine of the paths from left to right in the grid G(d). Cell x is the vertex of
// column x in the lowest row that has been reached; cells 0 and d+1 are the two sides. Of each 2d+1
// nodes the first d+1 are horizontal edges, the others vertical ones.
func across(d int) machine {
	m := machine{decide: func(s state, v int, alive bool) state {
		x := v % (2*d + 1)
		if horizontal := x <= d; horizontal && alive {
			s.join(x, x+1)
		} else if !horizontal && !alive {
			s.alone(x - d)
		}
		if s.of[0] == s.of[d+1] {
			return won
		}
		if v == 2*d*(d+1) {
			return lost
		}
		return s.canonical()
	}}
	for x := range d + 2 {
		m.first.of[x] = uint8(x + 1)
	}
	return m
}

// down is the machine of the paths from top to bottom in the dual grid. Cell x is the lowest vertex
// of column x that has been reached; cells d+1 and d+2 are the top and the bottom.
func down(d int) machine {
	m := machine{decide: func(s state, v int, alive bool) state {
		x := v % (2*d + 1)
		switch horizontal, last := x <= d, v/(2*d+1) == d; {
		case !horizontal && alive:
			s.join(x-d-1, x-d)
		case last:
			if alive {
				s.join(x, d+2)
			}
			s.of[x] = 0
		case horizontal && !alive:
			s.alone(x)
		}
		if s.of[d+1] == s.of[d+2] {
			return won
		}
		if !slices.Contains(s.of[:d+1], s.of[d+1]) {
			return lost // nothing more can reach the top
		}
		return s.canonical()
	}}
	for x := range d + 2 {
		m.first.of[x] = 1
	}
	m.first.of[d+2] = 2
	return m
}
