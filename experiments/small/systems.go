package small

import (
	"context"
	"fmt"
	"slices"

	"coterie/experiments"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// System is a group quorum system with its number of nodes.
type System struct {
	N       int
	Cartels Groups
}

func (s System) String() string { return fmt.Sprintf("n = %d: %v", s.N, s.Cartels) }

// SelfDual reports whether a coterie has a quorum in every set that meets all of its quorums.
func (s System) SelfDual() bool {
	return System{s.N, Groups{s.Cartels[0], s.Cartels[0]}}.NondominatedByTransversals()
}

// NondominatedByTransversals judges by the criterion: each set that meets all quorums of the other
// cartels contains a quorum of the cartel.
func (s System) NondominatedByTransversals() bool {
	for i, c := range s.Cartels {
		others := slices.Concat(slices.Delete(slices.Clone(s.Cartels), i, i+1)...)
		for t := range 1 << s.N {
			misses := func(q uint8) bool { return q&uint8(t) == 0 }
			inside := func(q uint8) bool { return q&uint8(t) == q }
			if !slices.ContainsFunc(others, misses) && !slices.ContainsFunc(c, inside) {
				return false
			}
		}
	}
	return true
}

// SurficialSize is one surficial system: n = Side² m(m-1)/2.
type SurficialSize struct {
	N    int `csv:"n,nodes" doc:"number of nodes"`
	M    int `csv:"m,groups" doc:"number of cartels"`
	Side int `csv:"side,nodes" doc:"k = √(2n/(m(m-1)))"`
}

// SurficialSizes lists the surficial systems of at most the given number of nodes, by n and then by
// m.
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

// MeetOnce reports whether every two quorums of different cartels share exactly one node.
func MeetOnce(system *quorum.GroupSystem) bool {
	through, quorums := quorumsThrough(system)
	for _, p := range quorums {
		met := 0
		for _, times := range p.shared(system, through) {
			if times != 1 {
				return false
			}
			met++
		}
		if met != len(quorums)-system.Cartel(p.cartel).Len() {
			return false
		}
	}
	return true
}

// Needless finds a quorum and a node in it without which the quorum would still meet every quorum
// of the other cartels: a node that is never the only node that the quorum shares with another one.
// It returns "" if there is none.
func Needless(ctx context.Context, system *quorum.GroupSystem) (string, error) {
	through, quorums := quorumsThrough(system)
	for _, p := range quorums {
		if ctx.Err() != nil {
			return "", experiments.ContextError(ctx)
		}
		shared := p.shared(system, through)
		for _, v := range system.Cartel(p.cartel).Quorum(p.i) {
			if !slices.ContainsFunc(through[v], func(other place) bool { return shared[other] == 1 }) {
				return fmt.Sprintf("node %v of quorum %v of cartel %v", quorum.Node(v), quorum.Index(p.i), quorum.Index(p.cartel)), nil
			}
		}
	}
	return "", nil
}

// place is the position of a quorum in a group system, counted from 0.
type place struct{ cartel, i int }

// quorumsThrough lists all quorums, and for each node the quorums that contain it.
func quorumsThrough(system *quorum.GroupSystem) (through [][]place, quorums []place) {
	through = make([][]place, system.N())
	for c, cartel := range system.Cartels() {
		for i, q := range cartel.All() {
			quorums = append(quorums, place{c, i})
			for _, v := range q {
				through[v] = append(through[v], place{c, i})
			}
		}
	}
	return through, quorums
}

// shared counts the nodes that a quorum has in common with each quorum of another cartel that it
// meets.
func (p place) shared(system *quorum.GroupSystem, through [][]place) map[place]int {
	shared := map[place]int{}
	for _, v := range system.Cartel(p.cartel).Quorum(p.i) {
		for _, other := range through[v] {
			if other.cartel != p.cartel {
				shared[other]++
			}
		}
	}
	return shared
}

// Nondominated judges by definition: every minimal transversal of the other cartels contains a
// quorum of the cartel. It lists the transversals, so it is for small systems; the error is a
// *quorum.LimitError if there are more of them than limit.
func Nondominated(ctx context.Context, system *quorum.GroupSystem, limit int) (bool, error) {
	cartels := system.Cartels()
	for c, cartel := range cartels {
		transversals, err := OfOthers(ctx, cartels, c, limit)
		if err != nil {
			return false, err
		}
		quorums, poll := cartel.Sets(), par.NewPoll(ctx)
		for i := range transversals.Len() {
			if err := poll.Err(); err != nil {
				return false, err
			}
			t := transversals.Set(i)
			if !slices.ContainsFunc(quorums, func(q quorum.Set) bool { return q.SubsetOf(t) }) {
				return false, nil
			}
		}
	}
	return true, nil
}

// OfOthers returns the minimal transversals of all cartels except c; the error is that of
// [quorum.Family.Dual].
func OfOthers(ctx context.Context, cartels []quorum.Family, c, limit int) (quorum.Family, error) {
	var rest []quorum.Set
	for d, cartel := range cartels {
		if d != c {
			rest = append(rest, cartel.Sets()...)
		}
	}
	f, err := quorum.FamilyOfSets(cartels[c].N(), rest)
	if err != nil {
		return f, err
	}
	return f.Dual(ctx, limit)
}

// ContainsQuorum reports whether a set contains a quorum of a cartel.
func ContainsQuorum(t quorum.Set, cartel quorum.Family) bool {
	return slices.ContainsFunc(cartel.Sets(), func(q quorum.Set) bool { return q.SubsetOf(t) })
}

// FiveNodes holds the example of Method 1 as printed, from experiments/papers.
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

// MaekawaSets returns the sets that Maekawa (1985) prints, S_1 first, by name: "Figure 1(b)" for a
// part of his Figure 1, and [FiveSets].
func MaekawaSets(out *experiments.Output) map[string][]quorum.Set {
	figure := experiments.Printed[struct {
		Source  string `json:"source"`
		Figures []struct {
			Part string       `json:"part"`
			K    int          `json:"k"`
			N    int          `json:"n"`
			Sets []PrintedSet `json:"sets"`
		} `json:"figures"`
	}](out, "maekawa-figure-1.json")
	sorted := func(printed []PrintedSet) []quorum.Set {
		list := make([]quorum.Set, len(printed))
		for _, s := range printed {
			list[s.Site] = s.Nodes
		}
		return list
	}
	named := map[string][]quorum.Set{FiveSets: sorted(experiments.Printed[FiveNodes](out, "maekawa-n5.json").Sets)}
	for _, f := range figure.Figures {
		named["Figure 1("+f.Part+")"] = sorted(f.Sets)
	}
	return named
}

// FiveSets is the name of Maekawa's sets for five nodes.
const FiveSets = "Maekawa's sets for 5 nodes"

// Sited returns the site assignment in which S_i is set i.
func Sited(name string, sets []quorum.Set) (*quorum.System, error) {
	family, err := quorum.FamilyOfSets(len(sets), sets)
	if err != nil {
		return nil, err
	}
	return quorum.NewSystem(name, family, quorum.SystemOptions{Sites: experiments.Numbers(0, len(sets)-1)})
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

type PrintedSet struct {
	Site  quorum.Node `json:"site"`
	Nodes quorum.Set  `json:"set"`
}

// Decided turns a verdict into an answer. It returns an error if the verdict is unknown.
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
