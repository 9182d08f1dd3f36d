package exercises

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/quorum"
)

// source is where the tasks of a level draw their systems from.
type source struct {
	*rand.Rand
	level int
}

// The known families that coteries are drawn from, by level.
var families = [][]string{
	strings.Fields("wheel:n=4 wheel:n=5 majority:n=5 weighted:votes=1-1-1-1 weighted:votes=2-2-1-1-1 wall:rows=1-2-2 wall:rows=2-2 grid:n=4"),
	strings.Fields("fpp:order=2 wheel:n=6 weighted:votes=3-2-1-1-1-1 triangle:rows=3 wall:rows=1-2-3 wall:rows=2-2-2 grid:n=6"),
	strings.Fields("tree:height=2 weighted:votes=4-2-2-1-1-1 composition:outer=(wheel:n=4),node=4,inner=(majority:n=3) composition:outer=(majority:n=3),node=3,inner=(fpp:order=2) wall:rows=1-3-4 wall:rows=2-2-3 wall:rows=1-2-2-2 grid:n=8 grid:n=9"),
}

// must returns the value: work on so few nodes ends without an error.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// opened returns the ordinary system of a spec.
func opened(spec string) *quorum.System {
	return must(quorum.As[*quorum.System](construct.Open(context.Background(), spec, nil)))
}

func familyOf(n int, sets ...quorum.Set) quorum.Family { return must(quorum.FamilyOfSets(n, sets)) }

// with returns the minimal ones of the quorums of f and a further set.
func with(f quorum.Family, q quorum.Set) quorum.Family {
	return familyOf(f.N(), append(f.Sets(), q)...).Minimized().Sorted()
}

// without returns f without quorum i.
func without(f quorum.Family, i int) quorum.Family {
	return familyOf(f.N(), slices.Delete(f.Sets(), i, i+1)...)
}

// dual returns the minimal transversals of f.
func dual(f quorum.Family) quorum.Family { return must(f.Dual(context.Background(), 1<<10)) }

// lacking returns the minimal transversals of f that contain no quorum. The coterie f is
// nondominated if and only if there is none.
func lacking(f quorum.Family) []quorum.Set {
	return slices.DeleteFunc(dual(f).Sets(), func(t quorum.Set) bool { return contains(f, t) != "" })
}

// fit reports whether f can be asked about: 3 to 15 quorums of two nodes or more, all different,
// and every node in some of them but not in all.
func fit(f quorum.Family) bool {
	least, _ := f.Sizes()
	return f.Len() >= 3 && f.Len() <= 15 && least >= 2 && slices.Min(f.Responsibilities()) > 0 && slices.Max(f.Responsibilities()) < f.Len() &&
		len(slices.CompactFunc(f.Sorted().Sets(), quorum.Set.Equal)) == f.Len()
}

func (s *source) coin() bool { return s.IntN(2) == 0 }

func pick[T any](s *source, list []T) T { return list[s.IntN(len(list))] }

// sets draws as many sets as nodes, and returns the minimal ones. If they have to meet, every two
// of them do.
func (s *source) sets(meet bool) quorum.Family {
	n := 3 + s.level + s.IntN(s.level+1)
	var list []quorum.Set
	for len(list) < n {
		q := quorum.SetOf(s.Perm(n)[:2+s.IntN(n/2)]...)
		if !meet || first(list, q.Intersects).Empty() {
			list = append(list, q)
		}
	}
	return familyOf(n, list...).Minimized().Sorted()
}

// coterie draws a coterie, nondominated or dominated.
func (s *source) coterie(nondominated bool) quorum.Family {
	for {
		f := s.sets(true)
		if s.IntN(3) > 0 {
			f = opened(pick(s, families[s.level-1])).Family().Minimized()
		}
		for nondominated && len(lacking(f)) > 0 {
			f = with(f, pick(s, lacking(f)))
		}
		if !nondominated && len(lacking(f)) == 0 {
			f = without(f, s.IntN(f.Len()))
		}
		if fit(f) && (len(lacking(f)) == 0) == nondominated {
			return f.Relabelled(s.Perm(f.N())).Sorted()
		}
	}
}

// flipped returns f with the node v more or less in quorum i.
func flipped(f quorum.Family, i, v int) quorum.Family {
	sets, one := f.Sets(), quorum.SetOf(v)
	sets[i] = sets[i].Union(one).Minus(sets[i].Intersect(one))
	return familyOf(f.N(), sets...)
}
