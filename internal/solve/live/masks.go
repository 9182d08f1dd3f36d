package live

import (
	"math/bits"
	"slices"

	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// maskResiduals are the residual families of a family of few quorums. After the nodes before level
// t have been asked, the rest of quorum i is R_i, its nodes from t on. It depends on i and t only.
// So a state is the set of those quorums, as a mask, that have not lost a node and are not absorbed
// (R_j ⊆ R_i for another one); of quorums with equal R_i one stands for all. The minimal sets of a
// monotone function are unique: equal masks iff equal functions.
//
// Absorption is incremental. If the node v of a level dies, the quorums with v go, the others
// do not change and stay an antichain. If it lives, R_i shrinks for the quorums with v only,
// and R_i - v can absorb only an R_j without v; were R_j ⊆ R_i - v, then R_i would have been
// absorbed before.
type maskResiduals struct {
	m     int
	rest  sets.Matrix // nodes of quorum i from the present level on, by their level
	alone []bool      // quorum i stands for its R_i, at the present level

	// Of the present level:
	has   sets.Bits   // the quorums with the node of this level
	done  sets.Bits   // those of them that are complete with it
	moves []int32     // the quorum that stands for R_i - v, if i is in has
	above sets.Matrix // of each quorum: those with a proper superset of R_i - v, if i is in has
}

func newMaskResiduals(f quorum.Family, order []int) *maskResiduals {
	m := f.Len()
	level := make([]int, f.N())
	for t, v := range order {
		level[v] = t
	}
	r := &maskResiduals{m: m, rest: sets.NewMatrix(m, len(order)), alone: slices.Repeat([]bool{true}, m)}
	for i, q := range f.All() {
		for _, v := range q {
			r.rest.Row(i).Add(level[v])
		}
	}
	r.has, r.done = sets.New(m), sets.New(m)
	r.moves = make([]int32, m)
	r.above = sets.NewMatrix(m, m)
	return r
}

func (r *maskResiduals) words() int { return r.above.Words }
func (r *maskResiduals) err() error { return nil }

func (r *maskResiduals) start(state []uint64) uint32 {
	copy(state, sets.Full(r.m))
	return firstPlace
}

// enter moves to level t: O(quorums with its node · m · words of a set).
func (r *maskResiduals) enter(t int) {
	clear(r.has)
	clear(r.done)
	for i, alone := range r.alone {
		if alone && r.rest.Row(i).Has(t) {
			r.has.Add(i)
		}
	}
	for i := range r.has.All() {
		row, above := r.rest.Row(i), r.above.Row(i)
		row.Remove(t)
		if row.Empty() {
			r.done.Add(i)
		}
		r.moves[i] = int32(i)
		clear(above)
		for j, alone := range r.alone {
			other := r.rest.Row(j)
			if !alone || r.has.Has(j) || !row.SubsetOf(other) {
				continue
			}
			if other.SubsetOf(row) {
				r.moves[i] = int32(j)
			} else {
				above.Add(j)
			}
		}
	}
	for i := range r.has.All() {
		r.alone[i] = r.moves[i] == int32(i)
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
	next := sets.Bits(live)
	copy(next, state)
	for k, s := range state {
		for x := s & r.has[k]; x != 0; x &= x - 1 {
			i := k*64 + bits.TrailingZeros64(x)
			next.Subtract(r.above.Row(i))
			if j := int(r.moves[i]); j != i {
				next.Remove(i)
				next.Add(j)
			}
		}
	}
	return down, up
}
