package search

import (
	"context"
	"iter"
	"math/big"

	"coterie/quorum"
)

// extendAlgebra is monotone Boolean functions of node sets, in one representation. Operations after a failure
// (a limit, the end of the context) mean nothing, and err says what it was.
type extendAlgebra[T any] interface {
	Up(f quorum.Family) T // "contains a quorum of f"; f may have none
	Dual(f T) T           // f*(X) = not f(V∖X)
	And(f, g T) T         //
	Or(f, g T) T          //
	AtLeast(k int) T      // "k nodes or more"
	Holds(v int) T        // "has v"
	proved(fs []T) bool   // whether the functions are those of a nondominated system
	equal(f, g T) bool
	value(f T) extendFunction
	err() error
}

// extendFunction is a monotone function, to be asked.
type extendFunction interface {
	has(s quorum.Set) bool
	// live returns how many sets of 0..n nodes there are at which the function holds.
	live(ctx context.Context) ([]*big.Int, error)
	// count returns the number of minimal sets at which it holds.
	count(ctx context.Context) (*big.Int, error)
	// minimal yields these, in a fixed order, until ctx ends.
	minimal(ctx context.Context) iter.Seq[quorum.Set]
}

// extendTie is a self-dual monotone function, which decides between two complementary sets.
type extendTie struct {
	words    string
	majority bool // of all nodes; for even n node dictator decides where the halves are equal
	dictator int  // otherwise: this node
}

// extendMajority and extendDictator return ties.
func extendMajority() extendTie { return extendTie{words: "majority of all nodes", majority: true} }

func extendDictator(v int) extendTie {
	return extendTie{words: "node " + quorum.Node(v).String(), dictator: v}
}

// extendTieOf returns the tie of functions fs as Extend defines it.
func extendTieOf[T any](a extendAlgebra[T], n int, fs []T, tie extendTie) T {
	d := a.Holds(tie.dictator)
	if !tie.majority {
		return d
	}
	if n%2 == 1 {
		return a.AtLeast(n/2 + 1)
	}
	any := fs[0]
	for _, f := range fs[1:] {
		any = a.Or(any, f)
	}
	dual := a.Dual(any)
	half := a.Or(a.And(any, dual), a.And(a.Or(any, dual), d))
	return a.Or(a.AtLeast(n/2+1), a.And(a.AtLeast(n/2), half))
}

// extendOne returns F ∨ (F* ∧ g).
func extendOne[T any](a extendAlgebra[T], f, g T) T { return a.Or(f, a.And(a.Dual(f), g)) }

// extendGroup returns f_i = F_i ∨ ∨_{j<l} (F_j ∧ F_l) ∨ (g ∧ ∧_{j≠i} F_j*).
func extendGroup[T any](a extendAlgebra[T], fs []T, g T) []T {
	two := a.Up(quorum.Family{})
	seen := fs[0]
	for _, f := range fs[1:] {
		two = a.Or(two, a.And(seen, f))
		seen = a.Or(seen, f)
	}
	out := make([]T, len(fs))
	for i := range fs {
		out[i] = a.Or(a.Or(fs[i], two), a.And(g, extendOthers(a, fs, i)))
	}
	return out
}

// extendOthers returns ∧_{j≠i} F_j*.
func extendOthers[T any](a extendAlgebra[T], fs []T, i int) T {
	var any T
	first := true
	for j, f := range fs {
		switch {
		case j == i:
		case first:
			any, first = f, false
		default:
			any = a.Or(any, f)
		}
	}
	return a.Dual(any)
}

// extendFirst returns f_k = ∧_{j≠k} F_j*, and f_j = F_j ∨ ∨_{l ∉ {j,k}} (F_l ∧ F_l*) for j ≠ k.
func extendFirst[T any](a extendAlgebra[T], fs []T, k int) []T {
	out := make([]T, len(fs))
	out[k] = extendOthers(a, fs, k)
	for j := range fs {
		if j == k {
			continue
		}
		out[j] = fs[j]
		for l, f := range fs {
			if l != j && l != k {
				out[j] = a.Or(out[j], a.And(f, a.Dual(f)))
			}
		}
	}
	return out
}
