package coteries

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/internal/plot"
	"coterie/internal/table"
	"coterie/search/enumerate"
)

// smallParameters holds the parameters of the study small-coteries.
type smallParameters struct {
	Nodes  int   `json:"nodes"`  // nondominated coteries are counted on 1 to so many nodes, all coteries on one less
	Listed int   `json:"listed"` // classes are counted a second time by their list on at most so many nodes
	Votes  int   `json:"votes"`  // coteries with votes and regular ones are counted on at most so many nodes
	Tried  int   `json:"tried"`  // and a second time, class by class, on at most so many
	Groups []int `json:"groups"` // the numbers of cartels of group quorum systems
	Tuples int   `json:"tuples"` // these are counted on at most so many nodes
	Second int   `json:"second"` // and a second time by their list on at most so many
}

func SmallCoteries() experiments.Study {
	full := smallParameters{Nodes: 9, Listed: 8, Votes: 9, Tried: 8, Groups: []int{2, 3, 4}, Tuples: 6, Second: 5}
	return experiments.NewStudy(experiments.Spec[smallParameters]{
		Name:  "small-coteries",
		Title: "How many coteries there are on up to nine nodes, of every kind, by two methods where two reach",
		Doc: "Nondominated coteries, all coteries, those with votes and regular ones: labelled and up to the names of the nodes, with all nodes in use or not, counted by two methods wherever there are two that reach so far. " +
			"The study fails if two methods, or a published number and ours, differ. `terms` has the sums behind the classes: how many nondominated coteries a renaming with given cycles leaves as they are; they add up to n! times the number of classes. " +
			"`groups` counts group quorum systems in which every cartel has a quorum.",
		Default: smallParameters{Nodes: 8, Listed: 7, Votes: 8, Tried: 7, Groups: []int{2, 3, 4}, Tuples: 5, Second: 4},
		Full:    &full,
		Run:     runSmallCoteries,
	})
}

// smallKind is a kind of coteries.
type smallKind string

const (
	smallNondominated smallKind = "nondominated coteries"
	smallAll          smallKind = "coteries"
	smallVotes        smallKind = "nondominated coteries with votes"
	smallQuota        smallKind = "coteries with votes and a quota"
	smallRegular      smallKind = "regular nondominated coteries"
)

func smallKinds() []smallKind {
	return []smallKind{smallNondominated, smallAll, smallVotes, smallQuota, smallRegular}
}

// smallKey says which number is meant.
type smallKey struct {
	N        int
	Kind     smallKind
	Labelled bool
	AllUsed  bool
}

// smallNumber is a count with its method.
type smallNumber struct {
	Key    smallKey
	Count  *big.Int
	Method string
	Listed bool // every system or class of all was looked at; counting is what is compared with that
}

// smallRow is a number with the methods that found it.
type smallRow struct {
	smallNumber
	Second    string // the other method; empty where there is none
	Published string // where the same number was published
}

func runSmallCoteries(ctx context.Context, env experiments.Env, p smallParameters, out *experiments.Output) error {
	published, err := readPublished(env)
	if err != nil {
		return err
	}
	numbers, err := smallCounted(ctx, env, p)
	if err != nil {
		return err
	}
	voted, err := smallVoted(ctx, env, p)
	if err != nil {
		return err
	}
	rows, err := smallRows(append(numbers, voted...))
	if err != nil {
		return err
	}
	for i := range rows {
		if err := published.compare(&rows[i]); err != nil {
			return err
		}
	}
	t, err := smallTable(rows)
	if err != nil {
		return err
	}
	if err := out.Table(smallFile, t); err != nil {
		return err
	}
	if err := smallTerms(ctx, env, p, rows, out); err != nil {
		return err
	}
	if err := smallGroupCounts(ctx, env, p, out); err != nil {
		return err
	}
	if err := experiments.PlotBoth(out, "counts", smallFigure(t), smallFile); err != nil {
		return err
	}
	claims, err := smallCoteriesClaims(ctx, rows)
	if err != nil {
		return err
	}
	return out.Claims(claims...)
}

const smallFile = "small-coteries.csv"

const smallCommand = "coterie experiment run small-coteries"

// smallTask is a count that package enumerate is asked for.
type smallTask struct {
	Query  enumerate.Query
	Method enumerate.Method
}

// smallTasks lists them: of each number that follows from no other the fastest method, and another one.
func smallTasks(p smallParameters) []smallTask {
	var tasks []smallTask
	for n := 1; n <= p.Nodes; n++ {
		for _, q := range []enumerate.Query{
			{Nodes: n, Nondominated: true}, {Nodes: n, Nondominated: true, Classes: true}, {Nodes: n}, {Nodes: n, Classes: true},
		} {
			if !q.Nondominated && n == p.Nodes {
				continue
			}
			methods := q.Methods()
			if q.Nondominated || q.Classes { // the number of all coteries follows from that of nondominated ones
				tasks = append(tasks, smallTask{q, methods[0]})
			}
			used := q
			used.AllUsed = true
			switch last := methods[len(methods)-1]; {
			case last == enumerate.Listing && p.lists(q):
				tasks = append(tasks, smallTask{used, last})
				if len(methods) > 1 {
					tasks = append(tasks, smallTask{q, last})
				}
			case q.Nondominated && len(methods) > 1 && methods[1] != enumerate.Listing:
				tasks = append(tasks, smallTask{q, methods[1]})
			}
		}
	}
	return tasks
}

// lists reports whether the list of so many systems is gone through.
func (p smallParameters) lists(q enumerate.Query) bool {
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

// smallCounted counts nondominated coteries and all coteries.
func smallCounted(ctx context.Context, env experiments.Env, p smallParameters) ([]smallNumber, error) {
	// They run one after the other, each with all workers.
	one := env
	one.Jobs = 1
	return experiments.Rows(ctx, one, "numbers", smallTasks(p), func(ctx context.Context, t smallTask) (smallNumber, error) {
		c, err := enumerate.CountBy(ctx, t.Query, t.Method, enumerate.Options{Jobs: env.Jobs})
		key := smallKey{t.Query.Nodes, smallAll, !t.Query.Classes, t.Query.AllUsed}
		if t.Query.Nondominated {
			key.Kind = smallNondominated
		}
		return smallNumber{key, c.Count, c.Method, t.Method == enumerate.Listing}, err
	})
}

// smallRows puts the numbers beside each other that count the same, and adds those that follow from others: all
// coteries from the nondominated ones on a node more, and those that use all nodes. Two numbers that
// differ are an error.
func smallRows(numbers []smallNumber) ([]smallRow, error) {
	found := map[smallKey][]smallNumber{}
	most := 0
	for _, x := range numbers {
		found[x.Key] = append(found[x.Key], x)
		most = max(most, x.Key.N)
	}
	for n := 1; n < most; n++ {
		key := smallKey{n, smallAll, true, false}
		for _, x := range found[smallKey{n + 1, smallNondominated, true, false}] {
			less := new(big.Int).Sub(x.Count, big.NewInt(1))
			found[key] = append(found[key], smallNumber{key, less, "one less than nondominated ones on a node more: " + x.Method, x.Listed})
		}
	}
	var rows []smallRow
	for n := 1; n <= most; n++ {
		for _, kind := range smallKinds() {
			for _, labelled := range []bool{true, false} {
				key := smallKey{n, kind, labelled, false}
				used := key
				used.AllUsed = true
				for place := range found[key] {
					if x, ok := usedNumber(found, key, place); ok {
						found[used] = append(found[used], x)
					}
				}
				for _, key := range []smallKey{key, used} {
					if len(found[key]) == 0 {
						continue
					}
					row, err := smallRowOf(found[key])
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

// smallRowOf makes a row of numbers that must be equal. The first method is one that counts, the second is a list, where there is
// one, because it shares least with the others.
func smallRowOf(numbers []smallNumber) (smallRow, error) {
	first := max(0, slices.IndexFunc(numbers, func(x smallNumber) bool { return !x.Listed }))
	row := smallRow{smallNumber: numbers[first]}
	listed := false
	for i, x := range numbers {
		if x.Count.Cmp(row.Count) != 0 {
			return row, fmt.Errorf("%s, n = %d (labelled %t, all nodes used %t): %v by %s, and %v by %s",
				x.Key.Kind, x.Key.N, x.Key.Labelled, x.Key.AllUsed, row.Count, row.Method, x.Count, x.Method)
		}
		if i != first && (row.Second == "" || x.Listed && !listed) {
			row.Second, listed = x.Method, x.Listed
		}
	}
	return row, nil
}

// usedNumber derives how many systems use all nodes from the numbers on at most so many nodes, found by their
// methods of that place, or by the last one that they have.
//
// A system on n nodes that uses k of them is one that uses all of these k. So of c(n) labelled systems there are
// u(n) = Σ_k (-1)^(n-k)·C(n,k)·c(k) with all nodes in use, from c(n) = Σ_k C(n,k)·u(k), both from k = 1; and of classes c(n) - c(n-1), as it does not matter for a class which
// nodes are idle.
func usedNumber(found map[smallKey][]smallNumber, key smallKey, place int) (smallNumber, bool) {
	n := key.N
	sum := new(big.Int)
	for k := 1; k <= n; k++ {
		at := key
		at.N = k
		list := found[at]
		if len(list) == 0 {
			return smallNumber{}, false
		}
		c := list[min(place, len(list)-1)].Count
		switch {
		case key.Labelled && (n-k)%2 == 0:
			sum.Add(sum, new(big.Int).Mul(new(big.Int).Binomial(int64(n), int64(k)), c))
		case key.Labelled:
			sum.Sub(sum, new(big.Int).Mul(new(big.Int).Binomial(int64(n), int64(k)), c))
		case k == n:
			sum.Add(sum, c)
		case k == n-1:
			sum.Sub(sum, c)
		}
	}
	x := found[key][place]
	x.Count, x.Key.AllUsed = sum, true
	if key.Labelled {
		x.Method += "; all nodes used by binomial inversion"
	} else {
		x.Method += "; all nodes used as the difference to one node less"
	}
	return x, true
}

// smallTable has a row for each number.
func smallTable(rows []smallRow) (*table.Table, error) {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("kind", "", "what is counted; votes: the quorums are the minimal sets with more than half of some votes of the nodes; regular: of any two nodes one can stand in for the other"),
		table.Bools("labelled", "", "false: those that differ by the names of the nodes are counted once"),
		table.Bools("all_used", "", "whether only those with every node in some quorum are counted"),
		table.BigInts("count", "systems", "how many there are"),
		table.Texts("method", "", "how they were counted"),
		table.Texts("second", "", "another method, with the same result; empty: none reaches so far in this part"),
		table.Texts("published", "", "where the same number was published, as far as such numbers are kept here"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.Key.N), table.Text(string(r.Key.Kind)), table.Bool(r.Key.Labelled), table.Bool(r.Key.AllUsed), table.Big(r.Count), table.Text(r.Method), experiments.TextOr(r.Second), experiments.TextOr(r.Published)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// smallTerms emits what renamings leave as they are, and checks that it adds up to the numbers of classes.
func smallTerms(ctx context.Context, env experiments.Env, p smallParameters, rows []smallRow, out *experiments.Output) error {
	type term struct {
		N      int
		Cycles []int
		Size   *big.Int
	}
	var terms []term
	for n := 1; n <= p.Nodes; n++ {
		for _, c := range enumerate.CycleTypes(n) {
			terms = append(terms, term{n, c.Cycles, c.Size})
		}
	}
	one := env
	one.Jobs = 1
	fixed, err := experiments.Rows(ctx, one, "renamings", terms, func(ctx context.Context, t term) (*big.Int, error) {
		if !slices.ContainsFunc(t.Cycles, func(length int) bool { return length > 1 }) {
			// The identity leaves all as they are, and these have been counted.
			for _, r := range rows {
				if r.Key == (smallKey{t.N, smallNondominated, true, false}) {
					return r.Count, nil
				}
			}
		}
		return enumerate.FixedBy(ctx, t.Cycles, enumerate.Options{Jobs: env.Jobs})
	})
	if err != nil {
		return err
	}
	tab := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("cycles", "", "lengths of the cycles of a renaming of the nodes"),
		table.BigInts("renamings", "", "how many renamings have such cycles"),
		table.BigInts("fixed", "systems", "nondominated coteries that one of them leaves as they are"),
	)
	sums := make([]*big.Int, p.Nodes+1)
	for i := range sums {
		sums[i] = new(big.Int)
	}
	for i, t := range terms {
		words := make([]string, len(t.Cycles))
		for k, length := range t.Cycles {
			words[k] = fmt.Sprint(length)
		}
		if err := tab.Append(table.Int(t.N), table.Text(strings.Join(words, "+")), table.Big(t.Size), table.Big(fixed[i])); err != nil {
			return err
		}
		sums[t.N].Add(sums[t.N], new(big.Int).Mul(t.Size, fixed[i]))
	}
	for _, r := range rows {
		if n := r.Key.N; r.Key == (smallKey{n, smallNondominated, false, false}) {
			want := new(big.Int).MulRange(1, int64(n))
			if want.Mul(want, r.Count).Cmp(sums[n]) != 0 {
				return fmt.Errorf("n = %d: the renamings leave %v systems as they are in all, and n! times %v classes are %v", n, sums[n], r.Count, want)
			}
		}
	}
	return out.Table("terms.csv", tab)
}

// smallGroupCounts emits the numbers of group quorum systems.
func smallGroupCounts(ctx context.Context, env experiments.Env, p smallParameters, out *experiments.Output) error {
	var queries []enumerate.Query
	for _, m := range p.Groups {
		for n := 1; n <= p.Tuples; n++ {
			for _, nondominated := range []bool{true, false} {
				for _, classes := range []bool{false, true} {
					q := enumerate.Query{Nodes: n, Groups: m, Nondominated: nondominated, Classes: classes}
					if q.CheckCount() == nil {
						queries = append(queries, q)
					}
				}
			}
		}
	}
	type counted struct {
		Query          enumerate.Query
		Count          *big.Int
		Method, Second string
	}
	one := env
	one.Jobs = 1
	rows, err := experiments.Rows(ctx, one, "groups", queries, func(ctx context.Context, q enumerate.Query) (counted, error) {
		opts := enumerate.Options{Jobs: env.Jobs}
		first, err := enumerate.Count(ctx, q, opts)
		row := counted{q, first.Count, first.Method, ""}
		if err != nil || q.Nodes > p.Second || q.CheckList() != nil || first.Count.Cmp(big.NewInt(smallListed)) > 0 {
			return row, err
		}
		second, err := enumerate.CountBy(ctx, q, enumerate.Listing, opts)
		if err == nil && second.Count.Cmp(first.Count) != 0 {
			err = fmt.Errorf("%d cartels, n = %d: %v by %s, and %v by %s", q.Groups, q.Nodes, first.Count, first.Method, second.Count, second.Method)
		}
		row.Second = second.Method
		return row, err
	})
	if err != nil {
		return err
	}
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("m", "groups", "number of cartels, which are numbered; each has a quorum"),
		table.Bools("nondominated", "", "whether only those are counted that no other system dominates"),
		table.Bools("labelled", "", "false: those that differ by the names of the nodes are counted once"),
		table.BigInts("count", "systems", "how many there are"),
		table.Texts("method", "", "how they were counted"),
		table.Texts("second", "", "another method, with the same result; empty: not in this part"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.Query.Nodes), table.Int(r.Query.Groups), table.Bool(r.Query.Nondominated), table.Bool(!r.Query.Classes), table.Big(r.Count), table.Text(r.Method), experiments.TextOr(r.Second)); err != nil {
			return err
		}
	}
	return out.Table("groups.csv", t)
}

// smallListed is the most group systems that are listed for a second count.
const smallListed = 1_000_000

// smallFigure draws the numbers by kind.
func smallFigure(t *table.Table) plot.Figure {
	f := plot.Figure{
		Title: "Coteries on n nodes: all, nondominated, and nondominated with votes",
		X:     plot.Axis{Label: "n", Unit: "nodes"},
		Y:     plot.Axis{Label: "systems", Unit: plot.NoUnit, Log: true},
	}
	for _, s := range []struct {
		name     string
		kind     smallKind
		labelled bool
	}{
		{"all", smallAll, true},
		{"nondominated", smallNondominated, true},
		{"with votes", smallVotes, true},
		{"all, classes", smallAll, false},
		{"nondominated, classes", smallNondominated, false},
		{"with votes, classes", smallVotes, false},
	} {
		points := t.Points("n", "count", func(row int) bool {
			return t.At(row, "kind") == table.Text(string(s.kind)) && t.At(row, "labelled") == table.Bool(s.labelled) && t.At(row, "all_used") == table.Bool(false)
		})
		if len(points) > 0 {
			f.Series = append(f.Series, plot.Series{Name: s.name, Kind: plot.Line, Points: points})
		}
	}
	f.X.From = 0.5
	for _, series := range f.Series {
		f.X.To = max(f.X.To, series.Points[len(series.Points)-1].X+0.5)
	}
	return f
}
