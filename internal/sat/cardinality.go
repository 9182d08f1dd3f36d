package sat

import "fmt"

// AtMost adds clauses that hold for exactly those assignments of lits of which at most k
// are true: the sequential counter of Sinz (CP 2005, section 2, LT-SEQ), whose registers
// r(i,j), "at least j of the first i+1 literals", are new variables. About k·len(lits)
// variables and 2k·len(lits) clauses; unit propagation finds every literal that k true
// ones make false. The values of the registers are not determined by those of lits. A
// literal that is listed twice counts twice. It panics if k < 0.
func AtMost(dst ClauseSink, lits []int, k int) {
	if k < 0 {
		panic(fmt.Sprintf("sat: at most %d literals", k))
	}
	n := len(lits)
	switch {
	case k >= n:
		return
	case k == 0:
		for _, l := range lits {
			dst.AddClause(-l)
		}
		return
	}
	previous := make([]int, k) // the registers of the literal before
	for i, l := range lits {
		if i == n-1 {
			dst.AddClause(-l, -previous[k-1])
			return
		}
		width := min(i+1, k) // at most i+1 of the first i+1 are true
		current := make([]int, k)
		for j := range width {
			current[j] = dst.NewVar()
		}
		dst.AddClause(-l, current[0])
		if i > 0 {
			for j := range min(i, k) {
				dst.AddClause(-previous[j], current[j])
			}
			for j := 1; j < width; j++ {
				dst.AddClause(-l, -previous[j-1], current[j])
			}
			if i >= k {
				dst.AddClause(-l, -previous[k-1])
			}
		}
		previous = current
	}
}

// AtLeast adds clauses that hold for exactly those assignments of lits of which at least k
// are true: AtMost over the negations; the clause of lits for k = 1, the empty clause for
// k > len(lits). It panics if k < 0.
func AtLeast(dst ClauseSink, lits []int, k int) {
	switch {
	case k < 0:
		panic(fmt.Sprintf("sat: at least %d literals", k))
	case k == 0:
	case k == 1:
		dst.AddClause(lits...)
	case k > len(lits):
		dst.AddClause()
	default:
		AtMost(dst, negated(lits), len(lits)-k)
	}
}

// Exactly is AtMost and AtLeast. It panics if k < 0.
func Exactly(dst ClauseSink, lits []int, k int) {
	AtMost(dst, lits, k)
	AtLeast(dst, lits, k)
}

// AtMostOne adds the len(lits)·(len(lits)-1)/2 clauses that forbid two true literals: no
// new variables, and the strongest propagation; for short lists.
func AtMostOne(dst ClauseSink, lits []int) {
	for i, l := range lits {
		for _, m := range lits[:i] {
			dst.AddClause(-m, -l)
		}
	}
}

// ExactlyOne is AtMostOne and the clause of lits.
func ExactlyOne(dst ClauseSink, lits []int) {
	dst.AddClause(lits...)
	AtMostOne(dst, lits)
}

func negated(lits []int) []int {
	list := make([]int, len(lits))
	for i, l := range lits {
		list[i] = -l
	}
	return list
}

// Totalizer counts true literals in unary (Bailleux and Boufkhad, CP 2003): a tree of
// adders whose root has an output for each number. Outputs can be assumed or asserted, so
// that one formula serves every bound. Make one with NewTotalizer.
type Totalizer struct{ outputs []int }

// NewTotalizer adds a totalizer of lits that counts up to limit (up to len(lits) if limit
// is larger): literal AtLeast(j) is true if and only if at least j of lits are, for
// 1 <= j <= Max(). At most len(lits)·min(limit, len(lits)) new variables for each level of the tree, and
// clauses of order len(lits)·limit; the outputs are determined by lits. A literal that is
// listed twice counts twice. It panics if limit < 0.
func NewTotalizer(dst ClauseSink, lits []int, limit int) *Totalizer {
	if limit < 0 {
		panic(fmt.Sprintf("sat: a totalizer up to %d", limit))
	}
	return &Totalizer{totalize(dst, lits, limit)}
}

// totalize returns the unary sum of lits, up to limit.
func totalize(dst ClauseSink, lits []int, limit int) []int {
	if len(lits) <= 1 {
		return lits[:min(len(lits), limit)]
	}
	half := len(lits) / 2
	a, b := totalize(dst, lits[:half], limit), totalize(dst, lits[half:], limit)
	sum := make([]int, min(len(lits), limit))
	for i := range sum {
		sum[i] = dst.NewVar()
	}
	for i := range len(a) + 1 {
		for j := range len(b) + 1 {
			// at least i and at least j: at least i+j (or the limit)
			if s := min(i+j, len(sum)); s > 0 {
				var clause []int
				if i > 0 {
					clause = append(clause, -a[i-1])
				}
				if j > 0 {
					clause = append(clause, -b[j-1])
				}
				dst.AddClause(append(clause, sum[s-1])...)
			}
			// at most i and at most j: at most i+j
			if i+j < len(sum) {
				var clause []int
				if i < len(a) {
					clause = append(clause, a[i])
				}
				if j < len(b) {
					clause = append(clause, b[j])
				}
				dst.AddClause(append(clause, -sum[i+j])...)
			}
		}
	}
	for i := 1; i < len(sum); i++ {
		dst.AddClause(-sum[i], sum[i-1])
	}
	return sum
}

// Max returns the largest number that the totalizer counts to.
func (t *Totalizer) Max() int { return len(t.outputs) }

// AtLeast returns the literal that is true if and only if at least j literals are. It
// panics unless 1 <= j <= Max().
func (t *Totalizer) AtLeast(j int) int {
	if j < 1 || j > len(t.outputs) {
		panic(fmt.Sprintf("sat: a totalizer that counts up to %d has no output %d", len(t.outputs), j))
	}
	return t.outputs[j-1]
}
