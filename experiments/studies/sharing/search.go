package sharing

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

type searchParameters struct {
	Processes int     `json:"processes"` // structured instances of 2 to this many processes
	Random    int     `json:"random"`    // so many random ones, of 2 to 6 processes and 2 to 4 resources
	Crashes   int     `json:"crashes"`   // of 0 to this many nodes are survived
	Run       int     `json:"run"`       // families of at most this many quorums run
	Think     float64 `json:"think"`     // mean time from an exit to the next wish, in mean latencies
	Entries   int     `json:"entries"`   // of each run
	Apart     int     `json:"apart"`     // families of each process on at most this many nodes
}

// Search returns the study sharing-search.
func Search() experiments.Study {
	return experiments.NewStudy(experiments.Spec[searchParameters]{
		Name:  "sharing-search",
		Title: "Families with condition C: a coterie for each resource beside one for each set of groups",
		Doc: "Miyamoto, Kakugawa and Yamashita leave a simpler construction of families with condition C as an open problem. For chains (process i has the resources i " +
			"and i+1), stars (process i has 1 and i+1), processes with all resources, processes with one of their own, and random structures: the nodes, quorums " +
			"and quorum sizes of their construction with majorities, of a majority for each resource, and the least number of nodes that any families need, so " +
			"that any f crashes leave a disjoint quorum for each resource. Where the families are short, it is decided whether each process can be given its " +
			"resource when it enters, so that nobody exchanges one, and protocol-p-fixed runs over both: messages per entry and " +
			"resources in use. Messages take exponential times of mean one, a use takes ten.",
		Default: searchParameters{Processes: 6, Random: 12, Crashes: 1, Run: 1000, Think: 10, Entries: 1000, Apart: 4},
		Declare: declareSearch,
	})
}

// instance is a sharing structure, with the families of both constructions.
type instance struct {
	Kind      string `csv:"kind" doc:"chain, star, all (every process has all resources), apart (each has one of its own) or random"`
	Alpha     [][]int
	Text      string `csv:"alpha" doc:"the resources of each process, as in sharing:alpha=..."`
	Crashes   int    `csv:"crashes,nodes" doc:"f: so many nodes may crash"`
	Processes int    `csv:"processes,processes" doc:"number of processes"`
	Groups    int    `csv:"groups,groups" doc:"number of groups of processes with the same resources"`
	Resources int    `csv:"resources,resources" doc:"number of resources"`
	Least     int    `csv:"least,nodes" doc:"no families with condition C have fewer nodes: (R+1)(f+1)-1"`
	Sets, Own familyCost
}

// familyCost is the cost of the families of a construction.
type familyCost struct {
	Nodes, Quorum int
	Quorums       string
	ForGood       quorum.Truth
	Ran           bool
	Messages, Use float64
}

// instances lists the structures, those of a kind by their size.
func instances(p searchParameters) (list []instance) {
	add := func(kind string, alpha [][]int) {
		for f := range p.Crashes + 1 {
			list = append(list, instance{Kind: kind, Alpha: alpha, Crashes: f})
		}
	}
	kinds := []string{"chain", "star", "all", "apart"}
	for _, kind := range kinds {
		for m := 2; m <= p.Processes; m++ {
			alpha := make([][]int, m)
			for i := range alpha {
				alpha[i] = map[string][]int{"chain": {i, i + 1}, "star": {0, i + 1}, "all": experiments.Numbers(0, m-1), "apart": {i}}[kind]
			}
			add(kind, alpha)
		}
	}
	rng := rand.New(rand.NewPCG(1994, 34))
	for range p.Random {
		m, resources := 2+rng.IntN(5), 2+rng.IntN(3)
		masks, used := make([]uint, m), uint(0)
		for i := range masks {
			masks[i] = uint(1 + rng.IntN(1<<resources-1))
			used |= masks[i]
		}
		alpha := make([][]int, m)
		for i, mask := range masks { // resources that nobody has leave no gap
			for r := range quorum.SetOfMask(mask).All() {
				alpha[i] = append(alpha[i], bits.OnesCount(used&(1<<r-1)))
			}
		}
		add("random", alpha)
	}
	return list
}

func costsOf(ctx context.Context, env experiments.Env, p searchParameters, row instance) (instance, error) {
	own := experiments.Must(construct.SharingByResource(row.Alpha, 1)) // a node for each resource that is used
	structure := experiments.Must(quorum.As[*quorum.SharingStructure](own, nil))
	row.Text = own.Origin.(*construct.Instance).Param("alpha")
	size := row.Crashes + 1
	row.Processes, row.Groups, row.Resources, row.Least = len(row.Alpha), len(structure.Groups()), own.N(), (own.N()+1)*size-1
	for per, cost := range map[string]*familyCost{"set": &row.Sets, "resource": &row.Own} {
		spec := experiments.Must(construct.Parse(ctx, fmt.Sprintf("sharing:alpha=%s,size=%d,per=%s", row.Text, size, per)))
		sizes := experiments.Must(spec.Sizes(ctx))
		cost.Nodes, cost.Quorum, cost.Quorums = spec.N(), *sizes.MaxQuorum, sizes.Quorums.String()
		if sizes.Quorums.Cmp(big.NewInt(int64(p.Run))) > 0 {
			continue
		}
		s := experiments.Must(spec.Build(ctx, p.Run))
		cost.ForGood = quorum.JudgeForGood(ctx, s.(*quorum.SharingStructure)).Holds
		c := experiments.Must(sim.ConfigFor(ctx, s, mutex.Find("protocol-p-fixed"), mutex.Options{}, sim.Any))
		c.Latency, c.Critical, c.Think = sim.Exp(1), sim.Always(10), sim.Exp(p.Think)
		c.Entries, c.Warmup, c.Seed = p.Entries, p.Entries/10, env.Rand(spec.Spec()).Uint64()
		r, err := sim.Run(ctx, c)
		if err == nil && (r.Violations > 0 || len(r.Stuck) > 0) {
			err = fmt.Errorf("%v: %d violations, %d stuck", spec, r.Violations, len(r.Stuck))
		}
		if err != nil {
			return row, err
		}
		cost.Ran, cost.Messages, cost.Use = true, float64(r.Messages)/float64(r.Entries), r.Inside/float64(r.Steady)
	}
	return row, nil
}

func declareSearch(out *experiments.Output, p searchParameters) {
	rows := experiments.Compute(out, "instances", instances(p), func(ctx context.Context, row instance) (instance, error) {
		return costsOf(ctx, out.Env, p, row)
	})
	cost := func(name, words string, of func(instance) familyCost) []experiments.Column[instance] {
		ran := func(r instance) bool { return of(r).Ran }
		return []experiments.Column[instance]{
			experiments.Ints("nodes_"+name, "nodes", "nodes of "+words, func(r instance) int { return of(r).Nodes }),
			experiments.Ints("quorum_"+name, "nodes", "size of its quorums", func(r instance) int { return of(r).Quorum }),
			experiments.Texts("quorums_"+name, "quorums", "how many they are, over all groups", func(r instance) string { return of(r).Quorums }),
			experiments.Bools("for_good_"+name, "", "whether each process can be given its resource when it enters, for good; empty: too many quorums or positions",
				func(r instance) bool { return of(r).ForGood == quorum.Holds }).If(func(r instance) bool { return of(r).ForGood != quorum.Unknown }),
			experiments.Floats("messages_"+name, "messages", "protocol-p-fixed: messages per entry; empty: too many quorums to run", func(r instance) float64 { return of(r).Messages }).If(ran),
			experiments.Floats("in_use_"+name, "resources", "mean number of resources in use", func(r instance) float64 { return of(r).Use }).If(ran),
		}
	}
	sheet := experiments.Table(out, "instances", rows, "kind",
		"alpha", "crashes", "processes", "groups", "resources", "least",
		cost("sets", "the construction of the paper, a majority for each set of groups", func(r instance) familyCost { return r.Sets }),
		cost("own", "a majority for each resource", func(r instance) familyCost { return r.Own }))
	chains := sheet.Where(experiments.Is("kind", "chain"), experiments.AtLeast("crashes", float64(p.Crashes)))
	out.Plot("chains", fmt.Sprintf("Chains: nodes, where any %d may crash", p.Crashes),
		plot.Linear("processes", plot.NoUnit), plot.Logarithmic("nodes", plot.NoUnit),
		chains.Line("a majority for each set of groups (1994)", "processes", "nodes_sets"),
		chains.Line("a majority for each resource", "processes", "nodes_own"),
		chains.Line("lower bound", "processes", "least"))
	smaller := slices.DeleteFunc(slices.Clone(rows), func(r instance) bool { return r.Own.Nodes <= r.Sets.Nodes })
	out.Found("chains", "In %d of %d structures a majority for each resource has no more nodes than the construction of the paper.",
		len(rows)-len(smaller), len(rows))
	out.Claim("ours-coterie-per-resource", experiments.BeyondThePaper, "after Miyamoto, Kakugawa, Yamashita 1994, section 4, which leaves a simpler construction open",
		"The unions of coteries, one for each resource on nodes of its own, satisfy condition C, each process can be given its resource for good, and without crashes no families have fewer nodes.",
		experiments.ForAll("the instances of the table", rows, func(r instance) (bool, string) {
			if r.Crashes == 0 && r.Own.Nodes != r.Least {
				return false, fmt.Sprintf("%s: %d nodes", r.Text, r.Own.Nodes)
			}
			s := experiments.Must(quorum.As[*quorum.SharingStructure](construct.SharingByResource(r.Alpha, r.Crashes+1)))
			ok, reason := experiments.Must2(satisfiesC(out.Context(), s))
			good := quorum.JudgeForGood(out.Context(), s)
			return ok && good.Holds == quorum.Holds, reason + good.Reason
		}).Proved("sharing-by-resource"))
	lists := experiments.Compute(out, "antichains", experiments.Numbers(1, p.Apart), antichainsOn)
	if out.Err() != nil {
		return
	}
	out.Claim("ours-assumption-a", experiments.BeyondThePaper, "after Miyamoto, Kakugawa, Yamashita 1994, section 3.2.1, which assumes it",
		"Assumption A, that all processes of a group have the same family, costs neither nodes nor larger quorums: without crashes in any structure, with crashes where there is one group.",
		experiments.ForAll(fmt.Sprintf("all choices of a family for each process on at most %d nodes: of up to 3 processes and 3 resources on fewer nodes than resources; "+
			"of up to 2 processes with the same resources, up to 2, on up to %d nodes, any one of which may crash", p.Apart, p.Apart),
			withoutAssumption(lists), apart.bounded).Proved("sharing-by-resource"))
}
