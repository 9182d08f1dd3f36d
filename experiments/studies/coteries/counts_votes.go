package coteries

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"

	"coterie/experiments"
	"coterie/measure/votes"
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
	return listVotes(ctx, t.N, opts), nil
}

// listVotes counts by the list of regular coteries on n nodes.
func listVotes(ctx context.Context, n int, opts enumerate.Options) []number {
	c := experiments.Must(enumerate.CountVotes(ctx, n, opts))
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
	return numbers
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
			list = append(list, number{Key: k, Count: big.NewInt(t[k]), Method: method, Listed: true})
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
		votes, err := votes.Find(ctx, f.Family(), votes.Options{MaxCases: 1})
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
		votes, err := votes.FindQuota(ctx, item.Cartels[0].Family(), votes.Options{MaxCases: 1})
		if err != nil && !votes.Assignable {
			return nil, err
		}
		if votes.Assignable {
			t.add(quota, item)
		}
	}
	return t.numbers(n, quota, "votes or a trade for what every class is on a node more"), nil
}

// publishedUpTo is a source of the numbers up to n = To that no source before it in the list has.
type publishedUpTo struct {
	To     int    `json:"to"`
	Source string `json:"source"`
}

// everyN returns the list of a single source for every n.
func everyN(source string) []publishedUpTo { return []publishedUpTo{{math.MaxInt, source}} }

// readPublished reads the published numbers and their sources.
func readPublished(env experiments.Env) (map[key][2]string, error) {
	type list struct {
		Sources []publishedUpTo `json:"sources"`
		Counts  []json.Number   `json:"counts_from_n_1"`
	}
	selfDual := experiments.Must(experiments.ReadPaper[struct {
		Labelled list            `json:"self_dual"`
		Classes  list            `json:"classes"`
		Used     list            `json:"classes_all_used"`
		Monotone json.RawMessage `json:"monotone_classes"`
	}](env, "self-dual-functions.json"))
	threshold := experiments.Must(experiments.ReadPaper[struct {
		Sources struct {
			RegularClasses string `json:"regular_self_dual_classes"`
			Classes        string `json:"self_dual_threshold_classes"`
			Monotone       string `json:"self_dual_threshold_monotone"`
			All            string `json:"self_dual_threshold_all"`
		} `json:"sources"`
		First          int           `json:"first_n"`
		RegularClasses []json.Number `json:"regular_self_dual_classes"`
		Classes        []json.Number `json:"self_dual_threshold_classes"`
		Monotone       []json.Number `json:"self_dual_threshold_monotone"`
		All            []json.Number `json:"self_dual_threshold_all"`
	}](env, "muroga-threshold.json"))
	if threshold.First != 1 {
		return nil, fmt.Errorf("muroga-threshold.json: first_n is %d, want 1", threshold.First)
	}
	p := map[key][2]string{}
	for _, x := range []struct {
		of key
		list
	}{
		{key{0, nondominated, true, false}, selfDual.Labelled},
		{key{0, nondominated, false, false}, selfDual.Classes},
		{key{0, nondominated, false, true}, selfDual.Used},
		{key{0, regular, false, false}, list{everyN(threshold.Sources.RegularClasses), threshold.RegularClasses}},
		{key{0, voted, false, false}, list{everyN(threshold.Sources.Classes), threshold.Classes}},
		{key{0, voted, true, false}, list{everyN(threshold.Sources.Monotone), threshold.Monotone}},
	} {
		for i, count := range x.Counts {
			x.of.N = i + 1
			at := slices.IndexFunc(x.Sources, func(s publishedUpTo) bool { return x.of.N <= s.To })
			if at < 0 || x.Sources[at].Source == "" {
				return nil, fmt.Errorf("published numbers of %v: none is named that prints the one of %d nodes", x.of, x.of.N)
			}
			p[x.of] = [2]string{count.String(), x.Sources[at].Source}
		}
	}
	return p, nil
}

// compare notes where the number of a row was published. It fails if the published number differs.
func (r *number) compare(published map[key][2]string) error {
	k, count, source := r.Key, r.Count, ""
	if k == (key{k.N, all, true, false}) {
		k = key{k.N + 1, nondominated, true, false}
		count, source = new(big.Int).Add(count, big.NewInt(1)), "one less than nondominated coteries on one node more: "
	}
	found, ok := published[k]
	if !ok {
		return nil
	}
	if found[0] != count.String() {
		return fmt.Errorf("%v: %v, and of %v %s were published (%s)", r.Key, r.Count, k, found[0], found[1])
	}
	r.Published = source + found[1]
	return nil
}
