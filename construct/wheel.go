package construct

import (
	"context"

	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// Wheel returns the wheel of n nodes (Marcus and Peleg 1992): node 1 is the hub, nodes 2, ..., n
// are the rim, and the quorums are the n-1 spokes {1,i}, in the order of i, and then the rim {2,
// ..., n}. There is no site assignment.
//
// It exists for n >= 3 (else the error is a *ParamError): with n = 2 the rim {2} lies inside the
// spoke {1,2}. There are n quorums, of 2 and n-1 nodes; the hub is in n-1 of them, a node of the
// rim in 2. Cost O(n).
//
// The wheel is a nondominated coterie.
//
// Equal effort and equal responsibility (Maekawa 1985, conditions (c) and (d)) hold for n = 3
// alone, where the wheel is the majority of three: for n > 3 the sizes are 2 and n-1 > 2, and the
// hub is in n-1 > 2 quorums. The wheel is the wall of rows 1 and n-1 (see Wall), and the tree of
// height 1 and degree n-1 (see Tree).
//
// Y. Marcus and D. Peleg, Construction methods for quorum systems, Technical Report CS92-33, The
// Weizmann Institute of Science, 1992, which Joung (2003), section 5, cites for wheels.
//
// Proof: docs/theorems/walls.md.
func Wheel(n int) (quorum.Known, error) {
	return wheelFamily().built(wheelPlan(n))
}

func wheelPlan(n int) (*plan, error) {
	if err := checkRange("wheel", "n", n, 3, quorum.MaxNodes); err != nil {
		return nil, err
	}
	rows := []int{1, n - 1}
	return &plan{
		settings: []setting{intSetting("n", n)},
		n:        n,
		quorums:  constantCount(n),
		largest:  n - 1,
		entries:  constantCount(3 * (n - 1)),
		shape:    rangedShape(2, n-1, 2, n-1),
		formulas: func() []quorum.Formula { return []quorum.Formula{forms.Wall(rows)} },
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return listed(name)(forms.WallQuorums(ctx, rows))
		},
	}, nil
}

func wheelFamily() Family {
	return Family{
		Name:    "wheel",
		Kind:    quorum.KindSystem,
		Summary: "a hub with one node of the rim, or the whole rim",
		Params:  []Param{{Name: "n", Doc: "number of nodes, at least 3"}},
		Exists:  "every n >= 3",
		Source:  "Marcus and Peleg 1992, cited in Joung 2003, section 5",
		resolve: func(a *args) (*plan, error) {
			return wheelPlan(a.int("n"))
		},
		forN: func(n, _ int) (*plan, error) {
			if n < 3 {
				return nil, noSystem("wheel", n, 0, "a wheel has a hub and a rim of at least two nodes").near(0, 3)
			}
			return wheelPlan(n)
		},
	}
}
