package fleet

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"coterie/fleet"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search/fleet/require"
)

// mostTabled is the most nodes for which systems of votes and of groups are gone through. Beyond,
// some are tried.
const mostTabled = 9

// tables is a pool of systems on at most mostTabled nodes, by the masks of their minimal quorums.
type tables struct {
	n, silent int
	quorums   [2][][]uint16 // reads and writes of each system
	asked     [2][][]uint16 // the minimal sets that have a quorum without any of the silent nodes
	of        func(i int) member
	text      string
	complete  bool

	down   []uint16   // what is down at once and has to be survived
	chance []*big.Int // by the nodes that are alive, over whole
	whole  *big.Int
	nearby []float64 // the chances
}

// add adds a system.
func (c *tables) add(reads, writes []uint16) {
	for o, list := range [2][]uint16{reads, writes} {
		c.quorums[o] = append(c.quorums[o], list)
		if c.silent > 0 {
			t, spare := c.live(list), [2]sets.Table{sets.NewTable(c.n), sets.NewTable(c.n)}
			for range c.silent {
				t.SpareAny(&spare)
			}
			list = sets.AppendMinimal[uint16](nil, t)
		}
		c.asked[o] = append(c.asked[o], list)
	}
}

func (c *tables) size() int           { return len(c.quorums[0]) }
func (c *tables) member(i int) member { return c.of(i) }
func (c *tables) all() (string, bool) { return c.text, c.complete }

func (c *tables) fails(ctx context.Context, f *fleet.Fleet, i int) (list []string, known bool) {
	r, both := f.Require, [2][]uint16{c.quorums[0][i], c.quorums[1][i]}
	if len(c.asked[0][i]) == 0 || len(c.asked[1][i]) == 0 {
		list = append(list, "a quorum without any of the silent nodes")
	}
	if r.WritesMeet && slices.ContainsFunc(both[1], func(q uint16) bool { return misses(both[1], q) }) {
		list = append(list, string(require.WritesMeet))
	}
	if c.down == nil {
		for down := range f.Failures() {
			c.down = append(c.down, maskOf(down))
		}
	}
	if slices.ContainsFunc(c.down, func(down uint16) bool { return !misses(both[0], down) || !misses(both[1], down) }) {
		list = append(list, "survive")
	}
	if witnesses := maskOf(f.Witnesses()); slices.ContainsFunc(slices.Concat(both[0], both[1]), func(q uint16) bool { return q&^witnesses == 0 }) {
		list = append(list, storing)
	}
	if r.Availability == nil {
		return list, true
	}
	if err := c.survivors(ctx, f); err != nil {
		return append(list, string(require.Availability)), false
	}
	dead, _ := new(big.Rat).Sub(big.NewRat(1, 1), r.Availability).Float64()
	at := c.dead(i)
	if at > dead*(1+nearly) || at >= dead*(1-nearly) && c.alive(i).Cmp(r.Availability) < 0 {
		list = append(list, string(require.Availability))
	}
	return list, true
}

func maskOf(set quorum.Set) uint16 { return uint16(set.Mask()) }

// misses reports whether one of the sets has no node in common with another set.
func misses(list []uint16, set uint16) bool {
	return slices.ContainsFunc(list, func(q uint16) bool { return q&set == 0 })
}

// survivors finds the chances, unless they are known.
func (c *tables) survivors(ctx context.Context, f *fleet.Fleet) (err error) {
	if c.whole != nil {
		return nil
	}
	if c.chance, c.whole, err = fleet.Survivors(ctx, f); err != nil {
		return err
	}
	for _, w := range c.chance {
		x, _ := new(big.Rat).SetFrac(w, c.whole).Float64()
		c.nearby = append(c.nearby, x)
	}
	return nil
}

// live returns the sets with a quorum.
func (c *tables) live(list []uint16) sets.Table {
	return sets.UpFrom(c.n, list...)
}

// dead returns the probability that no quorum lives, of reads or of writes, whichever is greater,
// in floating point.
func (c *tables) dead(i int) (most float64) {
	for _, all := range c.quorums {
		t, sum := c.live(all[i]), 0.0
		for m, x := range c.nearby {
			if !t.Has(m) {
				sum += x
			}
		}
		most = max(most, sum)
	}
	return most
}

// alive returns the availability.
func (c *tables) alive(i int) *big.Rat {
	var least *big.Int
	for _, all := range c.quorums {
		sum := new(big.Int)
		for m := range c.live(all[i]).All() {
			sum.Add(sum, c.chance[m])
		}
		if least == nil || sum.Cmp(least) < 0 {
			least = sum
		}
	}
	return new(big.Rat).SetFrac(least, c.whole)
}

func (c *tables) available(ctx context.Context, f *fleet.Fleet, of []int) (most []int, err error) {
	if err := c.survivors(ctx, f); err != nil {
		return nil, err
	}
	dead, least := make([]float64, len(of)), math.Inf(1)
	for k, i := range of {
		dead[k] = c.dead(i)
		least = min(least, dead[k])
	}
	var best *big.Rat
	for k, i := range of {
		if dead[k] > least*(1+nearly) {
			continue
		}
		alive := c.alive(i)
		switch {
		case best == nil || alive.Cmp(best) > 0:
			best, most = alive, []int{i}
		case alive.Cmp(best) == 0:
			most = append(most, i)
		}
	}
	return most, nil
}

// pays has, about, the costs of requests of one kind: of each set of nodes that is asked, and,
// where nodes may stay silent, of waiting for the last node of a quorum. Otherwise those asked
// include the wait.
type pays struct {
	lists [2][][]uint16 // the sets that are asked, and the quorums
	near  [2][]float64
}

// under weighs minimal sets in floating point. Where nodes may stay silent the set that is asked
// and the quorum that is waited for may be two, and where times are distributions no time is
// counted: so low may be less than the prices prove, and is still true.
func (c *tables) under(ctx context.Context, f *fleet.Fleet, v vector) (low func(i int) float64, exact func(i int) *big.Rat) {
	requests, rest, err := v.prices.Requests(f, v.goal, v.limits)
	if err != nil {
		return func(int) float64 { return -1 }, func(int) *big.Rat { return big.NewRat(-1, 1) }
	}
	var all []*pays
	for _, r := range requests {
		p := &pays{lists: [2][][]uint16{c.asked[r.Operation], c.quorums[r.Operation]}, near: [2][]float64{make([]float64, 1<<c.n), make([]float64, 1<<c.n)}}
		for m := 1; m < 1<<c.n; m++ {
			v, less := lowest(m)
			x, _ := r.Nodes[v].Float64()
			late := 0.0
			if fixed, ok := f.Clients[r.Place].Latency[v].Fixed(); ok && r.Second != nil {
				late, _ = new(big.Rat).Mul(fixed, r.Second).Float64()
			}
			p.near[0][m], p.near[1][m] = p.near[0][less]+x, max(p.near[1][less], late)
		}
		for m, late := range p.near[1] {
			if c.silent == 0 {
				p.near[0][m] += late
			}
		}
		all = append(all, p)
	}
	parts := min(2, 1+c.silent)
	less, _ := rest.Float64()
	return func(i int) float64 {
		total := -less
		for _, p := range all {
			for k := range parts {
				least, near := math.Inf(1), p.near[k]
				for _, q := range p.lists[k][i] {
					if x := near[q]; x < least {
						least = x
					}
				}
				total += least
			}
		}
		return total
	}, v.exact(ctx, f, c.of)
}

// lowest returns the lowest node of a mask, and the mask without it.
func lowest(m int) (v, less int) {
	return bits.TrailingZeros(uint(m)), m & (m - 1)
}
