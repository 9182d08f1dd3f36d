package fleet

import (
	"math/big"
	"slices"

	"coterie/quorum"
)

// Fleet is a set of servers, with the requests that they serve and the figures that are wanted. It
// does not change once it is made.
type Fleet struct {
	Nodes []Node
	Zones []Zone
	// Clients are the places that requests come from, at least one; their shares sum to 1.
	Clients  []Client
	Workload Workload
	Require  Requirements
	// Protocol is what runs on the quorums; empty where that is not said. Require has what it
	// needs.
	Protocol Protocol
	// Leaders are the nodes that may lead; nil where all places of clients ask quorums themselves.
	Leaders []int
	// Keyspace is the name of the keyspace of Cassandra or ScyllaDB whose replicas the nodes are;
	// "" where that is not said.
	Keyspace string
	// Optimize has one goal, or two; with two, their front is wanted.
	Optimize []Goal
	// Systems are the specs of the only systems that may be taken; nil allows all.
	Systems []string
	// Shapes are the forms of systems that are asked for; nil asks for all systems, whatever their
	// form.
	Shapes []Shape

	silent, down []quorum.Set // of an honest fleet: Lying
}

// Node is a server.
type Node struct {
	Name string
	// Zone is the index of its zone in Fleet.Zones, or NoZone.
	Zone int
	// Operator is the name of who runs it, whose nodes may lie together; or else "".
	Operator string
	// Reads and Writes are how many of them it answers in a second, positive.
	Reads, Writes *big.Rat
	// Crash is the probability that the node is down on its own, without its zone; in [0,1]. Where
	// a Life is given it is that of the long run, and 0 without repairs.
	Crash *big.Rat
	Life  Life
	// Leaves says that the node runs today, and no plan may ask it.
	Leaves bool
	// Witness says that the node votes and stores no data.
	Witness bool
}

// rate returns how many requests of a kind the node answers in a second.
func (v Node) rate(o Operation) *big.Rat {
	return [...]*big.Rat{v.Reads, v.Writes}[o]
}

// NoZone is the zone of a node, or of a place of clients, that is in no zone.
const NoZone = -1

// Zone is a set of nodes that fail as one, besides each on its own.
type Zone struct {
	Name  string
	Crash *big.Rat // the probability that it is down, in [0,1], independently of all else
	Life  Life     // as of a node
}

// Client is a place that requests come from.
type Client struct {
	Name  string // of its zone, where it is in one
	Zone  int    // or NoZone
	Share *big.Rat
	// Latency has the time from here to each node and back.
	Latency []Latency
}

// Latency is a time, or a bound of its distribution: with probability at least At[i] an answer
// takes at most Time[i] seconds. At and Time ascend, Time >= 0. A time that is always the same has
// At = {1}. The distribution begins at Time[0] where At[0] is 0 (p0), else at 0, and is taken to be
// linear from percentile to percentile.
type Latency struct {
	At, Time []*big.Rat
}

// Fixed returns the time of an answer that always takes the same time.
func (l Latency) Fixed() (seconds *big.Rat, ok bool) {
	if len(l.At) == 1 && l.At[0].Cmp(big.NewRat(1, 1)) == 0 {
		return l.Time[0], true
	}
	return nil, false
}

// HasLeast reports whether the least time is given: by p0, or because the time is fixed.
func (l Latency) HasLeast() bool {
	return len(l.At) > 0 && (l.At[0].Sign() == 0 || len(l.At) == 1 && l.HasMean())
}

// HasMean reports whether the mean is known: the percentiles reach the hundredth.
func (l Latency) HasMean() bool {
	last := len(l.At) - 1
	return last >= 0 && l.At[last].Cmp(one) == 0
}

// Equal reports whether both have the same percentiles.
func (l Latency) Equal(m Latency) bool {
	same := func(x, y *big.Rat) bool { return x.Cmp(y) == 0 }
	return slices.EqualFunc(l.At, m.At, same) && slices.EqualFunc(l.Time, m.Time, same)
}

// Fixed reports whether every node always takes the same time from here.
func (c Client) Fixed() bool {
	return !slices.ContainsFunc(c.Latency, func(l Latency) bool {
		_, ok := l.Fixed()
		return !ok
	})
}

// MeansKnown reports whether every latency has a mean.
func (f *Fleet) MeansKnown() bool {
	return !slices.ContainsFunc(f.Clients, func(c Client) bool {
		return slices.ContainsFunc(c.Latency, func(l Latency) bool { return !l.HasMean() })
	})
}

// Timeless reports whether no answer takes time.
func (f *Fleet) Timeless() bool {
	return !slices.ContainsFunc(f.Clients, func(c Client) bool {
		return slices.ContainsFunc(c.Latency, func(l Latency) bool {
			t, ok := l.Fixed()
			return !ok || t.Sign() > 0
		})
	})
}

// LongestTime returns the last percentile of the slowest answer, or one second where no answer
// takes any time.
func (f *Fleet) LongestTime() *big.Rat {
	longest := new(big.Rat)
	for _, c := range f.Clients {
		for _, l := range c.Latency {
			if t := l.Time[len(l.Time)-1]; t.Cmp(longest) > 0 {
				longest = t
			}
		}
	}
	if longest.Sign() == 0 {
		return one
	}
	return longest
}

// LateAt returns f with other latencies: the answer to a request takes no time if it takes at most
// t under f, and else a second. So the mean latency of a strategy is the probability that a request
// takes longer than t, and all that is known of mean latencies is known of it. An answer later than
// the last percentile of a node is none. Proof: docs/theorems/fleet-percentiles.md.
func (f *Fleet) LateAt(t *big.Rat) *Fleet {
	g := *f
	g.Clients = slices.Clone(f.Clients)
	for i := range g.Clients {
		g.Clients[i] = g.Clients[i].lateAt(t)
	}
	return &g
}

func (c Client) lateAt(t *big.Rat) Client {
	c.Latency = slices.Clone(c.Latency)
	for i, l := range c.Latency {
		switch p := l.until(t); {
		case p.Cmp(one) == 0:
			c.Latency[i] = fixed(new(big.Rat))
		case p.Sign() == 0:
			c.Latency[i] = fixed(one)
		default:
			c.Latency[i] = Latency{At: []*big.Rat{p, p, one}, Time: []*big.Rat{new(big.Rat), one, one}}
		}
	}
	return c
}

// Workload has the shares of reads among all requests, and how often each share holds.
type Workload struct {
	Shares []Share // by descending share of reads; the weights are positive and sum to 1
	// Silent is how many of the nodes asked may stay silent: a strategy asks sets that still
	// contain a quorum when any Silent of their nodes are taken away.
	Silent int
	// Adapts allows a different strategy at each share.
	Adapts bool
}

// Share is a share of reads, in [0,1], with its weight.
type Share struct{ Reads, Weight *big.Rat }

// Of returns the share of requests of a kind.
func (s Share) Of(o Operation) *big.Rat {
	if o == Writes {
		return new(big.Rat).Sub(one, s.Reads)
	}
	return s.Reads
}

// MeanReads returns the weighted mean of the shares of reads.
func (w Workload) MeanReads() *big.Rat {
	mean, part := new(big.Rat), new(big.Rat)
	for _, s := range w.Shares {
		mean.Add(mean, part.Mul(s.Reads, s.Weight))
	}
	return mean
}

// Requirements are the limits that an answer has to keep; nil and 0 require nothing.
type Requirements struct {
	// SurviveNodes nodes and SurviveZones zones may be down at once, whichever they are, and a read
	// quorum and a write quorum live.
	SurviveNodes, SurviveZones int
	Capacity                   *big.Rat // the mean load is at most 1/Capacity
	Latency                    *big.Rat // at most, seconds: mean over reads, writes and places
	Network                    *big.Rat // at most: asked, the mean number of nodes that a request asks
	Availability               *big.Rat // at least, of reads and of writes each
	// Percentiles are the greatest times of PercentileGoals, in seconds: so many of all requests
	// are known to take no longer.
	Percentiles [3]*big.Rat
	// Same asks for the same quorums for reads and writes: a coterie.
	Same bool
	// WritesMeet asks that every two writes share a node, as the writes of Same do.
	WritesMeet bool
	// Liars may be among the nodes; nil: nobody lies.
	Liars *Liars
}

// Goal is the figure by which systems are compared.
type Goal string

// The goals. Capacity and Load ask for the same, the least mean load.
const (
	Capacity     Goal = "capacity"     // most requests in a second, by the least mean load
	Load         Goal = "load"         // least mean load
	LatencyGoal  Goal = "latency"      // least mean time until the answers contain a quorum
	Network      Goal = "network"      // asked: the mean number of nodes that a request asks
	Availability Goal = "availability" // the greatest probability that a quorum lives, of reads or of writes, whichever has less
)

// The goals that ask for the least time that so many of all requests do not exceed.
const (
	P50  Goal = "p50"
	P99  Goal = "p99"
	P999 Goal = "p99.9"
)

// PercentileGoals returns the goals that are percentiles.
func PercentileGoals() []Goal { return []Goal{P50, P99, P999} }

// percentileShares are the shares of requests of PercentileGoals.
var percentileShares = []*big.Rat{big.NewRat(1, 2), big.NewRat(99, 100), big.NewRat(999, 1000)}

// Percentile returns the place of a goal in PercentileGoals; -1 if it is no percentile.
func (g Goal) Percentile() int { return slices.Index(PercentileGoals(), g) }

// MostLate returns the greatest probability that a request may take longer than the percentile of
// that place in PercentileGoals.
func MostLate(percentile int) *big.Rat { return new(big.Rat).Sub(one, percentileShares[percentile]) }

// limitGoals are the goals whose figures may be limited, in the order of their rows in a program;
// the figure of a percentile is the probability that a request takes longer than its limit.
var limitGoals = []Goal{Load, LatencyGoal, Network, P50, P99, P999}

// clockGoals are the goals that count time.
var clockGoals = []Goal{LatencyGoal, P50, P99, P999}

// strategyGoals are the goals of linear programs, in the order in which they break ties.
var strategyGoals = []Goal{Load, LatencyGoal, Network}

// System holds read quorums and write quorums over the nodes of a fleet: node i of the quorums is
// node i of the fleet. Every read quorum meets every write quorum.
type System struct {
	Name          string // a spec, where it has one
	Reads, Writes quorum.Quorums
	// Places has the quorums of reads and of writes in each place of clients, where a place may not
	// take all of Reads and Writes; nil: each may.
	Places [][2]quorum.Quorums
}

// At returns the quorums of a kind of requests from a place.
func (s System) At(place int, o Operation) quorum.Quorums {
	if s.Places != nil {
		return s.Places[place][o]
	}
	return [...]quorum.Quorums{s.Reads, s.Writes}[o]
}

// places returns in how many places the quorums may differ.
func (s System) places() int { return max(1, len(s.Places)) }

// lives returns for each of so many places, and for reads and writes, whether nodes contain a
// quorum.
func (s System) lives(places int) [][2]func([]int32) bool {
	var all [][2]func([]int32) bool
	for place := range places {
		if place >= s.places() {
			all = append(all, all[0])
			continue
		}
		all = append(all, [2]func([]int32) bool{liveOf(s.At(place, Reads)), liveOf(s.At(place, Writes))})
	}
	return all
}

// N returns the number of nodes.
func (f *Fleet) N() int { return len(f.Nodes) }

// Names returns the names of the nodes.
func (f *Fleet) Names() []string {
	names := make([]string, len(f.Nodes))
	for i, v := range f.Nodes {
		names[i] = v.Name
	}
	return names
}
