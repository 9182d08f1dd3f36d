package construct

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// formulaSpecs have formulas; the formulas of the second list read no node twice.
var formulaSpecs = []string{
	"truncated:n=4,of=(wall:rows=1-2-3),mode=merge",
	"truncated:n=5,of=(majority:n=7),mode=merge,onto=2",
	"read-write-grid:rows=2,columns=2", "read-write-grid:rows=2,columns=3", "read-write-grid:rows=3,columns=2", "read-write-grid:rows=3,columns=3",
	"hierarchical:outer=(read-write-grid:rows=2,columns=2),inner=(majority:n=3)",
	"hierarchical:outer=(majority:n=3),inner=(expr:a*(b+c)+b*c*d+a*d)",
}

var readOnceSpecs = []string{
	"majority:n=1", "majority:n=2", "majority:n=3", "majority:n=4", "majority:n=9",
	"singleton:n=1", "singleton:n=5,centre=3",
	"wall:rows=1", "wall:rows=4", "wall:rows=1-2", "wall:rows=3-2", "wall:rows=1-2-3", "wall:rows=2-3-2-2", "wall:rows=1-5-3", "wall:rows=3-4-4",
	"wheel:n=3", "wheel:n=8", "triangle:rows=1", "triangle:rows=4",
	"tree:height=0", "tree:height=1", "tree:height=2", "tree:height=1,degree=4", "tree:height=2,degree=3",
	"weighted:votes=1-1-1", "weighted:votes=3-1-0-1-2", "weighted:votes=6-2-2-4-2", "weighted:votes=5-4-3-2-1-1,quota=11", "weighted:votes=9-1-1",
	"gifford:votes=2-1-0-1-1,read=2,write=4", "gifford:votes=1-1-1-1,read=1,write=4",
	"read-write-grid:rows=1,columns=3", "read-write-grid:rows=4,columns=1",
	"lift:m=3,of=(wheel:n=5)",
	"composition:outer=(wheel:n=4),node=2,inner=(majority:n=3)",
	"composition:outer=(gifford:votes=1-1-1,read=2,write=2),node=3,inner=(wall:rows=2-2)",
	"hierarchical:outer=(majority:n=3),inner=(wall:rows=1-2)",
	"hierarchical:outer=(majority:n=3),inner=(gifford:votes=1-1-1,read=1,write=3)",
	"hierarchical:outer=(expr:a*b+c),inner=(majority:n=3)",
}

// TestFormulasAgainstLists: the minimal sets of the formulas are the listed quorums; and for few
// nodes the formula holds exactly on the sets that contain one.
func TestFormulasAgainstLists(t *testing.T) {
	for k, spec := range append(formulaSpecs, readOnceSpecs...) {
		i := assert.Got(Parse(t.Context(), spec))(t)
		s := assert.Got(i.Build(t.Context(), 0))(t)
		formulas, cartels := i.Formulas(), cartelsOf(s)
		if len(formulas) != len(cartels) {
			t.Errorf("%s: %d formulas for %d cartels", spec, len(formulas), len(cartels))
			continue
		}
		for c, f := range formulas {
			listed := cartels[c].Minimized()
			assert.Equal(t, listed.Len(), cartels[c].Len(), "%s: the listed quorums of cartel %d are not minimal", spec, c)
			got, err := f.MinimalSets(t.Context(), quorum.DefaultMaxQuorums)
			if err != nil || !got.Equal(listed) {
				t.Errorf("%s: cartel %d: %v has other quorums, %v", spec, c, f, err)
			}
			assert.Equal(t, f.N(), s.N(), "%s: nodes", spec)
			if k >= len(formulaSpecs) && !f.ReadOnce() {
				t.Errorf("%s: cartel %d: %v reads a node twice", spec, c, f)
			}
			if f.N() > 12 {
				continue
			}
			for w := range 1 << f.N() {
				var nodes []int
				for v := range f.N() {
					if w>>v&1 == 1 {
						nodes = append(nodes, v)
					}
				}
				set, holds := quorum.SetOf(nodes...), false
				for q := range cartels[c].Len() {
					holds = holds || cartels[c].Set(q).SubsetOf(set)
				}
				assert.MustEqual(t, f.Eval(set), holds, "%s: cartel %d: %v at %v", spec, c, f, set)
			}
		}
	}
}

// TestFormulasAgainstShapes: where no list can be made the figures of formulas agree with the
// figures of the families.
func TestFormulasAgainstShapes(t *testing.T) {
	for _, spec := range []string{
		"majority:n=60", "majority:n=1001", "triangle:rows=40", "wall:rows=1-9-9-12-30", "wheel:n=5000", "tree:height=7", "tree:height=4,degree=3",
		"weighted:votes=1-1-1-2-2-2-3-3-3-4-4-4-5-5-5-6-6-6-7-7-7-8-8-8-9-9-9", "hierarchical:outer=(majority:n=31),inner=(triangle:rows=9)",
	} {
		i := assert.Got(Parse(t.Context(), spec))(t)
		want := assert.Got(i.Shape(t.Context()))(t)
		got, err := i.Formulas()[0].Shape(t.Context())
		if err != nil || got.Quorums.Cmp(want.Quorums) != 0 || got.MinQuorum != want.MinQuorum || got.MaxQuorum != want.MaxQuorum {
			t.Errorf("%s: %v quorums of %d to %d, want %v of %d to %d", spec, got.Quorums, got.MinQuorum, got.MaxQuorum, want.Quorums, want.MinQuorum, want.MaxQuorum)
			continue
		}
		least, greatest := got.Responsibilities[0], got.Responsibilities[0]
		for _, r := range got.Responsibilities {
			if r.Cmp(least) < 0 {
				least = r
			}
			if r.Cmp(greatest) > 0 {
				greatest = r
			}
		}
		if least.Cmp(want.MinResponsibility) != 0 || greatest.Cmp(want.MaxResponsibility) != 0 {
			t.Errorf("%s: responsibilities %v to %v, want %v to %v", spec, least, greatest, want.MinResponsibility, want.MaxResponsibility)
		}
	}
}

func TestNoFormulas(t *testing.T) {
	for _, spec := range []string{"fpp:order=2", "grid:n=9", "truncated:n=4,of=(majority:n=5)", "lift:m=2,of=(fpp:order=2)",
		"hierarchical:outer=(majority:n=3),inner=(fpp:order=2)", "wheel:n=2000000", "sharing:alpha=1-1"} {
		i := assert.Got(Parse(t.Context(), spec))(t)
		if f := i.Formulas(); f != nil {
			t.Errorf("%s: %d formulas", spec, len(f))
		}
	}
}
