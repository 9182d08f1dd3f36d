package cyclic

import (
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/planes"
)

// Constructed returns a difference cover of Z_n, ascending from 0, and the words that
// say how it is made: the smallest of these, the first of equals, without residues that it
// does not need:
//
//   - Singer's difference set (planes.SingerSet), if n = q²+q+1 and q is 1 or a prime power:
//     q+1 residues, which counting shows to be least;
//   - the marks of a ruler of length L >= (n-1)/2 that measures every length 1..L, for then
//     they are the differences d and -d: Wichmann's (see cyclicRuler), some √(3n/2) marks
//     (Colbourn and Ling 2000, from Wichmann 1963);
//   - {s + vb mod n: s in S, b in B} for Singer's set S modulo v = q²+q+1 and the marks B of
//     a ruler of length L that measures every length, if 2vL - 1 >= n: a length jv + t, 0 <=
//     t < v and j < L, is s-s' + v(b-b') for s, s' with s-s' = t, where b-b' = j is wanted, or
//     s-s' = t-v, where b-b' = j+1 is. Some √(4n/3) residues (after Leech 1956);
//   - {x + ay mod n: x in A, y in B} for covers A of Z_a and B of Z_{n/a}: a residue d is
//     x-x' modulo a for some x and x', and (d-(x-x'))/a is y-y' modulo n/a.
//
// Cost: O(n + K²), and what planes.SingerSet takes for an order of at most √n. It panics if
// n < 1.
func Constructed(n int) (cover []int, by string) {
	plan := plans{}.of(n)
	cover = plan.build()
	for i := range cover {
		cover[i] %= n
	}
	slices.Sort(cover)
	cover = slices.Compact(cover)
	if n <= thinned {
		cover = needed(n, cover)
	}
	return cover, plan.by
}

// thinned is the largest n for which a constructed cover is thinned out: beyond, that
// takes seconds and rarely saves a residue.
const thinned = 1 << 20

// plan is a cover that can be built: how many residues it has at most, modulo n
// after build.
type plan struct {
	size  int
	by    string
	build func() []int
}

// plans keeps the plans for divisors.
type plans map[int]plan

func (c plans) of(n int) plan {
	if plan, ok := c[n]; ok {
		return plan
	}
	best := rulerPlan(n)
	consider := func(plan plan) {
		if plan.size < best.size {
			best = plan
		}
	}
	if q, ok := bounds.OrderOfPoints(n); ok && bounds.PlaneOrder(q).Exists() {
		best = plan{q + 1, fmt.Sprintf("Singer's difference set of order %d", q), func() []int { return singer(q) }}
	} else {
		// Rulers of more marks give no smaller covers than these at any size.
		for s := range 6 {
			consider(singerRulerPlan(n, ruler(0, s)))
		}
		for a := 2; a*a <= n; a++ {
			if n%a == 0 {
				consider(c.product(a, n/a))
			}
		}
	}
	c[n] = best
	return best
}

func rulerPlan(n int) plan {
	r, s := wichmann(n / 2)
	marks := ruler(r, s)
	return plan{len(marks), fmt.Sprintf("the marks of a ruler of length %d", marks[len(marks)-1]), func() []int { return marks }}
}

func singerRulerPlan(n int, marks []int) plan {
	q := 1
	for 2*bounds.PlanePoints(q)*marks[len(marks)-1]-1 < n {
		q = bounds.PlaneOrderAtLeast(q + 1)
	}
	by := fmt.Sprintf("Singer's difference set of order %d at the %d marks of a ruler", q, len(marks))
	return plan{(q + 1) * len(marks), by, func() []int {
		var cover []int
		for _, x := range singer(q) {
			for _, b := range marks {
				cover = append(cover, x+bounds.PlanePoints(q)*b)
			}
		}
		return cover
	}}
}

func (c plans) product(a, m int) plan {
	one, two := c.of(a), c.of(m)
	return plan{one.size * two.size, fmt.Sprintf("the product of covers modulo %d and %d", a, m), func() []int {
		var cover []int
		for _, x := range one.build() {
			for _, y := range two.build() {
				cover = append(cover, x+a*y)
			}
		}
		return cover
	}}
}

// singer returns Singer's difference set of order q, 1 or a prime power.
func singer(q int) []int {
	cover, err := planes.SingerSet(q)
	if err != nil {
		panic(err) // q is such an order
	}
	return translated(q*q+q+1, cover)
}

// translated returns the translate that contains 0, least first.
func translated(n int, cover []int) []int {
	least := slices.Min(cover)
	shifted := make([]int, len(cover))
	for i, x := range cover {
		shifted[i] = (x - least + n) % n
	}
	slices.Sort(shifted)
	return shifted
}

// ruler returns the marks of Wichmann's ruler W(r, s), whose gaps are 1 r times, r+1,
// 2r+1 r times, 4r+3 s times, 2r+2 r+1 times, 1 r times: it measures every length up to its
// own (B. Wichmann, J. London Math. Soc. 38, 1963). For r < 0 it returns {0} and {0, 1}, for
// s = 0 and 1.
func ruler(r, s int) []int {
	if r < 0 {
		return []int{0, 1}[:s+1]
	}
	marks := []int{0}
	for _, gaps := range [...][2]int{{1, r}, {r + 1, 1}, {2*r + 1, r}, {4*r + 3, s}, {2*r + 2, r + 1}, {1, r}} {
		for range gaps[1] {
			marks = append(marks, marks[len(marks)-1]+gaps[0])
		}
	}
	return marks
}

// wichmann returns the r and s of a ruler of the fewest marks with at least a length.
func wichmann(length int) (r, s int) {
	if length <= 1 {
		return -1, length
	}
	fewest := -1
	for try := 0; ; try++ {
		// The length is 4r(r+s+2) + 3(s+1); where s = 0 is enough, a greater r is no use.
		need := max(0, (length-4*try*(try+2)-3+4*try+2)/(4*try+3))
		if marks := 4*try + need + 3; fewest < 0 || marks < fewest {
			r, s, fewest = try, need, marks
		}
		if need == 0 {
			return r, s
		}
	}
}

// needed leaves out residues, the largest first, as long as the rest is a cover.
func needed(n int, cover []int) (kept []int) {
	p := filled(n, 1, cover)
	for i, x := range slices.Backward(cover) {
		if p.drop(int32(x)); i == 0 || p.lack > 0 {
			p.put(int32(x))
			kept = append(kept, x)
		}
	}
	slices.Reverse(kept)
	return kept
}
