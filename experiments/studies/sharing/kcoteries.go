package sharing

import (
	"context"
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/measure/availability"
	"coterie/measure/loads"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

type kCoteriesParameters struct {
	Nodes   []int   `json:"nodes"`   // n of the default systems
	Holders int     `json:"holders"` // of k from 2 to this
	Listed  int     `json:"listed"`  // systems of at most this many quorums are listed, and run
	Use     float64 `json:"use"`     // the duration of an entry, in mean latencies
	Think   float64 `json:"think"`   // mean time from an exit to the next wish
	Entries int     `json:"entries"` // of each run
}

// KCoteries returns the study k-coteries.
func KCoteries() experiments.Study {
	return experiments.NewStudy(experiments.Spec[kCoteriesParameters]{
		Name:  "k-coteries",
		Title: "k-coteries beside each other, and what k-mutual exclusion over them costs",
		Doc: "The default systems for k holders on n nodes of every family that has any: quorum sizes, load, and the probability that nodes which crash with " +
			"probability 0.1 leave fewer than h disjoint quorums, for each h <= k. `algorithms` runs them: protocol-p-fixed over each k-coterie, and the algorithms for " +
			"k entries that use no quorums (raymond-k, k-tokens). Messages take exponential times of mean one.",
		Default: kCoteriesParameters{Nodes: []int{4, 6, 8, 9, 12, 14, 16}, Holders: 3, Listed: 10_000, Use: 5, Think: 20, Entries: 600},
		Declare: declareKCoteries,
	})
}

// crash is the crash probability of the table.
var crash = big.NewRat(1, 10)

// holdersRow is a system for k holders.
type holdersRow struct {
	N        int      `csv:"n,nodes" doc:"number of nodes"`
	K        int      `csv:"k,holders" doc:"how many may be in at once"`
	Family   string   `csv:"family" doc:"name of the construction"`
	Spec     string   `csv:"spec" doc:"the system"`
	Least    int      `csv:"min_quorum,nodes" doc:"size of a smallest quorum"`
	Most     int      `csv:"max_quorum,nodes" doc:"size of a largest quorum"`
	Quorums  *big.Int `csv:"quorums,quorums" doc:"how many there are"`
	Load     *bounds.Fraction
	Failures []*big.Rat // for h = 1, 2, ...
}

func holdersCases(p kCoteriesParameters) (list []holdersRow) {
	for k := 2; k <= p.Holders; k++ {
		for _, n := range p.Nodes {
			for _, f := range construct.Families() {
				if !f.Holders() || f.Kind != quorum.KindKCoterie || !f.HasDefault() {
					continue
				}
				if i, err := f.ForN(n, k); err == nil {
					list = append(list, holdersRow{N: n, K: k, Family: f.Name, Spec: i.Spec()})
				}
			}
		}
	}
	return list
}

func judgeHolders(ctx context.Context, p kCoteriesParameters, row holdersRow) (holdersRow, error) {
	i := experiments.Must(construct.Parse(ctx, row.Spec))
	sizes := experiments.Must(i.Sizes(ctx))
	row.Least, row.Most, row.Quorums = *sizes.MinQuorum, *sizes.MaxQuorum, sizes.Quorums
	known := i.Known()
	if sizes.Quorums.Cmp(big.NewInt(int64(p.Listed))) <= 0 {
		known = experiments.Must(known.Listed(ctx, p.Listed))
	}
	if l, err := loads.Find(ctx, known, loads.Options{}); err == nil {
		row.Load = &l.Value
	} else if ctx.Err() != nil {
		return row, err
	}
	for h := 1; h <= row.K; h++ {
		live := experiments.Must(availability.CountConcurrent(ctx, known, h, availability.LiveOptions{}))
		row.Failures = append(row.Failures, live.Failure(crash))
	}
	return row, nil
}

// entriesRow is an algorithm for k entries, run over a system.
type entriesRow struct {
	N         int     `csv:"n,nodes" doc:"number of processes, and of nodes"`
	K         int     `csv:"k,processes" doc:"how many may be in at once"`
	Algorithm string  `csv:"algorithm" doc:"the algorithm"`
	Family    string  `csv:"family" doc:"its construction; empty: the algorithm asks no quorums"`
	Spec      string  `csv:"system" doc:"the k-coterie; of those that ask no quorums, the one that gives n and k"`
	Messages  float64 `csv:"messages,messages" doc:"per entry"`
	Use       float64 `csv:"inside,processes" doc:"mean number of processes inside"`
	Most      int     `csv:"most,processes" doc:"most processes inside at once"`
}

func entriesCases(p kCoteriesParameters, rows []holdersRow) (list []entriesRow) {
	quorumless := map[[2]int]bool{}
	for _, r := range rows {
		if r.Quorums.Cmp(big.NewInt(int64(p.Listed))) > 0 {
			continue
		}
		list = append(list, entriesRow{N: r.N, K: r.K, Algorithm: "protocol-p-fixed", Family: r.Family, Spec: r.Spec})
		if at := [2]int{r.N, r.K}; !quorumless[at] {
			quorumless[at] = true
			for _, algorithm := range []string{"raymond-k", "k-tokens"} {
				list = append(list, entriesRow{N: r.N, K: r.K, Algorithm: algorithm, Spec: r.Spec})
			}
		}
	}
	return list
}

func runEntries(ctx context.Context, env experiments.Env, p kCoteriesParameters, row entriesRow) (entriesRow, error) {
	s := experiments.Must(construct.Build(ctx, row.Spec))
	c := experiments.Must(sim.ConfigFor(ctx, s.Structure, mutex.Find(row.Algorithm), mutex.Options{}, sim.Any))
	c.Latency, c.Critical, c.Think = sim.Exp(1), sim.Always(p.Use), sim.Exp(p.Think)
	c.Entries, c.Warmup, c.Seed = p.Entries, p.Entries/10, env.Rand(row.Algorithm, row.Spec).Uint64()
	r := experiments.Must(sim.Run(ctx, c))
	if r.Violations > 0 || len(r.Stuck) > 0 {
		return row, fmt.Errorf("%s over %s: %d violations, %d stuck", row.Algorithm, row.Spec, r.Violations, len(r.Stuck))
	}
	row.Messages, row.Use, row.Most = float64(r.Messages)/float64(r.Entries), r.Inside/float64(r.Steady), r.MaxInCS
	return row, nil
}

// betterForAll reports whether the k-majority on as many nodes fails more often to serve all.
func betterForAll(rows []holdersRow, r holdersRow) bool {
	for _, m := range rows {
		if m.Family == "k-majority" && m.N == r.N && m.K == r.K {
			return m.Failures[r.K-1].Cmp(r.Failures[r.K-1]) > 0
		}
	}
	return false
}

func declareKCoteries(out *experiments.Output, p kCoteriesParameters) {
	rows := experiments.Compute(out, "systems", holdersCases(p), func(ctx context.Context, r holdersRow) (holdersRow, error) { return judgeHolders(ctx, p, r) })
	var failures []experiments.Column[holdersRow]
	for h := 1; h <= p.Holders; h++ {
		failures = append(failures, experiments.Floats(fmt.Sprintf("failure_%d", h), "", fmt.Sprintf("probability, at p = 0.1, that fewer than %d disjoint quorums are left", h),
			func(r holdersRow) float64 { return experiments.FloatRat(r.Failures[h-1]) }).If(func(r holdersRow) bool { return h <= len(r.Failures) }))
	}
	systems := experiments.Table(out, "systems", rows, "n", "k", "family", "spec", "min_quorum", "max_quorum", "quorums",
		experiments.Texts("load", "", "share of the busiest node under the best strategy; empty: too many quorums", func(r holdersRow) string { return r.Load.String() }).If(func(r holdersRow) bool { return r.Load != nil }),
		failures)
	entries := experiments.Compute(out, "algorithms", entriesCases(p, rows), func(ctx context.Context, r entriesRow) (entriesRow, error) { return runEntries(ctx, out.Env, p, r) })
	costs := experiments.Table(out, "algorithms", entries, "n", "k", "algorithm", "family", "system", "messages", "inside", "most")
	var curves, messages []experiments.Layer
	for _, family := range systems.Values("family") {
		curves = append(curves, systems.Line(family, "n", "failure_2", experiments.Is("family", family), experiments.Is("k", 2)))
	}
	out.Plot("failure", "Two holders at once: failure at p = 0.1",
		plot.Linear("n", "nodes"), plot.Logarithmic("probability that fewer than 2 disjoint quorums are left", plot.NoUnit), curves...)
	for _, algorithm := range []string{"raymond-k", "k-tokens"} {
		messages = append(messages, costs.Line(algorithm, "n", "messages", experiments.Is("algorithm", algorithm), experiments.Is("k", 2)))
	}
	for _, family := range systems.Values("family") {
		messages = append(messages, costs.Line("protocol-p-fixed over "+family, "n", "messages", experiments.Is("family", family), experiments.Is("k", 2)))
	}
	fewer := experiments.Keep(rows, func(r holdersRow) bool { return r.Family == "disjoint" && betterForAll(rows, r) })
	out.Found("failure", "In %d of %d cases disjoint coteries serve all k likelier than a k-majority does.", len(fewer),
		len(experiments.Keep(rows, func(r holdersRow) bool { return r.Family == "k-majority" })))
	out.Plot("messages", "Two processes inside at once: messages per entry",
		plot.Linear("n", "processes"), plot.Linear("messages per entry", plot.NoUnit), messages...)
}
