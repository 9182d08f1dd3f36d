package maekawa

import (
	"context"
	"fmt"

	"coterie/gf"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/cyclic"
)

// PrimeOrder holds the facts about systems with an automorphism of a prime order: a permutation of
// the sites and one of the nodes.
type PrimeOrder struct {
	Order, Fixed int // so many nodes stay, and as many sites
	// Verdict is Unknown where nothing was asked; By says what proves that there are none.
	Verdict search.Verdict
	By      string
}

// PrimeOrders lists all prime orders that automorphisms of n sets of at most K nodes, every two
// meeting, every node in at most K, could have, each with all numbers of fixed nodes that leave
// something to be moved, orders descending. Those that arithmetic leaves are put to a SAT solver if
// ask says so. It takes n = K(K-1)+1-e with 0 <= e <= K-2, where all sizes and responsibilities are
// K; the error is else a *quorum.InputError.
//
// Proof: docs/theorems/prescribed-automorphisms.md. Cost: exponential in n over the order.
func PrimeOrders(ctx context.Context, n, k int, ask func(order, fixed int) bool, opts search.Options) ([]PrimeOrder, error) {
	e := k*(k-1) + 1 - n
	if err := session.Need("n", n, 2, formulaNodes); err != nil {
		return nil, err
	}
	if e < 0 || e > k-2 {
		return nil, quorum.Bad("K", fmt.Sprintf("K(K-1)+1 = %d for %d nodes", k*(k-1)+1, n), "want K(K-1)+1 to be n at least, and at most n+K-2")
	}
	var list []PrimeOrder
	for p := n; p >= 2; p-- {
		if !gf.IsPrime(p) {
			continue
		}
		if p > k && n%p != 0 {
			list = append(list, PrimeOrder{p, n % p, search.ProvenAbsent, "an order above K has no fixed nodes, and divides n"})
			continue
		}
		for f := n % p; f < n; f += p {
			o := PrimeOrder{Order: p, Fixed: f, Verdict: search.Unknown}
			shared := 1 + e/(p-1)
			switch most := shared * (2*k - shared); {
			case p > k && f > 0:
				o.Verdict, o.By = search.ProvenAbsent, "an order above K has no fixed nodes, and divides n"
			case shared <= k && f > most:
				o.Verdict, o.By = search.ProvenAbsent, fmt.Sprintf("counting: at most %d nodes are fixed", most)
			case ask(p, f) && p == n: // translates of one set
				if cover, decided := cyclic.Cover(ctx, n, k, opts.Jobs); decided && cover == nil {
					o.Verdict, o.By = search.ProvenAbsent, fmt.Sprintf("exhaustive search over covers of Z_%d by %d residues", n, k)
				} else if decided {
					o.Verdict = search.Found
				}
			case ask(p, f):
				text := fmt.Sprintf("Z%d/%dx%d", p, (n-f)/p, p)
				if f > 0 {
					text = fmt.Sprintf("Z%d/%dx1+%dx%d", p, f, (n-f)/p, p)
				}
				symmetry, err := Automorphisms(text)
				if err != nil {
					return nil, quorum.Internal("%w", err)
				}
				r, err := Pair(ctx, n, k, k, Options{Options: opts, Symmetry: symmetry})
				if err != nil {
					return nil, err
				}
				if o.Verdict, o.By = r.Verdict, r.LowerBy; r.Verdict == search.Unknown {
					o.By = r.StoppedBy
				}
			}
			list = append(list, o)
		}
	}
	return list, nil
}
