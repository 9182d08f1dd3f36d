package coteries

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/experiments"
	"coterie/measure"
	"coterie/quorum"
	"coterie/search/enumerate"
)

// smallVoted counts nondominated coteries that are regular or have votes, and coteries with votes and a quota: from the list of
// regular ones, and by trying every class.
func smallVoted(ctx context.Context, env experiments.Env, p smallParameters) ([]smallNumber, error) {
	type task struct {
		N     int
		Tried bool // class by class
		Quota bool // of all coteries
	}
	var tasks []task
	for n := 1; n <= p.Votes; n++ {
		tasks = append(tasks, task{N: n})
		if n <= p.Tried {
			tasks = append(tasks, task{N: n, Tried: true})
		}
		if n <= min(6, p.Tried-1) { // on seven nodes there are 47 million classes
			tasks = append(tasks, task{N: n, Tried: true, Quota: true})
		}
	}
	one := env
	one.Jobs = 1
	lists, err := experiments.Rows(ctx, one, "votes", tasks, func(ctx context.Context, t task) ([]smallNumber, error) {
		switch {
		case t.Quota:
			return tryQuota(ctx, env, t.N)
		case t.Tried:
			return tryVotes(ctx, env, t.N)
		}
		return listVotes(ctx, env, t.N)
	})
	return slices.Concat(lists...), err
}

// listVotes counts by the list of regular coteries on n nodes.
func listVotes(ctx context.Context, env experiments.Env, n int) ([]smallNumber, error) {
	c, err := enumerate.CountVotes(ctx, n, enumerate.Options{Jobs: env.Jobs})
	if err != nil {
		return nil, err
	}
	const listed, asked, extended = "list of regular coteries", "votes or a trade for every class of the list of regular coteries", "votes or a trade for nondominated coteries on a node more, and their symmetries"
	numbers := []smallNumber{
		{Key: smallKey{n, smallRegular, true, false}, Count: c.Regular, Method: listed},
		{Key: smallKey{n, smallRegular, false, false}, Count: c.RegularClasses, Method: listed},
		{Key: smallKey{n, smallVotes, true, false}, Count: c.Labelled, Method: asked},
		{Key: smallKey{n, smallVotes, false, false}, Count: c.Classes, Method: asked},
	}
	if n > 1 {
		numbers = append(numbers,
			smallNumber{Key: smallKey{n - 1, smallQuota, true, false}, Count: c.Coteries, Method: extended},
			smallNumber{Key: smallKey{n - 1, smallQuota, false, false}, Count: c.CoterieClasses, Method: extended})
	}
	return numbers, nil
}

// smallTally counts systems, labelled and not.
type smallTally struct{ labelled, classes int64 }

func (t *smallTally) add(item enumerate.Item) {
	t.labelled += int64(item.Orbit)
	t.classes++
}

func (t smallTally) numbers(n int, kind smallKind, used bool, method string) []smallNumber {
	return []smallNumber{
		{Key: smallKey{n, kind, true, used}, Count: big.NewInt(t.labelled), Method: method, Listed: true},
		{Key: smallKey{n, kind, false, used}, Count: big.NewInt(t.classes), Method: method, Listed: true},
	}
}

// smallUsesAll reports whether every node is in a quorum.
func smallUsesAll(f enumerate.Function) bool { return f.Used() == 1<<f.Nodes()-1 }

// tryVotes tries every class of nondominated coteries on n nodes.
func tryVotes(ctx context.Context, env experiments.Env, n int) ([]smallNumber, error) {
	var regular, regularUsed, voted, votedUsed smallTally
	by := "votes or a trade for every nondominated class"
	if n > 7 {
		by = "votes or a trade for every nondominated class that is regular"
	}
	q := enumerate.Query{Nodes: n, Nondominated: true, Classes: true}
	for item, err := range enumerate.List(ctx, q, enumerate.Options{Jobs: env.Jobs}) {
		if err != nil {
			return nil, err
		}
		f := item.Cartels[0]
		holds := enumerate.IsRegular(f)
		if !holds && n > 7 {
			continue
		}
		votes, err := measure.FindVotes(ctx, f.Family(), measure.VotesOptions{MaxCases: 1})
		if err != nil && !votes.Assignable {
			return nil, err
		}
		if votes.Assignable && !holds {
			return nil, fmt.Errorf("n = %d, class %d has votes and is not regular", n, item.Index+1)
		}
		used := smallUsesAll(f)
		if holds {
			regular.add(item)
			if used {
				regularUsed.add(item)
			}
		}
		if votes.Assignable {
			voted.add(item)
			if used {
				votedUsed.add(item)
			}
		}
	}
	const tried = "every pair of nodes compared, in every nondominated class"
	return slices.Concat(regular.numbers(n, smallRegular, false, tried), regularUsed.numbers(n, smallRegular, true, tried),
		voted.numbers(n, smallVotes, false, by), votedUsed.numbers(n, smallVotes, true, by)), nil
}

// tryQuota tries every class of coteries on n nodes.
func tryQuota(ctx context.Context, env experiments.Env, n int) ([]smallNumber, error) {
	var all, used smallTally
	for item, err := range enumerate.List(ctx, enumerate.Query{Nodes: n, Classes: true}, enumerate.Options{Jobs: env.Jobs}) {
		if err != nil {
			return nil, err
		}
		holds, err := hasQuota(ctx, item.Cartels[0])
		if err != nil {
			return nil, err
		}
		if holds {
			all.add(item)
			if smallUsesAll(item.Cartels[0]) {
				used.add(item)
			}
		}
	}
	const by = "votes or a trade for what every class is on a node more"
	return slices.Concat(all.numbers(n, smallQuota, false, by), used.numbers(n, smallQuota, true, by)), nil
}

// hasQuota reports whether the quorums of a coterie are the minimal sets with at least q of some votes, for some q. With a
// further node x, the quorums and x with any transversal are a nondominated coterie, which has votes iff the given one has votes with a
// quota (see "Coteries with a quota" in package enumerate).
func hasQuota(ctx context.Context, f enumerate.Function) (bool, error) {
	n := f.Nodes()
	var lists [][]int
	add := func(g enumerate.Function, more ...int) {
		for q := range g.Quorums() {
			list := slices.Clone(more)
			for _, v := range q {
				list = append(list, int(v))
			}
			lists = append(lists, list)
		}
	}
	add(f)
	add(f.Dual(), n)
	family, err := quorum.NewFamily(n+1, lists)
	if err != nil {
		return false, err
	}
	votes, err := measure.FindVotes(ctx, family.Minimized(), measure.VotesOptions{MaxCases: 1})
	if votes.Assignable {
		return true, nil // of what total is not asked
	}
	return false, err
}

// smallPublished are published numbers, from n = 1.
type smallPublished struct {
	selfDual, classes, classesUsed              []string
	regularClasses, votesClasses, votesLabelled []string
	sources                                     [4]string
}

func readPublished(env experiments.Env) (smallPublished, error) {
	var out smallPublished
	type numbers struct {
		Source string   `json:"source"`
		Counts []string `json:"counts_from_n_1"`
	}
	type whole struct {
		Source string `json:"source"`
		Counts []int  `json:"counts_from_n_1"`
	}
	classes, err := experiments.ReadPaper[struct {
		SelfDual numbers `json:"self_dual"`
		Classes  whole   `json:"classes"`
		Used     whole   `json:"classes_all_used"`
		Monotone struct {
			Source string `json:"source"`
			Counts []int  `json:"counts_from_k_0"`
		} `json:"monotone_classes"`
	}](env, "self-dual-functions.json")
	if err != nil {
		return out, err
	}
	out.selfDual, out.sources[0], out.sources[1] = classes.SelfDual.Counts, classes.SelfDual.Source, classes.Used.Source
	out.sources[3] = classes.Classes.Source
	for _, c := range classes.Used.Counts {
		out.classesUsed = append(out.classesUsed, fmt.Sprint(c))
	}
	for _, c := range classes.Classes.Counts {
		out.classes = append(out.classes, fmt.Sprint(c))
	}
	votes, err := experiments.ReadPaper[struct {
		Source         string   `json:"source"`
		First          int      `json:"first_n"`
		RegularClasses []string `json:"regular_self_dual_classes"`
		Classes        []string `json:"self_dual_threshold_classes"`
		Monotone       []string `json:"self_dual_threshold_monotone"`
		All            []string `json:"self_dual_threshold_all"`
	}](env, "muroga-threshold.json")
	if err != nil {
		return out, err
	}
	if votes.First != 1 {
		return out, fmt.Errorf("muroga-threshold.json: first_n is %d, want 1", votes.First)
	}
	out.regularClasses, out.votesClasses, out.votesLabelled, out.sources[2] = votes.RegularClasses, votes.Classes, votes.Monotone, votes.Source
	return out, nil
}

// compare notes where the number of a row was published; another number is an error.
func (p smallPublished) compare(r *smallRow) error {
	var list []string
	source := p.sources[2]
	less := int64(0)
	n := r.Key.N
	switch r.Key {
	case smallKey{n, smallRegular, false, false}:
		list = p.regularClasses
	case smallKey{n, smallVotes, false, false}:
		list = p.votesClasses
	case smallKey{n, smallVotes, true, false}:
		list = p.votesLabelled
	case smallKey{n, smallNondominated, false, true}:
		list, source = p.classesUsed, p.sources[1]
	case smallKey{n, smallNondominated, false, false}:
		list, source = p.classes, p.sources[3]
	case smallKey{n, smallNondominated, true, false}:
		list, source = p.selfDual, p.sources[0]
	case smallKey{n, smallAll, true, false}: // as many as nondominated ones on a node more, less one
		list, source, less, n = p.selfDual, p.sources[0], 1, n+1
	}
	if n > len(list) {
		return nil
	}
	want, ok := new(big.Int).SetString(list[n-1], 10)
	if !ok {
		return fmt.Errorf("%q is no number", list[n-1])
	}
	if want.Sub(want, big.NewInt(less)); want.Cmp(r.Count) != 0 {
		return fmt.Errorf("%s, n = %d: %v, and %v was published (%s)", r.Key.Kind, r.Key.N, r.Count, want, source)
	}
	r.Published = source
	if less > 0 {
		r.Published = "one less than nondominated coteries on one node more: " + source
	}
	return nil
}
