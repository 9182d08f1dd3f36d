package forms

import (
	"math/big"

	"coterie/quorum"
)

// Alike returns the facts about a system in which every node is in as many quorums, of one size. A
// transversal with fewer nodes than that contains no quorum, so that it shows the system to be
// dominated; it may be empty if none is known.
func Alike(n, size int, transversal quorum.Set) func() quorum.Proved {
	return func() quorum.Proved {
		p := quorum.Proved{Meet: quorum.Holds, Transversal: transversal, Load: big.NewRat(int64(size), int64(n))}
		if !transversal.Empty() && transversal.Len() < size {
			p.Nondominated, p.Dominating = quorum.Fails, transversal
		}
		return p
	}
}

// CrossesProved returns the facts about the unions of so many rows and columns of a grid.
func CrossesProved(rows, columns, down, across, size int, transversal quorum.Set) func() quorum.Proved {
	return func() quorum.Proved {
		p := Alike(rows*columns, size, transversal)()
		p.Survival = func() []*big.Int { return CrossSurvival(rows, columns, down, across) }
		return p
	}
}
