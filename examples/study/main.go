// Command study shows a study of one's own: how the load of planes compares with the bound of Naor
// and Wool, as rows that are computed on all cores, in the order of their parameters.
package main

import (
	"context"
	"fmt"
	"log"
	"math"

	"coterie/construct"
	"coterie/experiments"
	"coterie/measure/loads"
	"coterie/quorum"
)

type row struct {
	Nodes       int
	Load, Ratio float64
}

func main() {
	orders := []int{2, 3, 4, 5, 7, 8, 9}
	rows, err := experiments.Rows(context.Background(), experiments.Env{Jobs: 2}, "planes", orders, func(ctx context.Context, q int) (row, error) {
		plane, err := quorum.As[*quorum.System](construct.FPP(q))
		if err != nil {
			return row{}, err
		}
		load, err := loads.Find(ctx, plane.Family(), loads.Options{})
		if err != nil {
			return row{}, err
		}
		value := load.Value.Float64()
		return row{plane.N(), value, value * math.Sqrt(float64(plane.N()))}, nil
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range rows {
		fmt.Printf("%3d nodes: load %.4f, %.4f times 1/sqrt(n)\n", r.Nodes, r.Load, r.Ratio)
	}
}
