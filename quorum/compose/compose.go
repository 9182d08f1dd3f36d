package compose

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// At puts the system inner in the place of one node of outer: the join of
// Neilsen and Mizuno (1992), for structures of any kinds that fit together. It is
// All with one node; see there.
//
// For ordinary systems C (outer) and D (inner) the quorums are
//
//	C ⊗_x D = { Q : Q ∈ C, x ∉ Q } ∪ { (Q - x) ∪ H : Q ∈ C, x ∈ Q, H ∈ D }.
func At(ctx context.Context, outer quorum.Structure, node int, inner quorum.Structure, opts Options) (quorum.Structure, error) {
	return All(ctx, outer, map[int]quorum.Structure{node: inner}, opts)
}

// Options are the settings of At; the zero value stands for the
// defaults.
type Options struct {
	Name          string // the name of the composition
	MaxQuorums    int    // the most quorums to list; 0 means quorum.DefaultMaxQuorums
	MaxIncidences int    // the most node entries to list; 0 means quorum.MaxIncidences
}

// All puts the system inner[x] in the place of node x of outer (both 0-based), for each x
// that inner holds. A quorum Q of outer gives, for every way to choose a quorum H_x of inner[x] for
// each such x in Q, the quorum of the nodes of Q that stay and of all H_x. It is At at one
// node after the other, in any order, up to the order of quorums.
//
// # Nodes
//
// Substitution is in place: the nodes of inner[x] stand, in their order, where x stood, and the
// nodes after it move up. So n is n(outer) - |inner| + Σ n(inner[x]). If any of the structures has
// names, so has the composition: a node that stays keeps its name (its number, as people write it,
// if outer has no names), and node h of inner[x] is called "x.h", by names or numbers. Where two
// nodes would be called the same, every part of every name is put in Go quotes, which tells them
// apart.
//
// # Kinds
//
// OfKinds says which kind the composition has. Cartels are composed with cartels, the first with
// the first and so on; an ordinary system among group systems of m cartels stands for its lift T_m.
// A k-coterie with ordinary systems inside is a k-coterie. Sites are dropped: the site of (x,h)
// would have to choose a quorum in the place of every other node. Roles of cartels are kept where
// all group systems have them. Quorums come in the order of outer. The quorums that one quorum of
// outer gives are ordered by the index of H_x, the last x running fastest.
//
// Degenerate families follow the definition. A node that is in no quorum may be replaced; the new
// nodes are in no quorum then. If an inner family has no quorums, every quorum of outer with its
// node disappears. If outer has no quorums, the composition has none. Repeated and nested quorums
// are composed as they are.
//
// # Limits
//
// The number of quorums is a sum of products. It is counted before anything is listed, at the cost
// of O(incidences) big-number products. The error is a *quorum.InputError where the structures do
// not fit, the error of quorum.NewFamily if there are more than quorum.MaxNodes nodes, a
// *quorum.LimitError if there are more quorums or entries than opts allow, and the cause of ctx if
// that ends first. It panics on a nil structure.
//
// # Properties that are kept
//
// Intersection and minimality are kept, k-coteries stay k-coteries, and the composition of ordinary
// systems is nondominated if and only if the outer one is, and the inner one is or its node is in
// no quorum of the outer one. Of group systems nondomination is kept for two cartels, and where the
// cartels of one of the two are all equal; for three and more it can fail.
//
// M. L. Neilsen and M. Mizuno, Coterie join algorithm, IEEE Trans. Parallel Distrib. Syst. 3(5),
// 1992, pages 582-590, doi:10.1109/71.159041. T. Harada and M. Yamashita, Coterie join operation
// and tree structured k-coteries, ibid. 12(9), 2001, pages 865-874, doi:10.1109/71.954617.
//
// Proof: docs/theorems/composition.md.
func All(ctx context.Context, outer quorum.Structure, inner map[int]quorum.Structure, opts Options) (quorum.Structure, error) {
	if outer.Kind() == quorum.KindSharing {
		return nil, intoNothing(outer.Kind())
	}
	at := make([]quorum.Structure, outer.N())
	for _, x := range slices.Sorted(maps.Keys(inner)) {
		if x < 0 || x >= len(at) {
			return nil, quorum.Bad("", fmt.Sprintf("composition: there is no node %v; the outer system has the nodes 1..%d", quorum.Node(x), len(at)), "")
		}
		at[x] = inner[x]
	}
	kind, m, err := kindOfAll(outer, at)
	if err != nil {
		return nil, err
	}
	blocks, n := composedBlocks(outer.N(), at)
	if err := quorum.CheckNodes(n); err != nil {
		return nil, err
	}
	cs := make([]composition, max(1, m))
	for i := range cs {
		cs[i] = composition{ctx: ctx, n: n, outer: cartelOf(outer, i), first: blocks, inner: make([]*quorum.Family, outer.N())}
		for x, s := range at {
			if s != nil {
				f := cartelOf(s, i)
				cs[i].inner[x] = &f
			}
		}
	}
	if err := checkComposedSize(cs, opts); err != nil {
		return nil, err
	}
	families := make([]quorum.Family, len(cs))
	for i, c := range cs {
		if families[i], err = c.list(); err != nil {
			return nil, err
		}
	}
	names := composedNames(outer, at)
	switch kind {
	case quorum.KindSystem:
		return quorum.NewSystem(opts.Name, families[0], quorum.SystemOptions{Names: names})
	case quorum.KindKCoterie:
		return quorum.NewKCoterie(opts.Name, outer.(*quorum.KCoterie).K(), families[0], names)
	default:
		g, err := quorum.NewGroupSystem(opts.Name, families, names)
		if err != nil {
			return nil, err
		}
		return g.WithRoles(rolesOfAll(outer, at)), nil
	}
}

// rolesOfAll returns the roles that all group systems have in common; an ordinary system stands in
// each cartel.
func rolesOfAll(outer quorum.Structure, at []quorum.Structure) (roles quorum.Roles) {
	for _, s := range append([]quorum.Structure{outer}, at...) {
		if s == nil || s.Kind() == quorum.KindSystem {
			continue
		}
		if roles = quorum.RolesOf(s); roles == nil {
			return nil
		}
	}
	return roles
}

// composedBlocks returns, for each node of the outer system, the number of its first node in the
// composition, and the total number of nodes.
func composedBlocks(n int, at []quorum.Structure) (first []int, total int) {
	first = make([]int, n)
	for v := range first {
		first[v] = total
		if at[v] != nil {
			total += at[v].N()
		} else {
			total++
		}
	}
	return first, total
}

// cartelOf returns the quorums of an ordinary system, of a k-coterie, or of cartel i
// of a group system: an ordinary system among cartels is its own lift.
func cartelOf(s quorum.Structure, i int) quorum.Family {
	switch s := s.(type) {
	case *quorum.System:
		return s.Family()
	case *quorum.GroupSystem:
		return s.Cartel(i)
	case *quorum.KCoterie:
		return s.Family()
	}
	panic("compose: a structure without quorums of its own in a composition")
}

// composition is one family with families inside.
type composition struct {
	ctx   context.Context
	n     int
	outer quorum.Family
	first []int            // of each outer node, its first node in the composition
	inner []*quorum.Family // for each outer node, the family in its place; nil where the node stays
}

// size returns the number of quorums and of node entries.
func (c *composition) size() (quorums, entries *big.Int, err error) {
	quorums, entries = new(big.Int), new(big.Int)
	product, term := new(big.Int), new(big.Int)
	poll := par.NewPoll(c.ctx)
	for _, q := range c.outer.All() {
		if err := poll.Err(); err != nil {
			return nil, nil, err
		}
		product.SetInt64(1)
		for _, x := range q {
			if f := c.inner[x]; f != nil {
				product.Mul(product, term.SetInt64(int64(f.Len())))
			}
		}
		if product.Sign() == 0 {
			continue
		}
		quorums.Add(quorums, product)
		for _, x := range q {
			// A node that stays is in all quorums that q gives; each node entry of a family in its
			// place is in one quorum for each choice of the other nodes.
			if f := c.inner[x]; f == nil {
				entries.Add(entries, product)
			} else {
				term.Quo(product, term.SetInt64(int64(f.Len())))
				entries.Add(entries, term.Mul(term, big.NewInt(int64(f.Incidences()))))
			}
		}
	}
	return quorums, entries, nil
}

// checkComposedSize judges the sizes of all cartels together.
func checkComposedSize(cs []composition, opts Options) error {
	limit, most := opts.MaxQuorums, opts.MaxIncidences
	if limit <= 0 {
		limit = quorum.DefaultMaxQuorums
	}
	if most <= 0 {
		most = quorum.MaxIncidences
	}
	quorums, entries := new(big.Int), new(big.Int)
	for i := range cs {
		q, e, err := cs[i].size()
		if err != nil {
			return err
		}
		quorums.Add(quorums, q)
		entries.Add(entries, e)
	}
	if quorums.Cmp(big.NewInt(int64(limit))) > 0 || entries.Cmp(big.NewInt(int64(most))) > 0 {
		e := &quorum.LimitError{What: "node entries", Limit: most, Quorums: quorums, Entries: entries}
		if quorums.Cmp(big.NewInt(int64(limit))) > 0 {
			e.What, e.Limit = "quorums", limit
		}
		return e
	}
	return nil
}

// list returns the quorums. An odometer counts through the choices for each quorum
// of the outer family; blocks lie in the order of the outer nodes, so that nodes come
// out ascending.
func (c *composition) list() (quorum.Family, error) {
	out, err := quorum.NewFamilyBuilder(c.n)
	if err != nil {
		return quorum.Family{}, err
	}
	var set []int32
	var digit []int // for each node of q the index of the quorum in its place
	poll := par.NewPoll(c.ctx)
	for _, q := range c.outer.All() {
		if err := poll.Err(); err != nil {
			return quorum.Family{}, err
		}
		digit = slices.Grow(digit[:0], len(q))[:len(q)]
		clear(digit)
		if slices.ContainsFunc(q, func(x int32) bool { return c.inner[x] != nil && c.inner[x].Len() == 0 }) {
			continue
		}
		for more := true; more; more = c.next(q, digit) {
			if err := poll.Err(); err != nil {
				return quorum.Family{}, err
			}
			set = set[:0]
			for k, x := range q {
				first := int32(c.first[x])
				if c.inner[x] == nil {
					set = append(set, first)
					continue
				}
				for _, h := range c.inner[x].Quorum(digit[k]) {
					set = append(set, first+h)
				}
			}
			if err := out.AddSorted(set); err != nil {
				return quorum.Family{}, err
			}
		}
	}
	return out.Family(), nil
}

// next advances the odometer; it reports whether there is another choice.
func (c *composition) next(q []int32, digit []int) bool {
	for k := len(q) - 1; k >= 0; k-- {
		if f := c.inner[q[k]]; f != nil {
			if digit[k]++; digit[k] < f.Len() {
				return true
			}
			digit[k] = 0
		}
	}
	return false
}

// composedNames returns the names of the nodes, or nil if no structure has any.
func composedNames(outer quorum.Structure, at []quorum.Structure) []string {
	named := outer.Names() != nil
	for _, s := range at {
		named = named || s != nil && s.Names() != nil
	}
	if !named {
		return nil
	}
	plain := func(s string) string { return s }
	names := qualified(outer, at, plain)
	seen := make(map[string]bool, len(names))
	for _, s := range names {
		if seen[s] {
			return qualified(outer, at, strconv.Quote)
		}
		seen[s] = true
	}
	return names
}

func qualified(outer quorum.Structure, at []quorum.Structure, form func(string) string) []string {
	var names []string
	for x, s := range at {
		name := form(quorum.Node(x).Name(outer.Names()))
		if s == nil {
			names = append(names, name)
			continue
		}
		for h := range s.N() {
			names = append(names, name+"."+form(quorum.Node(h).Name(s.Names())))
		}
	}
	return names
}
