package loads

import (
	"cmp"
	"context"
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/internal/solve/given"
	"coterie/internal/solve/lp"
	"coterie/quorum"
)

// Options are the options of Find and FindMixed; the zero value is useful.
type Options struct {
	// Sparse asks for a strategy on few quorums: at most one for each node and one for each cartel,
	// as a vertex of the linear program has. Without it, nodes and quorums that look alike get
	// equal weights, if this gives weights to at most 2000 quorums or there are more than 1000
	// nodes.
	Sparse bool

	// MaxRows bounds the rows of the linear program: the nodes that are in quorums (without Sparse:
	// the classes of nodes that look alike) and the cartels. The work space is 8 bytes times the
	// square of the number of rows, and as much again for the columns. 0 means 2500.
	MaxRows int

	// MaxPivots bounds the exchanges of all runs of the floating simplex together. 0 means 200000.
	MaxPivots int

	// MaxExact bounds the work of the last resort, a simplex in rational numbers, counted in
	// rational multiplications. 0 means 20 million, less than a minute for numbers of one word.
	MaxExact int
}

func (o Options) maxRows() int   { return cmp.Or(o.MaxRows, 2500) }
func (o Options) maxPivots() int { return cmp.Or(o.MaxPivots, 200_000) }
func (o Options) maxExact() int  { return cmp.Or(o.MaxExact, 20_000_000) }

// Find returns the load of f, exactly, with a strategy and node weights that prove it. The result
// has passed Check. The quorums need not meet; repeated quorums, quorums that contain others, and
// nodes in no quorum are legal, and change nothing.
//
// Method. Scaled by the load, a best strategy is a largest packing: maximise Σ v_Q subject to
// Σ_{Q∋x} v_Q <= 1; load = 1/Σ v_Q, and the dual solution is the node weights (Naor and Wool 1998).
// Nodes and quorums that colour refinement cannot tell apart are merged first: averaging a solution
// over the classes of an equitable partition of the incidence graph keeps it feasible, so the
// program of the classes has the same value (Grohe, Kersting, Mladenov and Selman 2014). A system
// whose quorums have one size K and whose nodes have one responsibility becomes a program of one
// row and one column, load K/n. The remaining program is solved in floating point, generating
// columns, then made exact: see the paragraph on load in the documentation of the package.
//
// Where a read-once formula is known, its closed form is tried first.
//
// The result does not depend on time or on the number of processors. Cost: a few passes over the
// incidences, and for r classes of nodes about 2r exchanges of O(r²) each, each round of columns
// costing one pass over the classes of quorums.
//
// Errors: a *quorum.InputError for a family without quorums, which has no strategy; a
// *quorum.LimitError where ctx ended or a limit of opts was reached.
func Find(ctx context.Context, q quorum.Quorums, opts Options) (Load, error) {
	f, ok := q.List()
	if !ok {
		return formulaLoad(ctx, q)
	}
	if given.HasClosedForms(q) {
		if l, err := formulaLoad(ctx, q); err == nil && l.numbered(f) && Check(ctx, f, l) == nil {
			return l, nil
		}
	}
	mix, err := findMixed(ctx, []quorum.Family{f}, nil, opts)
	if err != nil {
		return Load{}, err
	}
	return Load{Value: mix.Value, Strategy: mix.Strategies[0], NodeWeights: mix.NodeWeights, Method: mix.Method}, nil
}

// FindMixed returns the load of a group system when group g makes the share mix[g] of all requests:
// the least, over a strategy for each cartel, of max_x Σ_g mix[g]·P_g(x). The strategies and node
// weights that prove it (see Mixed) have passed CheckMixed. A nil mix means 1/m each. A share may
// be 0: then the cartel does not count, and its strategy is its first smallest quorum.
//
// Method: maximise t subject to Σ_g Σ_{Q∈C_g, Q∋x} v_Q <= 1 for every node and Σ_{Q∈C_g} v_Q >=
// mix[g]·t for every cartel; the load is 1/t. By duality it is max Σ_g mix[g]·min_{Q∈C_g} y(Q) over
// y >= 0 with Σ y_x = 1. It is solved like the program of Find, with one more row for each cartel,
// and costs as much.
//
// Errors are those of Find, and a *quorum.InputError where a share is negative, the shares do
// not add up to 1, or their common denominator is above 10⁹. It panics if there are no cartels,
// they have different n, or the number of shares is not the number of cartels.
func FindMixed[Q quorum.Quorums](ctx context.Context, cartels []Q, mix []bounds.Fraction, opts Options) (Mixed, error) {
	if len(cartels) == 0 {
		panic("loads: FindMixed: no cartels")
	}
	if mix == nil {
		for range cartels {
			mix = append(mix, bounds.FractionOf(1, int64(len(cartels))))
		}
	}
	families, err := given.Lists(cartels)
	if err != nil {
		return Mixed{}, err
	}
	return findMixed(ctx, families, mix, opts)
}

// input has the arguments of a load, after their form was judged.
type input struct {
	cartels []quorum.Family
	mix     []*big.Rat // nil for the load of one family
	n       int
}

// newInput judges the arguments of Find and FindMixed.
func newInput(cartels []quorum.Family, mix []bounds.Fraction) (*input, error) {
	in := &input{cartels: cartels, n: cartels[0].N()}
	for g, f := range cartels {
		if f.N() != in.n {
			panic(fmt.Sprintf("loads: cartels of %d and %d nodes", in.n, f.N()))
		}
		if f.Len() == 0 {
			return nil, inputError("cartel %v is empty; legal: at least one quorum, or there is no strategy", quorum.Index(g))
		}
	}
	if mix == nil {
		return in, nil
	}
	if len(mix) != len(cartels) {
		panic(fmt.Sprintf("loads: %d shares for %d cartels", len(mix), len(cartels)))
	}
	sum := new(big.Rat)
	for g, s := range mix {
		share := s.Rat()
		if share.Sign() < 0 {
			return nil, inputError("share %v is %v; legal: 0 <= share <= 1", quorum.Index(g), s)
		}
		in.mix = append(in.mix, share)
		sum.Add(sum, share)
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		return nil, inputError("shares: they add up to %s; legal: a sum of 1", sum.RatString())
	}
	if d := lp.CommonDenominator(in.mix); d.Cmp(big.NewInt(lp.MaxDenominator)) > 0 {
		return nil, inputError("shares: their common denominator is %v; legal: at most %d", d, lp.MaxDenominator)
	}
	return in, nil
}

func inputError(format string, args ...any) error {
	return quorum.Bad("load", fmt.Sprintf(format, args...), "")
}

// firstSmallest returns the index of the first smallest quorum.
func firstSmallest(f quorum.Family) int {
	best := 0
	for i, q := range f.All() {
		if len(q) < len(f.Quorum(best)) {
			best = i
		}
	}
	return best
}
