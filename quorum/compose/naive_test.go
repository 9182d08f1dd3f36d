package compose

import (
	"slices"

	"coterie/quorum"
)

// The oracles are the definitions word by word.

func naiveMeet(a, b []int32) bool {
	for _, v := range a {
		if slices.Contains(b, v) {
			return true
		}
	}
	return false
}

func naiveSubset(a, b []int32) bool {
	for _, v := range a {
		if !slices.Contains(b, v) {
			return false
		}
	}
	return true
}

func naiveAntichain(f quorum.Family) bool {
	for i := range f.Len() {
		for j := range f.Len() {
			if i != j && naiveSubset(f.Quorum(i), f.Quorum(j)) {
				return false
			}
		}
	}
	return true
}

func naivePackings(f quorum.Family, yield func([]int)) {
	var extend func(chosen []int, from int)
	extend = func(chosen []int, from int) {
		yield(chosen)
		for i := from; i < f.Len(); i++ {
			disjoint := true
			for _, c := range chosen {
				disjoint = disjoint && !naiveMeet(f.Quorum(c), f.Quorum(i))
			}
			if disjoint {
				extend(append(slices.Clone(chosen), i), i+1)
			}
		}
	}
	extend(nil, 0)
}

func naiveKIntersection(k int, f quorum.Family) bool {
	ok := true
	naivePackings(f, func(p []int) { ok = ok && len(p) <= k })
	return ok
}

func naiveKNonIntersection(k int, f quorum.Family) bool {
	ok := true
	naivePackings(f, func(p []int) {
		if len(p) >= k {
			return
		}
		extends := false
		for i := range f.Len() {
			disjoint := true
			for _, c := range p {
				disjoint = disjoint && !naiveMeet(f.Quorum(c), f.Quorum(i))
			}
			extends = extends || disjoint
		}
		ok = ok && extends
	})
	return ok
}

// naiveDisjoint reports whether a quorum of f and one of g are disjoint.
func naiveDisjoint(f, g quorum.Family) bool {
	for _, a := range f.All() {
		for _, b := range g.All() {
			if !naiveMeet(a, b) {
				return true
			}
		}
	}
	return false
}
