package algorithms

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/mutex"
	"coterie/mutex/sim"
)

type delayParameters struct {
	Rivals  []string  `json:"rivals"`  // algorithms, each over its system
	Curve   int       `json:"curve"`   // order of the plane that gives the number of sites of the curves
	Offered []float64 `json:"offered"` // entries wished for in a mean latency; 0: every site always wishes
	Orders  []int     `json:"orders"`  // orders of the planes that give the compared numbers of sites
	Long    float64   `json:"long"`    // a long critical section, in mean latencies
	Entries int       `json:"entries"` // of each run that are measured
	// Replications of each run of a curve, which share these entries.
	Replications int `json:"replications"`
}

// rival is an algorithm over a system of q²+q+1 sites.
type rival struct {
	Algorithm string `csv:"algorithm" doc:"the algorithm"`
	System    string `csv:"system" doc:"the system whose sites run it"`
}

// rivalsOf returns the algorithms at the size of a plane; Maekawa's algorithm runs over the plane
// and over a grid.
func rivalsOf(p delayParameters, order int) []rival {
	var list []rival
	plane := fmt.Sprintf("fpp:order=%d", order)
	for _, name := range p.Rivals {
		list = append(list, rival{name, plane})
		if name == maekawas {
			list = append(list, rival{name, fmt.Sprintf("grid:n=%d", order*order+order+1)})
		}
	}
	return list
}

// The algorithms that the findings name.
const (
	coordinator = "centralized"
	unanimous   = "ricart-agrawala"
	token       = "suzuki-kasami"
	tree        = "raymond-tree"
)

// String names the rival in a plot.
func (r rival) String() string {
	if r.Algorithm == maekawas {
		family, _, _ := strings.Cut(r.System, ":")
		return "Maekawa, " + map[string]string{"fpp": "plane", "grid": "grid"}[family]
	}
	return contenders()[placeOf(r.Algorithm)].Words
}

// look returns the look of the algorithm in the figures of the study messages; grids have a look of
// their own.
func (r rival) look() int {
	if strings.HasPrefix(r.System, "grid") {
		return len(contenders()) + 1
	}
	return placeOf(r.Algorithm) + 1
}

func placeOf(algorithm string) int {
	return slices.IndexFunc(contenders(), func(c contender) bool { return c.Algorithm == algorithm })
}

// delayRow is one run with its measurements.
type delayRow struct {
	rival
	Offered     float64 `csv:"offered,entries per mean latency" doc:"sites over mean think time; empty: every site wishes again at once"`
	Constant    bool    // latencies
	Critical    float64 `csv:"critical,mean latencies" doc:"what a critical section takes"`
	N           int     `csv:"n,sites" doc:"number of sites"`
	Throughput  float64 `csv:"throughput,entries per mean latency" doc:"entries over the time that they took"`
	Waiting     float64 `csv:"waiting,mean latencies" doc:"mean time from wish to entry"`
	Handover    float64 `csv:"sync_delay,mean latencies,omitzero" doc:"mean time from an exit at which somebody waits to the next entry; empty: nobody ever waited"`
	WaitingLow  float64 `csv:"waiting_low,mean latencies,omitzero" doc:"the mean lies between this and the next with a probability of 95 %; empty: one replication"`
	WaitingHigh float64 `csv:"waiting_high,mean latencies,omitzero" doc:"as before"`
	P99         float64 `csv:"waiting_p99,mean latencies" doc:"of 100 entries 99 wait at most so long"`
	Messages    float64 `csv:"messages,messages" doc:"messages per entry"`
	Busiest     float64 `csv:"busiest,messages" doc:"messages that the busiest site sends and receives per entry"`
}

func (r delayRow) always() bool { return r.Offered == 0 }

// Delay returns the study delay.
func Delay() experiments.Study {
	return experiments.NewStudy(experiments.Spec[delayParameters]{
		Name:  "delay",
		Title: "Waiting time, synchronization delay and throughput: quorums, tokens and a coordinator",
		Doc: "How long a site waits to enter, how long the critical section stands empty between two entries, and what that leaves of throughput, from a light " +
			"load to the heaviest: for Maekawa's algorithm (without its faults) over planes and grids, for one coordinator, for Ricart and Agrawala's algorithm, and for the tokens of " +
			"Suzuki and Kasami and of Raymond. All sites wish alike, each after an exponential time from its last exit; a message takes the " +
			"unit of time, or an exponential time of that mean; a critical section lasts one unit, and ten in some rows. What a site tells itself costs nothing. " +
			"The synchronization delay is the time from an exit at which somebody waits to the next entry. Curves are means over independent " +
			"replications, whose intervals stand in the table.",
		Default: delayParameters{
			Rivals: []string{maekawas, coordinator, unanimous, token, tree},
			Curve:  5, Offered: []float64{0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.7, 1, 2, 5},
			Orders: []int{2, 3, 5, 7, 9}, Long: 10, Entries: 1600, Replications: 4,
		},
		Declare: declareDelay,
	})
}

func declareDelay(out *experiments.Output, p delayParameters) {
	var points, sizes []delayRow
	run := func(r rival, offered float64, constant bool) delayRow {
		return delayRow{rival: r, Offered: offered, Constant: constant, Critical: 1}
	}
	for _, constant := range []bool{true, false} {
		for _, r := range rivalsOf(p, p.Curve) {
			for _, offered := range p.Offered {
				points = append(points, run(r, offered, constant))
			}
		}
		for _, order := range p.Orders {
			for _, r := range rivalsOf(p, order) {
				for _, offered := range []float64{lightLoad, 0} {
					sizes = append(sizes, run(r, offered, constant))
				}
			}
		}
	}
	for _, r := range rivalsOf(p, p.Curve) {
		sizes = append(sizes, delayRow{rival: r, Critical: p.Long})
	}
	replicated := func(n int) func(context.Context, delayRow) (delayRow, error) {
		return func(ctx context.Context, at delayRow) (delayRow, error) {
			return at.measured(ctx, out.Env, p, n)
		}
	}
	rows := experiments.Compute(out, "loads", points, replicated(p.Replications))
	bySize := experiments.Compute(out, "sizes", sizes, replicated(1)) // one long run, to see who has most work
	loads := experiments.Table(out, "loads", rows, delayColumns())
	ns := experiments.Table(out, "sizes", bySize, delayColumns())
	plotDelay(out, p, loads, ns)
	foundDelay(out, p, bySize)
	alone := experiments.Compute(out, "alone", experiments.Flat(p.Orders, func(order int) []rival { return rivalsOf(p, order) }), lonely)
	experiments.Table(out, "alone", alone,
		experiments.Texts("rival", "", "algorithm, and over what, in short", lonelyRow.String),
		"n", "least", "most")
	claimDelay(out, p, alone)
}

// lightLoad is a load at which requests hardly meet: the number of wishes in a mean latency.
const lightLoad = 0.005

func delayColumns() []experiments.Column[delayRow] {
	return experiments.Columns[delayRow](
		experiments.Texts("rival", "", "algorithm, and over what, in short", delayRow.String),
		"algorithm", "system", "n",
		experiments.Texts("latency", "", "of a message: always one unit, or exponential of mean one", delayRow.latency),
		"critical",
		experiments.If(func(r delayRow) bool { return !r.always() }, "offered"),
		"throughput", "waiting", "waiting_low", "waiting_high", "waiting_p99", "sync_delay",
		"messages", "busiest",
	)
}

func (r delayRow) latency() string {
	if r.Constant {
		return "constant"
	}
	return "exponential"
}

// measured runs the replications.
func (row delayRow) measured(ctx context.Context, env experiments.Env, p delayParameters, replications int) (delayRow, error) {
	c := experiments.Must(prepare(ctx, row.System, row.Algorithm, mutex.Options{}))
	row.N = c.Setup.Nodes
	if row.Constant {
		c.Latency = always
	}
	c.Critical.A = row.Critical
	if !row.always() {
		c.Think = sim.Exp(float64(row.N) / row.Offered)
	}
	c.Entries, c.Warmup = max(p.Entries/replications, 2*row.N), 2*row.N
	// Count the messages that each actor sends and receives between two entries of the first
	// replication.
	from, to, entries, handled := c.Warmup, c.Warmup+c.Entries-row.N, 0, make([]uint64, c.Setup.Actors())
	c.Trace = func(e sim.Event) {
		switch counts := entries >= from && entries < to; {
		case e.What == sim.Enters:
			entries++
		case counts && e.What == sim.Sends:
			handled[e.Message.From]++
		case counts && e.What == sim.Arrives:
			handled[e.Message.To]++
		}
	}
	c.Seed = env.Rand(row.System, row.Algorithm, row.latency(), fmt.Sprint(row.Offered, row.Critical)).Uint64()
	r := experiments.Must(replicate(ctx, c, sim.Options{Replications: replications, Jobs: 1}))
	row.Throughput, row.Waiting, row.Messages, row.Busiest = *r.Throughput, r.Waiting.Mean, *r.MessagesPerEntry, float64(slices.Max(handled))/float64(to-from)
	if r.SyncDelay != nil {
		row.Handover = *r.SyncDelay
	}
	row.WaitingLow, row.WaitingHigh = r.Intervals["waiting"].Low, r.Intervals["waiting"].High
	row.P99 = r.Waiting.P99
	return row, nil
}
