package construct

import (
	"fmt"

	"coterie/quorum"
)

// Composition, Hierarchical and Lift make systems of these families out of systems that are given.
func Composition(outer quorum.Structure, node int, inner quorum.Structure) (quorum.Structure, error) {
	p, err := compositionPlan(given(outer), quorum.Node(node), given(inner))
	return buildGiven(compositionFamily(), p, err)
}

func Hierarchical(outer quorum.Structure, inner ...quorum.Structure) (quorum.Structure, error) {
	parts := make([]*Instance, len(inner))
	first := map[quorum.Structure]*Instance{}
	for x, s := range inner {
		if first[s] == nil {
			first[s] = given(s)
		}
		parts[x] = first[s]
	}
	p, err := hierarchicalPlan(given(outer), parts)
	return buildGiven(hierarchicalFamily(), p, err)
}

func Lift(s *quorum.System, m int) (*quorum.GroupSystem, error) {
	if err := checkRange("lift", "m", m, 2, maxGroups); err != nil {
		return nil, err
	}
	return lifted(fmt.Sprintf("lift:m=%d,of=(%s)", m, s.Name()), s, m)
}
