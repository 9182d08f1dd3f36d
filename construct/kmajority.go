package construct

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// KMajority returns the k-majority coterie of n nodes: all C(n,s) sets of s = ⌈(n+1)/(k+1)⌉ nodes,
// in lexicographic order. For k = 1 it is Majority, for n = k the k singletons.
//
// It is a k-coterie if and only if k·s <= n, that is, n mod k < ⌊n/k⌋, or n is in k·s..(k+1)·s-1
// for a whole s >= 1; so for every n >= k². Every node is in C(n-1,s-1) quorums. A set contains h
// disjoint quorums if and only if it has h·s nodes.
//
// The error is a *ParamError unless 1 <= n <= MaxMajority and k >= 1, and a *NoSystemError if k·s >
// n.
//
// H. Kakugawa, S. Fujita, M. Yamashita and T. Ae, Availability of k-coterie, IEEE Trans. Comput.
// 42, 1993, pages 553-558; cited by Miyamoto, Kakugawa and Yamashita (1994), section 1.
//
// Proof: docs/theorems/k-majority.md.
func KMajority(n, k int) (quorum.Known, error) {
	return kMajorityFamily().built(kMajorityPlan(n, k))
}

func kMajorityPlan(n, k int) (*plan, error) {
	const name = "k-majority"
	if err := checkNodesAndK(name, n, k); err != nil {
		return nil, err
	}
	size := (n + 1 + k) / (k + 1)
	if k*size > n {
		return nil, noSystem(name, n, 0, fmt.Sprintf("k·⌈(n+1)/(k+1)⌉ = %d·%d = %d is more than n, so k disjoint quorums do not fit", k, size, k*size)).
			forK(k).near(max(0, (k+1)*(size-1)-1), k*size)
	}
	p := allOfSizePlan(n, size, func(name string, f quorum.Family) (quorum.Structure, error) {
		return structure(quorum.NewKCoterie(name, k, f, nil))
	})
	p.k, p.settings = k, append(p.settings, intSetting("k", k))
	p.disjoint = func(h int) []quorum.Formula { return []quorum.Formula{quorum.Choose(h*size, forms.Leaves(0, n)...)} }
	return p, nil
}

// checkNodesAndK judges the parameters of a family of all sets of one size that depends on n and k.
func checkNodesAndK(family string, n, k int) error {
	return cmp.Or(checkRange(family, "n", n, 1, MaxMajority), checkRange(family, "k", k, 1, quorum.MaxNodes))
}

func kMajorityFamily() Family {
	return Family{
		Name:    "k-majority",
		Kind:    quorum.KindKCoterie,
		Summary: "all sets of ⌈(n+1)/(k+1)⌉ nodes: k disjoint ones, but no k+1",
		Params:  []Param{{Name: "n", Doc: "number of nodes, 1..20000"}, kParam("holders at once, with k·⌈(n+1)/(k+1)⌉ <= n")},
		Exists:  "k·⌈(n+1)/(k+1)⌉ <= n <= 20000, so every n from k² to 20000",
		Source:  "Kakugawa, Fujita, Yamashita and Ae 1993",
		resolve: func(a *args) (*plan, error) { return kMajorityPlan(a.int("n"), a.int("k")) },
		forN:    upToMaxMajority("k-majority", kMajorityPlan),
		holders: true,
	}
}

// kParam is the parameter k of a family for several holders.
func kParam(doc string) Param { return Param{Name: "k", Doc: doc} }

// upToMaxMajority is the forN of a family whose figures have as many bits as nodes.
func upToMaxMajority(family string, of func(n, k int) (*plan, error)) func(n, k int) (*plan, error) {
	return func(n, k int) (*plan, error) {
		if n > MaxMajority {
			return nil, tooManyNodes(family, n).forK(k).near(MaxMajority, 0)
		}
		return of(n, k)
	}
}

// tooManyNodes says that a family of all sets of one size stops at MaxMajority nodes.
func tooManyNodes(family string, n int) *NoSystemError {
	return noSystem(family, n, 0, "its figures are computed up to n = 20000 only, where they have about as many bits")
}

// allOfSizePlan is the plan of all sets of the given size of n nodes; of makes the structure.
func allOfSizePlan(n, size int, of func(name string, f quorum.Family) (quorum.Structure, error)) *plan {
	p := allOfSizesPlan(n, func(name string, families []quorum.Family) (quorum.Structure, error) {
		return of(name, families[0])
	}, size)
	p.chooses = size
	return p
}

// allOfSizesPlan is the plan of a family for each size: all sets of that size of n nodes.
func allOfSizesPlan(n int, of func(name string, families []quorum.Family) (quorum.Structure, error), sizes ...int) *plan {
	sum := func(term func(size int) *big.Int) *big.Int {
		sum := new(big.Int)
		for _, size := range sizes {
			sum.Add(sum, term(size))
		}
		return sum
	}
	return &plan{
		settings: []setting{intSetting("n", n)},
		n:        n,
		quorums:  closed(func() *big.Int { return sum(func(size int) *big.Int { return binomial(n, size) }) }),
		largest:  slices.Max(sizes),
		shape: func(context.Context) (Shape, error) {
			r := sum(func(size int) *big.Int { return binomial(n-1, size-1) })
			return Shape{MinQuorum: slices.Min(sizes), MaxQuorum: slices.Max(sizes), MinResponsibility: r, MaxResponsibility: r}, nil
		},
		formulas: func() (list []quorum.Formula) {
			for _, size := range sizes {
				list = append(list, quorum.Choose(size, forms.Leaves(0, n)...))
			}
			return list
		},
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			var families []quorum.Family
			for _, size := range sizes {
				f, err := forms.OfSize(ctx, n, size)
				if err != nil {
					return nil, err
				}
				families = append(families, f)
			}
			return of(name, families)
		},
	}
}
