package enumerate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestGroupsResume takes up listings after each of their items, or after some.
func TestGroupsResume(t *testing.T) {
	for _, q := range []Query{
		{Nodes: 2, Groups: 3}, {Nodes: 3, Groups: 2, AllUsed: true}, {Nodes: 3, Groups: 2, Classes: true}, {Nodes: 4, Groups: 3, Nondominated: true},
		{Nodes: 4, Groups: 3, Nondominated: true, Classes: true, AllUsed: true}, {Nodes: 4, Groups: 2, Nondominated: true}, {Nodes: 4, Groups: 2, Classes: true},
	} {
		all := listAll(t, q, Options{})
		for i := range all {
			if rest := listAll(t, q, Options{After: &all[i]}); !slices.EqualFunc(rest, all[i+1:], sameItem) {
				t.Fatalf("%+v: %d items after item %d of %d, or others", q, len(rest), i, len(all))
			}
		}
	}
	q := Query{Nodes: 6, Groups: 2, Nondominated: true} // the last items, and so all orders of the halves
	f := table(0xfffffffefffefee8)
	item := Item{Index: 7, Cartels: []Function{{n: 6, words: [4]uint64{uint64(f)}}, {n: 6, words: [4]uint64{uint64(f.dual(6))}}}}
	previous := f
	for next, err := range listGroups(t.Context(), q, Options{After: &item}) {
		if err != nil || next.Index <= 7 || table(next.Cartels[0].words[0]) <= previous {
			t.Fatalf("%v after %x (%v)", next, previous, err)
		}
		previous = table(next.Cartels[0].words[0])
	}
	assert.Equal(t, previous, one(6)-1, "the last cartel")
	q = Query{Nodes: 3, Groups: 2, Nondominated: true, Classes: true, AllUsed: true}
	x, y := Function{n: 3, words: [4]uint64{0xaa}}, Function{n: 3, words: [4]uint64{0xcc}}
	none, full := Function{n: 3}, Function{n: 3, words: [4]uint64{0xff}}
	last := Function{n: 3, words: [4]uint64{0xf0}}
	for want, item := range map[string]Item{
		"has 1 cartels":                {Cartels: []Function{x}},
		"4 nodes":                      {Cartels: []Function{{n: 4}, x}},
		"cartel 2 is none":             {Cartels: []Function{x, {n: 3, words: [4]uint64{2}}}},
		"cartel 2 is none, or":         {Cartels: []Function{x, y}},
		"cartel 1 is none, or":         {Cartels: []Function{last, last}}, // no first of its class
		"node of it is in no":          {Cartels: []Function{x, x}},
		"its index is -1":              {Cartels: []Function{x, x}, Index: -1},
		"resume: the last system":      {Cartels: []Function{none, full}},
		"resume: the last system is n": {Cartels: []Function{full, none}},
	} {
		var got error
		count := 0
		for _, err := range listGroups(t.Context(), q, Options{After: &item}) {
			got = err
			count++
		}
		var input *quorum.InputError
		if count != 1 || !errors.As(got, &input) || input.What != "resume" || !strings.Contains(got.Error(), want) {
			t.Errorf("after %v: %v, want %q", item, got, want)
		}
	}
}

func TestGroupsStop(t *testing.T) {
	why := errors.New("enough")
	for _, q := range []Query{{Nodes: 5, Groups: 2}, {Nodes: 5, Groups: 3, Nondominated: true}, {Nodes: 5, Groups: 2, Classes: true}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		items := 0
		var last error
		for _, err := range listGroups(ctx, q, Options{}) {
			if last = err; err == nil {
				items++
			}
			if items == 10 {
				cancel(why)
			}
		}
		if items != 10 || last != why {
			t.Errorf("%+v: %d items, %v", q, items, last)
		}
		if _, err := countGroups(ctx, Query{Nodes: 5, Groups: 3, Nondominated: q.Nondominated, Classes: true}, Options{}); err != why {
			t.Errorf("a count that was stopped: %v", err)
		}
		items = 0
		for range listGroups(t.Context(), q, Options{}) {
			if items++; items == 5 {
				break
			}
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := countGroups(ctx, Query{Nodes: 6, Groups: 3}, Options{}); err != why {
		t.Errorf("a count of triples that was stopped: %v", err)
	}
}

func TestGroupLimits(t *testing.T) {
	for _, c := range []struct {
		q           Query
		count, list string // what the errors say, "" for none
	}{
		{Query{Nodes: 3, Groups: 1}, "group: a group quorum system has at least 2", "group: a group"},
		{Query{Nodes: 3, Groups: 101}, "group: 101 cartels", "group: 101"},
		{Query{Nodes: 0, Groups: 2}, "n: a group quorum system has at least one node", "n: a group"},
		{Query{Nodes: 5, Groups: 100}, "", "group: there are "},
		{Query{Nodes: 4, Groups: 4}, "", "group: there are 11615284 systems of 4 cartels on 4 nodes, and at most 10000000"},
		{Query{Nodes: 4, Groups: 4, Classes: true}, "", ""},
		{Query{Nodes: 5, Groups: 3, Classes: true}, "", "74294755 classes"},
		{Query{Nodes: 5, Groups: 2}, "", ""},
		{Query{Nodes: 6, Groups: 2, AllUsed: true}, "", "up to 5 nodes, not 6; there are 2414666384291"},
		{Query{Nodes: 6, Groups: 3}, "", "n: group quorum systems are listed up to 5"},
		{Query{Nodes: 6, Groups: 4}, "n: group quorum systems with 4 cartels are counted up to 5", "n: group"},
		{Query{Nodes: 7, Groups: 2}, "n: ", "n: "},
		{Query{Nodes: 7, Groups: 2, Nondominated: true}, "", "there are 2414682040996"},
		{Query{Nodes: 8, Groups: 2, Nondominated: true}, "n: ", "n: "},
		{Query{Nodes: 6, Groups: 2, Nondominated: true}, "", ""},
		{Query{Nodes: 6, Groups: 3, Nondominated: true}, "", "group: there are 35144433 systems"},
		{Query{Nodes: 6, Groups: 3, Nondominated: true, Classes: true}, "", ""},
		{Query{Nodes: 6, Groups: 100, Nondominated: true}, "", "group: there are "},
		{Query{Nodes: 7, Groups: 3, Nondominated: true}, "n: ", "n: "},
	} {
		for what, got := range map[string]error{"count": checkCountGroups(c.q), "list": checkListGroups(c.q)} {
			want := map[string]string{"count": c.count, "list": c.list}[what]
			var input *quorum.InputError
			switch {
			case want == "" && got != nil:
				t.Errorf("%s %+v: %v", what, c.q, got)
			case want != "" && (!errors.As(got, &input) || !strings.Contains(got.Error(), want) || what == "count" && input.Hint() == ""):
				t.Errorf("%s %+v: %v, want %q", what, c.q, got, want)
			}
		}
		if c.count != "" {
			assert.Refused(countGroups(t.Context(), c.q, Options{}))(t, "", "%+v was counted", c.q)
		}
	}
}

// TestGroupProgress sees the stages of a count.
func TestGroupProgress(t *testing.T) {
	var stages []string
	opts := Options{Progress: func(stage string, done, total int) {
		stages = append(stages, fmt.Sprintf("%s: %d of %d", stage, done, total))
	}}
	assert.Got(countGroups(t.Context(), Query{Nodes: 3, Groups: 2, Classes: true}, opts))(t)
	if want := "kinds of renamings counted, for group quorum systems of 2 cartels on 3 nodes: 3 of 3"; len(stages) != 4 || stages[3] != want {
		t.Errorf("%q", stages)
	}
}
