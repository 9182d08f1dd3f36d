package measure_test

import (
	"context"
	"fmt"
	"math/big"

	"coterie/measure"
	"coterie/quorum"
)

// The Fano plane: seven lines of three points. Half of the 128 sets are live, so it is
// nondominated.
func fano() quorum.Family {
	f, err := quorum.NewFamily(7, [][]int{{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}})
	if err != nil {
		panic(err)
	}
	return f
}

func ExampleCountLive() {
	live, err := measure.CountLive(context.Background(), fano(), measure.LiveOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(live.Counts, live.Total())
	fmt.Println(live.Polynomial())
	fmt.Println(live.Availability(big.NewRat(1, 10)).FloatString(6))
	// Output:
	// [0 0 0 7 28 21 7 1] 64
	// [1 0 0 -7 0 21 -21 6]
	// 0.993190
}

func ExampleAvailabilityAt() {
	p := []*big.Rat{new(big.Rat)} // node 1 never crashes, the others half of the time
	for range 6 {
		p = append(p, big.NewRat(1, 2))
	}
	a, err := measure.AvailabilityAt(context.Background(), fano(), p, measure.LiveOptions{})
	fmt.Println(a, err)
	// Output:
	// 41/64 <nil>
}

func ExampleEstimateAvailability() {
	e, err := measure.EstimateAvailability(context.Background(), fano(), []float64{0.1}, measure.EstimateOptions{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	exact := 0.9931896
	fmt.Println(e.Samples, e.Confidence, e.Low < exact && exact < e.High, e.High-e.Low < 0.002)
	// Output:
	// 100000 0.99 true true
}

// No list of quorums: 10,001 nodes, of which a majority must be alive.
func ExampleEstimateLive() {
	const n = 10_001
	majority := func(alive []uint64) uint64 {
		var count [64]int
		for _, word := range alive {
			for s := range count {
				count[s] += int(word >> s & 1)
			}
		}
		var live uint64
		for s, c := range count {
			if 2*c > n {
				live |= 1 << s
			}
		}
		return live
	}
	e, err := measure.EstimateLive(context.Background(), n, []float64{0.4}, majority, measure.EstimateOptions{Samples: 640})
	fmt.Println(e.Live, "of", e.Samples, err)
	// Output:
	// 640 of 640 <nil>
}

func ExampleAvailabilityBounds() {
	b, err := measure.AvailabilityBounds(context.Background(), fano(), big.NewRat(9, 10))
	fmt.Println(b.Low.FloatString(6), b.LowBy, b.High.FloatString(6), b.HighBy, err)
	// Output:
	// 0.006790 pairs 0.006979 harris <nil>
}
