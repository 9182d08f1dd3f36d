package fleet

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"coterie/experiments"
	"coterie/fleet"
	"coterie/internal/picture/plot"
	"coterie/internal/words/show"
	"coterie/quorum"
	"coterie/search/fleet/intervals"
)

// readShares holds the parameters of the study read-share.
type readShares struct {
	From  int `json:"from"` // numbers of nodes
	To    int `json:"to"`
	Steps int `json:"steps"` // shares of reads are multiples of 1/steps
}

// shareSystem is a fleet with a share of reads, and the best system for it: the certificate of a
// row.
type shareSystem struct {
	Nodes   int      `json:"n" csv:"n,nodes" doc:"number of servers"`
	Kind    string   `json:"fleet" csv:"fleet" doc:"alike: each answers 1 read or 1 write a second; mixed: the first, third, ... 4 reads or 2 writes, the others 2 reads or 1 write"`
	Survive int      `json:"survive" csv:"survive,nodes" doc:"how many servers may fail, whichever they are, with a read and a write quorum left"`
	Reads   *big.Rat `json:"read_share" csv:"read_share" doc:"share of reads among the requests"`
	Load    *big.Rat `json:"load" csv:"load,seconds" doc:"least load of all systems"`
	Quorums string   `json:"reads"` // of reads, servers from 1, as "1,2 1,3 2,3"
}

// shareRow holds the best values of all systems for a fleet and a share of reads.
type shareRow struct {
	shareSystem
	Once     *big.Rat `csv:"once_load,seconds" doc:"least load of the formulas that read no node twice; empty where none survives"`
	Majority *big.Rat `csv:"majority_load,seconds" doc:"load of the majority: reads ask more than half of the servers, writes as many as meet them; empty where it does not survive"`
	Formula  string   `csv:"formula" doc:"reads of the first formula without repeated nodes, in a fixed order, that has the least load; empty where none has"`
}

const shareFile = "systems.json"

// ReadShare returns the study read-share.
func ReadShare() experiments.Study {
	return experiments.NewStudy(experiments.Spec[readShares]{
		Name:  "read-share",
		Title: "The best read-write system against the share of reads",
		Doc: "For 3 to 6 servers and every tenth of reads among the requests, the least load of all read-write systems, proven by branch and bound over the monotone functions: " +
			"of servers that are alike, each answering one request a second, and of a mix, where every other server answers 4 reads or 2 writes a second and the rest half of that; " +
			"with and without the demand that one server or two may fail. Beside it stand the least load of the formulas that read no node twice, which is what quoracle searches, and that of " +
			"the majority. The best systems are in systems.json.",
		Default: readShares{From: 3, To: 6, Steps: 10},
		Declare: declareReadShare,
		Verify:  experiments.Decoded(verifyReadShare),
	})
}

func declareReadShare(out *experiments.Output, p readShares) {
	rows := experiments.Compute(out, "shares", p.questions(), shareAt)
	shares := experiments.Table(out, "read-share", rows,
		"n", "fleet", "survive", "read_share", "load", "once_load", "majority_load",
		experiments.Floats("capacity", "requests/second", "1/load", func(r shareRow) float64 { return inverse(r.Load) }),
		experiments.Floats("once_capacity", "requests/second", "1/once_load", func(r shareRow) float64 { return inverse(r.Once) }).If(func(r shareRow) bool { return r.Once != nil }),
		experiments.Floats("majority_capacity", "requests/second", "1/majority_load", func(r shareRow) float64 { return inverse(r.Majority) }).If(func(r shareRow) bool { return r.Majority != nil }),
		experiments.Floats("share", "", "read_share", func(r shareRow) float64 { return experiments.FloatRat(r.Reads) }),
		"formula")
	pictured := map[string]string{"alike": "servers of 1 request/second", "mixed": "4, 2, 4, ... reads/second"}
	for _, kind := range []string{"alike", "mixed"} {
		var layers []experiments.Layer
		for n := p.To; n >= p.From; n-- {
			here := []experiments.Filter{experiments.Is("n", n), experiments.Is("fleet", kind), experiments.Is("survive", 1)}
			layers = append(layers, shares.Line(fmt.Sprintf("%d servers", n), "share", "capacity", here...))
		}
		here := []experiments.Filter{experiments.Is("n", p.To), experiments.Is("fleet", kind), experiments.Is("survive", 1)}
		layers = append(layers, shares.Guide(fmt.Sprintf("majority of %d", p.To), "share", "majority_capacity", here...))
		out.Plot("read-share-"+kind, "The greatest capacity where one server may fail: "+pictured[kind],
			plot.Linear("share of reads", plot.NoUnit), plot.Linear("capacity", "requests/second"), layers...)
	}
	certificate := experiments.Systems[shareSystem]{Systems: []shareSystem{}}
	for _, r := range rows {
		certificate.Systems = append(certificate.Systems, r.shareSystem)
	}
	out.Certificate(shareFile, certificate)
	foundReadShare(out, rows)
	claimReadShare(out, p, rows)
}

func (p readShares) questions() []shareSystem {
	var list []shareSystem
	for n := p.From; n <= p.To; n++ {
		for _, kind := range []string{"alike", "mixed"} {
			for survive := 0; 2*survive < n; survive++ {
				for k := range p.Steps + 1 {
					list = append(list, shareSystem{Nodes: n, Kind: kind, Survive: survive, Reads: big.NewRat(int64(k), int64(p.Steps))})
				}
			}
		}
	}
	return list
}

// fleet returns the servers of a row.
func (k shareSystem) fleet() *fleet.Fleet {
	f := &fleet.Fleet{Optimize: []fleet.Goal{fleet.Load}}
	place := fleet.Client{Zone: fleet.NoZone, Share: big.NewRat(1, 1)}
	for i := range k.Nodes {
		reads, writes := int64(1), int64(1)
		if k.Kind == "mixed" {
			reads, writes = 2, 1
			if i%2 == 0 {
				reads, writes = 4, 2
			}
		}
		f.Nodes = append(f.Nodes, fleet.Node{Name: fmt.Sprint(i + 1), Zone: fleet.NoZone, Reads: big.NewRat(reads, 1), Writes: big.NewRat(writes, 1), Crash: new(big.Rat)})
		place.Latency = append(place.Latency, fleet.Latency{At: []*big.Rat{big.NewRat(1, 1)}, Time: []*big.Rat{new(big.Rat)}})
	}
	f.Clients = []fleet.Client{place}
	f.Workload.Shares = []fleet.Share{{Reads: k.Reads, Weight: big.NewRat(1, 1)}}
	f.Require.SurviveNodes = k.Survive
	return f
}

// shareAt computes one row.
func shareAt(ctx context.Context, of shareSystem) (shareRow, error) {
	f, row := of.fleet(), shareRow{shareSystem: of}
	best := experiments.Must(intervals.Find(ctx, f, fleet.Load, intervals.Options{Jobs: 1}))
	if !best.Optimal {
		return row, experiments.ContextError(ctx)
	}
	row.Load = best.Value
	once := experiments.Must(intervals.FindReadOnce(ctx, f, fleet.Load, best.Value, intervals.Options{}))
	if row.Once = once.Value; once.Value != nil && once.Value.Cmp(best.Value) == 0 {
		row.Formula = once.Formula.String()
	}
	row.Majority = loadOf(ctx, f, majorityOf(of.Nodes))
	var reads []string
	for i := range best.Reads.Len() {
		reads = append(reads, show.Join(best.Reads.Quorum(i), ",", func(v int32) string { return fmt.Sprint(v + 1) }))
	}
	row.Quorums = strings.Join(reads, " ")
	return row, nil
}

// majorityOf lists the majorities of n nodes.
func majorityOf(n int) quorum.Family {
	return experiments.Must(quorum.Choose(n/2+1, quorum.Leaves(quorum.FullSet(n).Nodes())...).MinimalSets(context.Background(), 100))
}

// loadOf returns the load of one system, nil if it does not survive the required failures.
func loadOf(ctx context.Context, f *fleet.Fleet, reads quorum.Family) *big.Rat {
	res := experiments.Must(intervals.Find(ctx, f, fleet.Load, intervals.Options{Jobs: 1, Least: reads, Greatest: reads}))
	return res.Value
}

// verifyReadShare computes the load of each system.
func verifyReadShare(ctx context.Context, p readShares, name string, c experiments.Systems[shareSystem]) error {
	asked := p.questions()
	if name != shareFile || len(c.Systems) != len(asked) {
		return fmt.Errorf("%d systems in %s", len(c.Systems), name)
	}
	for i, s := range c.Systems {
		k := asked[i]
		if s.Nodes != k.Nodes || s.Kind != k.Kind || s.Survive != k.Survive || s.Reads == nil || s.Reads.Cmp(k.Reads) != 0 {
			return fmt.Errorf("system %d is of another fleet", i+1)
		}
		var lists [][]int
		for _, text := range strings.Fields(s.Quorums) {
			var list []int
			for v := range strings.SplitSeq(text, ",") {
				node, err := strconv.Atoi(v)
				if err != nil {
					return fmt.Errorf("system %d: %w", i+1, err)
				}
				list = append(list, node-1)
			}
			lists = append(lists, list)
		}
		reads := experiments.Must(quorum.NewFamily(s.Nodes, lists))
		load := loadOf(ctx, k.fleet(), reads)
		if load == nil || s.Load == nil || load.Cmp(s.Load) != 0 {
			return fmt.Errorf("system %d: load %v, not %v", i+1, load, s.Load)
		}
	}
	return nil
}

func inverse(load *big.Rat) float64 {
	if load == nil {
		return 0
	}
	return experiments.FloatRat(new(big.Rat).Inv(load))
}

// reached reports whether a formula without repeated nodes has the least load.
func (r shareRow) reached() bool { return r.Formula != "" }

func (r shareRow) String() string {
	return fmt.Sprintf("%d servers %s, %d may fail, %s of requests are reads", r.Nodes, r.Kind, r.Survive, r.Reads.RatString())
}

func foundReadShare(out *experiments.Output, rows []shareRow) {
	var most shareRow
	gain := 0.0
	missed := 0
	for _, r := range rows {
		if r.Once == nil || r.reached() {
			continue
		}
		missed++
		if g := inverse(r.Load)/inverse(r.Once) - 1; g > gain {
			most, gain = r, g
		}
	}
	if missed == 0 {
		return
	}
	out.Found("read-share-"+most.Kind, "Of %d fleets of up to six servers, %d have a better system than any formula reading no node twice. Each fleet has its share of reads; the most is %.1f %% more capacity: %s.",
		len(rows), missed, 100*gain, most)
}

func claimReadShare(out *experiments.Output, p readShares, rows []shareRow) {
	over := fmt.Sprintf("the fleets of %d to %d servers, shares of reads in steps of 1/%d", p.From, p.To, p.Steps)
	out.Claim("read-once-suffices", experiments.BeyondThePaper, "read-write systems",
		"A formula that reads no node twice, with gates k of m, reaches the least load of all read-write systems of a fleet, among those that survive what is required.",
		experiments.ForAll(over, rows, func(r shareRow) (bool, string) {
			once := "none survives"
			if r.Once != nil {
				once = "formulas have " + r.Once.RatString()
			}
			return r.reached(), fmt.Sprintf("%s: load %s, %s", r, r.Load.RatString(), once)
		}))
	out.Claim("read-once-suffices-alone", experiments.BeyondThePaper, "read-write systems",
		"Where no server has to be survived, a formula that reads no node twice reaches the least load of all read-write systems of a fleet.",
		experiments.ForAll(over, experiments.Keep(rows, func(r shareRow) bool { return r.Survive == 0 }), func(r shareRow) (bool, string) {
			return r.reached(), fmt.Sprintf("%s: load %s", r, r.Load.RatString())
		}))
	out.Claim("load-squared", experiments.BeyondThePaper, "read-write systems",
		"With the share r of reads, the square of the load times the sum over the servers of reads times writes a second is at least 4r(1-r).",
		experiments.ForAll(over, rows, func(r shareRow) (bool, string) {
			left, sum := new(big.Rat).Mul(r.Load, r.Load), new(big.Rat)
			for _, v := range r.fleet().Nodes {
				sum.Add(sum, new(big.Rat).Mul(v.Reads, v.Writes))
			}
			left.Mul(left, sum)
			right := new(big.Rat).Sub(big.NewRat(1, 1), r.Reads)
			right.Mul(right, r.Reads).Mul(right, big.NewRat(4, 1))
			return left.Cmp(right) >= 0, fmt.Sprintf("%s: load %s", r, r.Load.RatString())
		}).Proved("meeting-products"))
}
