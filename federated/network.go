package federated

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"coterie/internal/solve/sets"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// Network is a federated system. It does not change.
type Network struct {
	members []quorum.Member // those of the file, then those that are only named in sets
	listed  int             // how many the file has
	index   map[string]int
	sets    []*set // nil for a node that is in no quorum

	faulty  sets.Bits // deleted
	without sets.Bits // left
}

// set is satisfied by the node sets that hold need of its members. Equal sets are one value.
type set struct {
	need  int
	nodes []int
	inner []*set
	key   string
}

// New returns the network of the members, whose names differ. An organisation claims its
// validators, and gives its name to the nodes that have its key. Validators that are no members
// become nodes without a set.
func New(members []quorum.Member, organizations []quorum.Organization) *Network {
	w := &Network{members: slices.Clone(members), listed: len(members), index: map[string]int{}}
	for i, m := range w.members {
		w.index[m.Name] = i
	}
	known := map[string]*set{}
	for i := range members {
		w.sets = append(w.sets, nil)
		if s := members[i].Set; s != nil {
			w.sets[i] = w.compile(s, known)
		}
	}
	w.sets = append(w.sets, make([]*set, len(w.members)-len(members))...)
	w.faulty, w.without = w.bits(), w.bits()
	names := map[string]string{}
	for _, o := range organizations {
		names[o.ID] = o.Name
		for _, v := range o.Validators {
			if i, ok := w.index[v]; ok {
				w.members[i].Organization = o.Name
			}
		}
	}
	delete(names, "") // of those without a key
	for i := range w.members {
		if name := names[w.members[i].Organization]; name != "" {
			w.members[i].Organization = name
		}
	}
	return w
}

func (w *Network) compile(s *quorum.QuorumSet, known map[string]*set) *set {
	c := &set{need: s.Threshold}
	for _, name := range s.Validators {
		v, ok := w.index[name]
		if !ok {
			v = len(w.members)
			w.index[name] = v
			w.members = append(w.members, quorum.Member{Name: name, Fault: "a set names it, but the file has no such node"})
		}
		c.nodes = append(c.nodes, v)
	}
	for _, inner := range s.Inner {
		c.inner = append(c.inner, w.compile(inner, known))
	}
	return c.shared(known)
}

// shared returns the first set that was equal to c.
func (c *set) shared(known map[string]*set) *set {
	slices.Sort(c.nodes)
	slices.SortFunc(c.inner, func(a, b *set) int { return bytes.Compare([]byte(a.key), []byte(b.key)) })
	c.key = fmt.Sprint("(", c.need, c.nodes)
	for _, inner := range c.inner {
		c.key += inner.key
	}
	c.key += ")"
	if known[c.key] == nil {
		known[c.key] = c
	}
	return known[c.key]
}

// satisfied reports whether a set of nodes satisfies s.
func (s *set) satisfied(by sets.Bits) bool {
	missing := s.need
	for _, v := range s.nodes {
		if missing <= 0 {
			return true
		}
		if by.Has(v) {
			missing--
		}
	}
	for _, inner := range s.inner {
		if missing <= 0 {
			return true
		}
		if inner.satisfied(by) {
			missing--
		}
	}
	return missing <= 0
}

// each calls f with each node that s names, as often as it does.
func (s *set) each(f func(v int)) {
	for _, v := range s.nodes {
		f(v)
	}
	for _, inner := range s.inner {
		inner.each(f)
	}
}

func (w *Network) bits(nodes ...int) sets.Bits {
	b := sets.New(len(w.members))
	for _, v := range nodes {
		b.Add(v)
	}
	return b
}

// greatest returns the greatest quorum within a set of nodes, which is the union of all; it is
// empty if there is none. Nodes whose sets are not satisfied are taken away until none is left
// (Lachowski 2019).
func (w *Network) greatest(within sets.Bits) sets.Bits {
	q := slices.Clone(within)
	for changed := true; changed; {
		changed = false
		there := slices.Clone(q)
		there.Unite(w.faulty)
		for v := range q.All() {
			if w.sets[v] == nil || !w.sets[v].satisfied(there) {
				q.Remove(v)
				changed = true
			}
		}
	}
	return q
}

// minimal returns a quorum within q of as few parts as can be: they are taken away in turn.
func (w *Network) minimal(q sets.Bits, parts []sets.Bits) sets.Bits {
	for _, part := range parts {
		rest := slices.Clone(q)
		rest.Subtract(part)
		if rest = w.greatest(rest); !rest.Empty() {
			q = rest
		}
	}
	return q
}

// single returns each of some nodes as a part.
func (w *Network) single(nodes sets.Bits) (parts []sets.Bits) {
	for v := range nodes.All() {
		parts = append(parts, w.bits(v))
	}
	return parts
}

// cores returns the greatest quorums of the strongly connected components of the trust graph (an
// arc from each node to those that its set names) of the greatest quorum of all, where they have
// one. Every minimal quorum lies within one of them (Lachowski 2019).
func (w *Network) cores() (cores []sets.Bits) {
	all := w.greatest(sets.Full(len(w.members)))
	g := simple.NewDirectedGraph()
	for v := range all.All() {
		if g.Node(int64(v)) == nil {
			g.AddNode(simple.Node(v))
		}
		w.sets[v].each(func(u int) {
			if u != v && all.Has(u) {
				g.SetEdge(g.NewEdge(simple.Node(v), simple.Node(u)))
			}
		})
	}
	for _, component := range topo.TarjanSCC(g) {
		nodes := w.bits()
		for _, v := range component {
			nodes.Add(int(v.ID()))
		}
		if q := w.greatest(nodes); !q.Empty() {
			cores = append(cores, q)
		}
	}
	slices.SortFunc(cores, func(a, b sets.Bits) int { return a.First() - b.First() })
	return cores
}

// Find returns the nodes of names: of nodes, their labels, or organisations.
func (w *Network) Find(names []string) (nodes []int, err error) {
	for _, name := range names {
		name, found := strings.TrimSpace(name), len(nodes)
		for v, m := range w.members {
			if m.Name == name {
				nodes = append(nodes[:found], v)
				break
			}
			if name != "" && (m.Organization == name || m.Label == name) {
				nodes = append(nodes, v)
			}
		}
		if len(nodes) == found {
			return nil, quorum.Bad("", "there is no node and no organisation "+show.Value(name), show.Meant(name, w.called())+"names are those of the file, or of its organisations")
		}
	}
	return nodes, nil
}

// called returns all names of nodes and organisations.
func (w *Network) called() (names []string) {
	for _, m := range w.members {
		names = append(names, m.Name, m.Label, m.Organization)
	}
	return names
}

// Delete returns the network without nodes that may do anything: each threshold falls by one for
// each of its members that is deleted, or is satisfied by deleted nodes alone (D. Mazières, The
// Stellar consensus protocol, 2015, section 4: Q^B(v) = {q∖B : q ∈ Q(v)}). A deleted member counts
// as one that is there, which is the same.
func (w *Network) Delete(nodes []int) *Network {
	next := w.Without(nodes)
	next.faulty, next.without = w.bits(append(slices.Clone(nodes), slices.Collect(w.faulty.All())...)...), w.without
	return next
}

// Without returns the network after nodes have left: they are in no quorum, and the thresholds
// stay.
func (w *Network) Without(nodes []int) *Network {
	next := *w
	next.sets = slices.Clone(w.sets)
	next.without = w.bits(append(slices.Clone(nodes), slices.Collect(w.without.All())...)...)
	for v := range next.without.All() {
		next.sets[v] = nil
	}
	return &next
}

// Write writes the network in our own format, as it was before nodes were deleted or had left.
func (w *Network) Write(out io.Writer) error {
	return quorum.WriteFederated(out, w.members[:w.listed])
}

// Core returns the network of the nodes that share a strongly connected component with a quorum;
// the others have left. These watch: no quorum needs them.
func (w *Network) Core() *Network {
	others := sets.Full(len(w.members))
	for _, core := range w.cores() {
		others.Subtract(core)
	}
	return w.Without(slices.Collect(others.All()))
}

// isQuorum judges a set of nodes by the sets of the file, name by name: no other code of this
// package has a part in it.
func (w *Network) isQuorum(nodes []string) bool {
	counted := map[string]bool{}
	for _, name := range nodes {
		counted[name] = true
	}
	for _, name := range slices.Concat(w.namesOf(w.faulty), w.namesOf(w.without)) {
		if counted[name] {
			return false
		}
	}
	for _, name := range w.namesOf(w.faulty) {
		counted[name] = true
	}
	var holds func(s *quorum.QuorumSet) bool
	holds = func(s *quorum.QuorumSet) bool {
		have := 0
		for _, name := range s.Validators {
			if counted[name] {
				have++
			}
		}
		for _, inner := range s.Inner {
			if holds(inner) {
				have++
			}
		}
		return have >= s.Threshold
	}
	return len(nodes) > 0 && !slices.ContainsFunc(nodes, func(name string) bool {
		set := w.members[w.index[name]].Set
		return set == nil || !holds(set)
	})
}
