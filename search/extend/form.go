package extend

import (
	"context"
	"iter"
	"math/big"

	"coterie/quorum"
)

// algebra is monotone Boolean functions of node sets, in one representation. Operations after a
// failure (a limit, the end of the context) mean nothing, and err says what it was.
type algebra[T any] interface {
	Up(f quorum.Family) T // "contains a quorum of f"; f may have none
	Dual(f T) T           // f*(X) = not f(V∖X)
	And(f, g T) T         //
	Or(f, g T) T          //
	AtLeast(k int) T      // "k nodes or more"
	Holds(v int) T        // "has v"
	proved(fs []T) bool   // whether the functions are those of a nondominated system
	equal(f, g T) bool
	value(f T) function
	err() error
}

// function is a monotone function, to be asked.
type function interface {
	has(s quorum.Set) bool
	// live returns how many sets of 0..n nodes there are at which the function holds.
	live(ctx context.Context) ([]*big.Int, error)
	// count returns the number of minimal sets at which it holds.
	count(ctx context.Context) (*big.Int, error)
	// minimal yields these, in a fixed order, until ctx ends.
	minimal(ctx context.Context) iter.Seq[quorum.Set]
}

// tie is a self-dual monotone function, which decides between two complementary sets.
type tie struct {
	words    string
	majority bool // of all nodes; for even n node dictator decides where the halves are equal
	dictator int  // otherwise: this node
}

// majority and dictatorial return ties.
func majority() tie { return tie{words: "majority of all nodes", majority: true} }

func dictatorial(v int) tie {
	return tie{words: "node " + quorum.Node(v).String(), dictator: v}
}

// tieOf returns the tie of functions fs as Extend defines it.
func tieOf[T any](a algebra[T], n int, fs []T, tie tie) T {
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

// one returns F ∨ (F* ∧ g).
func one[T any](a algebra[T], f, g T) T { return a.Or(f, a.And(a.Dual(f), g)) }

// group returns f_i = F_i ∨ ∨_{j<l} (F_j ∧ F_l) ∨ (g ∧ ∧_{j≠i} F_j*).
func group[T any](a algebra[T], fs []T, g T) []T {
	two := a.Up(quorum.Family{})
	seen := fs[0]
	for _, f := range fs[1:] {
		two = a.Or(two, a.And(seen, f))
		seen = a.Or(seen, f)
	}
	out := make([]T, len(fs))
	for i := range fs {
		out[i] = a.Or(a.Or(fs[i], two), a.And(g, others(a, fs, i)))
	}
	return out
}

// others returns ∧_{j≠i} F_j*.
func others[T any](a algebra[T], fs []T, i int) T {
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

// first returns f_k = ∧_{j≠k} F_j*, and f_j = F_j ∨ ∨_{l ∉ {j,k}} (F_l ∧ F_l*) for j ≠ k.
func first[T any](a algebra[T], fs []T, k int) []T {
	out := make([]T, len(fs))
	out[k] = others(a, fs, k)
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
