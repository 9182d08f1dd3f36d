package construct

import (
	"math/big"
	"slices"

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
// transversal, and contains no quorum; the first row and the first column share one node with the
// quorum that turns away from it at both.
func pathsProved(d int) quorum.Proved {
	row := make([]int, d+1) // the first nodes of the layout
	for v := range row {
		row[v] = v
	}
	set := quorum.SetOf(row...)
	straight, bent := slices.Clone(row), []int{0, d + 1} // by horizontal edges, but for node d+1
	for i := 1; i <= d; i++ {
		straight = append(straight, i*(2*d+1))    // the first of row i
		bent = append(bent, 2*d+1+i, i*(2*d+1)+1) // those of row 1, and the second of row i
	}
	slices.Sort(bent)
	return quorum.Proved{
		Meet: quorum.Holds, Transversal: set, Nondominated: quorum.Fails, Dominating: set,
		Sharing: [2]quorum.Set{quorum.SetOf(straight...), quorum.SetOf(slices.Compact(bent)...)},
	}
}

// latticeProved are the theorems of docs/theorems/triangle-lattice.md and triangle-lattice-load.md:
// the coterie is nondominated, so that its smallest transversals are its smallest quorums, and a
// side is one of these; two sides share a corner alone.
func latticeProved(d int) quorum.Proved {
	side, other := make([]int, d), make([]int, d)
	for row := range side {
		side[row] = row * (row + 1) / 2
		other[row] = side[row] + row
	}
	left, right := quorum.SetOf(side...), quorum.SetOf(other...)
	return quorum.Proved{
		Meet: quorum.Holds, Transversal: left, Nondominated: quorum.Holds, Load: big.NewRat(2, int64(d+1)),
		Sharing: [2]quorum.Set{left, right},
	}
}
