package frontier

import (
	"context"
	"math/big"
)

// Method names the method in reports.
const Method = "a sweep over states of connectivity"

// TriangleLattice counts, for each s, the live sets of s nodes of construct.TriangleLattice with d
// rows, d >= 1: those with a connected part that touches all three sides. Of a set and its
// complement exactly one is live, so that only the sets of at most half of the nodes are counted.
// Errors are those of count; more than 15 rows are errNodes.
func TriangleLattice(ctx context.Context, d int) ([]*big.Int, error) {
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
	var places [][2]int
	for row := range d {
		for column := range row + 1 {
			places = append(places, [2]int{row, column})
		}
	}
	return machine{decide: func(s state, v int, alive bool) state {
		row, column := places[v][0], places[v][1]
		at := d - row + column
		if alive {
			upper := s.of[at] // the neighbour whose place it takes
			spare := maxCells - 1
			s.of[spare] = upper
			touches := uint8(0)
			for side, is := range [3]bool{column == 0, column == row, row == d-1} {
				if is {
					touches |= 1 << side
				}
			}
			s.alone(at, touches)
			for _, near := range [3]int{at - 1, spare, at + 1} {
				s.join(at, near)
			}
			s.of[spare] = 0
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

// Paths counts, for each s, the live sets of s nodes of construct.Paths(d), d >= 1: those with a
// path from left to right in the grid and one from top to bottom in its dual. Sets of at most half
// of the nodes are counted by both machines side by side. A set without a path from left to right
// has a complement with a path from top to bottom, and the other way round; so the larger sets
// follow from the sets with a path from left to right. Errors are those of count; d > 7 is
// errNodes.
func Paths(ctx context.Context, d int) ([]*big.Int, error) {
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

// pathsPlaces has, for each node of the Paths system, its column and whether its edge of the grid is
// horizontal; and whether it is in the last row.
func pathsPlaces(d int) (places []struct {
	column           int
	horizontal, last bool
}) {
	for y := range 2*d + 1 {
		for column := range d + 1 - y%2 {
			places = append(places, struct {
				column           int
				horizontal, last bool
			}{column, y%2 == 0, y == 2*d})
		}
	}
	return places
}

// across is the machine of the paths from left to right in the grid G(d). Cell x is the vertex of
// column x in the lowest row that has been reached; cells 0 and d+1 are the two sides.
func across(d int) machine {
	places := pathsPlaces(d)
	m := machine{decide: func(s state, v int, alive bool) state {
		x := places[v].column
		switch p := places[v]; {
		case p.horizontal && alive:
			s.join(x, x+1)
		case !p.horizontal && !alive:
			s.alone(x+1, 0)
		}
		if s.of[0] == s.of[d+1] {
			return won
		}
		if v == len(places)-1 {
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
	places := pathsPlaces(d)
	m := machine{decide: func(s state, v int, alive bool) state {
		x := places[v].column
		switch p := places[v]; {
		case !p.horizontal && alive:
			s.join(x, x+1)
		case p.last:
			if alive {
				s.join(x, d+2)
			}
			s.of[x] = 0
		case p.horizontal && !alive:
			s.alone(x, 0)
		}
		if s.of[d+1] == s.of[d+2] {
			return won
		}
		for c := range d + 1 {
			if s.of[c] == s.of[d+1] {
				return s.canonical()
			}
		}
		return lost // nothing more can reach the top
	}}
	for x := range d + 1 {
		m.first.of[x] = 1
	}
	m.first.of[d+1], m.first.of[d+2] = 1, 2
	return m
}
