package enumerate

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coterie/quorum"
)

const (
	// maxCounted is the most nodes on which nondominated coteries are counted: split on four nodes
	// they leave the functions of the five others, of which a table of all pairs fits in memory.
	maxCounted = maxLattice + 4
	// maxCountedCoteries is one less, as there are as many coteries as nondominated ones with one
	// more node.
	maxCountedCoteries = maxCounted - 1
)

// Method is a way to count.
type Method string

const (
	// SplitFour splits nondominated coteries on four nodes (4 <= n <= 9).
	SplitFour Method = "split on four nodes"
	// SplitThree splits them on three nodes (3 <= n <= 8).
	SplitThree Method = "split on three nodes"
	// SplitTwo splits them on two nodes (2 <= n <= 7).
	SplitTwo Method = "split on two nodes"
	// Renamings adds up the systems that each renaming of the nodes fixes (Burnside's lemma).
	Renamings Method = "fixed systems of renamings"
	// Tuples counts group quorum systems by formulas of their own.
	Tuples Method = "tuples of cartels"
	// Listing counts the systems that [List] yields.
	Listing Method = "listing"
)

// splits are the ways to count labelled nondominated coteries, the fastest first. That on apart
// nodes needs at least so many, and at most five others.
func splits() []splitMethod {
	return []splitMethod{
		{SplitFour, 4, fourSplit},
		{SplitThree, 3, func(ctx context.Context, l *lattice, _ Options) (*big.Int, error) { return splitThree(ctx, l) }},
		{SplitTwo, 2, func(ctx context.Context, l *lattice, _ Options) (*big.Int, error) { return splitTwo(ctx, l) }},
	}
}

type splitMethod struct {
	name  Method
	apart int
	count func(context.Context, *lattice, Options) (*big.Int, error)
}

func (s splitMethod) fits(n int) bool { return s.apart <= n && n <= s.apart+maxLattice }

// ofGroups reports whether q is about group quorum systems, or says that it is with a number of
// cartels that none has.
func (q Query) ofGroups() bool { return q.Groups < 0 || q.Groups >= 2 }

// nondominatedNodes is n such that the number of nondominated coteries on n nodes decides q.
func (q Query) nondominatedNodes() int {
	if q.Nondominated {
		return q.Nodes
	}
	return q.Nodes + 1
}

// CheckCount reports, as a *[quorum.InputError], why [Count] cannot answer q. Coteries are counted
// for 1 <= n <= 8, nondominated ones for 1 <= n <= 9, labelled and up to renaming; group systems
// for a few nodes.
func (q Query) CheckCount() error {
	if q.K > 0 {
		return q.checkK()
	}
	if q.ofGroups() {
		return checkCountGroups(q)
	}
	kind, most := "coteries", maxCountedCoteries
	if q.Nondominated {
		kind, most = "nondominated coteries", maxCounted
	}
	advice := fmt.Sprintf("want 1 to %d", most)
	switch {
	case q.Nodes < 1:
		return quorum.Bad("n", fmt.Sprintf("a coterie has at least one node, not %d", q.Nodes), advice)
	case q.Nodes <= most:
		return nil
	}
	why := fmt.Sprintf("%s are counted up to %d nodes, not %d", kind, most, q.Nodes)
	if q.Nodes <= 64 { // the bound itself grows long
		n := q.nondominatedNodes()
		if q.Nondominated {
			why += fmt.Sprintf(": there are at least 2^%v", atLeast(n))
		} else {
			why += fmt.Sprintf(": there are as many, less one, as nondominated ones on %d nodes, at least 2^%v", n, atLeast(n))
		}
		why += fmt.Sprintf(", and splitting on four nodes leaves triples of monotone functions of %d variables, which are millions for 6 already", n-4)
	}
	if q.Classes {
		why += "; classes need the labelled number, too"
	}
	return quorum.Bad("n", why, advice+"; the largest number published is that of nondominated coteries on 9 nodes (Brouwer, Mills, Mills, Verbeek 2013)")
}

// atLeast returns the b of a simple lower bound 2^b for the number of nondominated coteries on n >=
// 2 nodes: b = C(n-1, m-1) with m = ⌊n/2⌋, the number of sets of m nodes that contain node 0.
// Choose any of these. Let f be true at the chosen sets and false at their complements, and of any
// other set and its complement true at the larger one, and if they are equal at the one without
// node 0. So f = f*. It is monotone: let f(S) hold and T be larger. If the complement of T were
// chosen, it would have m nodes and S at most n-m-1 <= m, so that S would be chosen, too, with node
// 0 in it and in T. So it is not; and T has more than half of the nodes.
func atLeast(n int) *big.Int {
	return new(big.Int).Binomial(int64(n-1), int64(n/2-1))
}

// Methods returns the ways in which q can be counted, the one that [Count] takes first, or nil
// where it cannot be. Listing is among them wherever [Query.CheckList] allows it.
func (q Query) Methods() []Method {
	if q.CheckCount() != nil {
		return nil
	}
	var methods []Method
	switch {
	case q.K > 0 && !q.Classes:
		methods = append(methods, SumOfOrbits)
	case q.ofGroups():
		methods = append(methods, Tuples)
	case q.Classes:
		methods = append(methods, Renamings)
	default:
		for _, s := range splits() {
			if s.fits(q.nondominatedNodes()) {
				methods = append(methods, s.name)
			}
		}
	}
	if q.CheckList() == nil {
		methods = append(methods, Listing)
	}
	return methods
}

// Count returns how many systems q asks for, exactly, by the fastest method there is. The error is
// that of [Query.CheckCount], or the cause if ctx ends, within a fraction of a second.
//
// Labelled nondominated coteries are the self-dual monotone functions, and labelled coteries on n
// nodes one fewer than the nondominated ones on n+1; both are proved in docs/theorems, and counted
// by splitting on four nodes: in milliseconds for up to 8 nodes in all, for 9 in about ten seconds
// on two cores and 250 MB, where a table takes 116 MB.
//
// A system on n nodes with k nodes in its quorums is one on these k that uses all of them. So the
// numbers of all systems are c(n) = Σ_k C(n,k)·u(k) with those that use all nodes, and inversely
// u(n) = Σ_k (-1)^(n-k)·C(n,k)·c(k), both from k = 1: no system uses no node. The numbers c are
// those of the same kind, so for coteries that are not nondominated the one is taken away first.
func Count(ctx context.Context, q Query, opts Options) (Counted, error) {
	if err := q.CheckCount(); err != nil {
		return Counted{}, err
	}
	switch {
	case q.K > 0:
		return countK(ctx, q, opts)
	case q.ofGroups():
		return countGroups(ctx, q, opts)
	case q.Classes:
		return countClasses(ctx, q, opts)
	}
	return countLabelled(ctx, q, "", opts)
}

// CountBy returns what Count does, by a method of [Query.Methods]; for another one, and if q cannot
// be counted, the error is a *[quorum.InputError]. Split methods that count systems that use all
// nodes need the numbers of fewer nodes, too; below the range of the method these are counted by
// the next one. Listing takes as long as List does.
func CountBy(ctx context.Context, q Query, method Method, opts Options) (Counted, error) {
	if err := q.CheckCount(); err != nil {
		return Counted{}, err
	}
	methods := q.Methods()
	if !slices.Contains(methods, method) {
		return Counted{}, quorum.Bad("method", fmt.Sprintf("%q does not count this", string(method)), fmt.Sprintf("want one of %q", methods))
	}
	switch method {
	case Tuples, Renamings, SumOfOrbits:
		return Count(ctx, q, opts)
	case Listing:
		return countListed(ctx, q, opts)
	}
	return countLabelled(ctx, q, method, opts)
}

// countListed counts the items of the listing.
func countListed(ctx context.Context, q Query, opts Options) (Counted, error) {
	opts.After = nil
	count := 0
	for _, err := range List(ctx, q, opts) {
		if err != nil {
			return Counted{}, err
		}
		count++
	}
	return Counted{Count: big.NewInt(int64(count)), Method: string(Listing)}, nil
}

// countLabelled counts labelled coteries by a split method, the fastest if none is preferred.
func countLabelled(ctx context.Context, q Query, prefer Method, opts Options) (Counted, error) {
	least := q.Nodes
	if q.AllUsed {
		least = 1
	}
	count := new(big.Int)
	var how Method
	for k := least; k <= q.Nodes; k++ {
		on := q
		on.Nodes = k
		number, used, err := countNondominated(ctx, on.nondominatedNodes(), prefer, opts)
		if err != nil {
			return Counted{}, err
		}
		how = used
		if !q.Nondominated {
			number.Sub(number, big.NewInt(1))
		}
		number.Mul(number, new(big.Int).Binomial(int64(q.Nodes), int64(k)))
		if (q.Nodes-k)%2 == 1 {
			number.Neg(number)
		}
		count.Add(count, number)
	}
	if count.Sign() < 0 {
		return Counted{}, quorum.Internal("a negative number of systems")
	}
	method := string(how)
	if !q.Nondominated {
		method = "nondominated ones with one more node, " + method
	}
	if q.AllUsed {
		method += "; all nodes used by binomial inversion"
	}
	return Counted{Count: count, Method: method}, nil
}

// countNondominated returns how many nondominated coteries there are on n <= 9 nodes, and by which
// split.
func countNondominated(ctx context.Context, n int, prefer Method, opts Options) (*big.Int, Method, error) {
	if n == 1 {
		// f and its dual agree only if f(∅) and f({0}) differ.
		return big.NewInt(1), "definition", context.Cause(ctx)
	}
	var chosen splitMethod
	for _, s := range splits() {
		if s.fits(n) && (chosen.count == nil || s.name == prefer) {
			chosen = s
		}
	}
	if chosen.count == nil {
		return nil, "", errors.New("enumerate: no split for so many nodes")
	}
	count, err := chosen.count(ctx, allMonotone(n-chosen.apart), opts)
	return count, chosen.name, err
}
