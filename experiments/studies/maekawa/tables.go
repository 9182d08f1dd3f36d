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
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// sizeParameters holds the parameters of the studies maekawa-tables and maekawa-sets.
type sizeParameters struct {
	Sizes []int `json:"sizes"` // K of the planes on which Table III is evaluated, or of the printed sets
}

// printedCounts holds Table I or II as printed, from experiments/papers.
type printedCounts struct {
	Source string         `json:"source"`
	Rows   []printedCount `json:"rows"`
	Sets   struct {       // of Table II only: the sets of the example
		Source  string       `json:"source"`
		N       int          `json:"N"`
		Quorums []quorum.Set `json:"quorums"`
	} `json:"sets"`
}

type printedCount struct {
	N        int    `json:"N"`
	K        int    `json:"K"` // of Table I only
	Proposed string `json:"proposed"`
	Ricart   string `json:"ricart-agrawala"`
}

// Tables returns the study maekawa-tables.
func Tables() experiments.Study {
	return experiments.NewStudy(experiments.Spec[sizeParameters]{
		Name:  "maekawa-tables",
		Title: "Maekawa's Tables I, II and III, computed beside printed",
		Doc: "Table I on planes that are built; Table II on the sets that Method 1, taken literally, makes of the printed sets of Figure 1, with " +
			"all other choices that the method leaves (which numbers are removed, which replace them) listed beside them, and with the sets of " +
			"degenerate-fpp; Table III as counts on built systems. Messages are those of runs: every site enters once, alone, and the mean is " +
			"taken over the sites. So are the nodes that get a REQUEST, in the first row of Table III.",
		Default: sizeParameters{Sizes: []int{2, 3, 4, 5, 6, 8, 9, 10, 12}},
		Declare: declareTables,
	})
}

func declareTables(out *experiments.Output, p sizeParameters) {
	declareTableOne(out)
	declareTableTwo(out)
	declareTableThree(out, p)
}

// everyone returns the site assignment of Ricart and Agrawala: every S_i is the set of all n nodes.
func everyone(n int) *quorum.System {
	return experiments.Must(siteSystem("all nodes", slices.Repeat([][]int{quorum.FullSet(n).Nodes()}, n)))
}

// centralised returns the site assignment of one control node: every S_i is the first node alone.
func centralised(n int) *quorum.System {
	return experiments.Must(siteSystem("one control node", slices.Repeat([][]int{{0}}, n)))
}

// lines returns the plane of lines of k points as a site assignment. k-1 must be a prime power.
func lines(k int) *quorum.System {
	return experiments.Must(quorum.As[*quorum.System](construct.FPP(k - 1)))
}

// messagesOf returns factor·|S_i ∖ {i}|, the messages to the asked nodes, averaged over the sites
// i.
func messagesOf(factor int, s *quorum.System) *big.Rat {
	sets, asked := s.SiteFamily(), 0
	for i := range s.N() {
		asked += sets.Set(i).Minus(quorum.SetOf(i)).Len()
	}
	return big.NewRat(int64(factor*asked), int64(s.N()))
}

// messagesOfTotal returns 3(total/n - 1).
func messagesOfTotal(total, n int) *big.Rat { return big.NewRat(int64(3*(total-n)), int64(n)) }

// asPrinted rounds x to the number of decimals of the printed figure.
func asPrinted(x *big.Rat, printed string) string {
	_, decimals, _ := strings.Cut(printed, ".")
	return x.FloatString(len(decimals))
}

// alone runs an algorithm over a site assignment: every site enters once, alone.
func alone(algorithm string, s *quorum.System) []sim.Lone {
	setup := experiments.Must(mutex.NewSetup(s, s.N(), mutex.Options{}))
	requesters := make([]sim.Requester, s.N())
	for p := range requesters {
		requesters[p] = sim.Requester{Process: int32(p), Groups: []int32{0}, Menus: []sim.Menu{{Quorums: []int32{setup.Own[p]}}}}
	}
	return experiments.Must(sim.Alone(mutex.Find(algorithm), setup, requesters))
}

// light returns the mean number of messages of an entry under light demand, by a run.
func light(algorithm string, s *quorum.System) *big.Rat {
	messages := 0
	for _, l := range alone(algorithm, s) {
		messages += l.Messages
	}
	return big.NewRat(int64(messages), int64(s.N()))
}

// countRow is a row of Table I or II with our counts.
type countRow struct {
	Printed printedCount
	Mean    *big.Rat `csv:"mean,messages" doc:"of an entry, mean over the sites of the sets that result: each enters once, alone"`
	Ricart  *big.Rat `csv:"ricart,messages" doc:"the same by the algorithm of Ricart and Agrawala"`
	Spec    string   `csv:"spec" doc:"the plane that was built"`
	Nodes   int
	Least   int
	Most    int `csv:"size,nodes" doc:"|S_i|, the same for all i"`
}

// reached reports whether the counts equal the printed ones.
func (r countRow) reached() bool {
	return asPrinted(r.Mean, r.Printed.Proposed) == r.Printed.Proposed && asPrinted(r.Ricart, r.Printed.Ricart) == r.Printed.Ricart
}

func (r countRow) String() string {
	return fmt.Sprintf("printed %s and %s, in a run %s and %s", r.Printed.Proposed, r.Printed.Ricart, r.Mean.RatString(), r.Ricart.RatString())
}

// proposed is Maekawa's algorithm. Its text has no fault as long as requests do not meet.
const proposed = "maekawa-fixed"

// count compares a printed row with runs over sets of as many nodes.
func count(printed printedCount, sets *quorum.System) countRow {
	return countRow{Printed: printed, Mean: light(proposed, sets), Ricart: light("ricart-agrawala", sets)}
}

func declareTableOne(out *experiments.Output) {
	printed := experiments.Printed[printedCounts](out, "maekawa-table-1.json")
	rows := experiments.Compute(out, "table-1", printed.Rows, func(_ context.Context, printed printedCount) (countRow, error) {
		plane := lines(printed.K)
		row := count(printed, plane)
		row.Spec, row.Nodes = plane.Name(), plane.N()
		row.Least, row.Most = plane.SiteFamily().Sizes()
		return row, nil
	})
	experiments.Table(out, "table-1", rows,
		experiments.Ints("n", "nodes", "N", func(r countRow) int { return r.Printed.N }),
		experiments.Ints("k", "nodes", "K as printed", func(r countRow) int { return r.Printed.K }),
		"spec", "size",
		experiments.Ratios("proposed", "messages", "of an entry, mean over the sites: each enters once, alone", func(r countRow) *big.Rat { return r.Mean }),
		experiments.Texts("proposed_printed", "messages", "as printed", func(r countRow) string { return r.Printed.Proposed }),
		"ricart",
		experiments.Texts("ricart_printed", "messages", "as printed", func(r countRow) string { return r.Printed.Ricart }))
	foundTableOne(out, rows)
	for _, r := range rows {
		n, k := r.Printed.N, r.Printed.K
		out.Claim(fmt.Sprintf("maekawa-table-1-n%d", n), paper, fmt.Sprintf("Table I, N = %d", n),
			fmt.Sprintf("For N = %d (K = %d) the proposed algorithm takes %s messages and that of Ricart and Agrawala %s.",
				n, k, r.Printed.Proposed, r.Printed.Ricart),
			experiments.JudgeOnce(experiments.Every("the printed row"), r.Nodes == n && r.Least == k && r.Most == k && r.reached(),
				fmt.Sprintf("%v on %s with N = %d and K = %s", r, r.Spec, r.Nodes, experiments.FromTo(r.Least, r.Most))))
	}
}

// traits are the four countable rows of Table III, in printed order. Each is a count on a site
// assignment, over its control nodes (the nodes in some S_i) or by runs of an algorithm. loose is
// the count under the reading, nil if the words are enough.
var traits = []struct {
	id, model string
	count     func(algorithm string, s *quorum.System) int
	reading   string
	loose     func(s *quorum.System) int
}{
	{"request", "greatest number of other nodes that get a REQUEST, over the sites: each enters once, alone", greatestAsked, "", nil},
	{"dynamic", "greatest number of S_i that a node is in", greatestResponsibility, "", nil},
	{"lost", "greatest number, over the control nodes j, of nodes i with i = j or S_i ∩ S_h = {j} for another h: what only j knew", greatestLoss, "", nil},
	{"static", "greatest |S_j| over the control nodes j", func(_ string, s *quorum.System) int { return greatestKnown(s, true) },
		"a node that asks nobody but itself keeps nothing", func(s *quorum.System) int { return greatestKnown(s, false) }},
}

// greatestAsked lets each site enter once, alone, and counts the other nodes that get a REQUEST.
func greatestAsked(algorithm string, s *quorum.System) int {
	greatest := 0
	for _, l := range alone(algorithm, s) {
		greatest = max(greatest, l.Asked)
	}
	return greatest
}

func greatestResponsibility(_ string, s *quorum.System) int {
	return slices.Max(s.SiteFamily().Responsibilities())
}

// greatestLoss counts the conflicts that a failed control node alone arbitrated. A conflict between
// i and h is known to all nodes of S_i ∩ S_h, so it is lost with j if S_i ∩ S_h = {j}. The failed
// node itself counts, as in the printed 1 of Ricart and Agrawala's algorithm.
func greatestLoss(_ string, s *quorum.System) int {
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

// printedFormula evaluates an entry of Table III: an integer, N or √N, perhaps less an integer. √N
// stands for K, up to a fractional error, as section 3 says.
func printedFormula(text string, n, k int) (value int, err error) {
	term, less, _ := strings.Cut(text, " - ")
	if less != "" {
		if value, err = strconv.Atoi(less); err != nil {
			return 0, fmt.Errorf("the entry %q of Table III: %w", text, err)
		}
		value = -value
	}
	switch term {
	case "N":
		return value + n, nil
	case "√N":
		return value + k, nil
	}
	v, err := strconv.Atoi(term)
	if err != nil {
		return 0, fmt.Errorf("the entry %q of Table III: %w", text, err)
	}
	return value + v, nil
}

// traitCase is one entry of Table III on one system.
type traitCase struct {
	Row       int
	Algorithm string
	System    string `csv:"system" doc:"one control node, the plane, or all nodes (Ricart and Agrawala)"`
	N         int    `csv:"n,nodes" doc:"N = K(K-1)+1"`
	K         int    `csv:"k,nodes" doc:"K"`
	Printed   string `csv:"printed" doc:"the entry as printed"`
	WithK     int    `csv:"with_k,nodes" doc:"the entry where √N stands for K"`
	Computed  int    `csv:"computed,nodes" doc:"what the model counts"`
	Loose     int    // by count, and by loose
}

func (c traitCase) witness(computed int) string {
	return fmt.Sprintf("N = %d, K = %d, %s: printed %s, computed %d", c.N, c.K, c.System, c.Printed, computed)
}

func declareTableThree(out *experiments.Output, p sizeParameters) {
	printed := experiments.Printed[struct {
		Source string `json:"source"`
		Rows   []struct {
			What        string `json:"what"`
			Centralised string `json:"centralised"`
			Proposed    string `json:"proposed"`
			Ricart      string `json:"ricart-agrawala"`
		} `json:"rows"`
	}](out, "maekawa-table-3.json")
	if len(printed.Rows) != len(traits) {
		out.Fail(fmt.Errorf("there are %d rows of Table III, and models for %d", len(printed.Rows), len(traits)))
		return
	}
	var entries []traitCase
	for row, printed := range printed.Rows {
		for _, k := range p.Sizes {
			for _, c := range []traitCase{{Algorithm: "centralized", Printed: printed.Centralised}, {Algorithm: proposed, Printed: printed.Proposed},
				{Algorithm: "ricart-agrawala", Printed: printed.Ricart}} {
				c.Row, c.K = row, k
				entries = append(entries, c)
			}
		}
	}
	cases := experiments.Compute(out, "table-3", entries, evaluate)
	experiments.Table(out, "table-3", cases,
		experiments.Texts("row", "", "what is counted, as printed", func(c traitCase) string { return printed.Rows[c.Row].What }),
		experiments.Texts("model", "", "the count on the site assignment", func(c traitCase) string { return traits[c.Row].model }),
		"n", "k", "system", "printed", "with_k", "computed")
	over := "one control node, the plane and all nodes, for K in " + experiments.JoinInts(p.Sizes)
	for i, model := range traits {
		row, terms := printed.Rows[i], "; √N is K, as in section 3"
		if model.reading != "" {
			terms += ", and " + model.reading
		}
		of := experiments.Keep(cases, func(c traitCase) bool { return c.Row == i })
		out.Claim("maekawa-table-3-"+model.id, paper, fmt.Sprintf("Table III, row %d", i+1),
			fmt.Sprintf("%s: %s under central control, %s as proposed, %s by Ricart and Agrawala.", row.What, row.Centralised, row.Proposed, row.Ricart),
			experiments.ForAll(over+terms, of, func(c traitCase) (bool, string) { return c.WithK == c.Loose, c.witness(c.Loose) }))
	}
}

// evaluate counts an entry of Table III, for a plane of lines of K points.
func evaluate(_ context.Context, c traitCase) (traitCase, error) {
	c.N = bounds.MaekawaNodes(c.K)
	var s *quorum.System
	switch c.Algorithm {
	case "centralized":
		s = centralised(c.N)
	case proposed:
		s = lines(c.K)
	default:
		s = everyone(c.N)
	}
	model := traits[c.Row]
	c.System, c.Computed = s.Name(), model.count(c.Algorithm, s)
	c.Loose = c.Computed
	if model.loose != nil {
		c.Loose = model.loose(s)
	}
	var err error
	c.WithK, err = printedFormula(c.Printed, c.N, c.K)
	return c, err
}
