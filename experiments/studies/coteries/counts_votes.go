package coteries

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"coterie/experiments"
	"coterie/measure"
	"coterie/search/enumerate"
)

// voteTask counts nondominated coteries that are regular or have votes, and coteries with votes and
// a quota: from the list of regular ones, and by trying every class.
type voteTask struct {
	N     int
	Tried bool // class by class
	Quota bool // of all coteries
}

func (p countParameters) voteTasks() (tasks []voteTask) {
	for n := 1; n <= p.Votes; n++ {
		tasks = append(tasks, voteTask{N: n})
		if n <= p.Tried {
			tasks = append(tasks, voteTask{N: n, Tried: true})
		}
		if n <= min(6, p.Tried-1) { // on seven nodes there are 47 million classes
			tasks = append(tasks, voteTask{N: n, Tried: true, Quota: true})
		}
	}
	return tasks
}

func (t voteTask) count(ctx context.Context, opts enumerate.Options) ([]number, error) {
	switch {
	case t.Quota:
		return tryQuota(ctx, t.N, opts)
	case t.Tried:
		return tryVotes(ctx, t.N, opts)
	}
	return listVotes(ctx, t.N, opts)
}

// listVotes counts by the list of regular coteries on n nodes.
func listVotes(ctx context.Context, n int, opts enumerate.Options) ([]number, error) {
	c, err := enumerate.CountVotes(ctx, n, opts)
	if err != nil {
		return nil, err
	}
	const listed = "list of regular coteries"
	const asked = "votes or a trade for every class of the list of regular coteries"
	const extended = "votes or a trade for nondominated coteries on a node more, and their symmetries"
	numbers := []number{
		{Key: key{n, regular, true, false}, Count: c.Regular, Method: listed},
		{Key: key{n, regular, false, false}, Count: c.RegularClasses, Method: listed},
		{Key: key{n, voted, true, false}, Count: c.Labelled, Method: asked},
		{Key: key{n, voted, false, false}, Count: c.Classes, Method: asked},
	}
	if n > 1 {
		numbers = append(numbers,
			number{Key: key{n - 1, quota, true, false}, Count: c.Coteries, Method: extended},
			number{Key: key{n - 1, quota, false, false}, Count: c.CoterieClasses, Method: extended})
	}
	return numbers, nil
}

// tally counts systems of a kind among listed classes, labelled and not, with all nodes in use or
// not.
type tally map[key]int64

func (t tally) add(kind kind, item enumerate.Item) {
	f := item.Cartels[0]
	for _, allUsed := range []bool{false, true} {
		if !allUsed || f.Used() == 1<<f.Nodes()-1 {
			t[key{f.Nodes(), kind, true, allUsed}] += int64(item.Orbit)
			t[key{f.Nodes(), kind, false, allUsed}]++
		}
	}
}

func (t tally) numbers(n int, kind kind, method string) (list []number) {
	for _, allUsed := range []bool{false, true} {
		for _, labelled := range []bool{true, false} {
			k := key{n, kind, labelled, allUsed}
			list = append(list, number{k, big.NewInt(t[k]), method, true})
		}
	}
	return list
}

// tryVotes tries every class of nondominated coteries on n nodes.
func tryVotes(ctx context.Context, n int, opts enumerate.Options) ([]number, error) {
	by := "votes or a trade for every nondominated class"
	if n > 7 {
		by += " that is regular"
	}
	t := tally{}
	for item, err := range enumerate.List(ctx, enumerate.Query{Nodes: n, Nondominated: true, Classes: true}, opts) {
		if err != nil {
			return nil, err
		}
		f := item.Cartels[0]
		isRegular := enumerate.IsRegular(f)
		if isRegular {
			t.add(regular, item)
		} else if n > 7 {
			continue
		}
		votes, err := measure.FindVotes(ctx, f.Family(), measure.VotesOptions{MaxCases: 1})
		if err != nil && !votes.Assignable {
			return nil, err
		}
		if votes.Assignable {
			t.add(voted, item)
			if !isRegular {
				return nil, fmt.Errorf("n = %d, class %d has votes and is not regular", n, item.Index+1)
			}
		}
	}
	const tried = "every pair of nodes compared, in every nondominated class"
	return append(t.numbers(n, regular, tried), t.numbers(n, voted, by)...), nil
}

// tryQuota tries every class of coteries on n nodes.
func tryQuota(ctx context.Context, n int, opts enumerate.Options) ([]number, error) {
	t := tally{}
	for item, err := range enumerate.List(ctx, enumerate.Query{Nodes: n, Classes: true}, opts) {
		if err != nil {
			return nil, err
		}
		votes, err := measure.FindQuotaVotes(ctx, item.Cartels[0].Family(), measure.VotesOptions{MaxCases: 1})
		if err != nil && !votes.Assignable {
			return nil, err
		}
		if votes.Assignable {
			t.add(quota, item)
		}
	}
	return t.numbers(n, quota, "votes or a trade for what every class is on a node more"), nil
}

// published has the numbers that were published, with their sources.
type published map[key]struct{ count, source string }

// publishedList are the numbers of one kind, from a number of nodes on, and who printed them: each
// source from its number of nodes on, up to the next.
type publishedList struct {
	Sources []struct {
		FromN  int    `json:"from_n"`
		Source string `json:"source"`
	} `json:"sources"`
	Counts      []json.Number `json:"counts_from_n_1"`
	CountsFrom8 []json.Number `json:"counts_from_n_8"`
}

// source returns who printed the number for n nodes; empty where nobody is named.
func (l publishedList) source(n int) (source string) {
	for _, s := range l.Sources {
		if s.FromN <= n {
			source = s.Source
		}
	}
	return source
}

func readPublished(env experiments.Env) (published, error) {
	selfDual, err := experiments.ReadPaper[struct {
		Labelled publishedList   `json:"self_dual"`
		Classes  publishedList   `json:"classes"`
		Eight    publishedList   `json:"classes_of_eight"`
		Used     publishedList   `json:"classes_all_used"`
		Monotone json.RawMessage `json:"monotone_classes"`
	}](env, "self-dual-functions.json")
	if err != nil {
		return nil, err
	}
	threshold, err := experiments.ReadPaper[struct {
		Source  string `json:"source"`
		Sources struct {
			RegularClasses string `json:"regular_self_dual_classes"`
			Classes        string `json:"self_dual_threshold_classes"`
			Monotone       string `json:"self_dual_threshold_monotone"`
			MonotoneSeven  string `json:"self_dual_threshold_monotone_7"`
		} `json:"sources"`
		First          int           `json:"first_n"`
		RegularClasses []json.Number `json:"regular_self_dual_classes"`
		Classes        []json.Number `json:"self_dual_threshold_classes"`
		Monotone       []json.Number `json:"self_dual_threshold_monotone"`
		All            []json.Number `json:"self_dual_threshold_all"`
	}](env, "muroga-threshold.json")
	if err != nil {
		return nil, err
	}
	if threshold.First != 1 {
		return nil, fmt.Errorf("muroga-threshold.json: first_n is %d, want 1", threshold.First)
	}
	always := func(source string) func(int) string { return func(int) string { return source } }
	p := published{}
	for _, x := range []struct {
		of     key // its N is that of the first number
		counts []json.Number
		source func(n int) string
	}{
		{key{1, nondominated, true, false}, selfDual.Labelled.Counts, selfDual.Labelled.source},
		{key{1, nondominated, false, false}, selfDual.Classes.Counts, selfDual.Classes.source},
		{key{8, nondominated, false, false}, selfDual.Eight.CountsFrom8, selfDual.Eight.source},
		{key{1, nondominated, false, true}, selfDual.Used.Counts, selfDual.Used.source},
		{key{1, regular, false, false}, threshold.RegularClasses, always(threshold.Sources.RegularClasses)},
		{key{1, voted, false, false}, threshold.Classes, always(threshold.Sources.Classes)},
		{key{1, voted, true, false}, threshold.Monotone, func(n int) string {
			if n == 7 {
				return threshold.Sources.MonotoneSeven
			}
			return threshold.Sources.Monotone
		}},
	} {
		for _, count := range x.counts {
			if x.source(x.of.N) == "" {
				return nil, fmt.Errorf("%v: a published number without a source", x.of)
			}
			p[x.of] = struct{ count, source string }{count.String(), x.source(x.of.N)}
			x.of.N++
		}
	}
	return p, nil
}

// compare notes where the number of a row was published; another number is an error.
func (p published) compare(r *counted) error {
	k, count, source := r.Key, r.Count, ""
	if k == (key{k.N, all, true, false}) {
		k = key{k.N + 1, nondominated, true, false}
		count, source = new(big.Int).Add(count, big.NewInt(1)), "one less than nondominated coteries on one node more: "
	}
	found, ok := p[k]
	if !ok {
		return nil
	}
	if found.count != count.String() {
		return fmt.Errorf("%v: %v, and of %v %s were published (%s)", r.Key, r.Count, k, found.count, found.source)
	}
	r.Published = source + found.source
	return nil
}
