package excess

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
)

// TestPairs: the determinants and the two conditions beyond them, for K up to 400, against the
// forms themselves if these are small.
func TestPairs(t *testing.T) {
	var beyond, pass []int
	for k := 3; k <= 400; k++ {
		r, err := Decide(t.Context(), k*(k-1), k)
		if err != nil || !r.Regular || r.Excess != 1 {
			t.Fatalf("K = %d: %+v, %v", k, r, err)
		}
		switch {
		case !r.Excluded && k <= 40:
			pass = append(pass, k)
		case r.Excluded && r.Refuted[0].By == ByRationalForm:
			beyond = append(beyond, k)
		}
		if k > 3 && k <= 9 {
			assert.Equal(t, compareGraph(k, matching(k*(k-1))) != 0, r.Excluded, "K = %d", k)
		}
	}
	assert.Slice(t, beyond, []int{66, 258, 324}, "beyond determinants")
	assert.Slice(t, pass, []int{3, 4, 6, 9, 11, 16, 18, 25, 27, 36, 38}, "not excluded")
}

// TestPairForms: the closed conditions agree with the forms (K-2)I and KI + 2J.
func TestPairForms(t *testing.T) {
	assert.Long(t, "over half a second of CPU")
	for _, k := range []int{4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 18} {
		m := k * (k - 1) / 2
		ones, scaled := make([]int, m), make([]int, m)
		for i := range m {
			ones[i], scaled[i] = 1, k-2
		}
		f := diagonal(scaled)
		g := diagonal(ones)
		for i := range g {
			for j := range g {
				g[i][j].SetInt64(2)
			}
			g[i][i].SetInt64(int64(k + 2))
		}
		known := compareAll(f, diagonal(ones)) != 0 || compareAll(g, diagonal(ones)) != 0
		if by, why := pairsObstruction(k, m); known != (by != "") {
			t.Errorf("K = %d: %s %s, the forms differ: %v", k, by, why, known)
		}
	}
}

// TestCycleTypes: the types that are left for e = 2.
func TestCycleTypes(t *testing.T) {
	for _, c := range []struct {
		k, types int
		left     [][]int
	}{
		{4, 3, [][]int{{11}, {6, 3, 2}}},
		{5, 3, [][]int{{19}}},
		{6, 6, nil},
		{7, 14, nil},
		{8, 34, nil},
	} {
		if !assert.WithSlow && c.k > 7 {
			continue
		}
		r, err := Decide(t.Context(), c.k*(c.k-1)-1, c.k)
		if err != nil || r.Types != c.types || !slices.EqualFunc(r.Left, c.left, slices.Equal) || r.Excluded != (c.left == nil) {
			t.Errorf("K = %d: %+v, %v", c.k, r, err)
		}
		sum := len(r.Left)
		for _, f := range r.Refuted {
			sum += f.Types
		}
		assert.Equal(t, sum, r.Types, "K = %d", c.k)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Refused(Decide(cancelled, 55, 8))(t, "", "no error of a context that has ended")
}

// TestDecideElsewhere: outside its domain Decide excludes nothing, except too many nodes by
// counting.
func TestDecideElsewhere(t *testing.T) {
	for _, c := range []struct {
		n, k              int
		regular, excluded bool
	}{{1, 1, false, false}, {2, 2, false, false}, {3, 2, true, false}, {14, 4, false, true}, {13, 4, true, false}, {10, 4, false, false},
		{38, 7, true, false}, {52, 8, true, false}, {110, 11, true, false}, {109, 11, true, false}} {
		if r, err := Decide(t.Context(), c.n, c.k); err != nil || r.Regular != c.regular || r.Excluded != c.excluded {
			t.Errorf("n = %d, K = %d: %+v, %v", c.n, c.k, r, err)
		}
	}
}

// TestWaysAgainstPartitions: the enumeration leaves out only sums whose lengths fail the equations
// of part 5, judged one sum at a time.
func TestWaysAgainstPartitions(t *testing.T) {
	for k := 4; k <= 7; k++ {
		n := k*(k-1) - 1
		listed := map[string]bool{}
		cycleTypes(n, k, func(c cycles) bool {
			listed[c.String()] = true
			return true
		})
		known := families{}
		var count int
		var parts func(from, left int, c cycles)
		parts = func(from, left int, c cycles) {
			if left == 0 {
				assert.Equal(t, possible(k, c, known), listed[c.String()], "K = %d: %s", k, c)
				count++
				return
			}
			for a := from; a <= left; a++ {
				for m := 1; m*a <= left; m++ {
					parts(a+1, left-m*a, append(slices.Clone(c), struct{ length, count int }{a, m}))
				}
			}
		}
		parts(2, n, nil)
		// The partitions of 11, 19, 29, 41 without ones (OEIS A002865).
		assert.Equal(t, count, map[int]int{4: 14, 5: 105, 6: 847, 7: 7245}[k], "K = %d: sums", k)
	}
}

func possible(k int, c cycles, known families) bool {
	count := func(l int) int {
		for _, part := range c {
			if part.length == l {
				return part.count
			}
		}
		return 0
	}
	if count(2) > count(3) {
		return false
	}
	for _, part := range c {
		any := false
		for w := range ways(k, part.length, count) {
			any = any || reaches(c, part.length, w, k) && known.pass(part.length, w)
		}
		if !any {
			return false
		}
	}
	return true
}

// reaches tries all numbers of blocks with row sum 1 and of each multiple, together with the blocks
// of a way.
func reaches(c cycles, a int, w way, k int) bool {
	size := len(w.divisors)
	for _, q := range w.same {
		size += q
	}
	if w.special {
		size += map[int]int{2: 3, 3: 2}[a]
	}
	var add func(c cycles, size int) bool
	add = func(c cycles, size int) bool {
		if len(c) == 0 || size > k {
			return size == k
		}
		most := 0
		switch l := c[0].length; {
		case l == a:
			most = c[0].count - len(w.same)
		case l%a == 0:
			most = c[0].count
		}
		for x := 0; x <= most; x++ {
			if add(c[1:], size+x*c[0].length/a) {
				return true
			}
		}
		return false
	}
	return add(c, size)
}

// TestNorms: N_l from recurrences is the determinant of (K-1)I + C, and the determinant of a type
// is that of its graph.
func TestNorms(t *testing.T) {
	for k := 4; k <= 9; k++ {
		n := newNorms(k)
		for l := 2; l <= 24; l++ {
			g := Union([]int{l})
			f := make(form, l)
			for i := range f {
				f[i] = make([]*big.Int, l)
				for j := range f[i] {
					f[i][j] = big.NewInt(int64(g[i][j]))
				}
				f[i][i].SetInt64(int64(k - 1))
			}
			minors, ok := f.minors()
			product := big.NewInt(1)
			for d := 1; d <= l; d++ {
				if l%d == 0 {
					product.Mul(product, n.square(d))
				}
			}
			if !ok || minors[l].Cmp(product) != 0 {
				t.Errorf("K = %d, l = %d: %v, the determinant is %v", k, l, product, minors[l])
			}
		}
	}
	// l = 3 and 4 are a² + ab + b² and a² + b².
	for k := 4; k <= 40; k++ {
		n := newNorms(k)
		for l, norm := range map[int]func(a, b int) bool{
			3: func(a, b int) bool { return a*a+a*b+b*b == k-2 },
			4: func(a, b int) bool { return a*a+b*b == k-1 },
			6: func(a, b int) bool { return a*a+a*b+b*b == k },
		} {
			found := false
			for a := range k {
				for b := range k {
					found = found || norm(a, b)
				}
			}
			// Only primes that divide l are not tried, and the others determine these.
			assert.Equal(t, n.obstruction(l) == 0, found, "K = %d, l = %d: prime %d, a norm", k, l, n.obstruction(l))
		}
	}
}

// TestDeterminantOfTypes: for every way of writing 11 and 19 as a sum the determinant of the graph
// is a square if and only if the closed form says so. If the pieces differ, so does the whole form.
func TestDeterminantOfTypes(t *testing.T) {
	for k := 4; k <= 5; k++ {
		var parts func(from, left int, c cycles)
		parts = func(from, left int, c cycles) {
			if left > 0 {
				for a := from; a <= left; a++ {
					for m := 1; m*a <= left; m++ {
						parts(a+1, left-m*a, append(slices.Clone(c), struct{ length, count int }{a, m}))
					}
				}
				return
			}
			whole := compareGraph(k, Union(c.lengths()))
			if (whole == noSquare) == c.determinant(k) {
				t.Errorf("K = %d, %s: determinant %v, closed form %v", k, c, whole, c.determinant(k))
			}
			if _, _, norm := c.norm(newNorms(k)); whole != 0 && c.determinant(k) && !norm && c.rational(k) == 0 {
				t.Errorf("K = %d, %s: the whole form differs, its pieces do not", k, c)
			}
		}
		parts(2, k*(k-1)-1, nil)
	}
}

// TestCompare: forms that are equivalent by a change of variables are never told apart, and binary
// forms are told apart exactly as conics say.
func TestCompare(t *testing.T) {
	for a := 1; a <= 30; a++ {
		for b := 1; b <= 30; b++ {
			// ax² + by² represents 1, and has the determinant 1 up to squares, or not.
			want := gf.IsSquare(a * b)
			if want {
				for _, f := range append(gf.Factor(uint64(a*b)), gf.PrimeFactor{Prime: 2}) {
					want = want && gf.HilbertSymbol(a, b, int(f.Prime)) > 0
				}
			}
			if got := compareAll(diagonal([]int{a, b}), diagonal([]int{1, 1})); (got != 0) == want {
				t.Errorf("%dx² + %dy²: %+v, equivalent: %v", a, b, got, want)
			}
		}
	}
	// TAAᵀTᵀ for triangular T is a sum of squares.
	for n := 2; n <= 9; n++ {
		f := diagonal(make([]int, n))
		for i := range n {
			for j := range n {
				sum := 0
				for x := 0; x <= min(i, j); x++ {
					sum += (1 + (i*x+3*i)%5) * (1 + (j*x+3*j)%5)
				}
				f[i][j].SetInt64(int64(sum))
			}
		}
		if minors, ok := f.minors(); ok && minors[n].Sign() > 0 {
			if d := compareAll(f, diagonal(slices.Repeat([]int{1}, n))); d != 0 {
				t.Errorf("n = %d: %+v", n, d)
			}
		}
	}
}

// TestFamilies compares with a search through all sets of residues.
func TestFamilies(t *testing.T) {
	for a := 3; a <= 13; a += 2 {
		for w := range ways(7, a, func(l int) int { return 3 }) {
			if w.special {
				continue
			}
			want := make([]int, a)
			for d := 1; d < a; d++ {
				want[d] = 1
				if d == 1 || d == a-1 {
					want[d] = 2
				}
				for _, b := range w.divisors {
					if d%b == 0 {
						want[d]--
					}
				}
			}
			var any func(i int, left []int) bool
			any = func(i int, left []int) bool {
				if i == len(w.same) {
					return !slices.ContainsFunc(left[1:], func(x int) bool { return x != 0 })
				}
				for set := range 1 << a {
					var list []int
					for x := range a {
						if set>>x&1 == 1 {
							list = append(list, x)
						}
					}
					if len(list) != w.same[i] || list[0] != 0 {
						continue
					}
					rest := slices.Clone(left)
					for _, x := range list {
						for _, y := range list {
							rest[(x-y+a)%a]--
						}
					}
					if !slices.ContainsFunc(rest[1:], func(x int) bool { return x < 0 }) && any(i+1, rest) {
						return true
					}
				}
				return false
			}
			assert.Equal(t, (families{}).pass(a, w), any(0, want), "a = %d, %+v", a, w)
		}
	}
}

// TestQuotientOfSystems: the block sums of every system of 11 nodes satisfy the equations, and the
// search for block sums finds some.
func TestQuotientOfSystems(t *testing.T) {
	systems(11, 4, func(sets [][]int) bool {
		own, dual := excessOf(sets)
		rows, columns := components(own), components(dual)
		for c, own := range rows {
			for c2, other := range rows {
				sum := 0
				for _, d := range columns {
					ones, more := 0, 0
					for x, in := range d {
						for i := range own {
							if in && own[i] && slices.Contains(sets[i], x) {
								ones++
							}
							if in && other[i] && slices.Contains(sets[i], x) {
								more++
							}
						}
					}
					sum += ones * more / size(d)
				}
				want := size(own) * size(other)
				if c == c2 {
					want += 5 * size(own)
				}
				assert.MustEqual(t, sum, want, "%v", sets)
			}
		}
		return true
	})
	for _, c := range []cycles{{{11, 1}}, {{2, 1}, {3, 1}, {6, 1}}} {
		if found, decided, err := quotient(t.Context(), 4, c, families{}); err != nil || !found || !decided {
			t.Errorf("%s: %v, %v, %v", c, found, decided, err)
		}
	}
}

// TestUndecided: a type is not refuted if the search for block sums ends before its answer, at the
// limit of rows (n = 155, K = 13) or of steps (n = 71, K = 9).
func TestUndecided(t *testing.T) {
	assert.Long(t, "takes a second")
	for k, c := range map[int]cycles{13: {{5, 31}}, 9: {{2, 1}, {3, 1}, {6, 11}}} {
		if _, decided, err := quotient(t.Context(), k, c, families{}); decided || err != nil {
			t.Errorf("%s: %v, %v", c, decided, err)
		}
		assert.Equal(t, assert.Got(c.refute(t.Context(), k, newNorms(k), families{}))(t), "", "%s: refuted by", c)
	}
}

// TestColumns: if the lengths of two cycles of sets divide that of a cycle of nodes, it is their
// least common multiple. Sums of columns are K times their lengths.
func TestColumns(t *testing.T) {
	for _, c := range []struct {
		lengths []int
		k       int
		want    bool
	}{{[]int{2, 3, 6}, 3, true}, {[]int{2, 4, 8}, 3, false}, {[]int{2, 3, 6}, 2, false}} {
		b := &blocks{k: c.k, lengths: c.lengths}
		assert.Equal(t, b.columns(c.lengths, [][]int{c.lengths, c.lengths, c.lengths}), c.want, "%v, K = %d", c.lengths, c.k)
	}
}

// components lists the members of each cycle.
func components(g graph) (list [][]bool) {
	seen := make([]bool, len(g))
	for start := range g {
		if seen[start] {
			continue
		}
		in := make([]bool, len(g))
		queue := []int{start}
		for len(queue) > 0 {
			x := queue[0]
			queue = queue[1:]
			if in[x] {
				continue
			}
			in[x], seen[x] = true, true
			for y, m := range g[x] {
				if m > 0 {
					queue = append(queue, y)
				}
			}
		}
		list = append(list, in)
	}
	return list
}

func size(in []bool) (sum int) {
	for _, x := range in {
		if x {
			sum++
		}
	}
	return sum
}
