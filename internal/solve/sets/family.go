package sets

import "iter"

// word is an integer type that holds a mask.
type word interface {
	~int | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Minimal returns the masks of a family that contain no other one, each once, in their order.
func Minimal[M word](family []M) []M {
	var out []M
	for i, a := range family {
		keep := true
		for k, b := range family {
			if b&a == b && (b != a || k < i) {
				keep = false
			}
		}
		if keep {
			out = append(out, a)
		}
	}
	return out
}

// IsAntichain reports whether no mask of a family equals or contains another one.
func IsAntichain[M word](family []M) bool {
	for i, a := range family {
		for _, b := range family[:i] {
			if a&b == a || a&b == b {
				return false
			}
		}
	}
	return true
}

// MostDisjoint returns the greatest number of pairwise disjoint masks in a small family, by trying
// all.
func MostDisjoint[M word](family []M) int {
	var most func(from int, used M) int
	most = func(from int, used M) int {
		best := 0
		for i := from; i < len(family); i++ {
			if q := family[i]; q&used == 0 {
				best = max(best, 1+most(i+1, used|q))
			}
		}
		return best
	}
	return most(0, 0)
}

// Combinations yields the sets of k of 0, ..., n-1 in lexicographic order. It yields the same slice
// each time.
func Combinations[T ~int | ~int32](n, k int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		c := make([]T, k)
		for i := range c {
			c[i] = T(i)
		}
		for k <= n {
			if !yield(c) {
				return
			}
			i := k - 1
			for i >= 0 && int(c[i]) == n-k+i {
				i--
			}
			if i < 0 {
				return
			}
			c[i]++
			for j := i + 1; j < k; j++ {
				c[j] = c[j-1] + 1
			}
		}
	}
}
