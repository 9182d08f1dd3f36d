package quorum

import "fmt"

// Roles are the purposes of the groups of a group system, such as reads and writes, in the order of
// its cartels; nil where the groups have no roles. A value and a file carry them
// (GroupSystem.Roles): neither the quorums nor a name tell them.
type Roles []string

// ReadsAndWrites are the roles of a read/write system, and the only ones that files hold.
func ReadsAndWrites() Roles { return Roles{"reads", "writes"} }

// RolesOf returns the roles of the cartels of a group system; nil for any other structure.
func RolesOf(s Structure) Roles {
	if g, ok := s.(*GroupSystem); ok {
		return g.roles
	}
	return nil
}

// Cartel returns the name of a cartel: "reads (cartel 1)", or "cartel 1" without roles.
func (r Roles) Cartel(i Index) string {
	if int(i) < len(r) {
		return fmt.Sprintf("%s (cartel %v)", r[i], i)
	}
	return "cartel " + i.String()
}

// Quorums returns the name of the quorums of a cartel in a sentence: "the reads", or "cartel 1".
func (r Roles) Quorums(i Index) string {
	if int(i) < len(r) {
		return "the " + r[i]
	}
	return "cartel " + i.String()
}
