package deploy

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"coterie/fleet"
	"coterie/internal/solve/quotas"
	"coterie/measure/votes"
	"coterie/quorum"
)

// mostVoteCases bounds the search for votes of one group, mostCompared the quorums of a list that
// is searched for groups.
const (
	mostVoteCases = 200_000
	mostCompared  = 1_000
)

// zookeeper returns the software of ZooKeeper. One list of quorums is for everything: those with
// more than half of the weight in more than half of the groups.
func zookeeper() software {
	return software{
		"ZooKeeper", "#",
		"the same quorums for elections and writes, with more than half of the weight in more than half of the groups",
		"which servers a client connects to",
		func(x *export) []setup {
			_, zones := x.zones("\n") // which no name has
			parts := [][][]int{{x.all()}, zones}
			for size := 3; 3*size <= x.f.N(); size += 2 {
				if x.f.N()%size == 0 {
					parts = append(parts, slices.Collect(slices.Chunk(x.all(), size)))
				}
			}
			var setups []setup
			guess := func(by [][]int) {
				if len(by) > 0 {
					setups = append(setups, x.groups(by))
				}
			}
			for _, nodes := range parts {
				guess(x.weighed(quorum.Family{}, nodes))
			}
			if f, ok := x.s.Reads.Formula(); ok {
				guess(x.written(f))
			}
			if list, err := fleet.Listed(x.ctx, x.s.Reads); err == nil && list.Len() <= mostCompared {
				guess(x.weighed(list, parts[0]))
				guess(x.weighed(list, zones))
			}
			return setups
		},
		zooWays, false,
	}
}

// written returns the groups of a formula that is written as ZooKeeper has quorums: a gate of
// votes, or gates of such gates and nodes. Whether its quotas are right is judged later. A group is
// the weight of each node in it.
func (x *export) written(f quorum.Formula) (by [][]int) {
	parts := partsOf(f)
	if !slices.ContainsFunc(parts, func(p quorum.Formula) bool { return p.Len() > 0 }) {
		parts = []quorum.Formula{f}
	}
	for _, p := range parts {
		g := x.ones(nil)
		if v, leaf := p.Leaf(); leaf {
			g[v] = 1
		}
		for i, leaf := range partsOf(p) {
			v, ok := leaf.Leaf()
			if !ok {
				return nil
			}
			g[v] = p.PartVotes(i)
		}
		by = append(by, g)
	}
	return by
}

func partsOf(f quorum.Formula) (parts []quorum.Formula) {
	for i := range f.Len() {
		parts = append(parts, f.Part(i))
	}
	return parts
}

// weighed returns the parts of a partition as groups, with the weights that the quorums have within
// each: its sets that are parts of quorums are those with more than half of the weight. It returns
// nil where there are no such weights; without quorums every node has 1.
func (x *export) weighed(list quorum.Family, parts [][]int) (by [][]int) {
	for _, part := range parts {
		if list.Len() == 0 {
			by = append(by, x.ones(part))
			continue
		}
		var sets [][]int
		for i := range list.Len() {
			if set := list.Set(i).Intersect(quorum.SetOf(part...)); !set.Empty() {
				sets = append(sets, set.Nodes())
			}
		}
		within, err := quorum.NewFamily(list.N(), sets)
		if err != nil || len(sets) == 0 { // no quorum asks this part
			continue
		}
		q, err := votes.FindQuota(x.ctx, within.Minimized(), votes.Options{MaxCases: mostVoteCases})
		if err != nil || !q.Assignable {
			return nil
		}
		by = append(by, q.Weights)
	}
	return by
}

// groups returns the setup of these groups.
func (x *export) groups(by [][]int) setup {
	var gates []quorum.Formula
	rest := x.ones(x.all())
	for _, g := range by {
		total := 0
		for v, w := range g {
			if total += w; w > 0 {
				rest[v] = 0
			}
		}
		gates = append(gates, quotas.New(g, total/2+1).Formula())
	}
	f := quorum.Choose(len(gates)/2+1, gates...)
	name := "more than half of the weight"
	if len(gates) > 1 {
		name += fmt.Sprintf(" in more than half of %d groups", len(gates))
	}
	if len(by) == 1 && slices.Min(by[0]) == slices.Max(by[0]) {
		return setup{fmt.Sprintf("a majority of %d servers", x.f.N()), f, f, func() []string {
			return []string{"# without lines group.N and weight.N more than half of the servers are a quorum"}
		}}
	}
	return setup{name, f, f, func() []string { return x.zooLines(by, rest) }}
}

var serverName = regexp.MustCompile(`^server\.[0-9]+$`)

// zooLines returns the lines of the groups. The nodes that are in none make one more, of weight 0,
// for ZooKeeper asks every server that votes to be in a group. Servers keep their numbers where all
// nodes have the names that zoo.cfg gave them.
func (x *export) zooLines(by [][]int, rest []int) []string {
	lines, names := []string{"# all servers are stopped, and then all get these lines: a quorum of before and one of after need not meet"}, x.f.Names()
	if slices.ContainsFunc(names, func(name string) bool { return !serverName.MatchString(name) }) {
		for v, name := range names {
			names[v] = "server." + strconv.Itoa(v+1)
			lines = append(lines, "# "+names[v]+" is "+name)
		}
	}
	var weights []string
	for i, g := range append(slices.Clone(by), rest) {
		var ids []string
		for v, w := range g {
			if w > 0 {
				id := strings.TrimPrefix(names[v], "server.")
				ids, weights = append(ids, id), append(weights, fmt.Sprintf("weight.%s=%d", id, w*(1-rest[v])))
			}
		}
		if ids != nil {
			lines = append(lines, fmt.Sprintf("group.%d=%s", i+1, strings.Join(ids, ":")))
		}
	}
	return append(lines, weights...)
}
