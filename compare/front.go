package compare

import (
	"cmp"
	"math/big"
	"slices"
)

// markFront marks the rows that no other row beats. All rows must be for one n.
func markFront(rows []Row) {
	for i := range rows {
		r := &rows[i]
		r.Front = r.judged() && !slices.ContainsFunc(rows, func(other Row) bool { return other.judged() && beats(&other, r) })
	}
}

// judged reports whether a row takes part in the front.
func (r *Row) judged() bool {
	return r.Aside == "" && !slices.ContainsFunc(costs(), func(q Quantity) bool { return r.Cell(q).Exact == nil })
}

// beats reports whether a is as good as b in all costs and better in one.
func beats(a, b *Row) bool {
	better := false
	for _, q := range costs() {
		switch a.Cell(q).Exact.Cmp(b.Cell(q).Exact) {
		case 1:
			return false
		case -1:
			better = true
		}
	}
	return better
}

// Pick is the row with the least of one cost, and its price in the other costs.
type Pick struct {
	N   int
	Of  Quantity
	Row Row
	// Ties are the specs of the other rows that equal Row in all three costs.
	Ties []string
	// Tied are the specs of the other rows that have the same least cost but lose the tie: they are
	// worse than Row in the first of the other two costs in which they differ.
	Tied []string
	// Open are the specs of rows whose figure is not exact and may be less.
	Open []string
	// Best holds, for each of the other two costs, the least exact value of a row; nil if there is
	// none. Rows in which one node decides alone (Apart) count only if no other row is exact.
	Best  map[Quantity]*big.Rat
	Apart []string
	// Beside is the best row in which no node decides alone. It is nil unless in Row one node does.
	Beside *Pick
}

// pick returns the pick of one cost among rows for one n. It returns none if the cost is exact in
// no row.
func pick(rows []Row, of Quantity) []Pick {
	p := choose(rows, of, func(*Row) bool { return true })
	if p == nil {
		return nil
	}
	if p.Row.Single() {
		p.Beside = choose(rows, of, func(r *Row) bool { return !r.Single() })
	}
	return []Pick{*p}
}

func choose(rows []Row, of Quantity, among func(*Row) bool) *Pick {
	order := []Quantity{of}
	for _, q := range costs() {
		if q != of {
			order = append(order, q)
		}
	}
	var best *Row
	for i := range rows {
		r := &rows[i]
		if among(r) && r.Aside == "" && r.Cell(of).Exact != nil && (best == nil || compareBy(order, r, best) < 0) {
			best = r
		}
	}
	if best == nil {
		return nil
	}
	p := &Pick{N: best.N, Of: of, Row: *best, Best: map[Quantity]*big.Rat{}}
	for i := range rows {
		r := &rows[i]
		if r.Single() && r.Aside == "" {
			p.Apart = append(p.Apart, r.Spec)
		}
		switch {
		case r == best || !among(r) || r.Aside != "":
		case r.Cell(of).Exact == nil:
			if r.Cell(of).mayBeLess(best.Cell(of).Exact) {
				p.Open = append(p.Open, r.Spec)
			}
		case best.judged() && r.judged() && compareBy(order, r, best) == 0:
			p.Ties = append(p.Ties, r.Spec)
		case r.Cell(of).Exact.Cmp(best.Cell(of).Exact) == 0 && compareBy(order, r, best) > 0:
			p.Tied = append(p.Tied, r.Spec)
		}
	}
	for _, q := range order[1:] {
		p.Best[q] = leastOf(rows, q)
	}
	return p
}

// leastOf returns the least exact cost of the rows in which no node decides alone. If there is none
// it takes all rows, and returns nil if no cost is exact.
func leastOf(rows []Row, q Quantity) *big.Rat {
	var least, single *big.Rat
	for i := range rows {
		r := &rows[i]
		v := r.Cell(q).Exact
		if v == nil || r.Aside != "" {
			continue
		}
		dst := &least
		if r.Single() {
			dst = &single
		}
		if *dst == nil || v.Cmp(*dst) < 0 {
			*dst = v
		}
	}
	return cmp.Or(least, single)
}

func (c *Cell) mayBeLess(than *big.Rat) bool {
	if c.Interval == nil {
		return true
	}
	low := new(big.Rat).SetFloat64(c.Interval.Low)
	return low == nil || low.Cmp(than) < 0
}

// compareBy compares two rows by exact costs in the given order. Open costs come last.
func compareBy(order []Quantity, a, b *Row) int {
	for _, q := range order {
		x, y := a.Cell(q).Exact, b.Cell(q).Exact
		switch {
		case x == nil && y == nil:
		case x == nil:
			return 1
		case y == nil:
			return -1
		default:
			if c := x.Cmp(y); c != 0 {
				return c
			}
		}
	}
	return 0
}
