package kcoteries

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/measure/availability"
	"coterie/measure/loads"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/enumerate"
	"coterie/search/known"
)

const (
	// MaxNodes is the greatest n of every question.
	MaxNodes = 1000
	// listedNodes is the most nodes on which all k-coteries are gone through.
	listedNodes = 6
)

// run is one search.
type run struct {
	*session.Session
	n, k int
}

// answer runs a search to its end, or that of ctx.
func answer(ctx context.Context, n, k int, opts search.Options, objective, question string, find func(*run) error) (*search.Result, error) {
	if err := cmp.Or(session.Need("n", n, 1, MaxNodes), session.Need("k", k, 1, n)); err != nil {
		return nil, err
	}
	s := &run{session.New(ctx, opts, &search.Result{Search: "k-coterie", Objective: objective, Verdict: search.Unknown,
		Question: fmt.Sprintf(question, k, show.Count(n, "node"))}), n, k}
	if err := find(s); err != nil && (ctx.Err() == nil || !errors.Is(err, context.Cause(ctx))) {
		return nil, err
	}
	return s.End(session.StopCause(ctx))
}

// take judges a k-coterie by its definition, or those on parts of the nodes by their parts, and
// makes it the best so far, of this value.
func (s *run) take(ctx context.Context, c *quorum.KCoterie, families []quorum.Family, value bounds.Fraction, by string) error {
	opts := quorum.Options{Jobs: s.Options.Jobs}
	judged := []quorum.Judged{quorum.JudgeMinimality(ctx, c.Family(), opts)}
	for _, f := range families {
		judged = append(judged, quorum.JudgeIntersection(ctx, f, opts))
	}
	if families == nil {
		judged = append(judged, quorum.JudgeKIntersection(ctx, s.k, c.Family()), quorum.JudgeKNonIntersection(ctx, s.k, c.Family()))
	}
	for _, v := range judged {
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case v.Holds == quorum.Unknown:
			return search.ErrUnjudged
		case v.Holds != quorum.Holds:
			return quorum.Internal("%s: no k-coterie, %s fails", by, v.Property)
		}
	}
	s.Verdict, s.System, s.Value, s.Upper, s.UpperBy = search.Found, quorum.KnownOf(c), new(value), new(value), by
	s.Tell()
	return nil
}

// parts returns the k-coterie whose quorums are those of k coteries on parts of the nodes, the
// first part before the second. At most k quorums are disjoint, as two of one part meet; and where
// fewer are held, any quorum of a part without one is free.
func parts(name string, n, k int, families []quorum.Family) (*quorum.KCoterie, error) {
	var quorums []quorum.Set
	first := 0
	for _, f := range families {
		for _, q := range f.Sets() {
			quorums = append(quorums, moved(q, first))
		}
		first += f.N()
	}
	family, err := quorum.FamilyOfSets(n, quorums)
	if err != nil {
		return nil, err
	}
	return quorum.NewKCoterie(name, k, family, nil)
}

// moved returns a set whose nodes are so many further on.
func moved(q quorum.Set, by int) quorum.Set {
	nodes := q.Nodes()
	for i := range nodes {
		nodes[i] += by
	}
	return quorum.SetOf(nodes...)
}

// listed lists the quorums of a system found, each once and none within another.
func listed(r *search.Result) (quorum.Family, error) {
	f, ok := r.System.List()
	if !ok {
		return f, quorum.Internal("a system of %s is not listed", r.Search)
	}
	return f.Minimized(), nil
}

// Load looks for the least load of any k-coterie on n nodes, 1 <= k <= n <= MaxNodes. Up to six
// nodes the answer is optimal. Beyond, Lower follows from the sizes of disjoint quorums, and Upper
// from k coteries on equal parts of the nodes, each of the least load known. The errors are a
// *quorum.InputError, or a check that failed.
//
// The inverse of the load is the greatest fractional matching of the quorums. Proof:
// docs/theorems/k-coterie-load.md.
func Load(ctx context.Context, n, k int, opts search.Options) (*search.Result, error) {
	return answer(ctx, n, k, opts, "load", "What is the least load of a %d-coterie on %s?", func(s *run) error {
		if n <= listedNodes {
			return s.throughAll(ctx, func(c *quorum.KCoterie) (bounds.Fraction, error) {
				l, err := loads.Find(ctx, c, loads.Options{})
				return l.Value, err
			})
		}
		s.Lower, s.LowerBy = new(bounds.NewFraction(new(big.Rat).Inv(capacity(n, k)))), "a smallest quorum of t nodes leaves room for k-1 others: capacity <= min(n/t, t + that of the rest)"
		s.Tell()
		var families []quorum.Family
		sum := new(big.Rat)
		for i := range k {
			r, err := known.Load(ctx, (n+i)/k)
			if err != nil {
				return err
			}
			f, err := listed(r)
			if err != nil {
				return err
			}
			families = append(families, f)
			sum.Add(sum, new(big.Rat).Inv(r.Value.Rat()))
		}
		c, err := parts(fmt.Sprintf("load n=%d, k=%d", n, k), n, k, families)
		if err != nil {
			return err
		}
		s.StoppedBy = fmt.Sprintf("beyond n = %d nothing is searched", listedNodes)
		return s.take(ctx, c, families, bounds.NewFraction(sum.Inv(sum)), fmt.Sprintf("%d coteries of the least loads known, on parts of the nodes", k))
	})
}

// capacity returns an upper bound of the greatest fractional matching of sets on n nodes of which
// no k+1 are pairwise disjoint. Cost: O(k n^1.5) fractions.
func capacity(n, k int) *big.Rat {
	most := make([]*big.Rat, n+1) // for fewer nodes, and sets of which no two, three, ... are disjoint
	for m := range most {
		most[m] = new(big.Rat)
		if m > 0 {
			most[m].Inv(bounds.LoadFromWholeSizes(m))
		}
	}
	for range k - 1 {
		fewer := most
		most = make([]*big.Rat, n+1)
		for m := range most {
			most[m] = new(big.Rat)
			for t := 1; t <= m; t++ {
				value := big.NewRat(int64(m), int64(t))
				if value.Cmp(most[m]) <= 0 {
					break // it falls with t
				}
				if rest := new(big.Rat).Add(fewer[m-t], big.NewRat(int64(t), 1)); rest.Cmp(value) < 0 {
					value = rest
				}
				if value.Cmp(most[m]) > 0 {
					most[m] = value
				}
			}
		}
	}
	return most[n]
}

// Failure looks for the least probability, where each node crashes with probability p, that the
// nodes left contain fewer than h pairwise disjoint quorums, over all k-coteries on n <= 6 nodes, 1
// <= h <= k. (Kakugawa and others 1993 call the opposite the (k,h)-availability.) The answer is
// optimal. The errors are a *quorum.InputError, or a check that failed.
func Failure(ctx context.Context, n, k, h int, p bounds.Fraction, opts search.Options) (*search.Result, error) {
	if err := cmp.Or(session.Need("holders", h, 1, max(k, 1)), session.Need("n", n, 1, listedNodes)); err != nil {
		return nil, err
	}
	if p.Sign() < 0 || p.Cmp(bounds.Integer(1)) > 0 {
		return nil, quorum.Bad("p", fmt.Sprintf("%v is no probability", p), "want a number from 0 to 1, such as 0.01 or 1/100")
	}
	question := fmt.Sprintf("What is the least probability, at p = %v, that fewer than %d pairwise disjoint quorums of a %%d-coterie on %%s survive?", p, h)
	return answer(ctx, n, k, opts, "failure", question, func(s *run) error {
		return s.throughAll(ctx, func(c *quorum.KCoterie) (bounds.Fraction, error) {
			l, err := availability.CountDisjoint(ctx, c, h, availability.LiveOptions{})
			if err != nil {
				return bounds.Fraction{}, err
			}
			return bounds.NewFraction(l.Failure(p.Rat())), nil
		})
	})
}

// throughAll finds the least value of the nondominated k-coteries, one of each class.
func (s *run) throughAll(ctx context.Context, value func(*quorum.KCoterie) (bounds.Fraction, error)) error {
	s.At("classes of nondominated k-coteries")
	var best *quorum.KCoterie
	var least bounds.Fraction
	classes, reach := 0, 0
	for item, err := range enumerate.List(ctx, enumerate.Query{Nodes: s.n, K: s.k, Nondominated: true, Classes: true}, enumerate.Options{}) {
		if err != nil {
			return err
		}
		c, err := quorum.NewKCoterie(fmt.Sprintf("%s n=%d, k=%d", s.Objective, s.n, s.k), s.k, item.Cartels[0].Family(), nil)
		if err != nil {
			return quorum.Internal("%w", err)
		}
		v, err := value(c)
		if err != nil {
			return err
		}
		switch {
		case best == nil || v.Cmp(least) < 0:
			best, least, reach = c, v, 1
		case v.Cmp(least) == 0:
			reach++
		}
		classes++
	}
	by := fmt.Sprintf("the %s of each of the %s of nondominated %d-coteries", s.Objective, show.Count(classes, "class"), s.k)
	s.Lower, s.LowerBy = new(least), by
	s.Notes = append(s.Notes, fmt.Sprintf("%d of these classes %s it", reach, map[bool]string{true: "reaches", false: "reach"}[reach == 1]))
	return s.take(ctx, best, nil, least, by)
}

// sitesNote names the quorum of each site.
func sitesNote(quorums, sets []quorum.Set) string {
	var words []string
	for _, set := range sets {
		words = append(words, quorum.Index(slices.IndexFunc(quorums, set.Equal)).String())
	}
	return "the quorums of sites 1, 2, ... are those with the numbers " + strings.Join(words, " ")
}
