package fleet

import (
	"strings"
	"testing"

	"coterie/construct"
	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// apartByDefinition reports whether some quorums of the kinds that must meet share no node, from
// the sets themselves.
func apartByDefinition(t *testing.T, r fleet.Requirements, a, b fleet.System) bool {
	t.Helper()
	sets := func(q quorum.Quorums) (list []quorum.Set) {
		if f, ok := q.Formula(); ok {
			q = assert.Got(f.MinimalSets(t.Context(), 1000))(t)
		}
		family, _ := q.List()
		for i := range family.Len() {
			list = append(list, family.Set(i))
		}
		return list
	}
	some := func(p, q quorum.Quorums) bool {
		for _, x := range sets(p) {
			for _, y := range sets(q) {
				if !x.Intersects(y) {
					return true
				}
			}
		}
		return false
	}
	return some(a.Reads, b.Writes) || some(a.Writes, b.Reads) || (r.WritesMeet || r.Same) && some(a.Writes, b.Writes) || r.Same && some(a.Reads, b.Reads)
}

func TestChange(t *testing.T) {
	const nodes = "nodes: [a, b, c, d, e]\n"
	for _, test := range []struct {
		name, file, from string
		steps            int
		apart            bool
		copies           string // which steps need one before them
		gentler          int
		joins, leaves    int
	}{
		{"nothing changes", nodes + "systems: [majority]", "majority:n=5", 0, false, "", 0, 0, 0},
		{"reads grow, so that new reads meet the old writes", nodes + "systems: ['expr:choose(4,a,b,c,d,e)']", "expr:choose(2,a,b,c,d,e)", 2, true, "", 0, 0, 0},
		{"reads shrink, so that they miss old writes", nodes + "systems: ['expr:choose(2,a,b,c,d,e)']", "expr:choose(4,a,b,c,d,e)", 2, true, "2", 0, 0, 0},
		{"one server joins a majority", "nodes: [a, b, c, d]\nsystems: [majority]", "majority:n=3", 1, false, "", 0, 1, 0},
		{"two servers join a majority", nodes + "systems: [majority]", "majority:n=3", 2, true, "2", 0, 2, 0},
		{"writes that meet", nodes + "systems: [majority]\nrequire: {writes_meet: true}", "majority:n=3", 2, true, "2", 0, 2, 0},
		{"the same quorums", nodes + "systems: [majority]\nrequire: {same: true}", "majority:n=3", 2, true, "2", 0, 2, 0},
		{"servers leave", "nodes: [{name: x, leaves: true}, {name: y, leaves: true}, a, b, c]\nsystems: [majority]", "{x,y},{x,a},{y,a}", 2, true, "2", 0, 2, 2},
		{"reads of both, and writes one after the other", "nodes: [{name: x, leaves: true}, {name: y, leaves: true}, a, b, c]\nsystems: [majority]\noptimize: asked", "majority:n=3", 2, true, "2", 3, 2, 2},
	} {
		f := assert.Got(fleet.Read(strings.NewReader(test.file), "test.yaml"))(t)
		from := assert.Got(f.PlaceToday(assert.Got(construct.Build(t.Context(), test.from))(t)))(t)
		a := assert.Got(Plan(t.Context(), f, Options{From: &from}))(t)
		c := a.Change
		copies := ""
		for _, chain := range [][]Step{c.Steps, c.Gentler} {
			before := from
			for i, s := range chain {
				if apartByDefinition(t, f.Require, before, s.System) || apartByDefinition(t, f.Require, s.System, s.System) {
					t.Errorf("%s: step %d is not safe", test.name, i+1)
				}
				before = s.System
			}
		}
		for i, s := range c.Steps {
			if s.Copy != nil {
				copies += string(rune('1' + i))
			}
		}
		if len(c.Steps) != test.steps || len(c.Apart) > 0 != test.apart || copies != test.copies || len(c.Gentler) != test.gentler || len(c.Joins) != test.joins || len(c.Leaves) != test.leaves || c.Reason != "" {
			t.Errorf("%s: %d steps, apart %v, copies before %q, gentler %d, %d join, %d leave, %s", test.name, len(c.Steps), c.Apart, copies, len(c.Gentler), len(c.Joins), len(c.Leaves), c.Reason)
		}
		if len(c.Steps) > 0 && c.Steps[len(c.Steps)-1].Copy == nil {
			last := c.Steps[len(c.Steps)-1].System
			if apartByDefinition(t, fleet.Requirements{}, fleet.System{Reads: last.Reads, Writes: last.Writes}, fleet.System{Reads: last.Reads, Writes: from.Writes}) {
				t.Errorf("%s: no copy, and a new read misses an old write", test.name)
			}
		}
	}
}

// TestChangeWithSlack: where reads or writes are more than they need to be, the best system between
// asks no more than enough. If quorums are too many to be listed, the chain is not called the
// shortest. A copy is asked for once.
func TestChangeWithSlack(t *testing.T) {
	assert.Long(t, "it meets the limit of quorums that are listed")
	const six, going = "nodes: [a, b, c, d, e, f]\n", "nodes: [{name: x, leaves: true}, {name: y, leaves: true}, a, b, "
	for _, test := range []struct {
		file, from      string
		reads, writes   string // of the first step
		fewest          bool
		copies, gentler string
	}{
		{six + "systems: ['gifford:votes=1-1-1-1-1-1,read=2,write=5']\noptimize: asked", "gifford:votes=1-1-1-1,read=4,write=3", Enough, Both, true, "2", ""},
		{six + "systems: [majority]\noptimize: asked", "majority:n=3", Enough, Both, true, "2", ""},
		{going + "c, d]\nsystems: [majority]\nrequire: {same: true}", "majority:n=4", Both, Both, true, "2", ""},
		{going + "c]\nsystems: [majority]\noptimize: asked", "majority:n=3", Both, Both, true, "2", "3"},
		{going + "c]\nsystems: [majority]\noptimize: asked\nworkload: {reads: 0.9}", "majority:n=3", Both, Both, true, "2", "2"},
		{"nodes: [{name: a, count: 25}]\nsystems: [majority]", "grid:n=25", Both, Both, false, "2", ""},
	} {
		f := assert.Got(fleet.Read(strings.NewReader(test.file), "test.yaml"))(t)
		from := assert.Got(f.PlaceToday(assert.Got(construct.Build(t.Context(), test.from))(t)))(t)
		c := assert.Got(Plan(t.Context(), f, Options{From: &from}))(t).Change
		copies := func(steps []Step) (at string) {
			for i, s := range steps {
				if s.Copy != nil {
					at += string(rune('1' + i))
				}
			}
			return at
		}
		assert.True(t, c.Steps[0].ReadsOf == test.reads && c.Steps[0].WritesOf == test.writes, "%s: reads of %s, writes of %s", test.file, c.Steps[0].ReadsOf, c.Steps[0].WritesOf)
		assert.True(t, c.Fewest == test.fewest && copies(c.Steps) == test.copies && copies(c.Gentler) == test.gentler, "%s: fewest %t, copies %q and %q", test.file, c.Fewest, copies(c.Steps), copies(c.Gentler))
	}
}

// TestJointIsBest: between two systems whose reads are all sets that meet the writes, whatever is
// safe beside both has reads and writes that contain quorums of the joint system. All systems on
// three nodes are tried, as tables of their sets.
func TestJointIsBest(t *testing.T) {
	has := func(f, set int) bool { return f>>set&1 == 1 }
	apart := func(f, g int) bool {
		for set := range 8 {
			if has(f, set) && has(g, 7^set) {
				return true
			}
		}
		return false
	}
	dual := func(f int) (g int) {
		for set := range 8 {
			if !has(f, 7^set) {
				g |= 1 << set
			}
		}
		return g
	}
	var all []int // the monotone functions that are not constant
	for f := range 255 {
		up := has(f, 7)
		for set := range 8 {
			for v := range 3 {
				up = up && (!has(f, set) || has(f, set|1<<v))
			}
		}
		if up {
			all = append(all, f)
		}
	}
	assert.Equal(t, len(all), 18)
	tried := 0
	for _, x := range all {
		for _, y := range all {
			for _, reads := range all {
				for _, writes := range all {
					if apart(reads, dual(x)) || apart(reads, dual(y)) || apart(writes, x) || apart(writes, y) || apart(reads, writes) {
						continue
					}
					if tried++; reads&^(x&y) != 0 || writes&^(dual(x)&dual(y)) != 0 {
						t.Fatalf("between reads %b and %b, reads %b and writes %b", x, y, reads, writes)
					}
				}
			}
		}
	}
	assert.True(t, tried > 1000, tried)
}
