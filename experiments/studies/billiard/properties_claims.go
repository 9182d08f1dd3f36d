package billiard

import (
	"fmt"

	"coterie/experiments"
	"coterie/quorum"
)

// claimProperties judges section 5 up to Proposition 2, without the remark on rows and columns.
func claimProperties(out *experiments.Output, p propertyParameters, rows []propertyRow) {
	each := func(holds func(propertyRow) (bool, string)) experiments.Judgement {
		return experiments.ForAll(fmt.Sprintf("odd q in 3..%d", p.Sides), rows, holds)
	}
	property := func(properties ...quorum.Property) experiments.Judgement {
		return each(func(r propertyRow) (bool, string) {
			return experiments.Count(properties, r.has) == len(properties), fmt.Sprintf("q = %d: %s", r.Q, r.Reason)
		})
	}
	none := func(of func(propertyRow) exceptions) experiments.Judgement {
		return each(func(r propertyRow) (bool, string) { return of(r).Count == 0, of(r).First })
	}
	const doc, one, sites = "billiard-quorums", "section 5 and Proposition 1", "billiard-sites"
	claim(out, "agrawal-odd-side", "section 5", "q is required to be odd to maintain symmetry.",
		experiments.ForAll(fmt.Sprintf("q in 3..%d: the cells with i+j odd are symmetric if and only if q is odd", p.Sides),
			experiments.Numbers(3, p.Sides), func(q int) (bool, string) {
				broken, where := asymmetric(q)
				return broken == (q%2 == 0), where
			}))
	claim(out, "agrawal-path-cells", "section 5", "Each broken billiard path in the q × q modified grid contains q sites.",
		none(func(r propertyRow) exceptions { return r.PathLength }))
	claim(out, "agrawal-site-count", "section 5",
		"The modified grid of side q = 2t+1 contains N = t(t+1) + (t+1)t = 2t(t+1) = (q²-1)/2 cells, by counting alternate rows.",
		each(func(r propertyRow) (bool, string) {
			t := (r.Q - 1) / 2
			return r.OddRows == (t+1)*t && r.EvenRows == t*(t+1) && r.Cells == 2*t*(t+1) && 2*r.Cells == r.Q*r.Q-1 && r.Cells == r.N,
				fmt.Sprintf("q = %d: %d + %d cells", r.Q, r.OddRows, r.EvenRows)
		}))
	claim(out, "agrawal-quorum-size", one, "N = (q²-1)/2 implies q = ⌈√2·√N⌉, the size of the billiard quorums.",
		each(func(r propertyRow) (bool, string) {
			return r.Least == r.Q && r.Greatest == r.Q && r.root() == r.Q,
				fmt.Sprintf("q = %d: sizes %d to %d, ⌈√2·√N⌉ = %d", r.Q, r.Least, r.Greatest, r.root())
		}).Proved(doc))
	claim(out, "agrawal-proposition-1-intersection", one, "Any two of the billiard quorums intersect.", property(quorum.Intersection).Proved(doc))
	claim(out, "agrawal-proposition-1-uniqueness", one, "Each site is assigned a unique billiard quorum.", property(quorum.Uniqueness).Proved(doc))
	claim(out, "agrawal-proposition-1-equal-effort", "Proposition 1", "Billiard quorums satisfy the equal effort property.",
		property(quorum.EqualEffort).Proved(doc))
	claim(out, "agrawal-proposition-1-inclusion", "Proposition 1", "Billiard quorums satisfy the inclusion property.",
		property(quorum.Inclusion).Proved(doc))
	claim(out, "agrawal-coterie", "section 5", "The billiard quorums are a coterie.", property(quorum.Intersection, quorum.Minimality).Proved(doc))
	claim(out, "agrawal-boundary-responsibility", "section 5", "Sites near the boundary participate in fewer quorums than sites close to the center.",
		experiments.ButFor("q = 3", propertyRow.of3, "for q >= 5: the sites of the grid of side 3 are all in one ring",
			experiments.Every(fmt.Sprintf("odd q in 3..%d: sites of the boundary and of the innermost ring", p.Sides)),
			experiments.Every(fmt.Sprintf("odd q in 5..%d: sites of the boundary and of the innermost ring", p.Sides)), rows, propertyRow.boundaryBelowCentre).Proved(doc))
	out.Claim("ours-billiard-rings", experiments.BeyondThePaper, "after Agrawal, Eğecioğlu, El Abbadi 1997, section 5",
		"Of two sites the one nearer to the boundary participates in fewer billiard quorums.",
		experiments.HoldsUnderReading("ring by ring: the least, the mean and the greatest responsibility of the sites at one distance from the boundary "+
			"grow with that distance; single sites need not",
			each(propertyRow.nearerIsFewer), each(propertyRow.ringsGrow).Proved(doc)))
	claim(out, "agrawal-proposition-2-1", "Proposition 2.1", "The site assigned to cell (i,j) is n = ((i-1)q+j)/2.",
		none(func(r propertyRow) exceptions { return r.SiteOfCell }).Proved(sites))
	claim(out, "agrawal-proposition-2-2", "Proposition 2.2", "Site n is at (i,j) with j = 2n (mod q), q instead of 0, and i = 1+(2n-j)/q.",
		none(func(r propertyRow) exceptions { return r.CellOfSite }).Proved(sites))
	claim(out, "agrawal-equations-1", "section 5, equations (1)",
		"The neighbours of a cell to the NE, SE, SW and NW have its site number less (q-1)/2, plus (q+1)/2, plus (q-1)/2, less (q+1)/2.",
		none(func(r propertyRow) exceptions { return r.Neighbours }).Proved(sites))
}

// asymmetric reports whether some symmetry of the square moves a cell with i+j odd, counted from 0,
// to a cell that is left out, and which cell.
func asymmetric(q int) (broken bool, where string) {
	for i := range q {
		for j := range q {
			if (i+j)%2 == 0 {
				continue
			}
			r, c := q-1-i, q-1-j
			for _, image := range []gridCell{{i, c}, {r, j}, {j, i}, {c, r}, {j, r}, {c, i}, {r, c}} {
				if (image.Row+image.Column)%2 == 0 {
					return true, fmt.Sprintf("q = %d: cell %v goes to %v", q, gridCell{i, j}, image)
				}
			}
		}
	}
	return false, fmt.Sprintf("q = %d: symmetric", q)
}

func (r propertyRow) of3() bool { return r.Q == 3 }

// nearerIsFewer judges the words: of two sites, the site nearer to the boundary is in fewer
// quorums.
func (r propertyRow) nearerIsFewer() (bool, string) {
	for k, b := range r.Rings[1:] {
		if a := r.Rings[k]; a.Greatest >= b.Least {
			return false, fmt.Sprintf("q = %d: cell %v at distance %d is in %d quorums, cell %v at distance %d in %d",
				r.Q, a.GreatestCell, a.Ring, a.Greatest, b.LeastCell, b.Ring, b.Least)
		}
	}
	return true, ""
}

func (r propertyRow) ringsGrow() (bool, string) {
	for k, b := range r.Rings[1:] {
		a := r.Rings[k]
		if a.Least >= b.Least || a.Greatest >= b.Greatest || a.Sum*b.Cells >= b.Sum*a.Cells {
			return false, fmt.Sprintf("q = %d: rings %d and %d", r.Q, a.Ring, b.Ring)
		}
	}
	return true, ""
}

func (r propertyRow) boundaryBelowCentre() (bool, string) {
	first, last := r.boundary(), r.centre()
	return first.Greatest < last.Least, fmt.Sprintf("q = %d: %d on the boundary, %d in the innermost ring", r.Q, first.Greatest, last.Least)
}
