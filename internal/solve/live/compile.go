package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Representation names a way to keep residual families.
type Representation int

// The representations: masks over the quorums, sets in a ZDD store, or whichever suits the number
// of quorums.
const (
	Any Representation = iota
	Masks
	ZDDs
)

// maxMaskQuorums is the greatest number of quorums for maskResiduals: beyond it a mask costs more
// than a ZDD.
const maxMaskQuorums = 512

// Compile compiles the live function of f over its used nodes, in the first order that needs at
// most limit states, and names the method. The error is that of ctx, or names the limit that was
// met.
func Compile(ctx context.Context, f quorum.Family, limit int, by Representation) (*Diagram, string, error) {
	if by == Masks || by == Any && f.Len() <= maxMaskQuorums {
		f = f.Minimized()
		return compileRacing(ctx, maskRunners(f), limit, "decision diagram over masks of quorums")
	}
	return compileRacing(ctx, zddRunners(f), limit, "decision diagram over ZDDs")
}

// A runner is one order of the nodes in the race of compileRacing: it returns the order, the
// residuals at its top, and the size of the family in it if that tells good orders from bad ones,
// else 0.
type runner func(ctx context.Context, maxStates int) ([]int, residuals, int, error)

func maskRunners(f quorum.Family) []runner {
	var out []runner
	for _, find := range nodeOrders(f) {
		out = append(out, func(ctx context.Context, _ int) ([]int, residuals, int, error) {
			order := find(ctx)
			if ctx.Err() != nil {
				return nil, nil, 0, ctx.Err()
			}
			return order, newMaskResiduals(f, order), 0, nil
		})
	}
	return out
}

func zddRunners(f quorum.Family) []runner {
	var out []runner
	for _, find := range nodeOrders(f) {
		var order []int
		var kept *zddResiduals // a list that one try made serves the later ones
		out = append(out, func(ctx context.Context, maxStates int) ([]int, residuals, int, error) {
			if order == nil {
				if order = find(ctx); ctx.Err() != nil {
					order = nil
					return nil, nil, 0, ctx.Err()
				}
			}
			if kept != nil {
				kept.allow(ctx, maxStates)
				return order, kept, kept.listSize, nil
			}
			r, err := newZDDResiduals(ctx, f, order, maxStates)
			if err != nil {
				return nil, nil, 0, err
			}
			kept = r
			return order, r, r.listSize, nil
		})
	}
	return out
}

// compileRacing lets the runners take turns with growing limits until the first one finishes. A
// runner in whose order the family takes up more than twice the least is dropped, and so are all
// but the two that came furthest.
func compileRacing(ctx context.Context, runners []runner, limit int, method string) (*Diagram, string, error) {
	type result struct {
		run    runner
		levels int // listed before the limit
		growth int // the states that its last level foretells
	}
	var short error // the table for which there was no memory
	for try := min(limit, firstTry); ; try = min(limit, nextTry*try) {
		var kept []result
		smallest := 0
		for _, run := range runners {
			order, r, size, err := run(ctx, try)
			if ctx.Err() != nil {
				return nil, "", par.Ended(ctx)
			}
			if errors.As(err, new(*memory.Error)) {
				short = err
				continue
			}
			if err != nil { // the list alone is too large, in this order
				if smallest == 0 {
					kept = append(kept, result{run, -1, 0})
				}
				continue
			}
			if smallest > 0 && size > 2*smallest {
				continue
			}
			if size > 0 && (smallest == 0 || 2*size < smallest) {
				kept, smallest = nil, size // better than all before by far
			}
			d, err := list(ctx, order, r, try)
			if err == nil {
				return d, method, nil
			}
			if ctx.Err() != nil {
				return nil, "", par.Ended(ctx)
			}
			if errors.As(err, new(*memory.Error)) {
				short = err
				continue
			}
			kept = append(kept, result{run, len(d.levels), d.foretold()})
		}
		if short != nil && (try == limit || len(kept) == 0) {
			return nil, "", short
		}
		if try == limit {
			return nil, "", manyStates(limit)
		}
		if !slices.ContainsFunc(kept, func(k result) bool { return k.growth <= foretelling*limit }) {
			return nil, "", fmt.Errorf("the decision diagram grows beyond %d states", limit)
		}
		slices.SortStableFunc(kept, func(a, b result) int { return cmp.Compare(b.levels, a.levels) })
		runners = nil
		for _, k := range kept[:min(2, len(kept))] {
			runners = append(runners, k.run)
		}
	}
}

// foretold returns the states of the levels up to the middle, if the next six levels grow like the
// last one listed and none shrinks thereafter; 0 beyond the middle.
func (d *Diagram) foretold() int {
	last, left := len(d.levels)-1, len(d.Order)/2-len(d.levels)
	if last < 1 || left <= 0 {
		return 0
	}
	before, now := len(d.levels[last-1])/2, len(d.levels[last])/2
	for range min(6, left-1) {
		before, now, left = now, now*now/before, left-1
	}
	return now * left
}

// foretelling is how many times the limit the foretold states of all orders are where the race
// ends: levels may shrink before the middle, but seldom by so much.
const foretelling = 4

// The orders of nodes take turns with 2^14 states each, then with eight times as many, and so
// on: all together cost little more than the best alone would with the same last limit.
const (
	firstTry = 1 << 14
	nextTry  = 8
)
