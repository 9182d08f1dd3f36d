package federated

import (
	"slices"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/sets"
)

// side is one quorum in a formula: a literal for each node that may be in it, 0 for the others.
type side struct {
	dst  sat.ClauseSink
	in   []int
	sets map[*set]int
}

// newSide returns a side within a set of nodes. Deleted nodes count as there.
func (w *Network) newSide(dst sat.ClauseSink, nodes sets.Bits) *side {
	s := &side{dst, make([]int, len(w.members)), map[*set]int{}}
	for v := range s.in {
		if w.faulty.Has(v) || nodes.Has(v) {
			s.in[v] = dst.NewVar()
		}
		if w.faulty.Has(v) {
			dst.AddClause(s.in[v])
		}
	}
	return s
}

// satisfied returns a literal that is true if and only if the nodes of the side satisfy a set.
func (s *side) satisfied(q *set) int {
	if y := s.sets[q]; y != 0 {
		return y
	}
	var lits []int
	for _, v := range q.nodes {
		if s.in[v] != 0 {
			lits = append(lits, s.in[v])
		}
	}
	for _, inner := range q.inner {
		lits = append(lits, s.satisfied(inner))
	}
	if q.need <= len(lits) {
		s.sets[q] = sat.NewTotalizer(s.dst, lits, q.need).AtLeast(q.need)
	} else {
		s.sets[q] = s.dst.NewVar()
		s.dst.AddClause(-s.sets[q])
	}
	return s.sets[q]
}

// quorum asks that the side is a quorum, without the nodes for which free, where it is given, has a
// true literal.
func (s *side) quorum(w *Network, free []int) {
	var some []int
	for v, in := range s.in {
		if in == 0 || w.faulty.Has(v) {
			continue
		}
		needs, here := []int{-in}, in
		if free != nil {
			needs, here = append(needs, free[v]), s.dst.NewVar()
			s.dst.AddClause(-here, in)
			s.dst.AddClause(-here, -free[v])
		}
		if w.sets[v] != nil {
			needs = append(needs, s.satisfied(w.sets[v]))
		}
		s.dst.AddClause(needs...)
		some = append(some, here)
	}
	s.dst.AddClause(some...)
}

// blocked asks that nodes are deleted, those with a true literal in free, until no quorum is left
// of a core: all nodes fall within two steps, a node falls as soon as its set is not satisfied by
// those that stand, or some node falls in the third. What needs more steps passes, too.
func (w *Network) blocked(dst sat.ClauseSink, core sets.Bits, free []int) {
	const steps = 3
	at, all := w.newSide(dst, core), dst.NewVar()
	for v := range core.All() {
		dst.AddClause(-at.in[v], -free[v])
		dst.AddClause(at.in[v], free[v])
	}
	some := []int{all}
	for step := 1; step <= steps; step++ {
		next := &side{dst, slices.Clone(at.in), map[*set]int{}}
		for v := range core.All() {
			y, stands := at.satisfied(w.sets[v]), dst.NewVar()
			dst.AddClause(-stands, at.in[v])
			dst.AddClause(-stands, y)
			dst.AddClause(stands, -at.in[v], -y)
			if next.in[v] = stands; step == steps {
				falls := dst.NewVar()
				dst.AddClause(-falls, at.in[v])
				dst.AddClause(-falls, -stands)
				dst.AddClause(-all, -at.in[v])
				some = append(some, falls)
			}
		}
		at = next
	}
	dst.AddClause(some...)
}

// disjoint writes the question whether two quorums within a set of nodes are disjoint. The node
// that most sets name is not in the second one, as the quorums may change places.
//
// Where free has literals, the nodes for which they are true are deleted: they count for both
// quorums, and are in none.
func (w *Network) disjoint(dst sat.ClauseSink, nodes sets.Bits, free []int) (a, b *side) {
	a, b = w.newSide(dst, nodes), w.newSide(dst, nodes)
	names, top := make([]int, len(w.members)), nodes.First()
	for v := range nodes.All() {
		if w.sets[v] != nil {
			w.sets[v].each(func(u int) { names[u]++ })
		}
	}
	for v := range nodes.All() {
		if names[v] > names[top] {
			top = v
		}
		if free == nil {
			dst.AddClause(-a.in[v], -b.in[v])
			continue
		}
		dst.AddClause(-a.in[v], -b.in[v], free[v])
		dst.AddClause(-free[v], a.in[v])
		dst.AddClause(-free[v], b.in[v])
	}
	first := []int{-b.in[top]}
	if free != nil {
		first = append(first, free[top])
	}
	dst.AddClause(first...)
	a.quorum(w, free)
	b.quorum(w, free)
	return a, b
}
