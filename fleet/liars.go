package fleet

import (
	"context"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"coterie/internal/machine/yamlfile"
	"coterie/internal/solve/sets"
	"coterie/internal/words/show"
	"coterie/measure/liars"
	"coterie/quorum"
)

// Liars says which nodes may lie, and what the quorums do about it: they mask liars or, where data
// is signed, disseminate it (package measure/liars). Every read shares enough nodes with every
// write, and writes do with each other where they have to meet; and while the liars are silent,
// what has to be survived is survived.
type Liars struct {
	// Nodes is how many nodes may lie: any so many or, with Sets, as many as the largest has.
	Nodes int             `json:"nodes"`
	Kind  quorum.Property `json:"kind"` // quorum.Masking or quorum.Dissemination
	// Shared is how many nodes a read and a write share; with Sets they may have to share more.
	Shared int `json:"shared"`
	// Sets are the nodes that may lie together, in place of any so many.
	Sets []quorum.Set `json:"sets,omitempty"`
	// Called is the name of all sets, for people: the zones or the operators; or else "".
	Called string `json:"-"`
}

var liarKinds = []string{string(quorum.Dissemination), string(quorum.Masking)}

// Sharing returns how many nodes a read and a write share if any b nodes may lie.
func (l *Liars) Sharing(b int) int { return 1 + b*(1+slices.Index(liarKinds, string(l.Kind))) }

func (p *reader) readLiars(n *yaml.Node) *Liars {
	if n == nil {
		return nil
	}
	keys, l, all := map[string]*yaml.Node{"nodes": n}, &Liars{Kind: quorum.Masking}, quorum.Set{}
	if n.Kind == yaml.MappingNode {
		keys = p.Fields(n, "liars", []string{"nodes", "kind"})
	}
	if at := keys["kind"]; at != nil {
		kind := p.Text(at, "the kind")
		if l.Kind = quorum.Property(kind); !slices.Contains(liarKinds, kind) {
			p.Fail(at, yamlfile.Near(kind, liarKinds), "there is no kind %s", show.Value(kind))
		}
	}
	each := 0 // any so many are in one of the sets
	if at := keys["nodes"]; at == nil || at.Kind == yaml.ScalarNode && at.Value != Zones && at.Value != Operators {
		l.Nodes = p.Whole(at, "the number of liars", 1, len(p.fleet.Nodes))
		each = l.Nodes
	} else {
		l.Sets, l.Called = p.lying(at)
	}
	for _, set := range l.Sets {
		l.Nodes, all = max(l.Nodes, set.Len()), all.Union(set)
	}
	if all.Len() == len(p.fleet.Nodes) { // any one node is in a set
		each = max(each, 1)
	}
	l.Shared = l.Sharing(each)
	return l
}

// mostLying bounds the sets of nodes that may lie.
const mostLying = 64

// The words for sets of nodes that may lie together: the nodes of each zone, or operator.
const (
	Zones     = "zones"
	Operators = "operators"
)

// Together returns the sets of nodes that a word stands for, Zones or Operators, with their names.
func (f *Fleet) Together(word string) (all []quorum.Set, names []string) {
	for v, node := range f.Nodes {
		name := node.Operator
		if word == Zones {
			name = ""
			if node.Zone != NoZone {
				name = f.Zones[node.Zone].Name
			}
		}
		if name == "" {
			continue
		}
		k := slices.Index(names, name)
		if k < 0 {
			k = len(names)
			all, names = append(all, quorum.Set{}), append(names, name)
		}
		all[k] = all[k].Union(quorum.SetOf(v))
	}
	return all, names
}

// lying reads sets of nodes that may lie together: the zones, the operators, or a list of nodes,
// zones, operators and lists of these.
func (p *reader) lying(n *yaml.Node) (all []quorum.Set, called string) {
	if n.Kind == yaml.ScalarNode {
		called = "the " + n.Value
		all, _ = p.fleet.Together(n.Value)
	}
	for _, item := range n.Content {
		names, set := []*yaml.Node{item}, quorum.Set{}
		if item.Kind == yaml.SequenceNode {
			names = item.Content
		}
		for _, name := range names {
			set = set.Union(p.named(name, "a node that may lie"))
		}
		all = append(all, set)
	}
	if n.Kind == yaml.MappingNode || len(all) == 0 || len(all) > mostLying {
		p.Fail(n, "zones or operators, if nodes name theirs, or lists of nodes: [[a, b], [c]]", "these are not 1 to %d sets of nodes that may lie", mostLying)
	}
	return all, called
}

// named returns the nodes of a name: of a node, of a zone, of an operator or, with all, of all
// nodes.
func (p *reader) named(item *yaml.Node, what string, all ...string) quorum.Set {
	name, f := p.Text(item, what), p.fleet
	node, isNode := p.nodeAt[name]
	zone, isZone := p.zoneAt[name]
	operated, operators := f.Together(Operators)
	operator := slices.Index(operators, name)
	switch {
	case operator >= 0 && (isNode || isZone):
		p.Fail(item, "", "%s is the name of an operator and of a node or a zone", show.Value(name))
	case operator >= 0:
		return operated[operator]
	case isNode:
		return quorum.SetOf(node)
	case isZone:
		return f.inZones([]int{zone})
	case !slices.Contains(all, name):
		p.Fail(item, yamlfile.Near(name, slices.Concat(f.Names(), p.zoneNames(), operators, all)), "there is no node, zone or operator %s", show.Value(name))
	}
	return quorum.FullSet(f.N())
}

// Shares returns how many nodes a read and a write share at least; 1 where nobody lies.
func (l *Liars) Shares() int {
	if l == nil {
		return 1
	}
	return l.Shared
}

// unions returns the greatest unions of a set of one list and a set of another.
func unions(a, b []quorum.Set) (all []quorum.Set) {
	for _, x := range a {
		for _, y := range b {
			if z := x.Union(y); !slices.ContainsFunc(all, z.SubsetOf) {
				all = append(slices.DeleteFunc(all, func(s quorum.Set) bool { return s.SubsetOf(z) }), z)
			}
		}
	}
	return all
}

// apart returns the sets outside any one of which a read and a write share nodes: to mask liars,
// the union of any two that may lie.
func (l *Liars) apart() []quorum.Set {
	all := append([]quorum.Set{{}}, l.Sets...)
	if l.Kind == quorum.Dissemination {
		return all
	}
	return unions(all, all)
}

// Spares returns the sets without any one of which the reads and the writes of honest fleets have
// quorums where these sets, or for dissemination their halves, may lie; nil where any so many nodes
// may.
func (l *Liars) Spares() (all []quorum.Set) {
	if l.Kind == quorum.Masking {
		return l.Sets
	}
	for _, set := range l.Sets {
		half := quorum.SetOf(set.Nodes()[:set.Len()/2]...)
		all = append(all, half, set.Minus(half))
	}
	return all
}

// Honest returns the fleet without liars whose systems stand for those of f: where any quorums of f
// lose spare nodes, they still meet. So strategies of such a system that ask sets of which as many
// may stay silent are strategies of a system of f, and the other way round. It is f where nobody
// lies. What sets that may lie ask for is in Lying.
//
// Proof: docs/theorems/fleet-liars.md.
func (f *Fleet) Honest() *Fleet {
	l := f.Require.Liars
	switch {
	case l == nil:
		return f
	case l.Sets != nil && l.Kind == quorum.Masking:
		return f.Evened()
	case l.Sets != nil:
		return f.Beside(l.Sets)
	}
	g, spare := *f, (l.Shared-1)/2
	g.Workload.Silent += spare
	g.Require.SurviveNodes += l.Nodes + spare
	return &g
}

// Evened returns an honest fleet whose reads and writes both have to spare as much as the one of
// them that has more: its systems are sought, and bounds hold for those of Honest.
func (f *Fleet) Evened() *Fleet {
	g, l := *f, f.Require.Liars
	if l == nil || l.Sets == nil {
		g.Require.SurviveNodes += (l.Shares() - 1) % 2
	} else {
		g.silent, g.down = l.Spares(), unions(l.Sets, l.Spares())
	}
	return &g
}

// Beside returns the fleet in whose Failures one of the sets is down, too.
func (f *Fleet) Beside(sets []quorum.Set) *Fleet {
	g := *f
	g.silent, g.down = nil, sets
	return &g
}

// Lying returns the sets of an honest fleet any one of which may stay silent among those asked, and
// those one of which is down besides what has to be survived.
func (f *Fleet) Lying() (silent, down []quorum.Set) {
	if f.down == nil {
		return nil, []quorum.Set{{}}
	}
	return f.silent, f.down
}

// Lied returns how the liars that f requires to be borne break s: two quorums that share too few
// nodes, or what is not survived; "" where s bears them. The error is a *quorum.LimitError, or the
// cause of ctx.
func (f *Fleet) Lied(ctx context.Context, s System) (how string, err error) {
	l := f.Require.Liars
	if l == nil {
		return "", nil
	}
	least, silent, share := l.Shared, l.Nodes, "%s share %d nodes, and %d are needed"
	if l.Sets != nil {
		least, silent, share = 1, 0, "%s share %d nodes outside sets that may lie, and %d is needed"
	}
	for _, pair := range [][]quorum.Quorums{{s.Reads, s.Writes}, {s.Writes}} {
		if len(pair) == 1 && !f.Require.WritesMeet {
			continue
		}
		for _, lying := range l.apart() {
			x, err := liars.FindOutside(ctx, pair, lying, 0)
			if err != nil || x.Least < least {
				return fmt.Sprintf(share, show.Join(x.Pair.Sets, " and ",
					func(q quorum.Set) string { return q.Label(f.Names()) }), x.Least, least), err
			}
		}
	}
	x, err := FindFailure(ctx, f.Beside(l.Sets), s, Survival{f.Require.SurviveZones, f.Require.SurviveNodes + silent})
	if x != nil {
		how = "no quorum of a kind is left without " + x.Down(f).Label(f.Names())
	}
	return how, err
}

// Spared returns a system whose reads and writes contain one of s without any of the nodes that
// each is to spare: all such sets, or of formulas some. On more nodes than a table has, of quorums
// without a formula, so many spare Any alone. The error is a *quorum.LimitError, or the
// cause of ctx.
func (s System) Spared(ctx context.Context, reads, writes liars.Faulty) (System, error) {
	rf, one := s.Reads.Formula()
	wf, two := s.Writes.Formula()
	if one && two && rf.ReadOnce() && wf.ReadOnce() {
		r, enough := withSpares(rf, reads)
		if w, too := withSpares(wf, writes); enough && too {
			return System{Reads: r, Writes: w}, nil
		}
	}
	lists, err := s.lists(ctx)
	for i, may := range []liars.Faulty{reads, writes} {
		if n := s.Reads.N(); err == nil && may.Sets != nil && n <= maxSilentTable {
			t := sets.Up(n, lists[i].All())
			t.SpareEach(quorum.Masks(may.Sets)...)
			lists[i], err = quorum.FamilyOfMasks(n, sets.AppendMinimal[uint64](nil, t))
			continue
		}
		var list [][]int32
		if err == nil {
			list, err = spareSets(ctx, lists[i], may.Any, nil)
		}
		if err == nil {
			lists[i], err = quorum.ListFamily(ctx, lists[i].N(), len(list), func(dst []int32, i int) []int32 { return append(dst, list[i]...) })
		}
	}
	return System{Reads: lists[0], Writes: lists[1]}, err
}

// withSpares returns a formula on whose sets f, which reads each node once, holds without any of
// the nodes to spare, if there is one of this form: nodes are added in the parts of a gate or,
// where these are small, more parts.
func withSpares(f quorum.Formula, may liars.Faulty) (quorum.Formula, bool) {
	var parts, own []quorum.Formula
	var votes []int
	lost := make([]int, len(may.Sets)) // of the votes by each set
	for i := range f.Len() {
		own, votes = append(own, f.Part(i)), append(votes, f.PartVotes(i))
		if g, ok := withSpares(f.Part(i), may); ok {
			parts = append(parts, g)
		}
		part := quorum.SetOf(slices.Collect(f.Part(i).Leaves())...)
		for k, set := range may.Sets {
			if set.Intersects(part) {
				lost[k] += votes[i]
			}
		}
	}
	k, total := f.Quota()
	most, nodes := slices.Max(append(lost, may.Any*slices.Max(append(votes, 1)))), quorum.SetOf(slices.Collect(f.Leaves())...)
	switch {
	case may.Any == 0 && !slices.ContainsFunc(may.Sets, nodes.Intersects):
		return f, true
	case f.UnitVotes() && len(parts) >= k && (k == 1 || k == total || 2*k <= f.Part(0).Len()):
		return quorum.Choose(k, parts...).Over(f.N()), true
	case len(own) > 0 && k+most <= total:
		return quorum.Votes(k+most, votes, own...).Over(f.N()), true
	}
	return f, false
}
