package extend

import (
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search"
)

// The oracle below holds a monotone function of n <= 5 nodes as a word: bit X is its value at the
// set with number X.

// monotone returns all monotone functions of n nodes other than the constants.
func monotone(n int) []uint32 {
	fs := []uint32{0, 1} // of no nodes
	for k := range n {
		var next []uint32
		for _, lo := range fs {
			for _, hi := range fs {
				if lo&^hi == 0 {
					next = append(next, lo|hi<<(1<<k))
				}
			}
		}
		fs = next
	}
	return slices.DeleteFunc(fs, func(f uint32) bool { return f&1 == 1 || f == 0 })
}

func dualOf(n int, f uint32) uint32 {
	var out uint32
	for x := range 1 << n {
		if f>>(1<<n-1-x)&1 == 0 {
			out |= 1 << x
		}
	}
	return out
}

// minimalOf returns the minimal sets of f, one bit for each.
func minimalOf(n int, f uint32) uint32 {
	var out uint32
	for x := range 1 << n {
		minimal := f>>x&1 == 1
		for v := range n {
			minimal = minimal && (x>>v&1 == 0 || f>>(x&^(1<<v))&1 == 0)
		}
		if minimal {
			out |= 1 << x
		}
	}
	return out
}

func familyOf(t testing.TB, n int, f uint32) quorum.Family {
	t.Helper()
	var sets [][]int
	for x := range 1 << n {
		if minimalOf(n, f)>>x&1 == 1 {
			var q []int
			for v := range n {
				if x>>v&1 == 1 {
					q = append(q, v)
				}
			}
			sets = append(sets, q)
		}
	}
	return assert.Got(quorum.NewFamily(n, sets))(t)
}

func structureOf(t testing.TB, n int, fs ...uint32) quorum.Structure {
	t.Helper()
	var s quorum.Structure
	var err error
	if len(fs) == 1 {
		s, err = quorum.NewSystem("", familyOf(t, n, fs[0]), quorum.SystemOptions{})
	} else {
		var cartels []quorum.Family
		for _, f := range fs {
			cartels = append(cartels, familyOf(t, n, f))
		}
		s, err = quorum.NewGroupSystem("", cartels, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tables32 returns the functions of an extension by asking for every set.
func tables32(e *Extension) []uint32 {
	fs := make([]uint32, e.Groups())
	for i := range fs {
		for x := range 1 << e.System.Nodes {
			var q []int
			for v := range e.System.Nodes {
				if x>>v&1 == 1 {
					q = append(q, v)
				}
			}
			if e.Live(i, quorum.SetOf(q...)) {
				fs[i] |= 1 << x
			}
		}
	}
	return fs
}

// allSystems yields all systems of m cartels (of coteries, m = 1) on n nodes, and all nondominated
// ones.
func allSystems(n, m int) (systems, nondominated [][]uint32) {
	all := monotone(n)
	if m == 1 {
		for _, f := range all {
			if d := dualOf(n, f); f&^d == 0 {
				systems = append(systems, []uint32{f})
				if f == d {
					nondominated = append(nondominated, []uint32{f})
				}
			}
		}
		return systems, nondominated
	}
	var grow func(fs []uint32)
	grow = func(fs []uint32) {
		if len(fs) == m {
			systems = append(systems, slices.Clone(fs))
			if isND(n, fs) {
				nondominated = append(nondominated, slices.Clone(fs))
			}
			return
		}
		meet := ^uint32(0)
		for _, f := range fs {
			meet &= dualOf(n, f)
		}
		for _, f := range all {
			if f&^meet == 0 {
				grow(append(fs, f))
			}
		}
	}
	grow(nil)
	return systems, nondominated
}

func isND(n int, fs []uint32) bool {
	if len(fs) == 1 {
		return fs[0] == dualOf(n, fs[0])
	}
	for i := range fs {
		meet := ^uint32(0) >> (32 - 1<<n)
		for j, f := range fs {
			if j != i {
				meet &= dualOf(n, f)
			}
		}
		if meet != fs[i] {
			return false
		}
	}
	return true
}

// holds reports whether every quorum of fs is one of gs; extendBelow whether gs dominates fs or is
// equal.
func holds(n int, fs, gs []uint32) bool {
	for i := range fs {
		if minimalOf(n, fs[i])&^minimalOf(n, gs[i]) != 0 {
			return false
		}
	}
	return true
}

func below(fs, gs []uint32) bool {
	for i := range fs {
		if fs[i]&^gs[i] != 0 {
			return false
		}
	}
	return true
}

// chance returns the sum of the availabilities at p = a/b, times b^n.
func chance(n int, fs []uint32, a, b int64) int64 {
	sum := int64(0)
	for _, f := range fs {
		for x := range 1 << n {
			if f>>x&1 == 1 {
				chance := int64(1)
				for v := range n {
					if x>>v&1 == 1 {
						chance *= b - a
					} else {
						chance *= a
					}
				}
				sum += chance
			}
		}
	}
	return sum
}

// thin keeps at most so many systems, the same ones each time.
func thin(systems [][]uint32, most int) [][]uint32 {
	if len(systems) <= most {
		return systems
	}
	rng := rand.New(rand.NewPCG(5, uint64(most)))
	out := slices.Clone(systems)
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:most]
}

// TestAgainstAllSystems takes every coterie of at most 4 nodes and every group system of at most 3,
// and many larger ones, and compares with all nondominated systems: whether one of them contains
// the given system, and which has the best availability.
func TestAgainstAllSystems(t *testing.T) {
	assert.Long(t, "it compares with all systems")
	for _, c := range []struct{ n, m, most int }{
		{1, 1, 1e6}, {2, 1, 1e6}, {3, 1, 1e6}, {4, 1, 1e6}, {5, 1, 150},
		{1, 2, 1e6}, {2, 2, 1e6}, {3, 2, 1e6}, {4, 2, 150},
		{1, 3, 1e6}, {2, 3, 1e6}, {3, 3, 1e6}, {4, 3, 60}, {3, 4, 100}, {3, 5, 60},
	} {
		systems, nondominated := allSystems(c.n, c.m)
		contained, refused := 0, 0
		for _, fs := range thin(systems, c.most) {
			if testSystem(t, c.n, fs, nondominated) {
				contained++
			} else {
				refused++
			}
			if t.Failed() {
				t.Fatalf("n = %d, m = %d, system %b", c.n, c.m, fs)
			}
		}
		t.Logf("n = %d, m = %d: %d systems, %d nondominated; of those tried %d contained, %d not", c.n, c.m, len(systems), len(nondominated), contained, refused)
		if c.n > 2 && (contained == 0 || refused == 0) {
			t.Errorf("n = %d, m = %d: %d contained, %d not: the test shows nothing", c.n, c.m, contained, refused)
		}
	}
}

func testSystem(t *testing.T, n int, fs []uint32, nondominated [][]uint32) (contained bool) {
	ctx := context.Background()
	s := structureOf(t, n, fs...)
	e := assert.Got(Find(ctx, s, Options{Options: search.Options{Jobs: 1}, Prefer: "availability"}))(t)
	var all, holding [][]uint32
	for _, gs := range nondominated {
		if below(fs, gs) {
			all = append(all, gs)
			if holds(n, fs, gs) {
				holding = append(holding, gs)
			}
		}
	}
	if e.Verdict != search.Found || e.Contains != (len(holding) > 0) || (e.ContainsReason == "") != e.Contains || (len(e.ContainsWitness) < 2) != e.Contains {
		t.Errorf("contains: %v (%v, %v), but %d nondominated systems do", e.Contains, e.ContainsReason, e.ContainsWitness, len(holding))
	}
	got := tables32(e)
	if !slices.ContainsFunc(nondominated, func(gs []uint32) bool { return slices.Equal(got, gs) }) {
		t.Errorf("%b is no nondominated system", got)
	}
	if !below(fs, got) || e.Contains && !holds(n, fs, got) {
		t.Errorf("%b does not dominate, or contain", got)
	}
	if e.Unchanged != slices.Equal(got, fs) || e.Unchanged != isND(n, fs) {
		t.Errorf("unchanged: %v", e.Unchanged)
	}
	testListing(t, e, got)
	if len(holding) > 0 {
		all = holding
	}
	testAvailability(t, e, got, all)
	loose := assert.Got(Find(ctx, s, Options{Options: search.Options{Jobs: 1}, Dominate: true, Prefer: "availability"}))(t)
	if loose.Contains != holds(n, fs, tables32(loose)) || !loose.Optimal {
		t.Errorf("loose: contains %v, optimal %v", loose.Contains, loose.Optimal)
	}
	return e.Contains
}

// testListing compares counts, streams, live sets and the listed system with the functions.
func testListing(t *testing.T, e *Extension, fs []uint32) {
	ctx := context.Background()
	seen := make([]uint32, len(fs))
	for i, q := range e.Quorums(ctx) {
		x := 0
		for v := range q.All() {
			x |= 1 << v
		}
		if seen[i]>>x&1 == 1 {
			t.Errorf("%v comes twice", q)
		}
		seen[i] |= 1 << x
	}
	counts, err := e.Count(ctx)
	if err != nil {
		t.Error(err)
	}
	for i, f := range fs {
		want := minimalOf(e.System.Nodes, f)
		if seen[i] != want || counts[i].Cmp(big.NewInt(int64(bits.OnesCount32(want)))) != 0 {
			t.Errorf("cartel %d: stream %b, count %v, want %b", i, seen[i], counts[i], want)
		}
		for s, c := range e.After[i].Counts {
			live := 0
			for x := range 1 << e.System.Nodes {
				if bits.OnesCount(uint(x)) == s && f>>x&1 == 1 {
					live++
				}
			}
			assert.SameNumber(t, c, big.NewInt(int64(live)), "cartel %d", i)
		}
	}
	if e.System.Structure == nil {
		t.Errorf("not listed: %s", e.System.Unlisted)
	}
}

// testAvailability compares with all systems that could have been returned.
func testAvailability(t *testing.T, e *Extension, got []uint32, all [][]uint32) {
	m := int64(max(2, len(got)))
	for _, p := range [][2]int64{{1, 100}, {1, m + 3}, {5, 5*m + 1}, {1, m}} {
		mine := chance(e.System.Nodes, got, p[0], p[1])
		for _, gs := range all {
			if chance(e.System.Nodes, gs, p[0], p[1]) > mine && (e.Optimal || len(got) < 3) {
				t.Errorf("p = %d/%d: %b is better than %b", p[0], p[1], gs, got)
			}
		}
	}
}

// TestClosedForms evaluates the closed forms with every self-dual tie-break, and every first
// cartel.
func TestClosedForms(t *testing.T) {
	for _, c := range []struct{ n, m, most int }{{3, 1, 1e6}, {4, 1, 1e6}, {3, 2, 1e6}, {3, 3, 1e6}, {4, 2, 200}, {4, 3, 200}, {3, 4, 200}} {
		systems, nondominated := allSystems(c.n, c.m)
		_, ties := allSystems(c.n, 1)
		for _, fs := range thin(systems, c.most) {
			a := tables{context.Background(), c.n}
			var tables []table
			for _, f := range fs {
				tables = append(tables, table{sets.Table{N: c.n, Bits: []uint64{uint64(f)}}})
			}
			words := func(tables []table) (out []uint32) {
				for _, f := range tables {
					out = append(out, uint32(f.Bits[0]))
				}
				return out
			}
			for _, tie := range ties {
				g := table{sets.Table{N: c.n, Bits: []uint64{uint64(tie[0])}}}
				var got []uint32
				if c.m == 1 {
					got = words([]table{one[table](a, tables[0], g)})
				} else {
					got = words(group[table](a, tables, g))
				}
				if !isND(c.n, got) || !below(fs, got) {
					t.Fatalf("n = %d: %b with tie-break %b: %b", c.n, fs, tie[0], got)
				}
			}
			for k := range c.m {
				if c.m == 1 {
					break
				}
				got := words(first[table](a, tables, k))
				if !isND(c.n, got) || !below(fs, got) {
					t.Fatalf("n = %d: %b with cartel %d first: %b", c.n, fs, k, got)
				}
				for _, gs := range nondominated {
					if below(fs, gs) && gs[k]&^got[k] != 0 {
						t.Fatalf("n = %d: %b with cartel %d first: %b, but %b", c.n, fs, k, got, gs)
					}
				}
			}
		}
	}
}

// TestFirstContaining compares the first cartel with all extensions that contain the given system:
// no other has it live at a set where it is not. The first system leaves a demand the choice
// between two cartels.
func TestFirstContaining(t *testing.T) {
	assert.Long(t, "it compares with all extensions")
	for _, c := range []struct{ n, m, most int }{{4, 3, 150}, {3, 3, 1e6}, {3, 4, 150}} {
		systems, nondominated := allSystems(c.n, c.m)
		list := thin(systems, c.most)
		if c.n == 4 {
			up := func(sets ...uint32) (f uint32) {
				for x := range uint32(16) {
					for _, s := range sets {
						if s&^x == 0 {
							f |= 1 << x
						}
					}
				}
				return f
			}
			list = append(list, []uint32{up(0b0101), up(0b1110, 0b0101), up(0b1100)})
		}
		for _, fs := range list {
			for k := range c.m {
				e := assert.Got(Find(t.Context(), structureOf(t, c.n, fs...), Options{First: k + 1}))(t)
				got := tables32(e)
				for _, gs := range nondominated {
					if below(fs, gs) && (!e.Contains || holds(c.n, fs, gs)) && gs[k]&^got[k] != 0 {
						t.Fatalf("n = %d: %b with cartel %d first: %b, but %b", c.n, fs, k, got, gs)
					}
				}
			}
		}
	}
}

// TestChoice has a system in which containment leaves a set the choice between two cartels: then
// what is proven of the choice made is not said of all extensions.
func TestChoice(t *testing.T) {
	var cartels []quorum.Family
	for _, sets := range [][][]int{{{0, 2}}, {{1, 2, 3}, {0, 2}}, {{2, 3}}} {
		f := assert.Got(quorum.NewFamily(4, sets))(t)
		cartels = append(cartels, f)
	}
	s := assert.Got(quorum.NewGroupSystem("", cartels, nil))(t)
	for _, dominate := range []bool{false, true} {
		e, err := Find(t.Context(), s, Options{Prefer: "availability", Dominate: dominate})
		if err != nil || !dominate && !e.Contains || e.Optimal != dominate || (len(e.Notes) > 0) == dominate || (e.UpperBy == "") == dominate {
			t.Errorf("dominate %v, availability: %+v, %v", dominate, e, err)
		}
		e, err = Find(t.Context(), s, Options{Prefer: "load", Dominate: dominate, ExactNodes: 1})
		// The load of the minimal transversals bounds it only where no demand has a choice.
		if err != nil || e.Lower == nil || !dominate && strings.Contains(e.LowerBy, "minimal transversals") {
			t.Errorf("dominate %v, load: %+v, %v", dominate, e, err)
		}
	}
}
