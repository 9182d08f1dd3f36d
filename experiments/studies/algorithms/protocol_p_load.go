package algorithms

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// pLoadRow is a structure under load.
type pLoadRow struct {
	Spec          string  `csv:"system" doc:"the sharing structure"`
	Think         float64 `csv:"think,mean latencies" doc:"mean time from an exit to the next wish"`
	Processes     int     `csv:"processes,processes" doc:"number of processes"`
	Groups        int     `csv:"groups,groups" doc:"number of groups of processes"`
	Arbiters      int     `csv:"arbiters,arbiters" doc:"number of arbiters"`
	Resources     int     `csv:"resources,resources" doc:"|α(U)|"`
	Quorum        int     `csv:"quorum,arbiters" doc:"quorum size"`
	Most          int     `csv:"most,resources" doc:"protocol-p-fixed: most resources in use at once"`
	Inside        float64 `csv:"in_use,resources" doc:"protocol-p-fixed: mean number of resources in use, with quorums chosen at random"`
	Apart         float64 `csv:"in_use_apart,resources" doc:"the same where each process keeps to one quorum, and these are disjoint as far as they can be"`
	Retried       float64 `csv:"in_use_retry,resources" doc:"protocol-p-retry: mean number of resources in use, the first quorum chosen at random"`
	Messages      float64 `csv:"messages,messages" doc:"protocol-p-fixed: messages per entry"`
	RetryMessages float64 `csv:"messages_retry,messages" doc:"protocol-p-retry: messages per entry"`
	Before        float64
	Stuck         float64
}

func loadCase(ctx context.Context, env experiments.Env, p protocolPParameters, row pLoadRow) (pLoadRow, error) {
	of := experiments.Must(quorum.As[*quorum.SharingStructure](construct.Build(ctx, row.Spec)))
	c := experiments.Must(sim.ConfigFor(ctx, of, mutex.Find(protocolP), mutex.Options{}, sim.Any))
	apart := experiments.Must(sim.Requesters(ctx, of, c.Algorithm, c.Setup, nil, nil, sim.Any))
	keepApart(c.Setup, apart)
	row.Processes, row.Groups, row.Arbiters = c.Setup.Processes, c.Setup.Groups(), c.Setup.Nodes
	row.Resources, row.Quorum = resourcesOf(of, 1<<row.Processes-1), len(c.Setup.Quorums[0])
	c.Latency, c.Critical.A, c.Think = varying, p.Use, sim.Exp(row.Think)
	c.Entries, c.Seed = p.Entries, env.Rand(row.Spec, fmt.Sprint(row.Think)).Uint64()
	var failed error
	run := func(algorithm string, who []sim.Requester, stream, warmup int) sim.Result {
		c := c
		c.Algorithm, c.Requesters, c.Stream, c.Warmup = mutex.Find(algorithm), who, uint64(stream), warmup
		r, err := sim.Run(ctx, c)
		if err == nil && (r.Violations > 0 || len(r.Stuck) > 0 && algorithm != protocolP) {
			err = fmt.Errorf("%s over %s: %d violations, %d stuck", algorithm, row.Spec, r.Violations, len(r.Stuck))
		}
		failed = cmp.Or(failed, err)
		return r
	}
	runs, warmup := float64(p.Replications), p.Entries/10
	for i := range p.Replications {
		r := run(protocolPFixed, apart, i, warmup)
		row.Apart += r.Inside / float64(r.Steady) / runs
		r = run(protocolPFixed, c.Requesters, i, warmup)
		row.Most = max(row.Most, r.MaxInCS)
		row.Inside += r.Inside / float64(r.Steady) / runs
		row.Messages += float64(r.Messages) / float64(r.Entries) / runs
		r = run(protocolPRetry, c.Requesters, i, warmup)
		row.Retried += r.Inside / float64(r.Steady) / runs
		row.RetryMessages += float64(r.Messages) / float64(r.Entries) / runs
		r = run(protocolP, c.Requesters, i, 0)
		row.Before += float64(r.Entries) / runs
		if len(r.Stuck) > 0 {
			row.Stuck += 1 / runs
		}
		if failed != nil {
			return row, failed
		}
	}
	return row, nil
}

// keepApart gives each process one quorum for all its requests. As long as its group has a quorum
// that is disjoint from those of the processes before it, the process gets it. After that the
// processes get the quorums of their group in turn. The processes of a group without any such
// quorum keep their choice.
func keepApart(s *mutex.Setup, who []sim.Requester) {
	busy := make([]bool, s.Nodes)
	taken := map[int32][]int32{} // by group
	turn := map[int32]int{}
	for i := range who {
		g := who[i].Groups[0]
		menu := &who[i].Menus[0]
		free := slices.IndexFunc(menu.Quorums, func(q int32) bool {
			return !slices.ContainsFunc(s.Quorums[q], func(a int32) bool { return busy[a] })
		})
		if free < 0 && len(taken[g]) == 0 {
			continue
		}
		if free < 0 {
			menu.Quorums = []int32{taken[g][turn[g]%len(taken[g])]}
			turn[g]++
			continue
		}
		q := menu.Quorums[free]
		for _, a := range s.Quorums[q] {
			busy[a] = true
		}
		taken[g] = append(taken[g], q)
		menu.Quorums = []int32{q}
	}
}

func declareLoad(out *experiments.Output, p protocolPParameters) {
	if len(p.Loaded) == 0 {
		return
	}
	var rows []pLoadRow
	for _, spec := range p.Loaded {
		for _, think := range p.Think {
			rows = append(rows, pLoadRow{Spec: spec, Think: think})
		}
	}
	rows = experiments.Compute(out, "load", rows, func(ctx context.Context, of pLoadRow) (pLoadRow, error) {
		return loadCase(ctx, out.Env, p, of)
	})
	load := experiments.Table(out, "protocol-p-load", rows,
		"system",
		experiments.Texts("name", "", "the structure, in short", loadName),
		"processes", "groups", "arbiters", "quorum", "resources", "think", "in_use", "in_use_apart",
		"in_use_retry", "messages_retry", "most", "messages",
		experiments.Floats("stuck", "", fmt.Sprintf("protocol-p: share of runs of %d wishes that end with processes that wait", p.Entries),
			func(r pLoadRow) float64 { return r.Stuck }),
		experiments.Floats("before", "entries", fmt.Sprintf("protocol-p: mean number of entries until nobody can enter any more, or of all %d", p.Entries),
			func(r pLoadRow) float64 { return r.Before }))
	think := plot.Logarithmic("think time", "mean latencies")
	shown := experiments.Is("system", p.Loaded[0])
	top := 0.0
	for _, text := range load.Values("resources") {
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			top = max(top, x)
		}
	}
	out.Plot("protocol-p-in-use", "Resources in use by the variants of protocol P: "+strings.Join(load.Values("name", shown), ""), think,
		plot.Linear("in use", "resources").Between(0, 1.05*top),
		load.Guide("all resources", "think", "resources", shown),
		load.Line("others tried", "think", "in_use_retry", shown),
		load.Line("kept apart", "think", "in_use_apart", shown),
		load.Line("chosen at random", "think", "in_use", shown))
	var stuck []experiments.Layer
	for _, name := range load.Values("name") {
		stuck = append(stuck, load.Line(name, "think", "stuck", experiments.Is("name", name)))
	}
	out.Plot("protocol-p-stuck", "Runs of protocol P as printed that deadlock", think, plot.Linear("deadlocks", "share of runs"), stuck...)
	if len(rows) > 0 {
		foundLoad(out, p, rows)
	}
}

// foundLoad states the findings for the heaviest load on the structure of the figure.
func foundLoad(out *experiments.Output, p protocolPParameters, rows []pLoadRow) {
	r := rows[len(p.Think)-1]
	out.Found("protocol-p-in-use", "Under a heavy load %.1f of %d resources are in use where %d processes choose quorums of %d at random. "+
		"Whoever has chosen waits, though another quorum may be free: %.1f are in use where they keep to disjoint ones, "+
		"and %.1f where they try others, for %.0f messages an entry instead of %.0f.",
		r.Inside, r.Resources, r.Processes, r.Quorum, r.Apart, r.Retried, r.RetryMessages, r.Messages)
	worst := slices.MaxFunc(rows, func(a, b pLoadRow) int { return cmp.Compare(a.Stuck, b.Stuck) })
	out.Found("protocol-p-stuck", "Up to %.0f %% of the runs of protocol P as printed deadlock within %d wishes. They have %d arbiters and quorums of %d.",
		100*worst.Stuck, p.Entries, worst.Arbiters, worst.Quorum)
}

func loadName(r pLoadRow) string {
	if r.Groups > 1 {
		return fmt.Sprintf("%d groups, quorums of %d", r.Groups, r.Quorum)
	}
	return fmt.Sprintf("one group, quorums of %d", r.Quorum)
}
