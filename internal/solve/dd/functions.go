package dd

import (
	"slices"

	"coterie/quorum"
)

// Up returns the function "contains a quorum of f", whose nodes are of the order: in a BDD store
// the family of all such sets, in a ZDD store that of the minimal ones. Cost: sorting the quorums,
// and one operation for each of their common beginnings in the order.
func (s *Store) Up(f quorum.Family) Ref {
	all := make([]int32, 0, f.Incidences())
	sets := make([][]int32, f.Len())
	for i, q := range f.All() {
		if err := s.poll.Work(len(q)); err != nil && s.err == nil {
			s.err = err
		}
		if s.err != nil {
			return Zero
		}
		from := len(all)
		for _, v := range q {
			all = append(all, s.level[v])
		}
		sets[i] = all[from:]
		slices.Sort(sets[i])
	}
	return s.up(sets, 0)
}

// up returns the diagram of the rest of some sets. The sets have ascending levels, and agree in the
// first depth ones.
func (s *Store) up(sets [][]int32, depth int) Ref {
	if len(sets) == 0 || s.err != nil {
		return Zero
	}
	if slices.ContainsFunc(sets, func(q []int32) bool { return len(q) == depth }) {
		return One
	}
	slices.SortFunc(sets, func(a, b []int32) int { return int(a[depth] - b[depth]) })
	out := Zero
	for end := len(sets); end > 0; {
		first := sets[end-1][depth]
		from := end - 1
		for from > 0 && sets[from-1][depth] == first {
			from--
		}
		with := s.up(sets[from:end], depth+1)
		if s.rule == BDD {
			with = s.Or(with, out)
		} else {
			with = s.Avoid(with, out)
		}
		out = s.Node(first, out, with)
		end = from
	}
	return out
}

// Has reports whether x is in f, in a BDD store.
func (s *Store) Has(f Ref, x quorum.Set) bool {
	if s.rule != BDD {
		panic("dd: Has of a ZDD")
	}
	for f > One {
		t := s.nodes[f]
		if f = t.lo; x.Has(s.order[t.level]) {
			f = t.hi
		}
	}
	return f == One
}

// Holds returns the function "has v", a node of the order.
func (s *Store) Holds(v int) Ref { return s.Node(s.level[v], Zero, One) }

// AtLeast returns the function "k nodes or more". Cost O(u²).
func (s *Store) AtLeast(k int) Ref {
	u := len(s.order)
	row := make([]Ref, u+2) // row[c]: c nodes or more of the levels below
	row[0] = One
	for level := u - 1; level >= 0; level-- {
		for c := u; c >= 1; c-- {
			row[c] = s.Node(int32(level), row[c], row[c-1])
		}
	}
	return row[min(max(k, 0), u+1)]
}
