package promela_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

// setupOf is the setup of a structure; the processes of a system take their own quorums.
func setupOf(t testing.TB, structure quorum.Structure, processes int, o mutex.Options) *mutex.Setup {
	t.Helper()
	return assert.Got(mutex.SetupOf(t.Context(), structure, processes, o, nil))(t)
}

func structureOf(t testing.TB, spec string) quorum.Structure {
	t.Helper()
	built := assert.Got(construct.Build(t.Context(), spec))(t)
	return built.Structure
}

// configOf has requesters that take their own quorums.
func configOf(t testing.TB, spec, algorithm string, requesters ...int32) explore.Config {
	t.Helper()
	return assert.Got(explore.Over(t.Context(), structureOf(t, spec), mutex.Find(algorithm), mutex.Options{}, requesters...))(t)
}

// structures are small structures of every kind, with processes enough.
func structures(t testing.TB) []quorum.Structure {
	t.Helper()
	var list []quorum.Structure
	for _, spec := range []string{"{1,2},{2,3},{1,3}", "{1,2,3},{1,4},{2,4},{3,4}", "grid:n=4", "{1},{1,2}", "fpp:order=2", "{1,2,3},{3,4,5},{1,5,4},{2,4,3}",
		"surficial:m=2,k=2", "surficial:m=3,k=2", "lift:m=2,of=(majority:n=3)"} {
		list = append(list, structureOf(t, spec))
	}
	family := func(n int, sets ...[]int) quorum.Family {
		return assert.Got(quorum.NewFamily(n, sets))(t)
	}
	pairs := assert.Got(quorum.NewKCoterie("pairs", 2, family(5, []int{0, 1}, []int{0, 2}, []int{1, 2}, []int{3}, []int{4, 0, 1}), nil))(t)
	majority := family(3, []int{0, 1}, []int{1, 2}, []int{0, 2})
	one := assert.Got(quorum.NewSharingStructure("one resource", 1, [][]int{{0}, {0}, {0}}, 3, []quorum.GroupFamily{{Group: []int{0, 1, 2}, Family: majority}}, nil))(t)
	// A family that lets too many in: the rule is broken, and spin must say so.
	loose := assert.Got(quorum.NewSharingStructure("two resources", 2, [][]int{{0}, {0}, {0, 1}}, 3,
		[]quorum.GroupFamily{{Group: []int{0, 1}, Family: family(3, []int{0}, []int{1})}, {Group: []int{2}, Family: family(3, []int{2}, []int{1})}}, nil))(t)
	return append(list, pairs, one, loose)
}

// randomConfig draws a configuration for one of the algorithms, and its name.
func randomConfig(t testing.TB, all []quorum.Structure, seed uint64) (string, explore.Config) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 17))
	names := []string{"maekawa", "maekawa-fixed", "maekawa-m", "ricart-agrawala", "protocol-p", "raymond-k", "protocol-p-fixed", "k-tokens"}
	a := mutex.Find(names[int(seed)%len(names)])
	var structure quorum.Structure
	for structure == nil || a.Accepts(structure.Kind()) != nil {
		structure = all[random.IntN(len(all))]
	}
	flip := func() bool { return random.IntN(3) == 0 }
	var o mutex.Options
	o.Self = mutex.Self(random.IntN(3))
	o.MaxLocks = random.IntN(3)
	if flip() {
		o.Knows = mutex.KnowsEver
	}
	if flip() {
		o.Late = mutex.LateIgnored
	}
	if flip() {
		o.Numbers = mutex.NumbersAll
	}
	processes := structure.N()
	if structure.Kind() == quorum.KindGroupSystem || a.NoQuorums {
		processes = 2 + random.IntN(3)
	}
	if structure.Kind() == quorum.KindSharing && a.NoQuorums {
		processes = 3
	}
	s := setupOf(t, structure, processes, o)
	c := explore.Config{Algorithm: a, Setup: s, Entries: 1, NoFIFO: flip() && a.Name != "maekawa-m", NoExit: random.IntN(6) == 0}
	requesters := min(2+random.IntN(2), s.Processes)
	if requesters == 2 && flip() {
		c.Entries = 2
	}
	groups := mutex.GroupsOf(structure, s.Processes)
	for _, p := range random.Perm(s.Processes)[:requesters] {
		r := explore.Requester{Process: int32(p)}
		of := []int32{int32(random.IntN(max(1, s.Groups())))}
		if groups != nil {
			of = groups[p]
		}
		choices := 1 + random.IntN(2)
		for range choices {
			g := of[random.IntN(len(of))]
			x := explore.Choice{Group: g, Quorum: -1}
			switch {
			case a.NoQuorums:
			case s.Own != nil && choices == 1 && s.Own[p] >= 0:
				x.Quorum = s.Own[p]
			default:
				x.Quorum = s.First[g] + int32(random.IntN(int(s.First[g+1]-s.First[g])))
			}
			r.Choices = append(r.Choices, x)
		}
		if len(r.Choices) == 2 && r.Choices[0] == r.Choices[1] {
			r.Choices = r.Choices[:1]
		}
		c.Requesters = append(c.Requesters, r)
	}
	return fmt.Sprintf("%d/%s/%s/entries=%d/nofifo=%v/noexit=%v/%+v/%v", seed, a.Name, s.Name, c.Entries, c.NoFIFO, c.NoExit, o, c.Requesters), c
}
