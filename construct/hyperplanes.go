package construct

import (
	"fmt"
	"slices"

	"coterie/gf"
	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// maxHyperplaneField bounds q^(d+1): the field of that order has a table.
const maxHyperplaneField = gf.MaxOrder

// Hyperplanes returns the hyperplanes of the projective space PG(d,q): n = (q^(d+1)-1)/(q-1)
// points, as many hyperplanes of K = (q^d-1)/(q-1) points, any two of which share λ =
// (q^(d-1)-1)/(q-1). They are the translates of Singer's difference set modulo n: quorum i has
// point i, and sites are 1, ..., n. For d = 2 they are isomorphic to the lines of FPP.
//
// It exists for prime powers q and d >= 2 with q^(d+1) <= 2^20 (else the error is a *ParamError).
// Every node is in K quorums, and the load is K/n. The smallest sets that meet all hyperplanes are
// the lines, q+1 points, so that q nodes may crash, and the system masks the lesser of q and
// (λ-1)/2 liars.
//
// J. Singer, Trans. Amer. Math. Soc. 43 (1938), pages 377-385, for the difference sets. R. C. Bose
// and R. C. Burton, J. Combin. Theory 1 (1966), pages 96-104, for the lines.
//
// Proof: docs/theorems/byzantine-designs.md.
func Hyperplanes(d, q int) (quorum.Known, error) {
	return hyperplanesFamily().built(hyperplanesPlan(d, q))
}

func hyperplanesPlan(d, q int) (*plan, error) {
	if !gf.IsPrimePower(q) || q*q*q > maxHyperplaneField {
		return nil, outOfRange("hyperplanes", "q", q, "a prime power up to 101")
	}
	most := 2
	for order := q * q * q * q; order <= maxHyperplaneField; order *= q {
		most++
	}
	if err := checkRange("hyperplanes", "d", d, 2, most); err != nil {
		return nil, err
	}
	order := q * powerOf(q, d)
	n, k := (order-1)/(q-1), (order/q-1)/(q-1)
	return designPlan(translatesPlan(n, k, []setting{intSetting("d", d), intSetting("q", q)},
		func() ([]int, error) { return forms.HyperplaneSet(q, order) }, shifted)), nil
}

// powerOf returns q^e, which fits an int.
func powerOf(q, e int) int {
	p := 1
	for range e {
		p *= q
	}
	return p
}

// designPlan adds to the plan of a symmetric design what is known of all of them.
func designPlan(p *plan) *plan {
	p.proved = forms.Alike(p.n, p.largest, quorum.Set{})
	return p
}

// ofList is the forN of a family that has one default system for each entry of a list.
func ofList[T any](family string, n int, why string, list []T, nodes func(T) int, of func(T) (*plan, error)) (*plan, error) {
	list = slices.SortedFunc(slices.Values(list), func(a, b T) int { return nodes(a) - nodes(b) })
	return onlySizes(family, n, why, len(list), func(i int) int { return nodes(list[i-1]) }, func(i int) (*plan, error) { return of(list[i-1]) })
}

func hyperplanesForN(n int) (*plan, error) {
	var spaces [][2]int
	for q := 2; q*q*q*q <= maxHyperplaneField; q = gf.NextPrimePower(q + 1) {
		for d, order := 3, q*q*q*q; order <= maxHyperplaneField; d, order = d+1, order*q {
			spaces = append(spaces, [2]int{d, q})
		}
	}
	return ofList("hyperplanes", n, "n is not (q^(d+1)-1)/(q-1) for a prime power q and d >= 3 (planes are of fpp and cyclic)", spaces,
		func(s [2]int) int { return (powerOf(s[1], s[0]+1) - 1) / (s[1] - 1) },
		func(s [2]int) (*plan, error) { return hyperplanesPlan(s[0], s[1]) })
}

func hyperplanesFamily() Family {
	return Family{
		Name:    "hyperplanes",
		Kind:    quorum.KindSystem,
		Summary: "hyperplanes of a projective space: intersections of λ nodes",
		Params: []Param{
			{Name: "d", Doc: "dimension of the space, at least 2"},
			{Name: "q", Doc: "order of the field, a prime power; q^(d+1) <= 1048576"},
		},
		Exists:  fmt.Sprintf("n = (q^(d+1)-1)/(q-1), q a prime power, q^(d+1) <= %d; by default d >= 3", maxHyperplaneField),
		Source:  "Singer 1938; Bose and Burton 1966",
		resolve: func(a *args) (*plan, error) { return hyperplanesPlan(a.int("d"), a.int("q")) },
		forN:    ofNodes(hyperplanesForN),
	}
}
