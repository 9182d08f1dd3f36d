package construct

import (
	"cmp"
	"context"
	"strconv"

	"coterie/construct/degenerate"
	"coterie/internal/machine/par"
	"coterie/planes"
	"coterie/quorum"
)

// DegenerateFPP returns a degenerate projective plane for n nodes: Method 1 of Maekawa (1985),
// section 7. PG(2,q), of the least order q (a prime power, or 1) with q²+q+1 >= n, is folded to n
// nodes: n of its points are kept as nodes. Each of the other points is replaced by a kept one, by
// the same one in every line, and different points by different ones. Only the lines of the n sites
// that are kept stay. Lines that met still meet. So intersection and inclusion hold; the sizes of
// the S_i and the responsibilities differ from node to node.
//
// It exists for 2 <= n <= degenerate.MaxNodes (else the error is a *ParamError). For n = 1 two
// points of the triangle would have to be replaced by the same node. Maekawa's first use, for a K
// with K-1 no prime power, is n = K(K-1)+1. Where n = q²+q+1 the result is the plane.
//
// The method leaves free which points are removed, which points replace them and which lines belong
// to which sites. A local search with random numbers (math/rand/v2, PCG) from seed >= 0 makes the
// greatest minus the least responsibility small, then the number of pairs of S_i where one contains
// or equals the other (counted up to n = 600; none are left for any n in 3..200 with the default
// seed), then the sum of the squared responsibilities. It starts at degenerate.Literal, takes a
// number of steps that depends on n alone, and gives the same result for the same n and seed
// everywhere. Nothing is claimed to be optimal: longer searches find smaller figures.
//
// The sizes of the S_i add up to at least n(q+1) - d, for d = q²+q+1-n removed points. The paper
// says that for n = L(L-1)+1 each node will be in L of the sets. Then the sets would be a plane of
// order L-1, so the claim fails wherever there is no such plane.
//
// Proof: docs/theorems/degenerate-planes.md.
func DegenerateFPP(n, seed int) (quorum.Known, error) {
	return degenerateFamily().built(degeneratePlan(n, seed))
}

func checkSeed(seed int) error {
	if seed < 0 {
		return outOfRange("degenerate-fpp", "seed", seed, "a number that is not negative")
	}
	return nil
}

// defaultSeed is the seed if none is given.
const defaultSeed = 1

func degeneratePlan(n, seed int) (*plan, error) {
	if err := cmp.Or(checkRange("degenerate-fpp", "n", n, 2, degenerate.MaxNodes), checkSeed(seed)); err != nil {
		return nil, err
	}
	// Shape and Build need the same search, which is worth doing once.
	search := par.Once(func(ctx context.Context) (*degenerate.Degeneration, error) {
		return degenerate.Search(ctx, n, uint64(seed))
	})
	p := &plan{
		settings: []setting{intSetting("n", n)},
		n:        n,
		quorums:  constantCount(n),
		largest:  degenerate.Order(n) + 1,
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			d, err := search(ctx)
			if err != nil {
				return nil, err
			}
			return structure(d.System(ctx, name))
		},
	}
	p.shape = func(ctx context.Context) (Shape, error) {
		s, err := p.build(ctx, "", 0)
		if err != nil {
			return Shape{}, err
		}
		return countedShape("counted on the built sets", s), nil
	}
	if seed != defaultSeed {
		p.settings = append(p.settings, intSetting("seed", seed))
	}
	return p, nil
}

func degenerateFamily() Family {
	return Family{
		Name:    "degenerate-fpp",
		Kind:    quorum.KindSystem,
		Summary: "a projective plane folded to n nodes: Maekawa's Method 1",
		Params: []Param{
			{Name: "n", Doc: "number of nodes, 2.." + strconv.Itoa(degenerate.MaxNodes)},
			{Name: "seed", Doc: "of the local search, not negative", Optional: true, Default: strconv.Itoa(defaultSeed)},
			{Name: "k", Doc: "Maekawa's K, 2..513, for n = k(k-1)+1 nodes", InsteadOf: "n"},
		},
		Exists: "every n in 2.." + strconv.Itoa(degenerate.MaxNodes),
		Source: "Maekawa 1985, section 7, Method 1",
		resolve: func(a *args) (*plan, error) {
			seed := a.intOr("seed", defaultSeed)
			if a.has("k") {
				k := a.within("k", a.int("k"), 2, planes.MaxOrder+1)
				return degeneratePlan(k*(k-1)+1, seed)
			}
			return degeneratePlan(a.int("n"), seed)
		},
		forN: func(n, _ int) (*plan, error) {
			if n < 2 {
				return nil, noSystem("degenerate-fpp", n, 0, "one node cannot replace the two others of the least plane").near(0, 2)
			}
			if n > degenerate.MaxNodes {
				return nil, noSystem("degenerate-fpp", n, 0, "planes of order above "+strconv.Itoa(planes.MaxOrder)+" are not listed").near(degenerate.MaxNodes, 0)
			}
			return degeneratePlan(n, defaultSeed)
		},
	}
}
