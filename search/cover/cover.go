package cover

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/groups"
	"coterie/internal/solve/covers"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/results"
	"coterie/search"
)

// MaxOrder is the largest order of a group that is searched, if it has at most covers.MaxClasses
// classes {g, g⁻¹}.
const MaxOrder = 2*covers.MaxClasses + 1

// OfTranslates is a note: what is least among the translates of one set is not claimed to be least.
const OfTranslates = "least among the translates of one set of a group; other sets may be smaller"

// Find finds a smallest difference cover of a group: a set D of K elements such that every element
// is a quotient xy⁻¹ of two of them. Its translates S_g = gD satisfy Maekawa's conditions (a) to
// (d) with quorums of K nodes (construct.Cover), where D contains 0, the identity.
//
// The result's Group is the name of the group, its Cover D, ascending from 0, and its System the
// translates, judged by package quorum. Lower is proved by counting pairs, K(K-1)/2 of which have
// to give all classes {g, g⁻¹}, or the pairs within and across the cosets of a subgroup of index 2
// those in it and outside; by what package search proves of all systems of n quorums
// (session.LeastSize); or by an exhaustive search that found no smaller cover. The cover is the
// same for every number of jobs, unless ctx ends.
//
// Errors: a *quorum.InputError if the group is too large; an internal error if a system fails its
// check.
//
// # Cost
//
// Exponential in K; see package covers in internal.
//
// Source: H. Haanpää, J. Integer Sequences 7, 2004, for the abelian groups; T. Banakh and V.
// Gavrylkiv, Int. J. Group Theory 8, 2019, for the dihedral ones.
//
// Proof: docs/theorems/cyclic-search.md, docs/theorems/group-covers.md.
func Find(ctx context.Context, g *groups.Group, opts search.Options) (*search.Result, error) {
	c := &inquiry{
		g: g, what: fmt.Sprintf("elements of %s whose quotients are all elements", g.Name()),
	}
	c.Session = session.New(ctx, opts, &search.Result{
		Search: "cover", Verdict: search.Found, Objective: "K", Question: fmt.Sprintf("What is the least number K of %s?", c.what),
		Group: g.Name(), SmallGroup: g.SmallGroup(),
	})
	space, ok := (*covers.Space)(nil), false
	if g.Order() <= MaxOrder {
		space, ok = covers.Of(g)
	}
	if !ok {
		return nil, quorum.Bad("group", fmt.Sprintf("%s, of order %d, is too large", g.Name(), g.Order()), fmt.Sprintf("want an order of at most %d, and at most %d classes of an element and its inverse", MaxOrder, covers.MaxClasses))
	}
	c.space = space
	c.arithmetic()
	c.greedy()
	c.exhaust(ctx)
	return c.end(ctx)
}

// inquiry is one call of Find.
type inquiry struct {
	*session.Session
	g     *groups.Group
	space *covers.Space
	what  string
}

// arithmetic sets the lower bound that needs no search.
func (c *inquiry) arithmetic() {
	c.Raise(session.LeastSize(c.g.Order()))
	k := 1
	for k*(k-1)/2 < c.space.Classes() {
		k++
	}
	c.Raise(k, fmt.Sprintf("counting, K(K-1)/2 pairs for the %d classes of an element and its inverse", c.space.Classes()))
	for within, across := range halves(c.g) {
		for k := c.LowerOr(0); !fitsHalves(k, within, across); k++ {
			c.Raise(k+1, fmt.Sprintf("counting, pairs within and across the cosets of a subgroup of index 2 for %d and %d classes of an element and its inverse", within, across))
		}
	}
}

// fitsHalves reports whether a cover of k elements, some of them in a subgroup of index 2, may have
// enough pairs for the classes in the subgroup and for those outside.
func fitsHalves(k, within, across int) bool {
	for a := range k/2 + 1 {
		if b := k - a; a*b >= across && a*(a-1)/2+b*(b-1)/2 >= within {
			return true
		}
	}
	return false
}

// halves yields, for each subgroup of index 2, how many classes {g, g⁻¹} are in it, without that of
// 1, and how many outside.
func halves(g *groups.Group) iter.Seq2[int, int] {
	return func(yield func(within, across int) bool) {
		gens := g.Generators()
		for signs := 1; signs < 1<<len(gens); signs++ {
			out, known := make([]bool, g.Order()), make([]bool, g.Order())
			known[0] = true
			consistent := true
			for queue := []int{0}; len(queue) > 0; {
				x := queue[0]
				queue = queue[1:]
				for i, s := range gens {
					y, side := g.Mul(x, s), out[x] != (signs>>i&1 == 1)
					if !known[y] {
						known[y], out[y] = true, side
						queue = append(queue, y)
					}
					consistent = consistent && out[y] == side
				}
			}
			if !consistent {
				continue
			}
			within, across := 0, 0
			for x := 1; x < g.Order(); x++ {
				switch {
				case g.Inv(x) < x:
				case out[x]:
					across++
				default:
					within++
				}
			}
			if !yield(within, across) {
				return
			}
		}
	}
}

// greedy takes from 0 on the element that gives the most missing quotients, the least of equals.
func (c *inquiry) greedy() {
	n := c.g.Order()
	have := make([]bool, n)
	have[0] = true
	cover, missing := []int{0}, n-1
	for missing > 0 {
		best, most := 0, -1
		for x := range n {
			gain := 0
			fresh := map[int]bool{}
			for _, y := range cover {
				q := c.g.Mul(x, c.g.Inv(y))
				for _, e := range [2]int{q, c.g.Inv(q)} {
					if !have[e] && !fresh[e] {
						fresh[e] = true
						gain++
					}
				}
			}
			if gain > most {
				best, most = x, gain
			}
		}
		for _, y := range cover {
			q := c.g.Mul(best, c.g.Inv(y))
			have[q], have[c.g.Inv(q)] = true, true
		}
		cover, missing = append(cover, best), missing-most
	}
	slices.Sort(cover)
	c.Improve(cover, "greedy choice of elements")
}

// exhaust raises the lower bound until it is reached, or ctx ends.
func (c *inquiry) exhaust(ctx context.Context) {
	for c.LowerOr(0) < len(c.Cover) {
		k := c.LowerOr(0)
		words := fmt.Sprintf("%d %s", k, c.what)
		c.At(words)
		cover, decided := covers.Search{
			Space: c.space, K: k, Jobs: c.Options.Jobs,
			At: func(done, of int) { c.Count("cases: "+words, done, of) },
		}.Run(ctx)
		switch {
		case !decided:
			return
		case cover != nil:
			c.Improve(slices.Sorted(slices.Values(cover)), "exhaustive search over covers of "+c.g.Name())
			return // of fewer than k elements there is none
		}
		c.Raise(k+1, fmt.Sprintf("exhaustive search over covers of %s: none of %d elements", c.g.Name(), k))
	}
}

// end checks the cover, and returns the result.
func (c *inquiry) end(ctx context.Context) (*search.Result, error) {
	known, err := construct.Cover(c.g, c.Cover)
	if _, err := c.TakeTranslates(ctx, known, err); err != nil {
		return nil, err
	}
	c.Value = c.Upper
	if len(c.Cover) > bounds.PlaneSize(c.g.Order()) {
		c.Notes = append(c.Notes, OfTranslates)
	}
	return c.End(session.StopCause(ctx))
}

// All finds a smallest difference cover of each group of order n, in the order of groups.All, and
// returns the smallest of them, the first of equals: its Groups are the results for each group. A
// group that is not reached when ctx ends has the bounds that need no search.
//
// Errors: a *quorum.InputError unless package groups has the groups of order n; those of [Find].
func All(ctx context.Context, n int, opts search.Options) (*search.Result, error) {
	if err := session.Need("n", n, 1, groups.CatalogueOrder); err != nil {
		return nil, err
	}
	list, err := groups.All(n)
	if err != nil {
		return nil, quorum.Bad("n", err.Error(), "one group of this order can be searched by its name")
	}
	all := &search.Result{
		Search: "cover", Verdict: search.Found, Objective: "K",
		Question: fmt.Sprintf("What is the least number K of elements of a group of order %d whose quotients are all elements?", n),
	}
	var best, open *search.Result
	// What is said is of all groups together.
	told, each := session.New(ctx, opts, all), opts
	each.Say = nil
	told.Remark(results.Kept("cover", n, nil))
	told.Raise(session.LeastSize(n))
	for _, g := range list {
		told.At(g.Name())
		r, err := Find(ctx, g, each)
		if err != nil {
			return nil, err
		}
		all.Groups = append(all.Groups, r)
		if best == nil || r.Upper.Cmp(*best.Upper) < 0 {
			best = r
			all.Value, all.Upper, all.UpperBy = best.Value, best.Upper, best.UpperBy
			told.Tell()
		}
		if open == nil || r.Lower.Cmp(*open.Lower) < 0 {
			open = r
		}
	}
	all.System, all.Group, all.Cover = best.System, best.Group, best.Cover
	all.Lower, all.LowerBy = open.Lower, open.LowerBy
	all.Optimal = all.Lower.Cmp(*all.Upper) == 0
	if all.Optimal && best.LowerBy != open.LowerBy && len(list) > 1 {
		all.LowerBy = fmt.Sprintf("the bounds of each of the %d groups, of which %s has: %s", len(list), open.Group, open.LowerBy)
	}
	all.Notes = best.Notes
	if i := slices.IndexFunc(all.Groups, func(r *search.Result) bool { return !r.Optimal }); i >= 0 {
		all.StoppedBy = all.Groups[i].StoppedBy
	}
	return all, nil
}
