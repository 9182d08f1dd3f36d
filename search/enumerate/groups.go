package enumerate

import (
	"context"
	"fmt"
	"math/big"

	"coterie/quorum"
)

const (
	// maxGroups is the most cartels that are counted. Nothing but the length of the numbers grows
	// with m.
	maxGroups = 100
	// maxGroupListing is the most systems that a listing of group systems yields.
	maxGroupListing = 10_000_000
)

// groupCount is how the number of systems with given properties is found on n nodes: for each cycle
// type, how many systems a renaming of that type leaves as they are.
type groupCount struct {
	method string
	fixed  func(ctx context.Context, t cycleType, opts Options) (*big.Int, error)
}

// groupCounter returns the method for q, or a *quorum.InputError.
func groupCounter(q Query) (groupCount, error) {
	m, n := q.Groups, q.Nodes
	switch {
	case m < 2:
		return groupCount{}, quorum.Bad("group", fmt.Sprintf("a group quorum system has at least 2 cartels, not %d", m), fmt.Sprintf("want 2 to %d", maxGroups))
	case m > maxGroups:
		return groupCount{}, quorum.Bad("group", fmt.Sprintf("%d cartels are more than are counted", m), fmt.Sprintf("want 2 to %d", maxGroups))
	case n < 1:
		return groupCount{}, quorum.Bad("n", fmt.Sprintf("a group quorum system has at least one node, not %d", n), "want 1 to "+fmt.Sprint(maxGroupNodes(q)))
	case n > maxGroupNodes(q):
		return groupCount{}, quorum.Bad("n", fmt.Sprintf("%s with %d cartels are counted up to %d nodes, not %d", kindOfGroups(q), m, maxGroupNodes(q), n), groupAdvice)
	case m == 2 && q.Nondominated:
		return groupCount{"D(n) - 2: cartel 1 is any monotone function that is not constant, cartel 2 its dual", func(ctx context.Context, t cycleType, _ Options) (*big.Int, error) {
			d, err := countMonotone(ctx, t)
			return d.Sub(d, big.NewInt(2)), err
		}}, nil
	case m == 2:
		return groupCount{"D(n+1) - 2 D(n) + 1: a pair f <= g is a monotone function of n+1 variables", func(ctx context.Context, t cycleType, _ Options) (*big.Int, error) {
			return countPairs(ctx, t)
		}}, nil
	case q.Nondominated:
		return groupCount{"sum over coteries a of m^(components of the sets at which a* is true and a is not)", func(ctx context.Context, t cycleType, _ Options) (*big.Int, error) {
			return countNondominatedTuples(ctx, t, m)
		}}, nil
	case n == 6:
		return groupCount{"sum over triples of monotone functions of five variables of three products of interval sizes", countTriples}, nil
	}
	return groupCount{"power of a transfer matrix over the orbits of monotone functions", func(ctx context.Context, t cycleType, _ Options) (*big.Int, error) {
		l, err := invariantLattice(ctx, t)
		if err != nil {
			return nil, err
		}
		return countTuples(ctx, l, m)
	}}, nil
}

// groupAdvice names the systems that are counted.
const groupAdvice = "nondominated systems are counted up to 7 nodes with 2 cartels and up to 6 with more; all systems up to 6 nodes with 2 or 3 cartels and up to 5 with more"

// maxGroupNodes is the most nodes at which the systems of q are counted.
func maxGroupNodes(q Query) int {
	switch {
	case q.Nondominated && q.Groups == 2:
		return 7
	case q.Nondominated || q.Groups <= 3:
		return 6
	}
	return 5
}

func kindOfGroups(q Query) string {
	if q.K > 0 {
		return fmt.Sprintf("%d-coteries", q.K)
	}
	if q.Nondominated {
		return "nondominated group quorum systems"
	}
	return "group quorum systems"
}

// checkCountGroups reports, as a *quorum.InputError, why the group systems of q cannot be counted.
func checkCountGroups(q Query) error {
	_, err := groupCounter(q)
	return err
}

// countGroups counts group quorum systems, by the formulas of the package comment. The error is
// that of checkCountGroups, or the cause of ctx.
func countGroups(ctx context.Context, q Query, opts Options) (Counted, error) {
	counter, err := groupCounter(q)
	if err != nil {
		return Counted{}, err
	}
	method := counter.method
	if q.Classes {
		method += "; classes by Burnside's lemma over the cycle types"
	}
	if q.AllUsed {
		if q.Classes {
			method += "; less the classes on n-1 nodes"
		} else {
			method += "; all nodes used by binomial inversion"
		}
	}
	count := new(big.Int)
	least := q.Nodes
	switch {
	case q.AllUsed && q.Classes:
		least = max(1, q.Nodes-1)
	case q.AllUsed:
		least = 1
	}
	for n := least; n <= q.Nodes; n++ {
		part, err := countGroupsOn(ctx, q, n, opts)
		if err != nil {
			return Counted{}, err
		}
		if !q.Classes {
			part.Mul(part, new(big.Int).Binomial(int64(q.Nodes), int64(n)))
		}
		if (q.Nodes-n)%2 == 1 {
			part.Neg(part)
		}
		count.Add(count, part)
	}
	return Counted{Count: count, Method: method}, nil
}

// countGroupsOn counts the systems, or classes, of q on n nodes, whether all nodes are used or not.
func countGroupsOn(ctx context.Context, q Query, n int, opts Options) (*big.Int, error) {
	on := q
	on.Nodes = n
	counter, err := groupCounter(on)
	if err != nil {
		return nil, err
	}
	stage := fmt.Sprintf("%s of %d cartels on %d nodes", kindOfGroups(q), q.Groups, n)
	if !q.Classes {
		opts.progress().Tell("counting "+stage, 0, 0)
		return counter.fixed(ctx, identityType(n), opts)
	}
	types := CycleTypes(n)
	sum := new(big.Int)
	for i, t := range types {
		opts.progress().Tell("kinds of renamings counted, for "+stage, i, len(types))
		fixed, err := counter.fixed(ctx, t.Cycles, opts)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, fixed.Mul(fixed, t.Size))
	}
	opts.progress().Tell("kinds of renamings counted, for "+stage, len(types), len(types))
	classes, rest := sum.QuoRem(sum, big.NewInt(int64(factorial(n))), new(big.Int))
	if rest.Sign() != 0 {
		return nil, quorum.Internal("Burnside's sum for %s is not divisible by the factorial of %d", stage, n)
	}
	return classes, nil
}
