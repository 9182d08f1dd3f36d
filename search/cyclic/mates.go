package cyclic

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/session"
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
		LowerBy:  "exhaustive search over all pairs of a smaller sum",
	})
	var least [2]int
	for i, modulus := range []int{m, n} {
		r, err := Find(ctx, modulus, Options{})
		if err != nil {
			return nil, err
		}
		least[i] = len(r.Cover)
	}
	var stopped error
	for sum := least[0]*n + least[1]*m; c.Cover == nil && ctx.Err() == nil; sum++ {
		c.Value = new(bounds.FractionOf(int64(sum), int64(m*n)))
		if stopped == nil {
			c.Lower = c.Value
		}
		for a := least[0]; a*n+least[1]*m <= sum && c.Cover == nil; a++ {
			if b := (sum - a*n) / m; a*n+b*m == sum {
				c.At(fmt.Sprintf("covers of %d residues modulo %d and %d modulo %d", a, m, b, n))
				stopped = cmp.Or(stopped, c.sizes(ctx, m, a, b))
			}
		}
	}
	if c.Cover == nil {
		c.Value = nil
		return c.End(session.StopCause(ctx))
	}
	_, one, _ := planes.IsDifferenceCover(context.WithoutCancel(ctx), m, c.Mate)
	_, two, _ := planes.IsDifferenceCover(context.WithoutCancel(ctx), n, c.Cover)
	if !one || !two || !Meet(m, c.Mate, n, c.Cover) {
		return nil, quorum.Internal("%v modulo %d and %v modulo %d do not meet, or are no covers", c.Mate, m, c.Cover, n)
	}
	c.Verdict, c.Upper, c.UpperBy = search.Found, c.Value, "a pair that the search found"
	return c.End(fmt.Sprint(stopped))
}

// sizes looks for a pair of covers of a and b residues.
func (c *inquiry) sizes(ctx context.Context, m, a, b int) (stopped error) {
	p, spent := filled(m, 1, []int{0, 1}), 0
	err := c.ascend(ctx, p, a, &spent, nil, func() bool {
		stopped = c.mate(ctx, m, p.cover(), b, &spent)
		return c.Cover != nil || stopped != nil
	})
	return cmp.Or(stopped, err)
}

// mate looks for a cover of k residues that meets a modulo m.
func (c *inquiry) mate(ctx context.Context, m int, a []int, k int, spent *int) error {
	var windows [MaxMates]uint64 // for each shift of A the slots -x, such that A is awake at x
	for s := range m {
		for x := range c.n {
			if slices.Contains(a, (x+s)%m) {
				windows[s] |= 1 << ((c.n - x) % c.n)
			}
		}
	}
	p, met := filled(c.n, 1, []int{0, 1}), make([][MaxMates]uint64, k+1)
	met[1] = windows // by the number of residues of B: for each shift of A the shifts of B that meet
	may := func(left int) bool {
		j := len(p.d)
		for s, w := range windows[:m] {
			x := int(p.d[j-1])
			met[j][s] = met[j-1][s] | (w<<x|w>>(c.n-x))&(1<<c.n-1)
			if c.n-bits.OnesCount64(met[j][s]) > left*bits.OnesCount64(w) {
				return false
			}
		}
		return true
	}
	return c.ascend(ctx, p, k, spent, may, func() bool {
		c.Cover, c.Mate = p.cover(), a
		return true
	})
}
