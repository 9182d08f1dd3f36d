package excess

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/gf"
)

// graph is a symmetric matrix of integers with a zero diagonal: an excess graph, or its dual.
type graph [][]int

// excessOf returns the excess graph of n pairwise meeting sets on nodes 0..n-1, |S_i ∩ S_j| - 1 for
// i ≠ j, and its dual, the number of sets that hold both of two nodes, less one: the off-diagonal
// parts of AAᵀ - J and AᵀA - J for the incidence matrix A with a row for each set. Only the dual
// can have negative entries if the sets meet. It panics on a node out of range.
func excessOf(sets [][]int) (own, dual graph) {
	n := len(sets)
	in := make([][]bool, n)
	for i, s := range sets {
		in[i] = make([]bool, n)
		for _, x := range s {
			in[i][x] = true
		}
	}
	own, dual = make(graph, n), make(graph, n)
	for i := range n {
		own[i], dual[i] = make([]int, n), make([]int, n)
		for j := range n {
			if i == j {
				continue
			}
			own[i][j], dual[i][j] = -1, -1
			for x := range n {
				if in[i][x] && in[j][x] {
					own[i][j]++
				}
				if in[x][i] && in[x][j] {
					dual[i][j]++
				}
			}
		}
	}
	return own, dual
}

// matching returns the graph of n/2 single edges; n must be even.
func matching(n int) graph {
	g := make(graph, n)
	for i := range n {
		g[i] = make([]int, n)
		g[i][i^1] = 1
	}
	return g
}

// regular returns e if every row of the graph has the sum e.
func (g graph) regular() (e int, ok bool) {
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

// cycles returns the lengths of the cycles of a graph that is a disjoint union of cycles,
// descending. ok is false if it is no such union.
func (g graph) cycles() (lengths []int, ok bool) {
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

// compareGraph looks for a reason why no rational matrix A has AAᵀ = (k-1)I + J + g: otherwise this
// form would be equivalent to a sum of squares. The graph must be an excess graph of regular sets
// with k nodes, with g.regular() less than k-1, so that the form is positive definite. Otherwise it
// panics. Cost: O(n³) operations with integers of O(n) digits: a second for 100 nodes.
//
// Proof: docs/theorems/near-planes.md.
func compareGraph(k int, g graph) int {
	if e, ok := g.regular(); !ok || e < 0 || e >= k-1 {
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
	return compareAll(f, diagonal(ones))
}

// compareAll looks for a difference at all primes that primes finds.
func compareAll(f, g form) int {
	a, _ := f.minors()
	b, _ := g.minors()
	return difference(f, g, append(primes(a[len(a)-1]), primes(b[len(b)-1])...))
}

// primes returns the prime factors of x > 0 below smooth, and those of the cofactor if it is small
// or the square of a small number. Below 1<<31 it returns all of them.
func primes(x *big.Int) (list []int) {
	rest := new(big.Int).Set(x)
	for p := 2; p < smooth && !rest.IsUint64(); p++ {
		if exponent := divideOut(rest, p); exponent > 0 {
			list = append(list, p)
		}
	}
	if root := new(big.Int).Sqrt(rest); new(big.Int).Mul(root, root).Cmp(rest) == 0 {
		rest = root
	}
	if rest.IsUint64() && rest.Uint64() > 1 {
		for _, f := range gf.Factor(rest.Uint64()) {
			if f.Prime < 1<<31 {
				list = append(list, int(f.Prime))
			}
		}
	}
	return list
}

// String formats the type as 2*5+19.
func (c cycles) String() string {
	var words []string
	for _, part := range c {
		word := fmt.Sprint(part.length)
		if part.count > 1 {
			word = fmt.Sprintf("%d*%d", part.count, part.length)
		}
		words = append(words, word)
	}
	return strings.Join(words, "+")
}
