package construct

import (
	"slices"
	"sync"

	"coterie/gf"
	"coterie/quorum"
)

// Paley returns the Paley design of the field GF(q): n = q nodes, its elements by their codes, and
// quorum i the sums of i and the squares but 0, shifted so that it has node i. So K = (q-1)/2, and
// any two quorums share λ = (q-3)/4 nodes. Sites are 1, ..., n.
//
// It exists for prime powers q = 3 modulo 4, 7 <= q <= 2^20 (else the error is a *ParamError).
// Every node is in K quorums, and the load is K/n. For q = 7 it is the Fano plane.
//
// R. E. A. C. Paley, On orthogonal matrices, J. Math. Phys. 12 (1933), pages 311-320.
//
// Proof: docs/theorems/byzantine-designs.md.
func Paley(q int) (quorum.Known, error) { return paleyFamily().built(paleyPlan(q)) }

func isPaley(q int) bool { return q >= 7 && q <= gf.MaxOrder && q%4 == 3 && gf.IsPrimePower(q) }

func paleyPlan(q int) (*plan, error) {
	if !isPaley(q) {
		return nil, outOfRange("paley", "q", q, "a prime power in 7..1048576 of remainder 3 modulo 4, as 7, 11, 19, 23, 27")
	}
	field := sync.OnceValues(func() (*gf.Field, error) { return gf.New(q) })
	squares := func() ([]int, error) {
		f, err := field()
		if err != nil {
			return nil, err
		}
		set := make([]int, (q-1)/2)
		for i := range set {
			set[i] = int(f.Exp(2 * i))
		}
		slices.Sort(set)
		return set, nil
	}
	return designPlan(translatesPlan(q, (q-1)/2, []setting{intSetting("q", q)}, squares, func(dst []int32, d []int, _, site int) []int32 {
		f, _ := field() // no error, as there was none before
		shift := f.Sub(uint32(site), uint32(d[0]))
		for _, x := range d {
			dst = append(dst, int32(f.Add(uint32(x), shift)))
		}
		return dst
	})), nil
}

// paleyForN looks as far as two such orders are apart, and further.
func paleyForN(n int) (*plan, error) {
	var list []int
	for q := min(n, gf.MaxOrder) - 1000; q < n+1000 && q <= gf.MaxOrder; q++ {
		if isPaley(q) {
			list = append(list, q)
		}
	}
	return ofList("paley", n, "n is no prime power of remainder 3 modulo 4 from 7 on", list, func(q int) int { return q }, paleyPlan)
}

func paleyFamily() Family {
	return Family{
		Name:    "paley",
		Kind:    quorum.KindSystem,
		Summary: "the squares of a field and their translates: half of the nodes, a quarter shared",
		Params:  []Param{{Name: "q", Doc: "number of nodes, a prime power of remainder 3 modulo 4, from 7 on"}},
		Exists:  "n a prime power of remainder 3 modulo 4, 7 <= n <= 1048576",
		Source:  "Paley 1933",
		resolve: func(a *args) (*plan, error) { return paleyPlan(a.int("q")) },
		forN:    ofNodes(paleyForN),
	}
}
