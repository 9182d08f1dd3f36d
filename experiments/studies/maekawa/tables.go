package maekawa

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/table"
	"coterie/quorum"
)

// tablesParameters holds the parameters of the study maekawa-tables.
type tablesParameters struct {
	Sizes []int `json:"sizes"` // K of the planes on which Table III is evaluated
}

// printedCounts is Table I or II as printed, from testdata/papers.
type printedCounts struct {
	Source string `json:"source"`
	Rows   []struct {
		N        int    `json:"N"`
		K        int    `json:"K"`
		Proposed string `json:"proposed"`
		Ricart   string `json:"ricart-agrawala"`
	} `json:"rows"`
	Sets struct { // of Table II only: the sets of the example
		Source  string       `json:"source"`
		N       int          `json:"N"`
		Quorums []quorum.Set `json:"quorums"`
	} `json:"sets"`
}

func Tables() experiments.Study {
	return experiments.NewStudy(experiments.Spec[tablesParameters]{
		Name:  "maekawa-tables",
		Title: "Maekawa's Tables I, II and III, computed beside printed",
		Doc: "Table I on planes that are built; Table II on the sets that Method 1, taken literally, makes of the printed sets of Figure 1, with " +
			"all other choices that the method leaves (which numbers are removed, which replace them) listed beside them, and with the sets of " +
			"degenerate-fpp; Table III as counts on built systems. Messages are 3(|S_i| - 1), averaged over the sites.",
		Default: tablesParameters{Sizes: []int{2, 3, 4, 5, 6, 8, 9, 10, 12}},
		Run:     runMaekawaTables,
	})
}

func runMaekawaTables(ctx context.Context, env experiments.Env, p tablesParameters, out *experiments.Output) error {
	one, err := tableOne(env, out)
	if err != nil {
		return err
	}
	two, err := tableTwo(ctx, env, out)
	if err != nil {
		return err
	}
	three, err := tableThree(env, p, out)
	if err != nil {
		return err
	}
	return out.Claims(slices.Concat(one, two, three)...)
}

const tablesCommand = "coterie experiment run maekawa-tables"

// everyone is the site assignment of Ricart and Agrawala: every S_i is the set of all n nodes.
func everyone(n int) (*quorum.System, error) {
	f, err := quorum.NewFamily(n, [][]int{quorum.FullSet(n).Nodes()})
	if err != nil {
		return nil, err
	}
	return quorum.NewSystem("all nodes", f, quorum.SystemOptions{Sites: make([]int, n)})
}

// centralised is the site assignment of one control node: every S_i is the first node alone.
func centralised(n int) (*quorum.System, error) {
	f, err := quorum.NewFamily(n, [][]int{{0}})
	if err != nil {
		return nil, err
	}
	return quorum.NewSystem("one control node", f, quorum.SystemOptions{Sites: make([]int, n)})
}

// meanAsked returns the mean over the sites i of |S_i ∖ {i}|, the number of nodes that are asked.
func meanAsked(s *quorum.System) *big.Rat {
	sets, asked := s.SiteFamily(), 0
	for i := range s.N() {
		set := sets.Set(i)
		asked += set.Len()
		if set.Has(i) {
			asked--
		}
	}
	return big.NewRat(int64(asked), int64(s.N()))
}

// timesRat returns factor·x.
func timesRat(factor int64, x *big.Rat) *big.Rat { return new(big.Rat).Mul(big.NewRat(factor, 1), x) }

// asPrinted rounds x to as many decimals as the printed figure has.
func asPrinted(x *big.Rat, printed string) string {
	_, decimals, _ := strings.Cut(printed, ".")
	return x.FloatString(len(decimals))
}

func tableOne(env experiments.Env, out *experiments.Output) ([]experiments.Claim, error) {
	printed, err := experiments.ReadPaper[printedCounts](env, "maekawa-table-1.json")
	if err != nil {
		return nil, err
	}
	t := table.New(
		table.Ints("n", "nodes", "N"),
		table.Ints("k", "nodes", "K as printed"),
		table.Texts("spec", "", "the plane that was built"),
		table.Ints("size", "nodes", "|S_i|, the same for all i"),
		table.Ratios("proposed", "messages", "3(|S_i| - 1), mean over the sites"),
		table.Texts("proposed_printed", "messages", "as printed"),
		table.Ratios("ricart", "messages", "2(|S_i| - 1) where every S_i is the set of all nodes"),
		table.Texts("ricart_printed", "messages", "as printed"),
	)
	var claims []experiments.Claim
	for _, row := range printed.Rows {
		plane, err := construct.FPP(row.K - 1)
		if err != nil {
			return nil, err
		}
		all, err := everyone(row.N)
		if err != nil {
			return nil, err
		}
		least, greatest := plane.SiteFamily().Sizes()
		proposed, ricart := timesRat(3, meanAsked(plane)), timesRat(2, meanAsked(all))
		if err := t.Append(table.Int(row.N), table.Int(row.K), table.Text(plane.Name()), table.Int(greatest), table.Ratio(proposed), table.Text(row.Proposed),
			table.Ratio(ricart), table.Text(row.Ricart)); err != nil {
			return nil, err
		}
		holds := plane.N() == row.N && least == row.K && greatest == row.K &&
			asPrinted(proposed, row.Proposed) == row.Proposed && asPrinted(ricart, row.Ricart) == row.Ricart
		claims = append(claims, experiments.Claim{
			ID: fmt.Sprintf("maekawa-table-1-n%d", row.N), Source: "Maekawa 1985", Section: fmt.Sprintf("Table I, N = %d", row.N),
			Statement: fmt.Sprintf("For N = %d (K = %d) the proposed algorithm takes %s messages and that of Ricart and Agrawala %s.", row.N, row.K, row.Proposed, row.Ricart),
			Command:   tablesCommand,
			Judgement: experiments.JudgeOnce(experiments.Every("the printed row"), holds, fmt.Sprintf("printed %s and %s, computed %s and %s on %s with N = %d and K = %s",
				row.Proposed, row.Ricart, proposed.RatString(), ricart.RatString(), plane.Name(), plane.N(), experiments.FromTo(least, greatest))),
		})
	}
	return claims, out.Table("table-1.csv", t)
}

// printedTraits is Table III as printed.
type printedTraits struct {
	Source string `json:"source"`
	Rows   []struct {
		What        string `json:"what"`
		Centralised string `json:"centralised"`
		Proposed    string `json:"proposed"`
		Ricart      string `json:"ricart-agrawala"`
	} `json:"rows"`
}

// trait is one row of Table III as a count on a site assignment, over the nodes that control it: those in some
// S_i. loose is how the count must be read where its words are not enough; nil where they are.
type trait struct {
	id      string
	model   string
	count   func(s *quorum.System) int
	reading string
	loose   func(s *quorum.System) int
}

// traits are the models of the four countable rows, in the order of print.
func traits() []trait {
	return []trait{
		{"request", "greatest |S_i ∖ {i}|", greatestAsked, "", nil},
		{"dynamic", "greatest number of S_i that a node is in", greatestResponsibility, "", nil},
		{"lost", "greatest number, over the control nodes j, of nodes i with i = j or S_i ∩ S_h = {j} for another h: what only j knew", greatestLoss, "", nil},
		{"static", "greatest |S_j| over the control nodes j", func(s *quorum.System) int { return greatestKnown(s, true) },
			"a node that asks nobody but itself keeps nothing", func(s *quorum.System) int { return greatestKnown(s, false) }},
	}
}

func greatestAsked(s *quorum.System) int {
	greatest, sets := 0, s.SiteFamily()
	for i := range s.N() {
		greatest = max(greatest, sets.Set(i).Minus(quorum.SetOf(i)).Len())
	}
	return greatest
}

func greatestResponsibility(s *quorum.System) int {
	return slices.Max(s.SiteFamily().Responsibilities())
}

// greatestLoss counts what a failed control node alone arbitrated: a conflict between i and h is known to all of
// S_i ∩ S_h, so it is lost with j if that is {j}. The failed node itself counts, as in the printed 1 of Ricart
// and Agrawala's algorithm.
func greatestLoss(s *quorum.System) int {
	sets := s.SiteFamily()
	lost := make(map[int]map[int]bool) // by j
	for j, r := range sets.Responsibilities() {
		if r > 0 {
			lost[j] = map[int]bool{j: true}
		}
	}
	for i := range s.N() {
		for h := range i {
			if common := sets.Set(i).Intersect(sets.Set(h)); common.Len() == 1 {
				j := common.Nodes()[0]
				lost[j][i], lost[j][h] = true, true
			}
		}
	}
	greatest := 0
	for _, nodes := range lost {
		greatest = max(greatest, len(nodes))
	}
	return greatest
}

func greatestKnown(s *quorum.System, alone bool) int {
	sets, greatest := s.SiteFamily(), 0
	for j, r := range sets.Responsibilities() {
		if r > 0 && (alone || !sets.Set(j).Equal(quorum.SetOf(j))) {
			greatest = max(greatest, sets.Set(j).Len())
		}
	}
	return greatest
}

// printedFormula evaluates an entry of Table III: an integer, N or √N, less an integer or not. The root of N is
// given, so that K may stand for it; whole is false where the entry is no integer.
func printedFormula(text string, n int, root int, exactRoot bool) (value int, whole bool, err error) {
	term, less, _ := strings.Cut(text, " - ")
	if less != "" {
		if value, err = strconv.Atoi(less); err != nil {
			return 0, false, fmt.Errorf("the entry %q of Table III: %w", text, err)
		}
		value = -value
	}
	switch term {
	case "N":
		return value + n, true, nil
	case "√N":
		return value + root, !exactRoot || root*root == n, nil
	}
	v, err := strconv.Atoi(term)
	if err != nil {
		return 0, false, fmt.Errorf("the entry %q of Table III: %w", text, err)
	}
	return value + v, true, nil
}

// traitCase is one entry of Table III on one system.
type traitCase struct {
	system              *quorum.System
	n, k                int
	printed             string
	literal, asK        int
	literalWhole        bool
	computed, computed2 int // by count, and by loose
}

func tableThree(env experiments.Env, p tablesParameters, out *experiments.Output) ([]experiments.Claim, error) {
	printed, err := experiments.ReadPaper[printedTraits](env, "maekawa-table-3.json")
	if err != nil {
		return nil, err
	}
	models := traits()
	if len(printed.Rows) != len(models) {
		return nil, fmt.Errorf("Table III has %d rows, and there are models for %d", len(printed.Rows), len(models))
	}
	t := table.New(
		table.Texts("row", "", "what is counted, as printed"),
		table.Texts("model", "", "the count on the site assignment"),
		table.Ints("n", "nodes", "N = K(K-1)+1"),
		table.Ints("k", "nodes", "K"),
		table.Texts("system", "", "one control node, the plane, or all nodes (Ricart and Agrawala)"),
		table.Texts("printed", "", "the entry as printed"),
		table.Ints("with_k", "nodes", "the entry where √N stands for K"),
		table.Ints("computed", "nodes", "what the model counts"),
	)
	var claims []experiments.Claim
	for r, model := range models {
		row := printed.Rows[r]
		var cases []traitCase
		for _, k := range p.Sizes {
			systems, err := threeSystems(k)
			if err != nil {
				return nil, err
			}
			for i, s := range systems {
				c := traitCase{system: s, n: s.N(), k: k, printed: []string{row.Centralised, row.Proposed, row.Ricart}[i], computed: model.count(s)}
				c.computed2 = c.computed
				if model.loose != nil {
					c.computed2 = model.loose(s)
				}
				if c.literal, c.literalWhole, err = printedFormula(c.printed, c.n, gf.FloorSqrt(c.n), true); err != nil {
					return nil, err
				}
				if c.asK, _, err = printedFormula(c.printed, c.n, k, false); err != nil {
					return nil, err
				}
				if err := t.Append(table.Text(row.What), table.Text(model.model), table.Int(c.n), table.Int(k), table.Text(s.Name()), table.Text(c.printed), table.Int(c.asK), table.Int(c.computed)); err != nil {
					return nil, err
				}
				cases = append(cases, c)
			}
		}
		over := experiments.Every(fmt.Sprintf("one control node, the plane and all nodes, for K in %s", experiments.JoinInts(p.Sizes)))
		reading := "√N stands for K"
		if model.reading != "" {
			reading += ", and " + model.reading
		}
		witness := func(c traitCase, computed int) string {
			return fmt.Sprintf("N = %d, K = %d, %s: printed %s, computed %d", c.n, c.k, c.system.Name(), c.printed, computed)
		}
		claims = append(claims, experiments.Claim{
			ID: "maekawa-table-3-" + model.id, Source: "Maekawa 1985", Section: fmt.Sprintf("Table III, row %d", r+1),
			Statement: fmt.Sprintf("%s: %s under central control, %s as proposed, %s by Ricart and Agrawala.", row.What, row.Centralised, row.Proposed, row.Ricart),
			Command:   tablesCommand,
			Judgement: experiments.HoldsUnderReading(reading,
				experiments.Judge(over, slices.Values(cases), func(c traitCase) (bool, string) {
					return c.literalWhole && c.literal == c.computed, witness(c, c.computed)
				}),
				experiments.Judge(over, slices.Values(cases), func(c traitCase) (bool, string) { return c.asK == c.computed2, witness(c, c.computed2) })),
		})
	}
	return claims, out.Table("table-3.csv", t)
}

// threeSystems returns the columns of Table III for a plane of lines of K points.
func threeSystems(k int) ([]*quorum.System, error) {
	n := bounds.MaekawaNodes(k)
	central, err := centralised(n)
	if err != nil {
		return nil, err
	}
	plane, err := construct.FPP(k - 1)
	if err != nil {
		return nil, err
	}
	all, err := everyone(n)
	return []*quorum.System{central, plane, all}, err
}
