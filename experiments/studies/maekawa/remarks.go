package maekawa

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/internal/machine/par"
	"coterie/internal/picture/plot"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// remarksParameters holds the parameters of the study maekawa-remarks.
type remarksParameters struct {
	Nodes     int `json:"nodes"`     // of the algorithms of section 2, and of the degenerate sets of section 8
	Voters    int `json:"voters"`    // weighted voting of 1 to this many nodes
	Votes     int `json:"votes"`     // each with 0 to this many votes
	Enumerate int `json:"enumerate"` // all assignments of this many sites are tried, at most 4
	Sizes     int `json:"sizes"`     // K up to this in formulas
	Planes    int `json:"planes"`    // K of planes up to this
	Degraded  int `json:"degraded"`  // L of Method 1 up to this
	Sides     int `json:"sides"`     // L of Method 2 up to this
}

// Remarks returns the study maekawa-remarks.
func Remarks() experiments.Study {
	return experiments.NewStudy(experiments.Spec[remarksParameters]{
		Name:  "maekawa-remarks",
		Title: "What Maekawa says of other algorithms, of K, N and planes, of Methods 1 and 2, and of failed nodes",
		Doc: "The structural remarks of sections 2, 3, 5, 7, 8, 9 and 11, tried by definition: conditions (a) to (d) of centralised control, " +
			"unanimity, majorities and weighted voting; all site assignments of few nodes; the sets of Method 1 for every L with L-1 no prime " +
			"power; message counts as counts of members; and planes with one node taken over by another.",
		Default: remarksParameters{Nodes: 100, Voters: 7, Votes: 4, Enumerate: 4, Sizes: 10_000, Planes: 14, Degraded: 30, Sides: 20},
		Declare: declareRemarks,
	})
}

func declareRemarks(out *experiments.Output, p remarksParameters) {
	declareAlgorithms(out, p)
	declareVoting(out, p)
	claimChoice(out, p)
	claimFigureTwo(out)
	declareMethods(out, p)
	declareTraffic(out, p)
	claimTakeovers(out, p)
}

// conditions holds the verdicts of (a) to (d) on one site assignment. K and D are 0 if they are not
// the same everywhere.
type conditions struct {
	Intersection bool `csv:"a" doc:"every two S_i meet"`
	Inclusion    bool `csv:"b" doc:"i is in S_i"`
	K            int  `csv:"k,nodes,omitzero" doc:"the size of all S_i; empty: not the same"`
	D            int  `csv:"d,sets,omitzero" doc:"the number of S_i that each node is in; empty: not the same"`
}

func (c conditions) String() string {
	return fmt.Sprintf("(a) %t, (b) %t, (c) K = %d, (d) D = %d, where 0 means not the same for all", c.Intersection, c.Inclusion, c.K, c.D)
}

// hold reports whether all of (a) to (d) hold, with K = D = k.
func (c conditions) hold(k int) bool { return c == conditions{true, true, k, k} }

// judgeSites tries the conditions word by word.
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

// circle returns a majority consensus in which site i asks itself and the ⌊n/2⌋ nodes after it on a
// circle. Two majorities meet.
func circle(n int) *quorum.System {
	sets := make([][]int, n)
	for i := range sets {
		for step := range n/2 + 1 {
			sets[i] = append(sets[i], (i+step)%n)
		}
	}
	return experiments.Must(siteSystem("majorities on a circle", sets))
}

// algorithmRow is an algorithm of section 2 on N nodes.
type algorithmRow struct {
	conditions
	N    int    `csv:"n,nodes" doc:"N"`
	Name string `csv:"algorithm" doc:"one control node, all nodes (Ricart and Agrawala), or majorities on a circle (Thomas)"`
}

func algorithmsAt(_ context.Context, n int) (rows []algorithmRow, err error) {
	for _, s := range []*quorum.System{centralised(n), everyone(n), circle(n)} {
		rows = append(rows, algorithmRow{judgeSites(s), n, s.Name()})
	}
	return rows, nil
}

func declareAlgorithms(out *experiments.Output, p remarksParameters) {
	rows := slices.Concat(experiments.Compute(out, "algorithms", experiments.Numbers(1, p.Nodes), algorithmsAt)...)
	experiments.Table(out, "algorithms", rows,
		"n", "algorithm", "a", "b", "k", "d")

	over := fmt.Sprintf("N in 1..%d", p.Nodes)
	of := func(name string) []algorithmRow {
		return experiments.Keep(rows, func(r algorithmRow) bool { return r.Name == name })
	}
	unanimous, circled := of("all nodes"), of("majorities on a circle")
	central := func(r algorithmRow) (bool, string) {
		return r.Intersection && r.K == 1 && r.D == 0, fmt.Sprintf("N = %d: %v", r.N, r.conditions)
	}
	out.Claim("maekawa-centralised", paper, "section 2", "A centralised algorithm satisfies (a) and (c), where K = 1, but violates (d).",
		experiments.ButFor("N = 1", func(r algorithmRow) bool { return r.N == 1 }, "for N > 1",
			experiments.Every(over), experiments.Every(fmt.Sprintf("N in 2..%d", p.Nodes)), of("one control node"), central))
	out.Claim("maekawa-ricart-agrawala", paper, "section 2", "Ricart and Agrawala's algorithm satisfies (a) to (d), where K = N and D = N.",
		experiments.ForAll(over, unanimous, func(r algorithmRow) (bool, string) {
			return r.hold(r.N), fmt.Sprintf("N = %d: %v", r.N, r.conditions)
		}))
	out.Claim("maekawa-thomas", paper, "section 2", "Thomas's majority consensus algorithm can satisfy (a) to (d), where K = N and D = N.",
		experiments.ForAll(over+", every site asking all; asking a majority only, K = D = ⌊N/2⌋+1", unanimous, func(r algorithmRow) (bool, string) {
			majority := circled[r.N-1]
			return r.hold(r.N) && majority.hold(r.N/2+1), fmt.Sprintf("N = %d: %v; %v", r.N, r.conditions, majority.conditions)
		}))
	out.Claim("maekawa-majority-half", paper, "section 1", "In the best case majority consensus reduces the number of permission messages to a half, N/2.",
		experiments.ForAll(over+": ⌊N/2⌋ others are asked", circled, func(r algorithmRow) (bool, string) {
			return r.hold(r.K) && r.K-1 == r.N/2, fmt.Sprintf("N = %d: %d others are asked", r.N, r.K-1)
		}))
}

// votingRow counts the vote vectors of N nodes.
type votingRow struct {
	N                      int `csv:"n,nodes" doc:"N"`
	Vectors                int
	Meets                  int    `csv:"a,vectors" doc:"of which every two minimal sets with more than half of the votes meet"`
	Effort                 int    `csv:"c,vectors" doc:"of which all these sets have the same size"`
	Equal                  int    `csv:"d,vectors" doc:"of which every node is in equally many of these sets"`
	EffortAndEqual         int    `csv:"c_and_d,vectors" doc:"both"`
	NotMeeting, NotCentral string // a vector that breaks (a); one with all votes at one node that is not centralised
}

// violating returns the share of the vectors that violate the property; holding counts the others.
func (r votingRow) violating(holding int) *big.Rat {
	return big.NewRat(int64(r.Vectors-holding), int64(r.Vectors))
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
			sum += v * (s >> i & 1)
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
	for i, a := range quorums {
		meets = meets && meetsAll(quorums[:i], a)
		effort = effort && bits.OnesCount8(a) == bits.OnesCount8(quorums[0])
	}
	times := timesIn(quorums, r.N)
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
	if !meets && r.NotMeeting == "" {
		r.NotMeeting = fmt.Sprint(votes)
	}
	voters := 0
	for _, v := range votes {
		voters += min(v, 1)
	}
	if voters == 1 && r.NotCentral == "" && (len(quorums) != 1 || bits.OnesCount8(quorums[0]) != 1) {
		r.NotCentral = fmt.Sprint(votes)
	}
}

// countVotes tries all vectors of up to most votes for each of n nodes, except the zero vector.
func countVotes(ctx context.Context, n, most int) votingRow {
	row, votes := votingRow{N: n}, make([]int, n)
	for poll := par.NewPoll(ctx); ; {
		experiments.Ensure(poll.Err())
		i := 0
		for i < n && votes[i] == most {
			votes[i] = 0
			i++
		}
		if i == n {
			return row
		}
		votes[i]++
		row.add(votes)
	}
}

// declareVoting tries all vote vectors. "Usually" is read as: for more than half of them.
func declareVoting(out *experiments.Output, p remarksParameters) {
	rows := experiments.Compute(out, "voting", experiments.Numbers(1, p.Voters), func(ctx context.Context, n int) (votingRow, error) {
		return countVotes(ctx, n, p.Votes), nil
	})
	experiments.Table(out, "weighted-voting", rows,
		"n",
		experiments.Ints("vectors", "vectors", fmt.Sprintf("vote vectors with 0 to %d votes for each node, not all 0", p.Votes),
			func(r votingRow) int { return r.Vectors }),
		"a", "c", "d", "c_and_d",
		experiments.Ratios("violates_c", plot.NoUnit, "share of the vectors that violate (c)",
			func(r votingRow) *big.Rat { return r.violating(r.Effort) }),
		experiments.Ratios("violates_d", plot.NoUnit, "share of the vectors that violate (d)",
			func(r votingRow) *big.Rat { return r.violating(r.Equal) }))

	foundVoting(out, p, rows)
	words := fmt.Sprintf("all vote vectors with 0 to %d votes a node", p.Votes)
	over := fmt.Sprintf("%s, N in 1..%d", words, p.Voters)
	usually := func(name string, holding func(votingRow) int) experiments.Judgement {
		satisfy, vectors, shares := 0, 0, []string{}
		for _, r := range rows {
			satisfy, vectors = satisfy+holding(r), vectors+r.Vectors
			shares = append(shares, fmt.Sprintf("%d of %d for N = %d", holding(r), r.Vectors, r.N))
		}
		return experiments.JudgeOnce(experiments.Every(over+", together"), 2*satisfy < vectors,
			fmt.Sprintf("%d of %d vote vectors satisfy %s: %s", satisfy, vectors, name, strings.Join(shares, ", ")))
	}
	out.Claim("maekawa-weighted-intersection", paper, "section 2", "Weighted voting schemes satisfy (a).",
		experiments.ForAll(over, rows, func(r votingRow) (bool, string) {
			return r.Meets == r.Vectors, fmt.Sprintf("N = %d, votes %s", r.N, r.NotMeeting)
		}))
	out.Claim("maekawa-weighted-effort", paper, "section 2", "Weighted voting schemes usually violate (c).",
		usually("(c)", func(r votingRow) int { return r.Effort }))
	out.Claim("maekawa-weighted-responsibility", paper, "section 2", "Weighted voting schemes usually violate (d).",
		usually("(d)", func(r votingRow) int { return r.Equal }))
	out.Claim("maekawa-weighted-centralised", paper, "section 1",
		"If one node has the full weight and all others have none, weighted voting is centralised control.",
		experiments.ForAll(over, rows, func(r votingRow) (bool, string) {
			return r.NotCentral == "", fmt.Sprintf("N = %d, votes %s", r.N, r.NotCentral)
		}))
}
