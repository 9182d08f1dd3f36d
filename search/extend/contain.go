package extend

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// demand says that quorum q of a cartel has to stay minimal at node x: some other cartel (the
// cartel itself, where there is one only) needs Y = (V∖Q) ∪ {x} live. It is not listed where that
// cartel has a quorum in Y already.
type demand struct {
	cartel, quorum, node int
	allowed              uint64 // cartels in which Y may be live; 0 of an ordinary system: none can
	chosen               int    // one of them
}

// demands are the demands of a system, with the answer whether all can be met.
type demands struct {
	cartels []quorum.Family
	masks   []sets.Matrix // of each cartel
	list    []demand
	free    bool // some demand may be met in two ways
	// witness and reason say why not all can be met; reason is empty if they can.
	witness []quorum.Set
	reason  string
}

// maxCartels is how many cartels fit into a word.
const maxCartels = 64

// newDemands finds out whether minimal families whose quorums meet as they must are in a
// nondominated system; Extend has the proofs. Where there is a choice, cartel first is taken, if it
// is one of them (-1: none is). Cost O(M²·n/64) for M quorums in all, and as many demands as node
// entries.
func newDemands(ctx context.Context, cartels []quorum.Family, first int) (*demands, error) {
	rows, err := masks(ctx, cartels)
	if err != nil {
		return nil, err
	}
	d := &demands{cartels: cartels, masks: rows}
	poll := par.NewPoll(ctx)
	number := map[[2]int]map[int]int{} // of cartel and quorum, then node: the demand
	for i, c := range cartels {
		for k, q := range c.All() {
			met, within := d.around(&poll, i, k)
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			for _, v := range q {
				if met.Has(int(v)) {
					continue
				}
				demand := demand{cartel: i, quorum: k, node: int(v), chosen: -1}
				if len(cartels) == 1 {
					demand.allowed = 1
				} else {
					demand.allowed = (1<<len(cartels) - 1) &^ (1 << i)
					for l := range cartels {
						if l != i && slices.ContainsFunc(within[l], func(r int) bool { return !d.has(l, r, int(v)) }) {
							demand.allowed &= 1 << l
						}
					}
				}
				if demand.allowed == 0 {
					d.refuseNested(demand, within)
					return d, nil
				}
				key := [2]int{i, k}
				if number[key] == nil {
					number[key] = map[int]int{}
				}
				number[key][int(v)] = len(d.list)
				d.list = append(d.list, demand)
			}
		}
	}
	return d, d.choose(ctx, number, first)
}

func (d *demands) mask(cartel, q int) sets.Bits { return d.masks[cartel].Row(q) }

func (d *demands) has(cartel, q, v int) bool { return d.mask(cartel, q).Has(v) }

// around returns the nodes of a quorum that are all that it shares with some quorum of another
// cartel (of its own, if there is one only), and the quorums of each other cartel that lie in it;
// neither is whole if the context has ended.
func (d *demands) around(poll *par.Poll, cartel, q int) (met sets.Bits, within [][]int) {
	met = sets.New(d.cartels[0].N())
	within = make([][]int, len(d.cartels))
	mine := d.mask(cartel, q)
	for l, c := range d.cartels {
		if l == cartel && len(d.cartels) > 1 {
			continue
		}
		for r := range c.Len() {
			if poll.Err() != nil {
				return met, within
			}
			theirs := d.mask(l, r)
			if theirs.Common(mine) == 1 {
				for w, x := range theirs {
					met[w] |= x & mine[w]
				}
			}
			if l != cartel && theirs.SubsetOf(mine) {
				within[l] = append(within[l], r)
			}
		}
	}
	return met, within
}

// choose joins demands whose sets are disjoint, which must be live in one cartel, and gives each
// class cartel prefer, if all of them allow it, and else the first cartel that they do.
func (d *demands) choose(ctx context.Context, number map[[2]int]map[int]int, prefer int) error {
	parent := sets.Identity(len(d.list))
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	var quorums [][2]int // by cartel and place in it, as number has them; the large ones first
	for i, c := range d.cartels {
		for k := range c.Len() {
			if number[[2]int{i, k}] != nil {
				quorums = append(quorums, [2]int{i, k})
			}
		}
	}
	size := func(q [2]int) int { return len(d.cartels[q[0]].Quorum(q[1])) }
	slices.SortStableFunc(quorums, func(a, b [2]int) int { return size(b) - size(a) })
	n := d.cartels[0].N()
	poll := par.NewPoll(ctx)
	for i, a := range quorums {
		// Two sets (V∖Q) ∪ {x} and (V∖R) ∪ {y} are disjoint iff Q ∪ R = V, and x ≠ y are in both.
		for _, b := range quorums[i:] {
			if err := poll.Err(); err != nil {
				return err
			}
			if size(a)+size(b) < n+2 {
				break
			}
			shared, all := d.shared(a[0], a[1], b[0], b[1])
			if !all {
				continue
			}
			at, bt := number[a], number[b]
			for _, x := range shared {
				first, ok := at[x]
				if !ok {
					continue
				}
				for _, y := range shared {
					if second, ok := bt[y]; ok && x != y {
						if len(d.cartels) == 1 || d.list[first].allowed&d.list[second].allowed == 0 {
							d.refusePair(d.list[first], d.list[second])
							return nil
						}
						parent[find(first)] = find(second)
					}
				}
			}
		}
	}
	allowed := make([]uint64, len(d.list))
	for i := range allowed {
		allowed[i] = ^uint64(0)
	}
	for i, demand := range d.list {
		allowed[find(i)] &= demand.allowed
	}
	for i := range d.list {
		root := find(i)
		if allowed[root] == 0 {
			var class []demand
			for j, demand := range d.list {
				if find(j) == root {
					class = append(class, demand)
				}
			}
			d.refuseClass(class)
			return nil
		}
		d.list[i].chosen = bits.TrailingZeros64(allowed[root])
		if prefer >= 0 && allowed[root]>>prefer&1 == 1 {
			d.list[i].chosen = prefer
		}
		d.free = d.free || allowed[root]&(allowed[root]-1) != 0
	}
	return nil
}

// shared returns the nodes of two quorums' intersection, if their union is everything.
func (d *demands) shared(c, q, e, r int) (nodes []int, all bool) {
	a, b := d.mask(c, q), d.mask(e, r)
	if a.Len()+b.Len()-a.Common(b) < d.cartels[0].N() {
		return nil, false
	}
	common := slices.Clone(a)
	common.Intersect(b)
	return slices.Collect(common.All()), true
}

// set returns (V∖Q) ∪ {x}.
func (d *demands) set(demand demand) quorum.Set {
	q := d.cartels[demand.cartel].Set(demand.quorum)
	return quorum.FullSet(d.cartels[0].N()).Minus(q).Union(quorum.SetOf(demand.node))
}

func (d *demands) named(demand demand) string {
	q := d.cartels[demand.cartel].Set(demand.quorum)
	if len(d.cartels) == 1 {
		return fmt.Sprintf("quorum %v without node %v", q, quorum.Node(demand.node))
	}
	return fmt.Sprintf("quorum %v of cartel %v without node %v", q, quorum.Index(demand.cartel), quorum.Node(demand.node))
}

// refusePair says that the sets of two demands are disjoint, and cannot be live in one cartel.
func (d *demands) refusePair(a, b demand) {
	d.witness = []quorum.Set{d.set(a), d.set(b)}
	d.reason = fmt.Sprintf("%s must not be live, nor %s, so that the complements %v and %v would be, which are disjoint",
		d.named(a), d.named(b), d.witness[0], d.witness[1])
}

// refuseNested says that a quorum less a node has quorums of two other cartels in it.
func (d *demands) refuseNested(a demand, within [][]int) {
	d.witness = []quorum.Set{d.set(a)}
	var inside []string
	for l, list := range within {
		for _, r := range list {
			if !d.has(l, r, a.node) {
				inside = append(inside, fmt.Sprintf("%v of cartel %v", d.cartels[l].Set(r), quorum.Index(l)))
				d.witness = append(d.witness, d.cartels[l].Set(r))
				break
			}
		}
	}
	d.reason = fmt.Sprintf("%s must not be live, so that another cartel would have the complement %v live, which is disjoint from quorums of two cartels: %s",
		d.named(a), d.witness[0], strings.Join(inside, ", "))
}

// refuseClass says that demands are linked by disjoint sets, but no cartel allows all of them.
func (d *demands) refuseClass(class []demand) {
	left := ^uint64(0)
	var why []string
	for _, demand := range class {
		if left&demand.allowed != left {
			left &= demand.allowed
			d.witness = append(d.witness, d.set(demand))
			why = append(why, fmt.Sprintf("%v (%s)", d.set(demand), d.named(demand)))
		}
	}
	d.reason = fmt.Sprintf("sets that must be live in some cartel are linked by sets that are disjoint from one another, so that one cartel would have all of them, and none can: %s", strings.Join(why, ", "))
}

// enlarged returns the cartels with the sets of the demands, as families to take the up-closure of.
func (d *demands) enlarged() ([]quorum.Family, error) {
	out := slices.Clone(d.cartels)
	for i, c := range d.cartels {
		var more [][]int
		for _, demand := range d.list {
			if demand.chosen == i {
				more = append(more, d.set(demand).Nodes())
			}
		}
		added, err := quorum.NewFamily(c.N(), more)
		if err != nil {
			return nil, err
		}
		out[i] = quorum.Concat(c, added)
	}
	return out, nil
}
