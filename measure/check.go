package measure

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/internal/solve/given"
	"coterie/measure/liars"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// Check judges a listed system as quorum.Check does, and answers whether it is nondominated. The
// theorems of its family answer first, then closed forms, then JudgeDomination within small limits,
// so that a check of any size is quick; with whole it has the limits of Measure. No limit depends
// on time.
//
// With faulty it judges besides whether the system bears that these nodes lie (package liars).
func Check(ctx context.Context, s quorum.Known, whole bool, faulty *liars.Faulty, opts quorum.Options) quorum.Checked {
	r := quorum.Check(ctx, s.Structure, opts)
	if lists, err := given.Lists(s.Cartels()); faulty != nil && err == nil {
		for _, v := range liars.Judge(ctx, lists, *faulty, opts.Jobs) {
			r.Properties = append(r.Properties, v.Named(s.Names, s.Roles))
		}
	}
	for i, v := range r.Asked {
		if v.Property == quorum.Nondominated {
			r.Asked[i] = checkDomination(ctx, s, r, whole, opts).Named(s.Names, s.Roles)
		}
	}
	r.Arbiter = arbiterOf(ctx, r, s, opts)
	return r
}

func checkDomination(ctx context.Context, s quorum.Known, r quorum.Checked, whole bool, opts quorum.Options) quorum.Judged {
	v := quorum.Judged{Property: quorum.Nondominated}
	cartels := s.Cartels()
	meets, isSystem := r.Judged(quorum.Intersection)
	if !isSystem {
		meets, isSystem = r.Judged(quorum.CrossIntersection)
	}
	switch {
	case !isSystem || len(cartels) < 2 && s.Kind == quorum.KindGroupSystem:
		v.Reason = fmt.Sprintf("domination is defined for quorum systems and group systems of two cartels or more, not for this %s", s.Kind)
		return v
	case meets.Holds == quorum.Fails:
		v.Reason = "it is no quorum system: " + meets.Reason
		return v
	case meets.Holds == quorum.Unknown:
		v.Reason, v.Limit = meets.Reason, true
		return v
	case s.Proved.Nondominated == quorum.Holds:
		v.Holds, v.Reason = quorum.Holds, "no other survives all that it survives, and more; by "+construction(s.Proved)
		return v
	}
	limits := DominationOptions{Jobs: opts.Jobs}
	if !whole {
		limits = DominationOptions{SATRounds: quickSATRounds, SATLiterals: quickSATLiterals, DiagramNodes: quickDiagramNodes}
	}
	d, err := JudgeDomination(ctx, cartels, limits)
	var input *quorum.InputError
	switch {
	case errors.As(err, &input):
		v.Reason = input.Why
	case err != nil:
		if v.Reason, v.Limit = err.Error(), true; !whole && ctx.Err() == nil {
			v.Reason = "not decided within the small limits of a check: " + v.Reason
		}
	case d.Dominated():
		return d.shown(len(cartels)).Judged()
	default:
		v.Holds, v.Reason = quorum.Holds, "no other survives all that it survives, and more; shown by "+d.Method
	}
	return v
}

// The limits of arbiterOf, which keep a check quick.
const (
	arbiterQuorums = 5_000
	arbiterEntries = 5_000_000
	arbiterNodes   = 50_000
)

// arbiterOf finds the greatest k for which every k+1 quorums share a node. Quorums share none if
// and only if each node is missing in one of them. So the fewest such quorums are a smallest
// transversal of the family that has, for each node, the quorums without it.
func arbiterOf(ctx context.Context, r quorum.Checked, s quorum.Known, opts quorum.Options) quorum.Arbiter {
	f, listed := s.List()
	if r.Kind != quorum.KindSystem || !listed || f.Len() == 0 {
		return quorum.Arbiter{Reason: "it is asked of quorum systems"}
	}
	if v := slices.Index(f.Responsibilities(), f.Len()); v >= 0 {
		return quorum.Arbiter{Reason: fmt.Sprintf("all quorums share node %v", quorum.Node(v))}
	}
	least, _ := f.Sizes()
	fewest := (f.N()-1)/(f.N()-least) + 1 // each lacks at most n - least nodes, and all of them lack n
	if meet, _ := r.Judged(quorum.Intersection); meet.Holds == quorum.Holds {
		fewest = max(fewest, 3)
	}
	a := unshared(f)
	switch {
	case len(a.Quorums) == fewest:
		return a
	case f.Len() > arbiterQuorums || f.Len()*f.N() > arbiterEntries:
		return quorum.Arbiter{Reason: fmt.Sprintf("it is sought for at most %d quorums and %d of quorums times nodes", arbiterQuorums, arbiterEntries)}
	}
	without := make([][]int, f.N())
	for i := range f.Len() {
		for v := range quorum.FullSet(f.N()).Minus(f.Set(i)).All() {
			without[v] = append(without[v], i)
		}
	}
	missing, err := quorum.NewFamily(f.Len(), without)
	if err != nil {
		return quorum.Arbiter{Reason: err.Error()}
	}
	t, err := transversals.Smallest(ctx, missing, transversals.Options{Jobs: opts.Jobs, MaxNodes: arbiterNodes})
	if !t.Exact() {
		return quorum.Arbiter{Reason: fmt.Sprintf("it is %d to %d: %v", max(0, t.Lower-2), t.Size-2, err)}
	}
	a = quorum.Arbiter{K: new(t.Size - 2)}
	for i := range t.Set.All() {
		a.Quorums = append(a.Quorums, quorum.Index(i))
	}
	return a
}

// unshared returns quorums that share no node, where no node is in all: each has the fewest of the
// nodes that those before share. Of all sets of one size no fewer will do.
func unshared(f quorum.Family) (a quorum.Arbiter) {
	for common := quorum.FullSet(f.N()); !common.Empty(); {
		best, least := 0, f.N()
		for i, q := range f.All() {
			shared := 0
			for _, v := range q {
				if common.Has(int(v)) {
					shared++
				}
			}
			if shared < least {
				best, least = i, shared
			}
		}
		common = common.Intersect(f.Set(best))
		a.Quorums = append(a.Quorums, quorum.Index(best))
	}
	a.K = new(len(a.Quorums) - 2)
	return a
}
