package load

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// floats solves the linear programs of cases in floating point, each from the basis of the last
// one. Only minimal candidates that were light once are columns. What it excludes is proved by node
// weights in whole numbers.
type floats struct {
	n     int
	value *big.Rat
	most  float64 // the inverse of value
	small *lp.Small
	pool  []int // the set of each column of small
}

// poolColumns limits the columns of a program, and denominators the common denominators of weights
// that leave no slack.
const (
	poolColumns  = 400
	denominators = 1 << 15
)

func newFloats(n int, value *big.Rat) *floats {
	f := &floats{n: n, value: value, small: lp.NewSmall()}
	f.most, _ = new(big.Rat).Inv(value).Float64()
	f.restart()
	return f
}

// restart begins a program anew.
func (f *floats) restart() {
	f.small.Reset(make([]lp.Sense, f.n), slices.Repeat([]float64{1}, f.n))
	f.pool = f.pool[:0]
}

// solve is that of tree; the weights of an excluded case are nil where there is no candidate.
func (f *floats) solve(candidates sets.Table) (total float64, share map[uint64]float64, weights []int64, err error) {
	if len(f.pool) > poolColumns {
		f.restart()
	}
	for j, set := range f.pool {
		f.small.Enable(j, candidates.Has(set))
	}
	const slack = 1e-7
	y, columns := make([]float64, f.n), minimal(nil, candidates)
	for {
		if status := f.small.Solve(); status != lp.Optimal {
			return 0, nil, nil, quorum.Internal("a linear program of a case: %v", status)
		}
		total = 0
		for v := range y {
			y[v] = max(0, -f.small.Y[v])
			total += y[v]
		}
		least, set := lightestOf(columns, y)
		if least > 0 && total <= least*(f.most+slack/100) || len(columns) == 0 {
			if weights = f.exclude(columns, y); weights == nil && len(columns) > 0 {
				return 0, nil, nil, quorum.Internal("node weights that exclude a case are no short fractions: %v", y)
			}
			return f.most, nil, weights, nil
		}
		if least >= 1-slack {
			break
		}
		var rows []int32
		for v := range sets.Ones(uint64(set)) {
			rows = append(rows, int32(v))
		}
		f.small.Add(-1, rows, slices.Repeat([]float64{1}, len(rows)))
		f.pool = append(f.pool, int(set))
	}
	share = map[uint64]float64{}
	for j, x := range f.small.X {
		if x > 1e-9 {
			share[uint64(f.pool[j])] = x
		}
	}
	return total, share, nil, nil
}

// exclude rounds node weights to whole numbers that exclude all columns, exactly, or returns nil.
// If no slack is left, they have a common denominator, that of a basis.
func (f *floats) exclude(columns []uint16, y []float64) []int64 {
	for d := range denominators {
		scale, near := float64(cmp.Or(d, 1<<20)), true
		whole, total := make([]int64, f.n), int64(0)
		for v, w := range y {
			whole[v] = int64(math.Round(w * scale))
			total += whole[v]
			near = near && (d == 0 || math.Abs(w*scale-float64(whole[v])) < 1e-6)
		}
		if !near || total == 0 {
			continue
		}
		least, _ := lightestOf(columns, whole)
		if new(big.Rat).Mul(f.value, big.NewRat(total, 1)).Cmp(big.NewRat(least, 1)) <= 0 {
			return whole
		}
	}
	return nil
}

// lightestOf returns the least weight of a column, and the first column that has it; 0 if there is
// no column.
func lightestOf[W int64 | float64](columns []uint16, weights []W) (least W, lightest uint16) {
	for i, set := range columns {
		sum := W(0)
		for v := range sets.Ones(uint64(set)) {
			sum += weights[v]
		}
		if i == 0 || sum < least {
			least, lightest = sum, set
		}
	}
	return least, lightest
}
