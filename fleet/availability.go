package fleet

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/live"
	"coterie/internal/words/show"
	"coterie/measure/availability"
	"coterie/quorum"
)

// Chances are the probabilities that a read quorum and that a write quorum lives.
type Chances struct{ Reads, Writes *big.Rat }

// Least returns the lesser of both probabilities. A limit on the availability limits this one.
func (c Chances) Least() *big.Rat {
	if c.Writes.Cmp(c.Reads) < 0 {
		return c.Writes
	}
	return c.Reads
}

// maxZonesDown is the most zones of two or more nodes that may fail: all subsets of these zones are
// gone through.
const maxZonesDown = 14

// FindAvailability returns the probabilities that a read quorum and a write quorum of s live, where
// nodes and zones fail independently of each other and a node is down with its zone. They are
// exact: given the zones that are down, the nodes fail independently, and the probability follows
// from a decision diagram of listed quorums or from a read-once formula (availability.At). Where
// quorums are any k of the nodes, the living nodes are counted zone by zone. Where quorums differ
// from place to place, the probabilities are those of the places that have the least.
//
// The error is a *quorum.LimitError, where more than 14 zones of two or more nodes may fail or the
// diagram grows too large, or a *quorum.InputError.
func FindAvailability(ctx context.Context, f *Fleet, s System) (Chances, error) {
	var least Chances
	for place := range s.places() {
		c, err := f.chances(ctx, s.At(place, Reads), s.At(place, Writes))
		if err != nil {
			return Chances{}, err
		}
		if place == 0 || c.Reads.Cmp(least.Reads) < 0 {
			least.Reads = c.Reads
		}
		if place == 0 || c.Writes.Cmp(least.Writes) < 0 {
			least.Writes = c.Writes
		}
	}
	return least, nil
}

func (f *Fleet) chances(ctx context.Context, reads, writes quorum.Quorums) (c Chances, err error) {
	if c.Reads, err = f.availability(ctx, reads); err != nil {
		return c, err
	}
	if sameQuorums(reads, writes) {
		return Chances{c.Reads, c.Reads}, nil
	}
	c.Writes, err = f.availability(ctx, writes)
	return c, err
}

// sameQuorums reports whether a quick comparison shows that two families are the same.
func sameQuorums(a, b quorum.Quorums) bool {
	if x, ok := a.Formula(); ok && a.N() == b.N() {
		y, ok := b.Formula()
		return ok && x.String() == y.String()
	}
	x, ok := a.List()
	if !ok {
		return false
	}
	y, ok := b.List()
	return ok && x.Equal(y)
}

// readable returns the quorums by their formula, if it reads every node once, else by their list.
func readable(f *Fleet, q quorum.Quorums) (quorum.Formula, quorum.Family, error) {
	if q.N() != f.N() {
		return quorum.Formula{}, quorum.Family{}, refused(fmt.Sprintf("a system of %d nodes for a fleet of %d", q.N(), f.N()), "")
	}
	if formula, ok := q.Formula(); ok && formula.ReadOnce() {
		return formula, quorum.Family{}, nil
	}
	family, ok := q.List()
	if !ok {
		return quorum.Formula{}, quorum.Family{}, refused("the quorums are neither listed nor known by a formula that reads each node once", "give them as a list")
	}
	if family.Len() == 0 {
		return quorum.Formula{}, quorum.Family{}, refused("a system without quorums, which is never available", "")
	}
	return quorum.Formula{}, family, nil
}

func (f *Fleet) availability(ctx context.Context, q quorum.Quorums) (*big.Rat, error) {
	if what := f.unrepaired(); what != "" {
		return nil, notFound("the availability", fmt.Errorf("%s is never repaired, so that no state lasts", what))
	}
	if k, of, ok := countOf(q); ok && q.N() == f.N() {
		return f.enough(k, of), nil
	}
	chance, err := chanceOfLive(ctx, f, q)
	if err != nil {
		return nil, err
	}
	return f.live(ctx, chance)
}

// mortal yields the nodes, and then the zones, that may crash, each as a zone, with what it is.
func (f *Fleet) mortal() iter.Seq2[string, Zone] {
	return func(yield func(string, Zone) bool) {
		for _, v := range f.Nodes {
			if !yield("node "+show.Brief(v.Name), Zone{v.Name, v.Crash, v.Life}) {
				return
			}
		}
		for _, z := range f.Zones {
			if !yield("zone "+show.Brief(z.Name), z) {
				return
			}
		}
	}
}

// unrepaired names something that crashes for ever; "" if there is none.
func (f *Fleet) unrepaired() string {
	for what, z := range f.mortal() {
		if z.Life.crashes() && z.Life.Repair == nil {
			return what
		}
	}
	return ""
}

// live returns the probability that a quorum lives, over the zones that are down.
func (f *Fleet) live(ctx context.Context, weigh func(context.Context, []*big.Rat) (*big.Rat, error)) (*big.Rat, error) {
	crash, zones := f.crashes()
	if len(zones) > maxZonesDown {
		return nil, notFound("the availability", fmt.Errorf("%d zones may fail, more than %d", len(zones), maxZonesDown))
	}
	sum := new(big.Rat)
	for down := range 1 << len(zones) {
		p, chance := slices.Clone(crash), new(big.Rat).Set(one)
		for j, z := range zones {
			if down>>j&1 == 0 {
				chance.Mul(chance, new(big.Rat).Sub(one, f.Zones[z].Crash))
				continue
			}
			chance.Mul(chance, f.Zones[z].Crash)
			for v := range p {
				if f.Nodes[v].Zone == z {
					p[v] = one
				}
			}
		}
		if chance.Sign() == 0 {
			continue
		}
		x, err := weigh(ctx, p)
		if err != nil {
			return nil, notFound("the availability", err)
		}
		sum.Add(sum, x.Mul(x, chance))
	}
	return sum, nil
}

// chanceOfLive returns a function that finds the probability that a quorum lives, where node v is
// dead with the probability dead[v].
func chanceOfLive(ctx context.Context, f *Fleet, q quorum.Quorums) (func(context.Context, []*big.Rat) (*big.Rat, error), error) {
	formula, family, err := readable(f, q)
	if err != nil {
		return nil, err
	}
	if family.Len() == 0 {
		return func(ctx context.Context, dead []*big.Rat) (*big.Rat, error) {
			return availability.At(ctx, formula, dead, availability.LiveOptions{})
		}, nil
	}
	d, _, err := live.Compile(ctx, family, availability.DefaultMaxStates, live.Any)
	if err != nil {
		return nil, notFound("the probability that a quorum lives", err)
	}
	down, up := make([]*big.Int, f.N()), make([]*big.Int, f.N())
	return func(ctx context.Context, dead []*big.Rat) (*big.Rat, error) {
		whole := big.NewInt(1)
		for _, v := range d.Order {
			down[v] = dead[v].Num()
			up[v] = new(big.Int).Sub(dead[v].Denom(), dead[v].Num())
			whole.Mul(whole, dead[v].Denom())
		}
		sum, err := d.Weigh(ctx, down, up)
		if err != nil {
			return nil, err
		}
		return new(big.Rat).SetFrac(sum, whole), nil
	}, nil
}

// crashes returns the probabilities with which nodes are down on their own, and the zones that have
// to be considered. A zone that never fails counts for nothing, and a zone of a single node is
// counted with the node.
func (f *Fleet) crashes() (crash []*big.Rat, zones []int) {
	size := make([]int, len(f.Zones))
	for _, v := range f.Nodes {
		if v.Zone != NoZone {
			size[v.Zone]++
		}
	}
	for z, zone := range f.Zones {
		if size[z] > 1 && zone.Crash.Sign() > 0 {
			zones = append(zones, z)
		}
	}
	for _, v := range f.Nodes {
		p := v.Crash
		if v.Zone != NoZone && size[v.Zone] == 1 {
			lives := new(big.Rat).Sub(one, p)
			lives.Mul(lives, new(big.Rat).Sub(one, f.Zones[v.Zone].Crash))
			p = lives.Sub(one, lives)
		}
		crash = append(crash, p)
	}
	return crash, zones
}

// together yields the nodes outside the zones, each for itself, and then the nodes of each zone,
// with the probability that they go down at once, besides each alone.
func (f *Fleet) together(zones []int) iter.Seq2[[]int, *big.Rat] {
	return func(yield func([]int, *big.Rat) bool) {
		for v, node := range f.Nodes {
			if !slices.Contains(zones, node.Zone) && !yield([]int{v}, new(big.Rat)) {
				return
			}
		}
		for _, z := range zones {
			if !yield(f.inZones([]int{z}).Nodes(), f.Zones[z].Crash) {
				return
			}
		}
	}
}

// MaxSurvivors is the most nodes for which Survivors goes through all sets.
const MaxSurvivors = 20

// Survivors returns, for each of the 2^n masks, the probability weights[mask]/whole that exactly
// the nodes of the mask are alive. The availability of quorums is the sum over the masks that
// contain a quorum. The error is a *quorum.LimitError, beyond MaxSurvivors nodes or without the
// memory.
func Survivors(ctx context.Context, f *Fleet) (weights []*big.Int, whole *big.Int, err error) {
	const figure = "the probability of each set of survivors"
	n := f.N()
	if n > MaxSurvivors {
		return nil, nil, notFound(figure, fmt.Errorf("%d nodes, more than %d", n, MaxSurvivors))
	}
	if err := memory.Ask(ctx, figure, 1<<n, 96); err != nil {
		return nil, nil, notFound(figure, err)
	}
	whole = big.NewInt(1)
	weights = make([]*big.Int, 1<<n)
	weights[0] = big.NewInt(1)
	crash, zones := f.crashes()
	done := []int{0}
	for nodes, down := range f.together(zones) {
		if err := par.Ended(ctx); err != nil {
			return nil, nil, notFound(figure, err)
		}
		masks, steps := []int{0}, []int{}
		for i, v := range nodes {
			steps = append(steps, 1<<i)
			for _, x := range masks {
				masks = append(masks, x|1<<v)
			}
		}
		inside, base := living(nodes, steps, crash, down)
		whole.Mul(whole, base)
		for _, x := range done {
			for y, mask := range masks[1:] {
				weights[x|mask] = new(big.Int).Mul(weights[x], inside[y+1])
				done = append(done, x|mask)
			}
			weights[x].Mul(weights[x], inside[0])
		}
	}
	return weights, whole, nil
}
