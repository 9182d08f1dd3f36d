package quorum

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
)

func TestDualAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range 300 {
		n := 1 + rng.IntN(8)
		f := randomFamily(rng, n, 1+rng.IntN(12), n)
		dual := assert.Got(f.Dual(ctx, 1<<n))(t)
		want := naiveDual(f)
		assert.MustEqual(t, dual.Len(), len(want), "transversals")
		for i, s := range want {
			if !dual.Set(i).Equal(s) {
				t.Fatalf("transversal %d is %v, want %v", i, dual.Set(i), s)
			}
		}
	}
}

func TestDualOfDual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		f := randomFamily(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), n, rapid.IntRange(1, 15).Draw(t, "m"), n)
		dual, err := f.Dual(ctx, 1<<12)
		if err != nil {
			t.Fatal(err)
		}
		back, err := dual.Dual(ctx, 1<<12)
		if err != nil {
			t.Fatal(err)
		}
		assert.MustTrue(t, back.Equal(f.Minimized()), "dual of the dual differs from the minimal sets")
	})
}

// TestDualKnown: the Fano plane is nondominated, hence its own dual; the rows and
// columns of a square are each other's.
func TestDualKnown(t *testing.T) {
	dual, err := fano().Dual(ctx, 100)
	if err != nil || !dual.Equal(fano().Minimized()) {
		t.Errorf("dual of the Fano plane: %v, %v", dual, err)
	}
	rows := mustFamily(4, []int{1, 2}, []int{3, 4})
	choices, err := rows.Dual(ctx, 100)
	if err != nil || !choices.Equal(mustFamily(4, []int{1, 3}, []int{1, 4}, []int{2, 3}, []int{2, 4})) {
		t.Errorf("dual of two rows: %v, %v", choices, err)
	}
}

func TestDualLimits(t *testing.T) {
	f := mustFamily(6, []int{1, 2}, []int{3, 4}, []int{5, 6})
	assert.Equal(t, assert.Got(f.Dual(ctx, 8))(t).Len(), 8)
	assert.Equal(t, assert.As[*LimitError](f.Dual(ctx, 7))(t).Limit, 7)
	empty, _ := NewFamily(3, nil)
	assert.Refused(empty.Dual(ctx, 7))(t, "", "the dual of no quorums is no family")
	seen := 0
	for range f.MinimalTransversals(t.Context()) {
		if seen++; seen == 3 {
			break
		}
	}
	assert.Equal(t, seen, 3)
}

func TestAssignSites(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	count := map[bool]int{}
	for range 400 {
		n := 1 + rng.IntN(7)
		f := randomFamily(rng, n, 1+rng.IntN(2*n), 1+n/2)
		sites, err := f.AssignSites(t.Context())
		want := naiveAssignable(f, 0, make([]bool, f.Len()))
		count[want]++
		assert.MustEqual(t, err == nil, want, "AssignSites")
		if err == nil {
			used := map[int]bool{}
			for i, q := range sites {
				if used[q] || !slices.Contains(f.Quorum(q), int32(i)) {
					t.Fatalf("bad assignment %v", sites)
				}
				used[q] = true
			}
			continue
		}
		var hall *HallError
		if !errors.As(err, &hall) {
			t.Fatal(err)
		}
		checkHall(t, f, hall)
	}
	if count[true] < 40 || count[false] < 40 {
		t.Errorf("one-sided sample: %v", count)
	}
}

func naiveAssignable(f Family, site int, used []bool) bool {
	if site == f.N() {
		return true
	}
	for i, q := range f.All() {
		if !used[i] && slices.Contains(q, int32(site)) {
			used[i] = true
			if naiveAssignable(f, site+1, used) {
				return true
			}
			used[i] = false
		}
	}
	return false
}

func checkHall(t *testing.T, f Family, hall *HallError) {
	t.Helper()
	var touching []Index
	for i := range f.Len() {
		if f.Set(i).Intersects(hall.Sites) {
			touching = append(touching, Index(i))
		}
	}
	slices.Sort(hall.Quorums)
	if !slices.Equal(touching, hall.Quorums) || len(touching) >= hall.Sites.Len() {
		t.Fatalf("violator %v lies in %v, reported %v", hall.Sites, touching, hall.Quorums)
	}
}

func TestWithAssignedSites(t *testing.T) {
	s, _ := NewSystem("fano", fano(), SystemOptions{})
	sited, err := s.WithAssignedSites(t.Context())
	if err != nil || !sited.HasSites() || s.HasSites() {
		t.Fatalf("%v, %v", sited, err)
	}
	if v := JudgeInclusion(sited); v.Holds != Holds {
		t.Error(v)
	}
	if v := JudgeUniqueness(ctx, sited); v.Holds != Holds {
		t.Error(v)
	}
	few, _ := NewSystem("", mustFamily(3, []int{1, 2, 3}), SystemOptions{})
	assert.Refused(few.WithAssignedSites(t.Context()))(t, "", "three sites cannot have three different quorums out of one")
}
