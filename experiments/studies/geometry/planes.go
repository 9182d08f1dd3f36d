package geometry

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/picture/plot"
	"coterie/planes"
	"coterie/search"
	"coterie/search/latin"
)

type planeParameters struct {
	Orders  int `json:"orders"`  // orders from 1 to this
	Build   int `json:"build"`   // planes of prime-power order up to this are built and verified
	Compare int `json:"compare"` // orders from 1 to this at which the printed theorem is compared with the general one
	Decide  int `json:"decide"`  // orders from 1 to this are decided by SAT alone
	Squares int `json:"squares"` // sides from 2 to this at which two orthogonal Latin squares are looked for
}

// planeRow holds the results for one order.
type planeRow struct {
	Order  int `csv:"order" doc:"q"`
	A      int `csv:"a" doc:"least a with q = a² + b²; empty: there is none"`
	B      int `csv:"b" doc:"the b that belongs to a"`
	IsSum  bool
	Built  bool   // listed here
	Flaw   string // the broken axiom, if any
	Answer string `csv:"sat" doc:"the answer of a SAT solver to the incidence matrix in standard form, without any theorem: found or proven-absent; empty: not asked"`
	By     string
}

func (r planeRow) verdict() bounds.PlaneVerdict { return bounds.PlaneOrder(r.Order) }
func (r planeRow) isSum() bool                  { return r.IsSum }
func (r planeRow) built() bool                  { return r.Built }
func (r planeRow) verified() bool               { return r.Built && r.Flaw == "" }
func (r planeRow) decided() bool                { return r.Answer != "" }

// squareRow holds the results for two orthogonal Latin squares of a side.
type squareRow struct {
	Side  int    `csv:"side" doc:"q"`
	Found bool   `csv:"exist" doc:"there are two orthogonal Latin squares of side q: four groups reach degree q on q² nodes"`
	By    string `csv:"by" doc:"how they were found here, or what excludes them"`
	Nodes int    // of their net, as a group quorum system with four cartels; 0 without squares
}

// PlaneExistence returns the study plane-existence.
func PlaneExistence() experiments.Study {
	return experiments.NewStudy(experiments.Spec[planeParameters]{
		Name:  "plane-existence",
		Title: "Orders of projective planes: which exist, which are excluded, which are open",
		Doc: "For every order q: whether a projective plane of order q exists (q is a prime power: the plane is built over GF(q) and its axioms are " +
			"verified from its list of lines), is excluded by the theorem of Bruck and Ryser, is excluded by the computation of Lam, Thiel and " +
			"Swiercz (order 10, cited and not repeated here), or is open. Maekawa's printed form of the theorem is compared with the general " +
			"theorem of Bruck, Ryser and Chowla, which is decided by Hilbert symbols. The least orders are also decided by SAT alone, from the " +
			"incidence matrix in standard form. A plane of order q is q-1 mutually orthogonal Latin squares of side q; whether there are two of " +
			"them, that is, four groups of degree q on q² nodes, is decided for the least sides.",
		Default: planeParameters{Orders: 100, Build: 100, Compare: 1000, Decide: 6, Squares: 14},
		Full:    &planeParameters{Orders: 512, Build: 169, Compare: 20_000, Decide: 7, Squares: 22},
		Declare: declarePlanes,
	})
}

func declarePlanes(out *experiments.Output, p planeParameters) {
	rows := experiments.Compute(out, "orders", experiments.Numbers(1, p.Orders), func(ctx context.Context, q int) (planeRow, error) {
		return planeAt(ctx, p, q)
	})
	experiments.Table(out, "plane-existence", rows,
		"order",
		experiments.Ints("points", "nodes", "q²+q+1", func(r planeRow) int { return bounds.PlanePoints(r.Order) }),
		experiments.Ints("k", "nodes", "q+1, the size of a line", func(r planeRow) int { return r.Order + 1 }),
		experiments.Texts("status", "", "exists, degenerate (order 1), excluded-by-theorem, excluded-by-computation or open",
			func(r planeRow) string { return string(r.verdict().Status) }),
		experiments.Ints("prime", "", "the prime of which q is a power; empty: none",
			func(r planeRow) int { return r.verdict().Prime }).NonZero(),
		experiments.If(planeRow.isSum, "a", "b"),
		experiments.Bools("verified", "", "the plane was built here and its lines satisfy the axioms; empty: not built",
			planeRow.verified).If(planeRow.built),
		"sat",
		experiments.Texts("by", "", "why", func(r planeRow) string { return r.verdict().Reason }),
		experiments.Texts("source", "", "where the argument comes from", func(r planeRow) string { return r.verdict().Source }))

	counts := experiments.Table(out, "counts", tallies(rows),
		"order", "exists", "excluded",
		experiments.Ints("open", "orders", "for how many it is not known", func(t tally) int { return t.order - t.exists - t.excluded }))
	out.Plot("counts", "Orders up to q for which a projective plane exists, does not, or may",
		plot.Linear("order q", plot.NoUnit), plot.Linear("number of orders up to q", plot.NoUnit),
		counts.Scatter("exists (1 or a prime power)", "order", "exists"),
		counts.Scatter("excluded (Bruck-Ryser; 10)", "order", "excluded"),
		counts.Scatter("open", "order", "open"))

	squares := experiments.Compute(out, "squares", experiments.Numbers(2, p.Squares), squaresOf)
	experiments.Table(out, "squares", squares,
		"side",
		experiments.Ints("nodes", "nodes", "q²", func(r squareRow) int { return r.Side * r.Side }),
		experiments.Bools("prime_power", "", "q is a power of a prime", func(r squareRow) bool { return gf.IsPrimePower(r.Side) }),
		"exist", "by")
	foundPlanes(out, p, rows, squares)
	claimPlanes(out, p, rows)
	claimSearches(out, p, rows, squares)
}

// planeAt lists the plane of an order, and searches for one by SAT.
func planeAt(ctx context.Context, p planeParameters, q int) (planeRow, error) {
	row := planeRow{Order: q}
	row.A, row.B, row.IsSum = bounds.SumOfTwoSquares(q)
	if q <= p.Decide {
		r, err := latin.Plane(ctx, q, latin.Options{Method: "sat"})
		if err := decided(ctx, r, err); err != nil {
			return row, fmt.Errorf("order %d: %w", q, err)
		}
		row.Answer, row.By = string(r.Verdict), r.UpperBy
		if r.Verdict == search.ProvenAbsent {
			row.By = r.LowerBy
		}
	}
	if q > p.Build || !row.verdict().Exists() {
		return row, nil
	}
	plane := experiments.Must(planes.NewProjective(ctx, q))
	row.Built = true
	var broken *planes.AxiomError
	if err := plane.Verify(ctx); errors.As(err, &broken) {
		row.Flaw = broken.Error()
	} else if err != nil {
		return row, err
	} else if plane.Points() != bounds.PlanePoints(q) || plane.LineSize() != q+1 {
		row.Flaw = fmt.Sprintf("%d points, %d on a line", plane.Points(), plane.LineSize())
	}
	return row, nil
}

// squaresOf looks for two orthogonal Latin squares of a side.
func squaresOf(ctx context.Context, side int) (squareRow, error) {
	r, err := latin.Mols(ctx, side, 2, latin.Options{})
	if err := decided(ctx, r, err); err != nil {
		return squareRow{}, fmt.Errorf("side %d: %w", side, err)
	}
	if r.Verdict == search.Found {
		return squareRow{side, true, r.LowerBy, r.System.N()}, nil
	}
	return squareRow{Side: side, By: r.UpperBy}, nil
}

// decided returns an error that says why a search has no answer, nil if it has one.
func decided(ctx context.Context, r *search.Result, err error) error {
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case r.Verdict == search.Unknown:
		return fmt.Errorf("no answer: %s", r.StoppedBy)
	}
	return nil
}

// tally counts the orders up to a given order.
type tally struct {
	order    int `csv:"order" doc:"q"`
	exists   int `csv:"exists,orders" doc:"how many orders from 1 to q have a plane, the degenerate one of order 1 among them"`
	excluded int `csv:"excluded,orders" doc:"how many have none"`
}

func tallies(rows []planeRow) []tally {
	var t tally
	return experiments.Flat(rows, func(r planeRow) []tally {
		t.order = r.Order
		switch {
		case r.verdict().Exists():
			t.exists++
		case r.verdict().Excluded():
			t.excluded++
		}
		return []tally{t}
	})
}

// excludedAsPrinted judges the condition of section 7 word for word: k-1 or k-2 is divisible by 4,
// and there are no nonnegative integers with a² + b² = k. It tries them all, and shares no code
// with bounds.
func excludedAsPrinted(k int) bool {
	if (k-1)%4 != 0 && (k-2)%4 != 0 {
		return false
	}
	for a := 0; a*a <= k; a++ {
		for b := 0; a*a+b*b <= k; b++ {
			if a*a+b*b == k {
				return false
			}
		}
	}
	return true
}

const maekawa = "Maekawa 1985"

func claimPlanes(out *experiments.Output, p planeParameters, rows []planeRow) {
	out.Claim("maekawa-prime-power-plane", maekawa, "section 3",
		"There is a finite projective plane of order k, with k(k+1)+1 points, if k is a power of a prime.",
		experiments.ForAll(fmt.Sprintf("prime powers k up to %d, each plane listed", min(p.Build, p.Orders)),
			experiments.Keep(rows, func(r planeRow) bool { return r.Order <= p.Build && gf.IsPrimePower(r.Order) }),
			func(r planeRow) (bool, string) {
				k := r.Order
				return r.verified() && bounds.PlanePoints(k) == k*(k+1)+1, fmt.Sprintf("k = %d: %s", k, r.Flaw)
			}))
	if out.Stopped() {
		return
	}
	orders := experiments.Numbers(1, p.Compare)
	out.Claim("maekawa-bruck-ryser", maekawa, "section 7",
		"The theorem of Bruck and Ryser says that there is no plane of order k if k-1 or k-2 is divisible by 4 and k is not the sum of two squares.",
		experiments.ForAll(fmt.Sprintf("orders 1..%d: the printed condition against the theorem of Bruck, Ryser and Chowla", p.Compare), orders,
			func(k int) (bool, string) {
				printed, power := excludedAsPrinted(k), gf.IsPrimePower(k)
				excluded, _ := experiments.Must2(bounds.BruckRyserChowla(k*k+k+1, k+1, 1))
				return printed == excluded && !(printed && power),
					fmt.Sprintf("k = %d: excluded as printed: %t; by the theorem: %t; prime power: %t", k, printed, excluded, power)
			}).Proved("bruck-ryser"))
	out.Claim("maekawa-no-plane", maekawa, "section 7, Method 1",
		"If K-1 is not a power of a prime, there may be no projective plane of order K-1.",
		experiments.JudgeExists(experiments.Every(fmt.Sprintf("orders 2..%d that are no prime powers", p.Compare)), slices.Values(orders),
			func(k int) (bool, string) {
				excluded, reason, err := bounds.BruckRyserChowla(k*k+k+1, k+1, 1)
				return err == nil && k > 1 && !gf.IsPrimePower(k) && excluded, fmt.Sprintf("K-1 = %d: %s", k, reason)
			}))
}

// claimSearches judges by search the papers' statements that follow from theorems.
func claimSearches(out *experiments.Output, p planeParameters, rows []planeRow, squares []squareRow) {
	out.ClaimAgain("maekawa-prime-power-plane", "maekawa-planes-by-search", maekawa, "sections 3 and 7",
		"There is a plane of order k if k is a power of a prime, and none if the theorem of Bruck and Ryser excludes it.",
		experiments.ForAll(fmt.Sprintf("orders 1..%d, each decided by SAT from its incidence matrix alone", min(p.Decide, p.Orders)),
			experiments.Keep(rows, planeRow.decided), func(r planeRow) (bool, string) {
				found := r.Answer == string(search.Found)
				return (!gf.IsPrimePower(r.Order) || found) && !(excludedAsPrinted(r.Order) && found),
					fmt.Sprintf("k = %d: %s, %s", r.Order, r.Answer, r.By)
			}))
	// Joung means the construction that he cites, on an affine plane, whose q+1 classes of lines
	// are the cartels. Whether fewer groups need as much is a question of our own.
	out.Claim("joung-optimal-needs-prime-power", "Joung 2003", "section 3, after Lemma 3.2",
		"To reach the optimal degree √n, n must be p^(2c) for a prime p.",
		experiments.HoldsUnderReading("for as many groups as an affine plane has classes of lines, √n + 1, as the next sentence says that the construction "+
			"works on one of order p^c: such a system is an affine plane of order √n; fewer groups reach √n for other n, too",
			experiments.ForAll(fmt.Sprintf("n = q², q in 2..%d, m = 4: degree q is two orthogonal Latin squares of side q, which are found or refuted", p.Squares),
				squares, func(r squareRow) (bool, string) {
					return !r.Found || gf.IsPrimePower(r.Side),
						fmt.Sprintf("n = %d: four groups have degree %d, and %d is no power of a prime; %s", r.Nodes, r.Side, r.Nodes, r.By)
				}),
			experiments.ForAll(fmt.Sprintf("m = q+1, n = q², q in 2..%d: planes of order q, each decided by SAT", min(p.Decide, p.Orders)),
				experiments.Keep(rows, func(r planeRow) bool { return r.decided() && r.Order > 1 }), func(r planeRow) (bool, string) {
					return r.Answer != string(search.Found) || gf.IsPrimePower(r.Order), fmt.Sprintf("order %d: %s", r.Order, r.Answer)
				})))
	out.Claim("ours-degree-36", experiments.BeyondThePaper, "after Joung 2003, section 3",
		"Four groups on 36 nodes do not reach the degree √36 = 6.",
		experiments.ForAll("n = 36, m = 4: two orthogonal Latin squares of side 6",
			experiments.Keep(squares, func(r squareRow) bool { return r.Side == 6 }),
			func(r squareRow) (bool, string) { return !r.Found, r.By }))
}
