package construct

import (
	"context"
	"slices"

	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// Biplane returns a symmetric design of λ = 2: n = k(k-1)/2 + 1 nodes, as many quorums of k nodes,
// any two of which share two. Site i has a quorum with node i, and every quorum has one site.
//
// It exists for k = 3, 4, 5, 6, 9, 11 and 13 (else the error is a *ParamError); no biplane of
// greater k is known. There are one biplane of each k = 3, 4, 5, three of k = 6, four of k = 9,
// five of k = 11 and, up to duality, one known of k = 13; this is one for each k. For k = 3, 4, 5,
// 6 and 9 it is made of the translates of a difference set (modulo 4, 7, 11, 37; in the vectors of
// GF(2)⁴ for k = 6), for k = 11 of the Gewirtz graph on 56 hyperovals of PG(2,4), and for k = 13 it
// is Aschbacher's.
//
// Every node is in k quorums, and the load is k/n. It disseminates with one liar, and masks none.
//
// M. Aschbacher, On collineation groups of symmetric block designs, J. Combin. Theory Ser. A 11
// (1971), pages 272-281. M. Hall, R. Lane and D. Wales, Designs derived from permutation groups, J.
// Combin. Theory 8 (1970), pages 12-22.
//
// Proof: docs/theorems/byzantine-designs.md.
func Biplane(k int) (quorum.Known, error) { return biplaneFamily().built(biplanePlan(k)) }

func biplaneSizes() []int { return []int{3, 4, 5, 6, 9, 11, 13} }

func biplanePlan(k int) (*plan, error) {
	if !slices.Contains(biplaneSizes(), k) {
		return nil, outOfRange("biplane", "k", k, "3, 4, 5, 6, 9, 11 or 13: no other biplane is known")
	}
	n := k*(k-1)/2 + 1
	return designPlan(&plan{
		settings: []setting{intSetting("k", k)},
		n:        n,
		quorums:  constantCount(n),
		largest:  k,
		shape:    uniformShape(k, k),
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			blocks, err := forms.Biplane(ctx, k)
			if err != nil {
				return nil, err
			}
			f, err := quorum.NewFamily(n, blocks)
			if err != nil {
				return nil, err
			}
			sites, err := f.AssignSites(ctx)
			if err != nil {
				return nil, err
			}
			return structure(quorum.NewSystem(name, f, quorum.SystemOptions{Sites: sites}))
		},
	}), nil
}

func biplaneForN(n int) (*plan, error) {
	return ofList("biplane", n, "no biplane of n nodes is known", biplaneSizes(), func(k int) int { return k*(k-1)/2 + 1 }, biplanePlan)
}

func biplaneFamily() Family {
	return Family{
		Name:    "biplane",
		Kind:    quorum.KindSystem,
		Summary: "a symmetric design whose quorums share two nodes",
		Params:  []Param{{Name: "k", Doc: "quorum size: 3, 4, 5, 6, 9, 11 or 13"}},
		Exists:  "n = 4, 7, 11, 16, 37, 56, 79: k(k-1)/2 + 1 for the k of the known biplanes",
		Source:  "Hall, Lane and Wales 1970; Aschbacher 1971",
		resolve: func(a *args) (*plan, error) { return biplanePlan(a.int("k")) },
		forN:    ofNodes(biplaneForN),
	}
}
