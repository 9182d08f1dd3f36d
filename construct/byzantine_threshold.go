package construct

import (
	"cmp"

	"coterie/quorum"
)

// ByzantineThreshold returns the coterie of all sets of K of n nodes, K the least for which it
// tolerates b liars of a kind (the properties of package liars):
//
//	dissemination   K = ⌈(n+b+1)/2⌉    n >= 3b+1
//	masking         K = ⌈(n+2b+1)/2⌉   n >= 4b+1
//	opaque          K = ⌈2(n+b)/3⌉     n >= 5b
//
// It exists for 1 <= n <= MaxMajority and these b >= 0 (else the error is a *ParamError). There are
// C(n,K) quorums, in lexicographic order, and every node is in C(n-1,K-1). The load is K/n, and n-K
// nodes may crash. There is no site assignment. With b = 0 it is Majority, but for opaque.
//
// D. Malkhi and M. Reiter, Byzantine quorum systems, Proc. 29th ACM Symposium on Theory of
// Computing (1997), Examples 4.7, 5.7 and 5.12; Distributed Computing 11 (1998), pages 203-213,
// doi:10.1007/s004460050050.
//
// Proof: docs/theorems/byzantine-designs.md.
func ByzantineThreshold(n, b int, kind quorum.Property) (quorum.Known, error) {
	return thresholdFamily().built(thresholdPlan(n, b, kind))
}

func thresholdPlan(n, b int, kind quorum.Property) (*plan, error) {
	if err := checkRange("threshold", "n", n, 1, MaxMajority); err != nil {
		return nil, err
	}
	var most, size int
	switch kind {
	case quorum.Dissemination:
		most, size = (n-1)/3, (n+b+2)/2
	case quorum.Masking:
		most, size = (n-1)/4, (n+2*b+2)/2
	case quorum.Opaque:
		most, size = n/5, (2*(n+b)+2)/3
	default:
		return nil, illegal("threshold", "kind", string(kind), "masking, dissemination or opaque")
	}
	if err := checkRange("threshold", "b", b, 0, most); err != nil {
		return nil, err
	}
	p := allOfSizePlan(n, size, plainSystem)
	p.settings = append(p.settings, intSetting("b", b))
	if kind != quorum.Masking {
		p.settings = append(p.settings, setting{"kind", string(kind)})
	}
	return p, nil
}

// kindParam is the parameter that names a rule for readers.
func kindParam(words ...quorum.Property) Param {
	p := Param{Name: "kind", Doc: "what a reader needs to hold against the liars", Optional: true, Default: string(quorum.Masking)}
	for _, w := range words {
		p.Words = append(p.Words, string(w))
	}
	return p
}

// kind returns the value of the parameter kind.
func (a *args) kind() quorum.Property {
	return quorum.Property(cmp.Or(a.values["kind"], string(quorum.Masking)))
}

func thresholdFamily() Family {
	return Family{
		Name:    "threshold",
		Kind:    quorum.KindSystem,
		Summary: "all sets of so many nodes that b liars do no harm",
		Params: []Param{
			{Name: "n", Doc: "number of nodes, 1..20000"},
			{Name: "b", Doc: "number of liars: 4b < n, dissemination 3b < n, opaque 5b <= n"},
			kindParam(quorum.Masking, quorum.Dissemination, quorum.Opaque),
		},
		Exists:  "every n > 4b up to 20000 (dissemination n > 3b, opaque n >= 5b); by default the greatest b",
		Source:  "Malkhi and Reiter 1998, sections 4 and 5",
		resolve: func(a *args) (*plan, error) { return thresholdPlan(a.int("n"), a.int("b"), a.kind()) },
		forN: func(n, _ int) (*plan, error) {
			if n < 5 {
				return nil, noSystem("threshold", n, 0, "fewer than five nodes mask no liar").near(0, 5)
			}
			if n > MaxMajority {
				return nil, tooManyNodes("threshold", n).near(MaxMajority, 0)
			}
			return thresholdPlan(n, (n-1)/4, quorum.Masking)
		},
	}
}
