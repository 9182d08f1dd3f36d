package construct

import "coterie/quorum"

// Roles returns the roles of the groups of the system. They are reads and writes for a monotone
// expression, for the families that are made for reads and writes, for a file that says so, and for
// compositions of these with ordinary systems, whose quorums serve both. Roles returns nil for
// every other system, such as the systems for Joung's groups, where all groups are alike.
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
