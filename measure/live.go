package measure

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"coterie/quorum"
)

// LiveOptions are the settings of CountLive and AvailabilityAt; the zero value stands for the
// defaults.
type LiveOptions struct {
	// MaxStates is how many states a decision diagram may have; 0 means DefaultMaxStates. A
	// state takes 8 bytes, and about 16·n more while the numbers of its level are computed.
	MaxStates int

	method liveMethod // tests force one
}

// DefaultMaxStates is the number of states that CountLive tries before it gives up: after some
// seconds with masks and up to half a minute with ZDDs, and with at most about 1.5 GB.
const DefaultMaxStates = 1 << 22

// MaxLiveNodes is the greatest n for which live sets are counted: there are n+1 numbers of up
// to n bits.
const MaxLiveNodes = 1 << 12

// maxLevelBytes bounds the memory for the numbers of one level; those of two are kept.
const maxLevelBytes = 1 << 29

type liveMethod int

const (
	methodAny liveMethod = iota
	methodMasks
	methodZDD
)

// maxMaskQuorums is how many quorums the states of maskResiduals are used for: beyond, a mask
// is dearer than a ZDD.
const maxMaskQuorums = 512

// CountLive returns, for each s, how many of the (n choose s) sets of s nodes contain a quorum
// of f. Quorums that repeat or contain others, and nodes in no quorum, are legal; quorums need
// not intersect.
//
// # Method
//
// A full grid of at least three rows and columns is recognised from the list and counted by
// GridLiveSets. Otherwise the live function of the minimal quorums is compiled to a decision
// diagram over the nodes in use, level by level; a state is a residual family without its
// supersets, which is a canonical form (the minimal sets of a monotone function are unique), so
// equal functions are met once. Residuals are masks over the quorums, up to a few hundred of
// them, and beyond that ZDDs (Minato 1993). Several orders of the nodes take turns with growing
// limits, and the first to end counts. A node in no quorum multiplies the generating
// polynomial Σ live(s)·x^s by 1+x.
//
// # Cost
//
// The number of states depends on family and order: PG(2,4) 7·10³, PG(2,5) 3.5·10⁵, billiard of
// q = 11 (60 nodes) 2·10⁴, the 7×7 grid 10⁴. See the package documentation for where it
// stops. The error is a *LimitError when there are more than opts.MaxStates states or when
// ctx ends, an *InputError when f has no quorum or more than MaxLiveNodes nodes. It panics
// if MaxStates is negative.
func CountLive(ctx context.Context, q quorum.Quorums, opts LiveOptions) (LiveSets, error) {
	f, ok := q.List()
	if formula, known := q.Formula(); !ok || known && formula.ReadOnce() {
		if l, err := formulaLive(ctx, q); err == nil || !ok {
			return l, err
		}
	}
	if err := checkLive(f, opts); err != nil {
		return LiveSets{}, err
	}
	if ctx.Err() != nil {
		return LiveSets{}, ended(ctx)
	}
	if opts.method == methodAny {
		if rows, columns, ok := recogniseGrid(f); ok {
			counts, err := gridCounts(ctx, rows, columns)
			if err != nil {
				return LiveSets{}, err
			}
			return LiveSets{Counts: counts, Method: gridMethod}, nil
		}
	}
	d, method, err := compileFamily(ctx, f, opts)
	if err != nil {
		return LiveSets{}, err
	}
	counts, err := d.counts(ctx)
	if err != nil {
		return LiveSets{}, err
	}
	if counts, err = widen(ctx, counts, f.N()); err != nil {
		return LiveSets{}, err
	}
	return LiveSets{Counts: counts, Method: method}, nil
}

// AvailabilityAt returns the probability that the nodes that survive contain a quorum of f, when
// node v crashes with probability p[v], independently of the others. p has one entry for each node,
// or a single one for all of them. The result is exact: it is computed in integers over the product
// of the denominators. Method, cost and errors are those of CountLive; an *InputError also stands
// for a p of another length or with an entry out of 0..1.
func AvailabilityAt(ctx context.Context, q quorum.Quorums, p []*big.Rat, opts LiveOptions) (*big.Rat, error) {
	f, listed := q.List()
	if listed {
		if err := checkLive(f, opts); err != nil {
			return nil, err
		}
	}
	if len(p) != 1 && len(p) != q.N() {
		return nil, badInput("%d crash probabilities for %d nodes", len(p), q.N())
	}
	for v, x := range p {
		if x.Sign() < 0 || x.Cmp(big.NewRat(1, 1)) > 0 {
			return nil, badInput("crash probability %s of node %v is out of 0..1", x.RatString(), quorum.Node(v))
		}
	}
	if ctx.Err() != nil {
		return nil, ended(ctx)
	}
	if !listed {
		return formulaAvailability(ctx, q, p)
	}
	if len(p) == 1 && opts.method == methodAny {
		if rows, columns, ok := recogniseGrid(f); ok {
			return GridAvailability(rows, columns, p[0]), nil
		}
	}
	d, _, err := compileFamily(ctx, f, opts)
	if err != nil {
		return nil, err
	}
	dead, alive := make([]*big.Int, f.N()), make([]*big.Int, f.N())
	whole := big.NewInt(1)
	for _, v := range d.order {
		x := p[0]
		if len(p) > 1 {
			x = p[v]
		}
		dead[v] = x.Num()
		alive[v] = new(big.Int).Sub(x.Denom(), x.Num())
		whole.Mul(whole, x.Denom())
	}
	sum, err := d.weigh(ctx, dead, alive)
	if err != nil {
		return nil, err
	}
	return new(big.Rat).SetFrac(sum, whole), nil
}

func checkLive(f quorum.Family, opts LiveOptions) error {
	if opts.MaxStates < 0 {
		panic("measure: LiveOptions.MaxStates < 0")
	}
	if f.Len() == 0 {
		return badInput("there is no quorum, so no set is live")
	}
	if f.N() > MaxLiveNodes {
		return badInput("live sets are counted for at most %d nodes, not %d", MaxLiveNodes, f.N())
	}
	return nil
}

// compileFamily compiles the live function of f over its used nodes, in the order that first
// gets through.
func compileFamily(ctx context.Context, f quorum.Family, opts LiveOptions) (*diagram, string, error) {
	limit := opts.MaxStates
	if limit == 0 {
		limit = DefaultMaxStates
	}
	masks := opts.method == methodMasks || opts.method == methodAny && f.Len() <= maxMaskQuorums
	if masks {
		f = f.Minimized()
	}
	if masks {
		return compileRacing(ctx, maskRunners(f), limit, "decision diagram over masks of quorums")
	}
	return compileRacing(ctx, zddRunners(f), limit, "decision diagram over ZDDs")
}

// A runner is one order of the nodes in the race of compileRacing: it returns the order, the
// residuals at its top, and what the family takes up in it if that tells good orders from bad ones,
// else 0.
type runner func(ctx context.Context, maxStates int) ([]int, residuals, int, error)

func maskRunners(f quorum.Family) []runner {
	var out []runner
	for _, find := range nodeOrders(f) {
		out = append(out, func(ctx context.Context, _ int) ([]int, residuals, int, error) {
			order := find(ctx)
			if ctx.Err() != nil {
				return nil, nil, 0, ctx.Err()
			}
			return order, newMaskResiduals(f, order), 0, nil
		})
	}
	return out
}

func zddRunners(f quorum.Family) []runner {
	var out []runner
	for _, find := range nodeOrders(f) {
		var order []int
		var kept *zddResiduals // what one try listed serves the later ones
		out = append(out, func(ctx context.Context, maxStates int) ([]int, residuals, int, error) {
			if order == nil {
				if order = find(ctx); ctx.Err() != nil {
					order = nil
					return nil, nil, 0, ctx.Err()
				}
			}
			if kept != nil {
				kept.allow(ctx, maxStates)
				return order, kept, kept.listSize, nil
			}
			r, err := newZDDResiduals(ctx, f, order, maxStates)
			if err != nil {
				return nil, nil, 0, err
			}
			kept = r
			return order, r, r.listSize, nil
		})
	}
	return out
}

// compileRacing lets the runners take turns with growing limits until the first gets through. A
// runner in whose order the family takes up more than twice the least is dropped, and so are all
// but the two that came furthest.
func compileRacing(ctx context.Context, runners []runner, limit int, method string) (*diagram, string, error) {
	type result struct {
		run    runner
		levels int // listed before the limit
	}
	for try := min(limit, firstTry); ; try = min(limit, nextTry*try) {
		var kept []result
		smallest := 0
		for _, run := range runners {
			order, r, size, err := run(ctx, try)
			if ctx.Err() != nil {
				return nil, "", ended(ctx)
			}
			if err != nil { // the list alone is too large, in this order
				if smallest == 0 {
					kept = append(kept, result{run, -1})
				}
				continue
			}
			if smallest > 0 && size > 2*smallest {
				continue
			}
			if size > 0 && (smallest == 0 || 2*size < smallest) {
				kept, smallest = nil, size // better than all before by far
			}
			d, err := compile(ctx, order, r, try)
			if err == nil {
				return d, method, nil
			}
			if ctx.Err() != nil {
				return nil, "", ended(ctx)
			}
			kept = append(kept, result{run, len(d.levels)})
		}
		if try == limit {
			return nil, "", manyStates(limit)
		}
		slices.SortStableFunc(kept, func(a, b result) int { return cmp.Compare(b.levels, a.levels) })
		runners = nil
		for _, k := range kept[:min(2, len(kept))] {
			runners = append(runners, k.run)
		}
	}
}

// The orders of nodes take turns with 2^14 states each, then with eight times as many, and so
// on: all together cost little more than the best alone would with the same last limit.
const (
	firstTry = 1 << 14
	nextTry  = 8
)

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
			return nil, ended(ctx)
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
