package construct

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// TestSharingListsAllQuorums compares the families with their definition, tried on all sets of
// arbiters: with size arbiters in the part of each set of groups that holds the group, and none
// elsewhere.
func TestSharingListsAllQuorums(t *testing.T) {
	for _, c := range []struct {
		spec  string
		parts []int // arbiters of the sets {1}, {2}, {1,2}, {3}, {1,3}, ... of groups
		size  int
	}{
		{"sharing:alpha=1", []int{1}, 1},
		{"sharing:alpha=1+2+3-1+2+3", []int{3}, 1},
		{"sharing:alpha=1,size=3", []int{5}, 3},
		{"sharing:alpha=1+2-2+3", []int{2, 2, 3}, 1},
		{"sharing:alpha=2-1+2-2-1+2", []int{1, 2, 2}, 1},
		{"sharing:alpha=1-2,size=2", []int{3, 3, 5}, 2},
		{"sharing:alpha=1-2-1+2", []int{1, 1, 2, 2, 2, 2, 2}, 1},
	} {
		s := built(t, c.spec).(*quorum.SharingStructure)
		n := 0
		for _, part := range c.parts {
			n += part
		}
		if s.N() != n || len(s.Families()) != bits.Len(uint(len(c.parts))) {
			t.Errorf("%s: %d arbiters and %d families", c.spec, s.N(), len(s.Families()))
			continue
		}
		for g, gf := range s.Families() {
			want := naiveFamily(t, n, func(set uint32) bool {
				for i, part := range c.parts {
					inPart := bits.OnesCount32(set & (1<<part - 1))
					if holds := (i+1)>>g&1 == 1; holds && inPart != c.size || !holds && inPart != 0 {
						return false
					}
					set >>= part
				}
				return true
			})
			if !gf.Family.Equal(gf.Family.Minimized()) {
				t.Errorf("%s, group %d: not in lexicographic order", c.spec, g+1)
			}
			if !gf.Family.Minimized().Equal(want.Minimized()) {
				t.Errorf("%s, group %d: %d quorums, want %d", c.spec, g+1, gf.Family.Len(), want.Len())
			}
		}
	}
}

// TestSharingShapeAndConditionC judges sharing structures of one to four groups.
func TestSharingShapeAndConditionC(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, spec := range []string{
		"sharing:alpha=1", "sharing:alpha=1+2+3-1+2+3,size=2", "sharing:alpha=1+2-2+3", "sharing:alpha=1-2+3,size=2",
		"sharing:alpha=1-2-3", "sharing:alpha=1+2-2+3-1+3", "sharing:alpha=3-3-1+2", "sharing:alpha=1-2-1+2-3",
	} {
		s := compareShape(t, parsed(t, spec))
		if s == nil {
			t.Fatalf("%s: not compared", spec)
		}
		report := quorum.Check(t.Context(), s, quorum.Options{})
		if v, _ := report.Judged(quorum.ConditionC); v.Holds != quorum.Holds {
			t.Errorf("%s: %v: %s", spec, v.Holds, v.Reason)
		}
	}
}

// TestSharingOfIsProduct compares SharingOf with quorum.Product, relabelled, for components of
// several kinds.
func TestSharingOfIsProduct(t *testing.T) {
	components := map[int][][]int{
		1: {{0, 1}, {1, 2}, {0, 2}},
		2: {{0, 1}, {2}},
		3: {{2}, {0}, {1}},
	}
	component := func(_ []int, k int) (quorum.Family, error) { return quorum.NewFamily(3, components[k]) }
	s := assert.Got(SharingOf(t.Context(), "mine", 4, [][]int{{2, 1}, {2, 3}, {1, 2}, {3}}, component))(t)
	if s.Name() != "mine" || s.N() != 21 || s.Resources() != 4 || s.Processes() != 4 {
		t.Errorf("%s: %d arbiters, %d resources, %d processes", s.Name(), s.N(), s.Resources(), s.Processes())
	}
	assert.Equal(t, quorum.JudgeConditionC(t.Context(), s, quorum.Options{}).Holds, quorum.Holds)
	k := []int{2, 2, 3, 1, 3, 2, 3} // of {1}, {2}, {1,2}, {3}, {1,3}, {2,3}, {1,2,3}
	for g, gf := range s.Families() {
		var product quorum.Family
		var arbiters []int
		for i := range k {
			if (i+1)>>g&1 == 0 {
				continue
			}
			part, err := component(nil, k[i])
			if err != nil {
				t.Fatal(err)
			}
			product = assert.Got(quorum.Product(product, part))(t)
			if len(arbiters) == 0 {
				product = part
			}
			for v := range 3 {
				arbiters = append(arbiters, 3*i+v)
			}
		}
		var want [][]int
		for i := range product.Len() {
			var q []int
			for v := range product.Set(i).All() {
				q = append(q, arbiters[v])
			}
			want = append(want, q)
		}
		f := assert.Got(quorum.NewFamily(21, want))(t)
		if !gf.Family.Equal(f) {
			t.Errorf("group %d: %d quorums, want %d", g+1, gf.Family.Len(), f.Len())
		}
	}
}

func TestSharingOfRefuses(t *testing.T) {
	singletons := func(_ []int, k int) (quorum.Family, error) { return forms.OfSize(t.Context(), k, 1) }
	refusal := errors.New("no")
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(refusal)
	var many *quorum.TooManyError
	var param *ParamError
	for what, c := range map[string]struct {
		ctx       context.Context
		resources int
		alpha     [][]int
		component func([]int, int) (quorum.Family, error)
		want      any
	}{
		"five groups":   {t.Context(), 5, [][]int{{0}, {1}, {2}, {3}, {4}}, singletons, &many},
		"eleven groups": {t.Context(), 11, [][]int{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}, {10}}, singletons, &param},
		"no process":    {t.Context(), 1, nil, singletons, &param},
		"no resource":   {t.Context(), 1, [][]int{{}}, singletons, nil},
		"resource 2":    {t.Context(), 1, [][]int{{1}}, singletons, nil},
		"component":     {t.Context(), 1, [][]int{{0}}, func([]int, int) (quorum.Family, error) { return quorum.Family{}, refusal }, refusal},
		"context":       {ended, 1, [][]int{{0}}, singletons, refusal},
		"arbiters": {t.Context(), 2, [][]int{{0}, {1}}, func([]int, int) (quorum.Family, error) {
			return quorum.NewFamily(quorum.MaxNodes, [][]int{{0}})
		}, fmt.Sprintf("n = %d is out of range 1..%d", 2*quorum.MaxNodes, quorum.MaxNodes)},
	} {
		s, err := SharingOf(c.ctx, "", c.resources, c.alpha, c.component)
		ok := err != nil && s == nil
		switch want := c.want.(type) {
		case nil:
		case string:
			ok = ok && err.Error() == want
		case error:
			ok = ok && errors.Is(err, want)
		default:
			ok = ok && errors.As(err, want)
		}
		assert.True(t, ok, "%s: %v, %T %v", what, s, err, err)
	}
}

// TestFiveGroupsAreTooMany tries the bound that SharingOf states on every α of five groups and
// three resources.
func TestFiveGroupsAreTooMany(t *testing.T) {
	subsets := [][]int{{0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2}, {0, 1, 2}}
	tried := 0
	for chosen := range 1 << len(subsets) {
		if bits.OnesCount(uint(chosen)) != 5 {
			continue
		}
		var alpha [][]int
		for i, own := range subsets {
			if chosen>>i&1 == 1 {
				alpha = append(alpha, own)
			}
		}
		p := assert.Got(sharingPlan(alpha, 1, false))(t)
		tried++
		if count, _ := p.quorums(t.Context()); count.Cmp(bigOf(1_244_160)) < 0 {
			t.Errorf("%v: %v quorums", alpha, count)
		}
	}
	assert.Equal(t, tried, 21, "structures tried")
}

func TestSharingSpecs(t *testing.T) {
	for spec, want := range map[string]string{
		"sharing:alpha=1+2-2+3":                 "sharing:alpha=1+2-2+3",
		"sharing:size=1,alpha=2+01-3+2":         "sharing:alpha=1+2-2+3",
		"sharing:size=02,alpha=1":               "sharing:alpha=1,size=2",
		"sharing:alpha=1-2-3-4-5-6-7-8-9":       "sharing:alpha=1-2-3-4-5-6-7-8-9",
		"sharing:alpha=1-1-1-1-1-1-1-1-1-1-1-1": "sharing:alpha=1-1-1-1-1-1-1-1-1-1-1-1",
	} {
		if i := parsed(t, spec); i.Spec() != want || i.Kind() != quorum.KindSharing {
			t.Errorf("%s: %s, a %s", spec, i, i.Kind())
		}
	}
	for spec, legal := range map[string]string{
		"sharing:alpha=0":                       "1..64",
		"sharing:alpha=65":                      "1..64",
		"sharing:alpha=99999999999999999999":    "such as 1+2-2+3",
		"sharing:alpha=1+1":                     "once",
		"sharing:alpha=1-1+4-3":                 "1..4 each of some process, and none may use {2}",
		"sharing:alpha=1+":                      "such as 1+2-2+3",
		"sharing:alpha=-1":                      "such as 1+2-2+3",
		"sharing:alpha=(1)":                     "such as 1+2-2+3",
		"sharing:alpha=1,size=0":                "1..16",
		"sharing:alpha=1,size=17":               "1..16",
		"sharing:alpha=1-2-3-4-5-6-7-8-9-10-11": "at most 10 groups",
		"lift:m=2,of=(sharing:alpha=1)":         "an ordinary quorum system",
	} {
		i, err := Parse(t.Context(), spec)
		var e *ParamError
		if i != nil || !errors.As(err, &e) || !strings.Contains(e.Legal, legal) || e.Value == "" {
			t.Errorf("%s: %v, %v", spec, i, err)
		}
	}
	for _, alpha := range [][][]int{nil, {{}}, {{-1}}, {{64}}, {{0, 0}}} {
		var e *ParamError
		if s, err := quorum.As[*quorum.SharingStructure](Sharing(alpha, 1)); s != nil || !errors.As(err, &e) || e.Value == "" {
			t.Errorf("%v: %v, %v", alpha, s, err)
		}
	}
	s := assert.Got(quorum.As[*quorum.SharingStructure](Sharing([][]int{{1, 0}, {2, 1}}, 2)))(t)
	assert.Equal(t, s.Name(), "sharing:alpha=1+2-2+3,size=2")
	if _, err := parsed(t, "sharing:alpha=1-2-3-4-5-6-7-8-9-10,size=16").Shape(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestKMajorityExists judges all n <= 9 and all k by the definition of a k-coterie, whether
// KMajority makes one or refuses.
func TestKMajorityExists(t *testing.T) {
	for n := 1; n <= 9; n++ {
		for k := 1; k <= n; k++ {
			size := (n + 1 + k) / (k + 1)
			f := assert.Got(forms.OfSize(t.Context(), n, size))(t)
			plain := assert.Got(quorum.NewKCoterie("", k, f, nil))(t)
			is := true
			report := quorum.Check(t.Context(), plain, quorum.Options{})
			for _, p := range quorum.KindKCoterie.Defining() {
				v, _ := report.Judged(p)
				is = is && v.Holds == quorum.Holds
			}
			assert.Equal(t, is, (n%k < n/k), "n = %d, k = %d: a k-coterie", n, k)
			c, err := quorum.As[*quorum.KCoterie](KMajority(n, k))
			var none *NoSystemError
			switch {
			case !is && (c != nil || !errors.As(err, &none)):
				t.Errorf("n = %d, k = %d: %v, %v", n, k, c, err)
			case is && (err != nil || c.K() != k || !c.Family().Equal(f)):
				t.Errorf("n = %d, k = %d: %v, %v", n, k, c, err)
			}
		}
	}
	for n := 1; n <= 9; n++ {
		majority := assert.Got(quorum.As[*quorum.System](Majority(n)))(t)
		if c, err := quorum.As[*quorum.KCoterie](KMajority(n, 1)); err != nil || !c.Family().Equal(majority.Family()) {
			t.Errorf("n = %d, k = 1: not the majorities", n)
		}
	}
	for _, c := range [][2]int{{0, 1}, {3, 0}, {MaxMajority + 1, 1}} {
		assert.Refusal[*ParamError](quorum.As[*quorum.KCoterie](KMajority(c[0], c[1])))(t, "n = %d, k = %d", c[0], c[1])
	}
	assert.Refusal[*NoSystemError](quorum.As[*quorum.KCoterie](KMajority(3, 4)))(t, "n = 3, k = 4")
	assert.Refusal[*quorum.TooManyError](quorum.As[*quorum.KCoterie](KMajority(100, 1)))(t, "n = 100")
}

// Process 1 may use resources 1 and 2, process 2 resources 2 and 3.
func ExampleSharing() {
	s, err := quorum.As[*quorum.SharingStructure](Sharing([][]int{{0, 1}, {1, 2}}, 1))
	if err != nil {
		panic(err)
	}
	for _, gf := range s.Families() {
		for _, u := range gf.Group {
			fmt.Printf("process %v:", quorum.Index(u))
		}
		for i := range gf.Family.Len() {
			fmt.Print(" ", gf.Family.Set(i))
		}
		fmt.Println()
	}
	fmt.Println(quorum.JudgeConditionC(context.Background(), s, quorum.Options{}).Holds)
	// Output:
	// process 1: {1,5} {1,6} {1,7} {2,5} {2,6} {2,7}
	// process 2: {3,5} {3,6} {3,7} {4,5} {4,6} {4,7}
	// holds
}

// TestSharingByResource: the quorums of a group are those of its resources, and condition C holds.
func TestSharingByResource(t *testing.T) {
	for size := 1; size <= 3; size++ {
		s := assert.Got(quorum.As[*quorum.SharingStructure](SharingByResource([][]int{{0, 1}, {1, 2}, {0, 1}, {2}}, size)))(t)
		assert.Equal(t, s.N(), 3*(2*size-1), "arbiters")
		for _, f := range s.Families() {
			alpha := s.Alpha(f.Group[0])
			for _, q := range f.Family.Sets() {
				first := q.Nodes()[0] / (2*size - 1)
				assert.True(t, q.Len() == size && slices.Contains(alpha, first) && q.Nodes()[size-1]/(2*size-1) == first, "%v of %v", q, alpha)
			}
		}
		assert.Equal(t, quorum.JudgeConditionC(t.Context(), s, quorum.Options{}).Holds, quorum.Holds, "size %d", size)
	}
}
