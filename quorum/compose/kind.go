package compose

import (
	"fmt"

	"coterie/quorum"
)

// OfKinds returns the kind of a composition, given the kinds of its parts, and its number of
// cartels, which is 1 unless it is a group system. outerGroups and innerGroups are the numbers of
// cartels of the parts; they count for group systems alone.
//
//	outer             inner             composition
//	ordinary          ordinary          ordinary
//	ordinary          group, m          group, m: the outer system is lifted
//	group, m          ordinary          group, m: the inner system is lifted
//	group, m          group, m          group, m: cartel by cartel
//	k-coterie         ordinary          k-coterie
//
// Anything else is a *quorum.InputError. Cartels of different numbers have no pairing. A group
// system inside a k-coterie would ask for m copies of it, whose quorums do not meet across. A
// k-coterie inside has disjoint quorums, so that the quorums of an outer system that share nothing
// but its node need not meet any more; and a sharing structure has quorums for each class of
// processes, but none of its own.
func OfKinds(outer quorum.Kind, outerGroups int, inner quorum.Kind, innerGroups int) (kind quorum.Kind, groups int, err error) {
	return ofKinds(outer, outerGroups, inner, innerGroups, "")
}

const kindsAdvice = "ordinary and group systems go into each other, and ordinary ones into k-coteries"

func intoNothing(outer quorum.Kind) error {
	return quorum.Bad("", fmt.Sprintf("composition: nothing can be put into a %s", outer), kindsAdvice)
}

// ofKinds is OfKinds; at names the node of the inner system in errors, as in " for node 3".
func ofKinds(outer quorum.Kind, outerGroups int, inner quorum.Kind, innerGroups int, at string) (kind quorum.Kind, groups int, err error) {
	switch {
	case outer == quorum.KindSharing:
		return "", 0, intoNothing(outer)
	case inner == quorum.KindSharing, inner == quorum.KindKCoterie, outer == quorum.KindKCoterie && inner == quorum.KindGroupSystem:
		return "", 0, quorum.Bad("", fmt.Sprintf("composition: a %s%s cannot be put into a %s", inner, at, outer), kindsAdvice)
	case outer == quorum.KindGroupSystem && inner == quorum.KindGroupSystem && outerGroups != innerGroups:
		return "", 0, quorum.Bad("", fmt.Sprintf("composition: a group system of %d cartels%s in one of %d", innerGroups, at, outerGroups),
			"cartels are composed one by one, so both systems have as many")
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
		kind, groups, err = ofKinds(kind, groups, s.Kind(), groupsOf(s), fmt.Sprintf(" for node %v", quorum.Node(x)))
		if err != nil {
			return "", 0, err
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
