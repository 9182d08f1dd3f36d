package construct

import (
	"math/bits"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestFlexible judges all systems of up to 6 nodes by the definition; those that commit by more
// than half of the nodes are Gifford's with a vote each.
func TestFlexible(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for commit := 1; commit <= n; commit++ {
			for elect := n - commit + 1; elect <= n; elect++ {
				s := assert.Got(quorum.As[*quorum.GroupSystem](Flexible(n, elect, commit)))(t)
				compareShape(t, parsed(t, s.Name()))
				compareDegree(t, s.Name())
				for c, size := range []int{elect, commit} {
					compareFamily(t, s.Name(), s.Cartel(c), minimalWhere(t, n, func(set uint32) bool { return bits.OnesCount32(set) >= size }))
				}
				report := quorum.Check(t.Context(), s, quorum.Options{Jobs: 1})
				for _, p := range quorum.KindGroupSystem.Defining() {
					v, _ := report.Judged(p)
					assert.Equal(t, v.Holds, quorum.Holds, "%s: %s", s.Name(), p)
				}
				assert.Equal(t, isGroupNondominated(t, s), elect+commit == n+1, "%s: nondominated", s.Name())
				meet := quorum.JudgeIntersection(t.Context(), s.Cartel(1), quorum.Options{}).Holds == quorum.Holds
				assert.Equal(t, meet, 2*commit > n, "%s: commits meet", s.Name())
				if meet {
					g := assert.Got(quorum.As[*quorum.GroupSystem](Gifford(slices.Repeat([]int{1}, n), elect, commit)))(t)
					assert.Equal(t, g.Cartel(0).Equal(s.Cartel(0)) && g.Cartel(1).Equal(s.Cartel(1)), true, "%s: Gifford's", s.Name())
				}
			}
		}
	}
}
