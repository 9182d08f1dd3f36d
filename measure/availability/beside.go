package availability

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/given"
	"coterie/internal/solve/live"
	"coterie/quorum"
)

// Beside is the availability beside liars, the worst placed, where every other node crashes with
// probability P, independently of the others: the probability that the nodes that survive contain a
// quorum without any liar.
type Beside struct {
	P       float64    `json:"p"`
	Liars   quorum.Set `json:"liars"` // whose places are the worst; of several the first found
	Value   float64    `json:"value"`
	Failure float64    `json:"failure"` // 1 - Value; both are rounded from the exact number
}

// The limits of FindBeside: the sets of liars, and their number times the states of a diagram.
const (
	mostPlaces = 50_000
	mostBeside = 300_000_000
)

// FindBeside returns the least availability beside that many liars, over all sets of so many nodes,
// at each crash probability.
//
// It goes through all sets of liars; of a formula that reads each node once, through one of those
// that differ by an exchange of equal neighbours alone: of a threshold through one set. The error
// is a *quorum.LimitError where there are more than 50,000 sets, or where the diagram of the live
// sets is too large for so many, and those of CountLive.
func FindBeside(ctx context.Context, q quorum.Quorums, liars int, crash []bounds.Fraction, opts LiveOptions) ([]Beside, error) {
	from, _ := q.Formula()
	closed := given.HasClosedForms(q)
	if !closed {
		from = quorum.Or(quorum.Leaves(quorum.FullSet(q.N()).Nodes())...)
	}
	places := placements(from, min(liars, len(slices.Collect(from.Leaves()))), closed)
	if len(places) > mostPlaces {
		return nil, given.Limited(fmt.Errorf("%d liars have more than %d places", liars, mostPlaces))
	}
	value := func(p []*big.Rat) (*big.Rat, error) { return formulaAvailability(ctx, q, p) }
	if f, listed := q.List(); listed && !closed {
		d, _, err := live.Compile(ctx, f, min(opts.maxStates(), mostBeside/len(places)), opts.method)
		if err != nil {
			return nil, given.Limited(err)
		}
		value = func(p []*big.Rat) (*big.Rat, error) { return weighed(ctx, d, p) }
	}
	var all []Beside
	for _, x := range crash {
		least, worst := big.NewRat(2, 1), Beside{P: x.Float64()}
		for _, place := range places {
			p := slices.Repeat([]*big.Rat{x.Rat()}, q.N())
			for _, v := range place {
				p[v] = big.NewRat(1, 1)
			}
			a, err := value(p)
			if err != nil {
				return nil, err
			}
			if a.Cmp(least) < 0 {
				least, worst.Liars = a, quorum.SetOf(place...)
			}
		}
		worst.Value, _ = least.Float64()
		worst.Failure, _ = opposite(least).Float64()
		all = append(all, worst)
	}
	return all, nil
}

// placements returns the sets of that many leaves of a formula, or not much more than mostPlaces of
// them. If alike is set, it leaves out sets that differ from others by an exchange of equal parts
// that are neighbours.
func placements(f quorum.Formula, count int, alike bool) (all [][]int) {
	if v, ok := f.Leaf(); ok {
		return [][][]int{{nil}, {{v}}, nil}[min(count, 2)]
	}
	shape := func(i int) string { // without the nodes
		return fmt.Sprint(f.PartVotes(i), f.Part(i).Substituted(func(int) quorum.Formula { return quorum.Leaf(0) }))
	}
	var place func(at, left, most int, so []int)
	place = func(at, left, most int, so []int) {
		if left == 0 {
			all = append(all, slices.Clone(so))
		}
		if left == 0 || at == f.Len() || len(all) > mostPlaces {
			return
		}
		if !alike || at == 0 || shape(at) != shape(at-1) {
			most = left
		}
		for k := min(left, most); k >= 0; k-- { // of equal parts the first has the most
			for _, set := range placements(f.Part(at), k, alike) {
				place(at+1, left-k, k, append(so[:len(so):len(so)], set...))
			}
		}
	}
	place(0, count, count, nil)
	return all
}
