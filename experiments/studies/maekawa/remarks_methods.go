package maekawa

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/construct"
	"coterie/construct/degenerate"
	"coterie/experiments"
	"coterie/quorum"
)

// methodOneRow is Method 1 for one L such that L-1 is not a prime power.
type methodOneRow struct {
	L               int      `csv:"l,nodes" doc:"L, with L-1 no prime power"`
	M               int      `csv:"m,nodes" doc:"M, the least above L with M-1 a prime power"`
	N               int      `csv:"n,nodes" doc:"N = L(L-1)+1"`
	Least           int      `csv:"least,nodes" doc:"least |S_i| of Method 1, with the numbers above N replaced by the last of the others in the same order"`
	Greatest        int      `csv:"greatest,nodes" doc:"greatest |S_i|"`
	Mean            *big.Rat `csv:"mean,nodes" doc:"mean |S_i|"`
	LeastIn, MostIn int      // in how many of the S_i a node is
	Symmetric       bool     // the sets for M are as step (a) says
	Meets           bool     `csv:"intersection" doc:"every two S_i meet"`
}

func (r methodOneRow) String() string {
	return fmt.Sprintf("L = %d, M = %d, N = %d: |S_i| from %d to %d, mean %s", r.L, r.M, r.N, r.Least, r.Greatest, r.Mean.RatString())
}

// leastMean returns a lower bound on the mean for every choice of different substitutes. Two
// numbers are in one common set for M, so each of the M(M-1)+1 - N replaced numbers makes at most
// one set smaller, by one.
func (r methodOneRow) leastMean() *big.Rat {
	return big.NewRat(int64(r.N*r.M-(bounds.MaekawaNodes(r.M)-r.N)), int64(r.N))
}

// gapsUpTo lists the L up to a number for which the program has no plane of order L-1.
func gapsUpTo(most int) []int {
	return experiments.Keep(experiments.Numbers(3, most), func(l int) bool { return !bounds.PlaneOrder(l - 1).Exists() })
}

// nextPlane returns the least M > L with M-1 a prime power.
func nextPlane(l int) int { return bounds.PlaneOrderAtLeast(l) + 1 }

// literalMethodOne carries out Method 1, with Maekawa's own choice of the removed numbers and their
// substitutes.
func literalMethodOne(ctx context.Context, n int) (s *quorum.System, order int, err error) {
	d := experiments.Must(degenerate.Literal(ctx, n))
	s, err = d.System(ctx, "")
	return s, d.Order(), err
}

func methodOneAt(ctx context.Context, l int) (methodOneRow, error) {
	row := methodOneRow{L: l, M: nextPlane(l), N: bounds.MaekawaNodes(l)}
	row.Symmetric = judgeSites(lines(row.M)).hold(row.M)
	s, order := experiments.Must2(literalMethodOne(ctx, row.N))
	if order != row.M-1 {
		return row, fmt.Errorf("the plane for L = %d is of order %d, not %d", l, order, row.M-1)
	}
	row.Least, row.Greatest = s.SiteFamily().Sizes()
	row.Mean = big.NewRat(int64(s.SiteFamily().Incidences()), int64(row.N))
	in := s.SiteFamily().Responsibilities()
	row.LeastIn, row.MostIn = slices.Min(in), slices.Max(in)
	row.Meets = quorum.JudgeIntersection(ctx, s.SiteFamily(), quorum.Options{Jobs: 1}).Holds == quorum.Holds
	return row, nil
}

// declareMethods judges section 7.
func declareMethods(out *experiments.Output, p remarksParameters) {
	printed := experiments.Printed[struct {
		Source string `json:"source"`
		Gaps   []struct {
			UpTo int `json:"up_to"`
			Gap  int `json:"gap"`
			L    int `json:"L"`
			M    int `json:"M"`
		} `json:"gaps"`
	}](out, "maekawa-section-7.json")
	rows := experiments.Compute(out, "method-1", gapsUpTo(p.Degraded), methodOneAt)
	experiments.Table(out, "method-1", rows,
		"l", "m", "n", "least", "greatest", "mean", "intersection")

	const section = "section 7, Method 1"
	over := fmt.Sprintf("L up to %d with L-1 no prime power, N = L(L-1)+1, substitutes in the order of the printed example", p.Degraded)
	claim := func(id, statement string, holds func(methodOneRow) bool) {
		out.Claim("maekawa-method-1-"+id, paper, section, statement,
			experiments.ForAll(over, rows, func(r methodOneRow) (bool, string) { return holds(r), r.String() }))
	}
	claim("symmetric", "For the least M above L with M-1 a power of a prime there are symmetric sets, each component of which is contained in M subsets.",
		func(r methodOneRow) bool { return r.Symmetric })
	claim("intersection", "Replacing each component above N = L(L-1) + 1 gives sets any two of which meet.",
		func(r methodOneRow) bool { return r.Meets })
	claim("sizes", "In the resulting sets the size of S_i is not always L.",
		func(r methodOneRow) bool { return r.Least != r.L || r.Greatest != r.L })
	claim("extra-message", "Some node may have to send an extra message: some S_i has more than L members.",
		func(r methodOneRow) bool { return r.Greatest > r.L })
	// N = L(L-1)+1 sets, any two of which meet, with every node in L of them, are a plane of order
	// L-1: docs/theorems/assignments-are-planes.md.
	out.Claim("maekawa-method-1-responsibility", paper, section, "After the replacement each component is contained in L of the resulting subsets.",
		experiments.ForAll(over, rows, func(r methodOneRow) (bool, string) {
			return r.LeastIn == r.L && r.MostIn == r.L,
				fmt.Sprintf("%v; nodes in %d to %d of the sets, and with other substitutes in %s on average at least; every node in L of them is a plane of order L-1", r, r.LeastIn, r.MostIn, r.leastMean().RatString())
		}))
	average := func(k func(r methodOneRow) int, most bool) experiments.Judgement {
		return experiments.ForAll(over, rows, func(r methodOneRow) (bool, string) {
			cmp := r.Mean.Cmp(big.NewRat(int64(k(r)), 1))
			return cmp == 0 || most && cmp < 0, r.String() + "; with other substitutes at least " + r.leastMean().RatString()
		})
	}
	out.Claim("maekawa-method-1-average", paper, section, "On average the number of messages remains the same as that calculated in section 3.",
		experiments.HoldsUnderReading("at most what section 3 gives for M, the K of the plane from which the sets come; for L it is more, as section 8.1 says of these cases, too",
			average(func(r methodOneRow) int { return r.L }, false), average(func(r methodOneRow) int { return r.M }, true)))
	for _, g := range printed.Gaps {
		out.Claim(fmt.Sprintf("maekawa-gap-%d", g.UpTo), paper, section,
			fmt.Sprintf("The largest gap between L and M for K up to %d is only %d, for L = %d and M = %d.", g.UpTo, g.Gap, g.L, g.M),
			judgeGap(g.UpTo, g.Gap, g.L, g.M))
	}
	declareGrids(out, p)
}

// gridRow holds the cost of an entry over the grid of side L.
type gridRow struct {
	L        int      `csv:"l,nodes" doc:"L, the side of the grid"`
	Messages *big.Rat `csv:"messages,messages" doc:"of an entry under light demand, by a run, mean over the sites"`
}

func gridAt(_ context.Context, l int) (gridRow, error) {
	return gridRow{l, light(proposed, experiments.Must(quorum.As[*quorum.System](construct.Grid(l*l))))}, nil
}

// above reports whether the messages exceed x·(κ-1) for the positive κ with κ(κ-1)+1 = L²: whether
// (2m+x)² > x²(4L²-3).
func (r gridRow) above(x *big.Rat) bool {
	left := new(big.Rat).Add(r.Messages, r.Messages)
	left.Add(left, x)
	right := new(big.Rat).Mul(x, x)
	right.Mul(right, big.NewRat(int64(4*r.L*r.L-3), 1))
	return left.Mul(left, left).Cmp(right) > 0
}

// declareGrids judges Method 2 by runs.
//
// Proof: docs/theorems/grid-messages.md.
func declareGrids(out *experiments.Output, p remarksParameters) {
	rows := experiments.Compute(out, "grids", experiments.Numbers(2, p.Sides), gridAt)
	experiments.Table(out, "grids", rows,
		"l", "messages")
	out.Claim("maekawa-grid-twice", paper, "section 7, Method 2", "The number of messages with the grid is about twice that calculated in section 3.",
		experiments.ForAll(fmt.Sprintf("L in 2..%d, N = L², by runs: from 3/2 to less than 2 times 3(K-1), where K(K-1) + 1 = N", p.Sides), rows, func(r gridRow) (bool, string) {
			return !r.above(big.NewRat(2*3, 1)) && r.above(big.NewRat(3*3, 2)), fmt.Sprintf("L = %d: %s messages", r.L, r.Messages.RatString())
		}).Proved("grid-messages"))
}

// judgeGap compares a printed gap with all L up to a number.
func judgeGap(upTo, gap, l, m int) experiments.Judgement {
	largest, where := 0, []string{}
	for _, k := range gapsUpTo(upTo) {
		next := nextPlane(k)
		if next-k > largest {
			largest, where = next-k, nil
		}
		if next-k == largest {
			where = append(where, fmt.Sprintf("L = %d, M = %d", k, next))
		}
	}
	holds := largest == gap && slices.Equal(where, []string{fmt.Sprintf("L = %d, M = %d", l, m)})
	return experiments.JudgeOnce(experiments.Every(fmt.Sprintf("L in 3..%d with L-1 no prime power", upTo)), holds,
		fmt.Sprintf("the largest gap is %d, at %s", largest, strings.Join(where, "; ")))
}

// trafficRow holds the mean number of messages for N nodes.
type trafficRow struct {
	N      int      `csv:"n,nodes" doc:"N"`
	Order  int      `csv:"order" doc:"order of the plane that the sets come from"`
	Light  *big.Rat `csv:"light,messages" doc:"of an entry, mean over the sites: each enters once, alone"`
	Ricart *big.Rat `csv:"ricart,messages" doc:"the same by the algorithm of Ricart and Agrawala"`
	Heavy  *big.Rat `csv:"heavy,messages" doc:"4(|S_i| - 1)"`
	Worst  *big.Rat `csv:"worst,messages" doc:"5(|S_i| - 1)"`
}

func trafficAt(ctx context.Context, n int) (trafficRow, error) {
	s, order := experiments.Must2(literalMethodOne(ctx, n))
	return trafficRow{n, order, light(proposed, s), light("ricart-agrawala", s), messagesOf(4, s), messagesOf(5, s)}, nil
}

// declareTraffic judges the message counts of section 8.1 by runs. The counts under heavier demand
// are counts of members here; the study messages runs them.
func declareTraffic(out *experiments.Output, p remarksParameters) {
	rows := experiments.Compute(out, "messages", experiments.Numbers(2, p.Nodes), trafficAt)
	experiments.Table(out, "messages", rows,
		"n", "order", "light", "heavy", "worst", "ricart")

	within := func(words string) string { return fmt.Sprintf(words+", literal Method 1", p.Nodes) }
	fewer := func(r trafficRow) (bool, string) {
		return r.Light.Cmp(r.Ricart) < 0, fmt.Sprintf("N = %d: %s and %s messages", r.N, r.Light.RatString(), r.Ricart.RatString())
	}
	out.Claim("maekawa-fewer-messages", paper, "section 8.1", "Under light demand the algorithm almost always requires fewer messages than Ricart and Agrawala's.",
		experiments.ForAll(within("by runs, N in 2..%d"), rows, fewer))
	out.Claim("maekawa-fewer-messages-degenerate", paper, "section 8.1", "The advantage is apparent even in the degenerate cases.",
		experiments.ForAll(within("by runs, N in 2..%d that are no plane of prime-power order"), experiments.Keep(rows, func(r trafficRow) bool { return !isPlane(r.N) }), fewer))
}

// takeover is a plane in which one node takes over the role of a failed one.
type takeover struct {
	K          int
	Failed, By quorum.Node
	Got        conditions
	// Before and After count the S_i that contain the node that takes over. Others counts the sites
	// that must change: those with the failed node in their set, except itself.
	Before, After, Others int
}

func (c takeover) String() string {
	return fmt.Sprintf("K = %d, node %v fails and node %v takes over: in %d sets before, %d after; %v", c.K, c.Failed, c.By, c.Before, c.After, c.Got)
}

// takeoversOf lets every node of the plane of lines of K points fail and every other one take over.
func takeoversOf(ctx context.Context, k int) (list []takeover, err error) {
	plane := lines(k)
	sets := plane.SiteFamily()
	times := sets.Responsibilities()
	for failed := range plane.N() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		others := times[failed]
		if sets.Set(failed).Has(failed) {
			others--
		}
		for by := range plane.N() {
			if by == failed {
				continue
			}
			s := experiments.Must(degenerate.ReplaceNodes(ctx, "", plane, map[int]int{failed: by}))
			place := by // after the removal
			if by > failed {
				place--
			}
			list = append(list, takeover{k, quorum.Node(failed), quorum.Node(by), judgeSites(s),
				times[by], s.SiteFamily().Responsibilities()[place], others})
		}
	}
	return list, nil
}

// claimTakeovers judges section 9 on planes, for every failed node and every node that takes over.
func claimTakeovers(out *experiments.Output, p remarksParameters) {
	largest := min(p.Planes, 6)
	sizes := experiments.Keep(experiments.Numbers(2, largest), func(k int) bool { return bounds.PlaneOrder(k - 1).Exists() })
	cases := slices.Concat(experiments.Compute(out, "takeovers", sizes, takeoversOf)...)
	words := func(from int) string {
		return fmt.Sprintf("planes of prime-power order, and the triangle, K in %d..%d, every failed node and every other one", from, largest)
	}
	greater := func(c takeover) (bool, string) { return c.After > c.Before, c.String() }
	out.Claim("maekawa-takeover", paper, "section 9",
		"To have another node take over the role of a failed one corresponds to the degeneration: the remaining sets still satisfy (a) and (b).",
		experiments.ForAll(words(2), cases, func(c takeover) (bool, string) { return c.Got.Intersection && c.Got.Inclusion, c.String() }))
	out.Claim("maekawa-takeover-role", paper, "section 9", "Taking over causes the overtaking node to play a somewhat greater role.",
		experiments.ButFor("K = 2", func(c takeover) bool { return c.K == 2 }, "for K >= 3",
			experiments.Every(words(2)), experiments.Every(words(3)), cases, greater))
	out.Claim("maekawa-removal-nodes", paper, "section 9",
		"Removing a node loses dynamic information about √N - 1 nodes, and static information must be modified in √N - 1 nodes.",
		experiments.ForAll(words(2)+"; √N is K, as in section 3", cases, func(c takeover) (bool, string) { return c.Others == c.K-1, c.String() }))
}
