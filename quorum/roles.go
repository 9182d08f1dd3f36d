package quorum

import "fmt"

// Roles are what the groups of a group system are for, such as reads and writes, in the order of
// its cartels; nil where they have no roles, or none that are known. Only names of systems tell
// them (construct.RolesOf): the quorums do not.
type Roles []string

// ReadsAndWrites are the roles of a read/write system.
func ReadsAndWrites() Roles { return Roles{"reads", "writes"} }

// Cartel is what a cartel is called: "reads (cartel 1)", or "cartel 1" without roles.
func (r Roles) Cartel(i Index) string {
	if int(i) < len(r) {
		return fmt.Sprintf("%s (cartel %v)", r[i], i)
	}
	return "cartel " + i.String()
}

// Quorums is what the quorums of a cartel are called in a sentence: "the reads", or "cartel 1".
func (r Roles) Quorums(i Index) string {
	if int(i) < len(r) {
		return "the " + r[i]
	}
	return "cartel " + i.String()
}
