package algorithms

import (
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/measure/availability"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/extend"
)

type crashParameters struct {
	Systems  []crashSystem `json:"systems"`
	Chances  []string      `json:"chances"`  // of a node to crash before the run
	Runs     int           `json:"runs"`     // for each system and chance
	Wishes   int           `json:"wishes"`   // of each run
	Removals int           `json:"removals"` // runs in which other nodes take over
	Surfaces []surface     `json:"surfaces"` // group systems that lose nodes
	Seconds  int           `json:"seconds"`  // wishes of each of their runs
}

// crashSystem is a system, or the most available nondominated extension of it.
type crashSystem struct {
	Spec     string `json:"spec"`
	Extended bool   `json:"extended,omitempty"`
}

func (s crashSystem) String() string {
	if s.Extended {
		return s.Spec + ", extended"
	}
	return s.Spec
}

// surface is a surficial system of m groups and degree k.
type surface struct {
	Groups int `json:"m"`
	Degree int `json:"k"`
}

func (s surface) spec() string {
	return fmt.Sprintf("surficial:n=%d,m=%d", s.Degree*s.Degree*s.Groups*(s.Groups-1)/2, s.Groups)
}

// crashRow is a system whose nodes crash with a given probability, with the shares of served
// requests: requests that take any live quorum, and requests for S_i.
type crashRow struct {
	System       crashSystem `csv:"system" doc:"the quorum system"`
	Chance       string
	N            int     `csv:"n,nodes" doc:"number of nodes"`
	Quorums      int     `csv:"quorums" doc:"number of quorums"`
	P            float64 `csv:"p,probability" doc:"of a node to crash before the run"`
	Runs         int     `csv:"runs" doc:"number of runs, each with crashes of its own"`
	Available    float64 `csv:"availability,probability" doc:"that a quorum lives, computed exactly"`
	Served       int     // runs in which all requests were served
	Split        int     // runs in which some were and some were not
	Wrong        int     // runs that served though no quorum lived, or did not though one did
	Share        float64 `csv:"served,share" doc:"of the requests that take any live quorum"`
	Low          float64 `csv:"low,share" doc:"99.9 % interval of Clopper and Pearson, over the runs"`
	High         float64 `csv:"high,share" doc:"its other end"`
	OwnAvailable float64 `csv:"own_availability,probability" doc:"that S_i lives, mean over the sites, computed exactly"`
	Own          float64 `csv:"own_served,share" doc:"of the requests for S_i"`
	OwnLow       float64 `csv:"own_low,share" doc:"95 % interval of Student, over the runs"`
	OwnHigh      float64 `csv:"own_high,share" doc:"its other end"`
	OwnCost      float64 `csv:"own_messages,messages,omitzero" doc:"per entry for S_i; empty if nobody entered"`
	Kept         float64 `csv:"kept_served,share" doc:"of the requests for S_i where the next node takes over the role of a crashed one"`
	KeptCost     float64 `csv:"kept_messages,messages" doc:"per entry then, those of the removals included"`
}

// Crashes returns the study crashes.
func Crashes() experiments.Study {
	return experiments.NewStudy(experiments.Spec[crashParameters]{
		Name:  "crashes",
		Title: "Requests served when nodes have crashed",
		Doc: "Before a run each arbiter crashes with some probability, independently, and everybody knows which ones. Then sites wish to enter, by " +
			"Maekawa's algorithm (without its faults): once each request takes any quorum that lives, once the site's own S_i alone, and once S_i where " +
			"the next node that is up takes over the role of a crashed one, as Maekawa's section 9 has it. The share of " +
			"requests that are served stands beside the computed probability that a quorum lives. Systems of some dozen nodes: planes, grids, billiards, " +
			"majorities, and the most available nondominated coteries that contain the planes and grids. For Joung's surficial group systems every set of " +
			"k-1 and of k nodes is taken away in turn.",
		Default: crashParameters{
			Systems: []crashSystem{
				{"fpp:order=3", false}, {"fpp:order=3", true}, {"grid:n=16", false}, {"grid:n=9", false}, {"grid:n=9", true},
				{"billiard:q=5", false}, {"majority:n=13", false},
			},
			Chances: []string{"1/20", "1/10", "3/20", "1/5", "1/4", "3/10", "7/20", "2/5", "9/20", "1/2"},
			Runs:    1000, Wishes: 4, Removals: 200,
			Surfaces: []surface{{2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 2}}, Seconds: 6,
		},
		Declare: declareCrashes,
	})
}

func declareCrashes(out *experiments.Output, p crashParameters) {
	rows := slices.Concat(experiments.Compute(out, "systems", p.Systems, func(ctx context.Context, s crashSystem) ([]crashRow, error) {
		return crashesOf(ctx, out.Env, s, p)
	})...)
	lost := experiments.Compute(out, "surfaces", p.Surfaces, func(ctx context.Context, s surface) (lossRow, error) {
		return lossOf(ctx, s, p.Seconds)
	})
	served := experiments.Table(out, "crashes", rows,
		"system", "n", "quorums", "p", "availability", "runs", "served", "low", "high",
		"own_availability", "own_served", "own_low", "own_high", "own_messages", "kept_served",
		"kept_messages")
	experiments.Table(out, "losses", lost,
		"system", "m", "k", "n", "fewer", "unserved", "exactly", "blocks", "witness")
	plotCrashes(out, p, served)
	foundCrashes(out, p, rows)
	claimCrashes(out, p, rows, lost)
}

// build builds the system.
func (s crashSystem) build(ctx context.Context) (*quorum.System, error) {
	system, err := quorum.As[*quorum.System](construct.Build(ctx, s.Spec))
	if err != nil || !s.Extended {
		return system, err
	}
	e := experiments.Must(extend.Find(ctx, system, extend.Options{Options: search.Options{Jobs: 1}, Prefer: "availability"}))
	if e.System.Structure == nil {
		return nil, fmt.Errorf("the extension of %s is not listed: %s", s.Spec, e.System.Unlisted)
	}
	return e.System.Structure.(*quorum.System), nil
}

// crashesOf runs a system under every chance.
func crashesOf(ctx context.Context, env experiments.Env, s crashSystem, p crashParameters) ([]crashRow, error) {
	system := experiments.Must(s.build(ctx))
	live := experiments.Must(availability.CountLive(ctx, system, availability.LiveOptions{}))
	algorithm := mutex.Find(maekawas)
	c := experiments.Must(sim.ConfigFor(ctx, system, algorithm, mutex.Options{}, sim.Live))
	c.Latency, c.Critical = varying, always
	setup, any := c.Setup, c.Requesters
	own := experiments.Must(sim.Requesters(ctx, system, algorithm, setup, nil, nil, sim.Site))
	var rows []crashRow
	for _, chance := range p.Chances {
		x := experiments.Must(experiments.ReadChance(chance))
		row := crashRow{System: s, Chance: chance, N: system.N(), Quorums: system.Family().Len(), P: experiments.FloatRat(x), Runs: p.Runs}
		row.Available = experiments.FloatRat(live.Availability(x))
		for _, q := range setup.Own {
			up := 1.0
			for range setup.Quorums[q] {
				up *= 1 - row.P
			}
			row.OwnAvailable += up / float64(len(setup.Own))
		}
		c.Algorithm, c.Requesters, c.CrashProbability, c.Entries = algorithm, any, row.P, p.Wishes
		c.Seed = env.Rand(s.Spec, chance).Uint64() // an extension has the crashes of its system
		for i := range p.Runs {
			c.Stream = uint64(i)
			r := experiments.Must(run(ctx, c))
			if r.Entries == r.Requests {
				row.Served++
			} else if r.Entries > 0 {
				row.Split++
			}
			if lives(setup, r.Down) != (r.Entries > 0) {
				row.Wrong++
			}
		}
		row.Share = float64(row.Served) / float64(p.Runs)
		row.Low, row.High = availability.ClopperPearson(row.Served, p.Runs, 0.999)
		c.Requesters, c.Stream, c.Entries = own, 0, setup.Processes
		found := experiments.Must(sim.Replicate(ctx, c, sim.Options{Replications: p.Runs, Jobs: 1}))
		i := found.Intervals["served"]
		row.Own, row.OwnLow, row.OwnHigh = i.Mean, i.Low, i.High
		if found.MessagesPerEntry != nil {
			row.OwnCost = *found.MessagesPerEntry
		}
		c.Algorithm = mutex.Find("maekawa-takeover")
		kept := experiments.Must(sim.Replicate(ctx, c, sim.Options{Replications: p.Removals, Jobs: 1}))
		row.Kept, row.KeptCost = kept.Intervals["served"].Mean, *kept.MessagesPerEntry
		rows = append(rows, row)
	}
	return rows, nil
}

// lives reports whether some quorum has none of these nodes, by trying all quorums.
func lives(s *mutex.Setup, down []int32) bool {
	return slices.ContainsFunc(s.Quorums, func(q []int32) bool {
		return !slices.ContainsFunc(q, func(v int32) bool { return slices.Contains(down, v) })
	})
}

func plotCrashes(out *experiments.Output, p crashParameters, served *experiments.Sheet) {
	var any, own []experiments.Layer
	for i, s := range p.Systems {
		is := experiments.Is("system", s.String())
		any = append(any, served.Line(s.String(), "p", "availability", is).Look(i+1))
		own = append(own, served.Line(s.String(), "p", "own_availability", is).Look(i+1))
	}
	for i, s := range p.Systems {
		is := experiments.Is("system", s.String())
		any = append(any, served.Scatter(s.String()+", run", "p", "served", is).Look(i+1).Ringed(true))
		own = append(own, served.Scatter(s.String()+", run", "p", "own_served", is).Look(i+1).Ringed(true))
	}
	chance := plot.Linear("crash probability", plot.NoUnit)
	out.PlotWithLegend("served", "Requests served by any live quorum: runs, and the availability that is computed", chance, plot.Linear("share of requests", plot.NoUnit), any...)
	out.PlotWithLegend("own-served", "Requests served by the site's own quorum alone: runs, and what is computed", chance, plot.Linear("share of requests", plot.NoUnit), own...)
}
