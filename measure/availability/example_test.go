package availability_test

import (
	"context"
	"fmt"
	"math/big"

	"coterie/measure/availability"
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
	live, err := availability.CountLive(context.Background(), fano(), availability.LiveOptions{})
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

func ExampleAt() {
	p := []*big.Rat{new(big.Rat)} // node 1 never crashes, the others half of the time
	for range 6 {
		p = append(p, big.NewRat(1, 2))
	}
	a, err := availability.At(context.Background(), fano(), p, availability.LiveOptions{})
	fmt.Println(a, err)
	// Output:
	// 41/64 <nil>
}

func ExampleSample() {
	e, err := availability.Sample(context.Background(), fano(), []float64{0.1}, availability.SampleOptions{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	exact := 0.9931896
	fmt.Println(e.Samples, e.Confidence, e.Low < exact && exact < e.High, e.High-e.Low < 0.002)
	// Output:
	// 100000 0.99 true true
}

// No list of quorums: a majority of 10,001 nodes must be alive.
func ExampleSampleLive() {
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
	e, err := availability.SampleLive(context.Background(), n, []float64{0.4}, majority, availability.SampleOptions{Samples: 640})
	fmt.Println(e.Live, "of", e.Samples, err)
	// Output:
	// 640 of 640 <nil>
}

func ExampleBounds() {
	b, err := availability.Bounds(context.Background(), fano(), big.NewRat(9, 10))
	fmt.Println(b.Low.FloatString(6), b.LowBy, b.High.FloatString(6), b.HighBy, err)
	// Output:
	// 0.006790 pairs 0.006979 harris <nil>
}

// Two rows of two; the third node fails more often than the others.
func ExampleAt_formula() {
	f, _, err := quorum.ParseFormula("a*b + c*d")
	if err != nil {
		panic(err)
	}
	fail := []*big.Rat{big.NewRat(1, 10), big.NewRat(1, 10), big.NewRat(1, 2), big.NewRat(1, 10)}
	p, err := availability.At(context.Background(), f, fail, availability.LiveOptions{})
	if err != nil {
		panic(err)
	}
	fmt.Println(p)
	// Output:
	// 1791/2000
}
