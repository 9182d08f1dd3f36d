package enumerate

import (
	"context"
	"fmt"
	"math/big"

	"coterie/quorum"
)

// ListLimitError says that a listing is out of reach, and names those within reach. It is a
// *[quorum.InputError], too.
type ListLimitError struct {
	Input   quorum.InputError // of how many systems there would be, where that is known
	Listed  int               // the most nodes for which the same is listed; 0 for group systems
	Classes bool              // whether the classes of as many nodes are listed
	Counted int               // the most nodes for which the same is counted
}

func (e *ListLimitError) Error() string { return e.Input.Error() }

func (e *ListLimitError) Unwrap() error { return &e.Input }

// CheckList returns a *[ListLimitError] if the listing of q is out of reach: Nodes above 7 for
// nondominated coteries, 8 for their classes, 6 for all coteries and 7 for their classes. What is
// no query at all is a *[quorum.InputError].
func (q Query) CheckList() error {
	if q.K > 0 {
		return q.checkK()
	}
	if q.groups() > 1 {
		return checkListGroups(q)
	}
	if q.Nodes < 1 {
		return quorum.Bad("n", fmt.Sprintf("%d nodes", q.Nodes), "want at least 1")
	}
	excess := q.split() - q.maxSplit()
	if excess <= 0 {
		return nil
	}
	classes := q
	classes.Classes = true
	return &ListLimitError{
		Input:   quorum.InputError{What: "n", Why: fmt.Sprintf("a listing for %d nodes has %s", q.Nodes, q.length())},
		Listed:  q.Nodes - excess,
		Classes: !q.Classes && classes.CheckList() == nil,
		Counted: q.maxCounted(),
	}
}

// maxSplit is the most variables of p and e in a listing: those of five variables make a million
// labelled systems, those of six some millions of classes.
func (q Query) maxSplit() int {
	if q.Classes {
		return 6
	}
	return 5
}

// length says how many systems a listing of q has, at least, and what their truth tables would
// take.
func (q Query) length() string {
	labelled := q
	labelled.Classes = false
	least := "at least "
	count := q.manyMajorities()
	if labelled.split() == 6 && labelled.CheckCount() == nil {
		// Exact counts of this size take milliseconds.
		if counted, err := Count(context.Background(), labelled, Options{}); err == nil {
			count = counted.Count
			if !q.Classes {
				least = ""
			}
		}
	}
	if q.Classes {
		// A class has at most n! members.
		orbit := new(big.Int).MulRange(1, int64(min(q.Nodes, maxEstimated)))
		count = new(big.Int).Div(count, orbit)
	}
	if digits := count.String(); len(digits) <= 24 {
		bytes := new(big.Int).Lsh(count, uint(max(0, q.Nodes-3)))
		return fmt.Sprintf("%s%s systems, %s of truth tables alone", least, grouped(digits), inUnits(bytes))
	}
	return fmt.Sprintf("at least 10^%d systems", len(count.String())-1)
}

// maxEstimated bounds the n at which a listing that is out of reach is estimated; for a larger n,
// there are no fewer systems.
const maxEstimated = 20

// manyMajorities returns a lower bound of the number of labelled systems that q asks for, n >= 3.
//
// Nondominated coteries on n = 2m nodes: all sets of more than m nodes are true, those of fewer are
// not, and of two complementary sets of m nodes either one: 2^(C(n,m)/2) functions. On n = 2m+1
// nodes: take any family A of sets of m nodes with node 0. Its sets are true and their complements
// are not; the other sets are true iff they have more than m nodes. Two sets of A meet, so no set
// of A is below one of these complements, and the function is monotone: 2^C(2m, m-1) functions. At
// most half of these functions have an unused node v: for n = 2m the sets of m nodes that are true
// are then those without v, one choice for each v; for n = 2m+1, v is not 0 and A has all its sets
// without v, one choice for each v. Coteries on n nodes are one fewer than nondominated coteries on
// n+1.
func (q Query) manyMajorities() *big.Int {
	n := int64(min(q.Nodes, maxEstimated))
	unused := uint(0)
	if q.AllUsed {
		unused = 1
	}
	if !q.Nondominated {
		n++
	}
	exponent := new(big.Int)
	if n%2 == 0 {
		exponent.Binomial(n, n/2)
		exponent.Rsh(exponent, 1)
	} else {
		exponent.Binomial(n-1, n/2-1)
	}
	many := new(big.Int).Lsh(big.NewInt(1), uint(exponent.Uint64())-unused)
	if !q.Nondominated {
		many.Sub(many, big.NewInt(1))
	}
	return many
}

// maxCounted is the greatest n for which the systems of q can be counted.
func (q Query) maxCounted() int {
	most := 0
	for q.Nodes = 1; q.CheckCount() == nil; q.Nodes++ {
		most = q.Nodes
	}
	return most
}

// grouped sets commas between groups of three digits.
func grouped(digits string) string {
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// inUnits writes a number of bytes in decimal units.
func inUnits(bytes *big.Int) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"}
	x, _ := new(big.Float).SetInt(bytes).Float64()
	unit := 0
	for x >= 1000 && unit+1 < len(units) {
		x /= 1000
		unit++
	}
	return fmt.Sprintf("%.3g %s", x, units[unit])
}
