package asymmetric

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// System is an asymmetric system with quorums. It does not change.
type System struct {
	quorum.Asymmetric
	Canonical bool // the file has no quorums: they are the complements of the fail-prone sets
}

// New returns the system of a file.
func New(file quorum.Asymmetric) *System {
	s, all := &System{file, file.Quorums == nil}, quorum.FullSet(file.N)
	if s.Canonical {
		for _, sets := range s.Faulty {
			quorums := []quorum.Set{}
			for _, set := range sets {
				quorums = append(quorums, all.Minus(set))
			}
			if len(sets) == 0 {
				quorums = []quorum.Set{all}
			}
			s.Quorums = append(s.Quorums, slices.DeleteFunc(quorums, quorum.Set.Empty))
		}
	}
	return s
}

// Checked has the properties of an asymmetric system: quorum.B3, Consistency and Available.
type Checked struct {
	Kind       quorum.Kind     `json:"kind"`
	Name       string          `json:"name,omitempty"`
	N          int             `json:"n"`
	Canonical  bool            `json:"canonical"`
	Properties []quorum.Judged `json:"properties"`
}

// Check judges whether B3 holds, and whether the quorums are consistent and available. The witness
// of a failure has the processes concerned, fail-prone sets or quorums of theirs, and the liars in
// whom both believe. An answer is Unknown where the pairs of sets are too many, or ctx ends.
func (s *System) Check(ctx context.Context) Checked {
	return Checked{s.Kind, s.Name, s.N, s.Canonical, []quorum.Judged{
		s.meet(ctx, quorum.B3, s.Faulty), s.meet(ctx, quorum.Consistency, s.Quorums), s.available(),
	}}
}

// mostPairs bounds the pairs of sets that are judged.
const mostPairs = 50_000_000

// meet judges Consistency of quorums, or B3 of fail-prone sets: no two processes believe that the
// nodes may fail which two quorums share, or which two fail-prone sets leave.
func (s *System) meet(ctx context.Context, p quorum.Property, lists [][]quorum.Set) quorum.Judged {
	v, poll, left := quorum.Judged{Property: p, Holds: quorum.Holds}, par.NewPoll(ctx), mostPairs
	for i := range lists {
		for j := range i + 1 {
			most := min(largest(s.Faulty[i]), largest(s.Faulty[j]))
			for _, q := range lists[j] {
				for _, r := range lists[i] {
					if left--; left < 0 || poll.Err() != nil {
						v.Holds, v.Reason, v.Limit = quorum.Unknown, cmp.Or(par.Ended(ctx), errors.New("the pairs of sets are too many")).Error(), true
						return v
					}
					both := q.Intersect(r)
					if p == quorum.B3 {
						both = quorum.FullSet(s.N).Minus(q).Minus(r)
					}
					if both.Len() <= most && feared(s.Faulty[i], both) && feared(s.Faulty[j], both) {
						w := quorum.Witness{Processes: []quorum.Index{quorum.Index(j), quorum.Index(i)}, Sets: []quorum.Set{q, r}, Liars: []quorum.Set{both}}
						return w.Fails(p).Named(s.Names, nil)
					}
				}
			}
		}
	}
	return v
}

// largest returns the size of a largest set.
func largest(sets []quorum.Set) int {
	return slices.MaxFunc(append([]quorum.Set{{}}, sets...), func(a, b quorum.Set) int { return a.Len() - b.Len() }).Len()
}

// feared reports whether a set is part of a fail-prone set. Without any, nobody fails.
func feared(faulty []quorum.Set, set quorum.Set) bool {
	return set.Empty() || slices.ContainsFunc(faulty, set.SubsetOf)
}

func (s *System) available() quorum.Judged {
	for i, sets := range s.Faulty {
		for _, set := range sets {
			if (!s.Canonical || set.Len() == s.N) && !slices.ContainsFunc(s.Quorums[i], func(q quorum.Set) bool { return !q.Intersects(set) }) {
				w := quorum.Witness{Processes: []quorum.Index{quorum.Index(i)}, Liars: []quorum.Set{set}}
				return w.Fails(quorum.Available).Named(s.Names, nil)
			}
		}
	}
	return quorum.Judged{Property: quorum.Available, Holds: quorum.Holds}
}
