package load

import (
	"context"
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/construct"
	"coterie/gf"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/cyclic"
)

// Limits of what is tried: quorums that are listed, nodes for which smallest covers are searched
// for, and nodes up to which all families are built, whose loads are long fractions where they have
// no symmetry.
const (
	listed      = 10_000
	coverNodes  = 40
	familyNodes = 100
)

// construct offers systems on at most n nodes; the others stay unused. First come those whose loads
// are K/m, planes and translates of covers, then what a plane on more nodes leaves, then all other
// families of package construct. On m nodes no load is less than bounds.LoadFromWholeSizes(m), so
// that most m are passed over.
func (s *run) construct(ctx context.Context) error {
	if err := s.offer(ctx, family(s.n, []uint64{1}), "a single node"); err != nil {
		return err
	}
	if s.n > familyNodes { // else it takes no time
		s.At("systems of package construct, and difference covers, on up to " + nodes(s.n))
	}
	planes, ok := construct.Lookup("fpp")
	if !ok {
		return quorum.Internal("no family of planes")
	}
	for m := s.n; m > 1; m-- {
		if s.hopeless(bounds.LoadFromWholeSizes(m)) {
			continue
		}
		if err := s.constructed(ctx, planes, m); err != nil {
			return err
		}
		if err := s.cover(ctx, m); err != nil {
			return err
		}
	}
	if s.Met() {
		return nil
	}
	if err := s.punctured(ctx); err != nil {
		return err
	}
	for m := min(s.n, familyNodes); m > 1; m-- {
		if s.hopeless(bounds.LoadFromWholeSizes(m)) {
			continue
		}
		for _, family := range construct.Families() {
			if err := s.constructed(ctx, family, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// hopeless reports whether no load that is at least bound is better than the best.
func (s *run) hopeless(bound *big.Rat) bool {
	return s.Upper != nil && bound.Cmp(s.Upper.Rat()) >= 0
}

// constructed offers a family's default system on m nodes, if it has one that may be better.
func (s *run) constructed(ctx context.Context, family construct.Family, m int) error {
	if family.Kind != quorum.KindSystem || !family.HasDefault() || family.Holders() || family.Name == "cyclic" {
		return nil
	}
	instance, err := family.ForN(m, 0)
	if err != nil {
		return nil // none for m nodes
	}
	shape, err := instance.Shape(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil || shape.Quorums == nil || shape.Quorums.Cmp(big.NewInt(listed)) > 0 || shape.MinQuorum > 0 && s.hopeless(bounds.LoadFromSize(m, shape.MinQuorum)) {
		return nil
	}
	built, err := instance.Build(ctx, listed)
	if err != nil {
		return context.Cause(ctx)
	}
	system, ok := built.(*quorum.System)
	if !ok {
		return nil
	}
	return s.offerPadded(ctx, system.Family(), instance.Spec())
}

// cover offers the translates of a difference cover of Z_m.
func (s *run) cover(ctx context.Context, m int) error {
	if s.hopeless(big.NewRat(int64(bounds.MaekawaSize(m)), int64(m))) {
		return nil
	}
	cover, by := cyclic.Constructed(m)
	if m <= coverNodes {
		r, err := cyclic.Find(ctx, m, cyclic.Options{Options: search.Options{Jobs: s.Options.Jobs, Seed: s.Options.Seed}})
		if err != nil {
			return err
		}
		cover, by = r.Cover, r.UpperBy
	}
	if s.hopeless(big.NewRat(int64(len(cover)), int64(m))) {
		return nil
	}
	translates, err := quorum.ListFamily(ctx, m, m, func(dst []int32, shift int) []int32 {
		for _, residue := range cover {
			dst = append(dst, int32((residue+shift)%m))
		}
		return dst
	})
	if err != nil {
		return err
	}
	return s.offerPadded(ctx, translates, fmt.Sprintf("translates in Z_%d: %s", m, by))
}

// punctured offers the lines of a plane on more than n nodes that avoid the nodes left over, the
// last ones.
func (s *run) punctured(ctx context.Context) error {
	for order := 2; order*(order+1)+1 < 2*s.n+8; order++ {
		m := order*(order+1) + 1
		if m <= s.n || !s.mayPuncture(order) {
			continue
		}
		lines, by, err := plane(ctx, order)
		if err != nil || lines == nil {
			return err
		}
		f, err := within(lines.Family(), s.n)
		if err != nil || f.Len() == 0 {
			return err
		}
		return s.offer(ctx, f, fmt.Sprintf("the lines of %s within the first %s", by, nodes(s.n)))
	}
	return nil
}

// mayPuncture: a plane of that order is known.
func (s *run) mayPuncture(order int) bool {
	_, _, ok := gf.PrimePower(order)
	return ok
}

// plane returns the lines of the plane of an order, and its spec.
func plane(ctx context.Context, order int) (*quorum.System, string, error) {
	spec := fmt.Sprintf("fpp:order=%d", order)
	s, err := quorum.As[*quorum.System](construct.Build(ctx, spec))
	if err != nil {
		return nil, spec, quorum.Internal("%w", err)
	}
	return s, spec, nil
}

// within returns the quorums within the first n nodes, as a family on n nodes.
func within(f quorum.Family, n int) (quorum.Family, error) {
	b, err := quorum.NewFamilyBuilder(n)
	if err != nil {
		return quorum.Family{}, err
	}
	for _, q := range f.All() {
		if int(q[len(q)-1]) < n {
			if err := b.AddSorted(q); err != nil {
				return quorum.Family{}, err
			}
		}
	}
	return b.Family(), nil
}

// offerPadded offers a family on fewer nodes.
func (s *run) offerPadded(ctx context.Context, f quorum.Family, by string) error {
	m := f.N()
	f, err := f.Minimize(ctx)
	if err != nil {
		return err
	}
	if m < s.n {
		if f, err = within(f, s.n); err != nil {
			return quorum.Internal("%w", err)
		}
		by += fmt.Sprintf(", %d of %s used", m, nodes(s.n))
	}
	return s.offer(ctx, f, by)
}
