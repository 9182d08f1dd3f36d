package floor

import (
	"math"
	"math/big"

	"coterie/internal/solve/lp"
)

// term is a coefficient of a variable.
type term struct {
	variable int
	by       *big.Rat
}

// Row is an inequality that all systems in question keep: the sum of its terms is at least AtLeast.
type Row struct {
	Why     string // the argument it rests on
	AtLeast *big.Rat
	terms   []term
}

// variable is an unknown between 0 and most.
type variable struct {
	name string
	most *big.Rat
	cost *big.Rat // at least 0; nil is 0
}

// program is to minimise the cost of the variables under the rows. Floating point is at work on the
// dual of it: a row for each variable, a column for the multiplier of each row, so that a cut is
// one more column.
type program struct {
	variables []variable
	rows      []Row

	small       *lp.Small // nil before solve
	at          []int     // the column of each row that it has
	most, right []float64 // of the variables, and of these rows
}

// unknown adds a variable and returns its number.
func (p *program) unknown(name string, most, cost *big.Rat) int {
	p.variables = append(p.variables, variable{name, most, cost})
	return len(p.variables) - 1
}

// add adds a row.
func (p *program) add(why string, atLeast *big.Rat, terms ...term) {
	p.rows = append(p.rows, Row{why, atLeast, terms})
}

// Proof is rows with multipliers. Added up with them they prove a lower bound of the objective.
type Proof struct {
	Rows        []Row
	Multipliers []*big.Rat // of the rows, positive
	variables   []variable
}

// multiplierBits is to how many binary places multipliers are rounded that are no short fractions.
const multiplierBits = 36

// proof makes fractions of the multipliers and leaves out the rows without one. Short fractions
// near by are tried first, for they are likely to be meant; the better proof is taken.
func (p *program) proof(y []float64) *Proof {
	binary, short := &Proof{variables: p.variables}, &Proof{variables: p.variables}
	for i, v := range y {
		scaled := math.Round(math.Ldexp(v, multiplierBits))
		if !(scaled >= 1<<6) || scaled > 1<<62 {
			continue
		}
		m := new(big.Rat).SetFrac(big.NewInt(int64(scaled)), new(big.Int).Lsh(big.NewInt(1), multiplierBits))
		binary.Rows, binary.Multipliers = append(binary.Rows, p.rows[i]), append(binary.Multipliers, m)
		if s := simple(v); s != nil {
			m = s
		}
		short.Multipliers = append(short.Multipliers, m)
	}
	short.Rows = binary.Rows
	if short.Value().Cmp(binary.Value()) >= 0 {
		return short
	}
	return binary
}

// simple returns a fraction with a denominator of at most 5000 next to v > 0, or nil.
func simple(v float64) *big.Rat {
	x := v
	p0, q0, p1, q1 := 0.0, 1.0, 1.0, 0.0
	for range 12 {
		whole := math.Floor(x)
		p0, q0, p1, q1 = p1, q1, float64(whole*p1)+p0, float64(whole*q1)+q0
		if q1 > 5000 || p1 > 1e12 {
			return nil
		}
		if math.Abs(v-p1/q1) < 1e-10*(1+v) {
			return big.NewRat(int64(p1), int64(q1))
		}
		x = 1 / (x - whole)
	}
	return nil
}

// Value adds the rows up: by weak duality no point that keeps them has a smaller objective. What
// the sum leaves of the cost of a variable counts where it is negative, at the greatest value of
// the variable.
func (p *Proof) Value() *big.Rat {
	value, part := new(big.Rat), new(big.Rat)
	left := make([]*big.Rat, len(p.variables))
	for j, v := range p.variables {
		left[j] = new(big.Rat)
		if v.cost != nil {
			left[j].Set(v.cost)
		}
	}
	for i, row := range p.Rows {
		y := p.Multipliers[i]
		if y.Sign() < 0 {
			panic("floor: a multiplier is negative")
		}
		value.Add(value, part.Mul(y, row.AtLeast))
		for _, t := range row.terms {
			left[t.variable].Sub(left[t.variable], part.Mul(y, t.by))
		}
	}
	for j, v := range p.variables {
		if left[j].Sign() < 0 {
			value.Add(value, part.Mul(left[j], v.most))
		}
	}
	return value
}
