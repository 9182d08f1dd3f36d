package maekawa

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"coterie/experiments"
	"coterie/internal/plot"
	"coterie/internal/sets"
	"coterie/internal/table"
	"coterie/quorum"
)

// conditionsParameters holds the parameters of the study maekawa-remarks.
type conditionsParameters struct {
	Nodes     int `json:"nodes"`     // of the algorithms of section 2, and of the degenerate sets of section 8
	Voters    int `json:"voters"`    // weighted voting of 1 to so many nodes
	Votes     int `json:"votes"`     // each with 0 to so many votes
	Enumerate int `json:"enumerate"` // all assignments of so many sites are tried, at most 4
	Sizes     int `json:"sizes"`     // K up to this in formulas
	Planes    int `json:"planes"`    // K of planes up to this
	Degraded  int `json:"degraded"`  // L of Method 1 up to this
}

func Remarks() experiments.Study {
	return experiments.NewStudy(experiments.Spec[conditionsParameters]{
		Name:  "maekawa-remarks",
		Title: "What Maekawa says of other algorithms, of K, N and planes, of Methods 1 and 2, and of failed nodes",
		Doc: "The structural remarks of sections 2, 3, 5, 7, 8, 9 and 11, tried by definition: conditions (a) to (d) of centralised control, " +
			"unanimity, majorities and weighted voting; all site assignments of few nodes; the sets of Method 1 for every L with L-1 no prime " +
			"power; message counts as counts of members; and planes with one node taken over by another.",
		Default: conditionsParameters{Nodes: 100, Voters: 7, Votes: 4, Enumerate: 4, Sizes: 10_000, Planes: 14, Degraded: 30},
		Run:     runMaekawaRemarks,
	})
}

const conditionsCommand = "coterie experiment run maekawa-remarks"

func maekawaClaim(id, section, statement string, j experiments.Judgement) experiments.Claim {
	return experiments.Claim{ID: id, Source: "Maekawa 1985", Section: section, Statement: statement, Command: conditionsCommand, Judgement: j}
}

func runMaekawaRemarks(ctx context.Context, env experiments.Env, p conditionsParameters, out *experiments.Output) error {
	others, err := otherAlgorithms(p, out)
	if err != nil {
		return err
	}
	choice, err := judgeChoice(ctx, p)
	if err != nil {
		return err
	}
	figure, err := judgeFigureTwo(env)
	if err != nil {
		return err
	}
	methods, err := judgeMethods(ctx, env, p, out)
	if err != nil {
		return err
	}
	traffic, err := judgeTraffic(p, out)
	if err != nil {
		return err
	}
	failures, err := judgeFailures(ctx, p)
	if err != nil {
		return err
	}
	return out.Claims(slices.Concat(others, choice, figure, methods, traffic, failures)...)
}

// conditions is what (a) to (d) say of one site assignment; K and D are 0 where they are not the same everywhere.
type conditions struct {
	Intersection, Inclusion bool
	K, D                    int
}

func (c conditions) String() string {
	return fmt.Sprintf("(a) %t, (b) %t, (c) K = %d, (d) D = %d, where 0 means not the same for all", c.Intersection, c.Inclusion, c.K, c.D)
}

// judgeSites tries the conditions by their words.
func judgeSites(s *quorum.System) conditions {
	sets := s.SiteFamily()
	c := conditions{Intersection: true, Inclusion: true}
	for i := range s.N() {
		c.Inclusion = c.Inclusion && sets.Set(i).Has(i)
		for j := range i {
			c.Intersection = c.Intersection && sets.Set(i).Intersects(sets.Set(j))
		}
	}
	if least, greatest := sets.Sizes(); least == greatest {
		c.K = least
	}
	if r := sets.Responsibilities(); slices.Min(r) == slices.Max(r) {
		c.D = r[0]
	}
	return c
}

// circle is a majority consensus in which site i asks the ⌊n/2⌋ nodes after it on a circle, and itself. Two
// majorities meet.
func circle(n int) (*quorum.System, error) {
	sets, sites := make([][]int, n), make([]int, n)
	for i := range sets {
		sites[i] = i
		for step := range n/2 + 1 {
			sets[i] = append(sets[i], (i+step)%n)
		}
		slices.Sort(sets[i])
	}
	f, err := quorum.NewFamily(n, sets)
	if err != nil {
		return nil, err
	}
	return quorum.NewSystem("majorities on a circle", f, quorum.SystemOptions{Sites: sites})
}

// algorithmRow is one algorithm of section 2 on n nodes.
type algorithmRow struct {
	n                           int
	central, unanimous, circled conditions
}

func otherAlgorithms(p conditionsParameters, out *experiments.Output) ([]experiments.Claim, error) {
	t := table.New(
		table.Ints("n", "nodes", "N"),
		table.Texts("algorithm", "", "one control node, all nodes (Ricart and Agrawala), or majorities on a circle (Thomas)"),
		table.Bools("a", "", "every two S_i meet"),
		table.Bools("b", "", "i is in S_i"),
		table.Ints("k", "nodes", "the size of all S_i; empty: not the same"),
		table.Ints("d", "sets", "the number of S_i that each node is in; empty: not the same"),
	)
	var rows []algorithmRow
	for n := 1; n <= p.Nodes; n++ {
		row := algorithmRow{n: n}
		for _, a := range []struct {
			build func(int) (*quorum.System, error)
			into  *conditions
		}{{centralised, &row.central}, {everyone, &row.unanimous}, {circle, &row.circled}} {
			s, err := a.build(n)
			if err != nil {
				return nil, err
			}
			*a.into = judgeSites(s)
			if err := t.Append(table.Int(n), table.Text(s.Name()), table.Bool(a.into.Intersection), table.Bool(a.into.Inclusion), experiments.KnownSize(a.into.K), experiments.KnownSize(a.into.D)); err != nil {
				return nil, err
			}
		}
		rows = append(rows, row)
	}
	if err := out.Table("algorithms.csv", t); err != nil {
		return nil, err
	}
	over := experiments.Every(fmt.Sprintf("N in 1..%d", p.Nodes))
	central := func(r algorithmRow) (bool, string) {
		return r.central.Intersection && r.central.K == 1 && r.central.D == 0, fmt.Sprintf("N = %d: %v", r.n, r.central)
	}
	same := func(c conditions, k int) bool { return c.Intersection && c.Inclusion && c.K == k && c.D == k }
	claims := []experiments.Claim{
		maekawaClaim("maekawa-centralised", "section 2", "A centralised algorithm satisfies (a) and (c), where K = 1, but violates (d).",
			experiments.HoldsUnderReading("for N > 1", experiments.Judge(over, slices.Values(rows), central),
				experiments.Judge(experiments.Every(fmt.Sprintf("N in 2..%d", p.Nodes)), slices.Values(rows[1:]), central))),
		maekawaClaim("maekawa-ricart-agrawala", "section 2", "Ricart and Agrawala's algorithm satisfies (a) to (d), where K = N and D = N.",
			experiments.Judge(over, slices.Values(rows), func(r algorithmRow) (bool, string) {
				return same(r.unanimous, r.n), fmt.Sprintf("N = %d: %v", r.n, r.unanimous)
			})),
		maekawaClaim("maekawa-thomas", "section 2", "Thomas's majority consensus algorithm can satisfy (a) to (d), where K = N and D = N.",
			experiments.Judge(experiments.Every(fmt.Sprintf("N in 1..%d, every site asking all; asking a majority only, K = D = ⌊N/2⌋+1", p.Nodes)), slices.Values(rows), func(r algorithmRow) (bool, string) {
				return same(r.unanimous, r.n) && same(r.circled, r.n/2+1), fmt.Sprintf("N = %d: %v; %v", r.n, r.unanimous, r.circled)
			})),
		maekawaClaim("maekawa-majority-half", "section 1", "In the best case majority consensus needs N/2 permission messages.",
			experiments.HoldsUnderReading("⌊N/2⌋, the permission of the node itself not counted",
				experiments.Judge(over, slices.Values(rows), func(r algorithmRow) (bool, string) {
					return same(r.circled, r.circled.K) && 2*(r.circled.K-1) == r.n, fmt.Sprintf("N = %d: %d others are asked", r.n, r.circled.K-1)
				}),
				experiments.Judge(over, slices.Values(rows), func(r algorithmRow) (bool, string) {
					return same(r.circled, r.circled.K) && r.circled.K-1 == r.n/2, fmt.Sprintf("N = %d: %d others are asked", r.n, r.circled.K-1)
				}))),
	}
	weighted, err := weightedVoting(p, out)
	return append(claims, weighted...), err
}

// votingRow counts the vote vectors of n nodes.
type votingRow struct {
	N, Vectors             int
	Meets, Effort, Equal   int // how many satisfy (a), (c), (d)
	EffortAndEqual         int
	notMeeting, notCentral string // a vector that breaks (a); one with all votes at one node that is not centralised
}

// minimalMajorities returns the minimal sets of nodes with more than half of the votes.
func minimalMajorities(votes []int) []uint8 {
	total := 0
	for _, v := range votes {
		total += v
	}
	var winning []uint8
	for s := range 1 << len(votes) {
		sum := 0
		for i, v := range votes {
			if s>>i&1 == 1 {
				sum += v
			}
		}
		if 2*sum > total {
			winning = append(winning, uint8(s))
		}
	}
	return sets.Minimal(winning)
}

func (r *votingRow) add(votes []int) {
	quorums := minimalMajorities(votes)
	meets, effort := true, true
	times := make([]int, r.N)
	for i, a := range quorums {
		for _, b := range quorums[:i] {
			meets = meets && a&b != 0
			effort = effort && bits.OnesCount8(a) == bits.OnesCount8(b)
		}
		for v := range times {
			times[v] += int(a >> v & 1)
		}
	}
	equal := slices.Min(times) == slices.Max(times)
	r.Vectors++
	for _, c := range []struct {
		holds bool
		into  *int
	}{{meets, &r.Meets}, {effort, &r.Effort}, {equal, &r.Equal}, {effort && equal, &r.EffortAndEqual}} {
		if c.holds {
			*c.into++
		}
	}
	if !meets && r.notMeeting == "" {
		r.notMeeting = fmt.Sprint(votes)
	}
	voters := 0
	for _, v := range votes {
		voters += min(v, 1)
	}
	if voters == 1 && r.notCentral == "" && (len(quorums) != 1 || bits.OnesCount8(quorums[0]) != 1) {
		r.notCentral = fmt.Sprint(votes)
	}
}

// weightedVoting tries all vote vectors. "Usually" is read as: for more than half of them.
func weightedVoting(p conditionsParameters, out *experiments.Output) ([]experiments.Claim, error) {
	t := table.New(
		table.Ints("n", "nodes", "N"),
		table.Ints("vectors", "vectors", fmt.Sprintf("vote vectors with 0 to %d votes for each node, not all 0", p.Votes)),
		table.Ints("a", "vectors", "of which every two minimal sets with more than half of the votes meet"),
		table.Ints("c", "vectors", "of which all these sets have the same size"),
		table.Ints("d", "vectors", "of which every node is in equally many of these sets"),
		table.Ints("c_and_d", "vectors", "both"),
		table.Ratios("violates_c", plot.NoUnit, "share of the vectors that violate (c)"),
		table.Ratios("violates_d", plot.NoUnit, "share of the vectors that violate (d)"),
	)
	var rows []votingRow
	for n := 1; n <= p.Voters; n++ {
		row := votingRow{N: n}
		votes := make([]int, n)
		for {
			i := 0
			for i < n && votes[i] == p.Votes {
				votes[i] = 0
				i++
			}
			if i == n {
				break
			}
			votes[i]++
			row.add(votes)
		}
		rows = append(rows, row)
		share := func(holding int) table.Cell {
			return table.Ratio(big.NewRat(int64(row.Vectors-holding), int64(row.Vectors)))
		}
		if err := t.Append(table.Int(n), table.Int(row.Vectors), table.Int(row.Meets), table.Int(row.Effort), table.Int(row.Equal), table.Int(row.EffortAndEqual), share(row.Effort), share(row.Equal)); err != nil {
			return nil, err
		}
	}
	if err := out.Table("weighted-voting.csv", t); err != nil {
		return nil, err
	}
	words := fmt.Sprintf("all vote vectors with 0 to %d votes a node", p.Votes)
	over := experiments.Every(fmt.Sprintf("%s, N in 1..%d", words, p.Voters))
	usually := func(name string, holding func(votingRow) int) experiments.Judgement {
		holds := func(r votingRow) (bool, string) {
			return 2*holding(r) < r.Vectors, fmt.Sprintf("N = %d: %d of %d vote vectors satisfy %s", r.N, holding(r), r.Vectors, name)
		}
		from := len(rows)
		for from > 0 {
			if ok, _ := holds(rows[from-1]); !ok {
				break
			}
			from--
		}
		literal := experiments.Judge(over, slices.Values(rows), holds)
		if from == len(rows) { // not even for the largest N: there is no such reading
			return literal
		}
		return experiments.HoldsUnderReading(fmt.Sprintf("for N >= %d, usually meaning for more than half of the vote vectors with 0 to %d votes a node (the share depends on that choice)", from+1, p.Votes),
			literal,
			experiments.Judge(experiments.Every(fmt.Sprintf("%s, N in %d..%d", words, from+1, p.Voters)), slices.Values(rows[from:]), holds))
	}
	return []experiments.Claim{
		maekawaClaim("maekawa-weighted-intersection", "section 2", "Weighted voting schemes satisfy (a).",
			experiments.Judge(over, slices.Values(rows), func(r votingRow) (bool, string) {
				return r.Meets == r.Vectors, fmt.Sprintf("N = %d, votes %s", r.N, r.notMeeting)
			})),
		maekawaClaim("maekawa-weighted-effort", "section 2", "Weighted voting schemes usually violate (c).", usually("(c)", func(r votingRow) int { return r.Effort })),
		maekawaClaim("maekawa-weighted-responsibility", "section 2", "Weighted voting schemes usually violate (d).", usually("(d)", func(r votingRow) int { return r.Equal })),
		maekawaClaim("maekawa-weighted-centralised", "section 1", "If one node has the full weight and all others have none, weighted voting is centralised control.",
			experiments.Judge(over, slices.Values(rows), func(r votingRow) (bool, string) {
				return r.notCentral == "", fmt.Sprintf("N = %d, votes %s", r.N, r.notCentral)
			})),
	}, nil
}
