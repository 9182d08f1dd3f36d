package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"coterie/construct"
	"coterie/fleet"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// mostTerms is the most quorums of a system whose spec is written out.
const mostTerms = 300

// systemOf opens a spec for a fleet: a family alone is its system for so many nodes.
func systemOf(ctx context.Context, f *fleet.Fleet, spec string) (fleet.System, error) {
	full := spec
	if family, ok := construct.Lookup(spec); ok {
		groups := 0
		if family.Groups() {
			groups = 2
		}
		made, err := family.ForN(f.N(), groups)
		if err != nil {
			return fleet.System{}, err
		}
		full = made.Spec()
	}
	known, err := construct.Build(ctx, full)
	if err != nil {
		return fleet.System{}, err
	}
	known.Name = cmp.Or(known.Name, spec)
	s, err := f.Place(known)
	if err != nil {
		return s, err
	}
	return s, s.Meets(ctx)
}

// named gives a system that was found a spec that every verb reads, where its quorums are few: the
// expression of its reads, whose dual are its writes.
func named(ctx context.Context, f *fleet.Fleet, s fleet.System) fleet.System {
	if s.Name != "" { // which may be that of another placement
		if again, err := systemOf(ctx, f, s.Name); err == nil && keyOf(again) == keyOf(s) {
			return s
		}
		s.Name = ""
	}
	if formula, ok := shortFormula(s); ok {
		s.Name = "expr:" + formula.Over(f.N()).Label(f.Names())
	}
	return s
}

// shortFormula returns a formula of the reads whose dual are the writes: that which they have, or
// the alternatives of the reads, or a node of each of the writes.
func shortFormula(s fleet.System) (quorum.Formula, bool) {
	reads, both := s.Reads.Formula()
	writes, ok := s.Writes.Formula()
	if both && ok && reads.Dual().String() == writes.String() {
		return reads, true
	}
	over := func(q quorum.Quorums, inner, outer func(...quorum.Formula) quorum.Formula) (quorum.Formula, bool) {
		list, ok := q.List()
		if !ok || list.Len() > mostTerms {
			return quorum.Formula{}, false
		}
		return joined(list, inner, outer), true
	}
	if formula, ok := over(s.Reads, quorum.And, quorum.Or); ok {
		return formula, true
	}
	return over(s.Writes, quorum.Or, quorum.And)
}

// joined returns a gate over gates of the nodes of each set.
func joined(list quorum.Family, inner, outer func(...quorum.Formula) quorum.Formula) quorum.Formula {
	var terms []quorum.Formula
	for i := range list.Len() {
		terms = append(terms, inner(quorum.Leaves(list.Set(i).Nodes())...))
	}
	return outer(terms...)
}

// spelled gives a system whose reads are its writes the list of its quorums as its spec, where they
// are few.
func spelled(ctx context.Context, f *fleet.Fleet, s fleet.System) fleet.System {
	list, err := fleet.Listed(ctx, s.Reads)
	if same, _ := s.Same(ctx); same && err == nil && list.Len() <= mostTerms {
		s.Name = show.Join(list.Sets(), ",", func(q quorum.Set) string { return q.Label(f.Names()) })
	}
	return s
}

// given opens the systems that a fleet names. Left out, with a note, are families that have none
// for so many nodes, and what is too large to be opened: then closed is false, for not all was
// measured.
//
// Errors: the cause of ctx; those of any other system that cannot be opened, and of all where none
// can.
func given(ctx context.Context, f *fleet.Fleet) (list []fleet.System, notes []string, closed bool, err error) {
	var all []error
	closed = true
	for _, spec := range f.Systems {
		s, err := systemOf(ctx, f, strings.TrimSpace(spec))
		if ctx.Err() != nil {
			return list, notes, false, context.Cause(ctx)
		}
		if err == nil {
			list = append(list, s)
			continue
		}
		err = fmt.Errorf("%s: %w", show.Brief(spec), err)
		switch {
		case errors.As(err, new(*construct.NoSystemError)):
		case quorum.TooLong(err):
			closed = false
		default:
			return nil, nil, false, err
		}
		all = append(all, err)
		notes = append(notes, fmt.Sprintf("%s is left out: %v", spec, errors.Unwrap(err)))
	}
	if len(list) == 0 {
		return nil, nil, false, errors.Join(all...)
	}
	return list, notes, closed, nil
}
