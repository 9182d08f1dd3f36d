package liars

import (
	"context"
	"errors"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// Faulty is a fail-prone system: which nodes may lie together. Parts of such sets may, too.
type Faulty struct {
	Any  int          // so many nodes, whichever they are; where there are no Sets
	Sets []quorum.Set // otherwise these
}

// Kinds returns the properties that are judged.
func Kinds() []quorum.Property {
	return []quorum.Property{quorum.Dissemination, quorum.Masking, quorum.Opaque}
}

// Fewest returns the least number of nodes of a system of one of Kinds of which any b may lie
// (Malkhi and Reiter 1998, sections 4 and 5).
func Fewest(kind quorum.Property, b int) int {
	return []int{3*b + 1, 4*b + 1, max(5*b, 1)}[slices.Index(Kinds(), kind)]
}

// mostJudged bounds the pairs of quorums times the sets, or pairs of sets, that may lie.
const mostJudged = 6_000_000_000

// Judge judges the properties of Kinds for the quorums of one family, or of several groups. The
// evidence of a failure has two quorums with the sets that may lie, or a set that may lie and meets
// all quorums of a family. An answer is Unknown, with Limit, where the pairs are too many, or where
// ctx ends.
func Judge(ctx context.Context, lists []quorum.Family, f Faulty, jobs int) []quorum.Judged {
	all := make([]quorum.Judged, len(Kinds()))
	for k, p := range Kinds() {
		all[k] = quorum.Judged{Property: p, Holds: quorum.Holds}
	}
	err := f.silent(ctx, lists, jobs, all)
	if err == nil && f.Sets == nil {
		err = f.anyMeet(ctx, lists, jobs, all)
	} else if err == nil {
		err = f.setsMeet(ctx, lists, jobs, all)
	}
	if err != nil {
		for k := range all {
			if all[k].Holds == quorum.Holds {
				all[k].Holds, all[k].Reason, all[k].Limit = quorum.Unknown, err.Error(), true
			}
		}
	}
	return all
}

// fails enters the evidence of a failure.
func fails(v *quorum.Judged, w quorum.Witness) {
	w.Liars = slices.DeleteFunc(slices.Clone(w.Liars), quorum.Set.Empty)
	*v = w.Fails(v.Property)
}

// silent enters whether liars who are silent stop a family.
func (f Faulty) silent(ctx context.Context, lists []quorum.Family, jobs int, all []quorum.Judged) error {
	stop := func(cartel int, set quorum.Set) {
		w := quorum.Witness{Liars: []quorum.Set{set}}
		if len(lists) > 1 {
			w.Cartels = []quorum.Index{quorum.Index(cartel)}
		}
		for k := range all {
			fails(&all[k], w)
		}
	}
	for c, list := range lists {
		if f.Sets == nil {
			t, err := transversals.Smallest(ctx, list, transversals.Options{Jobs: jobs})
			switch {
			case t.Size > 0 && t.Size <= f.Any:
				stop(c, t.Set)
			case t.Lower > f.Any:
			default:
				return err
			}
		}
		for _, set := range f.Sets {
			if !slices.ContainsFunc(list.Sets(), func(q quorum.Set) bool { return !q.Intersects(set) }) {
				stop(c, set)
			}
		}
	}
	return par.Ended(ctx)
}

// some returns so many nodes of a set, from the one at a place on.
func some(set quorum.Set, from, count int) quorum.Set {
	nodes := set.Nodes()
	from = min(from, len(nodes))
	return quorum.SetOf(nodes[from:min(from+count, len(nodes))]...)
}

// anyMeet enters whether any so many nodes may lie.
func (f Faulty) anyMeet(ctx context.Context, lists []quorum.Family, jobs int, all []quorum.Judged) error {
	s, err := Find(ctx, lists, jobs)
	if err != nil {
		return err
	}
	meet := s.Pair.Sets[0].Intersect(s.Pair.Sets[1])
	for k, liars := range [][]quorum.Set{{some(meet, 0, f.Any)}, {some(meet, 0, f.Any), some(meet, f.Any, f.Any)}, {some(meet, 0, f.Any)}} {
		if w := s.Pair; all[k].Holds == quorum.Holds && s.Least <= []int{1, 2, 2}[k]*f.Any {
			w.Liars = liars
			fails(&all[k], w)
		}
	}
	if w := s.Opaque; all[2].Holds == quorum.Holds && s.Slack < 2*f.Any {
		w.Liars = []quorum.Set{some(w.Sets[0].Intersect(w.Sets[1]), 0, f.Any)}
		fails(&all[2], w)
	}
	return nil
}

// setsMeet enters whether the sets may lie, by going through all pairs of quorums.
func (f Faulty) setsMeet(ctx context.Context, lists []quorum.Family, jobs int, all []quorum.Judged) error {
	p, err := pairsOf(ctx, lists)
	if err != nil {
		return err
	}
	m := float64(len(p.rows))
	if d := float64(len(f.Sets)); m*m*d*d*float64(p.bits.Words) > mostJudged {
		return &quorum.LimitError{Cause: errors.New("the pairs of quorums times the pairs of sets that may lie are too many")}
	}
	b := sets.NewMatrix(len(f.Sets), lists[0].N())
	for k, set := range f.Sets {
		for v := range set.All() {
			b.Row(k).Add(v)
		}
	}
	jobs = par.Jobs(jobs)
	type evidence struct{ q, r, b, c int }
	first := make([][3]*evidence, jobs)
	enter := func(worker, kind int, e evidence) {
		old := first[worker][kind]
		if old == nil || slices.Compare([]int{e.q, e.r, e.b, e.c}, []int{old.q, old.r, old.b, old.c}) < 0 {
			first[worker][kind] = &e
		}
	}
	count := func(b, q, r sets.Bits) (inside, both, outside int) { // of B∩Q∩R, B∩R, and R∖Q
		for w := range q {
			inside += sets.Bits{b[w] & q[w] & r[w]}.Len()
			both += sets.Bits{b[w] & r[w]}.Len()
			outside += sets.Bits{r[w] &^ q[w]}.Len()
		}
		return inside, both, outside
	}
	err = p.each(ctx, jobs, func(worker, q, r int) {
		shared := p.shared(q, r)
		for i := range f.Sets {
			x := b.Row(i)
			for _, pair := range [][2]int{{q, r}, {r, q}} {
				inside, both, outside := count(x, p.bits.Row(pair[0]), p.bits.Row(pair[1]))
				if told := shared - inside; told < inside+outside || told <= both {
					enter(worker, 2, evidence{pair[0], pair[1], i, i})
				}
				if inside == shared {
					enter(worker, 0, evidence{q, r, i, i})
				}
			}
			for j := range i + 1 {
				covers := true
				for w, word := range b.Row(j) {
					covers = covers && p.bits.Row(q)[w]&p.bits.Row(r)[w]&^(x[w]|word) == 0
				}
				if covers {
					enter(worker, 1, evidence{q, r, j, i})
				}
			}
		}
	})
	for kind := range all {
		var e *evidence
		for w := range first {
			if x := first[w][kind]; x != nil && (e == nil || slices.Compare([]int{x.q, x.r, x.b, x.c}, []int{e.q, e.r, e.b, e.c}) < 0) {
				e = x
			}
		}
		if e == nil || all[kind].Holds != quorum.Holds {
			continue
		}
		w := p.witness(e.q, e.r)
		if w.Liars = []quorum.Set{f.Sets[e.b]}; e.b != e.c {
			w.Liars = append(w.Liars, f.Sets[e.c])
		}
		fails(&all[kind], w)
	}
	return err
}
