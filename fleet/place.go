package fleet

import (
	"cmp"
	"fmt"
	"slices"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// Place puts a system on the nodes of f. Where the system has names, and all of them are names of
// f, they say which node is which, and the other nodes of f are never asked. Otherwise node i of
// the system is node i of f, there must be as many nodes, and no name may be a name of f, which
// would be ambiguous. An ordinary system has the same quorums for reads and for writes. In a group
// system of two cartels the first cartel has the reads.
//
// The error is a *quorum.InputError for another kind of system, another number of nodes, or
// ambiguous names. Place does not judge whether reads meet writes: Meets does.
func (f *Fleet) Place(k quorum.Known) (System, error) { return f.place(k, false) }

// PlaceToday is Place for a system that runs on some of the nodes of f. Without names of f, node i
// of the system is node i of f, and the nodes of f after the last one are those that join.
func (f *Fleet) PlaceToday(k quorum.Known) (System, error) { return f.place(k, true) }

func (f *Fleet) place(k quorum.Known, fewer bool) (System, error) {
	cartels := k.Cartels()
	switch {
	case k.Kind == quorum.KindSystem && len(cartels) == 1:
		cartels = append(cartels, cartels[0])
	case k.Kind == quorum.KindGroupSystem && len(cartels) == 2:
	default:
		return System{}, refused(fmt.Sprintf("the system has no reads and writes: it is a %s of %d families", k.Kind, len(cartels)), "a fleet takes quorum systems, and group systems of two cartels: reads and writes")
	}
	s := System{Name: k.Name, Reads: cartels[0], Writes: cartels[1]}
	to, strange := f.namesOf(k.Names)
	if to == nil {
		if strange != "" {
			return System{}, refused(fmt.Sprintf("the fleet has no node %q, and other names of the system are of the fleet", strange), show.Meant(strange, f.Names())+"of the names of a system all are of the fleet, or none")
		}
		switch {
		case k.N() == f.N():
			return s, nil
		case !fewer || k.N() > f.N():
			return System{}, refused(fmt.Sprintf("the system has %d nodes, and the fleet has %d", k.N(), f.N()), "a system for as many nodes, or one whose names of nodes are those of the fleet")
		}
		for v := range k.N() {
			to = append(to, v)
		}
	}
	return s.On(to, f.N())
}

// On returns the system with node v called to[v], over n nodes.
func (s System) On(to []int, n int) (System, error) {
	var failed error
	put := func(q quorum.Quorums) quorum.Quorums {
		out, err := placed(q, to, n)
		failed = cmp.Or(failed, err)
		return out
	}
	moved := System{Name: s.Name, Reads: put(s.Reads), Writes: put(s.Writes)}
	for _, p := range s.Places {
		moved.Places = append(moved.Places, [2]quorum.Quorums{put(p[Reads]), put(p[Writes])})
	}
	return moved, failed
}

// Staying returns the fleet without the nodes that leave, and which nodes of f its nodes are.
func (f *Fleet) Staying() (g *Fleet, at []int) {
	for v, node := range f.Nodes {
		if !node.Leaves {
			at = append(at, v)
		}
	}
	stay := *f
	stay.Nodes, stay.Clients, stay.Leaders = nil, slices.Clone(f.Clients), nil
	for i, v := range at {
		stay.Nodes = append(stay.Nodes, f.Nodes[v])
		if slices.Contains(f.Leaders, v) {
			stay.Leaders = append(stay.Leaders, i)
		}
	}
	for i := range stay.Clients {
		stay.Clients[i].Latency = nil
		for _, v := range at {
			stay.Clients[i].Latency = append(stay.Clients[i].Latency, f.Clients[i].Latency[v])
		}
	}
	return &stay, at
}

// namesOf returns the nodes of f with these names; nil where a name is no name of f, or there are
// no names. strange is a name that f does not have, where others are names of f.
func (f *Fleet) namesOf(names []string) (to []int, strange string) {
	of := f.Names()
	for _, name := range names {
		if i := slices.Index(of, name); i >= 0 {
			to = append(to, i)
		} else if strange == "" {
			strange = name
		}
	}
	switch {
	case len(to) == len(names):
		return to, ""
	case len(to) == 0:
		return nil, ""
	}
	return nil, strange
}

// quorums is a list of quorums with their formula.
type quorums struct {
	quorum.Quorums
	formula quorum.Formula
}

func (q quorums) Formula() (quorum.Formula, bool) { return q.formula, true }

// placed returns the quorums with node v called to[v], over n nodes.
func placed(q quorum.Quorums, to []int, n int) (quorum.Quorums, error) {
	var out quorum.Quorums
	if list, ok := q.List(); ok {
		b, err := quorum.NewFamilyBuilder(n)
		if err != nil {
			return nil, err
		}
		var nodes []int
		for _, set := range list.All() {
			nodes = nodes[:0]
			for _, v := range set {
				nodes = append(nodes, to[v])
			}
			if err := b.Add(nodes...); err != nil {
				return nil, err
			}
		}
		out = b.Family()
	}
	if formula, ok := q.Formula(); ok {
		formula = formula.Substituted(func(v int) quorum.Formula { return quorum.Leaf(to[v]) }).Over(n)
		if out == nil {
			return formula, nil
		}
		return quorums{out, formula}, nil
	}
	return out, nil
}
