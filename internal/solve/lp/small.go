package lp

import (
	"context"
	"math"
	"slices"
)

// Sense says how a row compares with its right side.
type Sense int8

// The senses of a row.
const (
	AtMost  Sense = iota // a·x <= b
	AtLeast              // a·x >= b
	Equal                // a·x = b
)

// Status is the outcome of solving a program.
type Status int8

// The ends of a solution.
const (
	Optimal    Status = iota
	Infeasible        // no x keeps all rows
	Unbounded         // the objective has no least value
	CutOff            // Small: the optimum is at least Cutoff
	GaveUp            // Small: rounding errors, or too many exchanges
)

func (s Status) String() string {
	return [...]string{"optimal", "infeasible", "unbounded", "cut off", "gave up"}[s]
}

// Small solves programs in floating point, thousands in a second:
//
//	minimise c·x  subject to rows  a·x <= b, a·x >= b or a·x = b,  x >= 0.
//
// It is for searches that solve one program after another: columns are added, taken out and put
// back, and Solve goes on from the basis it had. Its answers are proposals. Dual values that are
// rounded to fractions still prove a bound, by weak duality, once the caller has computed the bound
// from them exactly. Memory is allocated only when a program is larger than all earlier ones.
//
// The revised simplex method with an explicit inverse: the dual method with steepest edge (Forrest
// and Goldfarb 1992) where the basis is dual feasible, else the primal one, whose first phase
// reduces the sum of the infeasibilities. Costs and right sides are perturbed only after a run of
// steps of length 0, and the true ones come back at the end.
type Small struct {
	// After Solve. Optimal: X the values of the columns, Y the dual values of the rows, >= 0 for
	// AtLeast, <= 0 for AtMost, with c - Y·A >= 0 but for rounding; Value their objective.
	// Infeasible: Y, of the same signs, has Y·A <= 0 and Y·b > 0. Unbounded: X >= 0 has c·X < 0,
	// and A·X keeps the rows with right sides 0. CutOff: Y as if optimal, Value a lower bound.
	X, Y   []float64
	Value  float64
	Cutoff float64 // Solve may stop once the optimum is known to be as much; +Inf by default

	m         int
	equal     []bool // the slack of the row is always 0
	right     []float64
	rowScale  []float64 // negative for AtLeast, which is AtMost in here
	costScale float64
	scaled    bool

	start   []int32 // column j is row[start[j]:start[j+1]], with value
	row     []int32
	value   []float64
	cost    []float64
	scale   []float64 // of each column
	enabled []bool

	// Variable i < m is the slack of row i, m+j column j.
	basic []int32
	place []int32 // of each variable in basic; -1: it is not
	inv   []float64
	x     []float64 // of the basic variables
	y     []float64
	since int // exchanges since inv was computed

	shiftB, shiftC []float64 // perturbations; all 0 unless shifted
	shifted        bool
	hold           bool // the right sides are perturbed all the time
	entering       []float64
	phase, work    []float64
	list, taken    []int32
	alpha, reduced []float64 // of columns, then of slacks
	weight         []float64 // as reduced, of pricing
	left           int       // exchanges

	ctx    context.Context // its end gives up; nil: none
	budget *int            // exchanges left for all programs together; nil: any number
	// packing says that nothing is scaled, and that pricing begins with the norms of the columns,
	// as under steepest edge: the choice among optimal strategies that are printed rests on it.
	packing bool
}

const (
	smallZero  = 1e-9 // the tolerance for feasible and for optimal
	smallPivot = 1e-8 // no exchange at a smaller coefficient
	smallNear  = 1e-9 // ratios compete within it
)

// NewSmall returns a solver; Reset gives it its rows.
func NewSmall() *Small { return &Small{} }

// Reset begins a new program with the given rows, and no columns. The memory of the last one is
// used again.
func (s *Small) Reset(sense []Sense, right []float64) {
	m := len(sense)
	s.m, s.scaled, s.costScale, s.Cutoff = m, false, 1, math.Inf(1)
	s.equal, s.rowScale = s.equal[:0], s.rowScale[:0]
	for _, k := range sense {
		s.equal = append(s.equal, k == Equal)
		if k == AtLeast {
			s.rowScale = append(s.rowScale, -1)
		} else {
			s.rowScale = append(s.rowScale, 1)
		}
	}
	s.right = append(s.right[:0], right...)
	s.start, s.row, s.value = append(s.start[:0], 0), s.row[:0], s.value[:0]
	s.cost, s.scale, s.enabled = s.cost[:0], s.scale[:0], s.enabled[:0]
	s.X, s.Y, s.shiftC = s.X[:0], resize(s.Y, m), s.shiftC[:0]
	s.shiftB, s.shifted, s.hold = resize(s.shiftB, m), false, false
	clear(s.shiftB)
	s.basic, s.place = resize(s.basic, m), resize(s.place, m)
	s.inv = resize(s.inv, m*m)
	for _, v := range []*[]float64{&s.x, &s.y, &s.entering, &s.phase, &s.work} {
		*v = resize(*v, m)
	}
	for i := range m {
		s.basic[i], s.place[i] = int32(i), int32(i)
	}
	s.identity()
}

// resize returns a slice of length n, in the memory of v where that is enough.
func resize[T any](v []T, n int) []T {
	return slices.Grow(v[:0], n)[:n]
}

// Basis appends the basic variables to dst: j for column j, ^i for the slack of row i.
func (s *Small) Basis(dst []int32) []int32 {
	for _, v := range s.basic {
		if int(v) < s.m {
			dst = append(dst, ^v)
		} else {
			dst = append(dst, v-int32(s.m))
		}
	}
	return dst
}

// Begin makes Solve begin at a basis, in the form of Basis, of a similar program. Call it after
// Reset and Add, before Solve. Columns that are missing from the program, or depend on the rest,
// are replaced by slacks.
func (s *Small) Begin(basis []int32) {
	if !s.scaled {
		s.scaleAll()
	}
	for _, v := range s.basic {
		s.place[v] = -1
	}
	// Slacks first: factor takes the columns into the remaining rows.
	at := 0
	for _, v := range basis {
		if v < 0 {
			s.basic[at] = ^v
			at++
		}
	}
	for _, v := range basis {
		if v >= 0 {
			s.basic[at] = v + int32(s.m)
			at++
		}
	}
	s.factorOf(s.basic[:at])
}

// Rows returns the number of rows.
func (s *Small) Rows() int { return s.m }

// Columns returns the number of columns.
func (s *Small) Columns() int { return len(s.cost) }

// Add adds a column and returns its number.
func (s *Small) Add(cost float64, row []int32, value []float64) int {
	j := len(s.cost)
	s.row, s.value = append(s.row, row...), append(s.value, value...)
	s.start = append(s.start, int32(len(s.row)))
	s.cost, s.scale, s.enabled = append(s.cost, cost), append(s.scale, 1), append(s.enabled, true)
	s.X, s.shiftC = append(s.X, 0), append(s.shiftC, 0)
	s.place = append(s.place, -1)
	if s.scaled && !s.packing {
		s.enterScale(j)
	}
	return j
}

// Enable says whether column j may have a value; a disabled column is ignored.
func (s *Small) Enable(j int, enabled bool) { s.enabled[j] = enabled }

// fixed reports whether variable v has to be 0.
func (s *Small) fixed(v int32) bool {
	if int(v) < s.m {
		return s.equal[v]
	}
	return !s.enabled[int(v)-s.m]
}

// excess returns the amount by which the variable in place i is outside its bounds: negative below
// 0, positive above where it has to be 0.
func (s *Small) excess(i int) float64 {
	x := s.x[i]
	if x < -smallZero || x > smallZero && s.fixed(s.basic[i]) {
		return x
	}
	return 0
}

func (s *Small) costOf(v int32) float64 {
	if int(v) < s.m {
		return 0
	}
	return s.cost[int(v)-s.m] + s.shiftC[int(v)-s.m]
}

// times returns y·a of column j.
func (s *Small) times(j int, y []float64) float64 {
	w := 0.0
	from, to := s.start[j], s.start[j+1]
	value := s.value[from:to]
	for e, i := range s.row[from:to] {
		w += float64(value[e] * y[i])
	}
	return w
}

// identity sets the inverse to that of the basis of the slacks.
func (s *Small) identity() {
	clear(s.inv)
	s.since = 0
	for i := range s.m {
		s.inv[i*s.m+i] = 1
	}
}

// values computes the basic variables and the dual values from the inverse.
func (s *Small) values() {
	m := s.m
	clear(s.y)
	for i := range m {
		row, x, c := s.inv[i*m:(i+1)*m], 0.0, s.costOf(s.basic[i])
		for k, v := range row {
			if v != 0 {
				x += float64(v * (s.right[k] + s.shiftB[k]))
				if c != 0 {
					s.y[k] += float64(c * v)
				}
			}
		}
		s.x[i] = x
	}
}

// factor computes the inverse anew from the basis: Gauss-Jordan elimination, columns with few
// entries first. A column that depends on the others gives way to a slack.
func (s *Small) factor() { s.factorOf(s.basic) }

func (s *Small) factorOf(basic []int32) {
	m := s.m
	taken := s.taken[:0]
	for _, v := range basic {
		if int(v) >= m {
			taken = append(taken, v)
		}
	}
	slices.SortFunc(taken, func(a, b int32) int {
		i, j := int(a)-m, int(b)-m
		if d := (s.start[i+1] - s.start[i]) - (s.start[j+1] - s.start[j]); d != 0 {
			return int(d)
		}
		return int(a - b)
	})
	// Rows whose slack stays are no pivots.
	stays := s.work
	clear(stays)
	for _, v := range basic {
		if int(v) < m {
			stays[v] = 1
		}
		s.place[v] = -1
	}
	for i := range m {
		s.basic[i], s.place[i] = int32(i), int32(i)
	}
	s.identity()
	s.taken = taken
	for _, v := range taken {
		if s.ctx != nil && s.ctx.Err() != nil {
			return
		}
		s.direction(v)
		r := -1
		for i, d := range s.entering {
			if int(s.basic[i]) < m && stays[s.basic[i]] == 0 && (r < 0 || math.Abs(d) > math.Abs(s.entering[r])) {
				r = i
			}
		}
		if r >= 0 && math.Abs(s.entering[r]) > smallPivot {
			s.eliminate(r)
			s.swap(r, v)
		}
	}
}

// ended reports that Solve has to give up: there are no exchanges left, or ctx has ended.
func (s *Small) ended() bool { return s.left <= 0 || s.ctx != nil && s.ctx.Err() != nil }

// direction sets entering to the inverse times the column of variable v.
func (s *Small) direction(v int32) {
	m, d := s.m, s.entering
	if int(v) < m {
		for i := range m {
			d[i] = s.inv[i*m+int(v)]
		}
		return
	}
	from, to := s.start[int(v)-m], s.start[int(v)-m+1]
	rows, value := s.row[from:to], s.value[from:to]
	for i := range m {
		row, x := s.inv[i*m:(i+1)*m], 0.0
		for e, k := range rows {
			x += float64(value[e] * row[k])
		}
		d[i] = x
	}
}

// eliminate makes the entering column the unit vector of place r in the inverse.
func (s *Small) eliminate(r int) {
	m, pivot := s.m, s.entering[r]
	row := s.inv[r*m : (r+1)*m]
	list := s.list[:0]
	for k, v := range row {
		if v != 0 {
			row[k] = v / pivot
			list = append(list, int32(k))
		}
	}
	s.list = list
	for i, d := range s.entering {
		if i == r || math.Abs(d) < 1e-14 {
			continue
		}
		other := s.inv[i*m : (i+1)*m]
		if 3*len(list) > 2*m {
			for k, v := range row {
				other[k] -= float64(d * v)
			}
			continue
		}
		for _, k := range list {
			other[k] -= float64(d * row[k])
		}
	}
}

func squares(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += float64(x * x)
	}
	return s
}

// swap makes v basic in place r.
func (s *Small) swap(r int, v int32) {
	s.place[s.basic[r]] = -1
	s.basic[r], s.place[v] = v, int32(r)
}

// bound returns the objective of the dual values.
func (s *Small) bound() float64 {
	v := 0.0
	for i, y := range s.y {
		v += float64(y * s.right[i])
	}
	return v / s.costScale
}

// ray sets work to the basic part of the direction in which v grows, for report.
func (s *Small) ray(v int32) {
	clear(s.X)
	for i, d := range s.entering {
		if j := int(s.basic[i]) - s.m; j >= 0 {
			s.X[j] = max(0, -d)
		}
	}
	if int(v) >= s.m {
		s.X[int(v)-s.m] = 1
	}
}

// drifted reports that rounding has moved the values on which the status rests.
func (s *Small) drifted(status Status) bool {
	if s.since == 0 || status == GaveUp || status == Unbounded {
		return false
	}
	s.values()
	rest := s.work
	for i, b := range s.right {
		rest[i] = b + s.shiftB[i]
	}
	for i, v := range s.basic {
		x := s.x[i]
		if int(v) < s.m {
			rest[v] -= x
			continue
		}
		for e := s.start[int(v)-s.m]; e < s.start[int(v)-s.m+1]; e++ {
			rest[s.row[e]] -= float64(s.value[e] * x)
		}
	}
	for _, v := range rest {
		if math.Abs(v) > 1e-8 {
			return true
		}
	}
	for i := range s.m {
		if status == Optimal && math.Abs(s.excess(i)) > 1e-8 {
			return true
		}
	}
	return false
}

// report sets the fields that Solve promises.
func (s *Small) report(status Status) {
	y, scale := s.y, 1/s.costScale
	switch status {
	case Infeasible:
		y, scale = s.phase, 1
	case Optimal, GaveUp:
		clear(s.X)
		for i, v := range s.basic {
			if j := int(v) - s.m; j >= 0 {
				s.X[j] = float64(max(0, s.x[i]) * s.scale[j])
			}
		}
		fallthrough
	case CutOff:
		s.Value = s.bound()
	case Unbounded:
		for j := range s.X {
			s.X[j] *= s.scale[j]
		}
	}
	for i, v := range y {
		if !s.equal[i] {
			v = min(v, 0)
		}
		s.Y[i] = float64(float64(v*s.rowScale[i]) * scale)
	}
}

// reducedOf returns the reduced cost of column j in its scaled form, under the ray if free is set.
func (s *Small) reducedOf(j int, free bool) float64 {
	if free {
		return -s.times(j, s.phase)
	}
	return s.cost[j] - s.times(j, s.y)
}
