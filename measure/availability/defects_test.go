package availability

import (
	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/quorum"
	"errors"
	"math/big"
	"testing"
)

func listedFamily(t *testing.T, n int, quorums [][]int) quorum.Family {
	t.Helper()
	return assert.Got(quorum.NewFamily(n, quorums))(t)
}

// TestDisjointUnionsPairs: pairs are bounded where the unions are not, as where no two quorums are
// disjoint.
func TestDisjointUnionsPairs(t *testing.T) {
	var quorums [][]int
	for mask := range 1 << 17 { // 32,000 and more sets with node 0, none inside another
		set := []int{0}
		for b := range 17 {
			set = append(set, 1+2*b+mask>>b&1)
		}
		quorums = append(quorums, set)
		if len(quorums) == 32_000 {
			break
		}
	}
	_, err := disjointUnions(t.Context(), listedFamily(t, 35, quorums), 2, 10)
	var limit *quorum.LimitError
	if !errors.As(err, &limit) || limit.Limit != maxUnionPairs {
		t.Errorf("%v", err)
	}
}

// TestEstimateIdleNodes: nodes in no quorum change nothing, not even the samples.
func TestEstimateIdleNodes(t *testing.T) {
	opts := SampleOptions{Samples: 5000, Seed: 7}
	plain := assert.Got(Sample(t.Context(), listedFamily(t, 3, [][]int{{0, 1}, {1, 2}}), []float64{0.1, 0.4, 0.7}, opts))(t)
	idle, err := Sample(t.Context(), listedFamily(t, 6, [][]int{{1, 3}, {3, 4}}), []float64{0.5, 0.1, 1, 0.4, 0.7, 0}, opts)
	if err != nil || idle != plain {
		t.Errorf("%+v, %v; without idle nodes %+v", idle, err, plain)
	}
	if plain.Low > 0.9*0.6+0.1*0.6*0.3 || plain.High < 0.9*0.6+0.1*0.6*0.3 {
		t.Errorf("%+v", plain)
	}
	assert.Refused(Sample(t.Context(), listedFamily(t, 3, [][]int{{0}}), []float64{0.5, 0.5, 2}, opts))(t, "", "an illegal probability of an idle node is taken")
}

// TestOutward: bounds are rounded away from the value that they hold.
func TestOutward(t *testing.T) {
	third := bounds.FractionOf(1, 3).Rat()
	low, high := outward(Interval{Low: third, High: third})
	exact := bounds.FractionOf(2, 3).Rat()
	if bounds.NewFraction(exact).Float64() < low || new(big.Rat).SetFloat64(low).Cmp(exact) > 0 || new(big.Rat).SetFloat64(high).Cmp(exact) < 0 {
		t.Errorf("%v..%v does not hold 2/3", low, high)
	}
}
