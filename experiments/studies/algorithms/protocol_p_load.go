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

// pLoad is a run under load.
type pLoad struct {
	Spec  string  `csv:"system" doc:"the sharing structure"`
	Think float64 `csv:"think,mean latencies" doc:"mean time from an exit to the next wish"`
}

type pLoadRow struct {
	pLoad
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

func loadCase(ctx context.Context, env experiments.Env, p protocolPParameters, at pLoad) (row pLoadRow, err error) {
	b, err := construct.Build(ctx, at.Spec)
	if err != nil {
		return row, err
	}
	setup, err := mutex.NewSetup(b.Structure, 0, mutex.Options{})
	if err != nil {
		return row, err
	}
	of := b.Structure.(*quorum.SharingStructure)
	row = pLoadRow{
		pLoad: at, Processes: setup.Processes, Groups: setup.Groups(), Arbiters: setup.Nodes,
		Resources: resourcesOf(of, 1<<setup.Processes-1), Quorum: len(setup.Quorums[0]),
	}
	run := func(algorithm string, apart bool, stream int, warmup int) (sim.Result, error) {
		a := mutex.Find(algorithm)
		who, err := sim.Requesters(ctx, b.Structure, a, setup, nil, nil, sim.Any)
		if err != nil {
			return sim.Result{}, err
		}
		if apart {
			keepApart(setup, who)
		}
		return sim.Run(ctx, sim.Config{
			Algorithm: a, Setup: setup, Requesters: who, Latency: varying, Critical: sim.Distribution{Shape: sim.Constant, A: p.Use},
			Think:   sim.Distribution{Shape: sim.Exponential, A: at.Think},
			Entries: p.Entries, Warmup: warmup, Seed: env.Rand(at.Spec, fmt.Sprint(at.Think)).Uint64(), Stream: uint64(stream),
		})
	}
	for i := range p.Replications {
		apart, err := run(protocolPFixed, true, i, p.Entries/10)
		if err != nil {
			return row, err
		}
		row.Apart += apart.Inside / float64(apart.Steady) / float64(p.Replications)
		r, err := run(protocolPFixed, false, i, p.Entries/10)
		if err != nil {
			return row, err
		}
		if r.Violations > 0 || len(r.Stuck) > 0 {
			return row, fmt.Errorf("%s over %s: %d violations, %d stuck", protocolPFixed, at.Spec, r.Violations, len(r.Stuck))
		}
		row.Most = max(row.Most, r.MaxInCS)
		row.Inside += r.Inside / float64(r.Steady) / float64(p.Replications)
		row.Messages += float64(r.Messages) / float64(r.Entries) / float64(p.Replications)
		if r, err = run(protocolPRetry, false, i, p.Entries/10); err != nil {
			return row, err
		}
		if r.Violations > 0 || len(r.Stuck) > 0 {
			return row, fmt.Errorf("%s over %s: %d violations, %d stuck", protocolPRetry, at.Spec, r.Violations, len(r.Stuck))
		}
		row.Retried += r.Inside / float64(r.Steady) / float64(p.Replications)
		row.RetryMessages += float64(r.Messages) / float64(r.Entries) / float64(p.Replications)
		if r, err = run(protocolP, false, i, 0); err != nil {
			return row, err
		}
		if r.Violations > 0 {
			return row, fmt.Errorf("%s over %s: %d violations", protocolP, at.Spec, r.Violations)
		}
		row.Before += float64(r.Entries) / float64(p.Replications)
		if len(r.Stuck) > 0 {
			row.Stuck += 1 / float64(p.Replications)
		}
	}
	return row, nil
}

// keepApart gives each process one quorum for all its requests: one that is disjoint from those of
// the processes before it, as long as its group has any, and then one of its group's in turn. A
// group that has none keeps its choice.
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
	points := experiments.Flat(p.Loaded, func(spec string) (list []pLoad) {
		for _, think := range p.Think {
			list = append(list, pLoad{spec, think})
		}
		return list
	})
	rows := experiments.Compute(out, "load", points, func(ctx context.Context, at pLoad) (pLoadRow, error) {
		return loadCase(ctx, out.Env, p, at)
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
	think := plot.Axis{Label: "think time", Unit: "mean latencies", Log: true}
	shown := experiments.Is("system", p.Loaded[0])
	top := 0.0
	for _, text := range load.Values("resources") {
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			top = max(top, x)
		}
	}
	out.Plot("protocol-p-in-use", "Resources in use by the variants of protocol P: "+strings.Join(load.Values("name", shown), ""), think,
		plot.Axis{Label: "in use", Unit: "resources", To: 1.05 * top},
		load.Guide("all resources", "think", "resources", shown),
		load.Line("others tried", "think", "in_use_retry", shown),
		load.Line("kept apart", "think", "in_use_apart", shown),
		load.Line("chosen at random", "think", "in_use", shown))
	var stuck []experiments.Layer
	for _, name := range load.Values("name") {
		stuck = append(stuck, load.Line(name, "think", "stuck", experiments.Is("name", name)))
	}
	out.Plot("protocol-p-stuck", "Runs of protocol P as printed that deadlock", think, plot.Axis{Label: "deadlocks", Unit: "share of runs"}, stuck...)
	if len(rows) > 0 {
		foundLoad(out, p, rows)
	}
}

// foundLoad speaks of the heaviest load on the structure that is shown.
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
