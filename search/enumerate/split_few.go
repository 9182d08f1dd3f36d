package enumerate

import (
	"context"
	"math/big"
)

// splitTwo returns how many self-dual functions of k+2 variables have all their quarters in the
// lattice of functions of k variables: f is e without both of the last two nodes, p with the
// first of them, and with e <= p and e <= p* the rest of it follows and is monotone. So the
// number is the sum over members p of |[0, p AND p*]|. 0 must be a member.
func splitTwo(ctx context.Context, l *lattice) (*big.Int, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	below := l.intervals(l.index(0))
	var sum wide
	for i, p := range l.members {
		sum.add(1, uint64(below[l.index(p&l.members[l.duals[i]])]))
	}
	return sum.big(), nil
}

// splitThree returns how many self-dual functions of k+3 variables have all their parts in the
// lattice of functions of k variables; the parts are what is left when it is fixed which of the
// last three nodes are there. Let e be the part without them and g_1, g_2, g_3 the parts with one
// of them; the parts with the other two are g_1*, g_2*, g_3*, and the part with all of them is e*.
// So f is given by these four parts, and it is monotone iff e <= g_i and g_i <= g_j* for all i and
// j that differ; then e <= e*. The number is the sum over e, and over g_1 and g_2 in [e, e*] with
// g_1 <= g_2*, of |[e, g_1* AND g_2*]|. Renamings that keep the lattice leave the sum as it is: one
// e of each orbit is enough, and one g_1 of each orbit under the renamings that keep e. For k = 5
// that is less than a second.
func splitThree(ctx context.Context, l *lattice) (*big.Int, error) {
	var total wide
	for _, o := range l.bottoms(l.symmetries()) {
		count := l.intervals(o.first)
		e := l.members[o.first]
		top := e.dual(l.k)
		seen := make([]bool, len(l.members))
		for i, g := range l.members {
			if seen[i] || !e.below(g) || !g.below(top) {
				continue
			}
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			alike := 0
			for _, to := range o.stabilizer {
				if j := l.index(g.renamed(to)); !seen[j] {
					seen[j] = true
					alike++
				}
			}
			dual := l.members[l.duals[i]]
			inner := uint64(0) // at most 7581^2
			for j, h := range l.members {
				if e.below(h) && h.below(dual) {
					inner += uint64(count[l.index(dual&l.members[l.duals[j]])])
				}
			}
			total.add(uint64(o.size*alike), inner)
		}
	}
	return total.big(), nil
}
