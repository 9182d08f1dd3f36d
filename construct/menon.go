package construct

import (
	"context"
	"slices"

	"coterie/internal/solve/forms"
	"coterie/planes"
	"coterie/quorum"
)

// Menon returns a Menon design: n = 4u² nodes, the points of a net of side 2u with u parallel
// classes, and for each point the quorum of the K = 2u²-u others that are on a line with it. Any
// two quorums share λ = u²-u nodes. Quorum i is that of the node after i in its row, so that it has
// node i; sites are 1, ..., n.
//
// It exists for u = 2, 3, 4, 8, 16 and 32 (else the error is a *ParamError), for which
// planes.NewNet has such nets, with the load K/n, a little less than a half.
//
// H. Nakasora, Mutually orthogonal Latin squares and self-complementary designs, for the graph.
//
// Proof: docs/theorems/byzantine-designs.md.
func Menon(u int) (quorum.Known, error) { return menonFamily().built(menonPlan(u)) }

func menonRoots() []int { return []int{2, 3, 4, 8, 16, 32} }

func menonPlan(u int) (*plan, error) {
	if !slices.Contains(menonRoots(), u) {
		return nil, outOfRange("menon", "u", u, "2, 3, 4, 8, 16 or 32: there is a net for it")
	}
	return designPlan(translatesPlan(4*u*u, 2*u*u-u, []setting{intSetting("u", u)}, func() ([]int, error) {
		net, err := planes.NewNet(context.Background(), 2*u, u)
		if err != nil {
			return nil, err
		}
		return slices.Concat(net.OrthogonalArray()...), nil
	}, func(dst []int32, symbols []int, _, site int) []int32 { return forms.Collinear(dst, symbols, site, 2*u) })), nil
}

func menonFamily() Family {
	return Family{
		Name:    "menon",
		Kind:    quorum.KindSystem,
		Summary: "the points on a line with a point of a net: nearly half of the nodes, a quarter shared",
		Params:  []Param{{Name: "u", Doc: "2, 3, 4, 8, 16 or 32: half of the side of the net"}},
		Exists:  "n = 4u²: 16, 36, 64, 256, 1024, 4096",
		Source:  "Nakasora, Mutually orthogonal Latin squares and self-complementary designs",
		resolve: func(a *args) (*plan, error) { return menonPlan(a.int("u")) },
		forN: ofNodes(func(n int) (*plan, error) {
			return ofList("menon", n, "n is not 4u² for u = 2, 3, 4, 8, 16 or 32", menonRoots(), func(u int) int { return 4 * u * u }, menonPlan)
		}),
	}
}
