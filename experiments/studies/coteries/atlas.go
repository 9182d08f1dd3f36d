package coteries

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/solve/sets"
	"coterie/measure/availability"
	"coterie/measure/transversals"
	"coterie/measure/votes"
	"coterie/quorum"
	"coterie/search/enumerate"
)

type atlasParameters struct {
	Nodes    int      `json:"nodes"`    // the classes on 1 to this many nodes, at most 7
	Crash    []string `json:"crash"`    // crash probabilities
	Fronts   []int    `json:"fronts"`   // the n whose Pareto fronts are given, and which are drawn
	Pictured int      `json:"pictured"` // the systems of at most this many nodes are on the page of pictures
}

// Atlas returns the study atlas.
func Atlas() experiments.Study {
	return experiments.NewStudy(experiments.Spec[atlasParameters]{
		Name:  "atlas",
		Title: "All nondominated coteries on up to seven nodes, and the best of them",
		Doc: "One row for each class of nondominated coteries, up to the names of the nodes, on n = 1, 2, ... nodes, of which some may be in no quorum: its quorums and symmetries, exact load, resilience, live sets, " +
			"responsibilities, and the votes that make it, of the least total, or a list of quorums that proves that no votes do. For every quorum system there is a nondominated coterie on the same nodes of " +
			"no greater load and of no less resilience and availability; so the best of these rows are the best of all quorum systems: `best` has them by criterion, with all ties, `availability` by crash probability, for all p at once, " +
			"and `pareto` where two or three criteria count. The files atlas-nN.json have the systems, with strategies and node weights, transversals, votes and trades, for a check by plain arithmetic, and for the " +
			"check that no class is missing: the numbers of labelled systems that the classes stand for add up to the number of self-dual monotone functions.",
		Default: atlasParameters{Nodes: 7, Crash: []string{"1/100", "1/20", "1/10", "1/5", "3/10", "2/5"}, Fronts: []int{5, 6, 7}, Pictured: 5},
		Declare: declareAtlas,
		Verify:  experiments.Decoded(verifyAtlas),
	})
}

// row is a class of nondominated coteries, given by its representative, with its figures.
type row struct {
	N             int          `csv:"n,nodes" doc:"number of nodes"`
	Class         int          `csv:"class" doc:"place of the class in atlas.csv"`
	Quorums       []quorum.Set // by size and then in lexicographic order
	Automorphisms int          `csv:"automorphisms" doc:"renamings of the n nodes that keep the system"`
	Orbit         int          `csv:"orbit,systems" doc:"n!/automorphisms: the labelled systems of the class"`

	Names       []string    `json:",omitempty"`
	Transitive  bool        `csv:"transitive" doc:"whether automorphisms carry any of the n nodes to any other"`
	Votes       votes.Votes // with the load
	Transversal quorum.Set  // a smallest one
	Live        []int       // live sets by size
	Regular     bool        `csv:"regular" doc:"whether of any two nodes one is at least as good as the other: it can stand in for the other wherever that completes a live set (2-monotonic; all systems of votes are)"`
	Responsible []int       // how many quorums each node is in
}

func (r row) load() *big.Rat   { return r.Votes.Load.Value.Rat() }
func (r row) resilience() int  { return r.Transversal.Len() - 1 }
func (r row) least() int       { return r.Quorums[0].Len() }
func (r row) most() int        { return r.Quorums[len(r.Quorums)-1].Len() }
func (r row) voted() bool      { return r.Votes.Assignable }
func (r row) responsible() int { return slices.Max(r.Responsible) }

// equal reports whether all nodes are in equally many quorums.
func (r row) equal() bool { return slices.Min(r.Responsible) == r.responsible() }

// used returns the number of nodes that are in quorums.
func (r row) used() int {
	return experiments.Count(r.Responsible, func(times int) bool { return times > 0 })
}

// failure returns the probability that no quorum survives if each node crashes with probability p.
func (r row) failure(p *big.Rat) *big.Rat {
	live := availability.LiveSets{Counts: make([]*big.Int, len(r.Live))}
	for i, c := range r.Live {
		live.Counts[i] = big.NewInt(int64(c))
	}
	return live.Failure(p)
}

// sizes lists the sizes of the quorums with their numbers: "3:7 4:7".
func (r row) sizes() string {
	var words []string
	for size := r.least(); size <= r.most(); size++ {
		if k := experiments.Count(r.Quorums, func(q quorum.Set) bool { return q.Len() == size }); k > 0 {
			words = append(words, fmt.Sprintf("%d:%d", size, k))
		}
	}
	return strings.Join(words, " ")
}

// votesBy returns the reason why no total of votes is smaller, or why there are no votes.
func (r row) votesBy() string {
	if r.voted() {
		return r.Votes.LowerBy
	}
	return "a list of quorums in which every node occurs in at most half, so that not each of them can have more than half of the votes: " +
		"the trade in " + certificateName(r.N)
}

// spaced lists numbers or sets with spaces between them.
func spaced[T any](list []T) string { return strings.Trim(fmt.Sprint(list), "[]") }

// drawnCrash returns the crash probability of the figures.
func drawnCrash() *big.Rat { return big.NewRat(1, 10) }

func declareAtlas(out *experiments.Output, p atlasParameters) {
	var classes []row
	for n := range p.Nodes {
		list := experiments.Must(classesOn(out.Context(), n+1, out.Jobs))
		classes = append(classes, list...)
	}
	rows := experiments.Compute(out, "classes", classes, measureClass)
	printed := experiments.Printed[small.FiveNodes](out, "maekawa-n5.json")
	nameClasses(out.Context(), rows)
	crash := experiments.Must(experiments.ReadChances(p.Crash))
	parts := availabilityOf(rows)
	atlas := tableAtlas(out, rows)
	for n := 1; n <= p.Nodes; n++ {
		out.Certificate(certificateName(n), newCertificate(n, rows))
	}
	tableBest(out, rows, crash)
	tableAvailability(out, parts)
	pareto := tablePareto(out, rows, p.Fronts, crash)

	out.Draw("coteries", func() (experiments.Picture, error) { return gallery(rows, p.Pictured) }, atlas)
	for _, n := range p.Fronts {
		plotFront(out, n, atlas, pareto)
	}
	foundAtlas(out, p, rows)
	claimAtlas(out, p, rows, parts, printed)
}

// classesOn lists the classes on n nodes. An incomplete listing is an error: the number of labelled
// systems in the classes must equal their number counted without a list.
func classesOn(ctx context.Context, n, jobs int) ([]row, error) {
	var classes []row
	labelled := new(big.Int)
	query := enumerate.Query{Nodes: n, Nondominated: true, Classes: true}
	for item, err := range enumerate.List(ctx, query, enumerate.Options{Jobs: jobs}) {
		if err != nil {
			return nil, err
		}
		classes = append(classes, row{N: n, Class: item.Index + 1, Quorums: item.Cartels[0].Family().Sets(), Automorphisms: item.Automorphisms, Orbit: item.Orbit})
		labelled.Add(labelled, big.NewInt(int64(item.Orbit)))
	}
	return classes, checkComplete(ctx, n, jobs, labelled)
}

// checkComplete compares the number of labelled systems in listed classes with the count of all.
func checkComplete(ctx context.Context, n, jobs int, labelled *big.Int) error {
	counted, err := enumerate.Count(ctx, enumerate.Query{Nodes: n, Nondominated: true}, enumerate.Options{Jobs: jobs})
	if err == nil && counted.Count.Cmp(labelled) != 0 {
		err = fmt.Errorf("n = %d: the classes have %v labelled systems, and there are %v", n, labelled, counted.Count)
	}
	return err
}

// measureClass measures one class.
func measureClass(ctx context.Context, r row) (row, error) {
	f := experiments.Must(quorum.FamilyOfSets(r.N, r.Quorums))
	r.Responsible, r.Regular = f.Responsibilities(), enumerate.IsRegular(experiments.Must(enumerate.FunctionOf(f)))
	var automorphisms int
	var err error
	if automorphisms, r.Transitive = symmetry(f); automorphisms != r.Automorphisms {
		return r, fmt.Errorf("%d renamings keep the system, and the listing says %d", automorphisms, r.Automorphisms)
	}
	r.Votes = experiments.Must(votes.Find(ctx, f, votes.Options{}))
	transversal, err := transversals.Smallest(ctx, f, transversals.Options{Load: &r.Votes.Load, Jobs: 1})
	if err != nil {
		return r, fmt.Errorf("smallest transversal: %w", err)
	}
	r.Transversal = transversal.Set
	live, err := availability.CountLive(ctx, f, availability.LiveOptions{})
	for _, k := range live.Counts {
		r.Live = append(r.Live, int(k.Int64()))
	}
	return r, err
}

// symmetry goes through all renamings of the nodes. It returns how many keep the quorums, and
// whether these carry any node to any other.
func symmetry(f quorum.Family) (automorphisms int, transitive bool) {
	n := f.N()
	isQuorum := make([]bool, 1<<n)
	for _, q := range f.All() {
		isQuorum[sets.Mask(q)] = true
	}
	to, reached := make([]int, n), make(map[int]bool) // reached from the first node
	keeps := func() bool {
		for _, q := range f.All() {
			image := 0
			for _, v := range q {
				image |= 1 << to[v]
			}
			if !isQuorum[image] {
				return false
			}
		}
		return true
	}
	var choose func(v int)
	choose = func(v int) {
		if v == n {
			if keeps() {
				automorphisms++
				reached[to[0]] = true
			}
			return
		}
		for x := range n {
			if !slices.Contains(to[:v], x) {
				to[v] = x
				choose(v + 1)
			}
		}
	}
	choose(0)
	return automorphisms, len(reached) == n
}

// canonical returns the form that all systems of a class have in common.
func canonical(n int, quorums []quorum.Set) enumerate.Function {
	f := experiments.Must(quorum.FamilyOfSets(n, quorums))
	form, _ := enumerate.Canonical(experiments.Must(enumerate.FunctionOf(f)))
	return form
}

// tableAtlas makes the table with a line for each class.
func tableAtlas(out *experiments.Output, rows []row) *experiments.Sheet {
	return experiments.Table(out, "atlas", rows,
		experiments.Ints("n", "nodes", "number of nodes, used or not", func(r row) int { return r.N }),
		experiments.Ints("class", "", "place of the class among those on n nodes, from 1, in the order of `coterie enumerate --n N --nondominated --classes`",
			func(r row) int { return r.Class }),
		experiments.Ints("used", "nodes", "nodes that are in a quorum", row.used),
		experiments.Texts("names", "", "specs of families that give the system on its used nodes, up to their names; empty: none does",
			func(r row) string { return strings.Join(r.Names, ", ") }),
		experiments.Texts("quorums", "", "the quorums, by size and then in lexicographic order", func(r row) string { return spaced(r.Quorums) }),
		experiments.Ints("number", "quorums", "how many there are", func(r row) int { return len(r.Quorums) }),
		experiments.Ints("min_size", "nodes", "size of the smallest quorum", row.least),
		experiments.Ints("max_size", "nodes", "size of the largest quorum", row.most),
		experiments.Texts("sizes", "", "SIZE:NUMBER of the quorums", row.sizes),
		"automorphisms", "orbit", "transitive",
		experiments.Ints("min_responsibility", "quorums", "in how many quorums the node in the fewest is",
			func(r row) int { return slices.Min(r.Responsible) }),
		experiments.Ints("max_responsibility", "quorums", "in how many quorums the node in the most is", row.responsible),
		experiments.Bools("equal_responsibility", "", "whether all n nodes are in equally many quorums", row.equal),
		experiments.Ratios("load", "", "least over strategies of the greatest probability that a node is asked (Naor and Wool 1998)", row.load),
		experiments.Floats("load_about", "", "the same, rounded", func(r row) float64 { return r.Votes.Load.Value.Float64() }),
		experiments.Ints("resilience", "nodes", "most crashes that always leave a quorum", row.resilience),
		experiments.Texts("live", "", "how many sets of 0, 1, ..., n nodes contain a quorum", func(r row) string { return spaced(r.Live) }),
		experiments.Floats("failure", "", "probability that no quorum survives if each node crashes with probability 1/10",
			func(r row) float64 { return experiments.FloatRat(r.failure(drawnCrash())) }),
		experiments.Texts("votes", "", "whole votes of the nodes such that the quorums are the minimal sets with more than half, of the least total; "+
			"empty: no votes, whole or not, give the system", func(r row) string { return spaced(r.Votes.Weights) }),
		experiments.Ints("total", "votes", "their sum, which no other such votes undercut", func(r row) int { return r.Votes.Total }).If(row.voted),
		experiments.Texts("votes_by", "", "why no total is smaller, or why there are no votes", row.votesBy),
		"regular")
}
