package loads

import (
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"

	"pgregory.net/rapid"

	"coterie/bounds"
	"coterie/quorum"
)

// A load is the value of a matrix game: one player chooses a quorum (for a mix: a quorum of each
// cartel), the other a node x, and the first pays [x in Q] (for a mix Σ_g mix_g·[x in Q_g]).

// payoffs returns the matrix of that game, a row for each choice of quorums.
func payoffs(cartels []quorum.Family, mix []*big.Rat) [][]*big.Rat {
	n := cartels[0].N()
	rows := [][]*big.Rat{loadZeros(n)}
	for g, f := range cartels {
		var longer [][]*big.Rat
		for _, row := range rows {
			for _, q := range f.All() {
				next := loadZeros(n)
				for x := range row {
					next[x].Set(row[x])
				}
				for _, x := range q {
					next[x].Add(next[x], mix[g])
				}
				longer = append(longer, next)
			}
		}
		rows = longer
	}
	return rows
}

func loadZeros(n int) []*big.Rat {
	v := make([]*big.Rat, n)
	for i := range v {
		v[i] = new(big.Rat)
	}
	return v
}

// gameValue is the naive oracle: some square submatrix of the payoffs has solutions x, y of
// "all its rows pay v" and "all its columns pay v" that, with zeros added, are optimal in the whole
// game (Shapley and Snow 1950). It tries all submatrices.
func gameValue(t rapid.TB, a [][]*big.Rat) *big.Rat {
	t.Helper()
	if len(a) > 9 || len(a[0]) > 6 {
		t.Fatalf("a game of %d by %d is too large for the oracle", len(a), len(a[0]))
	}
	for rows := uint(1); rows < 1<<len(a); rows++ {
		for columns := uint(1); columns < 1<<len(a[0]); columns++ {
			if bits.OnesCount(rows) != bits.OnesCount(columns) {
				continue
			}
			r, c := loadSubset(rows), loadSubset(columns)
			x, v := equaliser(a, r, c, false)
			y, w := equaliser(a, r, c, true)
			if x == nil || y == nil || v.Cmp(w) != 0 {
				continue
			}
			// The strategy x of the payer holds every node to v; the weights y get v from every
			// row.
			good := true
			for j := range a[0] {
				pay := new(big.Rat)
				for k, i := range r {
					pay.Add(pay, new(big.Rat).Mul(x[k], a[i][j]))
				}
				good = good && pay.Cmp(v) <= 0
			}
			for i := range a {
				pay := new(big.Rat)
				for k, j := range c {
					pay.Add(pay, new(big.Rat).Mul(y[k], a[i][j]))
				}
				good = good && pay.Cmp(v) >= 0
			}
			if good {
				return v
			}
		}
	}
	t.Fatal("no submatrix gives the value")
	return nil
}

func loadSubset(set uint) (out []int) {
	for ; set != 0; set &= set - 1 {
		out = append(out, bits.TrailingZeros(set))
	}
	return out
}

// equaliser returns a distribution on the rows r under which all columns c pay the same, and that
// payment; turned: a distribution on the columns for the rows. Nil where there is not exactly one.
func equaliser(a [][]*big.Rat, r, c []int, turned bool) ([]*big.Rat, *big.Rat) {
	k := len(r)
	m := make([][]*big.Rat, k+1)
	for i := range m {
		m[i] = loadZeros(k + 2)
		for j := range k {
			switch {
			case i == k:
				m[i][j].SetInt64(1)
			case turned:
				m[i][j].Set(a[r[i]][c[j]])
			default:
				m[i][j].Set(a[r[j]][c[i]])
			}
		}
		if i < k {
			m[i][k].SetInt64(-1)
		} else {
			m[i][k+1].SetInt64(1)
		}
	}
	x := loadGauss(m)
	if x == nil {
		return nil, nil
	}
	for _, v := range x[:k] {
		if v.Sign() < 0 {
			return nil, nil
		}
	}
	return x[:k], x[k]
}

// loadGauss solves the square system whose last column is the right side; nil where it is singular.
func loadGauss(m [][]*big.Rat) []*big.Rat {
	k := len(m)
	for c := range k {
		r := c
		for r < k && m[r][c].Sign() == 0 {
			r++
		}
		if r == k {
			return nil
		}
		m[r], m[c] = m[c], m[r]
		for i := range m {
			if i == c || m[i][c].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Quo(m[i][c], m[c][c])
			for j := c; j <= k; j++ {
				m[i][j].Sub(m[i][j], new(big.Rat).Mul(f, m[c][j]))
			}
		}
	}
	x := make([]*big.Rat, k)
	for i := range x {
		x[i] = new(big.Rat).Quo(m[i][k], m[i][i])
	}
	return x
}

// verifyMixed is the independent check of a certificate, straight from the documentation of
// Mixed: by sets of nodes and fractions, one at a time.
func verifyMixed(cartels []quorum.Family, l Mixed) error {
	n := cartels[0].N()
	one, value := big.NewRat(1, 1), l.Value.Rat()
	for x := range n {
		asked := new(big.Rat)
		for g, strategy := range l.Strategies {
			for _, c := range strategy {
				if c.Nodes.Has(x) {
					asked.Add(asked, new(big.Rat).Mul(l.Mix[g].Rat(), c.Weight.Rat()))
				}
			}
		}
		if asked.Cmp(value) > 0 {
			return fmt.Errorf("node %d has load %v > %v", x, asked, value)
		}
	}
	shares := new(big.Rat)
	reached := new(big.Rat)
	for g, f := range cartels {
		shares.Add(shares, l.Mix[g].Rat())
		sum := new(big.Rat)
		for i, c := range l.Strategies[g] {
			if i > 0 && l.Strategies[g][i-1].Quorum >= c.Quorum {
				return fmt.Errorf("order of quorums of cartel %d", g)
			}
			if c.Weight.Rat().Sign() <= 0 || !quorum.SetOf(loadInts(f.Quorum(int(c.Quorum)))...).Equal(c.Nodes) {
				return fmt.Errorf("entry %d of strategy %d: %v", i, g, c)
			}
			sum.Add(sum, c.Weight.Rat())
		}
		if sum.Cmp(one) != 0 {
			return fmt.Errorf("strategy %d sums to %v", g, sum)
		}
		var lightest *big.Rat
		for _, q := range f.All() {
			w := new(big.Rat)
			for _, x := range q {
				w.Add(w, l.NodeWeights[x].Rat())
			}
			if lightest == nil || w.Cmp(lightest) < 0 {
				lightest = w
			}
		}
		reached.Add(reached, new(big.Rat).Mul(l.Mix[g].Rat(), lightest))
	}
	sum := new(big.Rat)
	for x, y := range l.NodeWeights {
		if y.Rat().Sign() < 0 {
			return fmt.Errorf("node %d weighs %v", x, y)
		}
		sum.Add(sum, y.Rat())
	}
	switch {
	case len(l.NodeWeights) != n || sum.Cmp(one) != 0:
		return fmt.Errorf("%d node weights sum to %v", len(l.NodeWeights), sum)
	case shares.Cmp(one) != 0:
		return fmt.Errorf("shares sum to %v", shares)
	case reached.Cmp(value) < 0:
		return fmt.Errorf("the weights prove %v < %v", reached, value)
	}
	return nil
}

func loadInts(nodes []int32) (out []int) {
	for _, v := range nodes {
		out = append(out, int(v))
	}
	return out
}

// verifyLoad is verifyMixed for the load of one family.
func verifyLoad(f quorum.Family, l Load) error {
	return verifyMixed([]quorum.Family{f}, asMix(l))
}

func asMix(l Load) Mixed {
	return Mixed{Value: l.Value, Mix: []bounds.Fraction{bounds.Integer(1)}, Strategies: [][]Chosen{l.Strategy}, NodeWeights: l.NodeWeights}
}

// randomSizedFamily returns m random sets of k of n nodes, which need not meet.
func randomSizedFamily(r *rand.Rand, n, m, k int) quorum.Family {
	build, err := quorum.NewFamilyBuilder(n)
	if err != nil {
		panic(err)
	}
	q := make([]int, 0, k)
	for range m {
		q = q[:0]
		for len(q) < k {
			x := r.IntN(n)
			for _, y := range q {
				if x == y {
					x = -1
					break
				}
			}
			if x >= 0 {
				q = append(q, x)
			}
		}
		if err := build.Add(q...); err != nil {
			panic(err)
		}
	}
	return build.Family()
}
