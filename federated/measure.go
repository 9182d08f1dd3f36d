package federated

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/sets"
	"coterie/internal/words/show"
	"coterie/measure/availability"
	"coterie/quorum"
	"coterie/search"
)

// Options are those of Measure; the zero value is useful.
type Options struct {
	// By merges the nodes that agree in it: "organisation", "country" or "isp". Nodes of which the
	// file says nothing stand alone. "" or "node" merges none.
	By    string
	Crash []bounds.Fraction // of nodes, or of groups
	Limit int               // the most sets of a list; 0 stands for 1000
}

// Report has the figures of a network. Sets are sets of nodes or, with By, of groups.
type Report struct {
	Kind    quorum.Kind `json:"kind"`
	N       int         `json:"n"`
	By      string      `json:"by"`
	Faulty  []string    `json:"faulty,omitempty"`
	Without []string    `json:"without,omitempty"`
	// QuorumIntersection says whether every two quorums meet; unknown if the search was stopped.
	QuorumIntersection quorum.Truth         `json:"quorum_intersection"`
	TopTier            TopTier              `json:"top_tier"`
	MinimalQuorums     Sets                 `json:"minimal_quorums"`
	Blocking           Sets                 `json:"minimal_blocking_sets"`
	Splitting          Sets                 `json:"minimal_splitting_sets"`
	SymmetricClusters  [][]string           `json:"symmetric_clusters"`
	Availability       []availability.Point `json:"availability"` // null where the minimal quorums are not all known
	Faults             []string             `json:"faults"`
}

// TopTier is the union of the minimal quorums. Where it is not complete, it is a part of it.
type TopTier struct {
	Complete bool     `json:"complete"`
	Names    []string `json:"names"`
}

// Sets are minimal sets by size, the smallest first.
type Sets struct {
	Complete bool `json:"complete"` // no other one exists
	Count    int  `json:"count"`
	// Least is the size of the smallest, which is proved; nil where there is none, or none was
	// found.
	Least *int `json:"least"`
	// AtLeast bounds the size of every set that is not listed.
	AtLeast int        `json:"at_least"`
	Reason  string     `json:"reason,omitempty"` // why the list is not complete
	Sets    [][]string `json:"sets"`
}

// rounds ends each question to the SAT solver, so that no answer depends on a clock.
const rounds = 1000

// measurer finds the figures of a network.
type measurer struct {
	*Network
	ctx    context.Context
	limit  int
	groups []string    // their names
	parts  []sets.Bits // and nodes
	of     []int       // the group of each node
	core   sets.Bits   // the union of the cores
}

// measurer divides the nodes into groups. The error is that of an option.
func (w *Network) measurer(ctx context.Context, opts Options) (*measurer, error) {
	m := &measurer{Network: w, ctx: ctx, limit: cmp.Or(opts.Limit, 1000), of: make([]int, len(w.members)), core: w.bits()}
	for v := range w.members {
		name, err := groupOf(w.members[v], opts.By)
		if err != nil {
			return nil, err
		}
		if m.of[v] = slices.Index(m.groups, name); m.of[v] < 0 {
			m.of[v] = len(m.groups)
			m.groups, m.parts = append(m.groups, name), append(m.parts, w.bits())
		}
		m.parts[m.of[v]].Add(v)
	}
	for _, core := range w.cores() {
		m.core.Unite(core)
	}
	return m, nil
}

// Measure finds the figures of a network:
//
//   - minimal quorums, by size;
//   - minimal blocking sets, which meet every quorum: without them none is live;
//   - minimal splitting sets, after whose deletion two quorums are disjoint (deleted as in
//     [Network.Delete]: they may say anything); where two are disjoint already, the empty set;
//   - symmetric clusters: nodes with one set that names them and no others;
//   - the availability, where each node (or group) crashes with one probability.
//
// The first three definitions are those of fbas_analyzer 0.7 (M. Florian, S. Henningsen, C.
// Ndolo and B. Scheuermann, The sum of its parts, Distributed Computing 35, 2022). All three are
// asked of the built-in SAT solver, a size after the other, so that the first found is a smallest;
// each set found is judged again by other code. The error is internal, or that of an option.
func (w *Network) Measure(ctx context.Context, opts Options) (*Report, error) {
	m, err := w.measurer(ctx, opts)
	if err != nil {
		return nil, err
	}
	checked, err := w.Check(ctx, search.Options{})
	if err != nil {
		return nil, err
	}
	r := &Report{Kind: quorum.KindFederated, N: w.listed, By: opts.By, Faulty: checked.Faulty, Without: checked.Without,
		QuorumIntersection: checked.Properties[0].Holds, Faults: checked.Faults, SymmetricClusters: w.clusters()}
	var family [][]int
	for _, find := range []struct {
		to *Sets
		by func() (Sets, [][]int, error)
	}{{&r.Splitting, m.splitting}, {&r.Blocking, m.blocking}, {&r.MinimalQuorums, m.quorums}} {
		if *find.to, family, err = find.by(); err != nil {
			return nil, err
		}
	}
	r.TopTier = m.topTier(family, r.MinimalQuorums.Complete)
	if !r.MinimalQuorums.Complete || len(family) == 0 {
		return r, nil
	}
	f, err := quorum.NewFamily(len(m.groups), family)
	if err != nil {
		return nil, quorum.Internal("%w", err)
	}
	if live, err := availability.CountLive(ctx, f, availability.LiveOptions{}); err == nil {
		for _, p := range opts.Crash {
			r.Availability = append(r.Availability, live.At(p))
		}
	}
	return r, nil
}

// mostQuorums is the greatest number of minimal quorums of which System makes a system.
const mostQuorums = 10_000

// System returns the quorum system of the minimal quorums of a network, by names: of the nodes of
// the top tier, as no other is in a minimal quorum, or of their groups. Its quorums need not meet.
// The error is a *quorum.InputError if the network has no quorum, or where the list of them is cut
// short, the cause of ctx, or that of an option.
func (w *Network) System(ctx context.Context, opts Options) (*quorum.System, error) {
	opts.Limit = cmp.Or(opts.Limit, mostQuorums)
	m, err := w.measurer(ctx, opts)
	if err != nil {
		return nil, err
	}
	found, family, err := m.quorums()
	switch {
	case cmp.Or(context.Cause(ctx), err) != nil:
		return nil, cmp.Or(context.Cause(ctx), err)
	case !found.Complete:
		return nil, quorum.Bad("", "its minimal quorums are too many to be listed: "+found.Reason, "build --by organisation makes a system of organisations, of which there are fewer")
	case found.Count == 0:
		return nil, quorum.Bad("", "the network has no quorum", "")
	}
	names := m.topTier(family, true).Names
	for _, q := range family {
		for i, g := range q {
			q[i] = slices.Index(names, m.groups[g])
		}
	}
	f, err := quorum.NewFamily(len(names), family)
	if err != nil {
		return nil, quorum.Internal("%w", err)
	}
	return quorum.NewSystem("", f, quorum.SystemOptions{Names: names})
}

// Group is a node, or nodes that agree in something.
type Group struct {
	Name   string
	Nodes  []string // those that are not deleted and have not left
	Tier   bool     // in a minimal quorum
	Trusts []int    // the other groups of which sets of these nodes name nodes, ascending
}

// Groups returns the groups of a network. Where the minimal quorums are not all known, known is
// false, and Tier is set of those of the core, which has all of them ([Network.Core]). The error is
// internal, that of an option, or the cause of ctx.
func (w *Network) Groups(ctx context.Context, opts Options) (list []Group, known bool, err error) {
	m, err := w.measurer(ctx, opts)
	if err != nil {
		return nil, false, err
	}
	found, family, err := m.quorums()
	tier, list := m.topTier(family, true).Names, make([]Group, len(m.parts))
	for g, part := range m.parts {
		part.Subtract(w.faulty)
		part.Subtract(w.without)
		named := w.bits()
		for v := range part.All() {
			if s := w.sets[v]; s != nil {
				s.each(named.Add)
			}
		}
		list[g] = Group{m.groups[g], w.namesOf(part), slices.Contains(tier, m.groups[g]) || !found.Complete && part.Meets(m.core), nil}
		if v := part.First(); part.Len() == 1 && m.groups[g] == w.members[v].Name {
			list[g].Name = cmp.Or(w.members[v].Label, list[g].Name)
		}
		for h, other := range m.parts {
			if h != g && named.Meets(other) {
				list[g].Trusts = append(list[g].Trusts, h)
			}
		}
	}
	return list, found.Complete, cmp.Or(err, context.Cause(ctx))
}

func groupOf(m quorum.Member, by string) (string, error) {
	name, known := map[string]string{"": "", "node": "", "organisation": m.Organization, "country": m.Country, "isp": m.Provider}[by]
	if !known {
		return "", quorum.Bad("by", "there are no groups "+show.Value(by), "groups are node, organisation, country and isp")
	}
	return cmp.Or(name, m.Name), nil
}

// mostAsked bounds the questions that a list takes.
const mostAsked = 50_000

// list lists the sets of groups, by size, whose literals are true in a model, without those that
// contain another one. judge judges a model again; where the set is none of those sought, it
// returns a clause that excludes it.
func (m *measurer) list(formula *sat.CNF, lits []int, judge func(model []bool, found []int) (clause []int, err error)) (r Sets, family [][]int, err error) {
	r.Sets = [][]string{}
	counter := sat.NewTotalizer(formula, slices.DeleteFunc(slices.Clone(lits), func(lit int) bool { return lit == 0 }), len(lits))
	solver := sat.NewSolver(formula, sat.Options{Limit: rounds})
	for range mostAsked {
		var bound []int
		if r.AtLeast < counter.Max() {
			bound = []int{-counter.AtLeast(r.AtLeast + 1)}
		}
		verdict, err := solver.Solve(m.ctx, bound...)
		switch {
		case err != nil && (m.ctx.Err() != nil || errors.Is(err, sat.ErrLimit)):
			r.Reason = err.Error()
			return r, family, nil
		case err != nil:
			return r, nil, err
		case verdict == sat.Unsat && (len(bound) == 0 || len(solver.Failed()) == 0):
			r.Complete = true
			return r, family, nil
		case verdict == sat.Unsat:
			r.AtLeast++
			continue
		}
		var found, clause []int
		for g, lit := range lits {
			if lit != 0 && solver.Value(lit) {
				found, clause = append(found, g), append(clause, -lit)
			}
		}
		other, err := judge(solver.Model(), found)
		switch {
		case err != nil:
			return r, nil, err
		case other != nil:
			clause = other
		case len(family) == m.limit:
			r.Reason = fmt.Sprintf("more than %d sets", m.limit)
			return r, family, nil
		default:
			family, r.Sets = append(family, found), append(r.Sets, m.named(found))
			r.Count, r.Least = len(family), cmp.Or(r.Least, &[]int{len(found)}[0])
		}
		solver.AddClause(clause...)
	}
	r.Reason = fmt.Sprintf("more than %d questions", mostAsked)
	return r, family, nil
}

func (m *measurer) named(groups []int) []string {
	names := []string{}
	for _, g := range groups {
		names = append(names, m.groups[g])
	}
	return names
}

// union returns the nodes of groups.
func (m *measurer) union(groups []int) sets.Bits {
	nodes := m.bits()
	for _, g := range groups {
		nodes.Unite(m.parts[g])
	}
	return nodes
}

// free returns a new literal for each group of some nodes, by groups and by nodes.
func (m *measurer) free(dst sat.ClauseSink, nodes sets.Bits) (lits, ofNode []int) {
	lits, ofNode = make([]int, len(m.groups)), make([]int, len(m.members))
	for v := range nodes.All() {
		if lits[m.of[v]] == 0 {
			lits[m.of[v]] = dst.NewVar()
		}
		ofNode[v] = lits[m.of[v]]
	}
	return lits, ofNode
}

func (m *measurer) quorums() (Sets, [][]int, error) {
	formula := sat.NewCNF(m.ctx)
	lits, ofNode := m.free(formula, m.core)
	s := m.newSide(formula, m.core)
	for v := range m.core.All() {
		formula.AddClause(-s.in[v], ofNode[v])
	}
	s.quorum(m.Network, nil)
	return m.list(formula, lits, func(_ []bool, found []int) ([]int, error) {
		if q := m.greatest(m.union(found)); !m.isQuorum(m.namesOf(q)) {
			return nil, quorum.Internal("no quorum: %q", m.named(found))
		}
		return nil, nil
	})
}

func (m *measurer) blocking() (Sets, [][]int, error) {
	formula := sat.NewCNF(m.ctx)
	lits, ofNode := m.free(formula, m.core)
	m.blocked(formula, m.core, ofNode)
	return m.list(formula, lits, func(_ []bool, found []int) (clause []int, _ error) {
		rest := slices.Clone(m.core)
		rest.Subtract(m.union(found))
		if rest = m.greatest(rest); !rest.Empty() {
			for v := range m.minimal(rest, m.parts).All() {
				clause = append(clause, ofNode[v])
			}
		}
		return clause, nil
	})
}

func (m *measurer) splitting() (Sets, [][]int, error) {
	formula, nodes := sat.NewCNF(m.ctx), sets.Full(len(m.members))
	nodes.Subtract(m.faulty)
	nodes.Subtract(m.without)
	if nodes.Empty() {
		return Sets{Complete: true, Sets: [][]string{}}, nil, nil
	}
	lits, ofNode := m.free(formula, nodes)
	a, b := m.disjoint(formula, nodes, ofNode)
	return m.list(formula, lits, func(model []bool, found []int) ([]int, error) {
		deleted, split := m.Delete(slices.Collect(m.union(found).All())), [2][]string{}
		for i, s := range []*side{a, b} {
			q := m.nodesOf(model, s.in)
			q.Subtract(deleted.faulty)
			split[i] = m.namesOf(deleted.greatest(q))
		}
		return nil, deleted.checkSplit(&split)
	})
}

// topTier returns the groups of minimal quorums. Where these are not all known, a minimal quorum
// that gives up each other group last, after its neighbours, is looked at, too.
func (m *measurer) topTier(family [][]int, complete bool) TopTier {
	tier := slices.Concat(family...)
	core, inCore := m.core, []int{}
	for g, part := range m.parts {
		if !part.Meets(core) {
			continue
		}
		if inCore = append(inCore, g); complete || slices.Contains(tier, g) {
			continue
		}
		low, high := max(g-4, 0), min(g+5, len(m.parts)) // files have nodes of one organisation side by side
		q := m.minimal(core, slices.Concat(m.parts[:low], m.parts[high:], m.parts[low:g], m.parts[g+1:high], m.parts[g:g+1]))
		for v := range q.All() {
			tier = append(tier, m.of[v])
		}
	}
	slices.Sort(tier)
	tier = slices.Compact(tier)
	return TopTier{complete || len(tier) == len(inCore), m.named(tier)}
}

// clusters returns the symmetric clusters: nodes with one set, which names them and no others
// (find_symmetric_clusters of fbas_analyzer).
func (w *Network) clusters() [][]string {
	list, done := [][]string{}, map[*set]bool{nil: true}
	for _, s := range w.sets {
		if done[s] {
			continue
		}
		done[s] = true
		named, same := w.bits(), w.bits()
		s.each(named.Add)
		for v, t := range w.sets {
			if t == s {
				same.Add(v)
			}
		}
		if slices.Equal(named, same) {
			list = append(list, w.namesOf(same))
		}
	}
	return list
}
