package experiments_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"os"
	"slices"

	"coterie/experiments"
	"coterie/experiments/studies"
	"coterie/internal/picture/plot"
	"coterie/internal/words/table"
)

func init() { experiments.SetStudies(studies.All) }

func ExampleTable() {
	tab := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ratios("load", "", "load of the projective plane"),
		table.Floats("ratio", "", "load times the root of n"),
		table.Texts("note", "", "remark"),
	)
	for q := int64(2); q <= 4; q++ {
		n := q*q + q + 1
		note := table.Empty()
		if q == 2 {
			note = table.Text("Fano plane, 7 lines")
		}
		err := tab.Append(
			table.Int(int(n)), table.Ratio(big.NewRat(q+1, n)),
			table.Float(float64(q+1)/math.Sqrt(float64(n))), note,
		)
		if err != nil {
			fmt.Println(err)
		}
	}
	tab.WriteCSV(os.Stdout)
	// Output:
	// n,load,ratio,note
	// 7,3/7,1.13389,"Fano plane, 7 lines"
	// 13,4/13,1.1094,
	// 21,5/21,1.09109,
}

func ExampleRows() {
	squares, err := experiments.Rows(context.Background(), experiments.Env{Jobs: 4}, "squares", []int{3, 1, 2},
		func(_ context.Context, n int) (int, error) { return n * n, nil })
	fmt.Println(squares, err)
	// Output: [9 1 4] <nil>
}

func ExampleJudge() {
	odd := func(n int) (bool, string) { return n%2 == 1, fmt.Sprintf("n = %d", n) }
	primes := []int{2, 3, 5, 7, 11, 13}

	words := experiments.Judge(experiments.Every("primes below 15"), slices.Values(primes), odd)
	fmt.Println(words.Verdict(), words.Witness())

	reading := experiments.Judge(experiments.Every("primes in 3..15"), slices.Values(primes[1:]), odd)
	fmt.Println(experiments.HoldsUnderReading("prime means prime and above 2", words, reading).Verdict())
	// Output:
	// fails n = 2
	// holds under
}

// A study from its definition to the check of its results.
func Example() {
	type params struct {
		Orders []int `json:"orders"`
	}
	type row struct{ Order, Nodes int }
	study := experiments.NewStudy(experiments.Spec[params]{
		Name:    "plane-sizes",
		Title:   "Sizes of projective planes",
		Doc:     "How many points a projective plane of order q has.",
		Default: params{Orders: []int{2, 3, 4, 5}},
		Declare: func(out *experiments.Output, p params) {
			rows := experiments.Compute(out, "planes", p.Orders, func(_ context.Context, q int) (row, error) {
				return row{Order: q, Nodes: q*q + q + 1}, nil
			})
			planes := experiments.Table(out, "planes", rows,
				experiments.Ints("order", "", "order of the plane", func(r row) int { return r.Order }),
				experiments.Ints("n", "nodes", "number of its points", func(r row) int { return r.Nodes }))
			out.Plot("planes", "Points of projective planes",
				plot.Linear("order q", plot.NoUnit), plot.Linear("points n", "nodes"),
				planes.Scatter("planes", "order", "n"),
				planes.Curve("q²", 2, 5, func(q float64) float64 { return q * q }))
			out.Claim("odd-planes", "Example 2000", "Remark 1", "A projective plane has an odd number of points.",
				experiments.ForAll("q in 2..5", rows, func(r row) (bool, string) { return r.Nodes%2 == 1, fmt.Sprint(r.Order) }))
		},
	})

	results, err := os.MkdirTemp("", "results")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(results)
	opts := experiments.Options{Studies: []experiments.Study{study}, Results: results}
	report, err := experiments.Run(context.Background(), opts)
	fmt.Println(report.Done[0].Study, report.Done[0].Files, err)
	check, err := experiments.Check(context.Background(), opts)
	fmt.Println(check.OK(), err)
	// Output:
	// plane-sizes [claims.csv planes.csv planes.svg] <nil>
	// true <nil>
}
