package construct

import "coterie/quorum"

// Roles returns the roles of the groups of the system: reads and writes for a monotone expression,
// for the families that are made for them, for a file that says so, and for what is composed of
// them and ordinary systems, which stand for their own reads and writes; nil for every other one,
// such as those of Joung's groups, each of which is as good as the other.
func (i *Instance) Roles() quorum.Roles {
	switch {
	case i.family.readWrite:
		return quorum.ReadsAndWrites()
	case i.family.Kind != "": // the others have the kind of the systems that they are made from
		return i.plan.roles
	}
	var roles quorum.Roles
	for _, part := range i.plan.parts {
		if part.Kind() == quorum.KindSystem {
			continue
		}
		if roles = part.Roles(); roles == nil {
			return nil
		}
	}
	return roles
}

// withRoles gives a listed system the roles of the instance.
func (i *Instance) withRoles(s quorum.Structure, err error) (quorum.Structure, error) {
	g, ok := s.(*quorum.GroupSystem)
	if roles := i.Roles(); err == nil && ok && roles != nil {
		return g.WithRoles(roles), nil
	}
	return s, err
}
