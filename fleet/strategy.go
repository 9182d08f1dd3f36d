package fleet

import (
	"cmp"
	"fmt"
	"math/big"

	"coterie/quorum"
)

// Limits are the limits of the figures of a strategy; nil is no limit.
type Limits struct {
	Load    *big.Rat // at most, seconds a request: the mean over the shares
	Latency *big.Rat // at most, seconds
	Network *big.Rat // at most, nodes
	// Percentiles are the greatest times of PercentileGoals, in seconds.
	Percentiles [3]*big.Rat
}

// Limits returns the limits that the requirements set to a strategy.
func (r Requirements) Limits() Limits {
	l := Limits{Latency: r.Latency, Network: r.Network, Percentiles: r.Percentiles}
	if r.Capacity != nil {
		l.Load = new(big.Rat).Inv(r.Capacity)
	}
	return l
}

// of returns the limit of a figure.
func (l Limits) of(g Goal) *big.Rat {
	if i := g.Percentile(); i >= 0 && l.Percentiles[i] != nil {
		return MostLate(i)
	}
	return map[Goal]*big.Rat{Load: l.Load, LatencyGoal: l.Latency, Network: l.Network}[g]
}

// Operation is the kind of a request: a read or a write.
type Operation int

// The operations.
const (
	Reads Operation = iota
	Writes
)

// String returns "read" or "write".
func (o Operation) String() string { return [...]string{"read", "write"}[o] }

// Strategy says how requests choose the nodes that they ask, and has the figures that follow.
type Strategy struct {
	Goal Goal // Load, LatencyGoal, Network or a percentile
	// Limits are those asked for; a percentile among the goals limits the goals after it.
	Limits Limits
	// Then are the goals that decided among equally good strategies, one after the other.
	Then []Goal

	// Value is of the goal: no strategy of the system within the limits has less. Of a percentile
	// it is a time that so many of the requests are known not to exceed, and no strategy within the
	// limits has as little as Below: the latency before Value where latencies are fixed times, else
	// less by at most one part in 2^20 of the time between two percentiles of nodes. Below is nil
	// of other goals, and where Value is 0.
	Value, Below *big.Rat
	// Load is the mean over the shares of the load of the busiest node, in seconds a request;
	// Capacity is the mean of its inverse.
	Load, Capacity *big.Rat
	Loads          []*big.Rat // at each share of the workload
	// Latency is the mean time until the answers contain a quorum, in seconds; nil where a mean is
	// not known. Then NoLatency says why.
	Latency   *big.Rat
	NoLatency error
	Network   *big.Rat // asked: the mean number of nodes that a request asks
	// Menus are the choices of each place: its reads, then its writes; where the strategy adapts,
	// for each share in turn.
	Menus []Menu
	// Prices prove that no strategy has less than Value. Of a percentile, without a goal, they
	// prove that none keeps Below beside the limits.
	Prices Prices
	Method string // how the optimum was made exact, in a few words
}

// figure returns the figure that a goal minimizes.
func (st *Strategy) figure(g Goal) *big.Rat {
	return map[Goal]*big.Rat{Load: st.Load, LatencyGoal: st.Latency, Network: st.Network}[g]
}

// Menu holds the choices of the requests of one kind in one place.
type Menu struct {
	Place     int // in Fleet.Clients
	Operation Operation
	Share     int // of the workload, where the strategy adapts; else -1
	Choices   []Choice
}

// Choice is a set of nodes that is asked with a probability, which is positive.
type Choice struct {
	Nodes  []int // ascending
	Weight *big.Rat
	// Latency is the mean time until the answers contain a quorum; nil where it is not known.
	Latency *big.Rat
}

// Prices prove a lower bound of the goal of a strategy by weak duality. Under the prices a read or
// write of a place that asks the set S pays
//
//	Σ_{i∈S} Σ_k share·(requests of its kind at share k)·Nodes[k][i]/capacity(i) + weight·(Latency·latency(S) + Network·|S| + Σ_j Late[j]·late_j(S)),
//
// where late_j(S) is the probability that the answers of S contain no quorum by the limit of the
// percentile j, and
// weight is the share of the place and the kind among all requests. If Σ_i Nodes[k][i] <=
// Load·weight_k for every share k, then for every strategy within the limits
//
//	Σ over places and kinds of the cheapest set - Σ of limits times their prices <= the goal.
//
// The price of the goal itself is 1. Where the same figure has a limit, the rest of its price is
// the price of the limit. Proof: docs/theorems/fleet-strategy-prices.md.
type Prices struct {
	Nodes                  [][]*big.Rat // of each share and node, >= 0
	Load, Latency, Network *big.Rat     // of a second a request, a second and a node, >= 0
	Late                   [3]*big.Rat  // of a request later than a percentile's limit; nil is 0
}

// at returns the price of a figure.
func (price Prices) at(g Goal) *big.Rat {
	if i := g.Percentile(); i >= 0 {
		return cmp.Or(price.Late[i], new(big.Rat))
	}
	return map[Goal]*big.Rat{Load: price.Load, LatencyGoal: price.Latency, Network: price.Network}[g]
}

// InfeasibleError says that no strategy of a system keeps all limits. The prices prove it: without
// a goal, the bound that they prove is above 0.
type InfeasibleError struct {
	System string
	Limits Limits
	Prices Prices
	Excess *big.Rat // the bound that the prices prove
	Silent bool     // not even all nodes keep a quorum without those that may stay silent
}

func (e *InfeasibleError) Error() string {
	if e.Silent {
		return e.System + ": " + errNoSet.Error()
	}
	return "no strategy of " + e.System + " keeps " + e.Limits.String()
}

// String names the limits that are set.
func (l Limits) String() string {
	text := ""
	add := func(figure string, v *big.Rat, unit string) {
		if v == nil {
			return
		}
		if text != "" {
			text += " with "
		}
		x, _ := v.Float64()
		text += fmt.Sprintf("a %s of at most %.6g %s", figure, x, unit)
	}
	add("mean load", l.Load, "seconds a request")
	add("mean latency", l.Latency, "seconds")
	add("mean number asked", l.Network, "nodes")
	for i, g := range PercentileGoals() {
		add(string(g), l.Percentiles[i], "seconds")
	}
	if text == "" {
		return "no limit"
	}
	return text
}

// StrategyOptions are the options of FindStrategy.
type StrategyOptions struct {
	// Goal is the figure to minimize: Load (or Capacity, or "", which are the same), LatencyGoal,
	// Network or a percentile.
	Goal   Goal
	Limits Limits
	// Then decides among strategies that are equally good by these goals in turn.
	Then []Goal
	// SkipCheck leaves out CheckStrategy, for searches that judge only the strategies that they
	// keep.
	SkipCheck bool
}

// unsolved says that the best strategy of a system was not found.
func (s System) unsolved(cause error) error { return notFound("the best strategy of "+s.Name, cause) }

// judge returns an error for a system that is not a system on f.
func (s System) judge(f *Fleet) error {
	for _, q := range []quorum.Quorums{s.Reads, s.Writes} {
		if q == nil || q.N() != f.N() {
			return refused(fmt.Sprintf("a system for another number of nodes than the %d of the fleet", f.N()), "")
		}
	}
	return nil
}
