package load

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/quorum"
)

// encoding is a way to ask a solver for a better system.
type encoding struct {
	words    string // of the nodes and the load
	theorems session.Theorems
	// starts lists families of quorums, one of which every system has, up to the names of the
	// nodes.
	starts func(ctx context.Context, n, least, most int, value *big.Rat) ([][]uint64, error)
	// formula says all but which starts there are, and the node weights.
	formula func(ctx context.Context, n, least, most int, value *big.Rat) *formula
}

// formula is about the sets of nodes.
type formula struct {
	n      int
	cnf    *sat.CNF
	upward bool  // sets are live, so that of those of some kind the maximal ones suffice
	live   []int // the literal of each set, live or a quorum; 0: it is none
	cases  [][]int
}

// coteries asks for nondominated coteries.
var coteries = encoding{
	words:    "nondominated coteries on %s with a load below %s",
	theorems: session.Theorems{"nondominated-suffice", "least-load-search"},
	starts:   starts,
	formula: func(ctx context.Context, n, least, most int, _ *big.Rat) *formula {
		f := newFormula(ctx, n)
		f.sizes(least, most)
		return f
	},
}

// starts lists one of each class of families of as many smallest quorums as there must be, if their
// size is known, and else only the first most nodes, which contain a quorum.
func starts(ctx context.Context, n, least, most int, value *big.Rat) ([][]uint64, error) {
	if least < most {
		return [][]uint64{{1<<most - 1}}, nil
	}
	return families(ctx, n, least, min(max(1, smallestSet(n, least, value)), startQuorums))
}

// startQuorums limits the families of starts.
const startQuorums = 6

// newFormula has a variable for each set with node 0, live; a set without it is live iff its
// complement is not. The clauses say that sets above live sets are live. Self-duality is in the
// literals, and as the empty set or that of all nodes is live, the latter is.
func newFormula(ctx context.Context, n int) *formula {
	f := &formula{n: n, upward: true, cnf: sat.NewCNF(ctx), live: make([]int, 1<<n)}
	f.cnf.Comment(fmt.Sprintf("Is there a nondominated coterie on %s whose load is below that of the best found?", nodes(n)))
	f.cnf.Comment("A model is a nondominated coterie that has, for each of the node weights tried so far, a quorum that weighs less than this load.")
	full := 1<<n - 1
	for set := 1; set <= full; set += 2 {
		f.live[set] = f.cnf.NewVar()
		f.live[full&^set] = -f.live[set]
		f.cnf.Name(f.live[set], fmt.Sprintf("the nodes %s contain a quorum, and the others do not", nodesOf(set)))
	}
	for set := range full {
		for v := range n {
			// By duality, that X in X+v is monotone says it of the complements too, of which one
			// has node 0.
			if set>>v&1 == 0 && (set&1 == 1 || v == 0) {
				f.cnf.AddClause(-f.live[set], f.live[set|1<<v])
			}
		}
	}
	return f
}

// nodesOf names the nodes of a set.
func nodesOf(set int) string {
	var nodes []string
	for v := range quorum.SetOfMask(set).All() {
		nodes = append(nodes, fmt.Sprint(v+1))
	}
	return strings.Join(nodes, ", ")
}

// sizes says that the smallest quorum has from least to most nodes, and that most nodes with it are
// the first ones.
func (f *formula) sizes(least, most int) {
	f.cnf.Comment(fmt.Sprintf("The smallest quorum has at most %d nodes; the nodes are named so that it is among the first.", most))
	f.cnf.AddClause(f.live[1<<most-1])
	f.cnf.Comment(fmt.Sprintf("No quorum has fewer than %d nodes, which would make the load too great.", least))
	for set := range f.live {
		if bits.OnesCount(uint(set)) == least-1 {
			f.cnf.AddClause(-f.live[set])
		}
	}
}

// oneOf says that for one of the starts all sets are live, or quorums.
func (f *formula) oneOf(starts [][]uint64) {
	f.cnf.Comment("One of these families of quorums is there, up to the names of the nodes.")
	var some []int
	for i, sets := range starts {
		v := f.cnf.NewVar()
		f.cnf.Name(v, fmt.Sprintf("family %d, of %d quorums", i+1, len(sets)))
		for _, set := range sets {
			f.cnf.AddClause(-v, f.live[set])
		}
		some = append(some, v)
		f.cases = append(f.cases, []int{v})
	}
	f.cnf.AddClause(some...)
}

// weigh says for each list of node weights that a set that weighs less than value times their sum
// is live, or a quorum. Of live sets the maximal light ones suffice.
func (f *formula) weigh(weights [][]int64, value *big.Rat) {
	f.cnf.Comment(fmt.Sprintf("For node weights of sum 1 a load below %s needs a quorum that weighs less. One clause for each of:", value.RatString()))
	for _, w := range weights {
		f.cnf.Comment(strings.Trim(fmt.Sprint(w), "[]"))
		f.lighter(w, value)
	}
}

// lighter adds no clause for weights that are negative or all 0: the clause of the latter would be
// empty.
func (f *formula) lighter(weights []int64, value *big.Rat) {
	if slices.Min(weights) < 0 || slices.Max(weights) == 0 {
		return
	}
	weight := make([]int64, len(f.live))
	for v, w := range weights {
		for set := range 1 << v {
			weight[set|1<<v] = weight[set] + w
		}
	}
	most := atMost(value, weights) // weights are whole
	var clause []int
	for set, w := range weight {
		light := w <= most && f.live[set] != 0
		for v := range f.n {
			light = light && (!f.upward || set>>v&1 == 1 || weight[set|1<<v] > most)
		}
		if light {
			clause = append(clause, f.live[set])
		}
	}
	f.cnf.AddClause(clause...)
}
