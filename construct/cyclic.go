package construct

import (
	"context"
	"errors"
	"fmt"

	"coterie/bounds"
	"coterie/internal/words/show"
	"coterie/planes"
	"coterie/quorum"
)

// Cyclic returns the translates of a difference cover D modulo n, given by its residues
// 0..n-1 in any order: quorum i is D + i - d0 modulo n, where d0 is the least residue, so that it
// contains node i, and sites are 1, ..., n.
//
// D is a difference cover if every residue is a difference a-b of two of its elements (else the
// error names a residue that is no difference); a residue out of range or given twice, or n < 1, is
// a *ParamError. Quorums i and j then meet: a-b = j-i gives the node a+i-d0 = b+j-d0 of both. K =
// |D|, and every node is in |D| of the n listed quorums, so Maekawa's conditions hold. The S_i
// differ unless D is periodic (D + t = D for some t that is not 0), when translates repeat. Since k
// residues have at most k(k-1) differences other than 0, n <= K(K-1)+1, as for every system with
// Maekawa's conditions.
//
// Cost O(n·K), and O(n + K²) to judge D.
func Cyclic(n int, cover []int) (quorum.Known, error) {
	return cyclicFamily().built(cyclicPlan(context.Background(), n, cover))
}

// CyclicSinger returns the translates of the difference set of planes.SingerSet(q): the lines of
// the cyclic form of the plane of order q (Singer, Trans. Amer. Math. Soc. 43, 1938). It exists for
// the orders of FPP, has the same figures, and is isomorphic to it; here no matching is needed for
// the sites. For q = 1 the set is {0, 1} modulo 3.
func CyclicSinger(q int) (quorum.Known, error) {
	return cyclicFamily().built(singerPlan(q))
}

func cyclicPlan(ctx context.Context, n int, cover []int) (*plan, error) {
	if err := checkRange("cyclic", "n", n, 1, quorum.MaxNodes); err != nil {
		return nil, err
	}
	d, err := coverSet("cyclic", "residue", n, cover)
	if err != nil {
		return nil, err
	}
	// Of two sets of more than half of the residues, translates or not, any two meet.
	if 2*len(d) <= n {
		missing, ok, err := planes.IsDifferenceCover(ctx, n, d)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, quorum.Bad("", fmt.Sprintf("cyclic: cover=%s: %d is no difference of two of these residues modulo %d",
				show.Brief(listSetting("cover", d).value), missing, n),
				fmt.Sprintf("every residue 0..%d has to be a difference modulo %d; that takes at least %d residues", n-1, n, bounds.MaekawaSize(n)))
		}
	}
	return translatesPlan(n, len(d), []setting{intSetting("n", n), listSetting("cover", d)},
		func() ([]int, error) { return d, nil }, shifted), nil
}

func singerPlan(q int) (*plan, error) {
	if err := checkPlaneOrder("cyclic", q, 0); err != nil {
		return nil, err
	}
	return translatesPlan(bounds.PlanePoints(q), q+1, []setting{intSetting("order", q)}, func() ([]int, error) { return planes.SingerSet(q) }, shifted), nil
}

// shifted appends the translate of residues modulo n, which ascend, that belongs to a site.
func shifted(dst []int32, d []int, n, site int) []int32 {
	for _, residue := range d {
		dst = append(dst, int32((residue-d[0]+site)%n))
	}
	return dst
}

// translatesPlan is the plan of the translates of a cover of k elements, which find gives.
func translatesPlan(n, k int, settings []setting, find func() ([]int, error), translate func(dst []int32, d []int, n, site int) []int32) *plan {
	return &plan{
		settings: settings,
		n:        n,
		quorums:  constantCount(n),
		largest:  k,
		shape:    uniformShape(k, k),
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			d, err := find()
			if err != nil {
				return nil, err
			}
			return buildSites(ctx, name, n, func(dst []int32, site int) []int32 { return translate(dst, d, n, site) })
		},
	}
}

func cyclicForN(n int) (*plan, error) {
	q, err := planeOrderForN("cyclic", n, 0)
	if err != nil {
		var none *NoSystemError
		if errors.As(err, &none) {
			none.Why = "no Singer cover, as " + none.Why + "; a cover of your own makes one for every n: cyclic:n=...,cover=... (coterie search cyclic finds the smallest)"
		}
		return nil, err
	}
	return singerPlan(q)
}

func cyclicFamily() Family {
	return Family{
		Name:    "cyclic",
		Kind:    quorum.KindSystem,
		Summary: "translates of a difference cover modulo n: Singer's, or a given one",
		Params: []Param{
			{Name: "order", Doc: "order of the plane whose Singer difference set is used, 1 or a prime power"},
			{Name: "n", Doc: "number of nodes, with cover; alone, order²+order+1", InsteadOf: "order"},
			{Name: "cover", Doc: "with n: residues a-b-c of 0..n-1 whose differences are all residues", InsteadOf: "order"},
		},
		usage:  "cyclic:order=ORDER or cyclic:n=N,cover=A-B-C",
		Exists: "n = q²+q+1, q = 1 or a prime power; every n with a given cover",
		Source: "Singer 1938; Maekawa 1985, section 3",
		resolve: func(a *args) (*plan, error) {
			if a.has("order") {
				return singerPlan(a.int("order"))
			}
			a.require("n")
			if !a.has("cover") {
				return cyclicForN(a.nodes())
			}
			return cyclicPlan(a.ctx, a.nodes(), a.list("cover"))
		},
		forN: ofNodes(cyclicForN),
	}
}
