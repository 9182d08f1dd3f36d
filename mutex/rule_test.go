package mutex

import (
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// TestRules compares the processes that may be inside together with the definitions.
func TestRules(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 7))
	for range 2000 {
		alpha := make([][]int, 5)
		for p := range alpha {
			for resource := range 4 {
				if random.IntN(3) == 0 {
					alpha[p] = append(alpha[p], resource)
				}
			}
		}
		var inside []Inside
		for _, p := range random.Perm(len(alpha))[:random.IntN(len(alpha)+1)] {
			inside = append(inside, Inside{int32(p), random.Int32N(2)})
		}
		oneGroup, k := true, 1+random.IntN(4)
		for _, x := range inside {
			oneGroup = oneGroup && x.Group == inside[0].Group
		}
		// Condition 1 of Definition 2: every set V of those inside uses at most |α(V)| resources.
		hall := true
		for v := range 1 << len(inside) {
			size, used := 0, map[int]bool{}
			for i, x := range inside {
				if v>>i&1 == 1 {
					size++
					for _, resource := range alpha[x.Process] {
						used[resource] = true
					}
				}
			}
			hall = hall && size <= len(used)
		}
		for _, tt := range []struct {
			rule Rule
			want bool
		}{
			{Rule{Name: OneProcess}, len(inside) <= 1}, {Rule{Name: AtMost, K: k}, len(inside) <= k}, {Rule{Name: Anyone}, true}, {Rule{Name: OneGroup}, oneGroup},
			{Rule{Name: Resources, Alpha: alpha}, hall},
		} {
			assert.MustEqual(t, tt.rule.Allows(inside), tt.want, "%v: inside %v, α %v", tt.rule, inside, alpha)
		}
	}
}
