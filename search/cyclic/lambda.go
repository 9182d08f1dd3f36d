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
	steps, stopped := &steps{Poll: par.NewPoll(ctx), most: cmp.Or(c.steps, lambdaNodes)}, ""
	for !c.Met() && stopped == "" {
		k := c.LowerOr(0)
		words := residues(fmt.Sprint(k, " "), c.n, c.lambda)
		c.At(words)
		p := filled(c.n, c.lambda, []int{0, 1}) // some translate of each set has them
		found, err := p.ascend(k, steps, func() bool { c.Improve(p.cover(), "exhaustive search over sets of residues"); return true })
		switch {
		case err != nil:
			stopped = cmp.Or(session.StopCause(ctx), err.Error())
		case !found:
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
		group := []int{1}
		for power := u; power != 1; power = power * u % c.n {
			group = append(group, power)
		}
		orbits := orbitsUnder(c.n, group).members
		if len(orbits) > lambdaOrbits {
			continue
		}
		for chosen := range 1 << len(orbits) {
			var union []int
			for i, orbit := range orbits {
				for _, x := range orbit[:len(orbit)*(chosen>>i&1)] {
					union = append(union, int(x))
				}
			}
			if len(union) >= c.LowerOr(0) && len(union) < len(c.Cover) && filled(c.n, c.lambda, union).lack == 0 {
				c.Improve(translated(c.n, union), fmt.Sprintf("a union of orbits under multiplication by %d", u))
			}
		}
	}
}

// steps are the budget of an exhaustive search.
type steps struct {
	par.Poll
	made, most int
	err        error
}

// step takes a step, and returns the error of the context, or one if none is left, from then on.
func (s *steps) step() error {
	if s.made++; s.err == nil && s.made > s.most {
		s.err = fmt.Errorf("the exhaustive search was given up after %d steps", s.most)
	}
	s.err = cmp.Or(s.err, s.Work(1))
	return s.err
}

// ascend goes through the sets of k residues that t and further residues make: these ascend, as
// long as the pairs that are left can be the missing ones. It ends when take returns true for a
// whole set, or in the error of a step.
func (t *tally) ascend(k int, steps *steps, take func() bool) (done bool, err error) {
	var from func(x int)
	from = func(x int) {
		left := k - len(t.d)
		switch {
		case steps.step() != nil || t.lack > left*(2*len(t.d)+left-1)/2:
		case left == 0:
			done = take()
		default:
			for ; x <= t.n-left && !done && steps.err == nil; x++ {
				t.put(int32(x))
				from(x + 1)
				t.drop(int32(x))
			}
		}
	}
	from(2)
	return done, steps.err
}
