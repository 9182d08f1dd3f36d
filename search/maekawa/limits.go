package maekawa

import (
	"context"
	"fmt"
	"slices"

	"coterie/internal/solve/session"
	"coterie/quorum"
)

// limits is one question of existence: n sets on n nodes, every two of which meet, each of at
// most size nodes, every node in at most responsibility of them, with i in S_i; both limits reached
// everywhere if exact, no two sets equal if unique.
type limits struct {
	n, size, responsibility int
	exact, unique           bool
}

// words describes a model in a sentence.
func (c limits) words() string {
	at := "at most "
	if c.exact {
		at = "exactly "
	}
	text := fmt.Sprintf("%d sets S_i, every two meeting, of %s%d of %d nodes each, i in S_i, every node in %s%d of them", c.n, at, c.size, c.n, at, c.responsibility)
	if c.unique {
		text += ", no two equal"
	}
	return text
}

// with returns the question for another K.
func (c limits) with(k int) limits {
	c.size, c.responsibility = k, k
	return c
}

// degrees returns how many nodes each set has, and in how many sets each node is.
func degrees(n int, sets [][]int) (sizes, responsibilities []int) {
	sizes, responsibilities = make([]int, len(sets)), make([]int, n)
	for i, s := range sets {
		sizes[i] = len(s)
		for _, x := range s {
			responsibilities[x]++
		}
	}
	return sizes, responsibilities
}

// system makes a system of S_1..S_n. Equal sets are listed once.
func system(name string, sets [][]int) (*quorum.System, error) {
	var (
		listed [][]int
		sites  = make([]int, len(sets))
		index  = map[string]int{}
	)
	for i, s := range sets {
		s = slices.Sorted(slices.Values(s))
		key := fmt.Sprint(s)
		if _, ok := index[key]; !ok {
			index[key] = len(listed)
			listed = append(listed, s)
		}
		sites[i] = index[key]
	}
	f, err := quorum.NewFamily(len(sets), listed)
	if err != nil {
		return nil, err
	}
	return quorum.NewSystem(name, f, quorum.SystemOptions{Sites: sites})
}

// setsOf returns S_1..S_n of a system with a site assignment.
func setsOf(s *quorum.System) [][]int {
	sets := make([][]int, s.N())
	for i, q := range s.SiteFamily().All() {
		for _, x := range q {
			sets[i] = append(sets[i], int(x))
		}
	}
	return sets
}

// judge checks a system against the question with package quorum; a text that is not empty says
// why it fails. The end of ctx is an error.
func (c limits) judge(ctx context.Context, s *quorum.System, jobs int) (flaw string, err error) {
	if s.N() != c.n || !s.HasSites() {
		return fmt.Sprintf("%d nodes, want %d with a site assignment", s.N(), c.n), nil
	}
	needed := []quorum.Judged{quorum.JudgeIntersection(ctx, s.Family(), quorum.Options{Jobs: jobs}), quorum.JudgeInclusion(s)}
	if c.exact {
		needed = append(needed, quorum.JudgeSiteEffort(s), quorum.JudgeEqualResponsibility(s.SiteFamily().Responsibilities()))
	}
	if c.unique {
		needed = append(needed, quorum.JudgeUniqueness(ctx, s))
	}
	for _, v := range needed {
		switch {
		case v.Holds == quorum.Unknown:
			return "", session.Judge(ctx, v, s.Name())
		case v.Holds != quorum.Holds:
			return fmt.Sprintf("%s: %s", v.Property, v.Reason), nil
		}
	}
	least, greatest := s.SiteFamily().Sizes()
	responsibilities := s.SiteFamily().Responsibilities()
	few, most := slices.Min(responsibilities), slices.Max(responsibilities)
	switch {
	case greatest > c.size || c.exact && least != c.size:
		return fmt.Sprintf("sizes %d to %d, limit %d", least, greatest, c.size), nil
	case most > c.responsibility || c.exact && few != c.responsibility:
		return fmt.Sprintf("responsibilities %d to %d, limit %d", few, most, c.responsibility), nil
	}
	return "", nil
}

// match renames the nodes such that i is in S_i, if that is possible: node x becomes the
// number of the set that a perfect matching of nodes and sets gives it. The sets are not changed
// otherwise, nor is their order.
func match(ctx context.Context, sets [][]int) (renamed [][]int, ok bool, err error) {
	if slices.ContainsFunc(sets, func(s []int) bool { return len(s) == 0 }) {
		return nil, false, nil
	}
	f, err := quorum.NewFamily(len(sets), sets)
	if err != nil {
		return nil, false, err
	}
	to, err := f.AssignSites(ctx) // node x is in set to[x], all of them different
	switch {
	case ctx.Err() != nil:
		return nil, false, context.Cause(ctx)
	case err != nil:
		return nil, false, nil
	}
	renamed = make([][]int, len(sets))
	for i, s := range sets {
		for _, x := range s {
			renamed[i] = append(renamed[i], to[x])
		}
		slices.Sort(renamed[i])
	}
	return renamed, true, nil
}

// acceptMatched accepts the first of some lists of sets whose nodes can be renamed such that i is
// in S_i. With always it is a defect if there is none.
func (s *run) acceptMatched(ctx context.Context, c limits, by string, always bool, lists ...[][]int) (found bool, err error) {
	for _, sets := range lists {
		renamed, ok, err := match(ctx, sets)
		if ok {
			err = s.acceptSets(ctx, c, renamed, by)
		}
		if ok || err != nil {
			return ok, err
		}
	}
	if always {
		return false, quorum.Internal("a regular graph without a perfect matching")
	}
	return false, nil
}

// filled returns the sets with nodes added, in ascending order, as long as some set has fewer than
// size of them and some node that is not in it has fewer than responsibility sets. With unique a
// node is added only where the set then differs from all others.
func filled(c limits, sets [][]int) [][]int {
	filled := make([][]int, len(sets))
	present := map[string]bool{}
	for i, s := range sets {
		filled[i] = slices.Sorted(slices.Values(s))
		present[fmt.Sprint(filled[i])] = true
	}
	_, responsibilities := degrees(c.n, sets)
	for i := range filled {
		for x := 0; x < c.n && len(filled[i]) < c.size; x++ {
			at, in := slices.BinarySearch(filled[i], x)
			if in || responsibilities[x] >= c.responsibility {
				continue
			}
			more := slices.Insert(slices.Clone(filled[i]), at, x)
			if c.unique {
				if present[fmt.Sprint(more)] {
					continue
				}
				delete(present, fmt.Sprint(filled[i]))
				present[fmt.Sprint(more)] = true
			}
			filled[i] = more
			responsibilities[x]++
		}
	}
	return filled
}

// regular adds nodes until every set has k nodes and every node is in k sets: the sets, from one of
// them downwards, take those nodes that lack most sets. If one finds too few, the next try starts
// one set lower; within so many tries all constructions on up to 400 nodes come out. Not ok does
// not mean that there are no such sets. What is there is kept, so that sets that met still do.
// Cost: O(n) for each node added. Not ok either if ctx ends.
func regular(ctx context.Context, k int, sets [][]int) ([][]int, bool) {
	n := len(sets)
	for try := range min(n, regularTries) {
		regular := slices.Clone(sets)
		sizes, responsibilities := degrees(n, sets)
		for turn := range n {
			i := (2*n - 1 - turn - try) % n
			for best := 0; best >= 0 && sizes[i] < k; sizes[i]++ {
				best = -1
				for x, r := range responsibilities {
					if r < k && (best < 0 || r < responsibilities[best]) && !slices.Contains(regular[i], x) {
						best = x
					}
				}
				if best >= 0 {
					regular[i] = append(slices.Clip(regular[i]), best)
					responsibilities[best]++
				}
			}
			regular[i] = slices.Sorted(slices.Values(regular[i]))
		}
		other := func(d int) bool { return d != k }
		if sizes, _ = degrees(n, regular); !slices.ContainsFunc(sizes, other) && !slices.ContainsFunc(responsibilities, other) {
			return regular, true
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, false
}

const regularTries = 40
