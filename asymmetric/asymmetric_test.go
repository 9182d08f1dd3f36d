package asymmetric

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/looks"
	"coterie/measure/liars"
	"coterie/quorum"
)

// masks has sets of each process as masks.
type masks [][]uint

func (m masks) sets() (all [][]quorum.Set) {
	for i := range m {
		all = append(all, make([]quorum.Set, len(m[i])))
		for k, x := range m[i] {
			all[i][k] = quorum.SetOfMask(x)
		}
	}
	return all
}

// down reports whether x is in the closure F_i*.
func (m masks) down(i int, x uint) bool {
	return x == 0 || slices.ContainsFunc(m[i], func(f uint) bool { return x&^f == 0 })
}

// b3 and consistent go through the sets of their definitions.
func (m masks) b3() bool {
	all := uint(1)<<len(m) - 1
	for k := range len(m) * len(m) << (3 * len(m)) {
		x, y, z, i, j := uint(k)&all, uint(k)>>len(m)&all, uint(k)>>(2*len(m))&all, k>>(3*len(m))/len(m), k>>(3*len(m))%len(m)
		if x|y|z == all && m.down(i, x) && m.down(j, y) && m.down(i, z) && m.down(j, z) {
			return false
		}
	}
	return true
}

func (m masks) consistent(q masks) bool {
	for i := range q {
		for j := range q {
			for _, x := range q[i] {
				for _, y := range q[j] {
					for z := range uint(1) << len(m) {
						if m.down(i, z) && m.down(j, z) && x&y&^z == 0 {
							return false
						}
					}
				}
			}
		}
	}
	return true
}

func (m masks) available(q masks) bool {
	for i := range m {
		for _, f := range m[i] {
			if !slices.ContainsFunc(q[i], func(x uint) bool { return x&f == 0 }) {
				return false
			}
		}
	}
	return true
}

// isGuild reports whether g is a guild if b are faulty.
func (m masks) isGuild(q masks, g, b uint) bool {
	for i := range m {
		within := func(x uint) bool { return x&^g == 0 }
		if g>>i&1 == 1 && (b>>i&1 == 1 || !m.down(i, b) || !slices.ContainsFunc(q[i], within)) {
			return false
		}
	}
	return g != 0
}

// canonical has the complements; where there is no set, nobody fails.
func (m masks) canonical() (q masks) {
	all := uint(1)<<len(m) - 1
	for i := range m {
		q = append(q, nil)
		for _, f := range m[i] {
			if f < all {
				q[i] = append(q[i], all&^f)
			}
		}
		if len(m[i]) == 0 {
			q[i] = []uint{all}
		}
	}
	return q
}

// tried compares all answers about a system with the definitions, and returns the verdicts. q is
// nil for canonical quorums.
func tried(t *testing.T, m, q masks) (verdicts [3]bool) {
	s := New(quorum.Asymmetric{N: len(m), Faulty: m.sets(), Quorums: q.sets()})
	if q == nil {
		q = m.canonical()
	}
	label := fmt.Sprint(s.Faulty, s.Quorums)
	for k, want := range []bool{m.b3(), m.consistent(q), m.available(q)} {
		verdicts[k] = s.Check(t.Context()).Properties[k].Holds == quorum.Holds
		assert.Equal(t, verdicts[k], want, "%s: property %d", label, k)
	}
	fatal, tolerated := len(m), map[string]bool{}
	for b := range uint(1) << len(m) {
		greatest := uint(0) // the union of all guilds
		for g := range uint(1) << len(m) {
			if m.isGuild(q, g, b) {
				greatest |= g
				tolerated[quorum.FullSet(len(m)).Minus(quorum.SetOfMask(g)).String()] = true
			}
		}
		_, guild, evidence := s.guild(quorum.SetOfMask(b))
		assert.Equal(t, guild.String(), quorum.SetOfMask(greatest).String(), "%s, faulty %b", label, b)
		assert.True(t, !slices.ContainsFunc(evidence, func(own Own) bool { return !own.Quorum.SubsetOf(guild) }) && len(evidence) == guild.Len(), label)
		if greatest == 0 {
			fatal = min(fatal, quorum.SetOfMask(b).Len())
		}
	}
	r := assert.Got(s.Measure(t.Context(), quorum.Set{}))(t)
	assert.Deep(t, [3]int{r.Fatal.AtLeast, r.Fatal.AtMost, r.Fatal.Set.Len()}, [3]int{fatal, fatal, fatal}, label)
	_, guild, _ := s.guild(r.Fatal.Set)
	assert.True(t, guild.Empty() && r.Tolerated.Complete, label)
	for text := range tolerated {
		var set quorum.Set
		assert.OK(t, set.UnmarshalJSON([]byte("["+strings.Trim(text, "{}")+"]")))
		assert.True(t, slices.ContainsFunc(r.Tolerated.Sets, set.SubsetOf), "%s: %s", label, text)
	}
	for i, set := range r.Tolerated.Sets {
		assert.True(t, tolerated[set.String()] && slices.IndexFunc(r.Tolerated.Sets, set.SubsetOf) == i, "%s: %v", label, set)
	}
	return verdicts
}

// random returns a few sets of each of n processes.
func random(rng *rand.Rand, n int) (m masks) {
	for i := range n {
		m = append(m, nil)
		for range rng.IntN(4) {
			m[i] = append(m[i], 1+uint(rng.IntN(1<<n-1)))
		}
	}
	return m
}

// TestByDefinition: every answer is that of the definitions, and the theorem holds: B3 if and only
// if some quorums are consistent and available, and then the canonical ones are.
func TestByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 2))
	var seen [3][2]int
	for round := range assert.Sized(250, 20_000) {
		m := random(rng, 1+rng.IntN(4+round%2))
		q := random(rng, len(m))
		if round%3 == 0 { // mostly consistent
			q = m.canonical()
			q[0] = append(q[0], 1+uint(rng.IntN(1<<len(m)-1)))
		}
		own, given := tried(t, m, nil), tried(t, m, q)
		assert.True(t, own[0] == (own[1] && own[2]) && (own[0] || !given[1] || !given[2]), "%v %v", m, q)
		for k, v := range given {
			seen[k][map[bool]int{true: 1}[v]]++
		}
	}
	for _, times := range seen {
		assert.True(t, min(times[0], times[1]) > 20, "%v", seen)
	}
}

// TestTheorem goes through all fail-prone systems of two processes, and all their quorums.
func TestTheorem(t *testing.T) {
	of := func(k int) (list []uint) { // the k-th family of non-empty sets of two processes
		for x := range uint(3) {
			if k>>x&1 == 1 {
				list = append(list, x+1)
			}
		}
		return list
	}
	for k := range 64 {
		m, some := masks{of(k & 7), of(k >> 3)}, false
		for l := range 64 {
			q := masks{of(l & 7), of(l >> 3)}
			some = some || min(len(q[0]), len(q[1])) > 0 && m.consistent(q) && m.available(q)
		}
		assert.Equal(t, m.b3(), some, "%v", m)
		assert.Equal(t, tried(t, m, nil)[0], some, "%v", m)
	}
}

// TestSymmetric: where all believe the same, B3 is that the complements disseminate.
func TestSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 3))
	for range 200 {
		n := 3 + rng.IntN(3)
		m := masks(slices.Repeat([][]uint{append(random(rng, n)[0], 1)}, n))
		s := New(quorum.Asymmetric{N: n, Faulty: m.sets()})
		f, err := quorum.FamilyOfSets(n, s.Quorums[0])
		if err != nil {
			continue // a set has everybody
		}
		want := liars.Judge(t.Context(), []quorum.Family{f}, liars.Faulty{Sets: s.Faulty[0]}, 1)[0].Holds
		assert.Equal(t, s.Check(t.Context()).Properties[0].Holds, want, "%v", m)
	}
}

// TestPapers: the examples of the authors' tool, with its verdicts, and the tolerated sets of their
// post on composition. Its function checkB3brute is of no use: it drops what it finds out about all
// processes but the first.
func TestPapers(t *testing.T) {
	for _, x := range []struct {
		n         int
		faulty    string
		b3        quorum.Truth
		tolerated string
	}{
		{5, `["2+3+4+5","1+3+4+5","(1+2)*(4+5)","1+2+3+5","2*4"]`, quorum.Holds, "[{2} {4} {5}]"},
		{6, `["choose(2,2,4,5)*6","choose(2,3,4,5)*6","choose(2,1,4,5)*6","(1+2+3+5)*6","(1+2+3+4)*6","1*(2+3+4+5)"]`, quorum.Fails, ""},
		{6, `["choose(2,2,4,5)*6","choose(2,3,4,5)*6","choose(2,1,4,5)*6","(1+2+3+5)*6","(1+2+3+4)*6",[[1,3]]]`, quorum.Holds, "[{4,5,6}]"},
		{7, `["choose(2,2,4,5)*6*7","choose(2,3,4,5)*6*7","choose(2,1,4,5)*6*7","(1+2+3+5)*6*7","(1+2+3+4)*6*7",[[1,3,7]],[[3,4,5]]]`, quorum.Holds, "[{4,5,6,7}]"},
		{5, `["3+4+5","3+4+5","1*2+4+5","1*2+3+5","1*2+3+4"]`, quorum.Holds, "[{1,2} {3} {4} {5}]"},
		{5, `["2*5+3+4","1+3+4","2*5+1+4","2*5+1+3","1+3+4"]`, quorum.Holds, "[{1} {2,5} {3} {4}]"},
	} {
		text := fmt.Sprintf(`{"kind":"asymmetric","n":%d,"faulty":%s}`, x.n, x.faulty)
		_, err := quorum.ReadInput(strings.NewReader(text))
		s := New(assert.ErrorAs[*quorum.AsymmetricError](t, err, text).Asymmetric)
		assert.Equal(t, s.Check(t.Context()).Properties[0].Holds, x.b3, text)
		r := assert.Got(s.Measure(t.Context(), quorum.Set{}))(t)
		if slices.SortFunc(r.Tolerated.Sets, quorum.Set.Compare); x.b3 == quorum.Holds {
			assert.Equal(t, fmt.Sprint(r.Tolerated.Sets), x.tolerated, text)
		}
	}
}

// TestEnds: a process whose quorum is itself keeps a guild while it is correct.
func TestEnds(t *testing.T) {
	n, all := 24, quorum.FullSet(24)
	own := quorum.Asymmetric{N: n}
	for v := range n {
		own.Faulty = append(own.Faulty, []quorum.Set{all.Minus(quorum.SetOf(v))})
	}
	s := New(own)
	assert.Equal(t, s.Check(looks.Before(t.Context(), 0)).Properties[1].Limit, true)
	assert.Deep(t, s.fatal(t.Context(), Fatal{0, n, all}), Fatal{5, n, all})
}
