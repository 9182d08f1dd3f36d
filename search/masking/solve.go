package masking

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"coterie/internal/solve/lp"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/internal/solve/sets"
	"coterie/internal/words/show"
	"coterie/measure/loads"
	"coterie/quorum"
)

// solve asks for systems with a load below the best, by the size of the smallest quorum, until
// there is none. A model that is no better gives node weights, under which all its quorums weigh at
// least the load sought; they become clauses of the next question.
func (s *run) solve(ctx context.Context) error {
	var weights [][]int64
	for c := s.smallest(); c <= s.n; c++ {
		q, asked := session.Question{}, 0
		for s.loadOf(s.n, c).Cmp(s.Upper.Rat()) < 0 {
			if q.CNF == nil {
				q, asked = s.question(ctx, c), 0
			}
			for ; asked < len(weights); asked++ {
				s.exclude(q.CNF, c, weights[asked])
			}
			answer, err := s.Ask(ctx, q)
			if err != nil || answer.Verdict == sat.Unknown {
				return err
			}
			if answer.Verdict == sat.Unsat {
				break
			}
			f, err := s.grown(answer.Model, c)
			if err != nil {
				return err
			}
			before := *s.Upper
			if err := s.offer(ctx, f, "a model of: "+q.Words, Load); err != nil {
				return err
			}
			if s.Upper.Cmp(before) < 0 {
				q.CNF = nil
				continue
			}
			load, err := loads.Find(ctx, f, loads.Options{})
			if err != nil {
				return err
			}
			if load.Value.Rat().Cmp(before.Rat()) < 0 {
				return quorum.Internal("the model of load %v is refused: %s", load.Value, q.Words)
			}
			var exact []*big.Rat
			for _, w := range load.NodeWeights {
				exact = append(exact, w.Rat())
			}
			whole, unit := lp.Integers(exact)
			if unit.BitLen() > 40 {
				return quorum.Internal("node weights are too long fractions: %v", load.NodeWeights)
			}
			weights = append(weights, make([]int64, s.n))
			for v, w := range whole {
				weights[len(weights)-1][v] = w.Int64()
			}
		}
	}
	s.Lower, s.LowerBy = new(*s.Upper), fmt.Sprintf("no model for a smaller load, whatever the least size of a quorum; %d node weights exclude all", len(weights))
	s.Tell()
	return nil
}

// candidates are the sets of at least c nodes, by size.
func (s *run) candidates(c int) (list []uint64) {
	for x := range uint64(1) << s.n {
		if bits.OnesCount64(x) >= c {
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b uint64) int { return bits.OnesCount64(a) - bits.OnesCount64(b) })
	return list
}

// The most pairs of sets that fit of which a solver is asked: up to ten seconds of CPU. The
// formulas of opaque systems are easier.
const (
	mostPairs       = 50_000
	mostOpaquePairs = 150_000
)

// asks reports whether a solver is asked.
func (s *run) asks() bool {
	most, sum, pairs := mostPairs, int64(0), 0
	if s.kind == quorum.Opaque {
		most = mostOpaquePairs
	}
	for k := s.smallest(); k <= s.n; k++ {
		sum += min(binomial(s.n, k), int64(most))
	}
	if sum > 1_000 {
		return false
	}
	list := s.candidates(s.smallest())
	for i, x := range list {
		for _, y := range list[:i] {
			if s.fit(x, y) {
				pairs++
			}
		}
	}
	return pairs <= most
}

// question asks for quorums of at least c nodes, one of which is the first c nodes, with a load
// below the best.
func (s *run) question(ctx context.Context, c int) session.Question {
	f, value := sat.NewCNF(ctx), s.Upper.Rat()
	list := s.candidates(c)
	f.Comment(fmt.Sprintf("Is there a quorum system of the kind %s on %s, of which any %d may lie, with a load below %s and no quorum of less than %d nodes?", s.kind, show.Count(s.n, "node"), s.b, value.RatString(), c))
	f.Comment("A model is its quorums; the first is that of the first nodes.")
	for _, x := range list {
		f.Name(f.NewVar(), quorum.SetOfMask(x).String()+" is a quorum")
	}
	f.AddClause(1) // of the sets of c nodes the first is that of the first nodes
	for i, x := range list {
		for j := range i {
			if !s.fit(x, list[j]) {
				f.AddClause(-(i + 1), -(j + 1))
			}
		}
	}
	s.sorted(f, list, c)
	f.Comment(fmt.Sprintf("No %d nodes meet all quorums.", s.b))
	for at := range sets.Combinations[int](s.n, s.b) {
		liars := uint64(0)
		for _, v := range at {
			liars |= 1 << v
		}
		some(f, list, func(x uint64) bool { return x&liars == 0 })
	}
	f.Comment("Under node weights of sum 1 some quorum weighs less than the load.")
	return session.Question{
		Words:    fmt.Sprintf("%s systems on %s for %s, with a load below %s and a smallest quorum of %d nodes", s.kind, show.Count(s.n, "node"), show.Count(s.b, "liar"), value.RatString(), c),
		CNF:      f,
		Theorems: session.Theorems{"liars", "least-load-of-liars"},
	}
}

// some adds that a set of a list that holds is a quorum.
func some(f *sat.CNF, list []uint64, holds func(x uint64) bool) {
	var clause []int
	for i, x := range list {
		if holds(x) {
			clause = append(clause, i+1)
		}
	}
	f.AddClause(clause...)
}

// exclude adds to a question that under node weights some quorum weighs less than the load.
func (s *run) exclude(f *sat.CNF, c int, weight []int64) {
	all := int64(0)
	for _, w := range weight {
		all += w
	}
	most, list := new(big.Rat).Mul(s.Upper.Rat(), big.NewRat(all, 1)), s.candidates(c)
	below := new(big.Int).Div(new(big.Int).Sub(new(big.Int).Add(most.Num(), most.Denom()), big.NewInt(1)), most.Denom()).Int64() // rounded up
	for _, image := range images(weight, c) {
		some(f, list, func(x uint64) bool {
			sum := int64(0)
			for ; x != 0; x &= x - 1 {
				sum += image[bits.TrailingZeros64(x)]
			}
			return sum < below
		})
	}
}

// sorted breaks the symmetry of names: of two families that become each other if two nodes change
// places, both among the first c or both among the others, it leaves that with the greater list of
// quorums. The first of them are enough.
//
// Proof: docs/theorems/least-load-of-liars.md.
func (s *run) sorted(f *sat.CNF, list []uint64, c int) {
	at := make(map[uint64]int, len(list))
	for i, x := range list {
		at[x] = i + 1
	}
	f.Comment("No two nodes can change places so that the list of quorums becomes greater.")
	for v := range s.n {
		for u := range v {
			if u < c && v >= c {
				continue
			}
			var these, those []int
			for i, x := range list {
				if y := at[x^(1<<u|1<<v)]; x>>u&1 != x>>v&1 && y > i+1 && len(these) < mostSorted {
					these, those = append(these, i+1), append(those, y)
				}
			}
			sat.LexAtLeast(f, these, those)
		}
	}
}

// mostSorted bounds the sets that are compared with those of other names.
const mostSorted = 40

// mostImages bounds the renamings of node weights.
const mostImages = 100

// images returns node weights with those that a renaming makes of them that keeps the first c
// nodes: what no system has, none has under other names.
func images(weight []int64, c int) (all [][]int64) {
	rest := orders(weight[c:])
	for _, first := range orders(weight[:c]) {
		for _, r := range rest {
			if len(all) < mostImages {
				all = append(all, slices.Concat(first, r))
			}
		}
	}
	return all
}

// orders returns the different orders of numbers.
func orders(of []int64) (all [][]int64) {
	if len(of) == 0 {
		return [][]int64{nil}
	}
	for i, x := range of {
		if slices.Contains(of[:i], x) {
			continue
		}
		for _, rest := range orders(slices.Delete(slices.Clone(of), i, i+1)) {
			all = append(all, append([]int64{x}, rest...))
		}
	}
	return all
}

// grown returns the quorums of a model, with all sets that fit to those that are there, without
// those that contain another.
func (s *run) grown(model []bool, c int) (quorum.Family, error) {
	list := s.candidates(c)
	var masks []uint64
	for i, x := range list {
		if model[i+1] {
			masks = append(masks, x)
		}
	}
	for _, x := range list {
		if !slices.Contains(masks, x) && s.fits(x, masks) {
			masks = append(masks, x)
		}
	}
	return quorum.FamilyOfMasks(s.n, masks)
}
