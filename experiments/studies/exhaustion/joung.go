package exhaustion

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"coterie/construct"
	"coterie/experiments"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

type joungParameters struct {
	Over      []joungSize `json:"over"`
	Unordered []joungSize `json:"unordered"` // Maekawa_M without FIFO channels, which it needs
	Costs     []joungSize `json:"costs"`     // the costliest request
	Endless   []joungSize `json:"endless"`   // processes that ask again and again
	Limit     uint64      `json:"limit"`     // states of a search for a lockout
	Together  []joungSize `json:"together"`  // all of one group, while nobody leaves
}

// joungSize is a system with a number of processes, in any groups. Each process wishes a given
// number of times to enter by any quorum of its group.
type joungSize struct {
	System    string   `json:"system"`
	Processes int      `json:"processes"`
	Entries   int      `json:"entries"`
	Of        []string `json:"of,omitempty"` // algorithms; none: all four
}

// JoungInvariants returns the study joung-invariants.
func JoungInvariants() experiments.Study {
	some, more := joungSizes()
	return experiments.NewStudy(experiments.Spec[joungParameters]{
		Name:  "joung-invariants",
		Title: "Joung's invariants and theorems in every reachable state",
		Doc: "Every state that Maekawa_M and Maekawa_S of Joung (2003, Figures 5 to 8) can reach over surficial quorum systems of two and three groups and over lifted coteries, " +
			"whichever groups its processes name and whichever quorums they take: the invariants (I1) to (I9) as predicates, mutual exclusion, and that every run lets everybody enter. " +
			"Channels keep their order, as section 4.2 assumes; Maekawa_S and maekawa-m-fixed, whose messages name the lock that they are about, are tried without it, too. " +
			"A node gives out max[g] = 1 lock, or 2, or as many as there are processes.",
		Default: some,
		Full:    &more,
		Declare: declareJoung,
		Verify:  verifyCertificate[joungParameters],
	})
}

// joungSizes returns the parameters of the default part and of the full part.
func joungSizes() (some, more joungParameters) {
	const lifted, degree2 = "lift:m=2,of=(majority:n=3)", "surficial:m=3,k=2"
	printed := []string{maekawaM, maekawaS, inOrder}
	some = joungParameters{
		Over: []joungSize{
			{s2, 2, 2, []string{maekawaM, maekawaS}},
			{s3, 2, 2, nil},
			{s3, 3, 1, nil},
			{lifted, 2, 1, nil},
			{degree2, 2, 1, []string{maekawaM, maekawaS}},
		},
		Unordered: []joungSize{{s3, 2, 2, nil}},
		Costs:     []joungSize{{s3, 2, 2, nil}, {s3, 3, 1, nil}, {s2, 2, 1, nil}},
		Endless:   []joungSize{{s3, 2, 1, nil}},
		Limit:     10_000,
		Together: []joungSize{
			{s3, 3, 1, nil}, {s2, 2, 1, nil}, {lifted, 2, 1, nil},
		},
	}
	more = some
	more.Over = []joungSize{
		{s2, 2, 2, nil},
		{s3, 2, 2, nil},
		{s2, 3, 1, nil},
		{s3, 3, 1, nil},
		{lifted, 2, 1, nil},
		{lifted, 3, 1, []string{maekawaS, inOrder}},
		{degree2, 2, 1, nil},
	}
	more.Endless = []joungSize{
		{s3, 2, 1, nil}, {s2, 2, 1, printed}, {s3, 3, 1, []string{maekawaS}},
	}
	more.Limit = 30_000
	return some, more
}

// The smallest surficial systems of two and of three groups.
const (
	s2 = "surficial:m=2,k=2"
	s3 = "surficial:m=3,k=1"
)

// points lists the configurations to explore.
func (p joungParameters) points(ctx context.Context, sizes []joungSize, all []string, orders func(algorithm string) []bool) (list []configuration) {
	for _, size := range sizes {
		of := experiments.Must(quorum.As[*quorum.GroupSystem](construct.Build(ctx, size.System)))
		algorithms := size.Of
		if algorithms == nil {
			algorithms = all
		}
		for _, a := range algorithms {
			for _, noFIFO := range orders(a) {
				for _, locks := range locksOf(a, size.Processes) {
					for _, groups := range groupings(size.Processes, of.Groups()) {
						list = append(list, configuration{
							Algorithm: a, System: size.System, MaxLocks: locks, Who: subsets(size.Processes, size.Processes, size.Processes)[0],
							Groups: groups, Any: true, Entries: size.Entries, NoFIFO: noFIFO,
						})
					}
				}
			}
		}
	}
	return list
}

// locksOf lists the values of max[g] that make a difference to the given number of processes.
func locksOf(algorithm string, processes int) []int {
	if algorithm == maekawaM || algorithm == maekawaMF {
		return experiments.Numbers(1, processes)
	}
	return []int{0}
}

// ordersOf returns whether an algorithm is tried with FIFO channels, without them, or both.
func ordersOf(algorithm string) []bool {
	switch algorithm {
	case maekawaS:
		return []bool{false, true}
	case maekawaMF:
		return []bool{true}
	}
	return []bool{false}
}

// groupings lists all ways to give each process a group.
func groupings(processes, groups int) (all [][]quorum.Index) {
	for _, to := range combin.Cartesian(slices.Repeat([]int{groups}, processes)) {
		list := make([]quorum.Index, processes)
		for p, g := range to {
			list[p] = quorum.Index(g)
		}
		all = append(all, list)
	}
	return all
}

// joungGroup adds up the results over a system.
type joungGroup struct {
	first      explored
	count      int    `csv:"configurations" doc:"ways to give the processes groups"`
	States     uint64 `csv:"states,states" doc:"reachable, in all of them"`
	Greatest   uint64 `csv:"greatest,states" doc:"of the greatest configuration"`
	Stuck      uint64 `csv:"stuck,states" doc:"in which nothing can happen and a process waits"`
	Violations uint64 `csv:"broken,states" doc:"with processes of two groups inside"`
	Broken     uint64 `csv:"invariants,states" doc:"in which one of (I1) to (I9) does not hold"`
	Text       uint64 `csv:"figure_8,states" doc:"in which (I8) does not hold of requests as Figure 8 keeps it"`
}

func joungGroups(rows []explored) (list []joungGroup) {
	for _, r := range rows {
		g := like(&list, func(g joungGroup) bool {
			f := g.first
			return f.Algorithm == r.Algorithm && f.System == r.System && f.MaxLocks == r.MaxLocks && f.NoFIFO == r.NoFIFO && len(f.Who) == len(r.Who) && f.Entries == r.Entries
		}, joungGroup{first: r})
		g.count++
		g.States, g.Greatest = g.States+r.States, max(g.Greatest, r.States)
		g.Stuck, g.Violations = g.Stuck+r.Stuck, g.Violations+r.Violations
		for k, n := range r.Invariants {
			if r.Algorithm == maekawaS && k == len(r.Invariants)-1 {
				g.Text += n
			} else {
				g.Broken += n
			}
		}
	}
	return list
}

func declareJoung(out *experiments.Output, p joungParameters) {
	points := p.points(out.Context(), p.Over, []string{maekawaM, maekawaMF, maekawaS, inOrder}, ordersOf)
	rows := experiments.Compute(out, "configurations", points, exploreAll)
	experiments.Table(out, "configurations", joungGroups(rows), joungColumns())
	points = p.points(out.Context(), p.Unordered, []string{maekawaM}, func(string) []bool { return []bool{true} })
	unordered := experiments.Compute(out, "unordered", points, exploreAll)
	without := experiments.Table(out, "unordered", joungGroups(unordered), joungColumns())
	costs, away, endless, entering := declareJoungCosts(out, p)
	if out.Err() != nil {
		return
	}
	for _, s := range joungStories(rows, unordered) {
		out.Certificate(s.name+".json", s.certificate(out))
		out.Draw(s.name, func() (experiments.Picture, error) { return s.picture(out.Context()) }, without)
	}
	claimJoung(out, rows, unordered)
	claimJoungCosts(out, costs, away, endless, entering)
	foundJoung(out, rows, unordered)
}

func joungColumns() []experiments.Column[joungGroup] {
	return experiments.Columns[joungGroup](
		experiments.Texts("system", "", "group quorum system", func(g joungGroup) string { return g.first.System }),
		experiments.Texts("algorithm", "", "maekawa-m, maekawa-m-fixed, maekawa-s, fixed-order", func(g joungGroup) string { return g.first.Algorithm }),
		experiments.Ints("locks", "locks", "max[g]; empty: no limit", func(g joungGroup) int { return g.first.MaxLocks }).NonZero(),
		experiments.Bools("fifo", "", "whether channels keep their order", func(g joungGroup) bool { return !g.first.NoFIFO }),
		experiments.Ints("processes", "processes", "that wish", func(g joungGroup) int { return len(g.first.Who) }),
		experiments.Ints("wishes", "", "of each of them", func(g joungGroup) int { return g.first.Entries }),
		"configurations", "states", "greatest", "stuck", "broken", "invariants",
		experiments.If(func(g joungGroup) bool { return g.first.Algorithm == maekawaS }, "figure_8"),
	)
}

// joungStories returns the shortest runs to failures.
func joungStories(rows, unordered []explored) (list []story) {
	add := func(name string, rows []explored, sort explore.Sort, invariant int) {
		var best *explored
		for i := range rows {
			if n := rows[i].steps(sort); n > 0 && (best == nil || n < best.steps(sort)) {
				best = &rows[i]
			}
		}
		if best != nil {
			list = append(list, story{name, *best, sort})
		}
	}
	add("figure-8-requests", experiments.Keep(rows, func(r explored) bool { return r.Algorithm == maekawaS && !r.NoFIFO }), explore.Invariant, 0)
	add("maekawa-m-unordered-broken", unordered, explore.Exclusion, 0)
	add("maekawa-m-unordered-stuck", unordered, explore.Deadlock, 0)
	return list
}

// claimJoung judges section 4.
func claimJoung(out *experiments.Output, rows, unordered []explored) {
	of := func(algorithms ...string) (string, []explored) {
		kept := experiments.Keep(rows, func(r explored) bool { return slices.Contains(algorithms, r.Algorithm) })
		sum := states(kept, func(r explored) uint64 { return r.States })
		return fmt.Sprintf("all states of %d configurations, %d states: S(P,2), S(P,3) and lifted coteries, 2 or 3 processes, one or two requests each", len(kept), sum), kept
	}
	claim := func(first, id, source, section, statement string, holds func(explored) (bool, string), algorithms ...string) {
		over, kept := of(algorithms...)
		out.ClaimAgain(first, id, source, section, statement, experiments.ForAll(over, kept, holds))
	}
	invariant := func(k int) func(explored) (bool, string) {
		return func(r explored) (bool, string) {
			i := slices.IndexFunc(r.Failures, func(f failure) bool { return f.Sort == explore.Invariant && f.Invariant == k })
			if i < 0 {
				return true, ""
			}
			return false, r.shown(r.Failures[i])
		}
	}
	single := func(r explored) (bool, string) { return r.Violations == 0, r.shown(r.failure(explore.Exclusion)) }
	moving := func(r explored) (bool, string) { return r.Stuck == 0, r.shown(r.failure(explore.Deadlock)) }
	for k, i := range mutex.Find(maekawaM).Invariants {
		claim("", fmt.Sprintf("joung-i%d-exhausted", k+1), joungPaper, "section 4.2.1, ("+i.Name+"), every state", "("+i.Name+") is an invariant of Maekawa_M: "+i.Text+".", invariant(k), maekawaM)
	}
	for k, i := range mutex.Find(maekawaS).Invariants {
		id, section, statement := fmt.Sprintf("joung-i%d-exhausted", k+5), "section 4.3.1, ("+i.Name+"), every state", "("+i.Name+") is an invariant of Maekawa_S: "+i.Text+"."
		if i.Name != "I8" {
			claim("", id, joungPaper, section, statement, invariant(k), maekawaS)
			continue
		}
		over, kept := of(maekawaS)
		out.Claim(id, joungPaper, section, statement, experiments.HoldsUnderReading(
			"requests holds all requests received that are not early, as its description says; Figure 8 adds none where it grants a deferred one (E.16)",
			experiments.ForAll(over, kept, invariant(len(mutex.Find(maekawaS).Invariants))), experiments.ForAll(over, kept, invariant(k))))
	}
	claim("joung-maekawa-m-exclusion", "joung-theorem-4-1-exhausted", joungPaper, "Theorem 4.1, every state", "Maekawa_M guarantees mutual exclusion.", single, maekawaM)
	claim("joung-maekawa-m-lockout", "joung-theorem-4-4-bounded", joungPaper, "Theorem 4.4, bounded requests", "Maekawa_M: where every process asks a bounded number of times, every run lets all of them enter each time.", moving, maekawaM)
	claim("joung-maekawa-s-exclusion", "joung-theorem-4-7-exhausted", joungPaper, "Theorem 4.7, every state", "Maekawa_S guarantees mutual exclusion, whatever order channels keep.", single, maekawaS)
	claim("joung-maekawa-s-lockout", "joung-theorem-4-9-bounded", joungPaper, "Theorem 4.9, bounded requests", "Maekawa_S: where every process asks a bounded number of times, every run lets all of them enter each time, whatever order channels keep.", moving, maekawaS)
	claim("joung-fixed-order-deadlock", "joung-fixed-order-exhausted", joungPaper, "section 4.3, every state", "Locking the members of a quorum in a fixed order cannot deadlock, however many locks a node gives out.", moving, inOrder)
	claim("ours-maekawa-m-fixed", "ours-maekawa-m-fixed-exhausted", ours, "after Joung 2003, section 4.2", "If LOCKED, INQUIRE and UNLOCK name the lock that they are about, Maekawa_M needs no order of messages: it keeps mutual exclusion, and every run lets everybody enter.",
		func(r explored) (bool, string) {
			if ok, why := single(r); !ok {
				return ok, why
			}
			return moving(r)
		}, maekawaMF)
	if len(unordered) > 0 {
		out.ClaimAgain("joung-maekawa-m-fifo", "joung-fifo-needed-exhausted", joungPaper, "section 4.2, every state", "Without FIFO channels care must be taken: Maekawa_M as printed breaks.",
			experiments.JudgeExists(experiments.Every("Maekawa_M without the order of messages"), slices.Values(unordered), func(r explored) (bool, string) {
				if r.Violations > 0 {
					return true, r.shown(r.failure(explore.Exclusion))
				}
				return r.Stuck > 0, r.shown(r.failure(explore.Deadlock))
			}))
	}
}

// foundJoung states the findings.
func foundJoung(out *experiments.Output, rows, unordered []explored) {
	broken, kept := 0, 0
	for _, r := range rows {
		for k, n := range r.Invariants {
			if r.Algorithm == maekawaS && k == len(r.Invariants)-1 {
				continue
			}
			kept++
			if n > 0 {
				broken++
			}
		}
	}
	out.Found("", "In none of the %d states of %d configurations are two groups inside, and in none is anybody stuck. Read as they are described, (I1) to (I9) fail in %d of %d judgements.",
		states(rows, func(r explored) uint64 { return r.States }), len(rows), broken, kept)
	for _, s := range joungStories(rows, unordered) {
		if s.name == "figure-8-requests" {
			out.Found(s.name, "By the letter of Figure 8, (I8) fails after %d steps: a deferred request that is granted never enters requests.", s.row.steps(s.sort))
		}
	}
}
