package coteries

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"

	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/measure/availability"
	"coterie/quorum"
	"coterie/search/enumerate"
	"coterie/search/enumerate/atlas"
)

type eightParameters struct {
	From  int `json:"from"`  // all classes on this many nodes,
	To    int `json:"to"`    // to this many, at most 8
	Width int `json:"width"` // this many slices of a listing are one row
}

// AtlasOfEight returns the study atlas-eight.
func AtlasOfEight() experiments.Study {
	return experiments.NewStudy(experiments.Spec[eightParameters]{
		Name:  "atlas-eight",
		Title: "The figures of all nondominated coteries on up to eight nodes, in numbers",
		Doc: "Each class of nondominated coteries, up to the names of the nodes, is measured with proofs that are added up in whole numbers: load, resilience, live sets, automorphisms, and the votes that make it, or that none do. " +
			"The default part takes up to seven nodes, the full part the 6,001,501 classes on eight. Kept is how many classes have which figures: `loads`, `live`, `automorphisms`, `totals`; `slices` has the pieces in which they were gone through. " +
			"The study fails unless classes and labelled systems are as many as are counted by another method. The verb enumerate lists the classes one by one, with their figures where it is asked to measure them.",
		Default: eightParameters{From: 1, To: 7, Width: 16},
		Full:    &eightParameters{From: 8, To: 8, Width: 16},
		Declare: declareEight,
	})
}

// bin counts the classes, and the labelled systems, that have the figures of a key.
type bin struct {
	N         int    `csv:"n,nodes" doc:"number of nodes, used or not"`
	Load      [2]int `json:",omitzero"` // of loads: in lowest terms
	Least     int    `json:",omitzero" csv:"resilience,nodes" doc:"most crashes that always leave a quorum"`
	Live      []int  `json:",omitempty"`
	Symmetric int    `json:",omitzero" csv:"automorphisms" doc:"renamings of the nodes that keep the system"`
	Total     int    `json:",omitzero" csv:"total,votes" doc:"least sum of whole votes that make the system"`

	Classes  int `csv:"classes" doc:"how many classes there are"`
	Labelled int `csv:"labelled,systems" doc:"how many labelled systems they stand for"`
	Voted    int `csv:"voted" doc:"of the classes those that votes make"`
}

func (t bin) load() *big.Rat { return big.NewRat(int64(t.Load[0]), int64(t.Load[1])) }

func (t bin) failure() float64 {
	live := availability.LiveSets{Counts: make([]*big.Int, len(t.Live))}
	for i, c := range t.Live {
		live.Counts[i] = big.NewInt(int64(c))
	}
	return experiments.FloatRat(live.Failure(drawnCrash()))
}

// key returns the text that identifies the bin.
func (t bin) key() string {
	return fmt.Sprint(t.N, t.Load, t.Least, t.Live, t.Symmetric, t.Total)
}

// compareBins orders bins as the tables do.
func compareBins(a, b bin) int {
	byLoad := 0
	if a.Load[1] > 0 && b.Load[1] > 0 {
		byLoad = a.load().Cmp(b.load())
	}
	return cmp.Or(cmp.Compare(a.N, b.N), byLoad, cmp.Compare(a.Least, b.Least), slices.Compare(a.Live, b.Live),
		cmp.Compare(a.Symmetric, b.Symmetric), cmp.Compare(a.Total, b.Total))
}

// added adds bins of one key.
func added(list []bin) []bin {
	at := map[string]int{}
	var sums []bin
	for _, t := range list {
		i, ok := at[t.key()]
		if !ok {
			i = len(sums)
			at[t.key()] = i
			sums = append(sums, bin{N: t.N, Load: t.Load, Least: t.Least, Live: t.Live, Symmetric: t.Symmetric, Total: t.Total})
		}
		sums[i].Classes += t.Classes
		sums[i].Labelled += t.Labelled
		sums[i].Voted += t.Voted
	}
	slices.SortFunc(sums, compareBins)
	return sums
}

// piece is some or all slices of the listing on N nodes, with the kept results.
type piece struct {
	N                          int `csv:"n,nodes" doc:"number of nodes"`
	First                      int
	Slices                     int `csv:"slices" doc:"how many slices"`
	Classes                    int `csv:"classes" doc:"classes in them"`
	Labelled                   int `csv:"labelled,systems" doc:"labelled systems that they stand for"`
	Voted                      int `csv:"voted" doc:"of the classes those that votes make"`
	Loads, Lives, Orders, Sums []bin
	Lightest                   [2]int
	Example                    []quorum.Set // the first class of the least load
	Method                     string       `json:",omitempty" csv:"counted" doc:"by which other method both numbers come out"` // of all of them
}

func (p piece) lightest() *big.Rat { return big.NewRat(int64(p.Lightest[0]), int64(p.Lightest[1])) }

// listings opens the listing of each n once, for all rows.
func listings(ctx context.Context) (open [enumerate.MaxNodes + 1]func() (atlas.Slices, error)) {
	for n := range open {
		open[n] = sync.OnceValues(func() (atlas.Slices, error) {
			return atlas.OpenSlices(ctx, enumerate.Query{Nodes: n, Nondominated: true, Classes: true})
		})
	}
	return open
}

// stretches cuts the listings.
func (p eightParameters) stretches(open [enumerate.MaxNodes + 1]func() (atlas.Slices, error)) (list []piece) {
	for n := p.From; n <= p.To; n++ {
		s := experiments.Must(open[n]())
		for first := 0; first < s.Parts(); first += p.Width {
			list = append(list, piece{N: n, First: first, Slices: min(p.Width, s.Parts()-first)})
		}
	}
	return list
}

func (p piece) measured(ctx context.Context, from atlas.Slices) (piece, error) {
	loads := map[[3]int]bin{} // by numerator, denominator and resilience
	lives := map[[enumerate.MaxNodes + 1]int]bin{}
	orders, totals := map[int]bin{}, map[int]bin{}
	for i := range p.Slices {
		experiments.Ensure(from.Each(ctx, p.First+i, func(c *atlas.Class) error {
			numerator, denominator := c.Load()
			load := [2]int{numerator, denominator}
			voted := 0
			if c.Total > 0 {
				voted = 1
			}
			if p.Classes == 0 || numerator*p.Lightest[1] < p.Lightest[0]*denominator {
				p.Lightest, p.Example = load, c.Function.Family().Sets()
			}
			one := func(t bin) bin {
				t.N = p.N
				t.Classes++
				t.Labelled += c.Orbit()
				t.Voted += voted
				return t
			}
			p.Classes++
			p.Labelled += c.Orbit()
			p.Voted += voted
			key := [3]int{numerator, denominator, c.Resilience()}
			loads[key] = one(loads[key])
			lives[c.Live] = one(lives[c.Live])
			orders[c.Automorphisms] = one(orders[c.Automorphisms])
			if voted == 1 {
				totals[c.Total] = one(totals[c.Total])
			}
			return nil
		}))
	}
	for k, t := range loads {
		t.Load, t.Least = [2]int{k[0], k[1]}, k[2]
		p.Loads = append(p.Loads, t)
	}
	for k, t := range lives {
		t.Live = slices.Clone(k[:p.N+1])
		p.Lives = append(p.Lives, t)
	}
	for k, t := range orders {
		t.Symmetric = k
		p.Orders = append(p.Orders, t)
	}
	for k, t := range totals {
		t.Total = k
		p.Sums = append(p.Sums, t)
	}
	for _, list := range [][]bin{p.Loads, p.Lives, p.Orders, p.Sums} {
		slices.SortFunc(list, compareBins)
	}
	return p, nil
}

// summed adds the pieces of each n. The numbers of classes and labelled systems must equal those
// counted by other methods.
func summed(ctx context.Context, p eightParameters, jobs int, pieces []piece) (list []piece, err error) {
	for n := p.From; n <= p.To; n++ {
		s := piece{N: n}
		for _, part := range pieces {
			if part.N != n {
				continue
			}
			if part.Classes > 0 && (s.Classes == 0 || part.lightest().Cmp(s.lightest()) < 0) {
				s.Lightest, s.Example = part.Lightest, part.Example
			}
			s.Slices += part.Slices
			s.Classes += part.Classes
			s.Labelled += part.Labelled
			s.Voted += part.Voted
		}
		for labelled, have := range map[bool]int{true: s.Labelled, false: s.Classes} {
			counted := experiments.Must(enumerate.Count(ctx, enumerate.Query{Nodes: n, Nondominated: true, Classes: !labelled}, enumerate.Options{Jobs: jobs}))
			if counted.Count.Cmp(big.NewInt(int64(have))) != 0 {
				return nil, fmt.Errorf("n = %d: %d were measured, and there are %v (labelled %v)", n, have, counted.Count, labelled)
			}
			if !labelled {
				s.Method = counted.Method
			}
		}
		list = append(list, s)
	}
	return list, nil
}

func declareEight(out *experiments.Output, p eightParameters) {
	open := listings(out.Context())
	pieces := experiments.Compute(out, "slices", p.stretches(open), func(ctx context.Context, s piece) (piece, error) {
		return s.measured(ctx, experiments.Must(open[s.N]()))
	})
	if out.Err() != nil {
		return
	}
	var all []piece
	if len(pieces) > 0 { // none while plots are drawn again
		all = experiments.Must(summed(out.Context(), p, out.Jobs, pieces))
	}
	loads := added(experiments.Flat(pieces, func(p piece) []bin { return p.Loads }))
	lives := added(experiments.Flat(pieces, func(p piece) []bin { return p.Lives }))
	orders := added(experiments.Flat(pieces, func(p piece) []bin { return p.Orders }))
	totals := added(experiments.Flat(pieces, func(p piece) []bin { return p.Sums }))
	tableEight(out, p, pieces, all, loads, lives, orders, totals)
	claimEight(out, p, all, loads, lives)
	foundEight(out, all)
}

// binColumns returns the columns of a table of bins: its own columns stand between the common ones.
func binColumns(own ...any) []experiments.Column[bin] {
	return experiments.Columns[bin]("n", experiments.Columns[bin](own...), "classes", "labelled", "voted")
}

func tableEight(out *experiments.Output, p eightParameters, pieces, all []piece, loads, lives, orders, totals []bin) {
	experiments.Table(out, "atlas-eight", all,
		experiments.Ints("n", "nodes", "number of nodes, used or not", func(s piece) int { return s.N }),
		experiments.Ints("classes", "", "classes of nondominated coteries that were measured", func(s piece) int { return s.Classes }),
		"labelled", "counted", "voted",
		experiments.Ratios("least_load", "", "the least load, so of any quorum system on n nodes", piece.lightest),
		experiments.Texts("lightest", "", "the quorums of the first class with it", func(s piece) string { return spaced(s.Example) }))
	experiments.Table(out, "slices", pieces,
		"n",
		experiments.Ints("first", "", "first slice of the listing, from 1", func(p piece) int { return p.First + 1 }),
		"slices", "classes", "labelled", "voted")
	load := experiments.Table(out, "loads", loads, binColumns(
		experiments.Ratios("load", "", "the load", bin.load),
		experiments.Floats("load_about", "", "the same, rounded", func(t bin) float64 { return experiments.FloatRat(t.load()) }),
		"resilience"))
	live := experiments.Table(out, "live", lives, binColumns(
		experiments.Texts("live", "", "how many sets of 0, 1, ..., n nodes contain a quorum", func(t bin) string { return spaced(t.Live) }),
		experiments.Floats("failure", "", "probability that no quorum survives if each node crashes with probability 1/10", bin.failure)))
	symmetric := experiments.Table(out, "automorphisms", orders, binColumns("automorphisms"))
	total := experiments.Table(out, "totals", totals, binColumns("total"))
	const classes = "classes"
	n := experiments.Is("n", p.To)
	var byResilience []experiments.Layer
	for r := range p.To {
		byResilience = append(byResilience, load.Scatter(fmt.Sprintf("resilience %d", r), "load", classes, n, experiments.Is("resilience", r)).Look(r))
	}
	number := plot.Logarithmic(classes, plot.NoUnit)
	on := fmt.Sprintf("the nondominated coteries on %d nodes", p.To)
	out.PlotWithLegend("loads", "How many classes of "+on+" have which load", plot.Linear("load", plot.NoUnit), number, byResilience...)
	out.Plot("resilience-load", "Load and resilience of "+on, plot.Linear("load", plot.NoUnit), plot.Linear("resilience", "nodes"),
		load.Scatter(classes, "load", "resilience", n))
	out.Plot("live", "How many classes of "+on+" fail how often", plot.Logarithmic("failure probability at p = 0.1", plot.NoUnit), number,
		live.Scatter("without votes", "failure", classes, n, experiments.Is("voted", 0)), live.Scatter("some with votes", "failure", classes, n, experiments.Not(experiments.Is("voted", 0))))
	out.Plot("automorphisms", "Symmetries of "+on, plot.Logarithmic("automorphisms", plot.NoUnit), number,
		symmetric.Scatter(classes, "automorphisms", classes, n))
	out.Plot("totals", "Least totals of votes of "+on, plot.Linear("total", "votes"), plot.Linear(classes, plot.NoUnit),
		total.Scatter(classes, "total", classes, n))
}

func claimEight(out *experiments.Output, p eightParameters, all []piece, loads, lives []bin) {
	every := fmt.Sprintf("all classes of nondominated coteries on %s nodes", experiments.FromTo(p.From, p.To))
	// Either a set or its complement is live. Below p = 1/2 the larger one survives more often.
	most := func(n int) func(t bin) bool {
		return func(t bin) bool {
			for s, live := range t.Live {
				if 2*s > n && new(big.Int).Binomial(int64(n), int64(s)).Int64() != int64(live) {
					return false
				}
			}
			return true
		}
	}
	out.Claim("ours-most-available", experiments.BeyondThePaper, "after Joung 2003, section 4.4",
		"On every number of nodes some nondominated coterie with votes has all sets of more than half of the nodes live, and no system is more available at any p < 1/2.",
		experiments.ForAll(every, all, func(s piece) (bool, string) {
			best := experiments.Keep(lives, func(t bin) bool { return t.N == s.N && most(s.N)(t) })
			voted, classes := 0, 0
			for _, t := range best {
				voted, classes = voted+t.Voted, classes+t.Classes
			}
			return voted > 0, fmt.Sprintf("n = %d: classes: %d, with votes: %d", s.N, classes, voted)
		}).Proved("optimal-availability"))
	out.Claim("ours-votes-counted", experiments.BeyondThePaper, "after Muroga, Tsuboi and Baugh 1970 (OEIS A001532)",
		"The classes whose load is above 1/2 are as many as the self-dual threshold functions that were counted in 1970.",
		votesCounted(out.Env, every, all))
	out.Claim("ours-lightest-without-votes", experiments.BeyondThePaper, "loads of all classes",
		"No system that votes make has the least load of its number of nodes.",
		lightest(p, all, loads))
}

// lightest judges whether the systems of the least load have no votes.
func lightest(p eightParameters, all []piece, loads []bin) experiments.Judgement {
	const first = 6 // nodes, from which on there are classes without votes
	of := func(from int) experiments.Judgement {
		return experiments.ForAll(fmt.Sprintf("all classes of nondominated coteries on %s nodes", experiments.FromTo(from, p.To)),
			experiments.Keep(all, func(s piece) bool { return s.N >= from }), lightestVoteless(loads))
	}
	if p.From >= first || p.To < first {
		return of(p.From)
	}
	return experiments.HoldsUnderReading(fmt.Sprintf("from %d nodes on: on fewer, votes make every nondominated coterie", first), of(p.From), of(first))
}

// lightestVoteless judges whether no class of the least load has votes.
func lightestVoteless(loads []bin) func(s piece) (bool, string) {
	return func(s piece) (bool, string) {
		voted, classes := 0, 0
		for _, t := range loads {
			if t.N == s.N && t.load().Cmp(s.lightest()) == 0 {
				voted, classes = voted+t.Voted, classes+t.Classes
			}
		}
		return voted == 0, fmt.Sprintf("n = %d: load %s, classes: %d, with votes: %d", s.N, s.lightest().RatString(), classes, voted)
	}
}

// votesCounted compares the numbers of classes with votes with the published numbers.
func votesCounted(env experiments.Env, every string, all []piece) experiments.Judgement {
	known := experiments.Must(readPublished(env))
	return experiments.ForAll(every, all, func(s piece) (bool, string) {
		want := known[key{s.N, voted, false, false}][0]
		return want == fmt.Sprint(s.Voted), fmt.Sprintf("n = %d: %d classes have votes, and %s were counted", s.N, s.Voted, want)
	})
}

func foundEight(out *experiments.Output, all []piece) {
	if len(all) == 0 {
		return
	}
	last := all[len(all)-1]
	out.Found("loads", "Of the %d classes of nondominated coteries on %d nodes %d come from votes. The least load is %s, that of %s.",
		last.Classes, last.N, last.Voted, last.lightest().RatString(), strings.ReplaceAll(spaced(last.Example), " ", ", "))
}
