package extend_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/measure"
	"coterie/measure/availability"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/extend"
)

func ExampleFind() {
	f, err := quorum.NewFamily(3, [][]int{{0, 1}, {0, 2}})
	if err != nil {
		panic(err)
	}
	s, err := quorum.NewSystem("two of a wheel", f, quorum.SystemOptions{})
	if err != nil {
		panic(err)
	}
	e, err := extend.Find(context.Background(), s, extend.Options{Prefer: "availability"})
	if err != nil {
		panic(err)
	}
	fmt.Println(e.Verdict, "contains:", e.Contains, "optimal:", e.Optimal)
	for _, q := range e.Quorums(context.Background()) {
		fmt.Println(q)
	}
	fmt.Println(e.Proof)
	// Output:
	// found contains: true optimal: true
	// {1,2}
	// {1,3}
	// {2,3}
	// X is live if and only if its complement is not, for every X: each of the 8 sets of nodes was looked at
}

func system(t *testing.T, n int, cartels ...[][]int) quorum.Structure {
	t.Helper()
	var families []quorum.Family
	for _, c := range cartels {
		f := assert.Got(quorum.NewFamily(n, c))(t)
		families = append(families, f)
	}
	var s quorum.Structure
	var err error
	if len(families) == 1 {
		s, err = quorum.NewSystem("", families[0], quorum.SystemOptions{})
	} else {
		s, err = quorum.NewGroupSystem("", families, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestInput(t *testing.T) {
	wheel := system(t, 3, [][]int{{0, 1}, {0, 2}})
	pair := system(t, 2, [][]int{{0, 1}}, [][]int{{0}})
	f := assert.Got(quorum.NewFamily(3, [][]int{{0}, {1}}))(t)
	k := assert.Got(quorum.NewKCoterie("", 2, f, nil))(t)
	one := assert.Got(quorum.NewGroupSystem("", []quorum.Family{f}, nil))(t)
	for _, c := range []struct {
		s      quorum.Structure
		opts   extend.Options
		option string
	}{
		{wheel, extend.Options{Prefer: "beauty"}, "prefer"},
		{wheel, extend.Options{First: 1}, "first"},
		{pair, extend.Options{First: 3}, "first"},
		{pair, extend.Options{First: -1}, "first"},
		{pair, extend.Options{First: 1, Prefer: "load"}, "first"},
		{wheel, extend.Options{Limit: -1}, "limit"},
		{wheel, extend.Options{ExactNodes: 13}, "exact-nodes"},
		{wheel, extend.Options{DiagramNodes: -1}, "diagram-nodes"},
		{k, extend.Options{First: 1}, "system"},
		{one, extend.Options{}, "system"},
		{system(t, 2, [][]int{{0}, {1}}), extend.Options{}, "system"},
		{system(t, 2, [][]int{}), extend.Options{}, "system"},
		{system(t, 2, [][]int{{0}}, [][]int{}), extend.Options{}, "system"},
		{system(t, 2, [][]int{{0}}, [][]int{{1}}), extend.Options{}, "system"},
		{build(t, "sharing:alpha=1+2-2+3"), extend.Options{}, "system"},
	} {
		_, err := extend.Find(context.Background(), c.s, c.opts)
		var input *quorum.InputError
		if !errors.As(err, &input) || input.What != c.option || input.Advice == "" {
			t.Errorf("%+v: %v", c.opts, err)
		}
	}
}

func TestRemarks(t *testing.T) {
	f := assert.Got(quorum.NewFamily(3, [][]int{{0, 1}, {0, 1, 2}, {0, 2}, {0, 1}}))(t)
	s := assert.Got(quorum.NewSystem("", f, quorum.SystemOptions{Names: []string{"a", "b", "c"}}))(t)
	e := assert.Got(extend.Find(context.Background(), s, extend.Options{}))(t)
	if !e.Contains || e.Given[0].Len() != 2 || len(e.Notes) != 1 || !strings.HasPrefix(e.Notes[0], "2 quorums contain or repeat") {
		t.Errorf("%+v", e.Notes)
	}
	assert.Slice(t, e.System.Names, s.Names(), "names")
	// V alone: without node 1 or without node 2 it would have to be dead, so that {1} and {2} live.
	e = assert.Got(extend.Find(context.Background(), system(t, 3, [][]int{{0, 1, 2}}), extend.Options{}))(t)
	if e.Contains || len(e.ContainsWitness) != 2 || e.ContainsWitness[0].Intersects(e.ContainsWitness[1]) || e.Kept[0] != 0 {
		t.Errorf("contains %v: %v, %s", e.Contains, e.ContainsWitness, e.ContainsReason)
	}
}

// TestThreeCartels has a containment that fails in either way that is peculiar to m >= 3, and one
// that takes a choice.
func TestThreeCartels(t *testing.T) {
	for _, c := range []struct {
		n       int
		cartels [][][]int
		want    string // of the reason
	}{
		{3, [][][]int{{{0, 1, 2}}, {{0, 1}}, {{0, 1}}}, "quorums of two cartels"},
		{3, [][][]int{{{0, 1, 2}}, {{0, 1, 2}}, {{0, 1, 2}}}, "linked by sets that are disjoint"},
		{3, [][][]int{{{0, 1, 2}}, {{0, 1, 2}}, {{0}}}, ""},
		{2, [][][]int{{{0, 1}}, {{0, 1}}, {{0}, {1}}}, ""},
	} {
		e := assert.Got(extend.Find(context.Background(), system(t, c.n, c.cartels...), extend.Options{}))(t)
		if !strings.Contains(e.ContainsReason, c.want) || e.Contains != (c.want == "") {
			t.Errorf("%v: contains %v, %q", c.cartels, e.Contains, e.ContainsReason)
		}
	}
}

func TestStops(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	e, err := extend.Find(ended, build(t, "fpp:order=3"), extend.Options{})
	if err != nil || e.Verdict != search.Unknown || e.StoppedBy != "interrupt" || e.Groups() != 0 {
		t.Errorf("%+v, %v", e, err)
	}
	for _, spec := range []string{"grid:n=25", "fpp:order=5", "surficial:n=54,m=4"} {
		s := build(t, spec)
		short, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		start := reach.CPU()
		e, err = extend.Find(short, s, extend.Options{Prefer: "availability"})
		cancel()
		if err != nil || e.StoppedBy != "timeout" {
			t.Errorf("%s: %v, %v", spec, e, err)
		}
		if took := reach.CPU() - start; took > time.Second {
			t.Errorf("%s: stopped after %v", spec, took)
		}
	}
	e, err = extend.Find(context.Background(), build(t, "fpp:order=5"), extend.Options{DiagramNodes: 1000, Prefer: "availability"})
	if err != nil || e.Verdict != search.Unknown || e.StoppedBy != "more than 1000 decision diagram nodes" {
		t.Errorf("%+v, %v", e, err)
	}
}

// TestFirst makes one cartel after the other as live as it can be.
func TestFirst(t *testing.T) {
	ctx := context.Background()
	s := build(t, "surficial:n=12,m=3")
	for first := range 4 {
		e, err := extend.Find(ctx, s, extend.Options{First: first})
		if err != nil || !e.Contains {
			t.Fatalf("%+v, %v", e, err)
		}
		counts := assert.Got(e.Count(ctx))(t)
		for i, live := range e.After {
			if e.Kept[i] != 2 || counts[i].Cmp(big.NewInt(2)) <= 0 {
				t.Errorf("first %d: cartel %d: %d of %v quorums kept", first, i, e.Kept[i], counts[i])
			}
			for j, other := range e.After {
				if c := live.Total().Cmp(other.Total()); first == 0 && c != 0 || i == first-1 && j != i && c <= 0 {
					t.Errorf("first %d: cartel %d has %v live sets, cartel %d %v", first, i, live.Total(), j, other.Total())
				}
			}
		}
	}
}

// TestLists has extensions that no diagram holds, as lists: quorums stream, and are asked for.
func TestLists(t *testing.T) {
	ctx := context.Background()
	for _, spec := range []string{"fpp:order=5", "surficial:n=54,m=4", "wheel:n=30"} {
		e, err := extend.Find(ctx, build(t, spec), extend.Options{DiagramNodes: 20, Limit: 100})
		if err != nil || e.Verdict != search.Found || !e.Contains || e.Unchanged != (spec == "wheel:n=30") {
			t.Fatalf("%s: %+v, %v", spec, e, err)
		}
		assert.Refused(e.Count(ctx))(t, "", "%s: counted", spec)
		seen := map[string]bool{}
		for i, q := range e.Quorums(ctx) {
			if key := fmt.Sprint(i, q); seen[key] || !e.Live(i, q) {
				t.Errorf("%s: %s", spec, key)
			} else {
				seen[key] = true
			}
			if len(seen) == 150 {
				break
			}
		}
		assert.Equal(t, len(seen), map[bool]int{true: 30, false: 150}[spec == "wheel:n=30"], "%s: quorums", spec)
	}
	e, err := extend.Find(ctx, build(t, "fpp:order=5"), extend.Options{DiagramNodes: 20, Limit: 1, Prefer: "load"})
	if err != nil || !e.Optimal || e.Value.String() != "6/31" {
		t.Errorf("load %v, %v", e, err)
	}
}

// TestSurficial makes an extension beyond tables, and has its list judged by package measure.
func TestSurficial(t *testing.T) {
	ctx := context.Background()
	for _, spec := range []string{"surficial:n=27,m=3", "wheel:n=30", "fpp:order=3", "affine:order=4,m=5"} {
		at := reach.CPU()
		s := build(t, spec)
		e, err := extend.Find(ctx, s, extend.Options{Limit: 20_000})
		if err != nil || e.Verdict != search.Found || !e.Contains {
			t.Errorf("%s: %+v, %v", spec, e, err)
			continue
		}
		if e.System.Structure == nil {
			t.Errorf("%s: %v", spec, e.Notes)
			continue
		}
		var cartels []quorum.Family
		switch x := e.System.Structure.(type) {
		case *quorum.System:
			cartels = append(cartels, x.Family())
		case *quorum.GroupSystem:
			for i := range x.Groups() {
				cartels = append(cartels, x.Cartel(i))
			}
		}
		if d, err := measure.JudgeDomination(ctx, cartels, measure.DominationOptions{}); err != nil || d.Dominated() {
			t.Errorf("%s: %+v, %v", spec, d, err)
		}
		t.Log(spec, reach.CPU()-at)
		for i, given := range e.Given {
			listed := map[string]bool{}
			for k := range cartels[i].Len() {
				listed[cartels[i].Set(k).String()] = true
			}
			for k := range given.Len() {
				if !listed[given.Set(k).String()] {
					t.Errorf("%s: quorum %v is missing", spec, given.Set(k))
				}
			}
			for _, sets := range []availability.LiveSets{e.Before[i], e.After[i]} {
				assert.Equal(t, sets.N(), e.System.Nodes, "%s: live sets of: nodes", spec)
			}
		}
	}
}
