package construct

import (
	"strings"
	"sync"
	"testing"

	"coterie/quorum"
)

// TestInstancesAreSafeForConcurrentUse builds and measures one instance of each family from several
// goroutines, for the race detector to watch.
func TestInstancesAreSafeForConcurrentUse(t *testing.T) {
	specs := []string{
		"fpp:order=3", "degenerate-fpp:n=8", "cyclic:order=3", "grid:n=7", "billiard:q=5", "triangle:rows=4", "wall:rows=1-2-3", "wheel:n=5",
		"tree:height=2", "triangle-lattice:rows=4", "paths:d=2", "weighted:votes=2-1-1-1", "majority:n=7", "singleton:n=3",
		"surficial:n=12,m=3", "rectangular-surficial:sides=2-3-4,processes=13", "affine:order=3,m=3", "net:side=4,m=3",
		"design-surficial:design=projective,order=2,degree=2",
		"lift:m=2,of=(grid:n=4)", "gifford:votes=2-1-1-1,read=2,write=4", "read-write-grid:rows=3,columns=2",
		"composition:outer=(fpp:order=2),node=3,inner=(majority:n=3)", "hierarchical:outer=(majority:n=3),inner=(grid:n=4)",
		"truncated:n=9,of=(fpp:order=3),mode=merge", "sharing:alpha=1+2-2+3", "cover:group=Q8,cover=0-1-2-4",
	}
	for _, f := range Families() {
		found := false
		for _, spec := range specs {
			name, _, _ := strings.Cut(spec, ":")
			found = found || name == f.Name
		}
		if !found {
			t.Errorf("%s: not tried", f.Name)
		}
	}
	for _, spec := range specs {
		i := parsed(t, spec)
		var wg sync.WaitGroup
		var built [4]quorum.Structure
		for k := range built {
			wg.Go(func() {
				s, err := i.Build(t.Context(), 0)
				if err != nil {
					t.Errorf("%s: %v", spec, err)
				}
				if _, err := i.Shape(t.Context()); err != nil {
					t.Errorf("%s: %v", spec, err)
				}
				built[k] = s
			})
		}
		wg.Wait()
		for _, s := range built[1:] {
			if s == nil || s.Name() != built[0].Name() || s.N() != built[0].N() {
				t.Errorf("%s: two builds differ", spec)
			}
		}
	}
}
