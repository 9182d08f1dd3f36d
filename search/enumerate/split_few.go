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
	if err := stopped(ctx); err != nil {
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
// lattice of functions of k variables, the parts being what is left when it is fixed which of the
// last three nodes are there. Let e be the part without the three, and b, c, d the duals of the
// parts with two of them. Then the parts with one are d*, c*, b*... turned round: with one node
// the part is g, with the other two it is g*. So f is given by e and three parts g1, g2, g3 with
// one node each, and it is monotone iff e <= g_i and g_i <= g_j* for i and j different; e <= g_i*
// and g_i <= e* follow. The number is the sum over e <= e* and over g1, g2 in [e, e*] with
// g1 <= g2* of |[e, g1* AND g2*]|. Renamings that keep the lattice leave the terms as they are,
// so one e of each orbit is enough, and one g1 of each orbit under those that keep e.
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
			if err := stopped(ctx); err != nil {
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
