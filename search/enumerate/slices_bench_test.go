package enumerate

import (
	"context"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/machine/par"
)

// plainClasses is listClasses without jobs: heads are shared out, and their tails handed over as
// they are.
func plainClasses(ctx context.Context, q Query, jobs int, emit func(Function, int) bool) error {
	c, err := newClassifier(ctx, q)
	if err != nil {
		return err
	}
	at := 0
	for tails, err := range par.Ordered(ctx, jobs, len(c.heads), func(i int) []tail { return c.tails(nil, c.heads[i]) }) {
		if err != nil {
			return err
		}
		for _, t := range tails {
			f := q.system(c.k, c.heads[at].p, t.e)
			automorphisms := int(t.automorphisms)
			if !q.Nondominated && f.selfDual() {
				f, automorphisms = Canonical(f)
			} else {
				f = f.reversed()
			}
			if !emit(f, automorphisms) {
				return nil
			}
		}
		at++
	}
	return nil
}

// BenchmarkSlices compares a listing in slices, on this machine, with one that knows nothing of
// jobs.
func BenchmarkSlices(b *testing.B) {
	for _, c := range []struct {
		name string
		q    Query
	}{
		{"nd/n=7", Query{Nodes: 7, Nondominated: true, Classes: true}},
		{"coteries/n=6", Query{Nodes: 6, Classes: true}},
		{"nd/n=8", Query{Nodes: 8, Nondominated: true, Classes: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var plain, sliced int
			reach.NoSlower(b, "enumerate/slices/"+c.name, func() {
				plain = 0
				assert.OK(b, plainClasses(b.Context(), c.q, 2, func(Function, int) bool { plain++; return true }))
			}, func() {
				sliced = 0
				assert.OK(b, listClasses(b.Context(), c.q, Options{Jobs: 2}, place{}, func(Function, int) bool { sliced++; return true }))
			})
			assert.MustEqual(b, plain, sliced, "%d classes in slices: without", sliced)
		})
	}
}
