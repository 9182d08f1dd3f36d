package enumerate

import (
	"context"
	"math/big"
	"testing"
	"time"
)

// partsNaive counts the self-dual functions of k+3 or k+4 variables with parts in a lattice by going through
// all choices of the parts with fewer of the split nodes, by the definition of monotone.
func partsNaive(l *lattice, split int) int {
	sets := 1 << split
	parts := make([]table, sets)
	set := make([]bool, sets)
	count := 0
	var choose func(s int)
	choose = func(s int) {
		if s == sets {
			count++
			return
		}
		if set[s] {
			choose(s + 1)
			return
		}
		other := sets - 1 - s
		set[s], set[other] = true, true
		for i, x := range l.members {
			parts[s], parts[other] = x, l.members[l.duals[i]]
			fits := true
			for a := 0; a < sets && fits; a++ {
				for b := 0; b < sets && fits; b++ {
					if a&^b == 0 && set[a] && set[b] && (a == s || b == s || a == other || b == other) {
						fits = parts[a].below(parts[b])
					}
				}
			}
			if fits {
				choose(s + 1)
			}
		}
		set[s], set[other] = false, false
	}
	choose(0)
	return count
}

func TestSplits(t *testing.T) {
	ctx := context.Background()
	for name, l := range someLattices {
		if len(l.members) > 20 {
			continue
		}
		for split, count := range map[int]func() (*big.Int, error){
			2: func() (*big.Int, error) { return splitTwo(ctx, l) },
			3: func() (*big.Int, error) { return splitThree(ctx, l) },
			4: func() (*big.Int, error) { return fourSplit(ctx, l, Options{}) },
		} {
			got, err := count()
			if err != nil {
				t.Fatal(err)
			}
			if want := partsNaive(l, split); got.Cmp(big.NewInt(int64(want))) != 0 {
				t.Errorf("%s split on %d: %v, want %d", name, split, got, want)
			}
		}
	}
}

func TestNine(t *testing.T) {
	l := allMonotone(5)
	start := time.Now()
	sum, err := splitOnFour(context.Background(), l, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(sum.total.big(), sum.terms, time.Since(start), float64(time.Since(start).Nanoseconds())/float64(sum.terms))
	start = time.Now()
	x, err := splitThree(context.Background(), l)
	t.Log(x, err, time.Since(start))
	start = time.Now()
	x, err = fourSplit(context.Background(), allMonotone(4), Options{})
	t.Log(x, err, time.Since(start))
}
