package load

import (
	"context"
	"fmt"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/search/enumerate"
)

// selfDualModels lists the nondominated coteries on n nodes by a SAT solver: the variables of
// loadFormula, one for each pair of complementary sets, with the clauses of monotone functions;
// each model is blocked by a clause.
func selfDualModels(ctx context.Context, n int, visit func(f *formula, model []bool)) (count int, err error) {
	f := newFormula(ctx, n)
	for model, err := range f.cnf.Models(ctx, 1<<20) {
		if err != nil {
			return count, err
		}
		visit(f, append([]bool{false}, model...))
		count++
	}
	return count, nil
}

// listedSystems goes through the same by the listing, made for them.
func listedSystems(ctx context.Context, n int, visit func(enumerate.Function)) (count int, err error) {
	for item, err := range enumerate.List(ctx, enumerate.Query{Nodes: n, Nondominated: true}, enumerate.Options{Jobs: 1}) {
		if err != nil {
			return count, err
		}
		visit(item.Cartels[0])
		count++
	}
	return count, nil
}

// TestEnumerateAgainstSolver compares the sets of systems: the solver's models are those listed,
// each once.
func TestEnumerateAgainstSolver(t *testing.T) {
	ctx := context.Background()
	for n, want := range map[int]int{1: 1, 2: 2, 3: 4, 4: 12, 5: 81} {
		times := map[enumerate.Function]int{}
		count, err := listedSystems(ctx, n, func(f enumerate.Function) { times[f]++ })
		if err != nil || count != want || len(times) != want {
			t.Fatalf("n = %d: %d listed, %d different, %v", n, count, len(times), err)
		}
		count, err = selfDualModels(ctx, n, func(f *formula, model []bool) {
			g := assert.Got(enumerate.FunctionOf(family(n, f.minimal(model))))(t)
			times[g]++
		})
		if err != nil || count != want || len(times) != want {
			t.Fatalf("n = %d: %d models, %v", n, count, err)
		}
		for f, k := range times {
			assert.Equal(t, k, 2, "n = %d: %v is listed or a model: times", n, f.Minimal())
		}
	}
}

// BenchmarkEnumerate compares the listing of all nondominated coteries with that by a SAT solver
// that blocks each model.
func BenchmarkEnumerate(b *testing.B) {
	for _, c := range []struct {
		n, count int
		target   float64 // how many times faster than by a solver the listing should be
	}{{5, 81, 10}, {6, 2646, 100}} {
		b.Run(fmt.Sprintf("n=%d", c.n), func(b *testing.B) {
			ctx := context.Background()
			start := time.Now()
			count, err := selfDualModels(ctx, c.n, func(*formula, []bool) {})
			bySolver := time.Since(start)
			if err != nil || count != c.count {
				b.Fatalf("%d models, %v, want %d", count, err, c.count)
			}
			b.ResetTimer()
			for b.Loop() {
				assert.MustEqual(b, assert.Got(listedSystems(ctx, c.n, func(enumerate.Function) {}))(b), c.count)
			}
			reach.Ratio(b, fmt.Sprintf("enumerate/list-vs-sat/n=%d", c.n), float64(bySolver)/float64(reach.PerRun(b)), c.target)
		})
	}
}
