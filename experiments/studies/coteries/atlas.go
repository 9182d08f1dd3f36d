package coteries

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/table"
	"coterie/measure"
	"coterie/quorum"
	"coterie/search/enumerate"
)

// atlasParameters holds the parameters of the study atlas.
type atlasParameters struct {
	Nodes    int      `json:"nodes"`    // the classes on 1 to so many nodes, at most 7
	Crash    []string `json:"crash"`    // crash probabilities
	Fronts   []int    `json:"fronts"`   // the n whose Pareto fronts are given, and which are drawn
	Pictured int      `json:"pictured"` // the systems of at most so many nodes are on the page of pictures
}

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
		Run:     runAtlas,
		Verify:  verifyAtlas,
	})
}

const atlasCommand = "coterie experiment run atlas"

// atlasClass is a class of nondominated coteries, by the system that stands for it.
type atlasClass struct {
	N, Class      int // Class counts from 1 for each N
	Quorums       []quorum.Set
	Automorphisms int
	Orbit         int // how many labelled systems are in the class
}

// atlasRow is everything about one class.
type atlasRow struct {
	atlasClass
	Names       []string `json:",omitempty"`
	Used        int      // nodes that are in quorums
	Transitive  bool     // some automorphism carries any node to any other
	Load        bounds.Fraction
	Strategy    []atlasShare
	NodeWeights []bounds.Fraction
	Transversal quorum.Set // a smallest one
	Live        []int      // live sets by size
	Votes       atlasVotes
	Regular     bool
	Responsible []int // how many quorums each node is in
}

// atlasShare is a quorum with its probability.
type atlasShare struct {
	Quorum quorum.Index
	Weight bounds.Fraction
}

// atlasVotes is an assignment of votes, or the proof that there is none.
type atlasVotes struct {
	Weights []int  `json:",omitempty"` // for each node; a quorum is what has more than half
	LeastBy string `json:",omitempty"` // why no assignment has a smaller total
	Trade   []int  `json:",omitempty"` // how many times each quorum is taken: then no node is in more than half
}

func (c atlasClass) family() (quorum.Family, error) {
	lists := make([][]int, len(c.Quorums))
	for i, q := range c.Quorums {
		lists[i] = q.Nodes()
	}
	return quorum.NewFamily(c.N, lists)
}

func (r atlasRow) resilience() int { return r.Transversal.Len() - 1 }

// sets returns the live sets as package measure has them.
func (r atlasRow) sets() measure.LiveSets {
	counts := make([]*big.Int, len(r.Live))
	for i, c := range r.Live {
		counts[i] = big.NewInt(int64(c))
	}
	return measure.LiveSets{Counts: counts}
}

// sizes returns how many quorums have 0, 1, ..., n nodes.
func (r atlasRow) sizes() []int {
	sizes := make([]int, r.N+1)
	for _, q := range r.Quorums {
		sizes[q.Len()]++
	}
	return sizes
}

// leastSize and mostSize are the sizes of the smallest and the largest quorum.
func (r atlasRow) leastSize() int {
	return slices.IndexFunc(r.sizes(), func(k int) bool { return k > 0 })
}

func (r atlasRow) mostSize() int {
	most := 0
	for size, k := range r.sizes() {
		if k > 0 {
			most = size
		}
	}
	return most
}

func (r atlasRow) total() int {
	sum := 0
	for _, w := range r.Votes.Weights {
		sum += w
	}
	return sum
}

func runAtlas(ctx context.Context, env experiments.Env, p atlasParameters, out *experiments.Output) error {
	crash := make([]*big.Rat, len(p.Crash))
	for i, text := range p.Crash {
		var err error
		if crash[i], err = experiments.ReadChance(text); err != nil {
			return err
		}
	}
	var classes []atlasClass
	for n := 1; n <= p.Nodes; n++ {
		list, err := atlasList(ctx, env, n)
		if err != nil {
			return err
		}
		classes = append(classes, list...)
	}
	rows, err := experiments.Rows(ctx, env, "classes", classes, atlasMeasure)
	if err != nil {
		return err
	}
	if err := atlasName(ctx, rows); err != nil {
		return err
	}
	t, err := atlasTable(rows)
	if err != nil {
		return err
	}
	if err := out.Table(atlasFile, t); err != nil {
		return err
	}
	for n := 1; n <= p.Nodes; n++ {
		if err := out.Certificate(atlasCertificateName(n), newAtlasCertificate(n, rows)); err != nil {
			return err
		}
	}
	best, err := atlasBest(rows, crash)
	if err != nil {
		return err
	}
	if err := out.Table("best.csv", best); err != nil {
		return err
	}
	parts, err := atlasAvailability(rows)
	if err != nil {
		return err
	}
	availability, err := atlasAvailabilityTable(parts)
	if err != nil {
		return err
	}
	if err := out.Table("availability.csv", availability); err != nil {
		return err
	}
	fronts := atlasFronts(rows, p.Fronts, crash)
	pareto, err := atlasParetoTable(fronts)
	if err != nil {
		return err
	}
	if err := out.Table("pareto.csv", pareto); err != nil {
		return err
	}
	if err := atlasDraw(out, p, rows, t, fronts); err != nil {
		return err
	}
	printed, err := experiments.ReadPaper[small.FiveNodes](env, "maekawa-n5.json")
	if err != nil {
		return err
	}
	return out.Claims(atlasClaims(p, rows, parts, printed)...)
}

const atlasFile = "atlas.csv"

// atlasList lists the classes on n nodes. A listing that is not complete is an error: the labelled systems that
// the classes stand for must be as many as are counted without a list.
func atlasList(ctx context.Context, env experiments.Env, n int) ([]atlasClass, error) {
	var classes []atlasClass
	labelled := new(big.Int)
	query := enumerate.Query{Nodes: n, Nondominated: true, Classes: true}
	for item, err := range enumerate.List(ctx, query, enumerate.Options{Jobs: env.Jobs}) {
		if err != nil {
			return nil, err
		}
		c := atlasClass{N: n, Class: item.Index + 1, Automorphisms: item.Automorphisms, Orbit: item.Orbit}
		for q := range item.Cartels[0].Quorums() {
			var nodes []int
			for _, v := range q {
				nodes = append(nodes, int(v))
			}
			c.Quorums = append(c.Quorums, quorum.SetOf(nodes...))
		}
		classes = append(classes, c)
		labelled.Add(labelled, big.NewInt(int64(c.Orbit)))
	}
	counted, err := enumerate.Count(ctx, enumerate.Query{Nodes: n, Nondominated: true}, enumerate.Options{Jobs: env.Jobs})
	if err != nil {
		return nil, err
	}
	if counted.Count.Cmp(labelled) != 0 {
		return nil, fmt.Errorf("n = %d: the listed classes have %v labelled systems, and there are %v", n, labelled, counted.Count)
	}
	return classes, nil
}

// atlasMeasure measures one class.
func atlasMeasure(ctx context.Context, c atlasClass) (atlasRow, error) {
	row := atlasRow{atlasClass: c}
	f, err := c.family()
	if err != nil {
		return row, err
	}
	function, err := enumerate.FunctionOf(f)
	if err != nil {
		return row, err
	}
	row.Responsible = f.Responsibilities()
	for _, times := range row.Responsible {
		if times > 0 {
			row.Used++
		}
	}
	automorphisms, transitive := atlasSymmetry(c)
	if automorphisms != c.Automorphisms {
		return row, fmt.Errorf("%d renamings keep the system, and the listing says %d", automorphisms, c.Automorphisms)
	}
	row.Transitive = transitive
	votes, err := measure.FindVotes(ctx, f, measure.VotesOptions{})
	if err != nil {
		return row, err
	}
	if row.Votes, err = atlasVotesOf(votes, len(c.Quorums)); err != nil {
		return row, err
	}
	row.Load, row.NodeWeights = votes.Load.Value, votes.Load.NodeWeights
	for _, s := range votes.Load.Strategy {
		row.Strategy = append(row.Strategy, atlasShare{s.Quorum, s.Weight})
	}
	transversal, err := measure.SmallestTransversal(ctx, f, measure.TransversalOptions{Load: &votes.Load, Jobs: 1})
	if err != nil {
		return row, fmt.Errorf("smallest transversal: %w", err)
	}
	row.Transversal = transversal.Set
	live, err := measure.CountLive(ctx, f, measure.LiveOptions{})
	if err != nil {
		return row, err
	}
	for _, k := range live.Counts {
		row.Live = append(row.Live, int(k.Int64()))
	}
	row.Regular = enumerate.IsRegular(function)
	return row, ctx.Err()
}

// atlasVotesOf keeps what a row needs. It is an error if the least total was not found.
func atlasVotesOf(v measure.Votes, quorums int) (atlasVotes, error) {
	if !v.Assignable {
		trade := make([]int, quorums)
		for _, t := range v.Trade {
			trade[t.Quorum] += t.Times
		}
		return atlasVotes{Trade: trade}, nil
	}
	return atlasVotes{Weights: v.Weights, LeastBy: v.LowerBy}, nil
}

// atlasSymmetry goes through all renamings of the nodes: how many keep the system, and whether they carry any node
// to any other.
func atlasSymmetry(c atlasClass) (automorphisms int, transitive bool) {
	var masks []int
	isQuorum := make([]bool, 1<<c.N)
	for _, q := range c.Quorums {
		mask := 0
		for v := range q.All() {
			mask |= 1 << v
		}
		masks = append(masks, mask)
		isQuorum[mask] = true
	}
	to := make([]int, c.N)
	reached := 0 // from the first node
	var choose func(v, free int)
	choose = func(v, free int) {
		if v == c.N {
			for _, q := range masks {
				image := 0
				for x := uint(q); x != 0; x &= x - 1 {
					image |= 1 << to[bits.TrailingZeros(x)]
				}
				if !isQuorum[image] {
					return
				}
			}
			automorphisms++
			reached |= 1 << to[0]
			return
		}
		for x := uint(free); x != 0; x &= x - 1 {
			to[v] = bits.TrailingZeros(x)
			choose(v+1, free&^(1<<to[v]))
		}
	}
	choose(0, 1<<c.N-1)
	return automorphisms, reached == 1<<c.N-1
}

// atlasTable has a row for each class.
func atlasTable(rows []atlasRow) (*table.Table, error) {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes, used or not"),
		table.Ints("class", "", "place of the class among those on n nodes, from 1, in the order of `coterie enumerate --n N --nondominated --classes`"),
		table.Ints("used", "nodes", "nodes that are in a quorum"),
		table.Texts("names", "", "specs of families that give the system on its used nodes, up to their names; empty: none does"),
		table.Texts("quorums", "", "the quorums, by size and then in lexicographic order"),
		table.Ints("number", "quorums", "how many there are"),
		table.Ints("min_size", "nodes", "size of the smallest quorum"),
		table.Ints("max_size", "nodes", "size of the largest quorum"),
		table.Texts("sizes", "", "SIZE:NUMBER of the quorums"),
		table.Ints("automorphisms", "", "renamings of the n nodes that keep the system"),
		table.Ints("orbit", "systems", "n!/automorphisms: the labelled systems of the class"),
		table.Bools("transitive", "", "whether automorphisms carry any of the n nodes to any other"),
		table.Ints("min_responsibility", "quorums", "in how many quorums the node in the fewest is"),
		table.Ints("max_responsibility", "quorums", "in how many quorums the node in the most is"),
		table.Bools("equal_responsibility", "", "whether all n nodes are in equally many quorums"),
		table.Ratios("load", "", "least over strategies of the greatest probability that a node is asked (Naor and Wool 1998)"),
		table.Floats("load_about", "", "the same, rounded"),
		table.Ints("resilience", "nodes", "most crashes that always leave a quorum"),
		table.Texts("live", "", "how many sets of 0, 1, ..., n nodes contain a quorum"),
		table.Floats("failure", "", "probability that no quorum survives if each node crashes with probability 1/10"),
		table.Texts("votes", "", "whole votes of the nodes such that the quorums are the minimal sets with more than half, of the least total; empty: no votes, whole or not, give the system"),
		table.Ints("total", "votes", "their sum, which no other such votes undercut"),
		table.Texts("votes_by", "", "why no total is smaller, or why there are no votes"),
		table.Bools("regular", "", "whether of any two nodes one is at least as good as the other: it can stand in for the other wherever that completes a live set (2-monotonic; all systems of votes are)"),
	)
	for _, r := range rows {
		votes, total, by := table.Empty(), table.Empty(), table.Text("a list of quorums in which every node occurs in at most half, so that not each of them can have more than half of the votes: the trade in "+atlasCertificateName(r.N))
		if r.Votes.Weights != nil {
			votes, total, by = table.Text(spacedInts(r.Votes.Weights)), table.Int(r.total()), table.Text(r.Votes.LeastBy)
		}
		least, most := slices.Min(r.Responsible), slices.Max(r.Responsible)
		err := t.Append(table.Int(r.N), table.Int(r.Class), table.Int(r.Used), table.Text(strings.Join(r.Names, ", ")), table.Text(setsText(r.Quorums)), table.Int(len(r.Quorums)), table.Int(r.leastSize()), table.Int(r.mostSize()),
			table.Text(histogram(r.sizes())), table.Int(r.Automorphisms), table.Int(r.Orbit), table.Bool(r.Transitive), table.Int(least), table.Int(most), table.Bool(least == most),
			table.Ratio(r.Load.Rat()), table.Float(experiments.FloatRat(r.Load.Rat())), table.Int(r.resilience()), table.Text(spacedInts(r.Live)), table.Float(experiments.FloatRat(r.sets().Failure(atlasDrawnCrash()))), votes, total, by, table.Bool(r.Regular))
		if err != nil {
			return nil, err
		}
	}
	return t, nil
}

// atlasDrawnCrash is the crash probability of the figures.
func atlasDrawnCrash() *big.Rat { return big.NewRat(1, 10) }

func spacedInts(list []int) string {
	words := make([]string, len(list))
	for i, x := range list {
		words[i] = strconv.Itoa(x)
	}
	return strings.Join(words, " ")
}

func setsText(sets []quorum.Set) string {
	words := make([]string, len(sets))
	for i, s := range sets {
		words[i] = s.String()
	}
	return strings.Join(words, " ")
}

// histogram writes the sizes that occur with their numbers: "3:7 4:7".
func histogram(counts []int) string {
	var words []string
	for size, k := range counts {
		if k > 0 {
			words = append(words, fmt.Sprintf("%d:%d", size, k))
		}
	}
	return strings.Join(words, " ")
}
