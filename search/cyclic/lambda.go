package cyclic

import (
	"cmp"
	"context"
	"fmt"

	"coterie/bounds"
	"coterie/gf"
	"coterie/internal/machine/par"
	"coterie/internal/solve/session"
	"coterie/search"
)

// residues says how many residues have which differences.
func residues(k string, n, lambda int) string {
	words := fmt.Sprintf("%sresidues modulo %d whose differences are all residues", k, n)
	if lambda > 1 {
		words += fmt.Sprintf(", each but 0 at least %d times", lambda)
	}
	return words
}

// The budgets for lambda > 1.
const (
	lambdaOrbits = 14          // unions of so many orbits are tried
	lambdaSteps  = 1 << 16     // of annealing, for Repeated
	lambdaNodes  = 100_000_000 // of the exhaustive search
)

// Repeated returns a small set of residues modulo n, ascending, of which each difference but 0
// occurs at least lambda times, and says where it is from: [Find] without its exhaustive search, in
// a tenth of a second for n <= 60. Below 1 the lambda is 1.
func Repeated(ctx context.Context, n, lambda int) (cover []int, by string) {
	c := &inquiry{n: n, lambda: max(lambda, 1), Session: session.New(ctx, search.Options{}, &search.Result{})}
	c.tried(ctx, lambdaSteps)
	return c.Cover, c.UpperBy
}

// tried sets the bounds by arithmetic and by sets that are quickly found.
func (c *inquiry) tried(ctx context.Context, steps int) {
	c.count()
	c.Improve(padded(c.n, c.n, nil), "all residues")
	c.multipliers(ctx)
	c.anneal(ctx, steps)
}

// repeated is Find for lambda > 1.
func (c *inquiry) repeated(ctx context.Context) (*search.Result, error) {
	c.tried(ctx, min(Steps, cmp.Or(c.steps, Steps)))
	spent, stopped := 0, ""
	for !c.Met() && stopped == "" {
		k := c.LowerOr(0)
		words := residues(fmt.Sprint(k, " "), c.n, c.lambda)
		c.At(words)
		cover, err := c.backtrack(ctx, k, &spent)
		switch {
		case err != nil:
			stopped = cmp.Or(session.StopCause(ctx), err.Error())
		case cover != nil:
			c.Improve(cover, "exhaustive search over sets of residues")
		default:
			c.Raise(k+1, fmt.Sprintf("exhaustive search over sets of residues: none of %d", k))
		}
	}
	return c.end(ctx, stopped)
}

// count sets the lower bound by arithmetic.
func (c *inquiry) count() {
	need, by := c.lambda*(c.n-1), fmt.Sprintf("counting, K(K-1) >= %d(n-1)", c.lambda)
	if c.n%2 == 0 && c.lambda%2 == 1 {
		need, by = need+1, by+"+1, as n/2 is a difference an even number of times"
	}
	k := 1
	for k*(k-1) < need {
		k++
	}
	c.Raise(k, by)
	if excluded, why, _ := bounds.BruckRyserChowla(c.n, k, c.lambda); excluded { // none where K(K-1) is more
		c.Raise(k+1, "theorem of Bruck, Ryser and Chowla: "+why)
	}
}

// multipliers tries the unions of orbits of the residues under multiplication by one unit, where
// these are few: by the multiplier theorem many difference sets are such unions.
func (c *inquiry) multipliers(ctx context.Context) {
	for u := 2; u < c.n && ctx.Err() == nil && !c.Met(); u++ {
		if gf.GCD(u, c.n) != 1 {
			continue
		}
		var orbits [][]int
		seen := make([]bool, c.n)
		for x := range c.n {
			var orbit []int
			for ; !seen[x]; x = u * x % c.n {
				seen[x], orbit = true, append(orbit, x)
			}
			if orbit != nil {
				orbits = append(orbits, orbit)
			}
		}
		if len(orbits) > lambdaOrbits {
			continue
		}
		for chosen := range 1 << len(orbits) {
			var union []int
			for i, orbit := range orbits {
				if chosen>>i&1 == 1 {
					union = append(union, orbit...)
				}
			}
			if len(union) >= c.LowerOr(0) && len(union) < len(c.Cover) && filled(c.n, c.lambda, union).lack == 0 {
				c.Improve(translated(c.n, union), fmt.Sprintf("a union of orbits under multiplication by %d", u))
			}
		}
	}
}

// backtrack looks for a set of k residues, with 0 and 1, which some translate of each has.
func (c *inquiry) backtrack(ctx context.Context, k int, spent *int) (found []int, err error) {
	p := filled(c.n, c.lambda, []int{0, 1})
	err = c.ascend(ctx, p, k, spent, nil, func() bool { found = p.cover(); return true })
	return found, err
}

// ascend goes through the sets of k residues that p and further residues make: these ascend, as
// long as the pairs that are left can be the missing ones and may, unless it is nil, allows it,
// called with the number of residues that are left. It ends when take returns true for a whole set,
// with ctx, or in an error when the budget is spent.
func (c *inquiry) ascend(ctx context.Context, p *tally, k int, spent *int, may func(left int) bool, take func() bool) (err error) {
	poll, done := par.NewPoll(ctx), false
	var from func(x int)
	from = func(x int) {
		if err = cmp.Or(err, poll.Work(1)); *spent == cmp.Or(c.steps, lambdaNodes) && err == nil {
			err = fmt.Errorf("the exhaustive search for sets of %d residues modulo %d was given up after %d steps", k, p.n, *spent)
		}
		*spent++
		left := k - len(p.d)
		switch {
		case err != nil || p.lack > left*(2*len(p.d)+left-1)/2 || may != nil && !may(left):
		case left == 0:
			done = take()
		default:
			for ; x <= p.n-left && !done && err == nil; x++ {
				p.put(int32(x))
				from(x + 1)
				p.drop(int32(x))
			}
		}
	}
	from(2)
	return err
}
