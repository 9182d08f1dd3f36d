package sharing

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/quorum"
)

// coterieMasks is a k-coterie on at most 8 nodes.
type coterieMasks struct {
	k    int
	f    []uint8
	made quorum.Family
}

// kCoteries returns all k-coteries on n nodes, for every k, as package quorum judges them, those of few quorums
// first. A family is one for at most one k, the number of quorums that are disjoint at most.
func kCoteries(ctx context.Context, n int) ([]coterieMasks, error) {
	var out []coterieMasks
	for _, f := range sortedAntichains(n) {
		made, err := quorum.FamilyOfMasks(n, f)
		if err != nil {
			return nil, err
		}
		for k := 1; k <= n; k++ {
			ok, _, err := small.IsKCoterie(ctx, k, made)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, coterieMasks{k, f, made})
			}
		}
	}
	return out, nil
}

// structureOn returns the sharing structure on n arbiters; the processes of s are ordered by their resources.
func (s sharedQuorums) structureOn(n int) (*quorum.SharingStructure, error) {
	plain, err := quorum.NewSharingStructure("", 8, alphaOf(s.alpha), 0, nil, nil)
	if err != nil {
		return nil, err
	}
	var families []quorum.GroupFamily
	for _, group := range plain.Groups() {
		f, err := quorum.FamilyOfMasks(n, s.families[group[0]])
		if err != nil {
			return nil, err
		}
		families = append(families, quorum.GroupFamily{Group: group, Family: f})
	}
	return quorum.NewSharingStructure("", 8, alphaOf(s.alpha), n, families, nil)
}

// groupsIn counts the different resource sets of an ascending α.
func groupsIn(alpha []uint8) int { return len(slices.Compact(slices.Clone(alpha))) }

// satisfying returns every sharing structure of the parameters that satisfies condition C as package quorum judges
// it: with one group first, on more arbiters.
func satisfying(ctx context.Context, p sharingParameters) ([]sharedQuorums, error) {
	var out []sharedQuorums
	for _, part := range []struct{ arbiters, groups int }{{p.OnlyArbiters, 1}, {p.Arbiters, p.Processes}} {
		coteries, err := kCoteries(ctx, part.arbiters)
		if err != nil {
			return nil, err
		}
		of := func(k int) (families [][]uint8) {
			for _, c := range coteries {
				if c.k == k {
					families = append(families, c.f)
				}
			}
			return families
		}
		for alpha := range sharedResources(p.Processes, p.Resources) {
			if groupsIn(alpha) > part.groups || part.groups > 1 && groupsIn(alpha) == 1 {
				continue
			}
			for s := range withFamilies(alpha, of) {
				structure, err := s.structureOn(part.arbiters)
				if err != nil {
					return nil, err
				}
				ok, _, err := satisfiesC(ctx, structure)
				if err != nil {
					return nil, err
				}
				if ok {
					out = append(out, s)
				}
			}
		}
	}
	return out, nil
}

// untilStopped yields the values of seq until ctx ends; what was judged then is not used.
func untilStopped[T any](ctx context.Context, seq iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for c := range seq {
			if ctx.Err() != nil || !yield(c) {
				return
			}
		}
	}
}

func sharingClaims(ctx context.Context, p sharingParameters, built []constructionRow) ([]experiments.Claim, error) {
	var claims []experiments.Claim
	for _, part := range []func(context.Context, sharingParameters) ([]experiments.Claim, error){
		definitionClaims, theorem1Claims, theorem2Claims, necessityClaims, lemma1Claims,
		func(ctx context.Context, p sharingParameters) ([]experiments.Claim, error) {
			return constructionClaims(ctx, p, built)
		},
	} {
		more, err := part(ctx, p)
		if ctx.Err() != nil {
			return nil, experiments.ContextError(ctx)
		}
		if err != nil {
			return nil, err
		}
		claims = append(claims, more...)
	}
	return claims, nil
}

// miyamotoClaim is a claim of the paper that this study judges.
func miyamotoClaim(id, section, statement string, j experiments.Judgement) experiments.Claim {
	return experiments.Claim{
		ID: "miyamoto-" + id, Source: "Miyamoto, Kakugawa, Yamashita 1994", Section: section, Statement: statement,
		Command: "coterie experiment run sharing-structures", Judgement: j,
	}
}

// definitionClaims judges sections 1 and 2: what the definitions say.
func definitionClaims(ctx context.Context, p sharingParameters) ([]experiments.Claim, error) {
	type family struct {
		n, k int
		f    []uint8
	}
	var printed, meant []family
	for n := 1; n <= p.Definition; n++ {
		for _, f := range sortedAntichains(n) {
			if ctx.Err() != nil {
				return nil, experiments.ContextError(ctx)
			}
			_, k := packingSizes(f)
			printed = append(printed, family{n, k, f})
			made, err := quorum.FamilyOfMasks(n, f)
			if err != nil {
				return nil, err
			}
			ok, _, err := small.IsKCoterie(ctx, k, made)
			if err != nil {
				return nil, err
			}
			if ok {
				meant = append(meant, family{n, k, f})
			}
		}
	}
	completes := func(c family) (bool, string) {
		least, _ := packingSizes(c.f)
		return least == c.k, fmt.Sprintf("n = %d, k = %d: %s has %d disjoint quorums, but some %d extend no further", c.n, c.k, maskFamily(c.f), c.k, least)
	}
	onAntichains := fmt.Sprintf("on all antichains of at most %d nodes", p.Definition)

	type use struct{ alpha, used []uint8 }
	uses := func(yield func(use) bool) {
		for alpha := range sharedResources(p.Processes, p.Resources) {
			used := make([]uint8, len(alpha))
			for more := true; more; {
				if !yield(use{alpha, used}) {
					return
				}
				more = false
				for u := range used { // the next choice of a subset of each α(u)
					used[u] = (used[u] - alpha[u]) & alpha[u]
					if used[u] != 0 {
						more = true
						break
					}
				}
			}
		}
	}
	overUses := fmt.Sprintf("all sharing structures of at most %d processes, up to their order, and %d resources, all choices of used resources ρ(v) ⊆ α(v)", p.Processes, p.Resources)

	constant, err := constantCases(ctx, p)
	if err != nil {
		return nil, err
	}
	return []experiments.Claim{
		miyamotoClaim("non-intersection", "section 1, non-intersection property",
			"Fewer than k pairwise disjoint quorums of a k-coterie can be completed to k (as the proofs of Theorem 2, Lemma 1 and Theorem 3 use the definition).",
			experiments.HoldsUnderReading("every h < k pairwise disjoint quorums extend, where the paper prints that there exist h",
				experiments.Judge(experiments.Every("k-coteries by the printed definition "+onAntichains), slices.Values(printed), completes),
				experiments.Judge(experiments.Every("k-coteries with every in place of there exist, "+onAntichains), slices.Values(meant), completes))),
		miyamotoClaim("definition-2-condition-1", "Definition 2, condition 1",
			"Condition 1, |∪ρ(v)| ≤ |α(V)| over the v in V for all V, keeps any two processes from using one resource at once.",
			experiments.HoldsUnderReading("each use counts: Σ|ρ(v)| in place of |∪ρ(v)|, which ρ(v) ⊆ α(v) bounds anyway; and the anonymous resources may be exchanged",
				experiments.Judge(experiments.Every(overUses), untilStopped(ctx, uses), func(c use) (bool, string) {
					return usesExceed(c.alpha, c.used, false) || disjointMasks(c.used),
						fmt.Sprintf("α = %s, ρ = %s", maskFamily(c.alpha), maskFamily(c.used))
				}),
				experiments.Judge(experiments.Every(overUses), untilStopped(ctx, uses), func(c use) (bool, string) {
					return usesExceed(c.alpha, c.used, true) || exchangeable(c.alpha, c.used),
						fmt.Sprintf("α = %s, ρ = %s", maskFamily(c.alpha), maskFamily(c.used))
				}))),
		miyamotoClaim("k-mutual-exclusion", "section 2.2",
			"Where all processes may use all k resources the problem is k-mutual exclusion: there is one group, and condition C asks for a k-coterie.",
			experiments.Judge(experiments.Every(fmt.Sprintf("α(u) = R, |U| ≤ %d, |R| ≤ %d, all antichains on at most %d arbiters", p.Processes, p.Resources, p.OnlyArbiters)),
				slices.Values(constant), func(c constantCase) (bool, string) {
					return c.satisfies == c.coterie, fmt.Sprintf("%v: condition C %v, k-coterie %v", c.s, c.satisfies, c.coterie)
				})),
	}, nil
}

// usesExceed reports whether some set V of processes uses more than |α(V)| resources, counted with or without
// repeats.
func usesExceed(alpha, used []uint8, repeats bool) bool {
	for v := 1; v < 1<<len(alpha); v++ {
		own, union, sum := uint8(0), uint8(0), 0
		for u := range alpha {
			if v>>u&1 == 1 {
				own, union, sum = own|alpha[u], union|used[u], sum+bits.OnesCount8(used[u])
			}
		}
		if !repeats {
			sum = bits.OnesCount8(union)
		}
		if sum > bits.OnesCount8(own) {
			return true
		}
	}
	return false
}

func disjointMasks(masks []uint8) bool {
	used := uint8(0)
	for _, m := range masks {
		if m&used != 0 {
			return false
		}
		used |= m
	}
	return true
}

// exchangeable reports whether each process can have as many resources of its own as it uses, none of them twice.
func exchangeable(alpha, used []uint8) bool {
	var uses []lock
	for u, m := range used {
		for range bits.OnesCount8(m) {
			uses = append(uses, lock{process: u})
		}
	}
	return sharedQuorums{alpha: alpha}.assignable(uses, 0)
}

// constantCase is one family for processes that may use the same resources.
type constantCase struct {
	s                  sharedQuorums
	satisfies, coterie bool
}

func constantCases(ctx context.Context, p sharingParameters) ([]constantCase, error) {
	var out []constantCase
	for n := 1; n <= p.OnlyArbiters; n++ {
		for _, f := range small.Antichains(n) {
			for count := 1; count <= p.Processes; count++ {
				for k := 1; k <= p.Resources; k++ {
					s := sharedQuorums{alpha: slices.Repeat([]uint8{1<<k - 1}, count), families: slices.Repeat([][]uint8{f}, count)}
					structure, err := s.structureOn(n)
					if err != nil {
						return nil, err
					}
					c := constantCase{s: s}
					if c.satisfies, _, err = satisfiesC(ctx, structure); err != nil {
						return nil, err
					}
					least, greatest := packingSizes(f)
					c.coterie = least == k && greatest == k // it is an antichain
					out = append(out, c)
				}
			}
		}
	}
	return out, nil
}

// theorem1Claims tries one family for all processes.
func theorem1Claims(ctx context.Context, p sharingParameters) ([]experiments.Claim, error) {
	antichains := sortedAntichains(p.Arbiters)
	cases := func(differ, oneEach bool) iter.Seq[sharedQuorums] {
		return untilStopped(ctx, func(yield func(sharedQuorums) bool) {
			for alpha := range sharedResources(p.Processes, p.Resources) {
				if differ && groupsIn(alpha) == 1 {
					continue
				}
				for _, f := range antichains {
					if !yield(sharedQuorums{alpha: alpha, families: slices.Repeat([][]uint8{f}, len(alpha)), oneEach: oneEach}) {
						return
					}
				}
			}
		})
	}
	impossible := func(s sharedQuorums) (bool, string) {
		return !s.solves(), fmt.Sprintf("%v: every V can lock |α(V)| quorums, and no more", s)
	}
	over := func(which string) experiments.Range {
		return experiments.Every(fmt.Sprintf("all sharing structures of at most %d processes, up to their order, and %d resources%s, all antichains on %d arbiters",
			p.Processes, p.Resources, which, p.Arbiters))
	}
	const differ = " with α(V) ≠ α(V') for non-empty V, V'"
	several := experiments.Judge(over(differ), cases(true, false), impossible)
	return []experiments.Claim{
		miyamotoClaim("theorem-1", "Theorem 1",
			"If α(V) ≠ α(V') for some sets V, V' of processes, the problem is not solved where all processes use one quorum family.",
			experiments.HoldsUnderReading("V and V' are not empty: V' = ∅ always differs, also where α is constant",
				experiments.Judge(over(""), cases(false, false), impossible), several.Proved("condition-c"))),
		miyamotoClaim("theorem-1-one-quorum", "Theorem 1, protocol P",
			"The same (V and V' not empty) for processes that hold one quorum at a time, as protocol P has them ask for a resource.",
			experiments.HoldsUnderReading("a process may hold several quorums at once, one for each resource: the proof locks |α(V')|+1 for V'",
				experiments.Judge(over(differ), cases(true, true), impossible), several.Proved("condition-c"))),
	}, nil
}

// theorem2Claims tries all ways to lock quorums under condition C.
func theorem2Claims(ctx context.Context, p sharingParameters) ([]experiments.Claim, error) {
	list, err := satisfying(ctx, p)
	if err != nil {
		return nil, err
	}
	over := experiments.Every(fmt.Sprintf("all sharing structures with condition C, of at most %d processes, up to their order, and %d resources, on %d arbiters, with one group on %d",
		p.Processes, p.Resources, p.Arbiters, p.OnlyArbiters))
	cases := func() iter.Seq[sharedQuorums] { return untilStopped(ctx, slices.Values(list)) }
	fills := func(idle bool) experiments.Judgement {
		return experiments.Judge(over, cases(), func(s sharedQuorums) (bool, string) {
			v, at, found := s.stuck(idle)
			return !found, fmt.Sprintf("%v: with %s, the processes %v can lock no more", s, describeLocks(at), quorum.SetOfMask(uint8(v)))
		})
	}
	return []experiments.Claim{
		miyamotoClaim("theorem-2-condition-1", "Theorem 2, condition 1",
			"Under condition C no set V of processes can hold more than |α(V)| disjoint quorums at a time.",
			experiments.Judge(over, cases(), func(s sharedQuorums) (bool, string) { return s.safe(), s.String() }).Proved("condition-c")),
		miyamotoClaim("theorem-2-condition-2", "Theorem 2, condition 2",
			"Under condition C, wherever V holds fewer than |α(V)| quorums, there is another one for it, disjoint from all that are locked.",
			experiments.HoldsUnderReading("once the processes outside V have released theirs (the condition asks only what can be reached)",
				fills(false), fills(true).Proved("condition-c"))),
		miyamotoClaim("theorem-2-resources", "Theorem 2, its proof",
			"Under condition C as many resources are in use as quorums are locked: whoever locks a quorum finds one of its resources free.",
			experiments.HoldsUnderReading("resources in use may be exchanged: different ones for all locked quorums exist by Hall's theorem, but who comes first may take the wrong one",
				experiments.Judge(over, cases(), func(s sharedQuorums) (bool, string) {
					story, found := s.strandedLock()
					return !found, fmt.Sprintf("%v: %s", s, story)
				}),
				experiments.Judge(over, cases(), func(s sharedQuorums) (bool, string) {
					for held := range s.configurations() {
						if !s.assignable(held, 0) {
							return false, fmt.Sprintf("%v: %s", s, describeLocks(held))
						}
					}
					return true, ""
				}).Proved("condition-c"))),
		miyamotoClaim("theorem-3-injection", "Theorem 3, non-intersection",
			"For an injection f from ρ < σ disjoint quorums into the resources and any r that it leaves out, a group G with r has in each set H ∋ G of groups fewer than |α(H)| of the quorums.",
			experiments.HoldsUnderReading("f gives each quorum a resource of its own group, as Hall's theorem allows; a mere injection into all resources is not enough",
				experiments.Judge(over, cases(), func(s sharedQuorums) (bool, string) { return s.injectionsServe(false) }),
				experiments.Judge(over, cases(), func(s sharedQuorums) (bool, string) { return s.injectionsServe(true) }))),
	}, nil
}

func describeLocks(held []lock) string {
	if len(held) == 0 {
		return "nothing locked"
	}
	text := ""
	for i, l := range held {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%v locked by process %v", quorum.SetOfMask(l.quorum), quorum.Index(l.process))
	}
	return text
}

// injectionsServe tries, for all locks held at a time, every injection f of them into the resources of all (with
// own: of the process that holds the lock, of which there must be one), every resource r left out and every
// process u that may use it: no set of processes with u may hold as many locks as it has resources.
func (s sharedQuorums) injectionsServe(own bool) (bool, string) {
	all := uint8(0)
	for _, a := range s.alpha {
		all |= a
	}
	for held := range s.configurations() {
		injections := 0
		var bad uint8 // the resource left out
		var try func(i int, given uint8) bool
		try = func(i int, given uint8) bool {
			if i == len(held) {
				injections++
				for left := all &^ given; left != 0; left &= left - 1 {
					if r := left & -left; !s.leaves(held, r) {
						bad = r
						return false
					}
				}
				return true
			}
			free := all &^ given
			if own {
				free &= s.alpha[held[i].process]
			}
			for ; free != 0; free &= free - 1 {
				if !try(i+1, given|free&-free) {
					return false
				}
			}
			return true
		}
		if !try(0, 0) {
			return false, fmt.Sprintf("%v: with %s, an injection leaves out resource %v", s, describeLocks(held), quorum.SetOfMask(bad))
		}
		if injections == 0 {
			return false, fmt.Sprintf("%v: with %s, there is no injection", s, describeLocks(held))
		}
	}
	return true, ""
}

// leaves reports whether every set V of processes with one that may use r holds fewer than |α(V)| locks.
func (s sharedQuorums) leaves(held []lock, r uint8) bool {
	for u, own := range s.alpha {
		if own&r == 0 {
			continue
		}
		for v := uint(1); v <= s.everyone(); v++ {
			if v>>u&1 == 1 && locksOf(held, v) >= s.resources(v) {
				return false
			}
		}
	}
	return true
}

// necessityClaims asks whether condition C is necessary as well.
func necessityClaims(ctx context.Context, p sharingParameters) ([]experiments.Claim, error) {
	cases := func() iter.Seq[sharedQuorums] {
		return untilStopped(ctx, func(yield func(sharedQuorums) bool) {
			for _, part := range []struct{ arbiters, groups int }{{p.OnlyArbiters, 1}, {p.Arbiters, p.AnyGroups}} {
				antichains := sortedAntichains(part.arbiters)
				for alpha := range sharedResources(p.Processes, p.Resources) {
					if groupsIn(alpha) > part.groups || part.groups > 1 && groupsIn(alpha) == 1 {
						continue
					}
					for s := range withFamilies(alpha, func(int) [][]uint8 { return antichains }) {
						if !yield(s) {
							return
						}
					}
				}
			}
		})
	}
	over := experiments.Every(fmt.Sprintf("all sharing structures of at most %d processes, up to their order, %d resources and %d groups with all antichains on %d arbiters, with one group on %d",
		p.Processes, p.Resources, p.AnyGroups, p.Arbiters, p.OnlyArbiters))
	return []experiments.Claim{
		miyamotoClaim("condition-c-necessary", "section 3.2, which announces necessary conditions and calls C sufficient",
			"Condition C, minimality aside, is necessary as well: the problem is not solved without it.",
			experiments.HoldsUnderReading("V has to reach |α(V)| quorums from wherever it is without releasing one; that every V can hold |α(V)| and no more is all that Definition 2 asks, and less",
				experiments.Judge(over, cases(), func(s sharedQuorums) (bool, string) { return !s.solves() || s.packsAsC(), s.String() }),
				experiments.Judge(over, cases(), func(s sharedQuorums) (bool, string) {
					_, _, stuck := s.stuck(true)
					return stuck || !s.safe() || s.packsAsC(), s.String()
				}))),
	}, nil
}

// packsAsC reports whether condition C holds but for minimality: all maximal sets of disjoint quorums of V's processes
// have |α(V)| members, for every V.
func (s sharedQuorums) packsAsC() bool {
	for v := uint(1); v <= s.everyone(); v++ {
		var union []uint8
		for u, f := range s.families {
			if v>>u&1 == 1 {
				union = append(union, f...)
			}
		}
		slices.Sort(union)
		least, greatest := packingSizes(slices.Compact(union))
		if k := s.resources(v); least != k || greatest != k {
			return false
		}
	}
	return true
}
