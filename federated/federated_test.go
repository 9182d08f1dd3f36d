package federated

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
	"coterie/internal/check/reach"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search"
)

// read reads a network of testdata.
func read(t *testing.T, data []byte) *Network {
	t.Helper()
	_, err := quorum.ReadInput(bytes.NewReader(data))
	found := (*quorum.FederatedError)(nil)
	if !errors.As(err, &found) {
		t.Fatal(err)
	}
	return New(found.Members, nil)
}

// oracle judges a network of few nodes by the definitions, over all sets of nodes as masks.
type oracle struct {
	members []quorum.Member
	faulty  uint
}

func (o oracle) holds(s *quorum.QuorumSet, u uint) bool {
	have := 0
	for v, m := range o.members {
		if u>>v&1 == 1 && slices.Contains(s.Validators, m.Name) {
			have++
		}
	}
	for _, inner := range s.Inner {
		if o.holds(inner, u) {
			have++
		}
	}
	return have >= s.Threshold
}

// quorums lists the quorums after the deletion of faulty: sets such that for each of their nodes
// some slice q, a set of any nodes that satisfies its quorum set, has all of q∖faulty in them.
func (o oracle) quorums(t *testing.T) (list []uint) {
	all := uint(1)<<len(o.members) - 1
	slicesOf := make([][]uint, len(o.members))
	for v, m := range o.members {
		for q := uint(0); q <= all && m.Set != nil; q++ {
			if o.holds(m.Set, q) {
				slicesOf[v] = append(slicesOf[v], q&^o.faulty)
			}
		}
	}
	for u := uint(1); u <= all; u++ {
		is := u&o.faulty == 0
		for v := range o.members {
			is = is && (u>>v&1 == 0 || slices.ContainsFunc(slicesOf[v], func(q uint) bool { return q&^u == 0 }))
		}
		if is {
			list = append(list, u)
		}
	}
	return list
}

func disjoint(list []uint) bool {
	return slices.ContainsFunc(list, func(u uint) bool { return slices.ContainsFunc(list, func(v uint) bool { return u&v == 0 }) })
}

// minimal lists the sets of groups with a property of the union of their nodes that have no smaller
// set with it, by size.
func minimal(groups []uint, has func(nodes uint) bool) (list []uint) {
	for size := range len(groups) + 1 {
		for g := uint(0); g < 1<<len(groups); g++ {
			nodes := uint(0)
			for i, of := range groups {
				nodes |= of * (g >> i & 1)
			}
			if bits.OnesCount(g) == size && !slices.ContainsFunc(list, func(h uint) bool { return h&^g == 0 }) && has(nodes) {
				list = append(list, g)
			}
		}
	}
	return list
}

// masks returns sets of names as masks over a list of all names, ascending.
func masks(family [][]string, names []string) (list []uint) {
	for _, set := range family {
		mask := uint(0)
		for _, name := range set {
			mask |= 1 << slices.Index(names, name)
		}
		list = append(list, mask)
	}
	slices.Sort(list)
	return list
}

func randomSet(r *rand.Rand, n, depth int) *quorum.QuorumSet {
	s := &quorum.QuorumSet{}
	for _, v := range r.Perm(n)[:1+r.IntN(n)] {
		s.Validators = append(s.Validators, fmt.Sprint("n", v))
	}
	for range r.IntN(depth + 1) {
		s.Inner = append(s.Inner, randomSet(r, n, depth-1))
	}
	size := len(s.Validators) + len(s.Inner)
	s.Threshold = min(size, max(1, size/2+r.IntN(3)))
	return s
}

// TestByDefinition compares every figure of random networks with the definitions, by node and by
// organisation, before and after a deletion.
func TestByDefinition(t *testing.T) {
	for seed := range assert.Sized(150, 1500) {
		r := rand.New(rand.NewPCG(uint64(seed), 33))
		n := 1 + r.IntN(7)
		o, by, shared := oracle{}, []string{"node", "organisation"}[seed%2], randomSet(r, n, 2)
		var names []string
		var groups []uint
		for v := range n {
			m := quorum.Member{Name: fmt.Sprint("n", v), Set: randomSet(r, n, 2)}
			switch r.IntN(8) {
			case 0:
				m.Set, m.Fault = nil, "none"
			case 1, 2, 3:
				m.Set = shared
			case 4, 5, 6: // a chain falls node by node
				if m.Set = shared; v > 0 {
					m.Set = &quorum.QuorumSet{Threshold: 1, Validators: []string{fmt.Sprint("n", v-1)}}
				}
			}
			name := m.Name
			if by == "organisation" {
				m.Organization = fmt.Sprint("o", r.IntN(4))
				name = m.Organization
			}
			if g := slices.Index(names, name); g < 0 {
				names, groups = append(names, name), append(groups, 1<<v)
			} else {
				groups[g] |= 1 << v
			}
			o.members = append(o.members, m)
		}
		w := New(o.members, nil)
		if seed%3 == 0 {
			w = w.Delete([]int{0})
			o.faulty = 1
		}
		list := o.quorums(t)
		checked := assert.Got(w.Check(t.Context(), search.Options{}))(t)
		assert.Equal(t, checked.Properties[0].Holds == quorum.Fails, disjoint(list))
		assert.Equal(t, checked.GreatestQuorum > 0, len(list) > 0)

		got := assert.Got(w.Measure(t.Context(), Options{By: by}))(t)
		within := func(nodes uint) bool {
			return slices.ContainsFunc(list, func(u uint) bool { return u&^nodes == 0 })
		}
		all := uint(1)<<n - 1
		for _, x := range []struct {
			name string
			got  Sets
			want []uint
		}{
			{"quorums", got.MinimalQuorums, minimal(groups, within)},
			{"blocking", got.Blocking, minimal(groups, func(f uint) bool { return !within(all &^ f) })},
			{"splitting", got.Splitting, minimal(groups, func(f uint) bool {
				return disjoint(oracle{o.members, o.faulty | f}.quorums(t))
			})},
		} {
			least := -1
			if len(x.want) > 0 {
				least = bits.OnesCount(x.want[0])
			}
			slices.Sort(x.want)
			if have := masks(x.got.Sets, names); !x.got.Complete || !slices.Equal(have, x.want) || x.got.Count != len(have) || least >= 0 && *x.got.Least != least {
				t.Errorf("seed %d: %s: got %+v, want %b", seed, x.name, x.got, x.want)
			}
		}
		system, err := w.System(t.Context(), Options{By: by})
		assert.Equal(t, err == nil, len(list) > 0, "seed %d: %v", seed, err)
		if err == nil {
			assert.Equal(t, fmt.Sprint(system.Names()), fmt.Sprint(got.TopTier.Names))
			f, _ := system.List()
			for i, q := range got.MinimalQuorums.Sets {
				assert.Equal(t, string(f.AppendLabel(nil, i, system.Names())), "{"+strings.Join(q, ",")+"}")
			}
		}
		tier := uint(0)
		for _, q := range minimal(groups, within) {
			tier |= q
		}
		assert.Equal(t, fmt.Sprint(masks([][]string{got.TopTier.Names}, names), got.TopTier.Complete), fmt.Sprint([]uint{tier}, true))
	}
}

// TestDisjointModels: of any two sets of nodes, one after the other in some order, the formula has
// a model with these as its sides if and only if they are disjoint quorums.
func TestDisjointModels(t *testing.T) {
	for seed := range assert.Sized(15, 150) {
		r := rand.New(rand.NewPCG(uint64(seed), 34))
		o, n := oracle{}, 2+r.IntN(4)
		for v := range n {
			o.members = append(o.members, quorum.Member{Name: fmt.Sprint("n", v), Set: randomSet(r, n, 1)})
		}
		w, formula, list := New(o.members, nil), &sat.CNF{}, o.quorums(t)
		a, b := w.disjoint(formula, sets.Full(n), nil)
		solver := sat.NewSolver(formula, sat.Options{})
		has := func(p, q uint) bool {
			var sides []int
			for v := range n {
				sides = append(sides, a.in[v]*(2*int(p>>v&1)-1), b.in[v]*(2*int(q>>v&1)-1))
			}
			return assert.Got(solver.Solve(t.Context(), sides...))(t) == sat.Sat
		}
		for p := range uint(1) << n {
			for q := range p {
				want := p&q == 0 && slices.Contains(list, p) && slices.Contains(list, q)
				assert.Equal(t, has(p, q) || has(q, p), want, "seed %d: %b and %b", seed, p, q)
			}
		}
	}
}

// TestGoldens keeps the reports of small networks: a ring, in which a crash stops one node after
// the other; two halves; a network without a quorum; four organisations of three nodes.
func TestGoldens(t *testing.T) {
	for _, name := range []string{"ring", "halves", "none", "organisations"} {
		w := read(t, assert.Got(os.ReadFile("testdata/"+name+".json"))(t))
		var text bytes.Buffer
		for _, by := range []string{"node", "organisation"} {
			r := assert.Got(w.Measure(t.Context(), Options{By: by, Crash: []bounds.Fraction{bounds.FractionOf(1, 10)}, Limit: 20}))(t)
			assert.OK(t, json.NewEncoder(&text).Encode(r))
		}
		assert.OK(t, json.NewEncoder(&text).Encode(assert.Got(w.Check(t.Context(), search.Options{}))(t)))
		golden.Compare(t, "testdata/"+name+".golden", text.String())
	}
}

// TestDeletion: of the seven nodes of two halves, deletion makes a threshold fall by one for each
// member, and leaving does not.
func TestDeletion(t *testing.T) {
	w := read(t, assert.Got(os.ReadFile("testdata/halves.json"))(t))
	a := assert.Got(w.Find([]string{"a"}))(t)
	for _, x := range []struct {
		w    *Network
		want string
	}{{w, "[a b c d e f]"}, {w.Delete(a), "[b c d e f]"}, {w.Without(a), "[b c d e f]"}, {w.Core(), "[a b c d e f]"}} {
		assert.Equal(t, fmt.Sprint(x.w.namesOf(x.w.greatest(sets.Full(7)))), x.want)
	}
	assert.Equal(t, fmt.Sprint(w.Delete(a).isQuorum([]string{"b"}), w.Without(a).isQuorum([]string{"b"}), w.Without(a).isQuorum([]string{"b", "c"}), w.Delete(a).isQuorum([]string{"a", "b"})), "true false true false")
	if _, err := w.Find([]string{"z"}); err == nil {
		t.Error("z is found")
	}
	if _, err := w.Measure(t.Context(), Options{By: "z"}); err == nil {
		t.Error("there are groups z")
	}
	groups, known, err := w.Delete(a).Groups(t.Context(), Options{})
	assert.Equal(t, fmt.Sprint(groups, known, err), "[{a [] false []} {b [b] true [2 6]} {c [c] true [1 6]} {d [d] true [4 5 6]} {e [e] true [3 5 6]} {f [f] true [3 4 6]} {x [x] false []}] true <nil>")
	if _, err := organisations(10, 7, 0).System(t.Context(), Options{Limit: 20}); err == nil {
		t.Error("a list that is cut short is a system")
	}
	groups, known, err = organisations(10, 7, 3).Groups(t.Context(), Options{Limit: 20})
	assert.Equal(t, fmt.Sprint(groups[29].Tier, groups[30].Tier, len(groups[30].Trusts), known, err), "true false 30 false <nil>")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	r := assert.Got(w.Without(assert.Got(w.Find([]string{"d", "e"}))(t)).Measure(ended, Options{}))(t)
	assert.Equal(t, fmt.Sprint(r.QuorumIntersection, r.MinimalQuorums.Complete, " ", r.Blocking.Reason), "unknown false context canceled")
}

// FuzzRead: every file that is read is written so that it reads the same, and has a greatest quorum
// by the code that judges names, if it has one, and its nodes are those of all quorums.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"ring", "halves", "none", "organisations"} {
		f.Add(assert.Got(os.ReadFile("testdata/" + name + ".json"))(f))
	}
	f.Add([]byte(`{"validators":[{"id":"a","qset":"q"}],"qsets":{"q":{"threshold":1,"members":["a","r"]},"r":{"threshold":1,"members":["b"]}}}`))
	f.Add([]byte(`[{"publicKey":"a","quorumSet":{"threshold":1,"members":[{"type":"Node","args":"a"},{"args":{"threshold":1,"members":[]},"type":"InnerSet"}]}}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := quorum.ReadInput(bytes.NewReader(data))
		found := (*quorum.FederatedError)(nil)
		if !errors.As(err, &found) || len(found.Members) > 100 {
			return
		}
		w := New(found.Members, nil)
		q := w.greatest(sets.Full(len(w.members)))
		if !q.Empty() && !w.isQuorum(w.namesOf(q)) {
			t.Errorf("%q is no quorum", w.namesOf(q))
		}
		var text, again bytes.Buffer
		assert.OK(t, errors.Join(w.Write(&text), read(t, text.Bytes()).Write(&again)))
		assert.Equal(t, again.String(), text.String())
		for _, core := range w.cores() {
			if least := w.minimal(core, w.single(core)); !w.isQuorum(w.namesOf(least)) || !least.SubsetOf(q) {
				t.Errorf("%q is no minimal quorum", w.namesOf(least))
			}
		}
	})
}

// organisations returns a network of organisations with three nodes each, of which threshold with
// two nodes each are needed, and of nodes that watch.
func organisations(orgs, threshold, watching int) *Network {
	var members []quorum.Member
	all := &quorum.QuorumSet{Threshold: threshold}
	for o := range orgs {
		inner := &quorum.QuorumSet{Threshold: 2}
		for i := range 3 {
			inner.Validators = append(inner.Validators, fmt.Sprint("o", o, "v", i))
			members = append(members, quorum.Member{Name: inner.Validators[i], Set: all})
		}
		all.Inner = append(all.Inner, inner)
	}
	for i := range watching {
		members = append(members, quorum.Member{Name: fmt.Sprint("w", i), Set: all})
	}
	return New(members, nil)
}

// BenchmarkTargets: whether the quorums of 150 nodes meet, and the least blocking and splitting
// sets of 16 organisations.
func BenchmarkTargets(b *testing.B) {
	large, small := organisations(10, 7, 120), organisations(16, 11, 0)
	b.Run("intersection/n=150", func(b *testing.B) {
		for b.Loop() {
			assert.Got(large.Check(b.Context(), search.Options{}))(b)
		}
		reach.Time(b, "federated/intersection", reach.PerRun(b), 5*time.Second)
	})
	b.Run("measure/organisations=16", func(b *testing.B) {
		for b.Loop() {
			r := assert.Got(small.Measure(b.Context(), Options{Limit: 1}))(b)
			assert.Equal(b, fmt.Sprint(*r.MinimalQuorums.Least, *r.Blocking.Least, *r.Splitting.Least), "22 12 6")
		}
		reach.Time(b, "federated/measure", reach.PerRun(b), 10*time.Second)
	})
}
