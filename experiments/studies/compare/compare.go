package compare

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/plot"
	"coterie/internal/table"
	"coterie/quorum"
)

// comparison holds the parameters of the study compare.
type comparison struct {
	From   int   `json:"from"`   // least n
	To     int   `json:"to"`     // greatest n
	Groups []int `json:"groups"` // the m for which group families are asked
	Listed int   `json:"listed"` // systems of at most so many quorums are listed and checked
}

// comparedSystem is one family at one n: its default system with its figures, or why it has none.
type comparedSystem struct {
	N, M         int // M is 0 for an ordinary family
	Family, Spec string
	Reason       string `json:",omitempty"`

	MinQuorum, MaxQuorum int
	MinResp, MaxResp     *big.Int `json:",omitempty"`
	Quorums              *big.Int `json:",omitempty"`
	Degree               int
	Method               string
	Unknown              string `json:",omitempty"` // why figures of the system are missing

	// Checked holds the verdicts of quorum.Check on the listed system; empty if it was not listed.
	Checked map[quorum.Property]quorum.Truth `json:",omitempty"`
}

func (s comparedSystem) exists() bool { return s.Spec != "" }

func Study() experiments.Study {
	full := comparison{From: 3, To: 1000, Groups: []int{2, 3, 4, 5}, Listed: 100_000}
	return experiments.NewStudy(experiments.Spec[comparison]{
		Name:  "compare",
		Title: "Quorum size, responsibility and messages of every family against n",
		Doc: "For every number of nodes n and every family with default systems the one of n nodes, or why it has none: quorum size K, its ratio to √n, " +
			"responsibilities, number of quorums, messages per entry as Maekawa (1985) and as Joung (2003) count them, and what a check " +
			"of the listed system says. Families whose votes, rows or parts are the user's to choose have no default and are left out. " +
			"Figures are closed forms where the column method says so; systems of at most `listed` quorums " +
			"are listed and checked.",
		Default: comparison{From: 3, To: 200, Groups: []int{2, 3, 4, 5}, Listed: 100_000},
		Full:    &full,
		Run:     runCompare,
	})
}

func runCompare(ctx context.Context, env experiments.Env, p comparison, out *experiments.Output) error {
	ns := make([]int, 0, p.To-p.From+1)
	for n := p.From; n <= p.To; n++ {
		ns = append(ns, n)
	}
	perN, err := experiments.Rows(ctx, env, "nodes", ns, func(ctx context.Context, n int) ([]comparedSystem, error) {
		return compareAt(ctx, p, n)
	})
	if err != nil {
		return err
	}
	systems := slices.Concat(perN...)
	t, err := compareTable(systems)
	if err != nil {
		return err
	}
	if err := out.Table("compare.csv", t); err != nil {
		return err
	}
	for name, figure := range map[string]plot.Figure{"k-against-n": compareFigure(p, t), "group-k-against-n-m3": compareGroupsFigure(p, t)} {
		if err := experiments.PlotBoth(out, name, figure, "compare.csv"); err != nil {
			return err
		}
	}
	return out.Claims(compareClaims(p, systems)...)
}

// compareAt returns what every family has for n nodes, in the order of the registry.
func compareAt(ctx context.Context, p comparison, n int) ([]comparedSystem, error) {
	var rows []comparedSystem
	for _, f := range construct.Families() {
		if !f.HasDefault() {
			continue
		}
		groups := []int{0}
		if f.Groups() {
			groups = p.Groups
		}
		for _, m := range groups {
			row, err := compareOne(ctx, p, f, n, m)
			if err != nil {
				return nil, fmt.Errorf("%s, n = %d, m = %d: %w", f.Name, n, m, err)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func compareOne(ctx context.Context, p comparison, f construct.Family, n, m int) (comparedSystem, error) {
	row := comparedSystem{N: n, M: m, Family: f.Name}
	instance, err := f.ForN(n, m)
	var none *construct.NoSystemError
	if errors.As(err, &none) {
		row.Reason = none.Why
		return row, nil
	}
	if err != nil {
		return row, err
	}
	shape, err := instance.Shape()
	if err != nil {
		return row, err
	}
	row.Spec, row.Method, row.Degree = instance.Spec(), shape.Method, shape.Degree
	row.MinQuorum, row.MaxQuorum = shape.MinQuorum, shape.MaxQuorum
	row.MinResp, row.MaxResp, row.Quorums = shape.MinResponsibility, shape.MaxResponsibility, shape.Quorums
	row.Unknown = shape.Unknown
	if shape.Unknown != "" || shape.Quorums.Cmp(big.NewInt(int64(p.Listed))) > 0 {
		return row, nil
	}
	system, err := instance.Build(ctx, construct.BuildOptions{})
	if err != nil {
		return row, err
	}
	row.Checked = map[quorum.Property]quorum.Truth{}
	for _, v := range quorum.Check(ctx, system, quorum.Options{Jobs: 1}).Properties {
		if v.Limit {
			return row, experiments.ContextError(ctx)
		}
		row.Checked[v.Property] = v.Holds
	}
	return row, nil
}

// checkedColumns are the properties that the table shows; the first two stand for intersection and
// minimality within a system, or across and within cartels.
func checkedColumns() []table.Column {
	return []table.Column{
		table.Bools("intersection", "", "every two quorums (of different cartels) meet, judged on the list; empty: not listed"),
		table.Bools("minimality", "", "no quorum (of one cartel) contains another, judged on the list"),
		table.Bools("inclusion", "", "every site is in its own quorum; empty: no site assignment, or not listed"),
		table.Bools("equal_effort", "", "all quorums have one size, judged on the list"),
		table.Bools("equal_responsibility", "", "all nodes are in equally many quorums, judged on the list"),
		table.Bools("uniqueness", "", "different sites have different quorums; empty: no site assignment, or not listed"),
	}
}

func (s comparedSystem) checkedCells() []table.Cell {
	pick := func(names ...quorum.Property) table.Cell {
		for _, name := range names {
			if t := s.Checked[name]; t != quorum.Unknown {
				return table.Bool(t == quorum.Holds)
			}
		}
		return table.Empty()
	}
	return []table.Cell{
		pick(quorum.Intersection, quorum.CrossIntersection),
		pick(quorum.Minimality, quorum.CartelMinimality),
		pick(quorum.Inclusion), pick(quorum.EqualEffort), pick(quorum.EqualResponsibility), pick(quorum.Uniqueness),
	}
}

func compareTable(systems []comparedSystem) (*table.Table, error) {
	columns := []table.Column{
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("family", "", "name of the construction"),
		table.Ints("m", "groups", "number of cartels; empty for an ordinary system"),
		table.Texts("spec", "", "the default system for n; empty if there is none"),
		table.Texts("reason", "", "why there is none, or why figures of it are missing"),
		table.Ints("k_min", "nodes", "least quorum size"),
		table.Ints("k_max", "nodes", "greatest quorum size"),
		table.Floats("k_over_sqrt_n", "", "k_max / √n"),
		table.Ints("k_bound", "nodes", "least K with K(K-1)+1 >= n (Maekawa 1985, section 3): limits site assignments whose responsibilities are at most K; empty for systems without one"),
		table.BigInts("responsibility_min", "quorums", "least responsibility"),
		table.BigInts("responsibility_max", "quorums", "greatest responsibility"),
		table.BigInts("quorums", "quorums", "number of quorums, over all cartels"),
		table.Ints("degree", "quorums", "degree of the group system; empty for an ordinary system"),
		table.Ints("messages_light_maekawa", "messages per entry", "3(K-1), K = k_max: light demand (Maekawa 1985, section 8.1); a site of a family without a site assignment picks a quorum that contains it; empty where a site is outside its quorum, and for group systems"),
		table.Ints("messages_worst_maekawa", "messages per entry", "5(K-1), K = k_max: worst case (Maekawa 1985, section 8.2); empty as before"),
		table.Ints("messages_best_joung", "messages per entry", "3c, c = k_max (Joung 2003, section 4.1)"),
		table.Ints("messages_worst_joung", "messages per entry", "6c, c = k_max (Joung 2003, section 4.1)"),
		table.Texts("method", "", "how size, responsibilities and number were found"),
	}
	t := table.New(append(columns, checkedColumns()...)...)
	for _, s := range systems {
		m := table.Empty()
		if s.M > 0 {
			m = table.Int(s.M)
		}
		cells := []table.Cell{table.Int(s.N), table.Text(s.Family), m}
		if !s.exists() {
			cells = append(cells, table.Empty(), table.Text(s.Reason))
			cells = append(cells, make([]table.Cell, len(t.Columns())-len(cells))...)
		} else {
			degree := table.Empty()
			if s.M > 0 {
				degree = table.Int(s.Degree)
			}
			cells = append(cells, table.Text(s.Spec), experiments.TextOr(s.Unknown), experiments.KnownSize(s.MinQuorum), experiments.KnownSize(s.MaxQuorum),
				s.ratioCell(), s.boundCell(), experiments.KnownBig(s.MinResp), experiments.KnownBig(s.MaxResp), experiments.KnownBig(s.Quorums), degree)
			cells = append(cells, s.messageCells()...)
			cells = append(cells, table.Text(s.Method))
			cells = append(cells, s.checkedCells()...)
		}
		if err := t.Append(cells...); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// ratioCell is K / √n.
func (s comparedSystem) ratioCell() table.Cell {
	if s.MaxQuorum == 0 {
		return table.Empty()
	}
	return table.Float(float64(s.MaxQuorum) / math.Sqrt(float64(s.N)))
}

// boundCell is Maekawa's bound where its hypothesis is met: S_i for every site, i ∈ S_i.
func (s comparedSystem) boundCell() table.Cell {
	if s.Checked[quorum.Inclusion] != quorum.Holds {
		return table.Empty()
	}
	return table.Int(bounds.MaekawaSize(s.N))
}

// messageCells evaluates the formulas of package bounds at the largest quorum.
func (s comparedSystem) messageCells() []table.Cell {
	var light, worst, best, most table.Cell
	if s.MaxQuorum == 0 {
		return []table.Cell{light, worst, best, most}
	}
	for _, row := range bounds.MessageCounts(bounds.MessageParams{Nodes: s.N, Size: s.MaxQuorum}) {
		if row.Algorithm != "Maekawa" || row.Counts != bounds.EntryMessages {
			continue
		}
		switch row.Formula {
		case "3(K-1)":
			light = ratCell(row.Worst)
		case "3(K-1) to 5(K-1)":
			worst = ratCell(row.Worst)
		case "3c to 6c":
			best, most = ratCell(row.Best), ratCell(row.Worst)
		}
	}
	if s.M > 0 || s.Checked[quorum.Inclusion] == quorum.Fails {
		light, worst = table.Empty(), table.Empty()
	}
	return []table.Cell{light, worst, best, most}
}

func ratCell(r *big.Rat) table.Cell { return table.Int(int(r.Num().Int64())) }

func compareFigure(p comparison, t *table.Table) plot.Figure {
	f := plot.Figure{
		Title: "Quorum size of the constructions against the number of nodes",
		X:     plot.Axis{Label: "n", Unit: "nodes", From: 0, To: float64(p.To)},
		Y:     plot.Axis{Label: "largest quorum K", Unit: "nodes"},
	}
	f.Series = append(f.Series, experiments.RootGuides(p.From, p.To)...)
	for _, s := range []struct {
		family, name string
		kind         plot.SeriesKind
	}{
		{"grid", "grid", plot.Steps},
		{"triangle", "triangle", plot.Scatter},
		{"billiard", "billiard", plot.Scatter},
		{"degenerate-fpp", "degenerate plane", plot.Steps},
		{"fpp", "projective plane", plot.Scatter},
	} {
		points := t.Points("n", "k_max", func(row int) bool { return t.At(row, "family") == table.Text(s.family) })
		if len(points) > 0 {
			f.Series = append(f.Series, plot.Series{Name: s.name, Kind: s.kind, Points: points, Look: experiments.FamilyLook(s.family)})
		}
	}
	return f
}

// compareGroupsFigure shows the group families at m = 3: the surficial system, whose responsibility is 2,
// beside the two whose degree is √n.
func compareGroupsFigure(p comparison, t *table.Table) plot.Figure {
	const m = 3
	f := plot.Figure{
		Title: fmt.Sprintf("Quorum size of group quorum systems with %d groups", m),
		X:     plot.Axis{Label: "n", Unit: "nodes", From: 0, To: float64(p.To)},
		Y:     plot.Axis{Label: "quorum size c", Unit: "nodes"},
	}
	for _, g := range []struct {
		name   string
		factor float64
	}{{"√(2n(m-1)/m)", math.Sqrt(2 * float64(m-1) / m)}, {"√n", 1}} {
		f.Series = append(f.Series, plot.Series{Name: g.name, Kind: plot.Guide, Points: plot.Curve(float64(p.From), float64(p.To), 200, func(n float64) float64 {
			return g.factor * math.Sqrt(n)
		})})
	}
	for _, s := range []struct {
		family, name string
	}{{"surficial", "surficial"}, {"net", "net"}, {"affine", "affine plane"}} {
		points := t.Points("n", "k_max", func(row int) bool {
			return t.At(row, "family") == table.Text(s.family) && t.At(row, "m") == table.Int(m)
		})
		if len(points) > 0 {
			f.Series = append(f.Series, plot.Series{Name: s.name, Points: points, Look: experiments.FamilyLook(s.family)})
		}
	}
	return f
}

// of yields the existing systems of a family.
func of(systems []comparedSystem, family string) iter.Seq[comparedSystem] {
	return func(yield func(comparedSystem) bool) {
		for _, s := range systems {
			if s.Family == family && s.exists() && !yield(s) {
				return
			}
		}
	}
}

func compareClaims(p comparison, systems []comparedSystem) []experiments.Claim {
	const command = "coterie experiment run compare"
	over := func(what string) experiments.Range {
		return experiments.Every(fmt.Sprintf("%s, n in %d..%d", what, p.From, p.To))
	}
	all := func(names ...quorum.Property) func(comparedSystem) (bool, string) {
		return func(s comparedSystem) (bool, string) {
			for _, name := range names {
				if s.Checked[name] != quorum.Holds {
					return false, fmt.Sprintf("%s: %s %s", s.Spec, name, s.Checked[name])
				}
			}
			return true, ""
		}
	}
	maekawa := []quorum.Property{quorum.Intersection, quorum.Inclusion, quorum.EqualEffort, quorum.EqualResponsibility}
	squares := func(yield func(comparedSystem) bool) {
		for s := range of(systems, "grid") {
			if r := gf.FloorSqrt(s.N); r*r == s.N && !yield(s) {
				return
			}
		}
	}
	nonSquares := func(yield func(comparedSystem) bool) {
		for s := range of(systems, "grid") {
			if r := gf.FloorSqrt(s.N); r*r != s.N && !yield(s) {
				return
			}
		}
	}
	return []experiments.Claim{
		{
			ID: "maekawa-planes", Source: "Maekawa 1985", Section: "section 3",
			Statement: "If K-1 is a power of a prime, sets with (a) to (d) exist for N = K(K-1)+1.",
			Command:   command,
			Judgement: experiments.Judge(over("prime powers K-1 with N = K(K-1)+1"), planeSizes(p, systems), func(s comparedSystem) (bool, string) {
				if !s.exists() {
					return false, fmt.Sprintf("N = %d: %s", s.N, s.Reason)
				}
				return all(maekawa...)(s)
			}),
		},
		{
			ID: "maekawa-optimal-k", Source: "Maekawa 1985", Section: "section 3",
			Statement: "K with N = K(K-1)+1 is the optimal value when all of (a) to (d) are required.",
			Command:   command,
			Judgement: experiments.Judge(over("planes of prime-power order and the triangle"), of(systems, "fpp"), func(s comparedSystem) (bool, string) {
				return s.MaxQuorum == bounds.MaekawaSize(s.N), fmt.Sprintf("%s: K = %d, bound %d", s.Spec, s.MaxQuorum, bounds.MaekawaSize(s.N))
			}).Proved("nodes-by-responsibility"),
		},
		{
			ID: "maekawa-method-1-responsibility", Source: "Maekawa 1985", Section: "section 7, Method 1",
			Statement: "Method 1 for K = L, with L-1 no power of a prime and N = L(L-1)+1, leaves each node in L of the sets.",
			Command:   command,
			Judgement: experiments.Judge(over("degenerate planes at N = L(L-1)+1 with L-1 no prime power"), methodOne(systems), func(s comparedSystem) (bool, string) {
				l := big.NewInt(int64(bounds.MaekawaSize(s.N)))
				return s.MinResp.Cmp(l) == 0 && s.MaxResp.Cmp(l) == 0,
					fmt.Sprintf("%s: responsibilities %s..%s, L = %s; no choice can do it where no plane of order L-1 exists", s.Spec, s.MinResp, s.MaxResp, l)
			}),
		},
		{
			ID: "maekawa-grid-size", Source: "Maekawa 1985", Section: "section 7, Method 2",
			Statement: "In the L × L grid every |S_i| is 2√N - 1, any two S_i meet, and every node is in 2L - 1 of them.",
			Command:   command,
			Judgement: experiments.Judge(over("square grids"), squares, func(s comparedSystem) (bool, string) {
				k := 2*gf.FloorSqrt(s.N) - 1
				ok := s.MinQuorum == k && s.MaxQuorum == k && s.MinResp.Cmp(s.MaxResp) == 0 && s.MinResp.Int64() == int64(k)
				checked, witness := all(maekawa...)(s)
				return ok && checked, fmt.Sprintf("%s: K %d..%d %s", s.Spec, s.MinQuorum, s.MaxQuorum, witness)
			}),
		},
		{
			ID: "maekawa-grid-degenerate", Source: "Maekawa 1985", Section: "section 7, Method 2",
			Statement: "If N is not a square, the completed degenerate grid still has sets any two of which meet.",
			Command:   command,
			Judgement: experiments.Judge(over("grids of no square"), nonSquares, all(quorum.Intersection)),
		},
		{
			ID: "agrawal-proposition-1", Source: "Agrawal, Eğecioğlu, El Abbadi 1997", Section: "Proposition 1",
			Statement: "Billiard quorums satisfy intersection, uniqueness, equal effort and inclusion, and have size q = ⌈√2·√N⌉.",
			Command:   command,
			Judgement: experiments.Judge(over("billiard systems"), of(systems, "billiard"), func(s comparedSystem) (bool, string) {
				size := gf.FloorSqrt(2*s.N-1) + 1 // ⌈√(2N)⌉
				ok, witness := all(quorum.Intersection, quorum.Uniqueness, quorum.EqualEffort, quorum.Inclusion)(s)
				return ok && s.MinQuorum == size && s.MaxQuorum == size, fmt.Sprintf("%s: K = %d, want %d %s", s.Spec, s.MaxQuorum, size, witness)
			}).Proved("billiard-quorums"),
		},
		{
			ID: "agrawal-responsibility", Source: "Agrawal, Eğecioğlu, El Abbadi 1997", Section: "section 5",
			Statement: "Billiard quorums do not satisfy the equal responsibility property.",
			Command:   command,
			Judgement: billiardResponsibility(over, systems),
		},
		{
			ID: "agrawal-smaller-than-grid", Source: "Agrawal, Eğecioğlu, El Abbadi 1997", Section: "abstract",
			Statement: "Billiard quorums bring the quorum size down from that of Maekawa's grid.",
			Command:   command,
			Judgement: smallerThanGrid(over, systems),
		},
		{
			ID: "agrawal-triangle-size", Source: "Agrawal, Eğecioğlu, El Abbadi 1997", Section: "section 1",
			Statement: "The triangular system of Lovász has the same quorum size √2·√N.",
			Command:   command,
			Judgement: experiments.HoldsUnderReading("up to rounding: its size d is ⌊√(2N)⌋, since d² < 2N = d² + d < (d+1)²",
				experiments.Judge(over("triangles"), of(systems, "triangle"), func(s comparedSystem) (bool, string) {
					return s.MaxQuorum == gf.FloorSqrt(2*s.N-1)+1, fmt.Sprintf("n = %d: size %d, ⌈√2·√N⌉ = %d", s.N, s.MaxQuorum, gf.FloorSqrt(2*s.N-1)+1)
				}),
				experiments.Judge(over("triangles"), of(systems, "triangle"), func(s comparedSystem) (bool, string) {
					return s.MinQuorum == s.MaxQuorum && s.MaxQuorum == gf.FloorSqrt(2*s.N), fmt.Sprintf("n = %d: size %d, ⌊√(2N)⌋ = %d", s.N, s.MaxQuorum, gf.FloorSqrt(2*s.N))
				})),
		},
	}
}

// planeSizes yields the row of fpp for every N = q²+q+1 with a prime power q, whether or not the program has
// the plane.
func planeSizes(p comparison, systems []comparedSystem) iter.Seq[comparedSystem] {
	return func(yield func(comparedSystem) bool) {
		for q := 2; bounds.PlanePoints(q) <= p.To; q++ {
			if _, _, ok := gf.PrimePower(q); !ok {
				continue
			}
			for _, s := range systems {
				if s.Family == "fpp" && s.N == bounds.PlanePoints(q) && !yield(s) {
					return
				}
			}
		}
	}
}

// methodOne yields the degenerate planes of Maekawa's first use of Method 1: N = L(L-1)+1 and no plane of
// prime-power order L-1.
func methodOne(systems []comparedSystem) iter.Seq[comparedSystem] {
	return func(yield func(comparedSystem) bool) {
		for s := range of(systems, "degenerate-fpp") {
			l := bounds.MaekawaSize(s.N)
			if _, _, primePower := gf.PrimePower(l - 1); l > 2 && s.N == bounds.MaekawaNodes(l) && !primePower && !yield(s) {
				return
			}
		}
	}
}

// billiardResponsibility judges a negative claim: it fails where a billiard system has equal responsibility.
func billiardResponsibility(over func(string) experiments.Range, systems []comparedSystem) experiments.Judgement {
	return fromSideFive(over, systems, func(s comparedSystem) (bool, string) {
		return s.Checked[quorum.EqualResponsibility] == quorum.Fails && s.MinResp.Cmp(s.MaxResp) < 0,
			fmt.Sprintf("%s: every node is in %s quorums", s.Spec, s.MinResp)
	})
}

// smallerThanGrid compares each billiard system with the grid of the same n.
func smallerThanGrid(over func(string) experiments.Range, systems []comparedSystem) experiments.Judgement {
	return fromSideFive(over, systems, func(s comparedSystem) (bool, string) {
		for g := range of(systems, "grid") {
			if g.N == s.N {
				return s.MaxQuorum < g.MaxQuorum, fmt.Sprintf("n = %d: billiard K = %d, grid K = %d", s.N, s.MaxQuorum, g.MaxQuorum)
			}
		}
		return false, fmt.Sprintf("n = %d: no grid", s.N)
	})
}

// fromSideFive judges a claim on all billiard systems, and under the reading that leaves out q = 3, whose 4
// sites are too few for it.
func fromSideFive(over func(string) experiments.Range, systems []comparedSystem, holds func(comparedSystem) (bool, string)) experiments.Judgement {
	larger := func(yield func(comparedSystem) bool) {
		for s := range of(systems, "billiard") {
			if s.N > 4 && !yield(s) {
				return
			}
		}
	}
	return experiments.HoldsUnderReading("for q >= 5",
		experiments.Judge(over("billiard systems"), of(systems, "billiard"), holds),
		experiments.Judge(over("billiard systems with q >= 5"), larger, holds))
}
