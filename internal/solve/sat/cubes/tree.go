package cubes

import (
	"iter"
	"math"
	"slices"
)

// Tree is a tree of decisions, as its nodes in depth-first order. An inner node is the literal that
// it decides; the child for the true literal comes before the other one. A leaf is Open or Refuted.
// The leaves, in order, are the cubes.
type Tree []int32

// The leaves of a tree. No literal has these values.
const (
	Open    = 0
	Refuted = math.MinInt32 // unit propagation alone refutes the formula under the cube
)

// Leaves returns the number of leaves, and how many of them are open.
func (t Tree) Leaves() (leaves, open int) {
	for _, node := range t {
		switch node {
		case Open:
			open++
			fallthrough
		case Refuted:
			leaves++
		}
	}
	return leaves, open
}

// Literals returns the number of literals of all cubes together.
func (t Tree) Literals() int {
	sum := 0
	for cube := range t.All() {
		sum += len(cube)
	}
	return sum
}

// All yields the leaves in order: the cube of each, and whether unit propagation alone refutes the
// formula under it, according to the maker of the tree. A cube holds the decisions on the path to
// the leaf, and is valid until the next one is yielded.
func (t Tree) All() iter.Seq2[[]int, bool] {
	return func(yield func(cube []int, refuted bool) bool) {
		var path []int
		var second []bool // of each decision: it is the second child's
		for _, node := range t {
			if node != Open && node != Refuted {
				path, second = append(path, int(node)), append(second, false)
				continue
			}
			if !yield(path, node == Refuted) {
				return
			}
			last := len(path) - 1
			for last >= 0 && second[last] {
				last--
			}
			if path, second = path[:last+1], second[:last+1]; last >= 0 {
				path[last], second[last] = -path[last], true
			}
		}
	}
}

// Cubes returns the cubes of the open leaves, in order. A solver has to decide these.
func (t Tree) Cubes() [][]int {
	var list [][]int
	for cube, refuted := range t.All() {
		if !refuted {
			list = append(list, slices.Clone(cube))
		}
	}
	return list
}
