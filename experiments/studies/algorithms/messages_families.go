package algorithms

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/mutex"
	"coterie/mutex/sim"
)

// familyRow is Maekawa's algorithm over a system under one load.
type familyRow struct {
	System   string  `csv:"system" doc:"the system"`
	Offered  float64 `csv:"offered,entries per mean latency" doc:"sites over mean think time; empty: every site wishes again at once"`
	N        int     `csv:"n,sites" doc:"number of sites"`
	Others   float64 `csv:"others,nodes" doc:"mean number of other nodes in S_i"`
	Messages float64 `csv:"messages,messages" doc:"per entry, mean"`
	Most     float64 `csv:"most,messages" doc:"charged to one entry, at most, over the greatest number of other nodes in an S_i"`
}

// siteRow is one site of a system that enters alone.
type siteRow struct {
	System         string
	Size, Messages int
}

func (r siteRow) String() string {
	return fmt.Sprintf("%s: a site with a quorum of %d nodes takes %d messages", r.System, r.Size, r.Messages)
}

// others counts, for each site, the members of its quorum that are other nodes.
func others(c sim.Config) []int {
	list := make([]int, c.Setup.Processes)
	for p := range list {
		for _, v := range c.Setup.Quorums[c.Setup.Own[p]] {
			if int(v) != p {
				list[p]++
			}
		}
	}
	return list
}

// declareFamilies runs Maekawa's algorithm over systems of other families.
func declareFamilies(out *experiments.Output, p messagesParameters) {
	var rows []familyRow
	for _, system := range p.Families {
		for _, offered := range p.Offered {
			rows = append(rows, familyRow{System: system, Offered: offered})
		}
	}
	rows = experiments.Compute(out, "families", rows, func(ctx context.Context, of familyRow) (familyRow, error) {
		return of.measured(ctx, out.Env, p.Entries)
	})
	table := experiments.Table(out, "families", rows,
		"system", "n", "others",
		experiments.If(func(r familyRow) bool { return r.Offered > 0 }, "offered"),
		"messages",
		experiments.Floats("per_member", "messages", "that mean over the mean number of other nodes in S_i", familyRow.member),
		"most")
	var layers []experiments.Layer
	for i, system := range p.Families {
		layers = append(layers, table.Line(system, "offered", "per_member", experiments.Is("system", system)).Look(i+1))
	}
	out.PlotWithLegend("families", "Maekawa's algorithm over other systems", plot.Logarithmic("offered load", "entries per mean latency"),
		plot.Linear("messages per entry over other members", "messages"), layers...)

	sites := slices.Concat(experiments.Compute(out, "sites", p.Families, sitesOf)...)
	out.Claim("agrawal-communication-cost", experiments.BilliardPaper, "section 1",
		"The communication cost to enter the critical section is directly proportional to the size of the quorum.",
		experiments.ForAll("Maekawa's algorithm with a message to oneself counted; every site once, alone; planes, grids, billiards, triangles, trees, majorities", sites,
			func(r siteRow) (bool, string) { return r.Messages == 3*r.Size, r.String() }))

	if len(rows) == 0 {
		return
	}
	most := func(pass func(r familyRow) bool) familyRow {
		return slices.MaxFunc(experiments.Keep(rows, pass), func(a, b familyRow) int { return cmp.Compare(a.member(), b.member()) })
	}
	top := most(func(familyRow) bool { return true })
	first := most(func(r familyRow) bool { return r.System == p.Families[0] })
	heaviest := experiments.Keep(rows, func(r familyRow) bool { return r.Offered == 0 })
	if len(heaviest) == 0 {
		return
	}
	low, high := heaviest[0].member(), heaviest[0].member()
	for _, r := range heaviest {
		low, high = min(low, r.member()), max(high, r.member())
	}
	out.Found("families", "How much more than 4(K-1) messages an entry takes under a middling load depends on the system. It is up to %.2f(K-1) over %s, and %.2f(K-1) over %s; "+
		"where all sites always wish it is between %.2f(K-1) and %.2f(K-1) over each.", top.member(), top.System, first.member(), first.System, low, high)
}

// member returns the mean for each other member of a quorum.
func (r familyRow) member() float64 { return r.Messages / r.Others }

// measured makes the run.
func (r familyRow) measured(ctx context.Context, env experiments.Env, entries int) (familyRow, error) {
	c := experiments.Must(prepare(ctx, r.System, maekawas, mutex.Options{}))
	r.N = c.Setup.Processes
	c.Warmup, c.Entries = 2*r.N, entries
	if r.Offered > 0 {
		c.Think = sim.Exp(float64(r.N) / r.Offered)
	}
	c.Seed = env.Rand(r.System, fmt.Sprint(r.Offered)).Uint64()
	found := experiments.Must(replicate(ctx, c, sim.Options{}))
	sum, greatest := 0, 1
	for _, n := range others(c) {
		sum, greatest = sum+n, max(greatest, n)
	}
	r.Others, r.Messages = float64(sum)/float64(r.N), *found.MessagesPerEntry
	r.Most = float64(found.MaxMessages) / float64(greatest)
	return r, nil
}

// sitesOf lets each site enter alone, and also counts the messages of a node to itself.
func sitesOf(ctx context.Context, system string) (list []siteRow, err error) {
	c := experiments.Must(prepare(ctx, system, maekawas, mutex.Options{Self: mutex.SelfNetwork}))
	alone, err := sim.Alone(c.Algorithm, c.Setup, c.Requesters)
	for p, l := range alone {
		list = append(list, siteRow{system, len(c.Setup.Quorums[c.Setup.Own[p]]), l.Messages})
	}
	return list, err
}
