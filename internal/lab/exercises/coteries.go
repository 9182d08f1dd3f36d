package exercises

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/internal/words/show"
	"coterie/measure/availability"
	"coterie/measure/liars"
	"coterie/measure/loads"
	"coterie/measure/transversals"
	"coterie/quorum"
)

func isCoterie(s *source) task {
	f, want := s.coterie(s.coin()), s.coin()
	v := judged(systemOf(f), quorum.Coterie)
	for (v.Holds == quorum.Holds) != want || !fit(f) {
		base := s.coterie(s.coin()) // not every coterie has such a neighbour
		f = flipped(base, s.IntN(base.Len()), s.IntN(base.N())).Sorted()
		v = judged(systemOf(f), quorum.Coterie)
	}
	return task{given(f) + "Are they a coterie?", systemOf(f), yesOrPair, cmp.Or(when(!want, "no %s", shown(v)), "yes"),
		cmp.Or(when(!want, "Here %s.", v.Reason), "Every two quorums meet, and none contains another."), "check SPEC", func(a answer) string {
			q, r := a.sets[0], a.sets[1]
			return cmp.Or(stranger(f, q, r), when(q.Equal(r), "Both are %v.", q),
				when(q.Intersects(r) && !q.SubsetOf(r) && !r.SubsetOf(q), "%v and %v meet in %v, and neither is a part of the other.", q, r, q.Intersect(r)))
		}, nil}
}

// smallest returns a smallest transversal of f, and the number of its nodes.
func smallest(f quorum.Family) (t quorum.Set, size int) {
	found := must(transversals.Smallest(context.Background(), f, transversals.Options{}))
	return found.Set, found.Size
}

func smallestTransversal(s *source) task {
	f := s.coterie(s.coin())
	t, size := smallest(f)
	return task{given(f) + "Give a smallest transversal: as few nodes as possible that meet every quorum.", systemOf(f), aSet, t.String(),
		fmt.Sprintf("It meets every quorum, and no set of fewer than %d nodes does.", size), "measure SPEC", func(a answer) string {
			return cmp.Or(misses(f, a.sets[0]), when(a.sets[0].Len() > size, "%v meets every quorum, but so do fewer nodes, such as %v.", a.sets[0], t))
		}, nil}
}

// asExpression writes quorums as an expression: its writes are their minimal transversals. The set
// of all nodes goes before them, so that the nodes keep their numbers.
var asExpression = strings.NewReplacer("},{", "+", ",", "*", "{", "", "}", "")

func minimalTransversal(s *source) task {
	f := s.coterie(s.coin())
	t := pick(s, dual(f).Sets())
	return task{given(f) + fmt.Sprintf("Give a minimal transversal of exactly %d nodes: a set that meets every quorum, and would not without any one of its nodes.", t.Len()),
		systemOf(f), aSet, t.String(), "It meets every quorum, and needs each of its nodes to do so.", "build 'expr:" + asExpression.Replace(quorum.FullSet(f.N()).String()+","+f.String()) + "'", func(a answer) string {
			smaller := first(dual(f).Sets(), func(t quorum.Set) bool { return !t.SubsetOf(a.sets[0]) })
			return cmp.Or(misses(f, a.sets[0]), when(!smaller.Equal(a.sets[0]), "%v is not minimal: %v meets every quorum, too.", a.sets[0], smaller),
				when(a.sets[0].Len() != t.Len(), "%v is minimal, but it has %s, not %d.", a.sets[0], show.Count(a.sets[0].Len(), "node"), t.Len()))
		}, nil}
}

func isNondominated(s *source) task {
	f := s.coterie(s.coin())
	t := append(lacking(f), quorum.Set{})[0]
	return task{given(f) + "Is this coterie nondominated? If not, give a set that meets every quorum and contains none.", systemOf(f), yesOrSet,
		cmp.Or(when(!t.Empty(), "no %v", t), "yes"), cmp.Or(when(!t.Empty(), "%v meets every quorum and contains none: as a further quorum it makes a coterie that dominates this one.", t), "Each set that meets every quorum contains one."),
		"check SPEC", func(a answer) string { return cmp.Or(misses(f, a.sets[0]), contains(f, a.sets[0])) }, nil}
}

func completion(s *source) task {
	whole := s.coterie(true)
	i := s.IntN(whole.Len())
	f := without(whole, i)
	return task{fmt.Sprintf("This coterie on the nodes 1 to %d is dominated: %s. One more quorum makes it nondominated. Which?", f.N(), listed(f.Sets())), systemOf(f), aSet,
		whole.Set(i).String(), "With it, each set that meets every quorum contains one.", "check '" + whole.String() + "'", func(a answer) string {
			t := a.sets[0]
			open := append(lacking(with(f, t)), quorum.Set{})[0]
			return cmp.Or(misses(f, t), contains(f, t), when(slices.ContainsFunc(f.Sets(), t.SubsetOf), "%v is a part of a quorum, and no quorum of a coterie contains another.", t),
				when(!open.Empty(), "With %v the coterie is still dominated: %v meets every quorum and contains none.", t, open))
		}, nil}
}

func resilience(s *source) task {
	f := s.coterie(s.coin())
	t, size := smallest(f)
	return number(given(f)+"How many nodes may crash, whichever they are, so that a quorum is always left?", systemOf(f), bounds.Integer(size-1),
		fmt.Sprintf("Any %s may crash: so few never meet every quorum.", show.Count(size-1, "node")),
		fmt.Sprintf("%v meets every quorum: if these %d crash, none is left.", t, size), "measure SPEC")
}

func leastLoad(s *source) task {
	f := (&source{s.Rand, 1}).coterie(s.coin()) // larger ones take a computer
	l := must(loads.Find(context.Background(), f, loads.Options{Sparse: true}))
	strategy := show.Join(l.Strategy, ", ", func(c loads.Chosen) string { return fmt.Sprintf("%v with %v", c.Nodes, c.Weight) })
	return number(given(f)+"What is the load: the least probability, over all strategies, with which the busiest node is asked?", systemOf(f), l.Value,
		fmt.Sprintf("It is not less: give the nodes the weights %s; every quorum weighs %v or more, so every strategy asks some node as often.", show.Join(l.NodeWeights, ", ", bounds.Fraction.String), l.Value),
		fmt.Sprintf("This strategy asks no node with a probability above %v: %s.", l.Value, strategy), "measure SPEC --proof")
}

func evenOdds(s *source) task {
	f := (&source{s.Rand, 1}).coterie(s.coin())
	live := must(availability.CountLive(context.Background(), f, availability.LiveOptions{}))
	reason := fmt.Sprintf("Of the %d sets of nodes, all equally likely, %v contain a quorum; of 0, 1, 2, ... nodes: %s.", 1<<f.N(), live.Total(), show.Join(live.Counts, ", ", (*big.Int).String))
	return number(given(f)+"Each node is down with probability 1/2, independently of the others. What is the availability: the probability that the nodes that are up are live?",
		systemOf(f), bounds.NewFraction(live.Availability(big.NewRat(1, 2))), reason, reason, "measure SPEC --p 1/2 --format json")
}

func mostLiars(s *source) task {
	n := 4 + s.IntN(6)
	size := n/2 + 1 + s.IntN((n-1)/2)
	system := opened(fmt.Sprintf("weighted:votes=1%s,quota=%d", strings.Repeat("-1", n-1), size))
	shared := must(liars.Find(context.Background(), []quorum.Family{system.Family()}, 1))
	t, least := smallest(system.Family())
	b := *shared.Greatest(least - 1).Masking
	return number(fmt.Sprintf("Every set of %d of the nodes 1 to %d is a quorum. What is the greatest b such that the system masks b liars?", size, n), system, bounds.Integer(b),
		fmt.Sprintf("For b = %d every two quorums share at least 2b+1 nodes (at least %d), and no b nodes meet every quorum.", b, shared.Least),
		cmp.Or(when(2*b+3 > shared.Least, "The quorums %s share %s; for b = %d they would have to share 2b+1 = %d.", listed(shared.Pair.Sets), show.Count(shared.Least, "node"), b+1, 2*b+3),
			fmt.Sprintf("%v meets every quorum: if these %s keep silent, nobody gets an answer.", t, show.Count(least, "liar"))), "measure SPEC")
}
