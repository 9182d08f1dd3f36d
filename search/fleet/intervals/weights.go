package intervals

import (
	"context"
	"math/big"
	"math/bits"

	"coterie/fleet"
	"coterie/internal/solve/sets"
)

// weights are the probabilities that exactly the nodes of a set live, as numbers over one
// denominator, and the most that reads and writes may fail.
type weights struct {
	n     int
	exact []*big.Int
	float []float64 // of exact/unit
	unit  *big.Int
	// limit is the most that reads and writes may fail each, times unit; nil without a limit.
	limit      *big.Rat
	limitFloat float64
}

func newWeights(ctx context.Context, f *fleet.Fleet) (*weights, error) {
	exact, whole, err := fleet.Survivors(ctx, f)
	if err != nil {
		return nil, err
	}
	w := &weights{n: f.N(), unit: whole, exact: exact, float: make([]float64, len(exact))}
	for s, v := range exact {
		w.float[s], _ = new(big.Rat).SetFrac(v, whole).Float64()
	}
	if a := f.Require.Availability; a != nil {
		fails := new(big.Rat).Sub(big.NewRat(1, 1), a)
		w.limitFloat, _ = fails.Float64()
		w.limit = fails.Mul(fails, new(big.Rat).SetInt(w.unit))
	}
	return w, nil
}

// floors returns what no function of the interval is below: the probability that reads fail, that
// writes do, and the sum of both. A set that is open counts for the lesser of what it costs on
// either side.
func (w *weights) floors(iv interval) (reads, writes, both float64) {
	all := len(w.float) - 1
	for s, p := range w.float {
		switch {
		case iv.lo.Has(s):
			writes += w.float[all^s]
			both += w.float[all^s]
		case !iv.hi.Has(s):
			reads += p
			both += p
		default:
			both += min(p, w.float[all^s])
		}
	}
	return reads, writes, both
}

// exactFloor returns the greatest of the floors, with half of that of both, as an exact number over
// unit: no function of the interval fails less.
func (w *weights) exactFloor(iv interval) *big.Rat {
	reads, writes, both := new(big.Int), new(big.Int), new(big.Int)
	all := len(w.exact) - 1
	for s, p := range w.exact {
		q := w.exact[all^s]
		switch {
		case iv.lo.Has(s):
			writes.Add(writes, q)
			both.Add(both, q)
		case !iv.hi.Has(s):
			reads.Add(reads, p)
			both.Add(both, p)
		case p.Cmp(q) < 0:
			both.Add(both, p)
		default:
			both.Add(both, q)
		}
	}
	if reads.Cmp(writes) < 0 {
		reads = writes
	}
	half := new(big.Rat).SetFrac(both, big.NewInt(2))
	if most := new(big.Rat).SetInt(reads); most.Cmp(half) > 0 {
		return most
	}
	return half
}

// fails returns the probability that reads fail or that writes do, whichever is greater, over unit.
func (w *weights) fails(f sets.Table) *big.Rat { return w.exactFloor(interval{f, f}) }

// beyond says that every function of the interval fails more than is allowed.
func (w *weights) beyond(iv interval) bool {
	if w == nil || w.limit == nil {
		return false
	}
	reads, writes, both := w.floors(iv)
	low := max(reads, writes, both/2)
	switch {
	case low < w.limitFloat*(1-slack):
		return false
	case low > w.limitFloat*(1+slack):
		return true
	}
	return w.exactFloor(iv).Cmp(w.limit) > 0
}

// likely returns the function of the interval that follows the rule of likelihood as far as a
// monotone one can: true where a set of live nodes is likelier than its complement. Where both are
// as likely, one of them is taken while that costs nothing.
func (w *weights) likely(iv interval) sets.Table {
	g := iv.lo.Clone()
	all := len(w.exact) - 1
	for s := range w.exact {
		if iv.hi.Has(s) && w.float[s] > w.float[all^s] {
			g.Add(s)
		}
	}
	g.CloseUp()
	for size := w.n; size > 0; size-- {
	next:
		for s := range w.exact {
			if bits.OnesCount(uint(s)) != size || g.Has(s) || g.Has(all^s) || !iv.hi.Has(s) || w.float[s] != w.float[all^s] {
				continue
			}
			rest := all &^ s
			for more := rest; ; more = (more - 1) & rest {
				if t := s | more; !g.Has(t) && w.float[t] < w.float[all^t] {
					continue next
				}
				if more == 0 {
					break
				}
			}
			interval{g, iv.hi}.include(uint32(s))
		}
	}
	g.Intersect(iv.hi.Bits)
	return g
}

// open returns the set that is open in the interval whose place weighs most, false without one.
func (w *weights) open(iv interval) (uint32, bool) {
	best, most := -1, -1.0
	all := len(w.float) - 1
	for s := range w.float {
		if iv.hi.Has(s) && !iv.lo.Has(s) {
			d := w.float[s] - w.float[all^s]
			if d = max(d, -d); d > most {
				best, most = s, d
			}
		}
	}
	return uint32(best), best >= 0
}
