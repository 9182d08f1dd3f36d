package small

import (
	"context"
	"coterie/experiments"
	"coterie/quorum"
	"fmt"
	"slices"
)

// NondominatedByTransversals is the criterion: each set that meets all quorums of the other cartels contains a
// quorum of the cartel.
func (s System) NondominatedByTransversals() bool {
	for i, c := range s.Cartels {
		for t := range 1 << s.N {
			meetsAll := true
			for k, other := range s.Cartels {
				meetsAll = meetsAll && (k == i || !slices.ContainsFunc(other, func(q uint8) bool { return q&uint8(t) == 0 }))
			}
			if meetsAll && !slices.ContainsFunc(c, func(q uint8) bool { return q&uint8(t) == q }) {
				return false
			}
		}
	}
	return true
}

// Needless finds a quorum and a node in it without which it would still meet every quorum of the other cartels:
// one that is nowhere all that the quorum shares with another one. It returns "" if there is none.
func Needless(system *quorum.GroupSystem) string {
	through := quorumsThrough(system)
	for c := range system.Groups() {
		for i, q := range system.Cartel(c).All() {
			shared := map[place]int{}
			for _, v := range q {
				for _, other := range through[v] {
					shared[other]++
				}
			}
			for _, v := range q {
				if !slices.ContainsFunc(through[v], func(other place) bool { return other.cartel != c && shared[other] == 1 }) {
					return fmt.Sprintf("node %v of quorum %v of cartel %v", quorum.Node(v), quorum.Index(i), quorum.Index(c))
				}
			}
		}
	}
	return ""
}

func ContainsQuorum(t quorum.Set, cartel quorum.Family) bool {
	for k := range cartel.Len() {
		if cartel.Set(k).SubsetOf(t) {
			return true
		}
	}
	return false
}

// System is a group quorum system with its number of nodes.
type System struct {
	N       int
	Cartels Groups
}

func (s System) String() string { return fmt.Sprintf("n = %d: %v", s.N, s.Cartels) }

// SelfDual reports whether a coterie has a quorum in every set that meets all of its quorums.
func (s System) SelfDual() bool {
	for t := range 1 << s.N {
		meets := !slices.ContainsFunc(s.Cartels[0], func(q uint8) bool { return int(q)&t == 0 })
		holds := slices.ContainsFunc(s.Cartels[0], func(q uint8) bool { return int(q)&t == int(q) })
		if meets && !holds {
			return false
		}
	}
	return true
}

// SurficialSize is one surficial system: n = Side² m(m-1)/2.
type SurficialSize struct{ N, M, Side int }

// SurficialSizes lists those of at most so many nodes, by n and then by m.
func SurficialSizes(nodes int) []SurficialSize {
	var sizes []SurficialSize
	for m := 2; m*(m-1)/2 <= nodes; m++ {
		for side := 1; side*side*m*(m-1)/2 <= nodes; side++ {
			sizes = append(sizes, SurficialSize{side * side * m * (m - 1) / 2, m, side})
		}
	}
	slices.SortFunc(sizes, func(a, b SurficialSize) int { return slices.Compare([]int{a.N, a.M}, []int{b.N, b.M}) })
	return sizes
}

// MeetOnce reports whether every two quorums of different cartels share exactly one node. It counts, for each
// quorum, how often each other one is met, over the quorums that a node is in.
func MeetOnce(system *quorum.GroupSystem) bool {
	through := quorumsThrough(system)
	for c := range system.Groups() {
		for _, q := range system.Cartel(c).All() {
			shared := map[place]int{}
			for _, v := range q {
				for _, other := range through[v] {
					if other.cartel != c {
						shared[other]++
					}
				}
			}
			others := 0
			for d := range system.Groups() {
				if d != c {
					others += system.Cartel(d).Len()
				}
			}
			if len(shared) != others {
				return false
			}
			for _, times := range shared {
				if times != 1 {
					return false
				}
			}
		}
	}
	return true
}

// Nondominated judges by definition: every minimal transversal of the other cartels contains a quorum of the
// cartel. It lists the transversals, so it is for small systems; the error is a *quorum.LimitError if there are
// more of them than limit.
func Nondominated(ctx context.Context, system *quorum.GroupSystem, limit int) (bool, error) {
	cartels := make([]quorum.Family, system.Groups())
	for i := range cartels {
		cartels[i] = system.Cartel(i)
	}
	for c, cartel := range cartels {
		rest, err := Others(system.N(), cartels, c)
		if err != nil {
			return false, err
		}
		transversals, err := rest.Dual(ctx, limit)
		if err != nil {
			return false, err
		}
		for i := range transversals.Len() {
			if !ContainsQuorum(transversals.Set(i), cartel) {
				return false, nil
			}
		}
	}
	return true, nil
}

// Others returns the quorums of all cartels but one, as one family.
func Others(n int, cartels []quorum.Family, c int) (quorum.Family, error) {
	b, err := quorum.NewFamilyBuilder(n)
	if err != nil {
		return quorum.Family{}, err
	}
	for d, cartel := range cartels {
		for _, q := range cartel.All() {
			if d == c {
				continue
			}
			if err := b.AddSorted(q); err != nil {
				return quorum.Family{}, err
			}
		}
	}
	return b.Family(), nil
}

// FiveNodes is the example of Method 1 as printed, from testdata/papers.
type FiveNodes struct {
	Source   string `json:"source"`
	Part     string `json:"figure_1_part"`
	N        int    `json:"n"`
	Replaced []struct {
		Node quorum.Node `json:"node"`
		By   quorum.Node `json:"by"`
	} `json:"replaced"`
	RemovedSites []quorum.Node `json:"removed_sites"`
	Sets         []PrintedSet  `json:"sets"`
}

// IsKCoterie judges the three properties of a k-coterie with package quorum.
func IsKCoterie(ctx context.Context, k int, f quorum.Family) (ok bool, reason string, err error) {
	for _, judge := range []func() quorum.Judged{
		func() quorum.Judged { return quorum.JudgeMinimality(ctx, f, quorum.Options{Jobs: 1}) },
		func() quorum.Judged { return quorum.JudgeKIntersection(ctx, k, f) },
		func() quorum.Judged { return quorum.JudgeKNonIntersection(ctx, k, f) },
	} {
		if ok, reason, err = Decided(ctx, judge()); !ok || err != nil {
			return false, reason, err
		}
	}
	return true, "", nil
}

// place is where a quorum is in a group system, counted from 0.
type place struct{ cartel, i int }

// quorumsThrough lists, for each node, the quorums that it is in.
func quorumsThrough(system *quorum.GroupSystem) [][]place {
	through := make([][]place, system.N())
	for c := range system.Groups() {
		for i, q := range system.Cartel(c).All() {
			for _, v := range q {
				through[v] = append(through[v], place{c, i})
			}
		}
	}
	return through
}

type PrintedSet struct {
	Site  quorum.Node `json:"site"`
	Nodes quorum.Set  `json:"set"`
}

// Decided turns a verdict into an answer, or an error where there is none.
func Decided(ctx context.Context, v quorum.Judged) (ok bool, reason string, err error) {
	switch {
	case v.Holds == quorum.Holds:
		return true, "", nil
	case v.Holds == quorum.Fails:
		return false, fmt.Sprintf("%s: %s %v", v.Property, v.Reason, v.Witness.Sets), nil
	case ctx.Err() != nil:
		return false, "", experiments.ContextError(ctx)
	}
	return false, "", fmt.Errorf("%s: %s", v.Property, v.Reason)
}
