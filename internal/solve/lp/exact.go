package lp

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/bits"

	"coterie/internal/machine/memory"
)

// errWork is the error if the exact simplex has used up its multiplications.
var errWork = errors.New("the exact simplex reached its limit of work")

// SolveRational finds an optimum by the simplex method in rational numbers alone, with all columns
// from the start. It ends at the vertex to which the rule of a fixed walk leads. It takes about
// work multiplications. The error is the end of ctx or of a limit.
func (p *Program) SolveRational(ctx context.Context, work int) (*Solution, error) {
	if err := memory.Ask(ctx, "the basis of the linear program", p.Rows(), p.Rows(), 8); err != nil {
		return nil, limited(err)
	}
	s, err := p.walked(ctx, nil, work)
	return s, limited(err)
}

// walked solves p by the simplex method in rational numbers, from basis b if that is feasible, else
// from the slacks: the last resort where floating point fails. The errors are the cause of ctx and
// errWork.
func (p *Program) walked(ctx context.Context, b *basis, work int) (*Solution, error) {
	var all []int
	for j := range p.variables() {
		all = append(all, j)
	}
	w := &walk{g: p.general(all), left: math.MaxInt, work: work}
	w.begin()
	if b != nil {
		w.install(b.columns, b.tight)
	}
	c, err := w.run(ctx)
	if err == errBasis {
		w.begin()
		c, err = w.run(ctx)
	}
	if err != nil {
		return nil, err
	}
	return p.assemble(c.X.Columns, c.X.Values, negated(c.Y)[:len(p.room)]), nil
}

// solved returns the exact solution of basis b: the equations of its tight rows for the primal
// values, and of its columns for the dual ones. It returns nil if the matrix is singular modulo a
// prime, a value is negative, or ctx has ended.
func (p *Program) solved(ctx context.Context, b *basis) *Solution {
	w := &walk{g: p.general(b.columns), modular: true}
	var all []int
	for k := range b.columns {
		all = append(all, k)
	}
	w.install(all, b.tight)
	if w.place(ctx) != nil {
		return nil
	}
	y := w.duals(ctx)
	if y == nil {
		return nil
	}
	return p.assemble(b.columns, w.x, negated(y)[:len(p.room)])
}

// general returns the program of some columns as one to minimise: its dual values are those of p
// with the other sign.
func (p *Program) general(columns []int) *General {
	g, zero, one := NewGeneral(), new(big.Rat), big.NewRat(1, 1)
	for i := range p.Rows() {
		right := zero
		if i < len(p.room) {
			right = p.room[i]
		}
		g.Row(AtMost, right)
	}
	gain := big.NewRat(-1, 1)
	var entries []Entry
	for _, j := range columns {
		cost, scale := gain, int64(1)
		if p.numerator != nil && j < p.Columns() {
			cost = zero
		} else if p.numerator != nil {
			scale = p.denominator
		}
		entries = entries[:0]
		p.entries(j, func(row int, a int64) {
			value := one
			if a != 1 || scale != 1 {
				value = big.NewRat(a, scale)
			}
			entries = append(entries, Entry{row, value})
		})
		g.Column(cost, entries...)
	}
	return g
}

// negated changes the signs of numbers in place.
func negated(numbers []*big.Rat) []*big.Rat {
	for _, v := range numbers {
		v.Neg(v)
	}
	return numbers
}

// mersenne is the prime 2³¹-1, whose residues are cheap.
const mersenne = 1<<31 - 1

// padicSystem solves linear equations with a regular integer matrix exactly, by p-adic lifting
// (Dixon, Numer. Math. 40, 1982) for p = 2³¹-1: with M = LU modulo p, each step gives one more
// digit of the solution, and the fractions are read off from enough of them. Where a row or a
// column has entries of 2³² together, sums of products are computed in longer numbers.
type padicSystem struct {
	k      int
	row    [][]sparseEntry // by row
	column [][]sparseEntry // by column
	lu     []uint32        // L (diagonal 1) below, U on and above the diagonal, rows in the order of place
	place  []int           // row of the matrix at each row of lu
	inv    []uint32        // inverses of the diagonal of U
	wide   bool            // sums of products may leave 63 bits
}

// sparseEntry is an entry of a sparse row or column.
type sparseEntry struct {
	at    int
	value int64
}

// padicOf returns the system whose column c has the entries that column(c, ...) visits; nil where
// its matrix is singular modulo p, or ctx at its end.
func padicOf(ctx context.Context, k int, column func(c int, visit func(i int, a int64))) *padicSystem {
	if k == 0 {
		return nil
	}
	m := &padicSystem{k: k, row: make([][]sparseEntry, k), column: make([][]sparseEntry, k), place: make([]int, k), inv: make([]uint32, k)}
	m.lu = make([]uint32, k*k)
	for c := range k {
		column(c, func(i int, a int64) {
			m.row[i] = append(m.row[i], sparseEntry{c, a})
			m.column[c] = append(m.column[c], sparseEntry{i, a})
			m.lu[i*k+c] = uint32((a%mersenne + mersenne) % mersenne)
		})
	}
	for i := range m.place {
		m.place[i] = i
		m.wide = m.wide || !narrow(m.row[i]) || !narrow(m.column[i])
	}
	if !m.factor(ctx) {
		return nil
	}
	return m
}

// narrow reports that the sum of k products of the entries with residues stays within 63 bits.
func narrow(entries []sparseEntry) bool {
	sum := uint64(0)
	for _, e := range entries {
		v := uint64(max(e.value, -e.value))
		if v >= 1<<32 {
			return false
		}
		sum += v
	}
	return sum < 1<<32
}

// factor computes LU = M modulo p, with rows exchanged; it reports whether M is regular, and
// the end of ctx did not come before.
func (m *padicSystem) factor(ctx context.Context) bool {
	k := m.k
	for c := range k {
		r := c
		for r < k && m.lu[r*k+c] == 0 {
			r++
		}
		if r == k || ctx.Err() != nil {
			return false
		}
		if r != c {
			m.place[r], m.place[c] = m.place[c], m.place[r]
			for x := range k {
				m.lu[r*k+x], m.lu[c*k+x] = m.lu[c*k+x], m.lu[r*k+x]
			}
		}
		m.inv[c] = inverseMersenne(m.lu[c*k+c])
		pivot := m.lu[c*k+c+1 : (c+1)*k]
		for i := c + 1; i < k; i++ {
			if m.lu[i*k+c] == 0 {
				continue
			}
			f := modMersenne(uint64(m.lu[i*k+c]) * uint64(m.inv[c]))
			m.lu[i*k+c] = f
			row, g := m.lu[i*k+c+1:(i+1)*k], uint64(mersenne-f)
			for x, v := range pivot {
				row[x] = modMersenne(uint64(row[x]) + g*uint64(v))
			}
		}
	}
	return true
}

// modMersenne returns x modulo 2³¹-1.
func modMersenne(x uint64) uint32 {
	x = x&mersenne + x>>31
	x = x&mersenne + x>>31
	if x >= mersenne {
		x -= mersenne
	}
	return uint32(x)
}

// inverseMersenne returns 1/x modulo 2³¹-1, x not 0, as x^(p-2).
func inverseMersenne(x uint32) uint32 {
	y, power := uint32(1), x
	for e := uint32(mersenne - 2); e > 0; e >>= 1 {
		if e&1 == 1 {
			y = modMersenne(uint64(y) * uint64(power))
		}
		power = modMersenne(uint64(power) * uint64(power))
	}
	return y
}

// modulo sets x to M⁻¹ r modulo p, or to M⁻ᵀ r.
func (m *padicSystem) modulo(x, r []uint32, transposed bool) {
	k := m.k
	w := make([]uint32, k)
	if !transposed {
		for i := range k {
			w[i] = minusProducts(r[m.place[i]], m.lu[i*k:i*k+i], w)
		}
		for i := k - 1; i >= 0; i-- {
			v := minusProducts(w[i], m.lu[i*k+i+1:(i+1)*k], x[i+1:])
			x[i] = modMersenne(uint64(v) * uint64(m.inv[i]))
		}
		return
	}
	copy(w, r)
	for i := range k {
		w[i] = modMersenne(uint64(w[i]) * uint64(m.inv[i]))
		subtractRow(w[i+1:], m.lu[i*k+i+1:(i+1)*k], w[i])
	}
	for i := k - 1; i >= 0; i-- {
		subtractRow(w[:i], m.lu[i*k:i*k+i], w[i])
		x[m.place[i]] = w[i]
	}
}

// minusProducts returns a - Σ row·x modulo p.
func minusProducts(a uint32, row, x []uint32) uint32 {
	const wrap = mersenne * mersenne
	var sum uint64
	for i, v := range row {
		// Below 2·wrap < 2⁶³ throughout.
		if sum += uint64(v) * uint64(x[i]); sum >= wrap {
			sum -= wrap
		}
	}
	return modMersenne(uint64(a) + mersenne - uint64(modMersenne(sum)))
}

// subtractRow sets w -= f·row modulo p.
func subtractRow(w, row []uint32, f uint32) {
	g := uint64(mersenne - f)
	for i, v := range row {
		w[i] = modMersenne(uint64(w[i]) + g*uint64(v))
	}
}

// solve returns x with M x = right, or Mᵀ x = right; nil at the end of ctx. Cost O(k²) for each 31
// bits of its numbers. Hadamard's bound allows about k·log k bits.
func (m *padicSystem) solve(ctx context.Context, right []*big.Int, transposed bool) []*big.Rat {
	rows := m.row
	if transposed {
		rows = m.column
	}
	most := m.digits(right, rows)
	prime, power := big.NewInt(mersenne), big.NewInt(1)
	residue := make([]*big.Int, m.k)
	sum := make([]*big.Int, m.k)
	for i := range residue {
		residue[i], sum[i] = new(big.Int).Set(right[i]), new(big.Int)
	}
	r, x := make([]uint32, m.k), make([]uint32, m.k)
	rest, part := new(big.Int), new(big.Int)
	for digit, next := 1, 2; ; digit++ {
		for i, v := range residue {
			r[i] = uint32(rest.Mod(v, prime).Int64())
		}
		m.modulo(x, r, transposed)
		for i, row := range rows {
			if m.wide {
				for _, e := range row {
					residue[i].Sub(residue[i], part.Mul(part.SetInt64(e.value), rest.SetInt64(int64(x[e.at]))))
				}
			} else {
				var s int64
				for _, e := range row {
					s += e.value * int64(x[e.at])
				}
				residue[i].Sub(residue[i], part.SetInt64(s))
			}
			residue[i].Quo(residue[i], prime)
		}
		for i, v := range x {
			sum[i].Add(sum[i], part.Mul(power, part.SetInt64(int64(v))))
		}
		power.Mul(power, prime)
		if digit == next || digit == most {
			if out := m.fractions(ctx, sum, power, right, rows); out != nil {
				return out
			}
			next += (next + 1) / 2
		}
		if digit == most || ctx.Err() != nil {
			return nil
		}
	}
}

// digits returns how many digits suffice for numerators and denominators within Hadamard's bound.
func (m *padicSystem) digits(right []*big.Int, rows [][]sparseEntry) int {
	size := 0.0
	longest := 0
	for _, row := range rows {
		s := 0.0
		for _, e := range row {
			s += float64(float64(e.value) * float64(e.value))
		}
		size += math.Log2(max(s, 1)) / 2
	}
	for _, r := range right {
		longest = max(longest, r.BitLen())
	}
	// A numerator is a determinant with the right side for one column.
	return int((2*size+2*float64(longest+bits.Len(uint(m.k)))+128)/30) + 2
}

// fractions reads the solution off its residues modulo power, and returns it if it solves the
// equations; nil at the end of ctx, too.
func (m *padicSystem) fractions(ctx context.Context, sum []*big.Int, power *big.Int, right []*big.Int, rows [][]sparseEntry) []*big.Rat {
	bound := new(big.Int).Sqrt(new(big.Int).Rsh(power, 1))
	common := big.NewInt(1)
	numerator := make([]*big.Int, m.k)
	half := new(big.Int).Rsh(power, 1)
	for i, residue := range sum {
		if ctx.Err() != nil {
			return nil
		}
		u := new(big.Int).Mul(residue, common)
		u.Mod(u, power)
		if u.Cmp(half) > 0 {
			u.Sub(u, power)
		}
		if u.CmpAbs(bound) > 0 {
			n, d := reconstruct(u, power, bound)
			if d == nil || common.Mul(common, d).CmpAbs(bound) > 0 {
				return nil
			}
			for _, v := range numerator[:i] {
				v.Mul(v, d)
			}
			u = n
		}
		numerator[i] = u
	}
	total, part := new(big.Int), new(big.Int)
	for i, row := range rows {
		total.SetInt64(0)
		for _, e := range row {
			total.Add(total, part.Mul(part.SetInt64(e.value), numerator[e.at]))
		}
		if total.Cmp(part.Mul(right[i], common)) != 0 {
			return nil
		}
	}
	out := make([]*big.Rat, m.k)
	for i, v := range numerator {
		out[i] = new(big.Rat).SetFrac(v, common)
	}
	return out
}

// reconstruct returns n/d = u modulo m with |n|, d at most bound, by the extended Euclidean
// algorithm (Wang 1981); d is nil where there is none.
func reconstruct(u, m, bound *big.Int) (n, d *big.Int) {
	r0, r1 := new(big.Int).Set(m), new(big.Int).Mod(u, m)
	s0, s1 := big.NewInt(0), big.NewInt(1)
	q, rest := new(big.Int), new(big.Int)
	for r1.Cmp(bound) > 0 {
		q.QuoRem(r0, r1, rest)
		r0, r1, rest = r1, rest, r0
		s0.Sub(s0, rest.Mul(q, s1))
		s0, s1 = s1, s0
	}
	if s1.Sign() == 0 || s1.CmpAbs(bound) > 0 {
		return nil, nil
	}
	if s1.Sign() < 0 {
		s1.Neg(s1)
		r1.Neg(r1)
	}
	return r1, s1
}
