package masking

import (
	"context"
	"fmt"
	"math"
	"math/big"

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
		k, err := s.thresholdSize(ctx, m)
		if err == nil {
			err = s.threshold(ctx, m, k, Load)
		}
		if err != nil {
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
			if err != nil || shape.Quorums == nil || shape.Quorums.Cmp(big.NewInt(mostListed)) > 0 || shape.MinQuorum < s.smallest() {
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
			f, err := s.within(system.Family())
			if err != nil {
				return err
			}
			if err := s.offer(ctx, f, instance.Spec()+s.unused(m), Load); err != nil {
				return err
			}
		}
		if err := s.cyclic(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// cyclic offers the translates of residues modulo m of which each difference occurs so often as two
// quorums have to share nodes, if they can have a smaller load than the best. Opaque quorums have
// to share the more the larger they are.
func (s *run) cyclic(ctx context.Context, m int) error {
	k := s.smallest()
	for k*(k-1) < s.share*(m-1) {
		k++
	}
	if s.kind == quorum.Opaque || s.Upper != nil && s.Upper.Cmp(bounds.FractionOf(int64(k), int64(m))) <= 0 {
		return nil
	}
	cover, by := cyclic.Repeated(ctx, m, s.share)
	if err := context.Cause(ctx); err != nil {
		return err
	}
	var masks []uint64
	for i := range m {
		x := uint64(0)
		for _, r := range cover {
			x |= 1 << ((r + i) % m)
		}
		masks = append(masks, x)
	}
	f, err := quorum.FamilyOfMasks(m, masks)
	if err == nil {
		f, err = s.within(f)
	}
	if err != nil {
		return err
	}
	return s.offer(ctx, f, fmt.Sprintf("translates of %d residues modulo %d: %s", len(cover), m, by)+s.unused(m), Load)
}

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

// thresholdSize returns the least k such that any two sets of k of m nodes are as two quorums must
// be.
func (s *run) thresholdSize(ctx context.Context, m int) (k int, err error) {
	instance, err := construct.Parse(ctx, fmt.Sprintf("threshold:n=%d,b=%d,kind=%s", m, s.b, s.kind))
	if err != nil {
		return 0, quorum.Internal("%w", err)
	}
	shape, err := instance.Shape(ctx)
	return shape.MinQuorum, err
}

// threshold offers sets of k of m nodes: all of them, or so many that some set has none of any b
// nodes, each with its rotations, so that all nodes are asked alike.
func (s *run) threshold(ctx context.Context, m, k int, objective Objective) error {
	by := fmt.Sprintf("any %d of %d nodes", k, m)
	list := quorum.Choose(k, quorum.Leaves(quorum.FullSet(m).Nodes())...)
	f, err := list.MinimalSets(ctx, mostListed)
	if err != nil && ctx.Err() == nil && k+s.b < m && binomial(m, s.b) <= mostAvoided {
		by = fmt.Sprintf("sets of %d of %d nodes, with their rotations", k, m)
		f, err = s.rotations(ctx, m, k)
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
	if f, err = s.within(f); err != nil {
		return err
	}
	return s.offer(ctx, f, by+s.unused(m), objective)
}

// mostAvoided bounds the sets of liars that rotations have to avoid.
const mostAvoided = 200_000

func binomial(n, k int) int64 {
	x := new(big.Int).Binomial(int64(n), int64(k))
	if !x.IsInt64() {
		return math.MaxInt64
	}
	return x.Int64()
}

// rotations returns random sets of k of m nodes with their rotations, until some has none of any b
// nodes.
func (s *run) rotations(ctx context.Context, m, k int) (quorum.Family, error) {
	var open []uint64 // sets of b nodes that meet all so far
	for at := range sets.Combinations[int32](m, s.b) {
		open = append(open, sets.Mask(at))
	}
	seen, masks := map[uint64]bool{}, []uint64(nil)
	for len(open) > 0 || masks == nil {
		if ctx.Err() != nil {
			return quorum.Family{}, context.Cause(ctx)
		}
		x := uint64(0)
		for _, v := range s.rng.Perm(m)[:k] {
			x |= 1 << v
		}
		for range m {
			if x = x<<1&(1<<m-1) | x>>(m-1); !seen[x] {
				seen[x] = true
				masks = append(masks, x)
			}
		}
		left := open[:0]
		for _, b := range open {
			if !avoided(masks, b) {
				left = append(left, b)
			}
		}
		open = left
	}
	return quorum.FamilyOfMasks(m, masks)
}

// avoided reports whether a set has none of these nodes.
func avoided(masks []uint64, nodes uint64) bool {
	for _, x := range masks {
		if x&nodes == 0 {
			return true
		}
	}
	return false
}
