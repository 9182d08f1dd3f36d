package construct

import (
	"coterie/gf"
	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// Twin returns the design of the twin prime powers q and q+2: n = q(q+2) nodes, (a,b) of GF(q) and
// GF(q+2) by the codes a + qb, and quorum i is D + i, where D has the (a,b) of which both or none
// is a square, and all (a,0). So K = (n-1)/2, and any two quorums share λ = (n-3)/4 nodes. Sites
// are 1, ..., n.
//
// It exists for odd prime powers q and q+2 up to 1024 (else the error is a *ParamError), with the
// load K/n.
//
// R. G. Stanton and D. A. Sprott, A family of difference sets, Canad. J. Math. 10 (1958).
//
// Proof: docs/theorems/byzantine-designs.md.
func Twin(q int) (quorum.Known, error) { return twinFamily().built(twinPlan(q)) }

// maxTwin bounds q, so that n has at most 2^20 nodes.
const maxTwin = 1022

func isTwin(q int) bool {
	return q%2 == 1 && q <= maxTwin && gf.IsPrimePower(q) && gf.IsPrimePower(q+2)
}

func twinPlan(q int) (*plan, error) {
	if !isTwin(q) {
		return nil, outOfRange("twin", "q", q, "an odd prime power up to 1022, with q+2 one too, as 3, 5, 7, 9, 11")
	}
	small, _ := gf.New(q) // no error: these are prime powers
	large, _ := gf.New(q + 2)
	return designPlan(translatesPlan(q*(q+2), (q*q-1)/2+q, []setting{intSetting("q", q)},
		func() ([]int, error) { return forms.TwinSet(small, large), nil },
		func(dst []int32, d []int, _, site int) []int32 {
			for _, x := range d {
				dst = append(dst, int32(small.Add(uint32(x%q), uint32(site%q)))+int32(q)*int32(large.Add(uint32(x/q), uint32(site/q))))
			}
			return dst
		})), nil
}

func twinFamily() Family {
	var list []int
	for q := range maxTwin {
		if isTwin(q) {
			list = append(list, q)
		}
	}
	return Family{
		Name:    "twin",
		Kind:    quorum.KindSystem,
		Summary: "the design of twin prime powers: half of the nodes, a quarter shared",
		Params:  []Param{{Name: "q", Doc: "the less of two odd prime powers q and q+2"}},
		Exists:  "n = q(q+2), q and q+2 odd prime powers up to 1024: 15, 35, 63, 99, 143, 323, ...",
		Source:  "Stanton and Sprott 1958",
		resolve: func(a *args) (*plan, error) { return twinPlan(a.int("q")) },
		forN: ofNodes(func(n int) (*plan, error) {
			return ofList("twin", n, "n is not q(q+2) for odd prime powers q and q+2", list, func(q int) int { return q * (q + 2) }, twinPlan)
		}),
	}
}
