package propose

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Above the nodes of a table so many systems have their nodes moved, and so often, where nodes may
// stay silent: else the search that follows does more.
const (
	movedMany = 4
	movesMany = 16
	// fewFailures is up to how many failures to survive it takes no time to go through them.
	fewFailures = 1000
)

// judgeStarts judges the systems to begin with on more nodes than a table has, each with its own numbers
// and with the nodes that it asks most on the strongest, and moves the nodes of the best.
func (v *view) judgeStarts(ctx context.Context, starts []start, opts Options) ([]draft, error) {
	var tries []start
	for _, st := range starts {
		if st.formula != nil && st.formula.ReadOnce() && v.allows(ctx, *st.formula) {
			tries = append(tries, st)
		}
	}
	place := func(st start, to []int) draft {
		if st.to = to; to != nil {
			st.spec = ""
		}
		return v.judgeFormula(st)
	}
	all := make([]draft, len(tries))
	to := make([][]int, len(tries))
	count := par.Progress(opts.Progress).Count("systems to begin with", len(all))
	err := par.For(ctx, opts.Jobs, len(all), func(ctx context.Context, _, i int) error {
		defer count(1)
		all[i] = place(tries[i], nil)
		if tries[i].placed || !all[i].ok || v.silent == 0 {
			return par.Ended(ctx)
		}
		busy := make([]float64, v.n) // what its strategy asks of each node
		for _, u := range all[i].strategy {
			for x := range quorum.SetOfMask(u.set).All() {
				busy[x] += float64(u.p * v.groups[u.group].mean)
			}
		}
		to[i] = v.onStrongest(busy)
		if w := place(tries[i], to[i]); w.ok && w.rank() < all[i].rank() {
			w.by += ", its nodes placed"
			all[i] = w
		} else {
			to[i] = nil
		}
		return par.Ended(ctx)
	})
	if err != nil {
		return all, err
	}
	var movable []int
	for i, t := range tries {
		if !t.placed && all[i].ok {
			movable = append(movable, i)
		}
	}
	slices.SortStableFunc(movable, func(a, b int) int { return cmp.Compare(all[a].rank(), all[b].rank()) })
	if movable = movable[:min(movedMany, len(movable))]; len(v.failures) > fewFailures || v.silent == 0 {
		movable = nil
	}
	count = par.Progress(opts.Progress).Count("nodes moved", len(movable))
	err = par.For(ctx, opts.Jobs, len(movable), func(ctx context.Context, _, at int) error {
		defer count(1)
		i := movable[at]
		rng := rand.New(rand.NewPCG(opts.Seed, 4000+uint64(at)))
		for range movesMany {
			if err := par.Ended(ctx); err != nil {
				return err
			}
			next := slices.Clone(to[i])
			if next == nil {
				next = identity(v.n)
			}
			a, b := rng.IntN(v.n), rng.IntN(v.n)
			next[a], next[b] = next[b], next[a]
			if a == b {
				continue
			}
			if w := place(tries[i], next); w.ok && w.rank() < all[i].rank()-1e-9 {
				w.by += ", its nodes placed"
				all[i], to[i] = w, next
			}
		}
		return nil
	})
	return all, err
}

func identity(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
