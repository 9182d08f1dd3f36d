package transversals

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
	"coterie/quorum"
)

// checkPacking checks a result from the definitions: the quorums are disjoint, and the reason
// given for the upper bound holds.
func checkPacking(t testing.TB, what string, f quorum.Family, p Packing) {
	t.Helper()
	if len(p.Quorums) > p.Upper {
		t.Fatalf("%s: %+v does not hold together", what, p)
	}
	for i, a := range p.Quorums {
		for _, b := range p.Quorums[:i] {
			if b >= a || f.Set(int(a)).Intersects(f.Set(int(b))) {
				t.Fatalf("%s: quorums %v and %v", what, b, a)
			}
		}
	}
	if p.UpperBy == "transversal" {
		assert.MustEqual(t, p.Transversal.Len(), p.Upper, "%s: %v and the upper bound", what, p.Transversal)
		for i := range f.Len() {
			assert.MustTrue(t, f.Set(i).Intersects(p.Transversal), "%s: %v does not meet quorum %d", what, p.Transversal, i)
		}
	} else if !p.Transversal.Empty() {
		t.Fatalf("%s: a transversal for a bound by %q", what, p.UpperBy)
	}
	if p.UpperBy == "intersection" {
		for i := range f.Len() {
			for j := range i {
				assert.MustTrue(t, f.Set(i).Intersects(f.Set(j)), "%s: quorums %d and %d do not meet", what, i, j)
			}
		}
	}
}

// TestDegreesOfCartels takes group quorum systems whose degrees are known: the number of parallel
// quorums, and ⌊n/r⌋ for r of n nodes.
func TestDegreesOfCartels(t *testing.T) {
	assert.Long(t, "it packs large cartels")
	for _, c := range []struct {
		spec string
		want []int
	}{
		{"surficial:n=24,m=4", []int{2, 2, 2, 2}},
		{"surficial:n=54,m=4", []int{3, 3, 3, 3}},
		{"affine:order=7,m=4", []int{7, 7, 7, 7}},
		{"affine:order=16,m=5", []int{16, 16, 16, 16, 16}},
		{"net:side=10,m=3", []int{10, 10, 10}},
		{"lift:m=3,of=(fpp:order=4)", []int{1, 1, 1}},
		{"lift:m=2,of=(majority:n=15)", []int{1, 1}},
		{"read-write-grid:rows=4,columns=3", []int{4, 1}},
		{"read-write-grid:rows=5,columns=5", []int{5, 1}},
		{"gifford:votes=1-1-1-1-1-1-1,read=2,write=6", []int{3, 1}},
		// Read quotas of 4: {3,1}, {2,2}, {1,1,1,...}: 3+3+2+2+2+1+1+1 = 15 votes are at most three
		// fours; the writes hold 12 of 15 votes.
		{"gifford:votes=3-3-2-2-2-1-1-1,read=4,write=12", []int{3, 1}},
	} {
		g := systems.Built(t, c.spec).(*quorum.GroupSystem)
		for i, want := range c.want {
			got, _ := MaxDisjoint(t.Context(), g.Cartel(i), PackingOptions{})
			checkPacking(t, c.spec, g.Cartel(i), got)
			if len(got.Quorums) != want || !got.Exact() {
				t.Errorf("%s: cartel %d: %+v, want %d", c.spec, i+1, got, want)
			}
			// Every cartel has a transversal of at least its degree, and the one does not depend
			// on quorums that meet.
			tr, _ := Smallest(t.Context(), g.Cartel(i), Options{})
			checkTransversal(t, c.spec, g.Cartel(i), tr)
			if tr.Size < want {
				t.Errorf("%s: cartel %d: transversal of %d, degree %d", c.spec, i+1, tr.Size, want)
			}
		}
	}
}

// TestDisjointStops: with little work or a context that has ended, an interval comes back.
func TestDisjointStops(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var quorums [][]int
	for range 300 {
		quorums = append(quorums, r.Perm(43)[:4])
	}
	f := assert.Got(quorum.NewFamily(43, quorums))(t)
	got, err := MaxDisjoint(t.Context(), f, PackingOptions{MaxNodes: 1})
	checkPacking(t, "limited", f, got)
	if got.Exact() || errors.Unwrap(err).Error() != "more than 1 nodes of the search tree" {
		t.Errorf("limited: %+v", got)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	got, err = MaxDisjoint(ctx, f, PackingOptions{})
	checkPacking(t, "cancelled", f, got)
	if got.Exact() || errors.Unwrap(err).Error() != "stopped: enough" {
		t.Errorf("cancelled: %+v", got)
	}
	empty := assert.Got(quorum.NewFamily(3, nil))(t)
	if got, _ := MaxDisjoint(t.Context(), empty, PackingOptions{}); !got.Exact() || len(got.Quorums) != 0 {
		t.Errorf("empty family: %+v", got)
	}
}
