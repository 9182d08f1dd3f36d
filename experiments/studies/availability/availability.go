package availability

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/sets"
	"coterie/measure/availability"
	"coterie/measure/loads"
	"coterie/quorum"
)

// liveOf counts the live sets of a family, or returns the reason why it cannot.
func liveOf(ctx context.Context, f quorum.Family, states int) (live availability.LiveSets, reason string, err error) {
	live, err = availability.CountLive(ctx, f, availability.LiveOptions{MaxStates: states})
	var limit *quorum.LimitError
	if errors.As(err, &limit) {
		return live, fmt.Sprintf("more than %d states", states), ctx.Err()
	}
	return live, "", err
}

// loadOf finds the load of a family, or returns the reason why it cannot.
func loadOf(ctx context.Context, f quorum.Family) (load bounds.Fraction, reason string, err error) {
	found, err := loads.Find(ctx, f, loads.Options{})
	var stopped *quorum.LimitError
	switch {
	case errors.As(err, &stopped):
		return load, "too large a linear program", ctx.Err()
	case err != nil:
		return load, "", err
	}
	return found.Value, "", nil
}

// resilienceOf returns the size t of a smallest transversal less one: t is the least number for
// which some set of n-t nodes is not live.
func resilienceOf(live availability.LiveSets) int {
	n := live.N()
	for t := range n + 1 {
		if live.Counts[n-t].Cmp(new(big.Int).Binomial(int64(n), int64(t))) < 0 {
			return t - 1
		}
	}
	return n
}

// thresholdLive returns the numbers of live sets of the coterie of all sets of k of n nodes.
func thresholdLive(n, k int) availability.LiveSets {
	live := availability.LiveSets{Counts: make([]*big.Int, n+1)}
	for s := range live.Counts {
		live.Counts[s] = new(big.Int)
		if s >= k {
			live.Counts[s].Binomial(int64(n), int64(s))
		}
	}
	return live
}

// counts holds the numbers of live sets of a system of at most 8 nodes, by size.
type counts [9]int64

// countsOf counts the live sets of a cartel or coterie.
func countsOf(n int, quorums []uint8) (c counts) {
	copy(c[:], tableOf(n, quorums).BySize())
	return c
}

// tableOf returns, for each set of nodes, whether it contains a quorum.
func tableOf(n int, quorums []uint8) sets.Table {
	return sets.UpFrom(n, quorums...)
}

func (c counts) live(n int) availability.LiveSets {
	live := availability.LiveSets{Counts: make([]*big.Int, n+1)}
	for s := range live.Counts {
		live.Counts[s] = big.NewInt(c[s])
	}
	return live
}

// sumOf adds numbers of live sets: the availability of the sum is m times the mean availability of
// the m cartels.
func sumOf(cartels []availability.LiveSets) availability.LiveSets {
	sum := availability.LiveSets{Counts: make([]*big.Int, len(cartels[0].Counts))}
	for s := range sum.Counts {
		sum.Counts[s] = new(big.Int)
		for _, c := range cartels {
			sum.Counts[s].Add(sum.Counts[s], c.Counts[s])
		}
	}
	return sum
}

// timesLive returns the sum of m such systems.
func timesLive(live availability.LiveSets, m int) availability.LiveSets {
	return sumOf(slices.Repeat([]availability.LiveSets{live}, m))
}

// groupLine describes how a picture shows the group systems of a family with m groups.
type groupLine struct {
	name, family string
	m            int
	ringed       bool
}

// surficialLines returns the surficial lines in both pictures of group systems. They belong to one
// family and share one look; the second is ringed.
func surficialLines() []groupLine {
	return []groupLine{
		{"surficial, m = 5", "surficial", 5, true},
		{"surficial, m = 3", "surficial", 3, false},
	}
}
