package votes

import (
	"cmp"
	"context"
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/internal/solve/given"
	"coterie/internal/solve/lp"
	"coterie/measure"
	"coterie/measure/loads"
	"coterie/quorum"
)

// Options are the options of Find; the zero value is useful.
type Options struct {
	// MaxCases bounds the partial vote assignments that the search for a least total tries. 0 means
	// 20 million, some seconds.
	MaxCases int64
}

func (o Options) maxCases() int64 {
	return cmp.Or(o.MaxCases, 20_000_000)
}

// Votes says whether the live sets of a nondominated coterie are the sets with more than half of
// all votes, for some votes of the nodes. It has the proof: see "Votes and load" in the
// documentation of the package.
type Votes struct {
	// Assignable says that there is a vote assignment.
	Assignable bool

	// Weights has the votes of each node, Total is their sum, and a set of nodes contains a quorum
	// iff its votes are at least Quota = ⌊Total/2⌋+1. Nil and 0 where nothing is assignable.
	Weights []int
	Total   int
	Quota   int

	// No vote assignment in integers has a total below Lower; if Lower = Total, the total of
	// Weights is the least. LowerBy is "load", which Check adds up, or "search": an exhaustive
	// search, which looked at Cases partial assignments, found none with a smaller total.
	Lower   int
	LowerBy string
	Cases   int64

	// Load is above 1/2 iff Assignable.
	Load loads.Load

	// Trade shows that there is no vote assignment: a list of quorums, each as often as its Times
	// says, such that every node is in at most half of them. Nil where there is a vote assignment.
	Trade []Traded
}

// Least reports whether no vote assignment in integers has a smaller total.
func (v Votes) Least() bool { return v.Assignable && v.Lower == v.Total }

// Traded is a quorum of a trade, with the number of times that the trade has it.
type Traded struct {
	Quorum quorum.Index // its place in the family
	Nodes  quorum.Set
	Times  int // at least 1
}

// Find returns votes of the nodes under which the sets that contain a quorum of f are those with
// more than half of all votes, with the least total that it can find, or the proof that there are
// none. The result has passed Check.
//
// Domain: the quorums of a nondominated coterie. Repeated quorums, and quorums that contain others,
// are legal and change nothing. Dominated coteries can have votes with a higher quota: see
// FindQuota.
//
// Method, with proofs in the documentation of the package under "Votes and load": there are votes
// iff the load is above 1/2, and the node weights of the load are votes then. Smaller votes come
// from rounding these weights to totals from the lower bound up. If none meets the bound, every
// total below the best is searched exhaustively, least first, until MaxCases. If the load is at
// most 1/2, its strategy is the trade: loads.Find can find two strategies, and the one with the
// smaller trade is taken.
//
// Result: Lower = Total unless a limit was reached; then the error is a *quorum.LimitError. Cost:
// loads.Find, JudgeDomination, and the search, which is not needed for up to 8 nodes, and took up
// to some 50,000 cases for a few thousand random coteries of 9 to 11.
//
// Errors: a *quorum.InputError if f is no nondominated coterie; a *quorum.LimitError if that or the
// load is out of reach, or votes or trade do not fit in 53 bits.
func Find(ctx context.Context, q quorum.Quorums, opts Options) (Votes, error) {
	f, err := given.List(q)
	if err != nil {
		return Votes{}, err
	}
	if f.Len() == 0 {
		return Votes{}, errNoVotesAsked
	}
	load, err := loads.Find(ctx, f, loads.Options{})
	if err != nil {
		return Votes{}, given.Limited(fmt.Errorf("votes: the load was not found: %w", err))
	}
	half := bounds.FractionOf(1, 2)
	v := Votes{Load: load, Assignable: load.Value.Cmp(half) > 0}
	if err := requireNondominated(ctx, f, v.Assignable); err != nil {
		return Votes{}, err
	}
	if v.Assignable {
		err = v.assign(ctx, f, opts)
	} else {
		err = v.findTrade(ctx, f)
	}
	if err != nil && v.Weights == nil {
		return Votes{}, err
	}
	if err := Check(f, v); err != nil {
		panic("votes: Find: a result that does not pass its check: " + err.Error())
	}
	return v, err
}

var errNoVotesAsked = quorum.Bad("votes", "there are no quorums; at least one is needed", "")

// requireNondominated returns an error unless f is a nondominated coterie. If its load is above
// 1/2, its quorums meet: each has more than half of the node weights.
func requireNondominated(ctx context.Context, f quorum.Family, meet bool) error {
	if !meet {
		if err := requireMeeting(ctx, f); err != nil {
			return err
		}
	}
	d, err := measure.JudgeDomination(ctx, []quorum.Family{f}, measure.DominationOptions{})
	if err != nil {
		return given.Limited(fmt.Errorf("votes: domination was not decided: %w", err))
	}
	if d.Dominated() {
		return &quorum.InputError{What: "votes", Why: "the coterie must be nondominated, and here is a set that meets every quorum and contains none", Sets: []quorum.Set{d.Witness}}
	}
	return nil
}

// requireMeeting returns an error unless every two quorums of f meet.
func requireMeeting(ctx context.Context, f quorum.Family) error {
	switch v := quorum.JudgeIntersection(ctx, f, quorum.Options{Jobs: 1}); v.Holds {
	case quorum.Fails:
		return &quorum.InputError{What: "votes", Why: "every two quorums must meet, and here are two that do not", Sets: v.Witness.Sets}
	case quorum.Unknown:
		return given.Limited(fmt.Errorf("votes: whether quorums meet was not decided: %s", v.Reason))
	}
	return nil
}

// findTrade sets the trade: the strategy of a load of at most 1/2, scaled to integers.
func (v *Votes) findTrade(ctx context.Context, f quorum.Family) error {
	times, sum := scaledStrategy(v.Load.Strategy)
	// With classes of nodes that look alike the strategy is spread over many quorums.
	if load, err := loads.Find(ctx, f, loads.Options{Sparse: true}); err == nil {
		if other, less := scaledStrategy(load.Strategy); less.Cmp(sum) < 0 {
			v.Load, times, sum = load, other, less
		}
	}
	if sum.BitLen() > 53 {
		return given.Limited(fmt.Errorf("votes: the trade is too long: %v quorums", sum))
	}
	for i, c := range v.Load.Strategy {
		v.Trade = append(v.Trade, Traded{c.Quorum, c.Nodes, int(times[i].Int64())})
	}
	return nil
}

// scaledRats returns fractions as integers over their common denominator, and the sum of these.
func scaledRats(numbers []*big.Rat) (numerators []*big.Int, sum *big.Int) {
	numerators, _ = lp.Integers(numbers)
	sum = new(big.Int)
	for _, v := range numerators {
		sum.Add(sum, v)
	}
	return numerators, sum
}

func scaledStrategy(strategy []loads.Chosen) (numerators []*big.Int, sum *big.Int) {
	weights := make([]*big.Rat, len(strategy))
	for i, c := range strategy {
		weights[i] = c.Weight.Rat()
	}
	return scaledRats(weights)
}

// leastTotalByLoad returns the least odd integer that is at least 1/(2L-1), for a load L above 1/2.
func leastTotalByLoad(load bounds.Fraction) *big.Int {
	l := load.Rat()
	gap := l.Add(l, l).Sub(l, big.NewRat(1, 1))
	least := new(big.Int).Add(gap.Denom(), gap.Num())
	least.Sub(least, big.NewInt(1)).Quo(least, gap.Num())
	return least.SetBit(least, 0, 1) // the next odd number, if it is even
}
