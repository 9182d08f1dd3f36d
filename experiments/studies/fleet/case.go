package fleet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"coterie/construct"
	"coterie/experiments"
	"coterie/fleet"
	"coterie/internal/picture/plot"
	"coterie/search/fleet/intervals"
)

// caseStudy holds the parameters of the study fleet-case.
type caseStudy struct {
	Halves int `json:"half_seconds"` // limits on the latency are multiples of half a second up to this one
}

// printedCase holds the paper's data of its case study.
type printedCase struct {
	Source string `json:"source"`
	Nodes  []struct {
		Name    string `json:"name"`
		Reads   int64  `json:"reads"`
		Writes  int64  `json:"writes"`
		Latency int64  `json:"latency"`
	} `json:"nodes"`
	Shares []struct {
		Percent int64 `json:"percent"`
		Weight  int64 `json:"weight"`
	} `json:"shares"`
	Systems []struct {
		Name     string `json:"name"`
		Reads    string `json:"reads"`
		Capacity int    `json:"capacity"`
	} `json:"systems"`
	Searched int     `json:"searched"`
	Seconds  float64 `json:"seconds"` // of the processor, that the paper's library searched; recorded
}

// fleet returns the servers of the case study.
func (p printedCase) fleet() *fleet.Fleet {
	one := big.NewRat(1, 1)
	f := &fleet.Fleet{Optimize: []fleet.Goal{fleet.Load}, Clients: []fleet.Client{{Zone: fleet.NoZone, Share: one}}}
	for _, v := range p.Nodes {
		f.Nodes = append(f.Nodes, fleet.Node{Name: v.Name, Zone: fleet.NoZone, Reads: big.NewRat(v.Reads, 1), Writes: big.NewRat(v.Writes, 1), Crash: new(big.Rat)})
		f.Clients[0].Latency = append(f.Clients[0].Latency, fleet.Latency{At: []*big.Rat{one}, Time: []*big.Rat{big.NewRat(v.Latency, 1)}})
	}
	sum := int64(0)
	for _, s := range p.Shares {
		sum += s.Weight
	}
	for _, s := range p.Shares {
		f.Workload.Shares = append(f.Workload.Shares, fleet.Share{Reads: big.NewRat(s.Percent, 100), Weight: big.NewRat(s.Weight, sum)})
	}
	return f
}

// caseRow is a question of the case study with its answer.
type caseRow struct {
	System  string   `csv:"system" doc:"whose figures, or what was searched"`
	Reads   string   // their formula; of a search ""
	Silent  int      `csv:"silent,nodes" doc:"how many of the nodes asked may stay silent"`
	Latency *big.Rat `csv:"limit,seconds" doc:"limit on the mean latency; empty for none"`
	Printed int      `csv:"printed,requests/second,omitzero" doc:"what the paper prints"`

	Found    string   // the reads that a search found
	Load     *big.Rat `csv:"load,seconds/request" doc:"least mean load; empty where no strategy keeps the limit"`
	Capacity *big.Rat
}

// The objectives of the searches.
const (
	bestOfAll      = "best of all systems"
	bestOfFormulas = "best read-once formula"
)

// Case returns the study fleet-case.
func Case() experiments.Study {
	return experiments.NewStudy(experiments.Spec[caseStudy]{
		Name:  "fleet-case",
		Title: "The case study of quoracle: its systems, and the best that there is",
		Doc: "Five servers that differ and a workload of nine shares of reads, as M. Whittaker et al. (Read-write quorum systems made practical, PaPoC 2021) took them: the capacity of their systems beside " +
			"what they print, under strategies whose quorums all answer and under those of which one node may stay silent; and the greatest capacity of all systems that survive a failure, proven " +
			"by branch and bound over the monotone functions, beside that of the formulas that read no node twice, which is what their search goes through. The mean load is what is made least, and the capacity is the mean of its inverse. " +
			"Then the same with limits on the mean latency.",
		Default: caseStudy{Halves: 10},
		Declare: declareCase,
	})
}

func declareCase(out *experiments.Output, p caseStudy) {
	printed := experiments.Printed[printedCase](out, "whittaker-case-study.json")
	if out.Stopped() {
		return
	}
	rows := experiments.Compute(out, "case", p.questions(printed), func(ctx context.Context, r caseRow) (caseRow, error) { return caseAt(ctx, printed, r) })
	t := experiments.Table(out, "fleet-case", rows,
		"system", "silent", "limit", "load",
		experiments.Floats("capacity", "requests/second", "mean over the shares of 1/load", func(r caseRow) float64 { return experiments.FloatRat(r.Capacity) }).If(func(r caseRow) bool { return r.Capacity != nil }),
		"printed",
		experiments.Floats("limit_seconds", "seconds", "limit", func(r caseRow) float64 { return experiments.FloatRat(r.Latency) }).If(func(r caseRow) bool { return r.Latency != nil }),
	)
	var layers []experiments.Layer
	for _, name := range []string{bestOfAll, bestOfFormulas, "grid", "paths", "majority"} {
		layers = append(layers, t.Line(name, "limit_seconds", "capacity", experiments.Is("system", name), experiments.Is("silent", 0)))
	}
	out.Plot("fleet-case-latency", "quoracle's five servers: what a limit on the latency leaves of the capacity",
		plot.Linear("mean latency at most", "s"), plot.Linear("capacity", "requests/second"), layers...)
	claimCase(out, rows, printed)
}

func (p caseStudy) questions(printed printedCase) []caseRow {
	var list []caseRow
	add := func(silent int, latency *big.Rat) {
		plain := silent == 0 && latency == nil
		for _, s := range printed.Systems {
			r := caseRow{System: s.Name, Reads: s.Reads, Silent: silent, Latency: latency}
			if plain {
				r.Printed = s.Capacity
			} else if s.Name == uniformMajority {
				continue
			}
			list = append(list, r)
		}
		once := caseRow{System: bestOfFormulas, Silent: silent, Latency: latency}
		if plain {
			once.Printed = printed.Searched
		}
		list = append(list, once, caseRow{System: bestOfAll, Silent: silent, Latency: latency})
	}
	add(0, nil)
	add(1, nil)
	for k := 2; k <= p.Halves; k++ {
		add(0, big.NewRat(int64(k), 2))
	}
	return list
}

// uniformMajority is the majority whose quorums are all asked equally often.
const uniformMajority = "uniform majority"

// caseAt computes one row.
func caseAt(ctx context.Context, printed printedCase, row caseRow) (caseRow, error) {
	f := printed.fleet()
	f.Workload.Silent, f.Require.Latency = row.Silent, row.Latency
	if row.System == uniformMajority {
		row.Load, row.Capacity = uniform(f, big.NewRat(int64(f.N()/2+1), int64(f.N())))
		return row, nil
	}
	var s fleet.System
	switch row.System {
	case bestOfAll:
		f.Require.SurviveNodes = 1
		best := experiments.Must(intervals.Find(ctx, f, fleet.Load, intervals.Options{Jobs: 1}))
		if !best.Optimal { // no system keeps the limit, or the time is over
			return row, experiments.ContextError(ctx)
		}
		s.Reads, s.Writes = best.Reads, best.Writes
	case bestOfFormulas:
		f.Require.SurviveNodes = 1
		once, err := intervals.FindReadOnce(ctx, f, fleet.Load, nil, intervals.Options{Jobs: 1})
		if err != nil || once.Value == nil {
			return row, err
		}
		s.Reads, s.Writes = once.Formula, once.Formula.Dual()
		row.Found = once.Formula.Label(f.Names())
	default:
		known := experiments.Must(construct.Build(ctx, "expr:"+row.Reads))
		s = experiments.Must(f.Place(known))
	}
	strategy, err := fleet.FindStrategy(ctx, f, s, fleet.StrategyOptions{Goal: fleet.Load, Limits: f.Require.Limits()})
	if errors.As(err, new(*fleet.InfeasibleError)) {
		return row, nil
	}
	if err != nil {
		return row, err
	}
	row.Load, row.Capacity = strategy.Load, strategy.Capacity
	return row, nil
}

// uniform returns the mean load and the capacity if every node is asked with the same probability.
func uniform(f *fleet.Fleet, asked *big.Rat) (load, capacity *big.Rat) {
	load, capacity = new(big.Rat), new(big.Rat)
	for _, s := range f.Workload.Shares {
		busiest := new(big.Rat)
		for _, v := range f.Nodes {
			busy := new(big.Rat).Quo(s.Reads, v.Reads)
			writes := new(big.Rat).Sub(big.NewRat(1, 1), s.Reads)
			busy.Add(busy, writes.Quo(writes, v.Writes))
			if busy.Mul(busy, asked); busy.Cmp(busiest) > 0 {
				busiest = busy
			}
		}
		load.Add(load, new(big.Rat).Mul(s.Weight, busiest))
		capacity.Add(capacity, new(big.Rat).Quo(s.Weight, busiest))
	}
	return load, capacity
}

func (r caseRow) String() string {
	if r.Capacity == nil {
		return r.System + " keeps no such limit"
	}
	return fmt.Sprintf("%s has %.1f", r.System, experiments.FloatRat(r.Capacity))
}

func claimCase(out *experiments.Output, rows []caseRow, printed printedCase) {
	out.Claim("case-capacities", experiments.BeyondThePaper, "Whittaker et al. 2021", "The capacities of a majority asked uniformly and at best, of a staggered grid, of the paths system and of the best formula are as printed.",
		experiments.ForAll("the five printed capacities, cited from memory of the text", experiments.Keep(rows, func(r caseRow) bool { return r.Printed != 0 }), func(r caseRow) (bool, string) {
			return r.Capacity != nil && int(math.Round(experiments.FloatRat(r.Capacity))) == r.Printed, fmt.Sprintf("%s, printed %d", r, r.Printed)
		}))
	best := map[string]caseRow{}
	key := func(r caseRow) string { return fmt.Sprint(r.Silent, r.Latency) }
	for _, r := range rows {
		if r.System == bestOfAll {
			best[key(r)] = r
		}
	}
	plain := "" // the sentence without a limit, if it holds
	for _, r := range rows {
		if b := best[key(r)]; r.System == bestOfFormulas && r.Printed != 0 && r.Load != nil && b.Load != nil && r.Load.Cmp(b.Load) == 0 && int(math.Round(experiments.FloatRat(r.Capacity))) == r.Printed {
			plain = "; without a limit the formula that quoracle found is proven best"
		}
	}
	for _, r := range rows {
		if b := best[key(r)]; r.System == bestOfFormulas && r.Load != nil && b.Load != nil && r.Load.Cmp(b.Load) > 0 && r.Latency != nil {
			out.Found("fleet-case-latency", "At mean latency up to %g s quoracle's five servers reach %.1f %% more capacity than the best formula. That formula reads no node twice%s.",
				experiments.FloatRat(r.Latency), 100*(experiments.FloatRat(b.Capacity)/experiments.FloatRat(r.Capacity)-1), plain)
			break
		}
	}
	out.Claim("case-formulas", experiments.BeyondThePaper, "read-write systems",
		"In quoracle's case study a formula that reads no node twice has as little mean load as any system that survives a failure, whatever the limit on the latency and whether or not a node may stay silent.",
		experiments.ForAll("the rows of the study", experiments.Keep(rows, func(r caseRow) bool { return r.System == bestOfFormulas }), func(r caseRow) (bool, string) {
			b := best[key(r)]
			if b.Load == nil || r.Load == nil {
				return (b.Load == nil) == (r.Load == nil), fmt.Sprintf("silent %d, limit %v: %s", r.Silent, r.Latency, r)
			}
			return r.Load.Cmp(b.Load) == 0, fmt.Sprintf("silent %d, limit %v: %s (%s), and %s", r.Silent, r.Latency, r, r.Found, b)
		}))
}
