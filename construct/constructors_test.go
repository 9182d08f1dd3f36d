package construct

import (
	"context"
	"errors"
	"fmt"

	"coterie/quorum"
)

// Composition, Hierarchical, Lift and Truncated make systems of these families out of systems that
// are given.
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

func Truncated(s quorum.Structure, n int, mode TruncateMode, onto int) (quorum.Structure, error) {
	p, err := truncatedPlan(given(s), n, mode, quorum.Node(onto))
	return buildGiven(truncatedFamily(), p, err)
}

// given is a structure as an instance, so that exported functions share the plans of specs. Its
// spec is its name, which need not be one that Parse reads.
func given(s quorum.Structure) *Instance {
	f := Family{Name: s.Name(), Kind: s.Kind()}
	p := &plan{n: s.N(), shape: func(context.Context) (Shape, error) { return countedShape("counted", s), nil }}
	p.build = func(context.Context, string, int) (quorum.Structure, error) { return s, nil }
	count, entries := 0, 0
	if s.Kind() != quorum.KindSharing {
		cartels := cartelsOf(s)
		p.groups = len(cartels)
		for _, c := range cartels {
			count += c.Len()
			entries += c.Incidences()
			_, greatest := c.Sizes()
			p.largest = max(p.largest, greatest)
		}
	}
	p.quorums, p.entries = constantCount(count), constantCount(entries)
	return &Instance{f, p}
}

// buildGiven builds a plan over given structures, for its exported function.
func buildGiven(f Family, p *plan, err error) (quorum.Structure, error) {
	if err != nil {
		return nil, err
	}
	i := &Instance{f, p}
	s, err := p.build(context.Background(), i.Spec(), quorum.DefaultMaxQuorums)
	if errors.Is(err, errMore) {
		return nil, &quorum.TooManyError{Spec: i.Spec(), Limit: quorum.DefaultMaxQuorums}
	}
	return s, err
}
