package deploy

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"coterie/internal/words/show"
	"coterie/measure/votes"
	"coterie/quorum"
)

// mostVoteCases bounds the search for votes of one group, mostCompared the quorums of a list that
// is searched for groups.
const (
	mostVoteCases = 200_000
	mostCompared  = 1_000
)

// group has the servers of a group of ZooKeeper, each with its weight.
type group struct{ nodes, weights []int }

// equal returns groups whose servers weigh 1 each.
func equal(parts [][]int) (by []group) {
	for _, nodes := range parts {
		by = append(by, group{nodes, slices.Repeat([]int{1}, len(nodes))})
	}
	return by
}

// zookeeper returns the software of ZooKeeper. One list of quorums is for everything: those with
// more than half of the weight in more than half of the groups.
func zookeeper() software {
	return software{
		"ZooKeeper", "#",
		"the same quorums for elections and writes, with more than half of the weight in more than half of the groups",
		"which servers a request asks; a read asks one server, and sees the last write after a sync alone",
		func(x *export) []setup {
			_, zones := x.zones("\n") // which no name has
			guesses := [][]group{equal([][]int{x.all()}), equal(zones)}
			for size := 3; 3*size <= x.f.N(); size += 2 {
				if x.f.N()%size == 0 {
					guesses = append(guesses, equal(slices.Collect(slices.Chunk(x.all(), size))))
				}
			}
			if f, ok := x.s.Reads.Formula(); ok {
				guesses = append(guesses, written(f))
			}
			if list, err := listed(x.ctx, x.s.Reads); err == nil && list.Len() <= mostCompared {
				guesses = append(guesses, x.weighed(list, [][]int{x.all()}), x.weighed(list, zones))
			}
			var setups []setup
			for _, by := range guesses {
				if len(by) > 0 {
					setups = append(setups, x.groups(by))
				}
			}
			return setups
		},
	}
}

// written returns the groups of a formula that is written as ZooKeeper has quorums: a gate of
// votes, or gates of such gates and nodes. Whether its quotas are right is judged later.
func written(f quorum.Formula) (by []group) {
	parts := partsOf(f)
	if !slices.ContainsFunc(parts, func(p quorum.Formula) bool { return p.Len() > 0 }) {
		parts = []quorum.Formula{f}
	}
	for _, p := range parts {
		var g group
		if v, leaf := p.Leaf(); leaf {
			g = group{[]int{v}, []int{1}}
		}
		for i, leaf := range partsOf(p) {
			v, ok := leaf.Leaf()
			if !ok {
				return nil
			}
			g.nodes, g.weights = append(g.nodes, v), append(g.weights, p.PartVotes(i))
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
// nil where there are no such weights.
func (x *export) weighed(list quorum.Family, parts [][]int) (by []group) {
	for _, part := range parts {
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
		var g group
		for _, v := range part {
			g.nodes, g.weights = append(g.nodes, v), append(g.weights, q.Weights[v])
		}
		by = append(by, g)
	}
	return by
}

// groups returns the setup of these groups. Nodes without weight in a group, or in none, make one
// more group, for ZooKeeper asks every server that votes to be in a group.
func (x *export) groups(by []group) setup {
	var gates []quorum.Formula
	rest, light := quorum.FullSet(x.f.N()), group{}
	for _, g := range by {
		var leaves []quorum.Formula
		var weights []int
		total := 0
		for i, v := range g.nodes {
			if w := g.weights[i]; w > 0 {
				leaves, weights, total = append(leaves, quorum.Leaf(v)), append(weights, w), total+w
			}
		}
		gates = append(gates, quorum.Votes(total/2+1, weights, leaves...))
		rest = rest.Minus(quorum.SetOf(g.nodes...))
	}
	if light.nodes = rest.Nodes(); len(light.nodes) > 0 {
		light.weights = make([]int, len(light.nodes))
		by = append(slices.Clone(by), light)
	}
	f := quorum.Choose(len(gates)/2+1, gates...).Over(x.f.N())
	name := "more than half of the weight"
	if len(gates) > 1 {
		name += fmt.Sprintf(" in more than half of %d groups", len(gates))
	}
	if len(by) == 1 && slices.Min(by[0].weights) == slices.Max(by[0].weights) {
		return setup{fmt.Sprintf("a majority of %d servers", x.f.N()), f, f, func() []string {
			return []string{"# without lines group.N and weight.N more than half of the servers are a quorum"}
		}}
	}
	return setup{name, f, f, func() []string {
		return append([]string{"# all servers are stopped, and then all get these lines: a quorum of before and one of after need not meet"}, x.zooLines(by)...)
	}}
}

var serverName = regexp.MustCompile(`^server\.[0-9]+$`)

// zooLines returns the lines of the groups. Servers keep their numbers where all nodes have the
// names that zoo.cfg gave them.
func (x *export) zooLines(by []group) (lines []string) {
	names := x.f.Names()
	if slices.ContainsFunc(names, func(name string) bool { return !serverName.MatchString(name) }) {
		for v, name := range names {
			names[v] = "server." + strconv.Itoa(v+1)
			lines = append(lines, "# "+names[v]+" is "+name)
		}
	}
	id := func(v int) string { return strings.TrimPrefix(names[v], "server.") }
	var weights []string
	for i, g := range by {
		lines = append(lines, fmt.Sprintf("group.%d=%s", i+1, show.Join(g.nodes, ":", id)))
		for j, v := range g.nodes {
			weights = append(weights, fmt.Sprintf("weight.%s=%d", id(v), g.weights[j]))
		}
	}
	return append(lines, weights...)
}
