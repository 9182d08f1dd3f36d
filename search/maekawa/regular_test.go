package maekawa

import (
	"testing"

	"coterie/internal/check/assert"
)

// TestRegular: constructions are filled up to more nodes in each set, also where the first try
// leaves a set short, and keep their nodes.
func TestRegular(t *testing.T) {
	for n := 4; n <= 140; n++ {
		c := assert.Got(constructed(t.Context(), n, true, false))(t)
		for k := c.k; k <= min(c.k+2, n); k++ {
			sets := setsOf(c.system)
			filled, ok := regular(t.Context(), k, sets)
			assert.MustTrue(t, ok, "n=%d k=%d: %s", n, k, c.by)
			sizes, responsibilities := degrees(n, filled)
			for i, set := range sets {
				assert.MustTrue(t, sizes[i] == k && responsibilities[i] == k, "n=%d k=%d: %v", n, k, filled)
				have := map[int]bool{}
				for _, x := range filled[i] {
					have[x] = true
				}
				assert.MustTrue(t, len(have) == k, "n=%d k=%d: a node twice in %v", n, k, filled[i])
				for _, x := range set {
					assert.MustTrue(t, have[x], "n=%d k=%d: %d is no longer in %v", n, k, x, filled[i])
				}
			}
		}
	}
}
