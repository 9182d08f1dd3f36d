package fleet

import (
	"context"
	"math"
	"math/big"
	"math/bits"

	"coterie/internal/machine/par"
	"coterie/internal/solve/quotas"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// MostAvailable says how available a system on a fleet can be.
type MostAvailable struct {
	// Bound is an upper bound, for every system, of the lesser of two probabilities: that a read
	// quorum lives, and that a write quorum lives. By names the argument.
	Bound *big.Rat
	By    string
	// Patterns are the least sets of survivors that are live in the argument: how many nodes of
	// each zone, in descending order. A node of no zone, or of a zone that never fails, counts as a
	// zone.
	Patterns [][]int
	// System is the most available system that was found; its quorums are nil where none was
	// sought. Chances are its probabilities. Attained says that the lesser of them is the bound: no
	// system is more available.
	System   System
	Chances  Chances
	Attained bool
}

// maxLikelyTable is the greatest number of nodes for which FindMostAvailable makes the table of the
// system.
const maxLikelyTable = 16

// FindMostAvailable returns an upper bound on the availability of every system and, in most cases,
// a system that reaches it.
//
// With w(S) the probability that S are the nodes alive, a system that has S live for reads has its
// complement dead for writes, so that its two availabilities add up to at most
//
//	1 + Σ over the live sets S of reads of w(S) - w(V∖S).
//
// Where the sets with w(S) > w(V∖S) are closed upwards, as without zones they are, they are the
// best, and a system with the same quorums for reads and writes reaches the bound: the vote that
// counts log((1-p)/p) for each node (Spasojevic and Berman 1994; Amir and Wool 1998). Otherwise the
// best closed family is a minimum cut. Nodes that are alike, and zones, are merged first. Where
// still too many sets differ, failure probabilities are rounded down, which keeps the bound true.
//
// The system is made for up to 16 nodes; above, votes and hierarchies are tried. The error is a
// *quorum.LimitError.
//
// Proof: docs/theorems/most-available.md.
func FindMostAvailable(ctx context.Context, f *Fleet) (MostAvailable, error) {
	const figure = "the most available system"
	best, l, err := boundAvailability(ctx, f)
	if err != nil {
		return MostAvailable{}, err
	}
	if f.N() <= maxLikelyTable {
		err := best.tabulate(ctx, f, l)
		return best, err
	}
	for _, s := range likelySystems(f) {
		if err := par.Ended(ctx); err != nil {
			return best, notFound(figure, err)
		}
		c, err := FindAvailability(ctx, f, s)
		if err != nil {
			return best, err
		}
		if best.Chances.Reads == nil || c.Least().Cmp(best.Chances.Least()) > 0 {
			best.System, best.Chances = s, c
		}
		if best.Attained = best.Chances.Least().Cmp(best.Bound) == 0; best.Attained {
			break
		}
	}
	return best, nil
}

// tabulate makes the table of the system. Sets that the likelihood leaves open are decided by the
// majority, where the first node breaks ties, or else by one node alone.
func (m *MostAvailable) tabulate(ctx context.Context, f *Fleet, l *likely) error {
	weights, whole, err := Survivors(ctx, f)
	if err != nil {
		return err
	}
	up, open := l.table(f.N()), sets.NewTable(f.N())
	up.Dual(open)
	var best sets.Table
	for tie := range f.N() + 1 {
		if err := par.Ended(ctx); err != nil {
			return notFound("the most available system", err)
		}
		// up ∪ (up* ∩ tie) is its own dual, as tie is its own dual and up is a subset of its dual.
		t, sum := sets.NewTable(f.N()), new(big.Int)
		for x, w := range weights {
			votes := 2*bits.OnesCount(uint(x)) - f.N()
			yes := votes > 0 || votes == 0 && x&1 == 1
			if tie > 0 {
				yes = x>>(tie-1)&1 == 1
			}
			if up.Has(x) || open.Has(x) && yes {
				t.Add(x)
				sum.Add(sum, w)
			}
		}
		if c := new(big.Rat).SetFrac(sum, whole); m.Chances.Reads == nil || c.Cmp(m.Chances.Reads) > 0 {
			best, m.Chances = t, Chances{c, c}
		}
		if m.Attained = m.Chances.Reads.Cmp(m.Bound) == 0; m.Attained {
			break
		}
	}
	m.System = selfDual(best)
	return nil
}

// selfDual returns the system whose reads and writes are both the quorums of a function that is its
// own dual.
func selfDual(f sets.Table) System {
	family, err := quorum.FamilyOfMasks(f.N, sets.AppendMinimal[uint64](nil, f))
	if err != nil {
		panic("fleet: " + err.Error())
	}
	return System{Reads: family, Writes: family}
}

// likelySystems are votes and hierarchies that are often the most available.
func likelySystems(f *Fleet) []System {
	var out []System
	add := func(votes []int, total int) {
		q := quotas.New(votes, total/2+1).Formula()
		out = append(out, System{Reads: q, Writes: q.Dual()})
	}
	for _, most := range []int{1, 2, 3, 5, 10, 30} {
		votes := AmirWoolVotes(f, most)
		total, first := 0, -1 // an odd total leaves no ties
		for v, x := range votes {
			total += x
			if first < 0 && x > 0 {
				first = v
			}
		}
		if add(votes, total); total%2 == 0 && total > 1 {
			votes[first]--
			add(votes, total-1)
		}
	}
	var zones []quorum.Formula
	for _, z := range f.Peopled() {
		nodes := quorum.Leaves(f.inZones([]int{z}).Nodes())
		zones = append(zones, quorum.Choose(len(nodes)/2+1, nodes...))
	}
	if len(zones) > 0 {
		q := quorum.Choose(len(zones)/2+1, zones...).Over(f.N())
		out = append(out, System{Reads: q, Writes: q.Dual()})
	}
	return out
}

// AmirWoolVotes returns votes of the nodes in proportion to log((1-p)/p), and the greatest of them
// is most. Where nodes fail independently, the system of the sets with more than half of the votes
// is the most available one (Y. Amir and A. Wool, Optimal availability quorum systems: theory and
// practice, 1998). The p of a node is the probability that it or its zone is down. A node that is
// down half of the time or more has no vote; where all nodes are, the node that is down least has
// the only vote. Rounding the votes may cost availability.
func AmirWoolVotes(f *Fleet, most int) []int {
	weights, greatest := make([]float64, f.N()), 0.0
	best, least := 0, 2.0
	for v, node := range f.Nodes {
		lives := new(big.Rat).Sub(one, node.Crash)
		if node.Zone != NoZone {
			lives.Mul(lives, new(big.Rat).Sub(one, f.Zones[node.Zone].Crash))
		}
		x, _ := lives.Float64()
		if weights[v] = min(math.Log(x/(1-x)), 100); 1-x < least {
			best, least = v, 1-x
		}
		greatest = max(greatest, weights[v])
	}
	votes, total := make([]int, f.N()), 0
	for v, x := range weights {
		if x > 0 {
			votes[v] = int(math.Round(x / greatest * float64(most)))
			total += votes[v]
		}
	}
	if total == 0 {
		votes[best] = 1
	}
	return votes
}

// BoundAvailability is FindMostAvailable without the system.
func BoundAvailability(ctx context.Context, f *Fleet) (MostAvailable, error) {
	m, _, err := boundAvailability(ctx, f)
	return m, err
}

func boundAvailability(ctx context.Context, f *Fleet) (MostAvailable, *likely, error) {
	const figure = "a bound of the availability"
	for step := 0; ; step++ {
		rounded := roundedDown(f, step)
		l, err := newLikely(ctx, rounded)
		if err != nil {
			return MostAvailable{}, nil, notFound(figure, err)
		}
		if l == nil {
			continue
		}
		twice, err := l.solve(ctx)
		if err != nil {
			return MostAvailable{}, nil, notFound(figure, err)
		}
		by := l.by
		if step > 0 {
			by += ", failures rounded down"
		}
		return MostAvailable{Bound: twice.Quo(twice, big.NewRat(2, 1)), By: by, Patterns: l.patterns()}, l, nil
	}
}

// roundedDown returns the fleet with fewer different failure probabilities, none of them greater.
// Each step has fewer; the last has a single one for nodes and no failures of zones.
func roundedDown(f *Fleet, step int) *Fleet {
	if step == 0 {
		return f
	}
	out := *f
	out.Nodes, out.Zones = append([]Node(nil), f.Nodes...), append([]Zone(nil), f.Zones...)
	var crash, zones []*big.Rat
	for _, v := range f.Nodes {
		crash = append(crash, v.Crash)
	}
	for _, z := range f.Zones {
		zones = append(zones, z.Crash)
	}
	nodesTo, zonesTo := floors(crash, max(1, 8>>step)), floors(zones, max(1, 8>>step))
	for v := range out.Nodes {
		out.Nodes[v].Crash = nodesTo(f.Nodes[v].Crash)
	}
	for z := range out.Zones {
		if out.Zones[z].Crash = zonesTo(f.Zones[z].Crash); step > 3 {
			out.Zones[z].Crash = new(big.Rat)
		}
	}
	return &out
}
