package exercises

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/internal/words/show"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// sharers draws the two cartels of a group system: sets, and their minimal transversals. It also
// lists as many disjoint sets as there are, two or more.
func (s *source) sharers() (a, b quorum.Family, disjoint string, degree int) {
	for {
		a = s.sets(false)
		p := must(transversals.MaxDisjoint(context.Background(), a, transversals.PackingOptions{}))
		if b = dual(a); fit(a) && fit(b) && b.Len() <= 10 && p.Size() >= 2 {
			return a, b, show.Join(p.Quorums, ", ", func(i quorum.Index) string { return a.Set(int(i)).String() }), p.Size()
		}
	}
}

func readsMeetWrites(s *source) task {
	reads, writes, _, _ := s.sharers()
	want := s.coin()
	for near := want; !near; near = fit(writes) && judged(systemOf(writes), quorum.Minimality).Holds == quorum.Holds {
		reads, writes, _, _ = s.sharers()
		i := s.IntN(writes.Len()) // without one of its nodes, a minimal transversal is none
		writes = flipped(writes, i, pick(s, writes.Set(i).Nodes())).Sorted()
	}
	system := must(quorum.NewGroupSystem("", []quorum.Family{reads, writes}, nil)).WithRoles(quorum.ReadsAndWrites())
	pair := shown(judged(system, quorum.CrossIntersection))
	return task{fmt.Sprintf("A register on the nodes 1 to %d is read at all nodes of one of %s, and written at all nodes of one of %s. Does every read meet every write? If not, give a read and a write that do not.",
		reads.N(), listed(reads.Sets()), listed(writes.Sets())), system, yesOrPair, cmp.Or(when(!want, "no %s", pair), "yes"),
		cmp.Or(when(!want, "Here %s, a read and a write, have no common node.", pair), "Every read has a node of every write."), "check SPEC", func(a answer) string {
			return cmp.Or(stranger(reads, a.sets[0]), stranger(writes, a.sets[1]), sharing(0, a.sets...))
		}, nil}
}

func degree(s *source) task {
	a, b, disjoint, most := s.sharers()
	return task{fmt.Sprintf("A group quorum system on the nodes 1 to %d has the cartels %s, and %s. The degree of a cartel is the most pairwise disjoint quorums in it. Give so many disjoint quorums of the first cartel.",
		a.N(), listed(a.Sets()), listed(b.Sets())), must(quorum.NewGroupSystem("", []quorum.Family{a, b}, nil)), someSets, disjoint,
		fmt.Sprintf("The degree is %d: no two of these meet, and there are no more such quorums.", most), "measure SPEC", func(given answer) string {
			return cmp.Or(stranger(a, given.sets...), sharing(0, given.sets...), when(len(given.sets) < most, "More are disjoint: %s.", disjoint))
		}, nil}
}

// assignments are site assignments that keep Maekawa's conditions.
var assignments = strings.Fields("cyclic:n=4,cover=0-1-2 cyclic:n=5,cover=0-1-2 cyclic:n=6,cover=0-1-3 cyclic:n=7,cover=0-1-3 grid:n=4 grid:n=9")

// asked are Maekawa's conditions (a) to (d).
var asked = []quorum.Property{quorum.Intersection, quorum.Inclusion, quorum.EqualEffort, quorum.EqualResponsibility}

func conditions(s *source) task {
	var system *quorum.System
	want := s.IntN(len(asked)+1) - 1
	for fails := len(asked); fails != want; {
		f := opened(pick(s, assignments)).SiteFamily()
		i, changes, sites := s.IntN(f.N()), s.IntN(4), quorum.FullSet(f.N()).Nodes()
		if changes == 3 { // two sites exchange their quorums
			sites[i], sites[(i+1)%f.N()] = sites[(i+1)%f.N()], sites[i]
		}
		for range changes % 3 {
			f = flipped(f, i, s.IntN(f.N()))
		}
		system = must(quorum.NewSystem("", f, quorum.SystemOptions{Sites: sites}))
		fails = slices.IndexFunc(asked, func(p quorum.Property) bool { return judged(system, p).Holds == quorum.Fails })
	}
	key := strings.Fields("none a b c d")[want+1]
	return task{fmt.Sprintf("The sites 1 to %d have these quorums, in this order: %s. Maekawa asks that (a) every two of them meet, (b) site i is in its own quorum, (c) all have one size, "+
		"and (d) every node is in equally many of them. Which is the first condition that fails? Answer none if all hold.", system.N(), listed(system.SiteFamily().Sets())),
		system, condition, key, cmp.Or(when(want >= 0, "(%s) fails%s: %s.", key, when(want > 0, ", and the conditions before it hold"), judged(system, asked[max(want, 0)]).Reason), "All four hold."), "check SPEC", nil, nil}
}

func missingLines(s *source) task {
	plane, k := opened("fpp:order=2").Family().Relabelled(s.Perm(7)), s.level-1
	left := familyOf(7, plane.Sets()[k:]...).Sorted()
	return task{fmt.Sprintf("A projective plane of order 2 has 7 points and 7 lines, and every two lines share one point. Of one with the points 1 to 7 these lines are known: %s. Give %s.",
		listed(left.Sets()), []string{"the other line", "the other two lines"}[k-1]), systemOf(left), []form{aSet, twoSets}[k-1], listed(plane.Sets()[:k]),
		"Every two of the 7 lines share one point.", "check '" + plane.Sorted().String() + "'", func(a answer) string {
			return sharing(1, append(left.Sets(), a.sets...)...)
		}, nil}
}
