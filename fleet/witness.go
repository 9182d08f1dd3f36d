package fleet

import (
	"cmp"
	"context"
	"slices"

	"coterie/quorum"
)

// Witnesses returns the nodes that vote and store no data.
//
// A witness knows that there was a write, and not what was written. It may be asked for its vote in
// every quorum, but a quorum of witnesses alone is none: each write keeps a copy on a node that
// stores data, and each read, or election, asks one. (J.-F. Pâris, Voting with witnesses: a
// consistency scheme for replicated files, ICDCS 1986.)
func (f *Fleet) Witnesses() quorum.Set {
	var nodes []int
	for v, node := range f.Nodes {
		if node.Witness {
			nodes = append(nodes, v)
		}
	}
	return quorum.SetOf(nodes...)
}

// WitnessesAlone reports whether the witnesses contain a quorum.
func (f *Fleet) WitnessesAlone(s System) bool {
	witnesses := as[int32](f.Witnesses().Nodes())
	for _, lives := range s.lives(s.places()) {
		if lives[Reads](witnesses) || lives[Writes](witnesses) {
			return true
		}
	}
	return false
}

// Lost is a way to lose data: a write and a read share witnesses alone. So after the crash of the
// nodes where the write keeps its copies a read quorum lives, and nobody has the data.
type Lost struct {
	Crash quorum.Set `json:"crash"`
	Write quorum.Set `json:"write"`
	Read  quorum.Set `json:"read"`
}

// Risks reports whether a write that a strategy asks for may be lost so: a read quorum lives
// without the nodes that keep its copies.
func (f *Fleet) Risks(s System, st *Strategy) bool {
	lives, witnesses := s.lives(len(f.Clients)), f.Witnesses()
	return slices.ContainsFunc(st.Menus, func(m Menu) bool {
		return m.Operation == Writes && slices.ContainsFunc(m.Choices, func(c Choice) bool {
			left := as[int32](quorum.FullSet(f.N()).Minus(quorum.SetOf(c.Nodes...).Minus(witnesses)).Nodes())
			return slices.ContainsFunc(lives, func(at [2]func([]int32) bool) bool { return at[Reads](left) })
		})
	})
}

// FindLost returns the ways to lose data whose crashes contain no other such crash, those of the
// fewest nodes first; none where there are no witnesses. It goes through all writes. The error is
// that of Listed.
func FindLost(ctx context.Context, f *Fleet, s System) ([]Lost, error) {
	witnesses := f.Witnesses()
	if witnesses.Empty() {
		return nil, nil
	}
	var all []Lost
	reads := s.lives(s.places())
	for place := range s.places() {
		writes, err := Listed(ctx, s.At(place, Writes))
		if err != nil {
			return nil, err
		}
		for i := range writes.Len() {
			write := writes.Set(i)
			crash := write.Minus(witnesses)
			left := quorum.FullSet(f.N()).Minus(crash)
			at := slices.IndexFunc(reads, func(lives [2]func([]int32) bool) bool { return lives[Reads](as[int32](left.Nodes())) })
			if at < 0 {
				continue
			}
			read := left
			for v := range left.All() {
				if less := read.Minus(quorum.SetOf(v)); reads[at][Reads](as[int32](less.Nodes())) {
					read = less
				}
			}
			all = append(all, Lost{crash, write, read})
		}
	}
	slices.SortStableFunc(all, func(a, b Lost) int { return cmp.Compare(a.Crash.Len(), b.Crash.Len()) })
	var least []Lost
	for _, l := range all {
		if !slices.ContainsFunc(least, func(k Lost) bool { return k.Crash.SubsetOf(l.Crash) }) {
			least = append(least, l)
		}
	}
	return least, nil
}
