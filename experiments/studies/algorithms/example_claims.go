package algorithms

import (
	"fmt"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/mutex"
	"coterie/quorum"
)

const maekawaPaper = "Maekawa 1985"

// claimExample judges sections 5 and 6.
func claimExample(out *experiments.Output, p exampleParameters, stories []storyRow, rows []scheduleRow) {
	for _, c := range []struct{ id, story, section, statement, order string }{
		{"maekawa-example", "section-5", "section 5",
			"Nodes 7, 8 and 11 lock each other in a circle; node 11 relinquishes node 13, and node 7 enters, then 8, at last 11.", "7 8 11"},
		{"maekawa-example-node-3", "section-5-node-3", "section 5",
			"A REQUEST of node 3 that arrives before the RELINQUISH locks node 13 in place of node 7, and node 3 enters when node 8 relinquishes itself.", "3 7 8 11"},
		{"maekawa-figure-3", "figure-3", "section 6.2", "The circular waiting of Figure 3 is broken because 4 and 6 are preceded by 1; node 2 enters.", "2 1 4 6"},
	} {
		r := story(stories, c.story)
		out.Claim(c.id, maekawaPaper, c.section, c.statement,
			experiments.JudgeOnce(experiments.Every("the run, step by step"), nodeList(r.Entered) == c.order && r.Stuck == nil, "the order of entering: "+nodeList(r.Entered)))
	}

	two, dead, forgets := story(stories, "two-inside"), story(stories, "deadlock"), story(stories, "deadlock-relinquished")
	sample := func(r scheduleRow) string {
		return fmt.Sprintf("%d random schedules over Figure 1(b), %d nodes that wish %d times", p.Schedules, len(r.Who), r.Wishes)
	}
	exclusive := func(late mutex.Lateness, played ...storyRow) experiments.Judgement {
		of := experiments.Keep(rows, func(r scheduleRow) bool { return r.Algorithm == literal && r.Late == late })
		var cases []outcome
		for _, s := range played {
			cases = append(cases, outcome{s.Inside <= 1, fmt.Sprintf("run %s: %d nodes are inside, the last ones %s", s.Name, s.Inside, nodeList(s.Entered[max(0, len(s.Entered)-2):]))})
		}
		for _, r := range of {
			cases = append(cases, outcome{r.Broken == 0, fmt.Sprintf("%s: two nodes are inside after %d of %s", r, r.Broken, sample(r))})
		}
		return experiments.Judge(experiments.Sample("the run two-inside and random schedules, over Figure 1(b), in channels that keep their order"), slices.Values(cases), outcome.judged)
	}
	out.Claim("maekawa-mutual-exclusion", maekawaPaper, "section 6.1", "More than one node cannot simultaneously be in the critical section.",
		experiments.HoldsUnderReading("an INQUIRE of a member that has sent no LOCKED for the present REQUEST has arrived after the RELEASE, and is ignored",
			exclusive(mutex.LateCurrent, two), exclusive(mutex.LateIgnored)))

	var waits []outcome
	for _, s := range []storyRow{dead, forgets} {
		waits = append(waits, outcome{s.Stuck == nil, fmt.Sprintf("run %s: %s (known since Sanders 1987)", s.Name, strings.Join(s.Circle, ", "))})
	}
	for _, r := range experiments.Keep(rows, func(r scheduleRow) bool { return r.Algorithm == literal }) {
		waits = append(waits, outcome{r.Stuck == 0, fmt.Sprintf("%s: nodes wait for ever after %d of %s", r, r.Stuck, sample(r))})
	}
	out.Claim("maekawa-deadlock", maekawaPaper, "section 6.2", "Deadlock is not possible.",
		experiments.Judge(experiments.Sample("two runs and random schedules over Figure 1(b), in every reading of the text"), slices.Values(waits), outcome.judged))
	const preceded = quorum.Node(3) // node 4, which waits between 2 and 3
	out.Claim("maekawa-deadlock-failed", maekawaPaper, "section 6.2 (5)",
		"In a circular wait there is a node whose REQUEST is preceded by those of both its neighbours, and it must receive a FAILED.",
		experiments.JudgeOnce(experiments.Every("the circular wait of the run deadlock"), slices.Contains(dead.Failed, preceded),
			fmt.Sprintf("%s; 2 and 3 precede 4; FAILED was received by %s alone", strings.Join(dead.Circle, ", "), nodeList(dead.Failed))))
}

// outcome is the verdict of a run by hand, or of many random runs, on a claim.
type outcome struct {
	holds bool
	words string
}

func (o outcome) judged() (bool, string) { return o.holds, o.words }

// claimOvertaking judges section 6.3.
func claimOvertaking(out *experiments.Output, p exampleParameters, rows, random []overtakingRow) {
	over := experiments.Sample(fmt.Sprintf("node 5 of Figure 1(c), whose sequence number is 0..%d ahead, and %d random schedules over Figure 1(b)", p.Ahead, p.Schedules))
	holds := func(numbers mutex.Numbering) experiments.Judgement {
		var cases []outcome
		for _, r := range experiments.Keep(rows, func(r overtakingRow) bool { return r.Numbers == numbers }) {
			cases = append(cases, outcome{r.Overtaken <= r.K-1, fmt.Sprintf("%d ahead: %d REQUESTs of nodes 8 and 11 are processed at node 1 before that of node 5, and K-1 = %d", r.Ahead, r.Overtaken, r.K-1)})
		}
		for _, r := range experiments.Keep(random, func(r overtakingRow) bool { return r.Numbers == numbers }) {
			cases = append(cases, outcome{r.Overtaken <= r.K-1, fmt.Sprintf("at random: %d REQUESTs are processed at a node before one that waits, and K-1 = %d", r.Overtaken, r.K-1)})
		}
		return experiments.Judge(over, slices.Values(cases), outcome.judged)
	}
	out.Claim("maekawa-starvation-bound", maekawaPaper, "section 6.3",
		"A member returns LOCKED after at most K-1 REQUESTs have been processed there, because any subsequent REQUEST has a larger sequence number.",
		experiments.HoldsUnderReading("every message shows the greatest sequence number that its sender has seen, and the REQUEST that holds the lock is not counted",
			holds(mutex.NumbersRequest), holds(mutex.NumbersAll)))
}

// claimRemoval judges section 9.
func claimRemoval(out *experiments.Output, p exampleParameters, rows []removalRow) {
	over := fmt.Sprintf("planes of order 2..%d: every node fails; every other one takes over up to order 3, three of them beyond", p.Orders)
	out.Claim("maekawa-takeover-any", maekawaPaper, "section 9", "Any other node can logically take the role of the failed node over.",
		experiments.ForAll(over, rows, func(r removalRow) (bool, string) { return !r.Broken && r.Entries == r.N, r.String() }))
	out.Claim("maekawa-takeover-messages", maekawaPaper, "section 9", "The lost dynamic information can be regained by O(√N) messages.",
		// At most 2K messages, and K(K-1) < N.
		experiments.ForAll(over, rows, func(r removalRow) (bool, string) { return r.Recover+r.Status <= 2*r.K, r.String() }))
	out.ClaimAgain("maekawa-removal-nodes", "maekawa-takeover-static", maekawaPaper, "section 9", "The static information needs to be modified in only √N - 1 nodes.",
		experiments.ForAll(over, rows, func(r removalRow) (bool, string) {
			return r.Told == r.K-1, fmt.Sprintf("%v; %d nodes are told, and K-1 = %d", r, r.Told, r.K-1)
		}))
}

// claimVariations judges section 10.
func claimVariations(out *experiments.Output, rows []variationRow) {
	const over = "Figure 1, every node, alone and when all ask at once"
	judge := func(algorithm string, enter func(r variationRow) int) experiments.Judgement {
		return experiments.ForAll(over, experiments.Keep(rows, func(r variationRow) bool { return r.Algorithm == algorithm }), func(r variationRow) (bool, string) {
			return r.Enter == [2]int{enter(r), enter(r)}, r.String()
		})
	}
	out.Claim("maekawa-sequential-messages", maekawaPaper, "section 10",
		"If REQUESTs are sent one by one, in a prespecified order, an instance of mutual exclusion requires only 2(K-1) messages.",
		judge("maekawa-sequential", func(r variationRow) int { return 2 * (r.K - 1) }).Proved("maekawa-ordered"))
	out.Claim("maekawa-circulating-messages", maekawaPaper, "section 10",
		"This can further be reduced to K message passes by cyclically passing a REQUEST among the member nodes.",
		experiments.HoldsUnderReading("K+1 where the node is neither the first nor the last of its members in the prespecified order: the REQUEST must come by in the middle",
			judge("maekawa-circulating", func(r variationRow) int { return r.K }),
			judge("maekawa-circulating", func(r variationRow) int {
				if r.Middle {
					return r.K + 1
				}
				return r.K
			})))
	out.Claim("maekawa-variation-clear", maekawaPaper, "section 10", "In either method, K-1 more messages are required to clear the REQUESTs.",
		experiments.ForAll(over, rows, func(r variationRow) (bool, string) { return r.Clear == [2]int{r.K - 1, r.K - 1}, r.String() }).Proved("maekawa-ordered"))
}

// foundExample states the findings.
func foundExample(out *experiments.Output, stories []storyRow, rows []scheduleRow) {
	two, dead := story(stories, "two-inside"), story(stories, "deadlock")
	n := len(two.Entered)
	out.Found("two-inside", "Nodes %v and %v of seven enter together if a node takes a late INQUIRE for a new one. It comes after the RELEASE and the next REQUEST of that node, and is taken for one about that REQUEST. Maekawa ignores one that comes after the RELEASE, and does not say how to tell.",
		two.Entered[n-2], two.Entered[n-1])
	out.Found("deadlock", "By any reading of it %d nodes that ask once each can wait for ever. A request that is overtaken while it waits is not told FAILED.", len(dead.Stuck))
	out.Found("section-5", "The story of section 5 comes out as it is told: node 7 enters first, then 8, then 11.")
}
