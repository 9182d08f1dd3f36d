package excess

import (
	"fmt"
	"math/big"
	"slices"
)

// Graph is a symmetric matrix of integers with a zero diagonal: an excess graph, or its dual.
type Graph [][]int

// Of returns the excess graph of n pairwise meeting sets on nodes 0..n-1, |S_i ∩ S_j| - 1 for i ≠
// j, and its dual, the number of sets that hold both of two nodes, less one: the off-diagonal parts
// of AAᵀ - J and AᵀA - J for the incidence matrix A with a row for each set. Only the dual can have
// negative entries if the sets meet. It panics on a node out of range.
func Of(sets [][]int) (graph, dual Graph) {
	n := len(sets)
	in := make([][]bool, n)
	for i, s := range sets {
		in[i] = make([]bool, n)
		for _, x := range s {
			in[i][x] = true
		}
	}
	graph, dual = make(Graph, n), make(Graph, n)
	for i := range n {
		graph[i], dual[i] = make([]int, n), make([]int, n)
		for j := range n {
			if i == j {
				continue
			}
			graph[i][j], dual[i][j] = -1, -1
			for x := range n {
				if in[i][x] && in[j][x] {
					graph[i][j]++
				}
				if in[x][i] && in[x][j] {
					dual[i][j]++
				}
			}
		}
	}
	return graph, dual
}

// Matching returns the graph of n/2 single edges; n must be even.
func Matching(n int) Graph {
	g := empty(n)
	for i := range n {
		g[i][i^1] = 1
	}
	return g
}

// Union returns the graph of disjoint cycles of these lengths, each at least 2, one of length 2
// being a double edge; consecutive nodes form a cycle.
func Union(lengths []int) Graph {
	n := 0
	for _, l := range lengths {
		n += l
	}
	g := empty(n)
	start := 0
	for _, l := range lengths {
		for i := range l {
			a, b := start+i, start+(i+1)%l
			g[a][b]++
			g[b][a]++
		}
		start += l
	}
	return g
}

func empty(n int) Graph {
	g := make(Graph, n)
	for i := range g {
		g[i] = make([]int, n)
	}
	return g
}

// Regular returns e if every row of the graph has the sum e.
func (g Graph) Regular() (e int, ok bool) {
	for i, row := range g {
		sum := 0
		for _, x := range row {
			sum += x
		}
		if i > 0 && sum != e {
			return 0, false
		}
		e = sum
	}
	return e, true
}

// Cycles returns the lengths of the cycles of a graph that is a disjoint union of cycles,
// descending; not ok if it is none.
func (g Graph) Cycles() (lengths []int, ok bool) {
	for _, row := range g {
		sum := 0
		for _, x := range row {
			if x < 0 {
				return nil, false
			}
			sum += x
		}
		if sum != 2 {
			return nil, false
		}
	}
	seen := make([]bool, len(g))
	for start := range g {
		length := 0
		for at := start; at >= 0 && !seen[at]; {
			seen[at] = true
			length++
			next := -1
			for y, x := range g[at] {
				if x > 0 && !seen[y] {
					next = y
				}
			}
			at = next
		}
		if length > 0 {
			lengths = append(lengths, length)
		}
	}
	slices.SortFunc(lengths, func(a, b int) int { return b - a })
	return lengths, true
}

// Compare looks for a reason why no rational matrix A has AAᵀ = (k-1)I + J + g: this form would be
// equivalent to a sum of squares. The graph must be an excess graph of regular sets with k nodes,
// g.Regular() less than k-1, so that the form is positive definite; else it panics. Cost: O(n³)
// operations with integers of O(n) digits: a second for 100 nodes.
//
// Proof: docs/theorems/near-planes.md.
func Compare(k int, g Graph) Difference {
	if e, ok := g.Regular(); !ok || e < 0 || e >= k-1 {
		panic(fmt.Sprintf("excess: no excess graph of sets with %d nodes", k))
	}
	f := make(form, len(g))
	for i := range f {
		f[i] = make([]*big.Int, len(g))
		for j := range f[i] {
			f[i][j] = big.NewInt(int64(1 + g[i][j]))
		}
		f[i][i].SetInt64(int64(k + g[i][i]))
	}
	ones := make([]int, len(g))
	for i := range ones {
		ones[i] = 1
	}
	return compare(f, diagonal(ones), nil)
}
