package propose

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// Gate by gate the lightest set that may lose nodes is found, and how many it may lose.
func TestSpared(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for _, text := range []string{
		"a*b+c*d*e", "choose(3,a,b,c,d,e,f)", "choose(4,3:a,2:b,1:c,1:d,2:e)", "choose(2,a*b,c+d,e,f+g+h)",
		"(a+b+c)*(d+e+f)+g*h", "choose(2,choose(2,a,b,c),choose(2,d,e,f),choose(2,g,h,i))",
	} {
		f, _ := assert.Got2(quorum.ParseFormula(text))(t)
		n := f.N()
		holds := make([]int, 1<<n) // how many nodes have to fail
		for set := range holds {
			if set == 0 || !f.Eval(quorum.SetOfMask(uint64(set))) {
				continue
			}
			holds[set] = n
			for rest := set; rest != 0; rest &= rest - 1 {
				holds[set] = min(holds[set], holds[set&^(rest&-rest)]+1)
			}
			if got := kills(f, uint64(set)); got != holds[set] {
				t.Fatalf("%s: %b is said to end with %d nodes, it does with %d", text, set, got, holds[set])
			}
		}
		for range 10 {
			node := make([]float64, n)
			for i := range node {
				node[i] = rng.Float64()
			}
			among := rng.Uint64N(1<<n) | rng.Uint64N(1<<n)
			for kill, u := range lightestSpared(f, node, among, 3) {
				least := math.Inf(1)
				for set, k := range holds {
					if k < kill || uint64(set)&^among != 0 {
						continue
					}
					sum := 0.0
					for r := uint64(set); r != 0; r &= r - 1 {
						sum += node[bits.TrailingZeros64(r)]
					}
					least = math.Min(least, sum)
				}
				if math.IsInf(least, 1) != math.IsInf(u.weight, 1) || least < 1e9 && (math.Abs(u.weight-least) > 1e-9 || holds[u.set] < kill || u.set&^among != 0) {
					t.Fatalf("%s: %b weighs %v, the lightest that takes %d failures %v", text, u.set, u.weight, kill, least)
				}
			}
		}
	}
}
