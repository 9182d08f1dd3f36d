package cubes

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// Tree is a tree of decisions; its leaves, in order, are the cubes. Make one with [Split],
// [FromLeaves] or [Read]. It does not change.
type Tree struct {
	// nodes in depth-first order: the literal that an inner node decides, the child where it holds
	// before the other one; or what a leaf is.
	nodes        []int32
	leaves, open int
}

// What a leaf is. No literal has these values.
const (
	openLeaf    = 0
	refutedLeaf = math.MinInt32
)

// Leaf is a leaf of a tree.
type Leaf struct {
	Cube []int // the decisions on the path to it, in order
	// Refuted says that unit propagation alone refutes the formula under the cube, as who made the
	// tree says.
	Refuted bool
}

// Leaves is how many leaves there are, and how many of them are open: not refuted by unit
// propagation alone.
func (t *Tree) Leaves() (leaves, open int) { return t.leaves, t.open }

// Literals is how many literals all cubes have together.
func (t *Tree) Literals() int {
	sum := 0
	for _, leaf := range t.All() {
		sum += len(leaf.Cube)
	}
	return sum
}

// Depth is the greatest number of decisions on a path.
func (t *Tree) Depth() int {
	most := 0
	for _, leaf := range t.All() {
		most = max(most, len(leaf.Cube))
	}
	return most
}

// All yields the leaves in order, counted from 0. A cube is good until the next one is asked for.
func (t *Tree) All() iter.Seq2[int, Leaf] {
	return func(yield func(int, Leaf) bool) {
		var path []int
		var second []bool // of each decision: it is the second child's
		i := 0
		for _, node := range t.nodes {
			if node != openLeaf && node != refutedLeaf {
				path, second = append(path, int(node)), append(second, false)
				continue
			}
			if !yield(i, Leaf{path, node == refutedLeaf}) {
				return
			}
			i++
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

// Open returns the cubes of the open leaves, in order: what a solver is to be asked.
func (t *Tree) Open() [][]int {
	list := make([][]int, 0, t.open)
	for _, leaf := range t.All() {
		if !leaf.Refuted {
			list = append(list, slices.Clone(leaf.Cube))
		}
	}
	return list
}

// add appends a node in depth-first order.
func (t *Tree) add(node int32) {
	t.nodes = append(t.nodes, node)
	switch node {
	case openLeaf:
		t.open++
		fallthrough
	case refutedLeaf:
		t.leaves++
	}
}

// CoverError says why a list of cubes is not that of the leaves of a tree of decisions.
type CoverError struct {
	Cube int // the first that does not fit, counted from 0; the length of the list if some are missing
	Why  string
}

func (e *CoverError) Error() string { return fmt.Sprintf("cube %d: %s", e.Cube+1, e.Why) }

// Covers returns nil if the cubes are the leaves of a tree of decisions in depth-first order, of
// each decision first those where its literal holds. Then every assignment satisfies exactly one of
// them, whatever the formula is. Otherwise the error is a *CoverError. It looks at nothing but the
// cubes, at each literal twice.
func Covers(cubes [][]int) error {
	_, err := FromLeaves(func(yield func(Leaf) bool) {
		for _, cube := range cubes {
			if !yield(Leaf{Cube: cube}) {
				return
			}
		}
	})
	return err
}

// FromLeaves returns the tree that has these leaves in this order, or a *CoverError if there is
// none.
func FromLeaves(leaves iter.Seq[Leaf]) (*Tree, error) {
	t := &Tree{}
	var path []int    // the decisions above the next leaf
	var second []bool // of each decision: it is the second child's
	known := 0        // how many of them are those of the node that is to come; the leaf decides the rest
	over := false
	for leaf := range leaves {
		at := t.leaves
		if over {
			return nil, &CoverError{at, "those before it cover the space already"}
		}
		if why := fits(path[:known], leaf.Cube); why != "" {
			return nil, &CoverError{at, why}
		}
		for _, literal := range leaf.Cube[known:] {
			path, second = append(path, literal), append(second, false)
			t.add(int32(literal))
		}
		if leaf.Refuted {
			t.add(refutedLeaf)
		} else {
			t.add(openLeaf)
		}
		last := len(path) - 1
		for last >= 0 && second[last] {
			last--
		}
		if path, second, known = path[:last+1], second[:last+1], last+1; last >= 0 {
			path[last], second[last] = -path[last], true
		}
		over = last < 0
	}
	if !over {
		return nil, &CoverError{t.leaves, fmt.Sprintf("it is missing; %v is not covered", path)}
	}
	return t, nil
}

// fits says why a cube cannot be the next leaf, below the path to the node that comes next.
func fits(path, cube []int) (why string) {
	if len(cube) < len(path) || !slices.Equal(path, cube[:len(path)]) {
		return fmt.Sprintf("%v does not begin with %v, which is not covered yet", cube, path)
	}
	seen := make(map[int]bool, len(cube))
	for _, literal := range cube {
		switch {
		case literal == 0 || literal > math.MaxInt32 || literal < -math.MaxInt32:
			return fmt.Sprintf("%d is no literal", literal)
		case seen[max(literal, -literal)]:
			return fmt.Sprintf("%v decides variable %d twice", cube, max(literal, -literal))
		}
		seen[max(literal, -literal)] = true
	}
	return ""
}
