package construct

import (
	"math/big"

	"coterie/quorum"
)

// MaxMajority is the greatest n of Majority: the number of quorums has about n bits, and takes a
// tenth of a second to compute at that size.
const MaxMajority = 20_000

// Majority returns the coterie of all sets of K = ⌊n/2⌋+1 of n nodes, in lexicographic order,
// without a site assignment. Two of them meet, for 2K > n.
//
// It exists for 1 <= n <= MaxMajority (else the error is a *ParamError). There are C(n,K) quorums,
// and every node is in C(n-1,K-1) of them; from n = 23 on they are more than
// quorum.DefaultMaxQuorums, and are not listed. The coterie is nondominated for odd n; for even n
// it is dominated by the majorities of any n-1 nodes. (Thomas, ACM TODS 4, 1979, which Maekawa
// 1985, section 2, cites; Garcia-Molina and Barbara, J. ACM 32, 1985.)
func Majority(n int) (quorum.Known, error) {
	return majorityFamily().built(majorityPlan(n))
}

func majorityPlan(n int) (*plan, error) {
	if err := checkRange("majority", "n", n, 1, MaxMajority); err != nil {
		return nil, err
	}
	return allOfSizePlan(n, n/2+1, plainSystem), nil
}

// plainSystem is a quorum system without sites.
func plainSystem(name string, f quorum.Family) (quorum.Structure, error) {
	return structure(quorum.NewSystem(name, f, quorum.SystemOptions{}))
}

// binomial returns n over k.
func binomial(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }

func majorityFamily() Family {
	return Family{
		Name:    "majority",
		Kind:    quorum.KindSystem,
		Summary: "all sets of more than half of the nodes",
		Params:  []Param{{Name: "n", Doc: "number of nodes, 1..20000"}},
		Exists:  "every n in 1..20000",
		Source:  "Thomas 1979, cited in Maekawa 1985, section 2",
		resolve: func(a *args) (*plan, error) {
			return majorityPlan(a.int("n"))
		},
		forN: func(n, _ int) (*plan, error) {
			if n > MaxMajority {
				return nil, tooManyNodes("majority", n).near(MaxMajority, 0)
			}
			return majorityPlan(n)
		},
	}
}
