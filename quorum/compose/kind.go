package compose

import (
	"fmt"

	"coterie/quorum"
)

// OfKinds returns the kind of a composition from those of its parts, and its
// number of cartels, 1 unless it is a group system. outerGroups and innerGroups are
// the numbers of cartels, looked at for group systems alone.
//
//	outer             inner             composition
//	ordinary          ordinary          ordinary
//	ordinary          group, m          group, m: the outer system is lifted
//	group, m          ordinary          group, m: the inner system is lifted
//	group, m          group, m          group, m: cartel by cartel
//	k-coterie         ordinary          k-coterie
//
// Anything else is a *Error. Cartels of different numbers have no pairing. A
// group system inside a k-coterie would ask for m copies of it, whose quorums do not
// meet across. A k-coterie inside has disjoint quorums, so that the quorums of an
// outer system that share nothing but its node need not meet any more; and a
// sharing structure has quorums for each class of processes, not of its own.
func OfKinds(outer quorum.Kind, outerGroups int, inner quorum.Kind, innerGroups int) (kind quorum.Kind, groups int, err error) {
	problem := func(p Problem) error {
		return &Error{Problem: p, Node: -1, Outer: outer, Inner: inner, OuterGroups: outerGroups, InnerGroups: innerGroups}
	}
	switch {
	case outer == quorum.KindSharing:
		return "", 0, problem(OuterKind)
	case inner == quorum.KindSharing || inner == quorum.KindKCoterie:
		return "", 0, problem(InnerKind)
	case outer == quorum.KindKCoterie && inner == quorum.KindGroupSystem:
		return "", 0, problem(InnerKind)
	case outer == quorum.KindGroupSystem && inner == quorum.KindGroupSystem && outerGroups != innerGroups:
		return "", 0, problem(CartelsDiffer)
	case outer == quorum.KindGroupSystem:
		return quorum.KindGroupSystem, outerGroups, nil
	case inner == quorum.KindGroupSystem:
		return quorum.KindGroupSystem, innerGroups, nil
	default:
		return outer, 1, nil
	}
}

// kindOfAll is OfKinds for several inner systems, taken in the order of their
// nodes; outer is no sharing structure.
func kindOfAll(outer quorum.Structure, at []quorum.Structure) (kind quorum.Kind, groups int, err error) {
	kind, groups = outer.Kind(), groupsOf(outer)
	for x, s := range at {
		if s == nil {
			continue
		}
		kind, groups, err = OfKinds(kind, groups, s.Kind(), groupsOf(s))
		if err != nil {
			e := err.(*Error)
			e.Node = quorum.Node(x)
			return "", 0, e
		}
	}
	return kind, groups, nil
}

func groupsOf(s quorum.Structure) int {
	if g, ok := s.(*quorum.GroupSystem); ok {
		return g.Groups()
	}
	return 1
}

// Problem is the kind of a Error.
type Problem int

// The ways in which structures do not fit together.
const (
	NoSuchNode    Problem = iota + 1 // the outer system has no such node
	OuterKind                        // nothing can be put into a structure of that kind
	InnerKind                        // a structure of that kind cannot be put into one of the outer kind
	CartelsDiffer                    // group systems of different numbers of cartels
)

// Error says why structures have no composition.
type Error struct {
	Problem                  Problem
	Node                     quorum.Node // the outer node in question; -1 where no node is at fault
	N                        int         // the number of outer nodes, for NoSuchNode
	Outer, Inner             quorum.Kind // the kind of what has been composed so far, and of what is to be put inside
	OuterGroups, InnerGroups int         // numbers of cartels, for CartelsDiffer
}

func (e *Error) Error() string {
	at := ""
	if e.Node >= 0 {
		at = fmt.Sprintf(" for node %v", e.Node)
	}
	switch e.Problem {
	case NoSuchNode:
		return fmt.Sprintf("composition: there is no node %v; the outer system has the nodes 1..%d", e.Node, e.N)
	case OuterKind:
		return fmt.Sprintf("composition: nothing can be put into a %s", e.Outer)
	case CartelsDiffer:
		return fmt.Sprintf("composition: a group system of %d cartels%s in one of %d", e.InnerGroups, at, e.OuterGroups)
	default:
		return fmt.Sprintf("composition: a %s%s cannot be put into a %s", e.Inner, at, e.Outer)
	}
}

// Hint says what fits together.
func (e *Error) Hint() string {
	switch e.Problem {
	case CartelsDiffer:
		return "cartels are composed one by one, so both systems have as many"
	case OuterKind, InnerKind:
		return "ordinary and group systems go into each other, and ordinary ones into k-coteries"
	default:
		return ""
	}
}
