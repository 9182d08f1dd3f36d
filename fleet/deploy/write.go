package deploy

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/internal/machine/yamlfile"
	"coterie/internal/solve/quotas"
	"coterie/internal/words/planning"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// Formats returns the names of the formats.
func Formats() []string {
	return []string{"cassandra", "scylla", "zookeeper", "etcd", "consul", "mongodb", "envoy", "haproxy", "json"}
}

// software is what is known of the software of a format.
type software struct {
	name    string
	comment string // what begins a comment
	runs    string // in words: what it can run
	lacks   string // in words: what its lines cannot express
	// setups lists what it can run on the nodes of the fleet, all of it or, for ZooKeeper, what
	// comes first to mind. The first that has the quorums of the system is written.
	setups func(x *export) []setup
	// ways are how it makes reads, whatever the quorums; nil where a read asks a quorum of reads.
	ways []way
	// arbiters says that witnesses are nodes without data under it, too.
	arbiters bool
}

// way is how a software makes a read, in words, and which nodes work for it.
type way struct {
	text string
	asks reader
}

// setup is what a software can run, and the lines that make it so.
type setup struct {
	name          string
	reads, writes quorum.Formula
	lines         func() []string
}

func (s setup) system() fleet.System {
	return fleet.System{Name: s.name, Reads: s.reads, Writes: s.writes}
}

// export is one call of [Write].
type export struct {
	ctx      context.Context
	f        *fleet.Fleet
	s        fleet.System
	st       *fleet.Strategy // of the plan
	software software
}

// known returns the software of a format, the zero value where a format has none.
func known(format string) software {
	return map[string]software{
		"cassandra": cassandra("Cassandra", false), "scylla": cassandra("ScyllaDB", true), "zookeeper": zookeeper(),
		"etcd": members("etcd", initialCluster, etcdWays), "consul": members("Consul", retryJoin, consulWays), "mongodb": mongodb(),
	}[format]
}

// Shapes returns the shapes that have what the software of a format runs on f; nil where none has.
func Shapes(f *fleet.Fleet, format string) []fleet.Shape {
	switch format {
	case "cassandra", "scylla":
		return []fleet.Shape{fleet.CountShape, fleet.ZoneShape}
	case "zookeeper":
		return []fleet.Shape{fleet.GroupShape}
	case "mongodb":
		if f.N() <= mostVoters && f.Witnesses().Empty() {
			return []fleet.Shape{fleet.CountShape}
		}
	}
	return nil
}

// Runs reports whether the software of a format can have the quorums of a system.
func Runs(ctx context.Context, f *fleet.Fleet, s fleet.System, format string) bool {
	x := &export{ctx, f, s, nil, known(format)}
	return slices.ContainsFunc(x.software.setups(x), x.is)
}

// is reports whether a setup has the quorums of the system.
func (x *export) is(v setup) bool { return x.same(x.s.Reads, v.reads) && x.same(x.s.Writes, v.writes) }

// Write returns the configuration that makes s so on the nodes of f; st is its strategy. Numbers of
// comments are those of the best strategies for the goal and within the limits of st.
//
// The error is a *quorum.InputError for a format that there is not, for names of nodes that cannot
// stand in the lines, and for a system that the software cannot run; or a *quorum.LimitError where
// the quorums are too many to be listed.
func Write(ctx context.Context, f *fleet.Fleet, s fleet.System, st *fleet.Strategy, format string) (string, error) {
	x := &export{ctx, f, s, st, known(format)}
	for _, v := range f.Nodes {
		if !host.MatchString(v.Name) && slices.Contains([]string{"etcd", "consul", "mongodb", "envoy", "haproxy"}, format) {
			return "", quorum.Bad("", fmt.Sprintf("node %s cannot stand as a host", show.Value(v.Name)), "the names of the nodes become hosts: letters, digits, dots and dashes")
		}
	}
	switch format {
	case "envoy":
		return x.balance(envoy), nil
	case "haproxy":
		return x.balance(haproxy), nil
	case "json":
		return x.json()
	}
	if x.software.setups == nil {
		return "", quorum.Bad("", "there is no format "+show.Value(format), yamlfile.Near(format, Formats()))
	}
	if f.Require.Liars != nil {
		return "", quorum.Bad("", "the lines for "+x.software.name+" say nothing about liars, who are required to be borne", "json has the quorums, for software that compares the answers")
	}
	setups := x.software.setups(x)
	for _, v := range setups {
		if x.software.runs == majorities || x.is(v) {
			return x.text(v), nil
		}
	}
	if err := context.Cause(ctx); err != nil {
		return "", err
	}
	return "", quorum.Bad("", fmt.Sprintf("%s cannot run this system: it runs %s", x.software.name, x.software.runs), x.nearest(setups))
}

// host is a name that can stand as a host.
var host = regexp.MustCompile(`^[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$`)

// same reports whether quorums are those of a formula.
func (x *export) same(q quorum.Quorums, f quorum.Formula) bool {
	if g, ok := q.Formula(); ok { // in most cases this is enough
		a, wrong := g.Smallest(x.ctx)
		b, err := f.Smallest(x.ctx)
		if g.String() == f.String() || wrong == nil && err == nil && a.Len() != b.Len() {
			return g.String() == f.String()
		}
	}
	yes, err := fleet.System{Reads: q, Writes: f}.Same(x.ctx)
	return yes && err == nil
}

// nearest names the setup whose reads meet its writes, that survives as the fleet requires, and has
// the best strategy for the goal of the plan.
func (x *export) nearest(setups []setup) string {
	var best *fleet.Strategy
	hint := "nothing that it runs keeps what the fleet requires"
	for _, v := range setups {
		fails, err := fleet.FindFailure(x.ctx, x.f, v.system(), x.f.Require.Survival())
		st := x.best(v.system())
		if err != nil || fails != nil || x.f.WitnessesAlone(v.system()) || st == nil || best != nil && st.Value.Cmp(best.Value) >= 0 || v.system().Meets(x.ctx) != nil {
			continue
		}
		best, hint = st, fmt.Sprintf("the nearest is %s, with a capacity of %s, if each request asked one quorum alone", v.name, x.against(st.Capacity))
		if v.reads.Dual().String() == v.writes.String() {
			hint += "; its spec: expr:" + v.reads.Label(x.f.Names())
		} else if x.same(v.reads, x.majority(x.all())) && x.same(v.writes, v.reads) {
			hint += fmt.Sprintf("; its spec: majority:n=%d", x.f.N())
		} else {
			hint += "; its lines: " + strings.Join(v.lines(), " ")
		}
	}
	return hint
}

// best returns the best strategy of a system for the goal and within the limits of the plan; nil
// where there is none, or none was found.
func (x *export) best(s fleet.System) *fleet.Strategy {
	st, err := fleet.FindStrategy(x.ctx, x.f, s, fleet.StrategyOptions{Goal: x.st.Goal, Limits: x.st.Limits, Then: x.st.Then, SkipCheck: true})
	if err != nil {
		return nil
	}
	return st
}

// against says a capacity, and its share of that of the plan.
func (x *export) against(v *big.Rat) string {
	return fmt.Sprintf("%s, %s of the %s planned", planning.Number(v), planning.Percent(new(big.Rat).Quo(v, x.st.Capacity), 2), planning.Number(x.st.Capacity))
}

// text returns the lines of a setup with the comments above them.
func (x *export) text(v setup) string {
	lines := []string{fmt.Sprintf("%s, for the system %s: %s", x.software.name, cmp.Or(x.s.Name, "given by its quorums"), v.name)}
	capacity := func(reads, writes quorum.Formula, say func(*big.Rat) string) string {
		if st := x.best(fleet.System{Reads: reads, Writes: writes}); st != nil {
			return say(st.Capacity)
		}
		return "none, for no strategy keeps the limits of the plan"
	}
	all := x.count(len(x.copies()), x.copies())
	lines = append(lines, "capacity if each request asked one of these quorums alone: "+capacity(v.reads, v.writes, x.against))
	runs := fmt.Sprintf("capacity as %s runs it, with each write at all of %s: ", x.software.name, show.Count(len(x.copies()), "node"))
	if x.software.ways == nil {
		lines = append(lines, runs+capacity(v.reads, all, x.against))
	} else {
		lines = append(lines, runs+show.Join(x.software.ways, "; ", func(w way) string {
			reads, at := x.nodes(w.asks)
			return capacity(reads, all, planning.Number) + " where " + w.text + at
		}),
			"other quorums change nothing in that: they decide how many answers a write waits for, and what is survived")
	}
	lacks := x.software.lacks
	if len(x.f.Zones) == 0 && x.software.name == "ZooKeeper" {
		lacks += "; the places of the servers, which are not given: groups may lie across them"
	}
	if w := x.f.Witnesses(); !w.Empty() && !x.software.arbiters {
		lacks = "that " + w.Label(x.f.Names()) + " stores no data: it will; " + lacks
	}
	lines = append(lines, x.survives(v.system()), "not expressed: "+lacks)
	for i, line := range lines {
		lines[i] = x.software.comment + " " + show.Line(line)
	}
	return strings.Join(append(lines, v.lines()...), "\n") + "\n"
}

// survives says what a system survives, beside a majority.
func (x *export) survives(s fleet.System) string {
	say := func(s fleet.System) string {
		most, _, err := fleet.FindSurvival(x.ctx, x.f, s)
		if err != nil {
			return "(not found: " + err.Error() + ")"
		}
		return planning.Survivals(most)
	}
	most := x.majority(x.all())
	writes, _ := s.Writes.Formula() // as every setup has
	least, _ := writes.Smallest(x.ctx)
	return fmt.Sprintf("a write waits for %s at least; survives %s; a majority of %d waits for %d, and survives %s (n: any so many nodes, z: any so many zones)",
		show.Count(least.Len(), "answer"), say(s), x.f.N(), x.f.N()/2+1, say(fleet.System{Reads: most, Writes: most}))
}

// all returns all nodes.
func (x *export) all() []int { return quorum.FullSet(x.f.N()).Nodes() }

// ones returns 1 for each of these nodes, and 0 for the others.
func (x *export) ones(nodes []int) []int {
	out := make([]int, x.f.N())
	for _, v := range nodes {
		out[v] = 1
	}
	return out
}

// count returns the formula of k of the nodes.
func (x *export) count(k int, nodes []int) quorum.Formula {
	return quotas.New(x.ones(nodes), k).Formula()
}

func (x *export) majority(nodes []int) quorum.Formula { return x.count(len(nodes)/2+1, nodes) }

// zones returns the nodes by the part of the names of their zones before a mark, where they have
// it, in the order in which these parts first occur.
func (x *export) zones(mark string) (names []string, nodes [][]int) {
	for i, v := range x.f.Nodes {
		name := ""
		if v.Zone != fleet.NoZone {
			name, _, _ = strings.Cut(x.f.Zones[v.Zone].Name+mark, mark)
		}
		at := slices.Index(names, name)
		if at < 0 {
			at, names, nodes = len(names), append(names, name), append(nodes, nil)
		}
		nodes[at] = append(nodes[at], i)
	}
	return names, nodes
}

// json returns the quorums in the format of package quorum.
func (x *export) json() (string, error) {
	var cartels [2]quorum.Family
	for i, q := range []quorum.Quorums{x.s.Reads, x.s.Writes} {
		var err error
		if cartels[i], err = fleet.Listed(x.ctx, q); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	g, err := quorum.NewGroupSystem(x.s.Name, cartels[:], x.f.Names())
	if err == nil {
		err = quorum.Write(&b, g.WithRoles(quorum.ReadsAndWrites()))
	}
	return b.String(), err
}
