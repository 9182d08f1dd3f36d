package construct

import (
	"cmp"
	"context"
	"fmt"

	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// KSingleton returns the k-singleton coterie: each of the first k of n nodes is a quorum. With its
// node a holder asks nobody else, but no node can stand in for another.
//
// It exists for 1 <= k <= n (else the error is a *ParamError). K = 1; k nodes are in one quorum
// each and the others in none. A set contains h disjoint quorums if and only if it has h of the k
// nodes.
//
// H. Kakugawa, S. Fujita, M. Yamashita and T. Ae, Availability of k-coterie, IEEE Trans. Comput.
// 42, 1993, pages 553-558.
func KSingleton(n, k int) (quorum.Known, error) {
	return kSingletonFamily().built(kSingletonPlan(n, k))
}

func kSingletonPlan(n, k int) (*plan, error) {
	if err := cmp.Or(checkRange("k-singleton", "n", n, 1, quorum.MaxNodes), checkRange("k-singleton", "k", k, 1, n)); err != nil {
		return nil, err
	}
	p := &plan{
		settings: []setting{intSetting("n", n), intSetting("k", k)},
		n:        n,
		k:        k,
		quorums:  constantCount(k),
		largest:  1,
		shape:    rangedShape(1, 1, k/n, 1),
		disjoint: func(h int) []quorum.Formula { return []quorum.Formula{quorum.Choose(h, forms.Leaves(0, k)...).Over(n)} },
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			f, err := quorum.ListFamily(ctx, n, k, func(dst []int32, j int) []int32 { return append(dst, int32(j)) })
			if err != nil {
				return nil, err
			}
			return structure(quorum.NewKCoterie(name, k, f, nil))
		},
	}
	p.formulas = func() []quorum.Formula { return p.disjoint(1) }
	if k == n {
		p.chooses = 1
	}
	return p, nil
}

func kSingletonFamily() Family {
	return Family{
		Name:    "k-singleton",
		Kind:    quorum.KindKCoterie,
		Summary: "k nodes, each of which decides for one holder",
		Params:  []Param{{Name: "n", Doc: "number of nodes, at least 1"}, kParam("holders at once, 1..n")},
		Exists:  "every n >= k",
		Source:  "Kakugawa, Fujita, Yamashita and Ae 1993",
		resolve: func(a *args) (*plan, error) { return kSingletonPlan(a.int("n"), a.int("k")) },
		forN: func(n, k int) (*plan, error) {
			if n < k {
				return nil, noSystem("k-singleton", n, 0, "each holder needs a node of its own").forK(k).near(0, k)
			}
			return kSingletonPlan(n, k)
		},
		holders: true,
	}
}

// disjointPlan is the plan of disjoint coteries: the nodes are divided into k parts, with a coterie
// in each, one for all parts or one for each. It is the composition of the k singletons of k nodes
// with these coteries: nodes stand one part after the other, and the figures are those of
// hierarchicalFamily.
//
// It is a k-coterie: of k+1 quorums two are in one part and meet, and h < k disjoint quorums leave
// a part whole. k holders are served at once only while every part has a live quorum. Quorums out
// of a file that do not meet within their part make no k-coterie, which check reports.
//
// The error is a *ParamError unless there is one ordinary system, or one for each of the k parts,
// and at most quorum.MaxNodes nodes in all.
func disjointPlan(k int, of []*Instance) (*plan, error) {
	if err := checkRange("disjoint", "k", k, 1, maxGroups); err != nil {
		return nil, err
	}
	if len(of) != 1 && len(of) != k {
		return nil, illegal("disjoint", "of", joinedSpecs(of), fmt.Sprintf("one system for all parts, or one for each of the k = %d, joined by |; there are %d", k, len(of)))
	}
	n := 0
	for part := range k {
		i := of[part%len(of)]
		if i.Kind() != quorum.KindSystem {
			return nil, badParam("disjoint", "of", "("+i.Spec()+")", NotASpec, fmt.Sprintf("an ordinary quorum system, not a %s", i.Kind()))
		}
		n += i.N()
	}
	if n > quorum.MaxNodes {
		return nil, illegal("disjoint", "of", joinedSpecs(of), fmt.Sprintf("systems of at most %d nodes in all; they have %d", quorum.MaxNodes, n))
	}
	outer, err := kSingletonPlan(k, k)
	if err != nil {
		return nil, err
	}
	p, err := hierarchicalPlan(&Instance{kSingletonFamily(), outer}, of)
	if err != nil {
		return nil, err
	}
	p.settings = []setting{intSetting("k", k), {"of", p.settings[1].value}}
	if evenMajorities(n, k, of) {
		p.settings = []setting{intSetting("n", n), intSetting("k", k)}
	}
	return p, nil
}

// evenMajorities reports whether the parts are those that disjoint:n=n,k=k stands for.
func evenMajorities(n, k int, of []*Instance) bool {
	for part := range k {
		if i := of[part%len(of)]; i.family.Name != "majority" || i.N() != evenPart(n, k, part) {
			return false
		}
	}
	return true
}

// evenPart returns the size of a part of n nodes in k parts that differ by one node at most, the
// larger ones first.
func evenPart(n, k, part int) int { return (n + k - 1 - part) / k }

func disjointFamily() Family {
	return Family{
		Name:    "disjoint",
		Kind:    quorum.KindKCoterie,
		Summary: "the nodes in k parts, a coterie in each",
		Params: []Param{
			{Name: "n", Doc: "number of nodes, at least k, in parts as equal as possible with their majorities"},
			kParam("holders at once: the number of parts, 1..65536"),
			{Name: "of", Doc: "the spec of the coterie in each part, in parentheses; or one for each part, joined by |", InsteadOf: "n"},
		},
		Exists: "every n >= k with majorities; with of, k·n(of) or the sum of the sizes of the parts",
		Source: "by definition: one coterie for each holder",
		resolve: func(a *args) (*plan, error) {
			k := a.within("k", a.int("k"), 1, maxGroups)
			if a.has("n") {
				return disjointForN(a.nodes(), k)
			}
			return disjointPlan(k, a.specs("of"))
		},
		forN:    disjointForN,
		usage:   "disjoint:n=N,k=K or disjoint:k=K,of=(SPEC)[|(SPEC)...]",
		holders: true,
	}
}

// disjointForN divides n nodes into k parts that differ by one node at most, with their majorities.
func disjointForN(n, k int) (*plan, error) {
	switch {
	case k > maxGroups:
		return nil, noSystem("disjoint", n, 0, fmt.Sprintf("there are at most %d parts", maxGroups)).forK(k)
	case n < k:
		return nil, noSystem("disjoint", n, 0, "each of the k parts has a node").forK(k).near(0, k)
	case (n+k-1)/k > MaxMajority:
		return nil, noSystem("disjoint", n, 0, "the majorities in its parts are computed up to 20000 nodes each").forK(k).near(k*MaxMajority, 0)
	}
	majority := map[int]*Instance{} // by size
	of := make([]*Instance, k)
	for part := range of {
		size := evenPart(n, k, part)
		if majority[size] == nil {
			p, err := majorityPlan(size)
			if err != nil {
				return nil, err
			}
			majority[size] = &Instance{majorityFamily(), p}
		}
		of[part] = majority[size]
	}
	return disjointPlan(k, of)
}
