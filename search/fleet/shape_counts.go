package fleet

import (
	"context"
	"fmt"
	"math/big"

	"coterie/fleet"
	"coterie/quorum"
)

// formulas is a pool of systems that have formulas.
type formulas struct {
	list     []member
	text     string
	complete bool
}

func (c *formulas) size() int           { return len(c.list) }
func (c *formulas) member(i int) member { return c.list[i] }
func (c *formulas) all() (string, bool) { return c.text, c.complete }

func (c *formulas) fails(ctx context.Context, f *fleet.Fleet, i int) (list []string, known bool) {
	e := Entry{System: c.list[i].system}
	if f.Require.Availability != nil {
		if chances, err := fleet.FindAvailability(ctx, f, e.System); err == nil {
			e.Chances = &chances
		}
	}
	if f.Require.WritesMeet {
		e.Writes = quorum.JudgeWritesMeet(ctx, e.System.Writes, quorum.Options{})
	}
	e.require(ctx, f)
	return append(e.Fails, e.Open...), len(e.Open) == 0
}

func (c *formulas) under(ctx context.Context, f *fleet.Fleet, v vector) (low func(i int) float64, exact func(i int) *big.Rat) {
	exact = v.exact(ctx, f, c.member)
	return func(i int) float64 { x, _ := exact(i).Float64(); return x }, exact
}

func (c *formulas) available(ctx context.Context, f *fleet.Fleet, of []int) (most []int, err error) {
	var best *big.Rat
	for _, i := range of {
		chances, err := fleet.FindAvailability(ctx, f, c.list[i].system)
		if err != nil {
			return nil, err
		}
		order := 1
		if best != nil {
			order = chances.Least().Cmp(best)
		}
		if order > 0 {
			best, most = chances.Least(), nil
		}
		if order >= 0 {
			most = append(most, i)
		}
	}
	return most, nil
}

// countPool has the systems with R nodes for a read and W for a write, R+W = n+1. With a greater R
// they are no better: a set of R nodes contains one of fewer, which a strategy can ask in its
// place, and which lives where the set does. Where reads and writes have the same quorums, R = W is
// the least with 2R > n. If not all systems will be taken, two majorities are among them, for half
// of the nodes may be no number that software counts to.
//
// Proof: docs/theorems/fleet-shapes.md.
func countPool(f *fleet.Fleet, chosen bool) *formulas {
	n, shared := f.N(), f.Require.Liars.Shares()
	nodes := quorum.Leaves(quorum.FullSet(n).Nodes())
	of := func(k int) quorum.Formula { return quorum.Choose(k, nodes...).Over(n) }
	c := &formulas{complete: true, text: fmt.Sprintf("all R of %d for a read with W = %d-R for a write; with the same W a greater R is no better", n, n+shared)}
	for r := shared; r <= n; r++ {
		w, spec := n+shared-r, ""
		if f.Require.Same {
			if 2*r < n+shared {
				continue
			}
			w, spec = r, comparison(f)
			c.text = fmt.Sprintf("of the same R of %d for reads and writes the least that meet are %d, and a greater R is no better", n, r)
		}
		say := func(k int) string { return fmt.Sprintf("%d of %d", k, n) }
		c.list = append(c.list, member{system: fleet.System{Reads: of(r), Writes: of(w)}, spec: spec, reads: say(r), writes: say(w)})
		if f.Require.Same {
			break
		}
		if chosen && r == w+1 {
			c.list = append(c.list, member{system: fleet.System{Reads: of(r), Writes: of(r)}, spec: fmt.Sprintf("majority:n=%d", n), reads: say(r), writes: say(r)})
		}
	}
	return c
}
