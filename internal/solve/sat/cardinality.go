package sat

import (
	"fmt"
	"math"
)

// AtMost adds clauses that hold for exactly those assignments with at most k of lits true: the
// sequential counter of Sinz (CP 2005, section 2, LT-SEQ), whose registers r(i,j), "at least j of
// the first i literals", are new variables, less those registers from which the literals that
// follow cannot reach k+1. With n = len(lits) and 0 < k < n these are k·(n-k) variables and
// 2k·(n-k)+n-2k clauses; k = 0 takes n clauses of one literal, and k >= n nothing.
//
// Unit propagation is complete: it finds everything that some of the literals imply about the
// others (as long as no two have the same variable). The values of the registers are not determined
// by those of lits. A literal that is listed twice counts twice. It panics if k < 0.
//
// Proof: docs/theorems/sequential-counter.md.
func AtMost(dst ClauseSink, lits []int, k int) {
	switch {
	case k < 0:
		panic(fmt.Sprintf("sat: at most %d literals", k))
	case k == 0:
		for _, l := range lits {
			dst.AddClause(-l)
		}
	case k < len(lits):
		count(dst, lits, k, false)
	}
}

// AtLeast adds clauses that hold for exactly those assignments with at least k of lits true: AtMost
// over the negations, with len(lits)-k; the clause of lits for k = 1, the empty clause for k >
// len(lits). It panics if k < 0.
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

// Exactly is AtMost and AtLeast in one counter, where each register is true if and only if its
// statement is: with n = len(lits) and 0 < k < n it has k·(n-k) variables, which lits determine,
// and 4k·(n-k) clauses, where the two would have twice the variables. Unit propagation is complete.
// It panics if k < 0.
func Exactly(dst ClauseSink, lits []int, k int) {
	if k <= 0 || k >= len(lits) {
		AtMost(dst, lits, k)
		AtLeast(dst, lits, k)
		return
	}
	count(dst, lits, k, true)
}

// Constants among registers; their negations are each other.
const (
	yes = math.MaxInt
	no  = -yes
)

// count adds the counter of at most k, and of exactly k if exact, for 0 < k < len(lits).
//
// Row i has the registers r(i,0..k+1) of the first i literals. A register is a variable
// only where both values are possible if exactly k of all n literals are true: r(i,j) is
// constantly false for j > min(i,k), and constantly true for j = 0 and where fewer than j
// would leave more than the n-i literals that follow could make up for. For at most k this is no
// restriction: a clause with such a register in its premise has another one as its conclusion,
// unless j = 0, and is left out.
func count(dst ClauseSink, lits []int, k int, exact bool) {
	n := len(lits)
	add := func(lits ...int) {
		var clause []int
		for _, l := range lits {
			switch l {
			case yes:
				return
			case no:
			default:
				clause = append(clause, l)
			}
		}
		dst.AddClause(clause...)
	}
	before, after := make([]int, k+2), make([]int, k+2)
	for j := range before {
		before[j] = no
	}
	before[0] = yes
	for i, l := range lits {
		for j := range after {
			switch {
			case j <= max(0, k-(n-(i+1))):
				after[j] = yes
			case j > min(i+1, k):
				after[j] = no
			default:
				after[j] = dst.NewVar()
			}
		}
		for j := 1; j <= k+1; j++ {
			add(-before[j], after[j])
			add(-l, -before[j-1], after[j])
			if exact {
				add(-after[j], before[j-1])
				add(-after[j], l, before[j])
			}
		}
		before, after = after, before
	}
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
// 1 <= j <= Max(). With n = len(lits) and limit <= n it has at most n·⌈log n⌉ variables, and
// at most n·(⌈log limit⌉+1) (logarithms to base 2), which lits determine, and fewer than
// 4·n·limit clauses. Under a single output, assumed or denied, unit propagation is
// complete as long as no two literals have the same variable. A literal that is listed
// twice counts twice. It panics if limit < 0.
//
// One bound alone takes AtMost, AtLeast or Exactly, which are smaller for small k.
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
			// at least i and at least j: at least i+j; beyond the limit, smaller i and j imply it
			if s := i + j; 0 < s && s <= len(sum) {
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
