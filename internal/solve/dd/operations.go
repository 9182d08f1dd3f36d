package dd

// And returns the sets that are in both.
func (s *Store) And(a, b Ref) Ref { return s.apply(opAnd, a, b) }

// Or returns the sets that are in one of the two.
func (s *Store) Or(a, b Ref) Ref { return s.apply(opOr, a, b) }

// Minus returns the sets of a that are not in b.
func (s *Store) Minus(a, b Ref) Ref { return s.apply(opMinus, a, b) }

// apply costs a few look-ups for each pair of a part of a and a part of b.
func (s *Store) apply(op operation, a, b Ref) Ref {
	if op != opMinus && a > b {
		a, b = b, a
	}
	all := Ref(-1) // the diagram with every set, if there is one
	if s.rule == BDD {
		all = One
	}
	switch {
	case s.err != nil:
		return Zero
	case op == opMinus && (a == b || b == all):
		return Zero
	case a == b, op == opMinus && b == Zero:
		return a
	case a == Zero && op == opOr, a == all && op == opAnd:
		return b
	case a == Zero, a == all && op == opOr:
		return a
	}
	if out, ok := s.known(op, a, b); ok {
		return out
	}
	level := min(s.nodes[a].level, s.nodes[b].level)
	a0, a1 := s.At(a, level)
	b0, b1 := s.At(b, level)
	lo := s.apply(op, a0, b0)
	return s.keep(op, a, b, s.Node(level, lo, s.apply(op, a1, b1)))
}

// Dual returns the sets whose complement is not in f, in a BDD store: with a node they are those
// whose rest, complemented, is not in f without the node.
func (s *Store) Dual(f Ref) Ref {
	switch {
	case s.rule != BDD:
		panic("dd: Dual of a ZDD")
	case s.err != nil:
		return Zero
	case f <= One:
		return One - f
	}
	if out, ok := s.known(opDual, f, f); ok {
		return out
	}
	x := s.nodes[f]
	lo := s.Dual(x.hi)
	out := s.Node(x.level, lo, s.Dual(x.lo))
	s.keep(opDual, out, out, f)
	return s.keep(opDual, f, f, out)
}

// Avoid returns the sets of a that contain no set of b, which is an antichain, in a ZDD store.
func (s *Store) Avoid(a, b Ref) Ref {
	switch {
	case s.rule != ZDD:
		panic("dd: Avoid of a BDD")
	case s.err != nil, a == b, b == One:
		return Zero
	case a == Zero, a == One:
		return a
	}
	for b != Zero && s.nodes[b].level < s.nodes[a].level { // no set of a has that level
		b = s.nodes[b].lo
	}
	switch {
	case b == Zero:
		return a
	case a == b, b == One:
		return Zero
	}
	if out, ok := s.known(opAvoid, a, b); ok {
		return out
	}
	x := s.nodes[a]
	b0, b1 := s.At(b, x.level)
	// A set with the level contains one of b iff the rest contains one of b0 or of b1.
	lo := s.Avoid(x.lo, b0)
	return s.keep(opAvoid, a, b, s.Node(x.level, lo, s.Avoid(s.Avoid(x.hi, b0), b1)))
}
