package masking

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/cyclic"
)

// mostListed bounds the quorums of what is tried.
const mostListed = 5_000

// construct offers thresholds, all families of package construct, and translates of residues, on at
// most n nodes.
func (s *run) construct(ctx context.Context) error {
	for m := s.n; m >= s.fewest; m-- {
		if least, _ := s.floor(m); !s.below(least) {
			break
		}
		k := s.smallest()
		for 2*k-m < s.shared(k) {
			k++
		}
		if err := s.threshold(ctx, m, k, Load); err != nil {
			return err
		}
		for _, family := range construct.Families() {
			if family.Kind != quorum.KindSystem || !family.HasDefault() || family.Holders() {
				continue
			}
			instance, err := family.ForN(m, 0)
			if err != nil {
				continue // none for m nodes
			}
			shape, err := instance.Shape(ctx)
			if err != nil || shape.Quorums == nil || shape.Quorums.Cmp(big.NewInt(mostListed)) > 0 || shape.MinQuorum < s.smallest() || !s.below(big.NewRat(int64(shape.MinQuorum), int64(m))) {
				continue
			}
			built, err := instance.Build(ctx, mostListed)
			if err != nil {
				return context.Cause(ctx)
			}
			system, ok := built.(*quorum.System)
			if !ok {
				continue
			}
			if err := s.offer(ctx, system.Family(), instance.Spec()+s.unused(m), Load); err != nil {
				return err
			}
		}
		if err := s.cyclic(ctx, m); err != nil {
			return err
		}
	}
	for m := s.n; m >= s.fewest && s.Upper != nil; m-- {
		if err := s.descend(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// cyclic offers the translates of residues modulo m of which each difference occurs so often as two
// quorums have to share nodes, if they can have a smaller load than the best.
func (s *run) cyclic(ctx context.Context, m int) error {
	k := s.smallest()
	for k*(k-1) < s.shared(k)*(m-1) {
		k++
	}
	if !s.below(big.NewRat(int64(k), int64(m))) {
		return nil
	}
	cover, by := cyclic.Repeated(ctx, m, s.shared(k))
	if err := context.Cause(ctx); err != nil {
		return err
	}
	x := uint64(0)
	for _, r := range cover {
		x |= 1 << r
	}
	f, err := quorum.FamilyOfMasks(m, turns(x, m, m))
	if err != nil {
		return err
	}
	return s.offer(ctx, f, fmt.Sprintf("translates of %d residues modulo %d: %s", len(cover), m, by)+s.unused(m), Load)
}

// turns returns the different sets that x becomes if the runs of m of the n nodes turn together;
// nodes beyond the last run stay.
func turns(x uint64, n, m int) []uint64 {
	first, runs := uint64(0), uint64(1)<<(n/m*m)-1 // nodes, of each run the first, and of all runs
	for v := 0; v < n/m*m; v += m {
		first |= 1 << v
	}
	all := []uint64{x}
	for y := x; ; all = append(all, y) {
		if y = y<<1&runs&^first | y>>(m-1)&first | y&^runs; y == x {
			return all
		}
	}
}

// below reports whether a load that is no smaller than least may be smaller than the best.
func (s *run) below(least *big.Rat) bool { return s.Upper == nil || least.Cmp(s.Upper.Rat()) < 0 }

func (s *run) unused(m int) string {
	if m == s.n {
		return ""
	}
	return fmt.Sprintf(", %d of %d nodes used", m, s.n)
}

// within returns the quorums as those of n nodes.
func (s *run) within(f quorum.Family) (quorum.Family, error) {
	f, err := f.Minimize(context.Background())
	if err != nil || f.N() == s.n {
		return f, err
	}
	return quorum.FamilyOfSets(s.n, f.Sets())
}

// threshold offers sets of k of m nodes: all of them, or the rotations of one.
func (s *run) threshold(ctx context.Context, m, k int, objective Objective) error {
	by := fmt.Sprintf("any %d of %d nodes", k, m)
	list := quorum.Choose(k, quorum.Leaves(quorum.FullSet(m).Nodes())...)
	f, err := list.MinimalSets(ctx, mostListed)
	if err != nil && ctx.Err() == nil && binomial(m, s.b) <= mostAvoided {
		by = fmt.Sprintf("the rotations of %d of %d nodes", k, m)
		f, err = quorum.FamilyOfMasks(m, turns(1<<k-1, m, m))
	}
	switch {
	case err != nil && ctx.Err() == nil && objective == Size: // the form shows it
		s.Verdict, s.Value = search.Found, new(bounds.FractionOf(int64(k), 1))
		s.Notes = append(s.Notes, fmt.Sprintf("the quorums, %s%s, are too many to be listed", by, s.unused(m)))
		s.Reduce(k, by+s.unused(m))
		return nil
	case err != nil && ctx.Err() == nil:
		return nil
	case err != nil:
		return err
	}
	return s.offer(ctx, f, by+s.unused(m), objective)
}

// mostAvoided bounds the sets of liars that quorums have to avoid.
const mostAvoided = 200_000

func binomial(n, k int) int64 {
	x := new(big.Int).Binomial(int64(n), int64(k))
	if !x.IsInt64() {
		return math.MaxInt64
	}
	return x.Int64()
}

// bearing returns the quorums with more, so that some has none of any b nodes, if these are few.
// All nodes but b fit to all quorums, unless these have to be opaque, and do not make a load
// greater.
//
// Proof: docs/theorems/least-load-of-liars.md.
func (s *run) bearing(ctx context.Context, f quorum.Family) (quorum.Family, error) {
	masks := quorum.Masks(f.Sets())
	if binomial(f.N(), s.b) > mostAvoided {
		return f, nil
	}
	least := s.smallest()
	if s.kind == quorum.Opaque { // beside smaller ones the next fit less
		least, _ = f.Sizes()
	}
	for at := range sets.Combinations[int](f.N(), s.b) {
		x := uint64(1)<<f.N() - 1
		for _, v := range at {
			x &^= 1 << v
		}
		if slices.ContainsFunc(masks, func(q uint64) bool { return q&^x == 0 }) || ctx.Err() != nil {
			continue
		}
		fits := s.fits(x, masks)
		for _, v := range s.rng.Perm(f.N()) { // a small set avoids more
			y := x &^ (1 << v)
			if good := s.fits(y, masks); bits.OnesCount64(y) >= least && (good || !fits) {
				x, fits = y, good
			}
		}
		masks = append(masks, x)
	}
	return quorum.FamilyOfMasks(f.N(), masks)
}

// fits reports whether a set may be a quorum beside those that there are. One that is no smaller
// than smallest fits itself.
func (s *run) fits(x uint64, masks []uint64) bool {
	return !slices.ContainsFunc(masks, func(y uint64) bool { return !s.fit(x, y) })
}
