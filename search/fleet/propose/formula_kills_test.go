package propose

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// Gate by gate it is found how many nodes a set may lose.
func TestKills(t *testing.T) {
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
	}
}
