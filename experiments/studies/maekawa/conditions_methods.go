package maekawa

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/internal/table"
	"coterie/quorum"
)

// gapsPrinted is what section 7 says of the gaps between L and M.
type gapsPrinted struct {
	Source string `json:"source"`
	Gaps   []struct {
		UpTo int `json:"up_to"`
		Gap  int `json:"gap"`
		L    int `json:"L"`
		M    int `json:"M"`
	} `json:"gaps"`
}

// methodOneRow is Method 1 for one L with L-1 no prime power.
type methodOneRow struct {
	l, m, n         int
	least, greatest int // sizes of the S_i
	mean            *big.Rat
	symmetric       bool // the sets for M are as step (a) says
	meets           bool
}

func (r methodOneRow) String() string {
	return fmt.Sprintf("L = %d, M = %d, N = %d: |S_i| from %d to %d, mean %s", r.l, r.m, r.n, r.least, r.greatest, r.mean.RatString())
}

// leastMean is what no choice of different substitutes can go below: two numbers are in one common set for M, so
// each of the M(M-1)+1 - N replaced ones makes at most one set smaller by one.
func (r methodOneRow) leastMean() *big.Rat {
	return big.NewRat(int64(r.n*r.m-(bounds.MaekawaNodes(r.m)-r.n)), int64(r.n))
}

// nextPlane returns the least M > L with M-1 a prime power.
func nextPlane(l int) int {
	m := l + 1
	for _, _, ok := gf.PrimePower(m - 1); !ok; _, _, ok = gf.PrimePower(m - 1) {
		m++
	}
	return m
}

// methodOneAt carries Method 1 out, with Maekawa's own choice of what is removed and replaced.
func methodOneAt(ctx context.Context, l int) (methodOneRow, error) {
	row := methodOneRow{l: l, m: nextPlane(l), n: bounds.MaekawaNodes(l)}
	plane, err := construct.FPP(row.m - 1)
	if err != nil {
		return row, err
	}
	whole := judgeSites(plane)
	row.symmetric = whole.Intersection && whole.Inclusion && whole.K == row.m && whole.D == row.m
	d, err := construct.LiteralDegeneration(row.n)
	if err != nil {
		return row, err
	}
	s, err := d.System("")
	if err != nil {
		return row, err
	}
	if d.Order() != row.m-1 {
		return row, fmt.Errorf("the plane for L = %d is of order %d, not %d", l, d.Order(), row.m-1)
	}
	row.least, row.greatest = s.SiteFamily().Sizes()
	row.mean = big.NewRat(int64(s.SiteFamily().Incidences()), int64(row.n))
	row.meets = quorum.JudgeIntersection(ctx, s.SiteFamily(), quorum.Options{Jobs: 1}).Holds == quorum.Holds
	return row, nil
}

// judgeMethods judges section 7.
func judgeMethods(ctx context.Context, env experiments.Env, p conditionsParameters, out *experiments.Output) ([]experiments.Claim, error) {
	printed, err := experiments.ReadPaper[gapsPrinted](env, "maekawa-section-7.json")
	if err != nil {
		return nil, err
	}
	t := table.New(
		table.Ints("l", "nodes", "L, with L-1 no prime power"),
		table.Ints("m", "nodes", "M, the least above L with M-1 a prime power"),
		table.Ints("n", "nodes", "N = L(L-1)+1"),
		table.Ints("least", "nodes", "least |S_i| of Method 1, with the numbers above N replaced by the last of the others in the same order"),
		table.Ints("greatest", "nodes", "greatest |S_i|"),
		table.Ratios("mean", "nodes", "mean |S_i|"),
		table.Bools("intersection", "", "every two S_i meet"),
	)
	var rows []methodOneRow
	for l := 2; l <= p.Degraded; l++ {
		if _, _, isPower := gf.PrimePower(l - 1); isPower || l == 2 {
			continue
		}
		row, err := methodOneAt(ctx, l)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		rows = append(rows, row)
		if err := t.Append(table.Int(row.l), table.Int(row.m), table.Int(row.n), table.Int(row.least), table.Int(row.greatest), table.Ratio(row.mean), table.Bool(row.meets)); err != nil {
			return nil, err
		}
	}
	if err := out.Table("method-1.csv", t); err != nil {
		return nil, err
	}
	const section = "section 7, Method 1"
	over := experiments.Every(fmt.Sprintf("L up to %d with L-1 no prime power, N = L(L-1)+1, substitutes in the order of the printed example", p.Degraded))
	judge := func(holds func(methodOneRow) bool) experiments.Judgement {
		return experiments.Judge(over, slices.Values(rows), func(r methodOneRow) (bool, string) { return holds(r), r.String() })
	}
	claims := []experiments.Claim{
		maekawaClaim("maekawa-method-1-symmetric", section, "For the least M above L with M-1 a power of a prime there are symmetric sets, each component of which is contained in M subsets.",
			judge(func(r methodOneRow) bool { return r.symmetric })),
		maekawaClaim("maekawa-method-1-intersection", section, "Replacing each component above N = L(L-1) + 1 gives sets any two of which meet.",
			judge(func(r methodOneRow) bool { return r.meets })),
		maekawaClaim("maekawa-method-1-sizes", section, "In the resulting sets the size of S_i is not always L.",
			judge(func(r methodOneRow) bool { return r.least != r.l || r.greatest != r.l })),
		maekawaClaim("maekawa-method-1-extra-message", section, "Some node may have to send an extra message: some S_i has more than L members.",
			judge(func(r methodOneRow) bool { return r.greatest > r.l })),
		maekawaClaim("maekawa-method-1-average", section, "On average the number of messages remains the same as calculated for K = L.",
			experiments.Judge(over, slices.Values(rows), func(r methodOneRow) (bool, string) {
				return r.mean.Cmp(big.NewRat(int64(r.l), 1)) == 0, r.String() + "; with other substitutes at least " + r.leastMean().RatString()
			})),
	}
	for _, g := range printed.Gaps {
		claims = append(claims, maekawaClaim(fmt.Sprintf("maekawa-gap-%d", g.UpTo), section,
			fmt.Sprintf("The largest gap between L and M for K up to %d is only %d, for L = %d and M = %d.", g.UpTo, g.Gap, g.L, g.M),
			judgeGap(g.UpTo, g.Gap, g.L, g.M)))
	}
	// With κ(κ-1)+1 = N = L², 2(L-1)/(κ-1) < 2 is κ > L, and >= 3/2 is κ <= (4L-1)/3.
	const sides = 1000
	return append(claims, maekawaClaim("maekawa-grid-twice", "section 7, Method 2",
		"The number of messages with the grid is about twice that calculated in section 3.",
		experiments.Judge(experiments.Every(fmt.Sprintf("L in 2..%d, N = L²: from 3/2 to less than 2 times 3(K-1), where K(K-1) + 1 = N", sides)), small.FirstInts(sides-1), func(i int) (bool, string) {
			l := i + 1
			return 4*l*l-3 > (2*l-1)*(2*l-1) && 9*(4*l*l-3) <= (8*l-5)*(8*l-5), fmt.Sprintf("L = %d", l)
		}).Proved("grid-messages"))), nil
}

// judgeGap compares a printed gap with all L up to a number.
//
// Proof: docs/theorems/grid-messages.md.
func judgeGap(upTo, gap, l, m int) experiments.Judgement {
	largest, where := 0, []string{}
	for k := 3; k <= upTo; k++ {
		if _, _, isPower := gf.PrimePower(k - 1); isPower {
			continue
		}
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

// trafficRow is the mean number of messages for n nodes.
type trafficRow struct {
	n      int
	light  *big.Rat // 3(|S_i| - 1), mean
	ricart int      // 2(N-1)
}

// judgeTraffic judges the message counts of sections 1, 8 and 11 as counts of members.
func judgeTraffic(p conditionsParameters, out *experiments.Output) ([]experiments.Claim, error) {
	t := table.New(
		table.Ints("n", "nodes", "N"),
		table.Ints("order", "", "order of the plane that the sets come from"),
		table.Ratios("light", "messages", "3(|S_i| - 1), mean over the sites"),
		table.Ratios("heavy", "messages", "4(|S_i| - 1)"),
		table.Ratios("worst", "messages", "5(|S_i| - 1)"),
		table.Ints("ricart", "messages", "2(N-1)"),
	)
	rows := []trafficRow{{n: 1, light: new(big.Rat)}} // one node asks nobody
	for n := 2; n <= p.Nodes; n++ {
		d, err := construct.LiteralDegeneration(n)
		if err != nil {
			return nil, err
		}
		s, err := d.System("")
		if err != nil {
			return nil, err
		}
		mean := meanAsked(s)
		rows = append(rows, trafficRow{n: n, light: timesRat(3, mean), ricart: 2 * (n - 1)})
		if err := t.Append(table.Int(n), table.Int(d.Order()), table.Ratio(timesRat(3, mean)), table.Ratio(timesRat(4, mean)), table.Ratio(timesRat(5, mean)), table.Int(2*(n-1))); err != nil {
			return nil, err
		}
	}
	if err := out.Table("messages.csv", t); err != nil {
		return nil, err
	}
	fewer := func(r trafficRow) (bool, string) {
		return r.light.Cmp(big.NewRat(int64(r.ricart), 1)) < 0, fmt.Sprintf("N = %d: %s and %d messages", r.n, r.light.RatString(), r.ricart)
	}
	degenerate := slices.DeleteFunc(slices.Clone(rows[1:]), func(r trafficRow) bool {
		q, ok := bounds.OrderOfPoints(r.n)
		_, _, isPower := gf.PrimePower(q)
		return ok && (isPower || q == 1)
	})
	over := experiments.Every(fmt.Sprintf("K in 2..%d", p.Sizes))
	counted := func(lower bool) experiments.Judgement {
		return experiments.Judge(over, small.FirstInts(p.Sizes-1), func(i int) (bool, string) {
			k := i + 1
			n := bounds.MaekawaNodes(k)
			// 3(K-1) >= 3√N is (K-1)² >= N; 5(K-1) <= 5√N is (K-1)² <= N.
			return (k-1)*(k-1) <= n && (!lower || (k-1)*(k-1) >= n), fmt.Sprintf("K = %d, N = %d: 3(K-1) = %d messages", k, n, 3*(k-1))
		})
	}
	return []experiments.Claim{
		maekawaClaim("maekawa-c-root-n", "sections 1 and 11", "The algorithm uses c√N messages with c between 3 and 5.",
			experiments.HoldsUnderReading("at most 3√N under light demand and 5√N in the worst case: 3(K-1) < 3√N", counted(true), counted(false))),
		maekawaClaim("maekawa-fewer-messages", "section 8.1", "Under light demand the algorithm requires fewer messages than Ricart and Agrawala's.",
			experiments.HoldsUnderReading("for N > 1 (the paper says almost always)",
				experiments.Judge(experiments.Every(fmt.Sprintf("N in 1..%d, literal Method 1", p.Nodes)), slices.Values(rows), fewer),
				experiments.Judge(experiments.Every(fmt.Sprintf("N in 2..%d, literal Method 1", p.Nodes)), slices.Values(rows[1:]), fewer))),
		maekawaClaim("maekawa-fewer-messages-degenerate", "section 8.1", "The advantage is apparent even in the degenerate cases.",
			experiments.Judge(experiments.Every(fmt.Sprintf("N in 2..%d that are no plane of prime-power order, literal Method 1", p.Nodes)), slices.Values(degenerate), fewer)),
	}, nil
}

// takeover is a plane in which one node takes over the role of a failed one.
type takeover struct {
	k, failed, by int
	got           conditions
	before, after int // in how many S_i the overtaking node is
	others        int // sites that must change: those with the failed node in their set, without itself
}

func (c takeover) String() string {
	return fmt.Sprintf("K = %d, node %v fails and node %v takes over: in %d sets before, %d after; %v", c.k, quorum.Node(c.failed), quorum.Node(c.by), c.before, c.after, c.got)
}

// judgeFailures judges section 9 on planes, for every failed node and every node that takes over.
func judgeFailures(ctx context.Context, p conditionsParameters) ([]experiments.Claim, error) {
	var cases []takeover
	largest := min(p.Planes, 6)
	for k := 2; k <= largest; k++ {
		if _, _, isPower := gf.PrimePower(k - 1); !isPower && k > 2 {
			continue
		}
		plane, err := construct.FPP(k - 1)
		if err != nil {
			return nil, err
		}
		sets := plane.SiteFamily()
		for failed := range plane.N() {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			for by := range plane.N() {
				if by == failed {
					continue
				}
				s, err := construct.ReplaceNodes("", plane, map[int]int{failed: by})
				if err != nil {
					return nil, err
				}
				place := by // after the removal
				if by > failed {
					place--
				}
				c := takeover{k: k, failed: failed, by: by, got: judgeSites(s), before: sets.Responsibilities()[by], after: s.SiteFamily().Responsibilities()[place]}
				for i := range plane.N() {
					if i != failed && sets.Set(i).Has(failed) {
						c.others++
					}
				}
				cases = append(cases, c)
			}
		}
	}
	words := fmt.Sprintf("planes of prime-power order, and the triangle, K in 2..%d, every failed node and every other one", largest)
	over := experiments.Every(words)
	greater := func(c takeover) (bool, string) { return c.after > c.before, c.String() }
	beyond := slices.DeleteFunc(slices.Clone(cases), func(c takeover) bool { return c.k < 3 })
	return []experiments.Claim{
		maekawaClaim("maekawa-takeover", "section 9", "To have another node take over the role of a failed one corresponds to the degeneration: the remaining sets still satisfy (a) and (b).",
			experiments.Judge(over, slices.Values(cases), func(c takeover) (bool, string) { return c.got.Intersection && c.got.Inclusion, c.String() })),
		maekawaClaim("maekawa-takeover-role", "section 9", "Taking over causes the overtaking node to play a somewhat greater role.",
			experiments.HoldsUnderReading("for K >= 3", experiments.Judge(over, slices.Values(cases), greater),
				experiments.Judge(experiments.Every(strings.Replace(words, "K in 2", "K in 3", 1)), slices.Values(beyond), greater))),
		maekawaClaim("maekawa-removal-nodes", "section 9", "Removing a node loses dynamic information about √N - 1 nodes, and static information must be modified in √N - 1 nodes.",
			experiments.HoldsUnderReading("√N stands for K",
				experiments.Judge(over, slices.Values(cases), func(c takeover) (bool, string) {
					n := bounds.MaekawaNodes(c.k)
					return (c.others+1)*(c.others+1) == n, fmt.Sprintf("N = %d, K = %d: %d other nodes have node %v in their sets", n, c.k, c.others, quorum.Node(c.failed))
				}),
				experiments.Judge(over, slices.Values(cases), func(c takeover) (bool, string) { return c.others == c.k-1, c.String() }))),
	}, nil
}
