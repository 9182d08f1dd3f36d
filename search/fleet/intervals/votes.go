package intervals

import (
	"math"
	"slices"

	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// MaxVotes is the greatest number of nodes whose systems of votes are searched: up to it the margin
// of votes is not below leastMargin. Proof: docs/theorems/fleet-shapes.md.
const MaxVotes = 9

// rows are those of the program of votes.
var rows = [MaxVotes + 2]int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}

// leastMargin is far above the errors of floats.
const leastMargin = 0.5e-4

// narrow leaves of the interval what functions leave that are self-dual, or whose writes meet, or
// that votes give, where that is asked for; false where there is none.
func (p *problem) narrow(iv interval) bool {
	return p.narrowDual(iv) && (!p.votes || iv.desire() && iv.voted())
}

// desire leaves of the interval what functions leave under which of every two nodes one is at least
// as desirable as the other: put in its place it makes no true set false. So it is with votes. It
// returns false if none is left. It takes a word of a table at a time: the sets with u and without
// v are m, and the same sets with v for u stand in word j. Cost: O(n²·2^n/64) for each change.
func (iv interval) desire() bool {
	n, lo, hi := iv.lo.N, iv.lo.Bits, iv.hi.Bits
	for again := true; again; {
		again = false
		for pair := range n * n {
			u, v, more := pair/n, pair%n, false // u is more desirable than v
			for turn := range 2 * len(lo) {
				i := turn % len(lo)
				withU, stepU := places(u, i)
				withV, stepV := places(v, i)
				m, j := withU&^withV, i^1<<u>>6^1<<v>>6
				if turn < len(lo) {
					more = more || m&lo[i]&^(hi[j]<<stepU>>stepV) != 0
				} else if more {
					add, drop := m&(lo[j]<<stepU>>stepV)&^lo[i], m&(hi[j]<<stepU>>stepV)&^hi[i]
					lo[i], hi[j] = lo[i]|add, hi[j]&^(drop<<stepV>>stepU)
					again = again || add|drop != 0
				}
			}
		}
	}
	return lo.SubsetOf(hi)
}

// places returns the sets with a node in a word of a table, and how many places after the same sets
// without it they stand: 0 if those stand in another word.
func places(v, word int) (with uint64, step int) {
	if v < len(sets.With) {
		return sets.With[v], 1 << v
	}
	return -uint64(word >> (v - len(sets.With)) & 1), 0
}

// voted reports whether votes give a function of the interval.
func (iv interval) voted() bool {
	_, _, ok := iv.votes()
	return ok
}

// votes returns votes, and the least of a true set, whose function is in the interval; false if
// there are none. The program has probabilities of the least true sets and of the greatest false
// ones, half in all for each: its value is the margin, and its dual values are votes that have it.
func (iv interval) votes() (votes []int, quota int, ok bool) {
	n, dual := iv.lo.N, sets.NewTable(iv.lo.N)
	iv.hi.Dual(dual)
	lists := [2][]uint16{sets.AppendMinimal[uint16](nil, iv.lo), sets.AppendMinimal[uint16](nil, dual)}
	s, value := lp.NewSmall(), make([]float64, n+2)
	s.Reset(append(slices.Repeat([]lp.Sense{lp.AtLeast}, n), lp.Equal, lp.Equal), append(make([]float64, n), 0.5, 0.5))
	s.Add(1, rows[:n], slices.Repeat([]float64{1}, n))
	for side, list := range lists {
		for k := range list {
			clear(value)
			value[n+side] = 1
			list[k] ^= uint16(side) * (1<<n - 1) // the dual has the complements of false sets
			for v := range sets.Ones(uint64(list[k])) {
				value[v] = float64(2*side - 1)
			}
			s.Add(0, rows[:n+2], value)
		}
	}
	if s.Solve() != lp.Optimal {
		panic(quorum.Internal("the program of votes has no optimum"))
	}
	votes = make([]int, n)
	for most := 1.0; s.Value >= leastMargin; most++ {
		for v := range votes {
			votes[v] = int(s.Y[v]/slices.Max(s.Y[:n])*most + 0.5)
		}
		quota = math.MaxInt
		for _, m := range lists[0] {
			quota = min(quota, sum(votes, m))
		}
		if !slices.ContainsFunc(lists[1], func(m uint16) bool { return sum(votes, m) >= quota }) {
			return votes, quota, true
		}
	}
	return nil, 0, false
}

// sum returns the votes of a set.
func sum(votes []int, set uint16) (total int) {
	for v := range sets.Ones(uint64(set)) {
		total += votes[v]
	}
	return total
}

// byVotes returns a function of votes in an interval that narrow left. Of a self-dual one half of
// the votes are a quorum with the first node.
func (p *problem) byVotes(iv interval) sets.Table {
	votes, quota, _ := iv.votes()
	if p.selfDual {
		quota = sum(votes, uint16(p.all)) + 1
		for v := range votes {
			votes[v] *= 2
		}
		votes[0]++
	}
	return sets.Voted(votes, quota)
}
