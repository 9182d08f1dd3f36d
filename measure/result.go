package measure

import "coterie/quorum"

// Domination says whether a coterie or a group quorum system is dominated.
type Domination struct {
	// Witness shows that the system is dominated: it is a set that meets every quorum of all the
	// other cartels (of an ordinary system: every quorum) and contains none of cartel Cartel. Empty
	// where the system is nondominated.
	Witness quorum.Set
	Cartel  quorum.Index // 0 for an ordinary system
	Method  string       // how it was decided: "sat", "counting", ...
}

// Dominated reports whether there is a witness.
func (d Domination) Dominated() bool { return !d.Witness.Empty() }
