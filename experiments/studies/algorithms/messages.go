package algorithms

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/mutex"
	"coterie/mutex/sim"
)

type messagesParameters struct {
	Orders   []int     `json:"orders"`   // q of the planes: q²+q+1 sites, K = q+1
	Offered  []float64 `json:"offered"`  // entries wished for in a mean latency; 0: every site always wishes
	Curve    int       `json:"curve"`    // order of the plane whose curves are drawn
	Alone    []int     `json:"alone"`    // K of the planes on which every site enters once, alone
	Families []string  `json:"families"` // other systems, for Maekawa's algorithm
	Entries  int       `json:"entries"`  // of each run that are measured, after two for each site
}

// Messages returns the study messages.
func Messages() experiments.Study {
	return experiments.NewStudy(experiments.Spec[messagesParameters]{
		Name:  "messages",
		Title: "Messages per entry against load, beside what the papers print",
		Doc: "How many messages an entry to the critical section takes, from the lightest load, where every site enters once and alone, to the heaviest, where all sites " +
			"always wish: Maekawa's algorithm (without its faults) and his two variations over planes, Joung's algorithms over two groups with the lines of the same plane, " +
			"and their rivals on as many sites; and Maekawa's over systems of other families. A message is charged to the request that caused it; so the least and the most of one entry stand beside the mean. " +
			"What a node tells itself is no message with Maekawa, and is one with Joung, as each of them counts. Latencies are exponential, a critical section lasts one mean latency.",
		Default: messagesParameters{
			Orders:  []int{2, 3, 4, 5, 7, 11},
			Offered: []float64{0.005, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 2, 5, 10, 0},
			Curve:   5, Alone: []int{2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 17, 20}, Entries: 1000,
			Families: []string{"fpp:order=5", "grid:n=36", "billiard:q=9", "triangle:rows=8", "tree:height=4", "majority:n=13"},
		},
		Declare: declareMessages,
	})
}

// contender is an algorithm of the study.
type contender struct {
	Algorithm string `csv:"algorithm" doc:"the algorithm"`
	Words     string `csv:"name" doc:"algorithm, in short"`
	Groups    bool   // over two groups with the lines of the plane
}

const maekawas, circulating = "maekawa-fixed", "maekawa-circulating"

// contenders returns the algorithms in the order of tables and plots.
func contenders() []contender {
	return []contender{
		{maekawas, "Maekawa", false},
		{"maekawa-sequential", "Maekawa, sequential", false},
		{circulating, "Maekawa, circulating", false},
		{"maekawa-m", "Joung, Maekawa_M", true},
		{"maekawa-s", "Joung, Maekawa_S", true},
		{"fixed-order", "Joung, fixed order", true},
		{coordinator, "coordinator", false},
		{unanimous, "Ricart, Agrawala", false},
		{token, "Suzuki, Kasami", false},
		{tree, "Raymond", false},
		{"access", "access, no locks", false},
	}
}

// spec returns the system over which the algorithm runs.
func (c contender) spec(order int) string {
	plane := fmt.Sprintf("fpp:order=%d", order)
	if c.Groups {
		return "lift:m=2,of=(" + plane + ")"
	}
	return plane
}

// run returns the run of all sites. Over groups there are as many processes as nodes. Each process
// names any group and takes the lines of the plane in turn.
func (c contender) run(ctx context.Context, order int) (sim.Config, error) {
	return prepare(ctx, c.spec(order), c.Algorithm, oneLock)
}

// oneLock is max[g] of Maekawa_M: any two lines meet, so more would let no more processes in.
var oneLock = mutex.Options{MaxLocks: 1}

// messagesRow is one run with its cost.
type messagesRow struct {
	contender
	Order    int
	Offered  float64 `csv:"offered,entries per mean latency" doc:"sites over mean think time; empty: every site wishes again at once"`
	N        int     `csv:"n,sites" doc:"number of sites"`
	K        int     `csv:"k,nodes" doc:"size of a quorum"`
	Entries  int
	Messages uint64
	ByType   map[string]uint64
	Least    uint32 `csv:"least,messages" doc:"charged to one entry, at least"`
	Most     uint32 `csv:"most,messages" doc:"charged to one entry, at most"`
	// MostOwn is the greatest number of messages of one entry, without the LOCKEDs by which locks
	// return to the processes that gave them up.
	MostOwn uint32 `csv:"most_own,messages" doc:"the same without the LOCKEDs by which a lock returns to the process that gave it up"`
}

// mean returns the messages per entry.
func (r messagesRow) mean() float64 { return float64(r.Messages) / float64(r.Entries) }

// member returns the mean for each other member of the quorum.
func (r messagesRow) member() float64 { return r.mean() / float64(r.K-1) }

func (r messagesRow) light() bool { return r.Offered > 0 && r.Offered <= 0.005 }

func (r messagesRow) always() bool { return r.Offered == 0 }

func (r messagesRow) load() string {
	if r.always() {
		return "all sites always wish"
	}
	return fmt.Sprintf("%g entries wished for in a mean latency", r.Offered)
}

func (r messagesRow) String() string {
	return fmt.Sprintf("%s, N = %d, K = %d, %s: from %d to %d messages, %.4g on average", r.Algorithm, r.N, r.K, r.load(), r.Least, r.Most, r.mean())
}

// aloneRow is a run in which every site enters once, alone.
type aloneRow struct {
	contender
	K     int      `csv:"k,nodes" doc:"size of a quorum"`
	N     int      `csv:"n,sites" doc:"number of sites"`
	Mean  *big.Rat `csv:"mean,messages" doc:"per entry: each site enters once, alone, in their order"`
	Least int      `csv:"least,messages" doc:"of an entry, at least"`
	Most  int      `csv:"most,messages" doc:"of an entry, at most"`
	Asked int      `csv:"asked,sites" doc:"most other places to which the REQUESTs of an entry go"`
}

func (r aloneRow) String() string {
	return fmt.Sprintf("%s, N = %d, K = %d: from %d to %d messages", r.Algorithm, r.N, r.K, r.Least, r.Most)
}

// tableOne returns the value that Table I of Maekawa prints for a row.
func tableOne(out *experiments.Output) func(aloneRow) string {
	table := experiments.Printed[struct {
		Source string `json:"source"`
		Rows   []struct {
			N        int    `json:"N"`
			K        int    `json:"K"`
			Proposed string `json:"proposed"`
			Ricart   string `json:"ricart-agrawala"`
		} `json:"rows"`
	}](out, "maekawa-table-1.json")
	return func(r aloneRow) string {
		for _, printed := range table.Rows {
			switch {
			case printed.N != r.N:
			case r.Algorithm == literal || r.Algorithm == maekawas:
				return printed.Proposed
			case r.Algorithm == unanimous:
				return printed.Ricart
			}
		}
		return ""
	}
}

func declareMessages(out *experiments.Output, p messagesParameters) {
	var rows []messagesRow
	var single []aloneRow
	for _, c := range contenders() {
		for _, order := range p.Orders {
			for _, offered := range p.Offered {
				rows = append(rows, messagesRow{contender: c, Order: order, Offered: offered})
			}
		}
		for _, k := range p.Alone {
			single = append(single, aloneRow{contender: c, K: k})
		}
	}
	for _, k := range p.Alone {
		single = append(single, aloneRow{contender: contender{literal, "Maekawa, as printed", false}, K: k})
	}
	rows = experiments.Compute(out, "loads", rows, func(ctx context.Context, of messagesRow) (messagesRow, error) {
		return of.measured(ctx, out.Env, p.Entries)
	})
	single = experiments.Compute(out, "alone", single, aloneAt)
	loads := experiments.Table(out, "loads", rows, messagesColumns())
	experiments.Table(out, "alone", single,
		"algorithm",
		experiments.Texts("system", "", "the system; where the algorithm takes no quorums, that whose sites run it", func(r aloneRow) string { return r.spec(r.K - 1) }),
		"n", "k", "mean", "least", "most", "asked",
		experiments.Texts("table_1", "messages", "Table I of Maekawa 1985; empty: not in it", tableOne(out)))
	declareCounts(out, single, rows)
	plotMessages(out, p, loads)
	claimMessages(out, single, rows)
	foundMessages(out, p, rows)
	declareFamilies(out, p)
}

// literal is Maekawa's algorithm as printed. Requests that meet may block it, so it has no curve.
const literal = "maekawa"

func messagesColumns() []experiments.Column[messagesRow] {
	kinds := func(list ...mutex.Kind) func(r messagesRow) float64 {
		return func(r messagesRow) float64 {
			var n uint64
			for _, k := range list {
				n += r.ByType[k.String()]
			}
			return float64(n) / float64(r.Entries)
		}
	}
	return experiments.Columns[messagesRow](
		"name", "algorithm",
		experiments.Texts("system", "", "the system; where the algorithm takes no quorums, that whose sites run it", func(r messagesRow) string { return r.spec(r.Order) }),
		"n", "k",
		experiments.If(func(r messagesRow) bool { return !r.always() }, "offered"),
		experiments.Floats("messages", "messages", "per entry, mean", messagesRow.mean),
		experiments.Floats("per_member", "messages", "that mean over K-1", messagesRow.member),
		"least", "most", "most_own",
		experiments.Floats("requests", "messages", "REQUEST or ASK, per entry", kinds(mutex.Request, mutex.Ask)),
		experiments.Floats("permissions", "messages", "LOCKED, REPLY, GRANT, PRIVILEGE or ANSWER, per entry",
			kinds(mutex.Locked, mutex.Reply, mutex.Grant, mutex.Privilege, mutex.Answer)),
		experiments.Floats("failed", "messages", "FAILED, per entry", kinds(mutex.Failed)),
		experiments.Floats("inquire", "messages", "INQUIRE, per entry", kinds(mutex.Inquire)),
		experiments.Floats("relinquish", "messages", "RELINQUISH, per entry; Joung's UNLOCK for an INQUIRE is among the releases", kinds(mutex.Relinquish)),
		experiments.Floats("releases", "messages", "RELEASE or UNLOCK, per entry", kinds(mutex.Release, mutex.Unlock)),
	)
}

// measured makes the run.
func (r messagesRow) measured(ctx context.Context, env experiments.Env, entries int) (messagesRow, error) {
	c := experiments.Must(r.run(ctx, r.Order))
	r.N, r.K = c.Setup.Processes, r.Order+1
	c.Warmup, c.Entries = 2*r.N, entries
	if r.Offered > 0 {
		c.Think = sim.Exp(float64(r.N) / r.Offered)
	}
	c.Seed = env.Rand(r.Algorithm, fmt.Sprint(r.Order), fmt.Sprint(r.Offered)).Uint64()
	own := map[mutex.Cause]uint32{}
	c.Trace = func(e sim.Event) {
		m := e.Message
		returned := m.Kind == mutex.Locked && m.Stamp.Process != m.Cause.Process
		if e.What == sim.Sends && !returned {
			own[m.Cause]++
		}
	}
	found, err := replicate(ctx, c, sim.Options{})
	r.Entries, r.Messages, r.ByType, r.Least, r.Most = found.Entries, found.Messages, found.ByType, found.MinMessages, found.MaxMessages
	for _, charged := range own {
		r.MostOwn = max(r.MostOwn, charged)
	}
	return r, err
}

// aloneAt lets every site enter once, alone.
func aloneAt(ctx context.Context, row aloneRow) (aloneRow, error) {
	c := experiments.Must(row.run(ctx, row.K-1))
	list := experiments.Must(sim.Alone(c.Algorithm, c.Setup, c.Requesters))
	row.N, row.Least = len(list), list[0].Messages
	sum := 0
	for _, l := range list {
		sum += l.Messages
		row.Least, row.Most, row.Asked = min(row.Least, l.Messages), max(row.Most, l.Messages), max(row.Asked, l.Asked)
	}
	row.Mean = big.NewRat(int64(sum), int64(len(list)))
	return row, nil
}

func plotMessages(out *experiments.Output, p messagesParameters, loads *experiments.Sheet) {
	perEntry := plot.Logarithmic("messages per entry", "messages")
	offered := plot.Logarithmic("offered load", "entries per mean latency")
	lines := func(x, y string, filter experiments.Filter) (layers []experiments.Layer) {
		for i, c := range contenders() {
			layers = append(layers, loads.Line(c.Words, x, y, filter, experiments.Is("name", c.Words)).Look(i+1))
		}
		return layers
	}
	n := p.Curve*p.Curve + p.Curve + 1
	out.PlotWithLegend("messages", fmt.Sprintf("Messages per entry against load, %d sites", n), offered, perEntry,
		lines("offered", "messages", experiments.Is("n", n))...)
	out.PlotWithLegend("messages-heavy", "Messages per entry where all sites always wish", plot.Logarithmic("sites", "nodes"), perEntry,
		lines("n", "messages", experiments.Is("offered", ""))...)
	var members []experiments.Layer
	for i, sites := range loads.Values("n") {
		members = append(members, loads.Line(sites+" sites", "offered", "per_member",
			experiments.Is("n", sites), experiments.Is("algorithm", maekawas)).Look(i+1))
	}
	least := slices.Min(experiments.Keep(p.Offered, func(x float64) bool { return x > 0 }))
	most := slices.Max(p.Offered)
	printed := func(words string, count float64) {
		members = append(members, loads.Curve("printed: "+words, least, most, func(float64) float64 { return count }))
	}
	printed("light demand", 3)
	printed("heavy demand", 4)
	out.PlotWithLegend("per-member", "Maekawa's algorithm: messages per entry over K-1", offered,
		plot.Linear("messages per entry over K-1", "messages"), members...)
}

func foundMessages(out *experiments.Output, p messagesParameters, rows []messagesRow) {
	if len(rows) == 0 {
		return
	}
	of := func(algorithm string, pass func(r messagesRow) bool) messagesRow {
		i := slices.IndexFunc(rows, func(r messagesRow) bool { return r.Algorithm == algorithm && r.Order == p.Curve && pass(r) })
		return rows[max(i, 0)]
	}
	light, heavy := of(maekawas, messagesRow.light), of(maekawas, messagesRow.always)
	out.Found("messages", "With %d sites an entry takes %.1f messages by Maekawa's algorithm under the lightest load and %.1f under the heaviest. Under the heaviest all sites always wish. It takes %.1f and %.1f by Raymond's tree, "+
		"%.1f by the token of Suzuki and Kasami, %.1f by Ricart and Agrawala's algorithm, and %.1f with one coordinator.",
		light.N, light.mean(), heavy.mean(), of(tree, messagesRow.light).mean(), of(tree, messagesRow.always).mean(),
		of(token, messagesRow.always).mean(), of(unanimous, messagesRow.always).mean(), of(coordinator, messagesRow.always).mean())
	top, most := heavy, heavy
	for _, r := range rows {
		if r.Algorithm != maekawas {
			continue
		}
		if r.member() > top.member() {
			top = r
		}
		if int(r.Most)*(most.K-1) > int(most.Most)*(r.K-1) {
			most = r
		}
	}
	out.Found("per-member", "Maekawa's 4(K-1) messages are what an entry takes where all sites always wish, and not the most. At %g entries wished for in a mean latency %d sites take %.2f(K-1) on average, "+
		"as requests then meet others that came by another order. One entry is charged up to %g(K-1).",
		top.Offered, top.N, top.member(), float64(most.Most)/float64(most.K-1))
}
