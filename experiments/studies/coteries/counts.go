package coteries

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/search/enumerate"
)

type countParameters struct {
	Nodes  int   `json:"nodes"`  // nondominated coteries are counted on 1 to this many nodes, all coteries on one less
	Listed int   `json:"listed"` // classes are counted a second time by their list on at most this many nodes
	Votes  int   `json:"votes"`  // coteries with votes and regular ones are counted on at most this many nodes
	Tried  int   `json:"tried"`  // and a second time, class by class, on at most this many
	Groups []int `json:"groups"` // the numbers of cartels of group quorum systems
	Tuples int   `json:"tuples"` // these are counted on at most this many nodes
	Second int   `json:"second"` // and a second time by their list on at most this many
	K      int   `json:"k"`      // k-coteries are counted on at most this many nodes, for every k >= 2
}

// SmallCoteries returns the study small-coteries.
func SmallCoteries() experiments.Study {
	return experiments.NewStudy(experiments.Spec[countParameters]{
		Name:  "small-coteries",
		Title: "How many coteries there are on up to nine nodes, of every kind, by two methods where two reach",
		Doc: "Nondominated coteries, all coteries, those with votes and regular ones: labelled and up to the names of the nodes, with all nodes in use or not, counted by two methods wherever there are two that reach so far. " +
			"The study fails if two methods, or a published number and ours, differ. `terms` has the sums behind the classes: how many nondominated coteries a renaming with given cycles leaves as they are; they add up to n! times the number of classes. " +
			"`groups` counts group quorum systems in which every cartel has a quorum, `k-coteries` those of every k >= 2, whose numbers we found printed nowhere.",
		Default: countParameters{Nodes: 8, Listed: 7, Votes: 8, Tried: 7, Groups: []int{2, 3, 4}, Tuples: 5, Second: 4, K: 5},
		Full:    &countParameters{Nodes: 9, Listed: 8, Votes: 9, Tried: 8, Groups: []int{2, 3, 4}, Tuples: 6, Second: 5, K: 6},
		Declare: declareCounts,
	})
}

// kind is a kind of coteries.
type kind string

const (
	nondominated kind = "nondominated coteries"
	all          kind = "coteries"
	voted        kind = "nondominated coteries with votes"
	quota        kind = "coteries with votes and a quota"
	regular      kind = "regular nondominated coteries"
)

// key identifies a number.
type key struct {
	N        int
	Kind     kind
	Labelled bool
	AllUsed  bool
}

func (k key) String() string {
	return fmt.Sprintf("%s, n = %d (labelled %t, all nodes used %t)", k.Kind, k.N, k.Labelled, k.AllUsed)
}

// number is a count with its method.
type number struct {
	Key    key
	Count  *big.Int `csv:"count,systems" doc:"how many there are"`
	Method string   `csv:"method" doc:"how they were counted"`
	Listed bool     // every system or class was listed; counts are compared with this

	// For a row of the table:
	Second    string `csv:"second" doc:"another method, with the same result; empty: none reaches so far in this part"`
	Published string `csv:"published" doc:"who printed the same number, as far as such numbers are kept here"`
}

func declareCounts(out *experiments.Output, p countParameters) {
	// Counts run one after the other, each with all workers.
	opts := enumerate.Options{Jobs: out.Jobs}
	out.Jobs = 1
	numbers := experiments.Compute(out, "numbers", p.tasks(), func(ctx context.Context, t task) (number, error) { return t.count(ctx, opts) })
	votes := experiments.Compute(out, "votes", p.voteTasks(), func(ctx context.Context, t voteTask) ([]number, error) { return t.count(ctx, opts) })
	rows := experiments.Must(compared(slices.Concat(numbers, slices.Concat(votes...))))
	published := experiments.Must(readPublished(out.Env))
	for i := range rows {
		out.Fail(rows[i].compare(published))
	}
	counts := experiments.Table(out, "small-coteries", rows,
		experiments.Ints("n", "nodes", "number of nodes", func(r number) int { return r.Key.N }),
		experiments.Texts("kind", "", "what is counted; votes: the quorums are the minimal sets with more than half of some votes of the nodes; "+
			"regular: of any two nodes one can stand in for the other", func(r number) string { return string(r.Key.Kind) }),
		experiments.Bools("labelled", "", "false: those that differ by the names of the nodes are counted once",
			func(r number) bool { return r.Key.Labelled }),
		experiments.Bools("all_used", "", "whether only those with every node in some quorum are counted",
			func(r number) bool { return r.Key.AllUsed }),
		"count", "method", "second", "published")
	line := func(name string, kind kind, labelled bool) experiments.Layer {
		return counts.Line(name, "n", "count",
			experiments.Is("kind", kind), experiments.Is("labelled", labelled), experiments.Is("all_used", false))
	}
	out.Plot("counts", "Coteries on n nodes: all, nondominated, and nondominated with votes",
		plot.Linear("n", "nodes").Between(0.5, float64(p.Nodes)+0.5), plot.Logarithmic("systems", plot.NoUnit),
		line("all", all, true), line("nondominated", nondominated, true), line("with votes", voted, true),
		line("all, classes", all, false), line("nondominated, classes", nondominated, false), line("with votes, classes", voted, false))
	tableTerms(out, p, rows, opts)
	tableGroups(out, p, opts)
	tableKCoteries(out, p, opts)
	foundCounts(out, rows)
	claimDefinitions(out, p, rows)
}

// task is a count that package enumerate makes.
type task struct {
	Query  enumerate.Query
	Method enumerate.Method
}

// tasks lists the counts: each number that follows from no other is counted by the fastest method
// and by another one.
func (p countParameters) tasks() []task {
	var list []task
	for n := 1; n <= p.Nodes; n++ {
		for _, q := range []enumerate.Query{
			{Nodes: n, Nondominated: true}, {Nodes: n, Nondominated: true, Classes: true}, {Nodes: n}, {Nodes: n, Classes: true},
		} {
			if !q.Nondominated && n == p.Nodes {
				continue
			}
			methods := q.Methods()
			if q.Nondominated || q.Classes { // the number of all coteries follows from that of nondominated ones
				list = append(list, task{q, methods[0]})
			}
			used := q
			used.AllUsed = true
			switch last := methods[len(methods)-1]; {
			case last == enumerate.Listing && p.lists(q):
				list = append(list, task{used, last})
				if len(methods) > 1 {
					list = append(list, task{q, last})
				}
			case q.Nondominated && len(methods) > 1 && methods[1] != enumerate.Listing:
				list = append(list, task{q, methods[1]})
			}
		}
	}
	return list
}

// lists reports whether the study goes through the list of these systems.
func (p countParameters) lists(q enumerate.Query) bool {
	switch {
	case q.Nondominated && q.Classes:
		return q.Nodes <= p.Listed
	case q.Nondominated:
		return q.Nodes <= min(7, p.Listed)
	case q.Classes:
		return q.Nodes < p.Listed // as many as nondominated ones on a node more, about
	}
	return q.Nodes <= min(6, p.Listed)
}

// count counts nondominated coteries, or all coteries.
func (t task) count(ctx context.Context, opts enumerate.Options) (number, error) {
	c, err := enumerate.CountBy(ctx, t.Query, t.Method, opts)
	k := key{t.Query.Nodes, all, !t.Query.Classes, t.Query.AllUsed}
	if t.Query.Nondominated {
		k.Kind = nondominated
	}
	return number{Key: k, Count: c.Count, Method: c.Method, Listed: t.Method == enumerate.Listing}, err
}

// compared groups the numbers that count the same systems, and adds those that follow from others:
// all coteries from the nondominated ones on one more node, and the coteries that use all nodes.
// Two numbers that differ are an error.
func compared(numbers []number) ([]number, error) {
	found := map[key][]number{}
	most := 0
	for _, x := range numbers {
		found[x.Key] = append(found[x.Key], x)
		most = max(most, x.Key.N)
	}
	for n := 1; n < most; n++ {
		k := key{n, all, true, false}
		for _, x := range found[key{n + 1, nondominated, true, false}] {
			less := new(big.Int).Sub(x.Count, big.NewInt(1))
			found[k] = append(found[k], number{Key: k, Count: less, Method: "one less than nondominated ones on a node more: " + x.Method, Listed: x.Listed})
		}
	}
	var rows []number
	for n := 1; n <= most; n++ {
		for _, kind := range []kind{nondominated, all, voted, quota, regular} {
			for _, labelled := range []bool{true, false} {
				at, used := key{n, kind, labelled, false}, key{n, kind, labelled, true}
				found[used] = append(found[used], usingAll(found, at)...)
				for _, k := range []key{at, used} {
					if len(found[k]) == 0 {
						continue
					}
					row, err := agreed(found[k])
					if err != nil {
						return nil, err
					}
					rows = append(rows, row)
				}
			}
		}
	}
	return rows, nil
}

// agreed makes a row from numbers that must be equal. The first method is one that counts. The
// second is a list, if there is one, because it shares least with the others.
func agreed(numbers []number) (number, error) {
	first := max(0, slices.IndexFunc(numbers, func(x number) bool { return !x.Listed }))
	row := numbers[first]
	listed := false
	for i, x := range numbers {
		if x.Count.Cmp(row.Count) != 0 {
			return row, fmt.Errorf("%v: %v by %s, and %v by %s", x.Key, row.Count, row.Method, x.Count, x.Method)
		}
		if i != first && (row.Second == "" || x.Listed && !listed) {
			row.Second, listed = x.Method, x.Listed
		}
	}
	return row, nil
}

// usingAll derives the number of systems that use all nodes from the numbers on fewer nodes and on
// all. It does so for each method of the last number. For the others it takes the method at the
// same place, or their last one.
//
// A system on n nodes that uses k of them is a system that uses all of these k nodes, so c(n) = Σ_k
// C(n,k)·u(k) for the numbers c of labelled systems and u of those with all nodes in use. Hence
// u(n) = Σ_k (-1)^(n-k)·C(n,k)·c(k), both from k = 1. For classes the number is c(n) - c(n-1),
// since for a class it does not matter which nodes are idle.
func usingAll(found map[key][]number, at key) []number {
	by := "; all nodes used as the difference to one node less"
	if at.Labelled {
		by = "; all nodes used by binomial inversion"
	}
	var list []number
	for place, x := range found[at] {
		sum := new(big.Int)
		for k := 1; k <= at.N; k++ {
			fewer := found[key{k, at.Kind, at.Labelled, false}]
			if len(fewer) == 0 {
				return nil
			}
			factor := big.NewInt(1)
			switch {
			case at.Labelled:
				factor.Binomial(int64(at.N), int64(k))
			case k < at.N-1:
				continue
			}
			if (at.N-k)%2 == 1 {
				factor.Neg(factor)
			}
			sum.Add(sum, factor.Mul(factor, fewer[min(place, len(fewer)-1)].Count))
		}
		x.Count, x.Key.AllUsed = sum, true
		x.Method += by
		list = append(list, x)
	}
	return list
}

// numberOf returns the count of the row with the key, nil if there is none.
func numberOf(rows []number, k key) *big.Int {
	if i := slices.IndexFunc(rows, func(r number) bool { return r.Key == k }); i >= 0 {
		return rows[i].Count
	}
	return nil
}

// term counts the systems that renamings with given cycles leave unchanged.
type term struct {
	enumerate.CycleType
	N     int      `csv:"n,nodes" doc:"number of nodes"`
	Fixed *big.Int `csv:"fixed,systems" doc:"nondominated coteries that one of them leaves as they are"`
}

// tableTerms makes the table of the systems that renamings leave unchanged, and checks that they
// add up to the numbers of classes.
func tableTerms(out *experiments.Output, p countParameters, rows []number, opts enumerate.Options) {
	params := experiments.Flat(experiments.Numbers(1, p.Nodes), func(n int) (list []term) {
		for _, c := range enumerate.CycleTypes(n) {
			list = append(list, term{CycleType: c, N: n})
		}
		return list
	})
	terms := experiments.Compute(out, "renamings", params, func(ctx context.Context, t term) (term, error) {
		if len(t.Cycles) == t.N {
			// The identity leaves all systems unchanged, and these have been counted.
			t.Fixed = numberOf(rows, key{t.N, nondominated, true, false})
			return t, nil
		}
		var err error
		t.Fixed, err = enumerate.FixedBy(ctx, t.Cycles, opts)
		return t, err
	})
	for n := 1; n <= p.Nodes && out.Err() == nil; n++ {
		sum := new(big.Int)
		for _, t := range terms {
			if t.N == n {
				sum.Add(sum, new(big.Int).Mul(t.Size, t.Fixed))
			}
		}
		classes := numberOf(rows, key{n, nondominated, false, false})
		if want := new(big.Int).MulRange(1, int64(n)); want.Mul(want, classes).Cmp(sum) != 0 {
			out.Fail(fmt.Errorf("n = %d: the renamings leave %v systems as they are in all, and n! times %v classes are %v", n, sum, classes, want))
		}
	}
	experiments.Table(out, "terms", terms,
		"n",
		experiments.Texts("cycles", "", "lengths of the cycles of a renaming of the nodes",
			func(t term) string { return strings.ReplaceAll(spaced(t.Cycles), " ", "+") }),
		experiments.BigInts("renamings", "", "how many renamings have such cycles", func(t term) *big.Int { return t.Size }),
		"fixed")
}

// mostListed is the greatest number of group systems that are listed for a second count.
const mostListed = 1_000_000

// groupCount is a number of group quorum systems, or of k-coteries.
type groupCount struct {
	Query  enumerate.Query
	Count  *big.Int `csv:"count,systems" doc:"how many there are"`
	Method string   `csv:"method" doc:"how they were counted"`
	Second string   `csv:"second" doc:"another method, with the same result; empty: not in this part"`
}

// tableGroups makes the table of the numbers of group quorum systems.
func tableGroups(out *experiments.Output, p countParameters, opts enumerate.Options) {
	queries := experiments.Flat(p.Groups, func(m int) (list []enumerate.Query) {
		for n := range p.Tuples {
			for _, nondominated := range []bool{true, false} {
				for _, classes := range []bool{false, true} {
					q := enumerate.Query{Nodes: n + 1, Groups: m, Nondominated: nondominated, Classes: classes}
					if q.CheckCount() == nil {
						list = append(list, q)
					}
				}
			}
		}
		return list
	})
	tableTwice(out, "groups", queries, p.Second, opts,
		experiments.Ints("m", "groups", "number of cartels, which are numbered; each has a quorum", func(r groupCount) int { return r.Query.Groups }))
}

// tableKCoteries makes the table of the numbers of k-coteries.
func tableKCoteries(out *experiments.Output, p countParameters, opts enumerate.Options) {
	var queries []enumerate.Query
	for n := 2; n <= p.K; n++ {
		for k := 2; k <= n; k++ {
			for flags := range 4 {
				queries = append(queries, enumerate.Query{Nodes: n, K: k, Nondominated: flags < 2, Classes: flags%2 > 0})
			}
		}
	}
	tableTwice(out, "k-coteries", queries, p.K, opts,
		experiments.Ints("k", "", "how many quorums can be held at once", func(r groupCount) int { return r.Query.K }))
}

// tableTwice makes a table of numbers, each counted a second time by its list on few nodes.
func tableTwice(out *experiments.Output, name string, queries []enumerate.Query, most int, opts enumerate.Options, kind experiments.Column[groupCount]) {
	rows := experiments.Compute(out, name, queries, func(ctx context.Context, q enumerate.Query) (groupCount, error) {
		first, err := enumerate.Count(ctx, q, opts)
		row := groupCount{q, first.Count, first.Method, ""}
		if err != nil || q.Nodes > most || q.CheckList() != nil || first.Count.Cmp(big.NewInt(mostListed)) > 0 {
			return row, err
		}
		second, err := enumerate.CountBy(ctx, q, enumerate.Listing, opts)
		if err == nil && second.Count.Cmp(first.Count) != 0 {
			err = fmt.Errorf("%+v: %v by %s, and %v by %s",
				q, first.Count, first.Method, second.Count, second.Method)
		}
		row.Second = second.Method
		return row, err
	})
	experiments.Table(out, name, rows,
		experiments.Ints("n", "nodes", "number of nodes", func(r groupCount) int { return r.Query.Nodes }),
		kind,
		experiments.Bools("nondominated", "", "whether only those are counted that no other system dominates",
			func(r groupCount) bool { return r.Query.Nondominated }),
		experiments.Bools("labelled", "", "false: those that differ by the names of the nodes are counted once",
			func(r groupCount) bool { return !r.Query.Classes }),
		"count", "method", "second")
}
