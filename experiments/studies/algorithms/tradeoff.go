package algorithms

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

type tradeoffParameters struct {
	Groups   int      `json:"groups"`   // of the systems that grow
	Growing  []string `json:"growing"`  // systems of this many groups
	Priced   []string `json:"priced"`   // of these, systems of nearly as many nodes, for the figure of the price
	Wider    []string `json:"wider"`    // systems of ever more groups
	Critical float64  `json:"critical"` // the duration of a critical section, in mean latencies
	Entries  int      `json:"entries"`  // of each run that are measured
	Strong   []int    `json:"strong"`   // processes that take locks back, in the runs of the adversary
	Locks    []int    `json:"locks"`    // their max[g]
	Members  []int    `json:"members"`  // of a subgroup that the adversary uses
	Against  []string `json:"against"`  // the systems that the adversary runs over
	Seeds    int      `json:"seeds"`    // runs of each kind in which the invariants are judged
}

// variant is an algorithm and, for Maekawa_M, the number of locks that a node gives away.
type variant struct {
	Algorithm string
	Locks     int // 0: as many as the subgroups need
}

const (
	maekawaM      = "maekawa-m"
	maekawaMFixed = "maekawa-m-fixed"
	maekawaS      = "maekawa-s"
	fixedOrder    = "fixed-order"
)

func variants() []variant {
	return []variant{{maekawaM, 1}, {maekawaM, 2}, {maekawaM, 4}, {maekawaM, 0}, {maekawaS, 0}, {fixedOrder, 0}}
}

// String names the variant in a plot.
func (v variant) String() string {
	switch {
	case v.Algorithm == maekawaS:
		return "Maekawa_S"
	case v.Algorithm == fixedOrder:
		return "fixed order"
	case v.Algorithm == maekawaMFixed:
		return "Maekawa_M, locks named"
	case v.Locks == 1:
		return "Maekawa (1 lock)"
	case v.Locks == 0:
		return "Maekawa_M (s/deg locks)"
	default:
		return fmt.Sprintf("Maekawa_M (%d locks)", v.Locks)
	}
}

// groupRow is a run with its measurements.
type groupRow struct {
	variant
	Spec       string  `csv:"system" doc:"group quorum system"`
	Growing    bool    `csv:"growing" doc:"of the systems of ever more nodes; else of those of ever more groups"`
	Family     string  `csv:"family" doc:"its family"`
	N          int     `csv:"n,nodes" doc:"number of nodes, and of processes"`
	M          int     `csv:"m,groups" doc:"number of groups"`
	C          int     `csv:"c,nodes" doc:"size of the largest quorum"`
	Given      int     `csv:"locks,locks,omitzero" doc:"locks that a node may give away at a time; empty: no limit"`
	Inside     float64 `csv:"inside,processes" doc:"mean number inside while somebody is"`
	Most       int     `csv:"most_inside,processes" doc:"most inside at once"`
	Messages   float64 `csv:"messages,messages" doc:"messages per entry"`
	Waited     float64 `csv:"waiting,mean latencies" doc:"mean time from wish to entry"`
	Switches   float64 `csv:"switches,context switches" doc:"of 100 entries those that name another group than the one before"`
	Throughput float64 `csv:"throughput,entries per mean latency" doc:"entries over the time that they took"`
}

// prepareGroups returns the run in which each node of a group system has a process that belongs to
// all groups: it names a group at random for each request, and takes the quorum of its subgroup
// there. Locks 0 stands for as many locks as the subgroups need.
func prepareGroups(ctx context.Context, spec string, v variant) (sim.Config, error) {
	locks := v.Locks
	if v.Algorithm == maekawaM && locks == 0 {
		system := experiments.Must(groupSystem(ctx, spec))
		subgroups := experiments.Must(sim.NewSubgroups(ctx, system))
		for range system.N() {
			for g := range int32(system.Groups()) {
				subgroups.Join(g)
			}
		}
		locks = subgroups.Locks()
	}
	return prepare(ctx, spec, v.Algorithm, mutex.Options{MaxLocks: locks})
}

func groupSystem(ctx context.Context, spec string) (*quorum.GroupSystem, error) {
	return quorum.As[*quorum.GroupSystem](construct.Build(ctx, spec))
}

// Tradeoff returns the study tradeoff.
func Tradeoff() experiments.Study {
	return experiments.NewStudy(experiments.Spec[tradeoffParameters]{
		Name:  "tradeoff",
		Title: "Groups: concurrency, waiting time, messages and context switches of Maekawa, Maekawa_M and Maekawa_S",
		Doc: "Joung's section 4, run. A process at each node wishes again and again, each time as a member of a group drawn at random, and takes the quorum of its subgroup there; " +
			"messages take exponential times of mean one, and all messages count, those of a place to itself too, as in his counts. Maekawa's algorithm is Maekawa_M with one lock a node; " +
			"then more locks, up to those that let a whole group in, then Maekawa_S and locking in a fixed order, over surficial systems, systems over designs, affine planes and ordinary planes for groups. " +
			"An adversary chooses the order of messages against the bounds of Theorems 4.5 and 4.10, and invariants (I1) to (I9) are judged after every step of many runs.",
		Default: tradeoffParameters{
			Groups: 3, Growing: []string{
				"surficial:k=2,m=3", "surficial:k=3,m=3", "surficial:k=4,m=3", "surficial:k=5,m=3",
				"affine:order=3,m=3", "affine:order=4,m=3", "affine:order=5,m=3", "affine:order=7,m=3", "affine:order=8,m=3",
				"lift:m=3,of=(fpp:order=3)", "lift:m=3,of=(fpp:order=4)", "lift:m=3,of=(fpp:order=5)", "lift:m=3,of=(fpp:order=7)",
			},
			Priced: []string{"surficial:k=4,m=3", "affine:order=7,m=3", "lift:m=3,of=(fpp:order=7)"},
			Wider: []string{
				"surficial:k=7,m=2", "surficial:k=4,m=4", "surficial:k=3,m=5", "surficial:k=2,m=8",
				"design-surficial:design=triples,m=3,degree=7", "design-surficial:design=triples,m=7,degree=3", "design-surficial:design=triples,m=9,degree=2",
				"affine:order=7,m=2", "affine:order=7,m=4", "affine:order=7,m=6", "affine:order=7,m=8",
				"lift:m=2,of=(fpp:order=7)", "lift:m=4,of=(fpp:order=7)", "lift:m=6,of=(fpp:order=7)", "lift:m=8,of=(fpp:order=7)",
			},
			Critical: 5, Entries: 1000,
			Strong: []int{0, 1, 2, 4, 7, 8, 16, 32, 64, 128}, Locks: []int{1, 2, 3, 4}, Members: []int{4, 6, 8},
			Against: []string{"lift:m=2,of=(fpp:order=3)", "surficial:m=2,k=4", "surficial:m=3,k=2", "affine:order=3,m=3"},
			Seeds:   6,
		},
		Declare: declareTradeoff,
	})
}

func declareTradeoff(out *experiments.Output, p tradeoffParameters) {
	var rows []groupRow
	for _, v := range variants() {
		for i, spec := range slices.Concat(p.Growing, p.Wider) {
			rows = append(rows, groupRow{variant: v, Spec: spec, Growing: i < len(p.Growing)})
		}
	}
	rows = experiments.Compute(out, "groups", rows, func(ctx context.Context, of groupRow) (groupRow, error) { return of.measured(ctx, out.Env, p) })
	groups := experiments.Table(out, "groups", rows,
		experiments.Texts("variant", "", "algorithm, and locks that a node may give away", groupRow.String),
		"system", "family", "growing", "n", "m", "c", "locks", "inside", "most_inside", "waiting",
		"messages", "switches", "throughput")
	plotTradeoff(out, p, groups)
	claimJoung(out, p, rows)
	foundTradeoff(out, p, rows)
}

// measured makes the run.
func (row groupRow) measured(ctx context.Context, env experiments.Env, p tradeoffParameters) (groupRow, error) {
	c := experiments.Must(prepareGroups(ctx, row.Spec, row.variant))
	s := c.Setup
	c.Critical = sim.Always(p.Critical)
	c.Warmup, c.Entries = 2*s.Nodes, p.Entries+s.Nodes
	c.Seed = env.Rand("tradeoff", row.Spec, row.String()).Uint64()
	r := experiments.Must(replicate(ctx, c, sim.Options{}))
	row.Family, row.N, row.M, row.Given, row.Most = familyOf(row.Spec), s.Nodes, s.Groups(), s.MaxLocks, r.MaxInCS
	row.Switches = 100 * float64(r.ContextSwitches) / float64(r.Entries)
	for _, q := range s.Quorums {
		row.C = max(row.C, len(q))
	}
	row.Inside, row.Messages, row.Throughput, row.Waited = *r.MeanInCS, *r.MessagesPerEntry, *r.Throughput, r.Waiting.Mean
	return row, nil
}

// familyOf names a system in a plot.
func familyOf(spec string) string {
	for _, f := range []struct{ prefix, name string }{
		{"surficial:", "surficial"}, {"design-surficial:", "triples"}, {"affine:", "affine plane"}, {"lift:", "lifted plane"},
	} {
		if strings.HasPrefix(spec, f.prefix) {
			return f.name
		}
	}
	return spec
}

func plotTradeoff(out *experiments.Output, p tradeoffParameters, groups *experiments.Sheet) {
	lines := func(x, y string, filters ...experiments.Filter) (layers []experiments.Layer) {
		for i, v := range groups.Values("variant") {
			layers = append(layers, groups.Line(v, x, y, append(filters, experiments.Is("variant", v))...).Look(i+1))
		}
		return layers
	}
	title := func(what string) string { return fmt.Sprintf("%s, affine planes, %d groups", what, p.Groups) }
	affine, growing := experiments.Is("family", "affine plane"), experiments.Is("growing", true)
	nodes := plot.Linear("n", "nodes")
	out.PlotWithLegend("concurrency", title("Processes inside at once"), nodes, plot.Linear("mean inside", "processes"), lines("n", "inside", affine, growing)...)
	out.PlotWithLegend("messages", title("Messages per entry"), nodes, plot.Linear("messages", "per entry"), lines("n", "messages", affine, growing)...)
	out.PlotWithLegend("waiting", title("Waiting time"), nodes, plot.Logarithmic("mean waiting time", "mean latencies"), lines("n", "waiting", affine, growing)...)
	out.PlotWithLegend("switches", "Context switches as groups grow in number, one affine plane", plot.Linear("groups", plot.NoUnit),
		plot.Linear("context switches", "of 100 entries"), lines("m", "switches", affine, experiments.Is("growing", false))...)
	// Along a line the locks of a node grow. Beside it stand the algorithms that take no locks
	// back.
	var prices []experiments.Layer
	ordered := variant{Algorithm: maekawaS}.String()
	for i, spec := range p.Priced {
		of, family := experiments.Is("system", spec), groups.Values("family", experiments.Is("system", spec))
		if len(family) == 0 {
			continue
		}
		prices = append(prices,
			groups.Line(family[0]+", Maekawa_M", "messages", "inside", of, experiments.Not(experiments.Is("variant", ordered)), experiments.Not(experiments.Is("variant", variant{Algorithm: fixedOrder}.String()))).Look(i+1),
			groups.Scatter(family[0]+", "+ordered, "messages", "inside", of, experiments.Is("variant", ordered)).Look(i+1).Ringed(true))
	}
	out.PlotWithLegend("price", fmt.Sprintf("Concurrency and its price: 1, 2, 4 and all locks, %d groups", p.Groups), plot.Linear("messages", "per entry"),
		plot.Linear("mean inside", "processes"), prices...)
}
