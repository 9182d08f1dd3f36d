package geometry

import (
	"context"
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/plot"
	"coterie/internal/table"
	"coterie/planes"
	"coterie/search"
	"coterie/search/latin"
)

// planeParameters holds the parameters of the study plane-existence.
type planeParameters struct {
	Orders  int `json:"orders"`  // orders from 1 to this
	Build   int `json:"build"`   // planes of prime-power order up to this are built and verified
	Compare int `json:"compare"` // orders from 1 to this at which the printed theorem is compared with the general one
	Decide  int `json:"decide"`  // orders from 1 to this are decided by SAT alone
	Squares int `json:"squares"` // sides from 2 to this at which two orthogonal Latin squares are looked for
}

// planeRow is what is known about one order, and what was computed for it.
type planeRow struct {
	Order    int
	Points   int
	A, B     int // the order as a² + b²
	IsSum    bool
	Built    bool // listed here
	Verified bool // and its lines satisfy the axioms
	Flaw     string
	Decided  bool   // by SAT alone
	Answer   string // found or proven-absent then, and the argument
	By       string
}

func (r planeRow) verdict() bounds.PlaneVerdict { return bounds.PlaneOrder(r.Order) }

func PlaneExistence() experiments.Study {
	full := planeParameters{Orders: 512, Build: 169, Compare: 20_000, Decide: 7, Squares: 22}
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
		Full:    &full,
		Run:     runPlaneExistence,
	})
}

func runPlaneExistence(ctx context.Context, env experiments.Env, p planeParameters, out *experiments.Output) error {
	orders := make([]int, p.Orders)
	for i := range orders {
		orders[i] = i + 1
	}
	rows, err := experiments.Rows(ctx, env, "orders", orders, func(ctx context.Context, q int) (planeRow, error) { return planeAt(ctx, p, q) })
	if err != nil {
		return err
	}
	t := table.New(
		table.Ints("order", "", "q"),
		table.Ints("points", "nodes", "q²+q+1"),
		table.Ints("k", "nodes", "q+1, the size of a line"),
		table.Texts("status", "", "exists, degenerate (order 1), excluded-by-theorem, excluded-by-computation or open"),
		table.Ints("prime", "", "the prime of which q is a power; empty: none"),
		table.Ints("a", "", "least a with q = a² + b²; empty: there is none"),
		table.Ints("b", "", "the b that belongs to a"),
		table.Bools("verified", "", "the plane was built here and its lines satisfy the axioms; empty: not built"),
		table.Texts("sat", "", "the answer of a SAT solver to the incidence matrix in standard form, without any theorem: found or proven-absent; empty: not asked"),
		table.Texts("by", "", "why"),
		table.Texts("source", "", "where the argument comes from"),
	)
	for _, r := range rows {
		v := r.verdict()
		prime, a, b, verified := table.Empty(), table.Empty(), table.Empty(), table.Empty()
		if v.Prime > 0 {
			prime = table.Int(v.Prime)
		}
		if r.IsSum {
			a, b = table.Int(r.A), table.Int(r.B)
		}
		if r.Built {
			verified = table.Bool(r.Verified)
		}
		answer := table.Empty()
		if r.Decided {
			answer = table.Text(r.Answer)
		}
		if err := t.Append(table.Int(v.Order), table.Int(r.Points), table.Int(v.Order+1), table.Text(v.Status.String()), prime, a, b, verified, answer, table.Text(v.Reason), experiments.TextOr(v.Source)); err != nil {
			return err
		}
	}
	if err := out.Table("plane-existence.csv", t); err != nil {
		return err
	}
	counts, err := planeCounts(rows)
	if err != nil {
		return err
	}
	if err := out.Table("counts.csv", counts); err != nil {
		return err
	}
	if err := experiments.PlotBoth(out, "counts", planeFigure(counts), "counts.csv"); err != nil {
		return err
	}
	squares, err := squareRows(ctx, env, p)
	if err != nil {
		return err
	}
	if err := squareTable(out, squares); err != nil {
		return err
	}
	return out.Claims(append(planeClaims(p, rows), planeSearchClaims(p, rows, squares)...)...)
}

// planeAt computes one row.
func planeAt(ctx context.Context, p planeParameters, q int) (planeRow, error) {
	row := planeRow{Order: q, Points: bounds.PlanePoints(q)}
	row.A, row.B, row.IsSum = bounds.SumOfTwoSquares(q)
	if q <= p.Decide {
		r, err := latin.Plane(ctx, q, latin.PlaneOptions{Method: "sat"})
		switch {
		case err != nil:
			return row, err
		case ctx.Err() != nil:
			return row, context.Cause(ctx)
		case r.Verdict == search.Unknown:
			return row, fmt.Errorf("order %d: no answer: %s", q, r.StoppedBy)
		}
		row.Decided, row.Answer, row.By = true, string(r.Verdict), r.UpperBy
		if r.Verdict == search.ProvenAbsent {
			row.By = r.LowerBy
		}
	}
	if q > p.Build {
		return row, nil
	}
	if _, _, isPower := gf.PrimePower(q); !isPower && q > 1 {
		return row, nil
	}
	plane, err := planes.NewProjective(q)
	if err != nil {
		return row, err
	}
	row.Built = true
	if err := plane.Verify(); err != nil {
		row.Flaw = err.Error()
	} else if plane.Points() != row.Points || plane.LineSize() != q+1 {
		row.Flaw = fmt.Sprintf("%d points, %d on a line", plane.Points(), plane.LineSize())
	}
	row.Verified = row.Flaw == ""
	return row, nil
}

// planeCounts counts the orders of each status up to each order.
func planeCounts(rows []planeRow) (*table.Table, error) {
	t := table.New(
		table.Ints("order", "", "q"),
		table.Ints("exists", "orders", "how many orders from 1 to q have a plane, the degenerate one of order 1 among them"),
		table.Ints("excluded", "orders", "how many have none"),
		table.Ints("open", "orders", "for how many it is not known"),
	)
	exists, excluded, open := 0, 0, 0
	for _, r := range rows {
		switch {
		case r.verdict().Exists():
			exists++
		case r.verdict().Excluded():
			excluded++
		default:
			open++
		}
		if err := t.Append(table.Int(r.Order), table.Int(exists), table.Int(excluded), table.Int(open)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func planeFigure(counts *table.Table) plot.Figure {
	f := plot.Figure{
		Title: "Orders up to q for which a projective plane exists, does not, or may",
		X:     plot.Axis{Label: "order q", Unit: plot.NoUnit},
		Y:     plot.Axis{Label: "number of orders up to q", Unit: plot.NoUnit},
	}
	all := func(int) bool { return true }
	for _, s := range []struct{ column, name string }{
		{"exists", "exists (1 or a prime power)"}, {"excluded", "excluded (Bruck-Ryser; 10)"}, {"open", "open"},
	} {
		f.Series = append(f.Series, plot.Series{Name: s.name, Points: counts.Points("order", s.column, all)})
	}
	return f
}

// excludedAsPrinted is the condition of section 7 word for word: k-1 or k-2 is divisible by 4, and there are no
// nonnegative integers with a² + b² = k. It tries them all, and shares no code with bounds.
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

func planeClaims(p planeParameters, rows []planeRow) []experiments.Claim {
	const command = "coterie experiment run plane-existence"
	powers := slices.DeleteFunc(slices.Clone(rows), func(r planeRow) bool {
		_, _, isPower := gf.PrimePower(r.Order)
		return !isPower || r.Order > p.Build
	})
	compared := make([]int, p.Compare)
	for i := range compared {
		compared[i] = i + 1
	}
	return []experiments.Claim{
		{
			ID: "maekawa-prime-power-plane", Source: "Maekawa 1985", Section: "section 3",
			Statement: "There is a finite projective plane of order k, with k(k+1)+1 points, if k is a power of a prime.", Command: command,
			Judgement: experiments.Judge(experiments.Every(fmt.Sprintf("prime powers k up to %d, each plane listed", min(p.Build, p.Orders))), slices.Values(powers),
				func(r planeRow) (bool, string) {
					k := r.Order
					return r.Verified && r.Points == k*(k+1)+1, fmt.Sprintf("k = %d: %s", k, r.Flaw)
				}),
		},
		{
			ID: "maekawa-bruck-ryser", Source: "Maekawa 1985", Section: "section 7",
			Statement: "The theorem of Bruck and Ryser says that there is no plane of order k if k-1 or k-2 is divisible by 4 and k is not the sum of two squares.",
			Command:   command,
			Judgement: experiments.Judge(experiments.Every(fmt.Sprintf("orders 1..%d: the printed condition against the theorem of Bruck, Ryser and Chowla", p.Compare)), slices.Values(compared),
				func(k int) (bool, string) {
					printed := excludedAsPrinted(k)
					v, err := bounds.BruckRyserChowla(k*k+k+1, k+1, 1)
					if err != nil {
						return false, err.Error()
					}
					_, _, isPower := gf.PrimePower(k)
					return printed == v.Excluded && !(printed && isPower),
						fmt.Sprintf("k = %d: excluded as printed: %t; by the theorem: %t; prime power: %t", k, printed, v.Excluded, isPower)
				}).Proved("bruck-ryser"),
		},
		{
			ID: "maekawa-no-plane", Source: "Maekawa 1985", Section: "section 7, Method 1",
			Statement: "If K-1 is not a power of a prime, there may be no projective plane of order K-1.",
			Command:   command,
			Judgement: experiments.JudgeExists(experiments.Every(fmt.Sprintf("orders 2..%d that are no prime powers", p.Compare)), slices.Values(compared), func(k int) (bool, string) {
				_, _, isPower := gf.PrimePower(k)
				v, err := bounds.BruckRyserChowla(k*k+k+1, k+1, 1)
				return err == nil && k > 1 && !isPower && v.Excluded, fmt.Sprintf("K-1 = %d: %s", k, v.Reason)
			}),
		},
	}
}
