package bounds

import (
	"math/big"
	"math/bits"
)

// The naive oracles of this package's tests: families of sets of at most a few nodes, a set
// being a bit mask, with everything computed from the definitions.

type nodeSet = uint32

// intersectingFamilies calls yield with every non-empty family of pairwise meeting non-empty
// sets of n nodes; the slice is only valid during the call.
func intersectingFamilies(n int, yield func([]nodeSet)) {
	var family []nodeSet
	var extend func(next nodeSet)
	extend = func(next nodeSet) {
		if len(family) > 0 {
			yield(family)
		}
		for s := next; s < 1<<n; s++ {
			if meetsAll(s, family) {
				family = append(family, s)
				extend(s + 1)
				family = family[:len(family)-1]
			}
		}
	}
	extend(1)
}

func meetsAll(s nodeSet, family []nodeSet) bool {
	for _, t := range family {
		if s&t == 0 {
			return false
		}
	}
	return true
}

// antichains returns every non-empty antichain of non-empty sets of n nodes: the cartels.
func antichains(n int) [][]nodeSet {
	var all [][]nodeSet
	var family []nodeSet
	var extend func(next nodeSet)
	extend = func(next nodeSet) {
		if len(family) > 0 {
			all = append(all, append([]nodeSet(nil), family...))
		}
	candidates:
		for s := next; s < 1<<n; s++ {
			for _, t := range family {
				if s&t == s || s&t == t {
					continue candidates
				}
			}
			family = append(family, s)
			extend(s + 1)
			family = family[:len(family)-1]
		}
	}
	extend(1)
	return all
}

func crossMeets(c, d []nodeSet) bool {
	for _, s := range c {
		if !meetsAll(s, d) {
			return false
		}
	}
	return true
}

func smallest(family []nodeSet) int {
	least := 64
	for _, s := range family {
		least = min(least, bits.OnesCount32(s))
	}
	return least
}

func largest(family []nodeSet) int {
	most := 0
	for _, s := range family {
		most = max(most, bits.OnesCount32(s))
	}
	return most
}

// responsibilities counts, for each node, the listed sets that hold it.
func responsibilities(n int, families ...[]nodeSet) []int {
	counts := make([]int, n)
	for _, family := range families {
		for _, s := range family {
			for x := range n {
				counts[x] += int(s >> x & 1)
			}
		}
	}
	return counts
}

// mostDisjoint returns the degree of a cartel.
func mostDisjoint(family []nodeSet) int {
	best := 0
	var extend func(from int, used nodeSet, count int)
	extend = func(from int, used nodeSet, count int) {
		best = max(best, count)
		for i := from; i < len(family); i++ {
			if family[i]&used == 0 {
				extend(i+1, used|family[i], count+1)
			}
		}
	}
	extend(0, 0, 0)
	return best
}

// mostCrashes returns the resilience: after the crash of any set of that many nodes some quorum is
// whole.
func mostCrashes(n int, family []nodeSet) int {
	most := n
	for crashed := nodeSet(0); crashed < 1<<n; crashed++ {
		alive := false
		for _, s := range family {
			alive = alive || s&crashed == 0
		}
		if !alive {
			most = min(most, bits.OnesCount32(crashed)-1)
		}
	}
	return most
}

// simplex maximises c·x over x ≥ 0 with A·x ≤ b, b ≥ 0, exactly, by Bland's rule. It returns
// the optimum and the optimal y ≥ 0 of the dual, minimise b·y with Aᵀ·y ≥ c. The program must
// be bounded.
func simplex(a [][]int64, b, c []int64) (optimum *big.Rat, dual []*big.Rat) {
	rows, cols := len(a), len(c)
	// The tableau has the columns x, slack, right-hand side; the last row is the objective.
	tableau := make([][]*big.Rat, rows+1)
	for i := range tableau {
		tableau[i] = make([]*big.Rat, cols+rows+1)
		for j := range tableau[i] {
			tableau[i][j] = new(big.Rat)
		}
	}
	basis := make([]int, rows)
	for i := range rows {
		for j := range cols {
			tableau[i][j].SetInt64(a[i][j])
		}
		tableau[i][cols+i].SetInt64(1)
		tableau[i][cols+rows].SetInt64(b[i])
		basis[i] = cols + i
	}
	for j := range cols {
		tableau[rows][j].SetInt64(-c[j])
	}
	for {
		enter := -1
		for j := 0; j < cols+rows && enter < 0; j++ {
			if tableau[rows][j].Sign() < 0 {
				enter = j
			}
		}
		if enter < 0 {
			break
		}
		leave, least := -1, new(big.Rat)
		for i := range rows {
			if tableau[i][enter].Sign() <= 0 {
				continue
			}
			ratio := new(big.Rat).Quo(tableau[i][cols+rows], tableau[i][enter])
			if order := ratio.Cmp(least); leave < 0 || order < 0 || order == 0 && basis[i] < basis[leave] {
				leave, least = i, ratio
			}
		}
		pivot(tableau, leave, enter)
		basis[leave] = enter
	}
	return tableau[rows][cols+rows], tableau[rows][cols : cols+rows]
}

func pivot(tableau [][]*big.Rat, row, col int) {
	inverse := new(big.Rat).Inv(tableau[row][col])
	for _, x := range tableau[row] {
		x.Mul(x, inverse)
	}
	step := new(big.Rat)
	for i := range tableau {
		if i == row || tableau[i][col].Sign() == 0 {
			continue
		}
		factor := new(big.Rat).Set(tableau[i][col])
		for j, x := range tableau[i] {
			if tableau[row][j].Sign() != 0 {
				x.Sub(x, step.Mul(factor, tableau[row][j]))
			}
		}
	}
}

// exactLoad returns the load of a family: 1 over the largest fractional packing of its sets.
func exactLoad(n int, family []nodeSet) *big.Rat {
	return exactMixLoad(n, [][]nodeSet{family}, []int64{1})
}

// exactMixLoad returns the load of cartels under the mix shares[i]/Σshares. The program is to
// maximise t with Σ_{Q∈C_i} y_Q ≥ shares[i]·t for every cartel and Σ_{Q∋x} y_Q ≤ 1 for every
// node; then y/(t·Σshares) are the strategies' weights times the mix, and the load is
// 1/(t·Σshares).
func exactMixLoad(n int, cartels [][]nodeSet, shares []int64) *big.Rat {
	quorums := 0
	total := int64(0)
	for i, cartel := range cartels {
		quorums += len(cartel)
		total += shares[i]
	}
	var a [][]int64
	var b []int64
	for x := range n {
		var row []int64
		for _, cartel := range cartels {
			for _, s := range cartel {
				row = append(row, int64(s>>x&1))
			}
		}
		a, b = append(a, append(row, 0)), append(b, 1)
	}
	first := 0
	for i, cartel := range cartels {
		row := make([]int64, quorums+1)
		for j := range cartel {
			row[first+j] = -1
		}
		first += len(cartel)
		row[quorums] = shares[i]
		a, b = append(a, row), append(b, 0)
	}
	c := make([]int64, quorums+1)
	c[quorums] = 1
	optimum, _ := simplex(a, b, c)
	optimum = new(big.Rat).Mul(optimum, new(big.Rat).SetInt64(total))
	return optimum.Inv(optimum)
}
