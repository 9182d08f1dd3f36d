package construct

import (
	"slices"

	"coterie/quorum"
)

// maxFormulaNodes bounds the systems for which formulas are made: a formula takes some hundred
// bytes for each node.
const maxFormulaNodes = 1 << 17

// Formulas returns a formula for each cartel, one for an ordinary system, whose minimal sets are
// its quorums; nil if the family has none, or more than 2^17 nodes. Nothing is listed. They are
//
//	majority, weighted, gifford,     votes over the nodes
//	k-majority, uniform-arbiter
//	singleton                        its centre
//	k-singleton                      "or" over its first k nodes
//	product                          "and" over those of its parts
//	wall, wheel, triangle            row by row from the top, see forms.Wall
//	tree                             node by node: the root has D-1 votes of a quota of D, each subtree one
//	read-write-grid                  reads: "and" over the columns of "or" over their nodes; writes: that, and
//	                                 "or" over the columns of "and" over theirs
//	lift                             that of the system lifted, m times
//	composition, hierarchical,       that of the outer system with those of the inner ones for its nodes
//	disjoint
//	truncated, mode=merge            that of the system with one node for the others
//
// and all but the writes of grids and truncated systems are read-once if the formulas of their
// parts are.
//
// Merging nodes by a map φ replaces v by φ(v): a set W contains an image φ(Q) iff φ⁻¹(W) contains Q
// (see truncatedPlan).
func (i *Instance) Formulas() []quorum.Formula {
	if i.plan.formulas == nil || i.plan.n > maxFormulaNodes {
		return nil
	}
	return i.plan.formulas()
}

// Disjoint returns, for a k-coterie and 1 <= h <= k, the formula of the sets of nodes that contain
// h pairwise disjoint quorums; ok is false if none is known, or there are more than 2^17 nodes.
func (i *Instance) Disjoint(h int) (f quorum.Formula, ok bool) {
	if i.plan.disjoint == nil || i.plan.n > maxFormulaNodes {
		return quorum.Formula{}, false
	}
	list := i.plan.disjoint(h)
	if list == nil {
		return quorum.Formula{}, false
	}
	return list[0], true
}

// Live returns the count of live sets of the family, or nil; see quorum.Origin.
func (i *Instance) Live() quorum.LiveCount { return i.plan.live }

func (c *composing) formulas() []quorum.Formula { return c.composed(c.outer.Formulas()) }

// disjoint puts the inner systems into the formula of the outer k-coterie. Their quorums have to
// meet: then disjoint quorums of the composition come from disjoint quorums of the outer system.
// It returns nil if that, or a formula, is not known.
func (c *composing) disjoint(h int) []quorum.Formula {
	if c.outer.plan.disjoint == nil || slices.ContainsFunc(c.inner, func(i *Instance) bool { return i.Proved().Meet != quorum.Holds }) {
		return nil
	}
	return c.composed(c.outer.plan.disjoint(h))
}

// composed puts the formulas of the inner systems into formulas of the outer one; nil where one is
// missing.
func (c *composing) composed(outer []quorum.Formula) []quorum.Formula {
	inner := make([][]quorum.Formula, len(c.inner))
	if outer == nil {
		return nil
	}
	for k, i := range c.inner {
		if inner[k] = i.Formulas(); inner[k] == nil {
			return nil
		}
	}
	first := make([]int, c.outer.N()+1) // the first node of the composition for each outer node
	for v := range c.outer.N() {
		first[v+1] = first[v] + 1
		if k := c.at(v); k >= 0 {
			first[v+1] = first[v] + c.inner[k].N()
		}
	}
	composed := make([]quorum.Formula, c.groups)
	for i := range composed {
		composed[i] = outer[min(i, len(outer)-1)].Substituted(func(v int) quorum.Formula {
			k := c.at(v)
			if k < 0 {
				return quorum.Leaf(first[v])
			}
			in := inner[k][min(i, len(inner[k])-1)]
			return in.Substituted(func(h int) quorum.Formula { return quorum.Leaf(first[v] + h) })
		}).Over(first[c.outer.N()])
	}
	return composed
}

func (t *truncating) formulas() []quorum.Formula {
	of := t.of.Formulas()
	if t.mode != Merge || of == nil {
		return nil
	}
	merged := make([]quorum.Formula, len(of))
	for i, f := range of {
		merged[i] = f.Substituted(func(v int) quorum.Formula {
			if v >= t.n {
				v = int(t.onto)
			}
			return quorum.Leaf(v)
		}).Over(t.n)
	}
	return merged
}
