package lightest

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// TestSet: of all sets that lose so many nodes and hold, and hold with their quick nodes, none is
// lighter than the one found.
func TestSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for _, text := range []string{
		"a*b+c*d*e", "choose(3,a,b,c,d,e,f)", "choose(4,3:a,2:b,1:c,1:d,2:e)", "choose(2,a*b,c+d,e,f+g+h)",
		"(a+b+c)*(d+e+f)+g*h", "choose(2,choose(2,a,b,c),choose(2,d,e,f),choose(2,g,h,i))", "choose(4,3:a,2:b,1:c,1:d+e)",
	} {
		f, _ := assert.Got2(quorum.ParseFormula(text))(t)
		n := f.N()
		loses := make([]int, 1<<n) // how many nodes have to fail
		for set := range loses {
			if set == 0 || !f.Eval(quorum.SetOfMask(set)) {
				continue
			}
			loses[set] = n
			for rest := set; rest != 0; rest &= rest - 1 {
				loses[set] = min(loses[set], loses[set&^(rest&-rest)]+1)
			}
		}
		for round := range 40 {
			d := Demand{round % 4, rng.IntN(2) == 0 || round%4 == 0}
			if !Fits(f, max(0, d.Kill-1), d.Quick) {
				continue
			}
			weight, quick, inTime := make([]Float, n), make([]bool, n), 0
			for i := range weight {
				weight[i], quick[i] = Float(rng.Float64()), rng.IntN(4) > 0
				if quick[i] {
					inTime |= 1 << i
				}
			}
			sum := func(set int) (total float64) {
				for rest := set; rest != 0; rest &= rest - 1 {
					total += float64(weight[bits.TrailingZeros(uint(rest))])
				}
				return total
			}
			least := math.Inf(1)
			for set := range loses {
				if set > 0 && loses[set] >= d.Kill && (!d.Quick || loses[set&inTime] > 0) {
					least = min(least, sum(set))
				}
			}
			nodes, value := assert.Got2(Set(t.Context(), f, d, weight, 0, quick))(t)
			set := int(sets.Mask(nodes))
			if math.IsInf(least, 1) {
				assert.Equal(t, set, 0, "%s, %+v: there is none", text, d)
			} else if math.Abs(float64(value)-least) > 1e-9 || math.Abs(sum(set)-least) > 1e-9 || loses[set] < d.Kill || d.Quick && loses[set&inTime] == 0 {
				t.Errorf("%s, %+v: %b weighs %v, the lightest %v", text, d, set, value, least)
			}
		}
	}
}
