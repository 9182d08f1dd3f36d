package excess

import (
	"cmp"
	"context"
	"slices"

	"coterie/internal/machine/par"
)

// blocks holds the matrices S of block sums that the equations of the theorem leave for a type. S
// has the number of ones in each block of A, with a row for each cycle of sets and a column for
// each cycle of nodes. The sums of row c are K times its length a_c, Σ_d S(c,d)S(c',d)/a_d is
// a_c·a_c' and (K+1)a_c more for c = c', and the same for columns.
type blocks struct {
	k       int
	lengths []int
	rows    map[int][][]int // the rows that are possible for a cycle of this length
	steps   int
	poll    par.Poll
}

// quotientSteps is the number of rows that are tried for one type before the question is left to a
// formula. quotientRows is the number of rows that a length may have.
const (
	quotientSteps = 2_000_000
	quotientRows  = 200_000
)

// quotient looks for a matrix of block sums. The answer is found, not found, or not decided within
// quotientSteps. The error is that of ctx.
func quotient(ctx context.Context, k int, c cycles, known families) (found, decided bool, err error) {
	b := &blocks{k: k, lengths: c.lengths(), rows: map[int][][]int{}, poll: par.NewPoll(ctx)}
	count := func(l int) int {
		for _, part := range c {
			if part.length == l {
				return part.count
			}
		}
		return 0
	}
	undecided := false
	for _, part := range c {
		for w := range ways(k, part.length, count) {
			if known.pass(part.length, w) && !b.expand(part.length, w) {
				undecided = true
			}
		}
		if len(b.rows[part.length]) == 0 && !undecided {
			return false, true, nil
		}
	}
	if undecided {
		return true, false, nil
	}
	found, done, err := b.search()
	return found, done, err
}

// expand adds the rows of a way, with every choice of the cycles for its blocks. It returns false
// if there are too many.
func (b *blocks) expand(a int, w way) bool {
	row := make([]int, len(b.lengths))
	// The required blocks, in the order of columns.
	need := map[int]int{} // how many blocks of a divisor
	for _, d := range w.divisors {
		need[d]++
	}
	same := map[int]int{} // how many blocks of each row sum >= 2
	for _, q := range w.same {
		same[q]++
	}
	special := 0
	if w.special {
		special = 1
	}
	ok := true
	var fill func(d, left int)
	fill = func(d, left int) {
		if !ok || left < 0 {
			return
		}
		if d == len(row) {
			for _, x := range need {
				if x > 0 {
					return
				}
			}
			for _, x := range same {
				if x > 0 {
					return
				}
			}
			if left > 0 || special > 0 {
				return
			}
			if len(b.rows[a]) >= quotientRows {
				ok = false
				return
			}
			b.rows[a] = append(b.rows[a], slices.Clone(row))
			return
		}
		other := b.lengths[d]
		try := func(s, size int) { // a value of S in the column, and its share of left
			row[d] = s
			fill(d+1, left-size)
			row[d] = 0
		}
		try(0, 0)
		switch {
		case other == a:
			try(a, 1)
			for _, q := range slices.Compact(slices.Clone(w.same)) {
				if same[q] > 0 {
					same[q]--
					try(q*a, q)
					same[q]++
				}
			}
		case a%other == 0 && need[other] > 0:
			need[other]--
			try(a, 1)
			need[other]++
		case other%a == 0:
			try(other, other/a)
		case a+other == 5 && special > 0:
			special--
			try(6, other)
			special++
		}
	}
	fill(0, b.k)
	return ok
}

// search combines rows into matrices. Rows of the rarest kind come first, and after each choice the
// rows that do not fit are left out.
func (b *blocks) search() (found, decided bool, err error) {
	t := len(b.lengths)
	order := slices.Clone(b.lengths)
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(len(b.rows[x]), len(b.rows[y])), cmp.Compare(y, x))
	})
	for _, l := range b.rows {
		slices.SortFunc(l, func(x, y []int) int { return -slices.Compare(x, y) })
	}
	chosen := make([][]int, 0, t)
	total := make([]int, t)
	var next func(lists map[int][][]int) (bool, bool)
	next = func(lists map[int][][]int) (bool, bool) {
		c := len(chosen)
		if c == t {
			return b.columns(order, chosen), true
		}
		a := order[c]
		for i, row := range lists[a] {
			b.steps++
			if b.steps > quotientSteps || b.poll.Err() != nil {
				return false, false
			}
			if c == 0 && !descending(b.lengths, row) {
				continue
			}
			for d, s := range row {
				total[d] += s
			}
			chosen = append(chosen, row)
			left := map[int][][]int{}
			possible := true
			for j := c + 1; j < t && possible; j++ {
				l := order[j]
				if left[l] != nil {
					continue
				}
				from := lists[l]
				if l == a {
					from = from[i:] // cycles of one length are interchangeable
				}
				b.steps += len(from)
				for _, other := range from {
					if b.fit(row, a, other, l, total) {
						left[l] = append(left[l], other)
					}
				}
				possible = left[l] != nil
			}
			found, decided := false, true
			if possible {
				found, decided = next(left)
			}
			chosen = chosen[:c]
			for d, s := range row {
				total[d] -= s
			}
			if found || !decided {
				return found, decided
			}
		}
		return false, true
	}
	found, decided = next(b.rows)
	if !decided && b.poll.Err() != nil {
		return false, false, b.poll.Err()
	}
	return found, decided, nil
}

// descending reports whether a row descends over the columns of one length, as the first row can.
func descending(lengths, row []int) bool {
	for d := 1; d < len(row); d++ {
		if lengths[d] == lengths[d-1] && cmp.Less(row[d-1], row[d]) {
			return false
		}
	}
	return true
}

// fit reports whether a row of a cycle of length a and another row fit together, beside other rows
// with these sums.
func (b *blocks) fit(row []int, a int, other []int, l int, total []int) bool {
	sum := 0
	for d, s := range other {
		if s == 0 {
			continue
		}
		if total[d]+s > b.k*b.lengths[d] {
			return false
		}
		sum += row[d] * (s / b.lengths[d]) // ones of a block are a multiple of the length of its column
	}
	return sum == a*l
}

// columns reports whether the transposed equations hold, for rows of cycles in this order. They
// follow from the others except for the divisors that a column can have.
func (b *blocks) columns(order []int, chosen [][]int) bool {
	for d, l := range b.lengths {
		sum := 0
		var divisors []int
		for c, a := range order {
			sum += chosen[c][d]
			if chosen[c][d] == 0 || a >= l || l%a != 0 {
				continue
			}
			for _, other := range divisors {
				if lcm(a, other) != l {
					return false
				}
			}
			divisors = append(divisors, a)
		}
		if sum != b.k*l {
			return false
		}
	}
	return true
}
