package construct

import (
	"sync"
	"testing"

	"coterie/internal/check/samples"
	"coterie/quorum"
)

// TestInstancesAreSafeForConcurrentUse builds and measures one instance of each form of samples
// from several goroutines, for the race detector to watch.
func TestInstancesAreSafeForConcurrentUse(t *testing.T) {
	for _, spec := range samples.Forms() {
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
