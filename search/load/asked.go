package load

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
)

// strategies asks for the quorums that a best strategy asks: nothing is said of duality, and
// nothing of sets that contain a quorum. They are a system of their own with the same load, so that
// what is said of smallest quorums is said of them.
var strategies = encoding{
	words:    "the quorums that a strategy asks, on %s, with a load below %s",
	theorems: session.Theorems{"least-load-search"},
	starts: func(ctx context.Context, n, least, most int, value *big.Rat) ([][]uint64, error) {
		if least == most {
			return starts(ctx, n, least, most, value)
		}
		var smallest [][]uint64
		for size := least; size <= most; size++ {
			smallest = append(smallest, []uint64{1<<size - 1})
		}
		return smallest, nil
	},
	formula: newAsked,
}

// newAsked has a variable for each set of at least least nodes, a quorum that is asked. The clauses
// say that no two of them are disjoint.
func newAsked(ctx context.Context, n, least, _ int, value *big.Rat) *formula {
	f := &formula{n: n, cnf: sat.NewCNF(ctx), live: make([]int, 1<<n)}
	f.cnf.Comment(fmt.Sprintf("Is there a quorum system on %s with a load below %s?", nodes(n), value.RatString()))
	f.cnf.Comment(fmt.Sprintf("A model is a family of sets of at least %d nodes, every two of which meet, that has, for each of the node weights below, a set that weighs less than this load.", least))
	for set := range f.live {
		if bits.OnesCount(uint(set)) < least {
			continue
		}
		f.live[set] = f.cnf.NewVar()
		f.cnf.Name(f.live[set], fmt.Sprintf("the nodes %s are a quorum that is asked", nodesOf(set)))
	}
	f.cnf.Comment("Every two quorums meet.")
	for set, a := range f.live {
		if a == 0 {
			continue
		}
		others := 1<<n - 1 - set
		for disjoint := others; disjoint > set; disjoint = (disjoint - 1) & others {
			if b := f.live[disjoint]; b != 0 {
				f.cnf.AddClause(-a, -b)
			}
		}
	}
	return f
}
