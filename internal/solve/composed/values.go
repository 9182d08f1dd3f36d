package composed

import (
	"fmt"
	"math/big"

	"coterie/internal/solve/packing"
	"coterie/quorum"
)

// Figures are the figures of a system that are known without a list of its quorums; construct.Shape
// has the same fields, and says what they mean.
type Figures struct {
	N, Groups                            int
	Quorums                              *big.Int
	MinQuorum, MaxQuorum                 int
	MinResponsibility, MaxResponsibility *big.Int
	Degree                               int
	Method, Unknown                      string
}

// ClosedForm is the Method of figures that are formulas.
const ClosedForm = "closed form"

// Take extends the range of responsibilities to r.
func (s *Figures) Take(r *big.Int) {
	if s.MinResponsibility == nil || r.Cmp(s.MinResponsibility) < 0 {
		s.MinResponsibility = r
	}
	if s.MaxResponsibility == nil || r.Cmp(s.MaxResponsibility) > 0 {
		s.MaxResponsibility = r
	}
}

// SetDegree enters the result of a search for the degree.
func (s *Figures) SetDegree(degree int, found bool) {
	if !found {
		s.Method += fmt.Sprintf(", the degree not found in %d steps", packingSteps)
		return
	}
	s.Degree = degree
}

// packingSteps bounds the exact search for a degree, about a tenth of a second.
const packingSteps = 5_000_000

// LeastPacking returns the least over the families of their packing numbers, with capacity(i) for
// family i, and whether all of them were found.
func LeastPacking(families []quorum.Family, capacity func(i int) []int) (least int, found bool) {
	for i, f := range families {
		p, ok := packing.Number(f, capacity(i), packingSteps)
		if !ok {
			return 0, false
		}
		if i == 0 || p < least {
			least = p
		}
	}
	return least, true
}

func bigOf(v int) *big.Int { return big.NewInt(int64(v)) }

func times(m int, v *big.Int) *big.Int { return new(big.Int).Mul(bigOf(m), v) }
