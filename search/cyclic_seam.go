package search

import (
	"context"

	"coterie/planes"
)

// cyclicCover looks for k residues of Z_n, 0 among them, whose differences are all of Z_n. It
// branches on the least residue that is no difference yet. The answer is decided unless ctx ends.
func cyclicCover(ctx context.Context, n, k, _ int) (cover []int, decided bool) {
	steps := 0
	var extend func(d []int, covered []bool, open int) []int
	extend = func(d []int, covered []bool, open int) []int {
		steps++
		if steps%1024 == 0 && ctx.Err() != nil {
			return nil
		}
		if open == 0 {
			for x := 0; len(d) < k && x < n; x++ {
				if next := append(d[:len(d):len(d)], x); !contains(d, x) {
					d = next
				}
			}
			return d
		}
		rest := k - len(d)
		gain := 0
		for i := range rest {
			gain += 2 * (len(d) + i)
		}
		if open > gain {
			return nil
		}
		target := 1
		for covered[target] {
			target++
		}
		try := func(xs ...int) []int {
			next := append(d[:len(d):len(d)], xs...)
			if len(next) > k {
				return nil
			}
			cov := append([]bool(nil), covered...)
			left := open
			for _, a := range next {
				for _, b := range next {
					if e := (a - b + n) % n; !cov[e] {
						cov[e] = true
						left--
					}
				}
			}
			return extend(next, cov, left)
		}
		for _, a := range d {
			for _, x := range []int{(a + target) % n, (a - target + n) % n} {
				if found := try(x); found != nil {
					return found
				}
			}
		}
		for x := range n {
			y := (x + target) % n
			if !contains(d, x) && !contains(d, y) {
				if found := try(x, y); found != nil {
					return found
				}
			}
		}
		return nil
	}
	covered := make([]bool, n)
	covered[0] = true
	cover = extend([]int{0}, covered, n-1)
	if cover != nil {
		if _, ok := planes.IsDifferenceCover(n, cover); !ok {
			panic("search: a cover that is none")
		}
		return cover, true
	}
	return nil, ctx.Err() == nil
}

func contains(d []int, x int) bool {
	for _, y := range d {
		if y == x {
			return true
		}
	}
	return false
}
