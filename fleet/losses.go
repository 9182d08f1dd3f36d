package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Losses are mean times, in seconds, to losses of quorums: reads are lost when the last read quorum
// that lives loses a node.
type Losses struct {
	// Between says that crashes are repaired: the times are from one loss to the next, in the long
	// run. Otherwise nothing is repaired, and the times are until the first loss, from an age of 0.
	Between bool
	// Times are those of reads, of writes, and of either of them; nil: the mean is infinite, since
	// with some probability they are never lost.
	Times [3]*big.Rat
	// Error is how far from a time the mean may be, as a share of the time; 0 where it is exact.
	Error  float64
	Method string // how they were found, in a few words
}

// FindLosses returns the mean times to losses of quorums. Nodes and zones crash, and are repaired,
// independently of each other; a node is down with its zone, too.
//
// With repairs the losses in a second are the sum over the nodes and zones of how often they crash
// times their Birnbaum importance, the probability that a quorum lives if and only if they are up
// (G. Becker and L. Camarinopoulos, Failure frequencies of non-coherent structures, Reliability
// Engineering and System Safety 41, 1993, for the coherent case). It depends on means alone, and is
// exact.
//
// Without repairs the mean time to the first loss is the integral of the probability that a quorum
// still lives, a polynomial in the probabilities that nodes and zones do. It is integrated term by
// term, with an error by rounding alone, for at most 20 nodes.
//
// Where no rates are given, it returns nil. The error is a *quorum.LimitError: where some crashes
// have a probability alone, where only some are repaired, and where the terms or the availability
// are out of reach.
//
// Proof: docs/theorems/fleet-losses.md.
func FindLosses(ctx context.Context, f *Fleet, s System) (*Losses, error) {
	lives, repaired, err := f.lives()
	if !slices.ContainsFunc(lives, Life.crashes) {
		return nil, nil
	}
	find := firstLosses
	if repaired {
		find = nextLosses
	}
	var l *Losses
	switch {
	case err != nil:
	case s.Places != nil:
		err = errors.New("the quorums differ from place to place")
	default:
		l, err = find(ctx, f, s, lives)
	}
	if err != nil {
		return nil, notFound("the mean time to a loss of quorums", err)
	}
	l.Between = repaired
	l.Method += "; nodes and zones crash and are repaired independently"
	return l, nil
}

// lives returns the lives of the nodes, and then of the zones, and whether all that crash are
// repaired. Otherwise none of them is.
func (f *Fleet) lives() (lives []Life, repaired bool, err error) {
	plain := ""
	for what, z := range f.mortal() {
		switch lives = append(lives, z.Life); {
		case z.Life.Rates == nil && z.Crash.Sign() > 0:
			plain = cmp.Or(plain, what)
		case z.Life.crashes() && z.Life.Repair != nil:
			repaired = true
		}
	}
	if plain != "" {
		err = fmt.Errorf("%s crashes with a probability, which says nothing of times: crash: {afr: 4%%, repair: 6h}", plain)
	}
	return lives, repaired, err
}

// nextLosses returns the mean times from one loss to the next. Losses are linear in the probability
// that quorums live, so that those of reads and writes at once are those of each less those of
// quorums of any kind.
func nextLosses(ctx context.Context, f *Fleet, s System, lives []Life) (*Losses, error) {
	l := &Losses{Method: "Birnbaum importance times frequency of crashes, exact"}
	lists, err := s.lists(ctx)
	kinds := []quorum.Quorums{s.Reads, s.Writes}
	switch {
	case sameQuorums(s.Reads, s.Writes):
		kinds = append(kinds, s.Reads)
	case err != nil:
		return nil, err
	default:
		kinds = append(kinds, quorum.Concat(lists[0], lists[1]))
	}
	often := make([]*big.Rat, len(kinds))
	for k, q := range kinds {
		if often[k], err = f.lossesOf(ctx, q, lives); err != nil {
			return nil, err
		}
	}
	often[2].Sub(often[0], often[2]).Add(often[2], often[1])
	for k, x := range often {
		if x.Sign() > 0 {
			l.Times[k] = x.Inv(x)
		}
	}
	return l, nil
}

// lossesOf returns how often the last quorum of a kind is lost in a second.
func (f *Fleet) lossesOf(ctx context.Context, q quorum.Quorums, lives []Life) (*big.Rat, error) {
	chance, err := chanceOfLive(ctx, f, q)
	if err != nil {
		return nil, err
	}
	live, err := f.live(ctx, chance)
	often := new(big.Rat)
	for i, l := range lives {
		if err != nil {
			return nil, err
		}
		if !l.crashes() {
			continue
		}
		g := *f
		if i < f.N() {
			g.Nodes = slices.Clone(f.Nodes)
			g.Nodes[i].Crash = new(big.Rat)
		} else {
			g.Zones = slices.Clone(f.Zones)
			g.Zones[i-f.N()].Crash = new(big.Rat)
		}
		var up *big.Rat
		if up, err = g.live(ctx, chance); err == nil {
			// live is the mean of both states of i, so that up - live is its importance times down,
			// and it crashes as often as it is repaired, down/Repair in a second.
			often.Add(often, up.Sub(up, live).Quo(up, l.Repair))
		}
	}
	return often, err
}

// maxLossTable is the most nodes for which the terms of the polynomial are listed.
const maxLossTable = 20

// firstLosses returns the mean times to the first losses. The probability that a quorum lives is a
// sum over sets of nodes of a whole number times the probability that all of the set live.
func firstLosses(ctx context.Context, f *Fleet, s System, lives []Life) (*Losses, error) {
	n := f.N()
	if n > maxLossTable {
		return nil, fmt.Errorf("%d nodes without repairs, more than %d", n, maxLossTable)
	}
	lists, err := s.lists(ctx)
	if err == nil {
		err = memory.Ask(ctx, "the terms of the probability that a quorum lives", 1<<n, 48)
	}
	if err != nil {
		return nil, err
	}
	reads, writes := sets.Up(n, lists[0].All()), sets.Up(n, lists[1].All())
	means, bounds := f.lasts(lives)
	l := &Losses{Method: "integral of each term of the probability that a quorum lives"}
	for k, live := range []func(x int) bool{reads.Has, writes.Has, func(x int) bool { return reads.Has(x) && writes.Has(x) }} {
		terms := make([]int64, 1<<n)
		for x := range terms {
			if live(x) {
				terms[x] = 1
			}
		}
		for i := range n { // of each set, less those of the sets in it
			if err := par.Ended(ctx); err != nil {
				return nil, err
			}
			for x := range terms {
				if x>>i&1 == 1 {
					terms[x] -= terms[x^1<<i]
				}
			}
		}
		sum, loose := new(big.Float).SetPrec(256), 0.0
		for x, term := range terms {
			if term == 0 {
				continue
			}
			if loose += float64(math.Abs(float64(term)) * bounds[x]); math.IsInf(loose, 1) {
				break // of sets that never crash only those with a quorum have terms
			}
			sum.Add(sum, new(big.Float).SetPrec(256).Mul(big.NewFloat(means[x]), new(big.Float).SetInt64(term)))
		}
		if seconds, _ := sum.Float64(); !math.IsInf(loose, 1) {
			// Nine digits are the same on every machine.
			l.Times[k], _ = new(big.Rat).SetString(strconv.FormatFloat(seconds, 'e', 8, 64))
			l.Error = max(l.Error, (5+math.Ceil(loose/seconds*float64(n+len(f.Zones)+8)*0x1p-51*1e9))/1e9)
		}
	}
	return l, nil
}

// lasts returns, for each set of nodes, the mean time until one of them crashes, or one of their
// zones, and a bound of its rounding in units of the rounding of a rate.
func (f *Fleet) lasts(lives []Life) (means, loose []float64) {
	n, zones := f.N(), make([]int, len(f.Zones))
	for v, node := range f.Nodes {
		if node.Zone != NoZone {
			zones[node.Zone] |= 1 << v
		}
	}
	var ages []*big.Rat // at which rates change
	for _, l := range lives {
		for _, r := range l.Rates {
			ages = append(ages, r.From)
		}
	}
	slices.SortFunc(ages, (*big.Rat).Cmp)
	ages = slices.CompactFunc(ages, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	means, loose = make([]float64, 1<<n), make([]float64, 1<<n)
	rate, gone := make([]float64, 1<<n), make([]float64, 1<<n)
	for k, age := range ages {
		length, of := math.Inf(1), make([]float64, len(lives))
		if k+1 < len(ages) {
			length, _ = new(big.Rat).Sub(ages[k+1], age).Float64()
		}
		for i, l := range lives {
			for _, r := range l.Rates {
				if r.From.Cmp(age) <= 0 {
					of[i], _ = r.Often.Float64()
				}
			}
		}
		for x := 1; x < 1<<n; x++ {
			i, rest := bits.TrailingZeros(uint(x)), x&(x-1)
			rate[x] = rate[rest] + of[i]
			if z := f.Nodes[i].Zone; z != NoZone && rest&zones[z] == 0 {
				rate[x] += of[n+z]
			}
			part := length
			if rate[x] > 0 {
				part = -math.Expm1(float64(-rate[x]*length)) / rate[x]
			}
			// None has crashed before with a probability that is greater than 0, whatever it is
			// rounded to.
			if part = float64(part * math.Exp(-gone[x])); math.IsNaN(part) {
				part = math.Inf(1)
			}
			means[x] += part
			loose[x] += float64(part * (1 + gone[x] + float64(k)))
			gone[x] += float64(rate[x] * length)
		}
	}
	return means, loose
}
