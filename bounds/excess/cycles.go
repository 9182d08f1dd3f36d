package excess

import (
	"iter"
	"math/big"
	"slices"

	"coterie/gf"
)

// cycles is a type of excess graphs for e = 2: the number of cycles of each length, with lengths
// ascending from 2.
type cycles []struct{ length, count int }

// lengths lists the cycles.
func (c cycles) lengths() (list []int) {
	for _, part := range c {
		for range part.count {
			list = append(list, part.length)
		}
	}
	return list
}

// divisible returns the number of cycles whose length is divisible by l.
func (c cycles) divisible(l int) (sum int) {
	for _, part := range c {
		if part.length%l == 0 {
			sum += part.count
		}
	}
	return sum
}

// way holds the numbers of nodes in which a set of a cycle of length a meets blocks: of node cycles
// of the same length, of proper divisors, and of a 2-cycle and a 3-cycle.
type way struct {
	same     []int // row sums of the blocks of length a that are not 0, descending
	divisors []int // lengths of the node cycles, each used once
	special  bool  // the all-ones block of 2 and 3
}

// ways lists the ways that equation (5) of the theorem allows for a cycle of length a, given the
// number of cycles of each length up to a: Σ q(q-1) + Σ (a/b - 1) + 3 or 4 for the special block =
// a+1. Blocks with row sum 1 and multiples are not in the sum: the first add nothing.
func ways(k, a int, count func(length int) int) iter.Seq[way] {
	return func(yield func(way) bool) {
		var divisors []int
		for b := 2; b < a; b++ {
			if a%b == 0 && count(b) > 0 {
				divisors = append(divisors, b)
			}
		}
		var choose func(i int, chosen []int) bool
		fill := func(w way, need, most int) bool {
			var q func(w way, need, greatest int) bool
			q = func(w way, need, greatest int) bool {
				if need == 0 {
					return yield(w)
				}
				if len(w.same) == count(a) {
					return true
				}
				for x := greatest; x >= 2; x-- {
					if x*(x-1) <= need {
						more := w
						more.same = append(w.same[:len(w.same):len(w.same)], x)
						if !q(more, need-x*(x-1), x) {
							return false
						}
					}
				}
				return true
			}
			return q(w, need, most)
		}
		choose = func(i int, chosen []int) bool {
			if i == len(divisors) {
				need, most := a+1, min(k, a)
				for _, b := range chosen {
					need -= a/b - 1
					most = min(most, b)
				}
				if need < 0 {
					return true
				}
				w := way{divisors: slices.Clone(chosen)}
				if !fill(w, need, most) {
					return false
				}
				add := map[int]int{2: 3, 3: 4}[a]
				if add > 0 && need >= add && count(5-a) > 0 {
					w.special = true
					return fill(w, need-add, most)
				}
				return true
			}
			if !choose(i+1, chosen) {
				return false
			}
			for _, b := range chosen {
				if lcm(b, divisors[i]) != a {
					return true
				}
			}
			return choose(i+1, append(chosen[:len(chosen):len(chosen)], divisors[i]))
		}
		choose(0, nil)
	}
}

// size returns the number of nodes of a set that a way counts.
func (w way) size() int {
	sum := len(w.divisors)
	for _, q := range w.same {
		sum += q
	}
	return sum
}

func lcm(a, b int) int { return a / gf.GCD(a, b) * b }

// left returns how many of the k nodes of a set a way does not count.
func (w way) left(k, a int) int {
	left := k - w.size()
	if w.special {
		left -= 5 - a
	}
	return left
}

// fills reports whether blocks of row sum 1 and blocks of multiples can supply the nodes that a way
// of length a does not count, as the first equation of (5) requires.
func (c cycles) fills(a int, w way, left int) bool {
	sums := 1 // bit s: some of these blocks have s nodes
	for _, part := range c {
		if part.length%a != 0 {
			continue
		}
		blocks := part.count
		if part.length == a {
			blocks -= len(w.same)
		}
		for range min(blocks, left) {
			sums |= sums << (part.length / a)
		}
	}
	return sums>>left&1 != 0
}

// cycleTypes lists the types of n nodes that have a way for every length: the others are refuted by
// counting nodes and differences. It returns false if yield stopped it.
func cycleTypes(n, k int, yield func(c cycles) bool) bool {
	count := make([]int, n+2)
	known := families{}
	var current cycles
	// possible looks for a way. Before the type is complete its multiples are not known.
	possible := func(a int, whole bool) bool {
		for w := range ways(k, a, func(l int) int { return count[l] }) {
			left := w.left(k, a)
			if left >= 0 && (!whole || current.fills(a, w, left)) && known.pass(a, w) {
				return true
			}
		}
		return false
	}
	var from func(a, left int) bool
	from = func(a, left int) bool {
		if left == 0 {
			for _, part := range current {
				if !possible(part.length, true) {
					return true
				}
			}
			return yield(slices.Clone(current))
		}
		if a > left {
			return true
		}
		if !from(a+1, left) {
			return false
		}
		for m := 1; m*a <= left; m++ {
			count[a] = m
			// Cycles of length 2 are judged together with those of length 3: each has a special
			// block of its own.
			if a > 2 && (!possible(a, false) || count[3] < count[2]) || a == 3 && count[2] > 0 && !possible(2, false) {
				continue
			}
			current = append(current, struct{ length, count int }{a, m})
			ok := from(a+1, left-m*a)
			current = current[:len(current)-1]
			if !ok {
				count[a] = 0
				return false
			}
		}
		count[a] = 0
		return true
	}
	return from(2, n)
}

// norms caches N_l: the product of K-1+2cos(2πj/l) over the j <= l/2 prime to l, for l >= 3.
type norms struct {
	x      int // K-1
	values map[int]*big.Int
	odd    map[int]int // for each l an obstructing prime, 0 without one
}

func newNorms(k int) *norms {
	return &norms{k - 1, map[int]*big.Int{}, map[int]int{}}
}

// square returns the product of the factors of (K-1)I + C for the eigenvalues of order l of a
// cycle: K+1 for l = 1, K-3 for l = 2, otherwise N_l².
func (n *norms) square(l int) *big.Int {
	switch l {
	case 1:
		return big.NewInt(int64(n.x + 2))
	case 2:
		return big.NewInt(int64(n.x - 2))
	}
	v := n.value(l)
	return new(big.Int).Mul(v, v)
}

// value returns N_l for l >= 3. The determinant of (K-1)I + C for a cycle of length l is V_l -
// 2(-1)^l, V_0 = 2, V_1 = K-1, V_{i+1} = (K-1)V_i - V_{i-1}.
func (n *norms) value(l int) *big.Int {
	if v := n.values[l]; v != nil {
		return v
	}
	x := big.NewInt(int64(n.x))
	before, v := big.NewInt(2), new(big.Int).Set(x)
	for i := 1; i < l; i++ {
		next := new(big.Int).Mul(x, v)
		before, v = v, next.Sub(next, before)
	}
	v.Sub(v, big.NewInt(int64(2-l%2*4)))
	for d := 1; d < l; d++ {
		if l%d == 0 {
			v.Quo(v, n.square(d))
		}
	}
	n.values[l] = v.Sqrt(v)
	return v
}

// obstruction returns a prime p, not dividing l, that shows that K-1+ζ+ζ⁻¹ is not a norm from Q(ζ)
// to Q(ζ+ζ⁻¹), for a primitive l-th root of unity ζ, l >= 3; 0 if none is found. A prime of the
// smaller field that divides it has p elements in its residue field, as ζ+ζ⁻¹ is 1-K there, and is
// inert if and only if p is -1 modulo l, or modulo l/2 for odd l/2: the exponent of such a p in N_l
// is even.
func (n *norms) obstruction(l int) int {
	if p, ok := n.odd[l]; ok {
		return p
	}
	n.odd[l] = 0
	v, f := n.value(l), l
	if l%4 == 2 {
		f = l / 2 // the conductor: the fields of l and l/2 are the same
	}
	for _, p := range smallPrimes(v) {
		if p%f == f-1 && divideOut(new(big.Int).Set(v), p)%2 != 0 {
			n.odd[l] = p
			break
		}
	}
	return n.odd[l]
}

// determinant reports whether the determinant of (K-1)I + J + E is a square: up to squares it is
// (K+1)^(t-1) (K-3)^s for t cycles, s of them even.
func (c cycles) determinant(k int) bool {
	t, s := c.divisible(1), c.divisible(2)
	value := 1
	if t%2 == 0 {
		value *= k + 1
	}
	if s%2 != 0 {
		value *= k - 3
	}
	return gf.IsSquare(value)
}

// norm returns an l that divides the length of an odd number of cycles and for which K-1+ζ+ζ⁻¹ is
// not a norm, with the prime that proves it. ok is false if there is none.
func (c cycles) norm(n *norms) (l, p int, ok bool) {
	last := c[len(c)-1].length
	for l := 3; l <= last; l++ {
		if c.divisible(l)%2 != 0 {
			if p := n.obstruction(l); p != 0 {
				return l, p, true
			}
		}
	}
	return 0, 0, false
}

// rational compares the forms of the eigenvalues 2 and -2: (K+1)D + aaᵀ with D, the diagonal matrix
// of the lengths a, and (K-3)D with D over the even lengths. It returns a [difference] of them.
func (c cycles) rational(k int) int {
	all := c.lengths()
	f := diagonal(all)
	for i, a := range all {
		for j, b := range all {
			f[i][j].SetInt64(int64(a * b))
			if i == j {
				f[i][j].SetInt64(int64(a*a + (k+1)*a))
			}
		}
	}
	var places []int // of the determinants K²(K+1)^(t-1)Πa, Πa and (K-3)^sΠa
	for _, x := range append([]int{k, k + 1, k - 3}, all...) {
		for _, f := range gf.Factor(uint64(x)) {
			places = append(places, int(f.Prime))
		}
	}
	if d := difference(f, diagonal(all), places); d != 0 {
		return d
	}
	var even, scaled []int
	for _, a := range all {
		if a%2 == 0 {
			even, scaled = append(even, a), append(scaled, (k-3)*a)
		}
	}
	return difference(diagonal(scaled), diagonal(even), places)
}

// Union returns the matrix of the graph of disjoint cycles of these lengths, each at least 2. A
// cycle of length 2 is a double edge. Consecutive nodes form a cycle.
func Union(lengths []int) [][]int {
	n := 0
	for _, l := range lengths {
		n += l
	}
	g := make([][]int, n)
	for i := range g {
		g[i] = make([]int, n)
	}
	start := 0
	for _, l := range lengths {
		for i := range l {
			a, b := start+i, start+(i+1)%l
			g[a][b]++
			g[b][a]++
		}
		start += l
	}
	return g
}
