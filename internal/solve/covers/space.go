package covers

import (
	"coterie/gf"
	"coterie/groups"
)

// Space is a group as the search sees it; 0 is the identity. It does not change.
type Space struct {
	n       int
	classes int
	// class[x][y] is the class of yx⁻¹; empty for x = y. quotient[x][y] is yx⁻¹ itself.
	class    [][]mask
	quotient [][]int32
	// partner[d][x] is gx for an element g of class d; involution[d] says that gg = 1.
	partner    [][]int32
	involution []bool
	all        mask      // all classes
	symmetries [][]int32 // generators of the automorphisms
}

// Classes is the number of classes {g, g⁻¹} of elements other than 1. A cover of K elements has
// K(K-1)/2 pairs, each with the quotients of one class, so the number of classes is at most that.
func (s *Space) Classes() int { return s.classes }

// Cyclic returns Z_n, whose rows are windows of one. It panics unless 1 <= n <= 2·MaxClasses+1.
func Cyclic(n int) *Space {
	if n < 1 || n/2 > MaxClasses {
		panic("covers: a modulus out of range")
	}
	s := &Space{n: n, classes: n / 2, involution: make([]bool, n/2+1)}
	class, residue := make([]mask, 2*n), make([]int32, 2*n)
	for i := range class {
		if d := i % n; d != 0 {
			class[i] = maskOf(min(d, n-d))
		}
		residue[i] = int32(i % n)
	}
	for x := range n {
		s.class, s.quotient = append(s.class, class[n-x:2*n-x]), append(s.quotient, residue[n-x:2*n-x])
	}
	for d := range n/2 + 1 {
		s.partner = append(s.partner, residue[d:d+n])
		s.involution[d] = d > 0 && 2*d == n
	}
	generated := make([]bool, n)
	generated[1%n] = true
	for u := 2; u < n; u++ {
		if generated[u] || gf.GCD(u, n) != 1 {
			continue
		}
		image := make([]int32, n)
		for x := range image {
			image[x] = int32(u * x % n)
		}
		s.symmetries = append(s.symmetries, image)
		for more := true; more; {
			more = false
			for x := range n {
				if y := u * x % n; generated[x] && !generated[y] {
					generated[y], more = true, true
				}
			}
		}
	}
	return s.counted()
}

// Of returns the space of a group; false if it has more than MaxClasses classes.
//
// Cost: n² words, and that of groups.Automorphisms.
func Of(g *groups.Group) (*Space, bool) {
	n := g.Order()
	s := &Space{n: n, involution: []bool{false}, partner: [][]int32{make([]int32, n)}}
	number := make([]int, n)
	for a := 1; a < n; a++ {
		if number[a] != 0 {
			continue
		}
		s.classes++
		if s.classes > MaxClasses {
			return nil, false
		}
		number[a], number[g.Inv(a)] = s.classes, s.classes
		s.involution = append(s.involution, g.Inv(a) == a)
		row := make([]int32, n)
		for x := range row {
			row[x] = int32(g.Mul(a, x))
		}
		s.partner = append(s.partner, row)
	}
	for x := range n {
		class, quotient := make([]mask, n), make([]int32, n)
		for y := range n {
			q := g.Mul(y, g.Inv(x))
			quotient[y] = int32(q)
			if q != 0 {
				class[y] = maskOf(number[q])
			}
		}
		s.class, s.quotient = append(s.class, class), append(s.quotient, quotient)
	}
	for _, f := range g.Automorphisms().Generators() {
		image := make([]int32, n)
		for x, y := range f {
			image[x] = int32(y)
		}
		s.symmetries = append(s.symmetries, image)
	}
	return s.counted(), true
}

func (s *Space) counted() *Space {
	for d := 1; d <= s.classes; d++ {
		m := maskOf(d)
		s.all.a |= m.a
		s.all.b |= m.b
	}
	return s
}

// triple returns the place of {1, a, b, c} in a list of bits.
func (s *Space) triple(a, b, c int) int { return (a*s.n+b)*s.n + c }

// orbit calls visit for the sets {1, a, b, c}, a < b < c, of an orbit under the symmetries, except
// those marked in seen and their successors. It marks the sets that it visits.
func (s *Space) orbit(seen []uint64, set [3]int, visit func(a, b, c int)) {
	queue := [][3]int32{}
	take := func(a, b, c int32) {
		a, b = min(a, b), max(a, b)
		b, c = min(b, c), max(b, c)
		a, b = min(a, b), max(a, b)
		if i := s.triple(int(a), int(b), int(c)); seen[i>>6]>>(i&63)&1 == 0 {
			seen[i>>6] |= 1 << (i & 63)
			queue = append(queue, [3]int32{a, b, c})
		}
	}
	take(int32(set[0]), int32(set[1]), int32(set[2]))
	for len(queue) > 0 {
		t := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		visit(int(t[0]), int(t[1]), int(t[2]))
		for _, f := range s.symmetries {
			take(f[t[0]], f[t[1]], f[t[2]])
		}
		for i, x := range t { // the translate that takes x to 1
			q := s.quotient[x]
			take(q[0], q[t[(i+1)%3]], q[t[(i+2)%3]])
		}
	}
}

// few returns the first cover of at most k < 4 elements, or nil if there is none.
func (s *Space) few(k int) []int {
	covers := func(set ...int) bool {
		left := s.all
		for i, x := range set {
			for _, y := range set[:i] {
				left = left.without(s.class[x][y])
			}
		}
		return left.empty()
	}
	if covers() {
		return []int{0}
	}
	for a := 1; a < s.n && k >= 2; a++ {
		if covers(0, a) {
			return []int{0, a}
		}
	}
	for a := 1; a < s.n && k >= 3; a++ {
		for b := a + 1; b < s.n; b++ {
			if covers(0, a, b) {
				return []int{0, a, b}
			}
		}
	}
	return nil
}
