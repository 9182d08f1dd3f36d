package compare

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// randomRows returns rows with costs from a few numbers, so that there are ties. Some costs are
// open, in some rows one node decides alone, and some rows are no quorum systems.
func randomRows(r *rand.Rand) []Row {
	rows := make([]Row, 1+r.IntN(9))
	for i := range rows {
		row := &rows[i]
		row.N, row.Spec, row.K = 5, fmt.Sprint("row", i), span(2, 3)
		if r.IntN(5) == 0 {
			row.K = span(1, 1)
		}
		if r.IntN(8) == 0 {
			row.Aside = "aside"
		}
		for _, q := range costs() {
			*row.Cell(q) = Cell{Exact: big.NewRat(r.Int64N(4), 7)}
			switch r.IntN(10) {
			case 0:
				*row.Cell(q) = Cell{Reason: "open"}
			case 1:
				*row.Cell(q) = Cell{Reason: "open", Interval: &Interval{0.2, 0.5, 0.99}}
			}
		}
	}
	return rows
}

// TestFrontNaively: a row is on the front iff no other has costs that are at most as great, with a
// smaller sum.
func TestFrontNaively(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[bool]int{}
	for range 3000 {
		rows := randomRows(r)
		markFront(rows)
		for i, row := range rows {
			want := row.Aside == "" && row.Load.Exact != nil && row.Failure.Exact != nil && row.Messages.Exact != nil
			for j, o := range rows {
				if i == j || !want || o.Aside != "" || o.Load.Exact == nil || o.Failure.Exact == nil || o.Messages.Exact == nil {
					continue
				}
				sum := new(big.Rat)
				atMost := true
				for _, q := range costs() {
					d := new(big.Rat).Sub(row.Cell(q).Exact, o.Cell(q).Exact)
					atMost = atMost && d.Sign() >= 0
					sum.Add(sum, d)
				}
				if atMost && sum.Sign() > 0 {
					want = false
				}
			}
			assert.MustEqual(t, row.Front, want, "row %d of %+v: front", i, rows)
			seen[want]++
		}
	}
	if seen[true] < 1000 || seen[false] < 1000 {
		t.Errorf("%v: the rows are too much alike", seen)
	}
}

// TestPicksNaively: the pick comes first when all rows are sorted by its cost, the other two in
// their order, and their place.
func TestPicksNaively(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	orders := map[Quantity][]Quantity{Load: {Load, Failure, Messages}, Failure: {Failure, Load, Messages}, Messages: {Messages, Load, Failure}}
	value := func(row Row, q Quantity) float64 {
		if v := row.Cell(q).Exact; v != nil {
			x, _ := v.Float64()
			return x
		}
		return 9
	}
	first := func(rows []Row, of Quantity) *Row {
		var best *Row
		for i := range rows {
			row := &rows[i]
			if row.Cell(of).Exact == nil || row.Aside != "" {
				continue
			}
			if best == nil {
				best = row
				continue
			}
			for _, q := range orders[of] {
				a, b := value(*row, q), value(*best, q)
				if a < b {
					best = row
				}
				if a != b {
					break
				}
			}
		}
		return best
	}
	beside, tied := 0, map[bool]int{}
	for range 3000 {
		rows := randomRows(r)
		for _, of := range costs() {
			picks, want := pick(rows, of), first(rows, of)
			if want == nil {
				if len(picks) > 0 {
					t.Fatalf("a pick %+v of nothing", picks)
				}
				continue
			}
			p := picks[0]
			if p.Row.Spec != want.Spec || p.Of != of || slices.Contains(p.Ties, p.Row.Spec) {
				t.Fatalf("%s of %+v: %s, want %s", of, rows, p.Row.Spec, want.Spec)
			}
			for i := range rows {
				row, loses := &rows[i], false
				for _, q := range slices.Backward(orders[of][1:]) {
					if a, b := value(*row, q), value(*want, q); a != b {
						loses = a > b
					}
				}
				loses = loses && row.Aside == "" && row.Cell(of).Exact != nil && value(*row, of) == value(*want, of)
				assert.MustEqual(t, slices.Contains(p.Tied, row.Spec), loses, "%s of %+v: %s ties with %s, and those that tie are %v", of, rows, row.Spec, want.Spec, p.Tied)
				tied[loses]++
			}
			others := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Single() })
			switch second := first(others, of); {
			case !want.Single() || second == nil:
				if p.Beside != nil {
					t.Fatalf("%s of %+v: %s stands beside", of, rows, p.Beside.Row.Spec)
				}
			case p.Beside == nil || p.Beside.Row.Spec != second.Spec:
				t.Fatalf("%s of %+v: beside it %v, want %s", of, rows, p.Beside, second.Spec)
			default:
				beside++
			}
			for _, row := range rows {
				c := row.Cell(of)
				may := c.Exact == nil && row.Aside == "" && (c.Interval == nil || value(*want, of) > c.Interval.Low)
				assert.MustEqual(t, slices.Contains(p.Open, row.Spec), may, "%s of %+v: open are %v", of, rows, p.Open)
			}
			for q, best := range p.Best {
				least, alone := 9.0, 9.0
				for _, row := range rows {
					if row.Aside != "" {
						continue
					}
					if row.Single() {
						alone = min(alone, value(row, q))
					} else {
						least = min(least, value(row, q))
					}
				}
				if least == 9 {
					least = alone
				}
				assert.MustEqual(t, value(Row{Load: Cell{Exact: best}}, Load), least, "%s of %+v: least %s", of, rows, q)
			}
		}
	}
	if beside < 100 || tied[true] < 100 {
		t.Errorf("only %d picks decide alone, and %d rows lose by what ties fall to", beside, tied[true])
	}
}

// TestSort: open cells come last, the greatest resilience first, and n goes before everything.
func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, by := range Orders() {
		rows := slices.Concat(randomRows(r), randomRows(r))
		for i := range rows {
			rows[i].N, rows[i].Spec = 5+i%2, fmt.Sprint("row", (i*7)%len(rows))
			for _, of := range []**int{&rows[i].Resilience, &rows[i].Degree} {
				if value := r.IntN(4); value > 0 {
					*of = &value
				}
			}
		}
		table := Table{Rows: rows}
		table.Sort(by)
		for i := range rows[1:] {
			a, b := rows[i], rows[i+1]
			if a.N != b.N {
				if a.N > b.N {
					t.Fatalf("by %s: n = %d before n = %d", by, a.N, b.N)
				}
				continue
			}
			wrong := false
			switch by {
			case BySpec:
				wrong = a.Spec > b.Spec
			case K:
				wrong = a.K.Max.Cmp(b.K.Max) > 0
			case Resilience, Degree:
				x, y := a.Resilience, b.Resilience
				if by == Degree {
					x, y = a.Degree, b.Degree
				}
				wrong = x == nil && y != nil || x != nil && y != nil && *x < *y
			default:
				x, y := a.Cell(by).middle(), b.Cell(by).middle()
				wrong = x == nil && y != nil || x != nil && y != nil && x.Cmp(y) > 0
			}
			if wrong {
				t.Errorf("by %s: %+v before %+v", by, a, b)
			}
		}
	}
}
