package measure

import (
	"math/bits"

	"coterie/quorum"
)

// maskResiduals are the residual families of a family of few quorums. When the nodes before
// level t are asked, what is left of quorum i is R_i, its nodes from t on: that depends on i
// and t only. So a state is the set of those quorums, as a mask, that have not lost a node and
// are not absorbed (R_j ⊆ R_i for another one); of quorums with equal R_i one stands
// for all. The minimal sets of a monotone function are unique: equal masks iff equal functions.
//
// Absorption is incremental. If the node v of a level dies, the quorums with v go, the others
// do not change and stay an antichain. If it lives, R_i shrinks for the quorums with v only,
// and R_i - v can absorb only an R_j without v; were R_j ⊆ R_i - v, then R_i would have been
// absorbed before.
type maskResiduals struct {
	m, w  int
	order []int
	rest  [][]uint64 // nodes of quorum i from the present level on, by their level
	alone []bool     // quorum i stands for its R_i, at the present level

	// Of the present level:
	has   []uint64 // the quorums with the node of this level
	done  []uint64 // those of them that are complete with it
	moves []int32  // the quorum that stands for R_i - v, if i is in has
	above []uint64 // m rows of w words: quorums with a proper superset of R_i - v, if i is in has
}

func newMaskResiduals(f quorum.Family, order []int) *maskResiduals {
	m := f.Len()
	level := make([]int, f.N())
	for t, v := range order {
		level[v] = t
	}
	r := &maskResiduals{m: m, w: (m + 63) / 64, order: order}
	words := (len(order) + 63) / 64
	for _, q := range f.All() {
		row := make([]uint64, words)
		for _, v := range q {
			t := level[v]
			row[t/64] |= 1 << (t % 64)
		}
		r.rest = append(r.rest, row)
		r.alone = append(r.alone, true)
	}
	r.has, r.done = make([]uint64, r.w), make([]uint64, r.w)
	r.moves = make([]int32, m)
	r.above = make([]uint64, m*r.w)
	return r
}

func (r *maskResiduals) words() int { return r.w }
func (r *maskResiduals) err() error { return nil }

func (r *maskResiduals) start(state []uint64) uint32 {
	for i := range r.m {
		state[i/64] |= 1 << (i % 64)
	}
	return firstPlace
}

// enter moves to level t: O(quorums with its node · m · words of a set).
func (r *maskResiduals) enter(t int) {
	word, bit := t/64, uint64(1)<<(t%64)
	clear(r.has)
	clear(r.done)
	for i, row := range r.rest {
		if r.alone[i] && row[word]&bit != 0 {
			r.has[i/64] |= 1 << (i % 64)
		}
	}
	for i, row := range r.rest {
		if !r.alone[i] || row[word]&bit == 0 {
			continue
		}
		row[word] &^= bit
		if row[len(row)-1] == 0 && zero(row) {
			r.done[i/64] |= 1 << (i % 64)
		}
		r.moves[i] = int32(i)
		above := r.above[i*r.w : (i+1)*r.w]
		clear(above)
		for j, other := range r.rest {
			if !r.alone[j] || r.has[j/64]>>(j%64)&1 != 0 || !subset(row, other) {
				continue
			}
			if subset(other, row) {
				r.moves[i] = int32(j)
			} else {
				above[j/64] |= 1 << (j % 64)
			}
		}
	}
	for i := range r.m {
		if r.has[i/64]>>(i%64)&1 != 0 && r.moves[i] != int32(i) {
			r.alone[i] = false
		}
	}
}

func (r *maskResiduals) split(state, dead, live []uint64) (uint32, uint32) {
	var left, complete uint64
	for k, s := range state {
		dead[k] = s &^ r.has[k]
		left |= dead[k]
		complete |= s & r.done[k]
	}
	down, up := uint32(placeDead), uint32(firstPlace)
	if left != 0 {
		down = firstPlace
	}
	if complete != 0 {
		return down, placeLive
	}
	copy(live, state)
	for k, s := range state {
		for x := s & r.has[k]; x != 0; x &= x - 1 {
			i := k*64 + bits.TrailingZeros64(x)
			for l, a := range r.above[i*r.w : (i+1)*r.w] {
				live[l] &^= a
			}
			if j := r.moves[i]; int(j) != i {
				live[k] &^= 1 << (i % 64)
				live[j/64] |= 1 << (j % 64)
			}
		}
	}
	return down, up
}

func zero(set []uint64) bool {
	for _, x := range set {
		if x != 0 {
			return false
		}
	}
	return true
}

// subset reports whether a ⊆ b, of equal length.
func subset(a, b []uint64) bool {
	for i, x := range a {
		if x&^b[i] != 0 {
			return false
		}
	}
	return true
}
