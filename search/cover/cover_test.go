package cover

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"coterie/groups"
	"coterie/internal/check/assert"
	"coterie/internal/solve/covers"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/cyclic"
)

// isCover tries all pairs.
func isCover(g *groups.Group, d []int) bool {
	have := map[int]bool{}
	for _, x := range d {
		for _, y := range d {
			have[g.Mul(x, g.Inv(y))] = true
		}
	}
	return len(have) == g.Order()
}

// naiveLeast tries all sets that contain 0, for a translate Dg of a cover does; no symmetry, no
// bound.
func naiveLeast(g *groups.Group) int {
	var from func(d []int, k int) bool
	from = func(d []int, k int) bool {
		if len(d) == k {
			return isCover(g, d)
		}
		for x := d[len(d)-1] + 1; x < g.Order(); x++ {
			if from(append(d, x), k) {
				return true
			}
		}
		return false
	}
	for k := 1; ; k++ {
		if from([]int{0}, k) {
			return k
		}
	}
}

func parse(t testing.TB, name string) *groups.Group {
	t.Helper()
	return assert.Got(groups.Parse(name))(t)
}

func checked(t testing.TB, g *groups.Group, r *search.Result) int {
	t.Helper()
	k := len(r.Cover)
	if r.Verdict != search.Found || !r.Optimal || r.StoppedBy != "" || r.Value.String() != fmt.Sprint(k) || r.Lower.Cmp(*r.Upper) != 0 || r.LowerBy == "" || r.UpperBy == "" {
		t.Errorf("%s: %+v", g.Name(), r)
	}
	if !isCover(g, r.Cover) || r.Cover[0] != 0 || !slices.IsSorted(r.Cover) || r.Group != g.Name() {
		t.Errorf("%s: %v is no cover", g.Name(), r.Cover)
	}
	s := r.System.Structure.(*quorum.System)
	low, high := s.Family().Sizes()
	if s.N() != g.Order() || low != k || high != k {
		t.Errorf("%s: sizes %d to %d of %d nodes", g.Name(), low, high, s.N())
	}
	return k
}

func TestAgainstAllSets(t *testing.T) {
	most := assert.Sized(12, 20)
	for n := 1; n <= most; n++ {
		all := assert.Got(groups.All(n))(t)
		least := n
		for _, g := range all {
			r := assert.Got(Find(t.Context(), g, search.Options{}))(t)
			k := checked(t, g, r)
			assert.Equal(t, k, naiveLeast(g), "%s: K", g.Name())
			least = min(least, k)
		}
		r, err := All(t.Context(), n, search.Options{})
		if err != nil || len(r.Groups) != len(all) || !r.Optimal || len(r.Cover) != least {
			t.Errorf("order %d: %v, %v", n, r, err)
		}
	}
}

// TestCyclicGroups: for Z_n both searches find the same size.
func TestCyclicGroups(t *testing.T) {
	assert.Long(t, "it searches in many groups")
	for n := 1; n <= 60; n++ {
		g := parse(t, fmt.Sprintf("Z%d", n))
		r := assert.Got(Find(t.Context(), g, search.Options{}))(t)
		other := assert.Got(cyclic.Find(t.Context(), n, cyclic.Options{}))(t)
		assert.Equal(t, checked(t, g, r), len(other.Cover), "Z%d", n)
	}
}

// TestJobsAgree: the same cover, whatever the jobs.
func TestJobsAgree(t *testing.T) {
	for _, name := range []string{"Z5:Z8", "Z5xQ8", "D13", "SL2-3", "G32.18", "Z3xZ15"} {
		var first []int
		for _, jobs := range []int{1, 2, 5} {
			r := assert.Got(Find(t.Context(), parse(t, name), search.Options{Jobs: jobs}))(t)
			if first == nil {
				first = r.Cover
			}
			assert.Slice(t, first, r.Cover, "%s: %v with %d jobs: with one", name, r.Cover, jobs)
		}
	}
}

// TestBelowCyclic: groups of order 40 that have smaller covers than Z40.
func TestBelowCyclic(t *testing.T) {
	for name, want := range map[string]int{"Z40": 8, "Z5:Z8": 7, "Z5xQ8": 7} {
		g := parse(t, name)
		r := assert.Got(Find(t.Context(), g, search.Options{}))(t)
		assert.Equal(t, checked(t, g, r), want, "%s", name)
	}
}

// TestHalves: the bound by subgroups of index 2 against the listed subgroups, and the covers found.
func TestHalves(t *testing.T) {
	for n := 2; n <= 24; n++ {
		all := assert.Got(groups.All(n))(t)
		for _, g := range all {
			want := map[[2]int]int{} // by the classes within and across
			for _, sub := range g.Subgroups() {
				if 2*len(sub) != n {
					continue
				}
				var sides [2]int
				for x := 1; x < n; x++ {
					if g.Inv(x) >= x && slices.Contains(sub, x) {
						sides[0]++
					} else if g.Inv(x) >= x {
						sides[1]++
					}
				}
				want[sides]++
			}
			got := map[[2]int]int{}
			for within, across := range halves(g) {
				got[[2]int{within, across}]++
				if k := leastOf(g); !fitsHalves(k, within, across) {
					t.Errorf("%s has a cover of %d, which the bound excludes", g.Name(), k)
				}
			}
			assert.Map(t, got, want, "%s: classes within and across the subgroups of index 2", g.Name())
		}
	}
	if fitsHalves(13, 22, 46) || !fitsHalves(14, 22, 46) { // D46: a(14-a) is 49 at most, a(13-a) 42
		t.Error("14 elements are needed for 46 reflections")
	}
}

// leastOf is the size of the least cover, by the search alone.
func leastOf(g *groups.Group) int {
	space, _ := covers.Of(g)
	for k := 1; ; k++ {
		if cover, _ := (covers.Search{Space: space, K: k, Jobs: 1}).Run(context.Background()); cover != nil {
			return len(cover)
		}
	}
}

// TestRenumbered: the least size does not depend on how the elements are numbered.
func TestRenumbered(t *testing.T) {
	for _, names := range [][2]string{{"D3", "S3"}, {"Z6", "Z2xZ3"}, {"Z7:Z3", "Z7:Z3@4"}, {"Q16", "Dic4"}, {"A4", "GF4:Z3"}, {"D9", "G18.3"}} {
		a, _ := Find(t.Context(), parse(t, names[0]), search.Options{})
		b, _ := Find(t.Context(), parse(t, names[1]), search.Options{})
		assert.Equal(t, len(a.Cover), len(b.Cover), "%v", names)
	}
}

func TestRefusals(t *testing.T) {
	assert.Long(t, "it searches in many groups")
	for _, n := range []int{0, -1, 101} {
		assert.As[*quorum.InputError](All(t.Context(), n, search.Options{}))(t, "n = %d", n)
	}
	for _, name := range []string{"S6", "Z258", "D100"} {
		assert.As[*quorum.InputError](Find(t.Context(), parse(t, name), search.Options{}))(t, "%s", name)
	}
}

// TestInterrupted: when the context has ended there are the bounds, and a system.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := All(ctx, 40, search.Options{})
	if err != nil || r.Optimal || r.StoppedBy != "interrupt" || r.System.Structure == nil || len(r.Groups) != 14 || r.Lower == nil {
		t.Errorf("%+v: %v", r, err)
	}
}

func TestJSON(t *testing.T) {
	r := assert.Got(All(t.Context(), 8, search.Options{}))(t)
	text := assert.Got(json.Marshal(r))(t)
	for _, want := range []string{`"search":"cover"`, `"group":"Z8"`, `"groups":[{"group":"Z8","verdict":"found","value":4,"lower":4,`, `"name":"cover:group=Z8,cover=0-`} {
		assert.Contains(t, string(text), want, "no %s in %s", want, text)
	}
}
