package availability

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/internal/solve/given"
	"coterie/internal/solve/live"
	"coterie/quorum"
)

// LiveOptions are the settings of CountLive and At; the zero value stands for the
// defaults.
type LiveOptions struct {
	// MaxStates is the greatest number of states of a decision diagram; 0 means DefaultMaxStates. A
	// state takes 8 bytes, and about 16·n more while the numbers of its level are computed. Where
	// all sets are gone over instead, a state stands for 64 words of 64 sets.
	MaxStates int
	// Jobs is the number of workers where all sets are gone over; 0 means one for each core. The
	// result does not depend on it.
	Jobs int

	method live.Representation // set by tests alone
}

func (o LiveOptions) maxStates() int { return cmp.Or(o.MaxStates, DefaultMaxStates) }

// DefaultMaxStates is the number of states that CountLive tries before it gives up: after some
// seconds with masks and up to half a minute with ZDDs, and with at most about 1.5 GB.
const DefaultMaxStates = 1 << 22

// MaxLiveNodes is the greatest n for which live sets are counted: there are n+1 numbers of up
// to n bits.
const MaxLiveNodes = 1 << 12

// maxClosedNodes is the greatest number of nodes for which powers are summed in a closed form: each
// has up to so many digits.
const maxClosedNodes = 20_000

// CountLive returns, for each s, how many of the (n choose s) sets of s nodes contain a quorum
// of f. Quorums that repeat or contain others, and nodes in no quorum, are legal; quorums need
// not intersect.
//
// # Method
//
// A family that counts its live sets without a list does so (see quorum.Origin). A full grid of at
// least three rows and columns is recognised from the list and counted by
// inclusion-exclusion. Otherwise, on at most 34 nodes, the time of a sweep over all sets is known
// in advance, whatever the quorums are: 2^n/64 words, in blocks of a truth table, with hardly any
// memory. Diagrams are tried up to as many states as take that time, and if they do not end, the
// sweep counts. It finds a smallest transversal, too.
//
// For a diagram, the live function of the minimal quorums is compiled to a decision
// diagram over the nodes in use, level by level; a state is a residual family without its
// supersets, which is a canonical form (the minimal sets of a monotone function are unique), so
// equal functions are met once. Residuals are masks over the quorums, up to a few hundred of
// them, and beyond that ZDDs (Minato 1993). Several orders of the nodes take turns with growing
// limits, and the first to end gives the counts. A node in no quorum multiplies the generating
// polynomial Σ live(s)·x^s by 1+x.
//
// # Cost
//
// The number of states depends on family and order: PG(2,4) 7·10³, PG(2,5) 3.5·10⁵, billiard of q =
// 11 (60 nodes) 2·10⁴, the 7×7 grid 10⁴. A sweep takes some tenths of a second of CPU for 30 nodes,
// and 16 times as long for 34. See the package documentation for where it stops. The error is a
// *quorum.LimitError when there are more than opts.MaxStates states and the words of a sweep are
// more than 64·opts.MaxStates, or when ctx ends, a *quorum.InputError when f has no quorum or more
// than MaxLiveNodes nodes. It panics if MaxStates is negative.
func CountLive(ctx context.Context, q quorum.Quorums, opts LiveOptions) (LiveSets, error) {
	if c, ok := q.(quorum.Cartel); ok && c.Live != nil && opts.method == live.Any {
		counts, method, err := c.Live(ctx)
		return LiveSets{Counts: counts, Method: method}, given.Limited(err)
	}
	f, ok := q.List()
	if terms := survival(q, MaxLiveNodes); terms != nil {
		counts, err := survivalCounts(ctx, terms)
		return LiveSets{Counts: counts, Method: gridMethod}, err
	}
	if !ok || given.HasClosedForms(q) {
		if l, err := formulaLive(ctx, q); err == nil || !ok {
			return l, err
		}
	}
	if err := checkLive(f, opts); err != nil {
		return LiveSets{}, err
	}
	if ctx.Err() != nil {
		return LiveSets{}, given.Ended(ctx)
	}
	if opts.method == live.Any {
		if rows, columns, ok := live.Grid(f); ok {
			counts, err := gridCounts(ctx, rows, columns)
			if err != nil {
				return LiveSets{}, err
			}
			return LiveSets{Counts: counts, Method: gridMethod}, nil
		}
	}
	counts, method, smallest, err := live.Count(ctx, f, opts.maxStates(), opts.method, opts.Jobs)
	if err != nil {
		return LiveSets{}, given.Limited(err)
	}
	if counts, err = widen(ctx, counts, f.N()); err != nil {
		return LiveSets{}, err
	}
	return LiveSets{Counts: counts, Method: method, Transversal: smallest}, nil
}

// At returns the probability that the nodes that survive contain a quorum of f, when node v crashes
// with probability p[v], independently of the others. p has one entry for each node, or a single
// one for all of them. The result is exact: it is computed in integers over the product of the
// denominators. Method, cost and errors are those of CountLive. The error is a *quorum.InputError
// also for a p of another length or with an entry out of 0..1.
func At(ctx context.Context, q quorum.Quorums, p []*big.Rat, opts LiveOptions) (*big.Rat, error) {
	f, listed := q.List()
	if len(p) != 1 && len(p) != q.N() {
		return nil, quorum.Bad("", fmt.Sprintf("%d crash probabilities for %d nodes", len(p), q.N()), "")
	}
	for v, x := range p {
		if x.Sign() < 0 || x.Cmp(big.NewRat(1, 1)) > 0 {
			return nil, quorum.Bad("", fmt.Sprintf("crash probability %s of node %v is out of 0..1", x.RatString(), quorum.Node(v)), "")
		}
	}
	if ctx.Err() != nil {
		return nil, given.Ended(ctx)
	}
	if a, err := closedAvailability(ctx, q, p); err == nil || !listed {
		return a, err
	}
	if err := checkLive(f, opts); err != nil {
		return nil, err
	}
	if len(p) == 1 && opts.method == live.Any {
		if rows, columns, ok := live.Grid(f); ok {
			return OfGrid(rows, columns, p[0]), nil
		}
	}
	d, _, err := live.Compile(ctx, f, opts.maxStates(), opts.method)
	if err != nil {
		return nil, given.Limited(err)
	}
	if len(p) == 1 {
		p = slices.Repeat(p, f.N())
	}
	return weighed(ctx, d, p)
}

// weighed returns the probability that a quorum lives, where node v crashes with probability p[v].
func weighed(ctx context.Context, d *live.Diagram, p []*big.Rat) (*big.Rat, error) {
	dead, alive := make([]*big.Int, len(p)), make([]*big.Int, len(p))
	whole := big.NewInt(1)
	for _, v := range d.Order {
		dead[v] = p[v].Num()
		alive[v] = new(big.Int).Sub(p[v].Denom(), p[v].Num())
		whole.Mul(whole, p[v].Denom())
	}
	sum, err := d.Weigh(ctx, dead, alive)
	if err != nil {
		return nil, given.Limited(err)
	}
	return new(big.Rat).SetFrac(sum, whole), nil
}

func checkLive(f quorum.Family, opts LiveOptions) error {
	if opts.MaxStates < 0 {
		panic("availability: LiveOptions.MaxStates < 0")
	}
	if f.Len() == 0 {
		return quorum.Bad("", "there is no quorum, so no set is live", "")
	}
	if f.N() > MaxLiveNodes {
		return quorum.Bad("", fmt.Sprintf("live sets are counted for at most %d nodes, not %d", MaxLiveNodes, f.N()), "")
	}
	return nil
}

// widen multiplies the polynomial with these coefficients by 1+x until there are n+1 of them:
// each node in no quorum may be in a live set or not. Cost O(n·(n-u)) additions.
func widen(ctx context.Context, counts []*big.Int, n int) ([]*big.Int, error) {
	out := make([]*big.Int, n+1)
	for s := range out {
		out[s] = new(big.Int)
	}
	free := int64(n + 1 - len(counts))
	if free == 0 {
		for s, c := range counts {
			out[s].Set(c)
		}
		return out, nil
	}
	ways := new(big.Int).SetInt64(1) // (free choose j)
	term := new(big.Int)
	for j := int64(0); j <= free; j++ {
		if ctx.Err() != nil {
			return nil, given.Ended(ctx)
		}
		for s, c := range counts {
			if c.Sign() != 0 {
				out[int64(s)+j].Add(out[int64(s)+j], term.Mul(c, ways))
			}
		}
		ways.Mul(ways, big.NewInt(free-j))
		ways.Quo(ways, big.NewInt(j+1))
	}
	return out, nil
}
