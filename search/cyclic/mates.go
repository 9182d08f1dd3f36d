package cyclic

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/session"
	"coterie/internal/solve/sets"
	"coterie/planes"
	"coterie/quorum"
	"coterie/search"
)

// MaxMates is the largest modulus of pairs of covers: their windows are words of 64 bits.
const MaxMates = 63

// Meet reports whether two periodic schedules meet: of any n consecutive slots one is in A modulo m
// and in B modulo n, whatever shift each of them has. Cost: O(mn²).
func Meet(m int, a []int, n int, b []int) bool {
	for s := range m {
		for t := range n {
			met := false
			for slot := range n {
				met = met || slices.Contains(a, (slot+s)%m) && slices.Contains(b, (slot+t)%n)
			}
			if !met {
				return false
			}
		}
	}
	return true
}

// mates is Find for opts.With = m.
func (c *inquiry) mates(ctx context.Context, m int, opts Options) (*search.Result, error) {
	n := c.n
	if err := cmp.Or(session.Need("n", n, 3, MaxMates), session.Need("with", m, 2, n-1)); err != nil {
		return nil, err
	}
	if opts.Lambda > 1 || opts.Method != "" && opts.Method != search.Auto {
		return nil, quorum.Bad("with", "pairs of covers take neither lambda nor a method", "leave one of them out")
	}
	c.Session = session.New(ctx, opts.Options, &search.Result{
		Search: "cyclic", Verdict: search.Unknown, Objective: fmt.Sprintf("|A|/%d+|B|/%d", m, n),
		Question: fmt.Sprintf("What is the least |A|/%d+|B|/%d of difference covers A modulo %d and B modulo %d that meet in any %d slots, whatever their shifts?", m, n, m, n, n),
	})
	p := &pairing{n: n, moduli: [2]int{m, n}, rng: rand.New(rand.NewPCG(max(opts.Seed, 1), uint64(m)))}
	for i, modulus := range p.moduli {
		r, err := Find(ctx, modulus, Options{})
		if err != nil {
			return nil, err
		}
		if !r.Optimal {
			return c.End(r.StoppedBy)
		}
		p.sizes[i], p.sets[i] = len(r.Cover), sets.Mask(filled(modulus, 1, r.Cover).d)
	}
	least, sum, best := p.sizes, func(a, b int) int { return a*n + b*m }, 1<<30
	take := func(by string) {
		size := &c.MateSizes[p.sizes[0]-least[0]]
		if size.Upper = p.sizes[1]; sum(size.A, size.Upper) < best {
			best = sum(size.A, size.Upper)
			c.Mate, c.Cover, c.UpperBy = slices.Collect(sets.Ones(p.sets[0])), slices.Collect(sets.Ones(p.sets[1])), by
		}
	}
	// All residues meet any cover, and another residue in A does no harm.
	a, b := p.sets[0], uint64(1)<<n-1
	for size := least[0]; size <= m && sum(size, least[1]) < best && ctx.Err() == nil; size++ {
		c.MateSizes = append(c.MateSizes, search.MateSize{A: size, Lower: least[1]})
		for ok := true; ok; {
			p.sets, p.sizes = [2]uint64{a, b}, [2]int{size, bits.OnesCount64(b)}
			take("annealing")
			p.sizes[1]--
			p.sets[1] &= b - 1
			if ok = p.sizes[1] >= least[1] && p.anneal(ctx); ok {
				a, b = p.sets[0], p.sets[1]
			}
		}
		a |= (a + 1) &^ a & (1<<m - 1)
	}
	lower, stopped := sum(least[0], least[1]), error(nil)
	c.LowerBy = "no cover is smaller than each of the two"
	for ; lower < best && stopped == nil; lower++ {
		for i := range c.MateSizes {
			size := &c.MateSizes[i]
			if stopped != nil || sum(size.A, size.Lower) != lower || lower == best {
				continue
			}
			p.sizes = [2]int{size.A, size.Lower}
			c.At(fmt.Sprintf("covers of %d residues modulo %d and %d modulo %d", size.A, m, size.Lower, n))
			found := false
			switch found, stopped = p.exhaust(ctx, cmp.Or(opts.Steps, lambdaNodes)); {
			case found:
				take("exhaustive search over all pairs")
			case stopped == nil:
				size.Lower++
				c.LowerBy = "exhaustive search over all pairs of a smaller sum"
			default:
				lower--
			}
		}
	}
	lower = min(lower, best)
	if c.Cover == nil {
		return c.End(session.StopCause(ctx))
	}
	c.Value, c.Lower = new(bounds.FractionOf(int64(best), int64(m*n))), new(bounds.FractionOf(int64(lower), int64(m*n)))
	c.Upper = c.Value
	_, one, _ := planes.IsDifferenceCover(context.WithoutCancel(ctx), m, c.Mate)
	_, two, _ := planes.IsDifferenceCover(context.WithoutCancel(ctx), n, c.Cover)
	if !one || !two || !Meet(m, c.Mate, n, c.Cover) {
		return nil, quorum.Internal("%v modulo %d and %v modulo %d do not meet, or are no covers", c.Mate, m, c.Cover, n)
	}
	c.Verdict = search.Found
	return c.End(cmp.Or(session.StopCause(ctx), fmt.Sprint(stopped)))
}
