package construct

import (
	"math/big"

	"coterie/internal/solve/lattice"
	"coterie/quorum"
)

// Proved returns the facts that theorems give about the system. Every family guarantees that its
// quorums meet as they should; for some families more is known. Nothing is known for systems nested
// from files, k-coteries and sharing structures.
func (i *Instance) Proved() quorum.Proved {
	if i.plan.proved != nil {
		p := i.plan.proved()
		p.Source = i.family.Source
		return p
	}
	kind := i.Kind()
	if !i.named() || kind != quorum.KindSystem && kind != quorum.KindGroupSystem {
		return quorum.Proved{}
	}
	for _, part := range i.plan.parts {
		if part.Proved().Meet != quorum.Holds {
			return quorum.Proved{}
		}
	}
	return quorum.Proved{Source: i.family.Source, Meet: quorum.Holds}
}

// pathsProved is the theorem of docs/theorems/paths.md: a row of horizontal edges is a smallest
// transversal, and contains no quorum.
func pathsProved(d int) quorum.Proved {
	row, straight, bent := lattice.CrossingSets(d)
	set := quorum.SetOf(row...)
	return quorum.Proved{Meet: quorum.Holds, Transversal: set, Nondominated: quorum.Fails, Dominating: set, Sharing: [2]quorum.Set{quorum.SetOf(straight...), quorum.SetOf(bent...)}}
}

// latticeProved are the theorems of docs/theorems/triangle-lattice.md and triangle-lattice-load.md:
// the coterie is nondominated, so that its smallest transversals are its smallest quorums, and a
// side is one of these; two sides share a corner alone.
func latticeProved(d int) quorum.Proved {
	side, other := lattice.BoardSides(d)
	left, right := quorum.SetOf(side...), quorum.SetOf(other...)
	return quorum.Proved{Meet: quorum.Holds, Transversal: left, Nondominated: quorum.Holds, Load: big.NewRat(2, int64(d+1)), Sharing: [2]quorum.Set{left, right}}
}
