package enumerate

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
	"coterie/internal/check/worktest"
	"coterie/internal/machine/work"
)

// classQueries are the listings that have slices, of at most so many nodes.
func classQueries(nodes int) []Query {
	var all []Query
	for n := 1; n <= nodes; n++ {
		for _, q := range []Query{{Nodes: n, Nondominated: true}, {Nodes: n - 1}} {
			q.Classes = true
			for _, q.AllUsed = range []bool{false, true} {
				if q.Nodes > 0 {
					all = append(all, q)
				}
			}
		}
	}
	return all
}

// TestSlicesElsewhere: slices that others find, in any order, make the same listing, begun anew or
// taken up, and those of a listing that is taken up are parts of the same job.
func TestSlicesElsewhere(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 0))
	for _, q := range classQueries(6) {
		want := collect(t, q, Options{})
		elsewhere := &worktest.Elsewhere{Seed: uint64(q.Nodes), Doubts: true}
		if got := collectBy(t, elsewhere, q, Options{}); !slices.EqualFunc(got, want, sameItem) {
			t.Errorf("%+v: another listing elsewhere", q)
		}
		for range 3 {
			if len(want) == 0 {
				break // no coterie on so many nodes uses all of them
			}
			after := random.IntN(len(want))
			for _, runner := range []work.Runner{nil, elsewhere} {
				got := collectBy(t, runner, q, Options{After: &want[after], Jobs: 2})
				if !slices.EqualFunc(got, want[after+1:], sameItem) {
					t.Errorf("%+v: another listing behind item %d", q, after)
				}
			}
		}
		for _, job := range elsewhere.Jobs {
			assert.Equal(t, job.Key(), elsewhere.Jobs[0].Key(), "%+v: a listing that is taken up is another job", q)
		}
	}
}

// TestSlicesHold: what is read of a slice is what was found, whatever the width of the slices, and
// of bytes that are none an error or classes of the right form.
func TestSlicesHold(t *testing.T) {
	var all []*classifier
	for _, q := range classQueries(7) {
		if q.split() < 0 {
			continue
		}
		c := assert.Got(newClassifier(t.Context(), q))(t)
		all = append(all, c)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(all).Draw(t, "query").newSlices()
		s.width = rapid.IntRange(1, 20).Draw(t, "width")
		i := rapid.IntRange(0, s.parts()-1).Draw(t, "slice")
		result, err := s.Do(t.Context(), work.Part{Index: i})
		if err != nil {
			t.Fatal(err)
		}
		var want []tail
		for _, h := range s.of(i) {
			want = s.tails(want, h)
		}
		var got []tail
		more, err := s.read(i, result, func(_ head, x tail) bool {
			got = append(got, x)
			return true
		})
		if err != nil || !more || !slices.Equal(got, want) {
			t.Fatalf("%v of %v, %v", got, want, err)
		}
		damage := rapid.IntRange(0, 2).Draw(t, "damage")
		switch at := rapid.IntRange(0, len(result)-1).Draw(t, "at"); damage {
		case 0:
			result = result[:at]
		case 1:
			result = append(result, byte(at))
		default:
			result[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
		}
		_, err = s.read(i, result, func(h head, x tail) bool {
			if !x.e.below(h.p&h.p.dual(s.k)) || x.automorphisms < 1 || int(x.automorphisms) > factorial(s.q.Nodes) {
				t.Fatalf("class %+v of head %+v", x, h)
			}
			return true
		})
		if err != nil && !errors.Is(err, errSlice) || err == nil && damage < 2 {
			t.Fatalf("damage %d: %v", damage, err)
		}
	})
}

// TestSlicesLeft: a listing that is left ends, wherever its slices are found.
func TestSlicesLeft(t *testing.T) {
	q := Query{Nodes: 6, Nondominated: true, Classes: true}
	for _, runner := range []work.Runner{nil, &worktest.Elsewhere{}} {
		count := 0
		for range assert.Each(t, List(work.With(t.Context(), runner), q, Options{})) {
			if count++; count == 17 {
				break
			}
		}
		assert.Equal(t, count, 17, "items")
	}
}

// TestSlicesOpen: a worker takes no job that is no listing of classes.
func TestSlicesOpen(t *testing.T) {
	kind := worktest.Kind(classesKind)
	for _, q := range []Query{{}, {Nodes: 9, Classes: true}, {Nodes: 5}, {Nodes: 4, Groups: 2, Classes: true}, {Nodes: 1, Nondominated: true, Classes: true}} {
		params, _ := json.Marshal(q)
		assert.Refused(kind.Open(t.Context(), params, work.Host{}))(t, "", "%+v is opened", q)
	}
	assert.Refused(kind.Open(t.Context(), []byte("{"), work.Host{}))(t, "", "half an object is opened")
	task := assert.Got(kind.Open(t.Context(), []byte(`{"Nodes":5,"Classes":true}`), work.Host{}))(t)
	for _, i := range []int{-1, 1 << 20} {
		assert.Refused(task.Do(t.Context(), work.Part{Index: i}))(t, "", "there is a slice %d", i)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	assert.Is(t, assert.Err(task.Do(ended, work.Part{})), context.Canceled)
}
