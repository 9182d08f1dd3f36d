package enumerate

import (
	"math/bits"

	"coterie/internal/solve/sets"
)

// table is the truth table of a Boolean function of k <= 6 variables: bit a is the value at the
// set whose bit i tells whether variable i is in it. Bits from 2^k on are 0. A table does not
// know its k.
type table uint64

// with has the sets with variable i.
func with(i int) table { return table(sets.With[i]) }

// one is the function of k variables that is true everywhere.
func one(k int) table { return table(^uint64(0) >> (64 - 1<<k)) }

// below reports f <= g: g is true wherever f is.
func (f table) below(g table) bool { return f&^g == 0 }

// size is the number of sets at which f is true.
func (f table) size() int { return bits.OnesCount64(uint64(f)) }

// dual of a function of k variables is true at a set where f is false at the complement. The
// complement of set a is set 2^k-1-a, so the table is turned round and negated.
func (f table) dual(k int) table {
	return table(^bits.Reverse64(uint64(f)) >> (64 - 1<<k))
}

// swapped exchanges variables i and i+1.
func (f table) swapped(i int) table {
	shift := 1 << i
	moving := (f ^ f>>shift) & with(i) &^ with(i+1)
	return f ^ moving ^ moving<<shift
}

// exchanged exchanges variables i and j.
func (f table) exchanged(i, j int) table {
	if i == j {
		return f
	}
	i, j = min(i, j), max(i, j)
	shift := 1<<j - 1<<i
	moving := (f ^ f>>shift) & with(i) &^ with(j)
	return f ^ moving ^ moving<<shift
}

// renamed gives variable i the name to[i]; to is a permutation of 0..k-1.
func (f table) renamed(to []int) table {
	at := make([]int, len(to)) // at[v] is where the variable that was v at first is now
	was := make([]int, len(to))
	for v := range to {
		at[v], was[v] = v, v
	}
	for v, w := range to {
		from := at[v]
		f = f.exchanged(from, w)
		other := was[w]
		was[from], at[other] = other, from
		was[w], at[v] = v, w
	}
	return f
}

// transpositions returns the k!-1 exchanges of neighbours (i with i+1) that go through all orders
// of k things, each once, from the first (Johnson 1963, Trotter 1962).
func transpositions(k int) []int {
	if k < 2 {
		return nil
	}
	inner := transpositions(k - 1)
	var all []int
	for round := 0; ; round++ {
		// The last thing walks through the others, down or up; at the end they make a step.
		for step := range k - 1 {
			if round%2 == 0 {
				all = append(all, k-2-step)
			} else {
				all = append(all, step)
			}
		}
		if round == len(inner) {
			return all
		}
		if round%2 == 0 { // it stands at the front: the others are one place further
			all = append(all, inner[round]+1)
		} else {
			all = append(all, inner[round])
		}
	}
}
