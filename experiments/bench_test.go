package experiments

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/machine/par"
	"coterie/internal/words/show"
)

// BenchmarkRunAll runs every study at its default size, as `coterie experiment run --all` does.
func BenchmarkRunAll(b *testing.B) {
	const target = 60 * time.Second
	var elapsed time.Duration
	for b.Loop() {
		start := time.Now()
		assert.Got(Run(b.Context(), Options{Studies: allStudies(), Results: b.TempDir(), Version: "benchmark"}))(b)
		elapsed = time.Since(start)
	}
	verdict := "PASS"
	if elapsed > target {
		verdict = "MISS"
	}
	fmt.Printf("all studies at default size: %.1f s; target %.0f s: %s\n", elapsed.Seconds(), target.Seconds(), verdict)
}

// BenchmarkRowsThroughWork: rows of some ten microseconds through [Rows], against a loop over the
// cores that only computes them and passes them through their JSON. Each round times both. The
// ratio compares the medians.
func BenchmarkRowsThroughWork(b *testing.B) {
	const target = 1.05
	type row struct {
		N, Sum int
		Words  []string
	}
	compute := func(_ context.Context, n int) (row, error) {
		r := row{N: n, Words: []string{"one", "two", "three"}}
		for i := range 10_000 {
			r.Sum += (n*i ^ i) % 7
		}
		return r, nil
	}
	params := Numbers(1, 5000)
	direct := func(ctx context.Context) ([]row, error) {
		rows := make([]row, len(params))
		return rows, par.For(ctx, 0, len(params), func(ctx context.Context, _, i int) error {
			if _, err := show.Marshal(params[i]); err != nil {
				return err
			}
			r, err := compute(ctx, params[i])
			if err != nil {
				return err
			}
			data, err := show.Marshal(r)
			if err != nil {
				return err
			}
			return json.Unmarshal(data, &rows[i])
		})
	}
	through := func(ctx context.Context) ([]row, error) { return Rows(ctx, Env{}, "rows", params, compute) }
	var times [2][]time.Duration
	for b.Loop() {
		for way, run := range []func(context.Context) ([]row, error){direct, through} {
			start := time.Now()
			rows, err := run(b.Context())
			if err != nil || len(rows) != len(params) || rows[9].N != 10 {
				b.Fatal(err)
			}
			times[way] = append(times[way], time.Since(start))
		}
	}
	median := func(list []time.Duration) float64 {
		slices.Sort(list)
		return list[len(list)/2].Seconds()
	}
	ratio, verdict := median(times[1])/median(times[0]), "PASS"
	if ratio > target {
		verdict = "MISS"
	}
	fmt.Printf("rows through work against a plain loop: %.3f; target at most %.2f: %s\n", ratio, target, verdict)
}
