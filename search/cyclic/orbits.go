package cyclic

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"coterie/gf"
)

// orbits are the residues modulo n under multiplication by a group of units without -1, and their
// differences under the group and -1. The differences of a union of orbits are a union of classes.
type orbits struct {
	n       int
	group   []int     // ascending from 1
	of      []int32   // by residue: its orbit
	members [][]int32 // by orbit: its residues; their number divides that of the group
	bySize  [][]int32 // by size: the orbits
	class   []int32   // by n+x-y for residues x and y: the class of their difference; -1 of 0
	rep     []int32   // by class: a difference
	weight  []int     // by class: the number of differences
}

func orbitsUnder(n int, group []int) *orbits {
	o := &orbits{n: n, group: group, of: slices.Repeat([]int32{-1}, n), class: slices.Repeat([]int32{-1}, 2*n), bySize: make([][]int32, len(group)+1)}
	residues := make([]int32, 0, n)
	for x := range n {
		if o.of[x] >= 0 {
			continue
		}
		id, class := int32(len(o.members)), int32(len(o.weight))
		first, weight := len(residues), 0
		for _, u := range group {
			y := u * x % n
			if o.of[y] < 0 {
				o.of[y], residues = id, append(residues, int32(y))
			}
			for _, d := range [2]int{y, n - y} {
				if x > 0 && o.class[d] < 0 {
					o.class[d], o.class[n+d] = class, class
					weight++
				}
			}
		}
		orbit := residues[first:]
		o.members, o.bySize[len(orbit)] = append(o.members, orbit), append(o.bySize[len(orbit)], id)
		if weight > 0 {
			o.rep, o.weight = append(o.rep, int32(x)), append(o.weight, weight)
		}
	}
	return o
}

// hope returns the logarithm of the number of covers of k residues that are to be expected among
// the unions of orbits, if the differences of a union were independent of each other.
func (o *orbits) hope(k int) float64 {
	choose := func(n, k int) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		return a - b - c
	}
	h := len(o.group)
	full := min(k/h, len(o.bySize[h]))
	hope := choose(len(o.bySize[h]), full)
	if k -= full * h; k > 0 {
		hope += math.Log(float64(len(o.members) - len(o.bySize[h]) + 1))
	}
	k += full * h
	pairs := float64(k*(k-1)) / float64(2*h)
	for _, weight := range o.weight {
		hope += math.Log1p(-math.Exp(-pairs * float64(weight) / float64(o.n)))
	}
	return hope
}

// groups returns the groups of at most so many units modulo n that do not hold -1: first the
// trivial one, then those of one generator, then some of more.
func groups(n, most int) [][]int {
	list, seen := [][]int{{1}}, map[string]bool{}
	in := make([]int, n) // by residue: the number of the last group that holds it
	tried := 0
	for i := 0; i < len(list) && len(list) < mostGroups; i++ {
		base := list[i]
		for u := 2; u < n-1; u++ {
			if gf.GCD(u, n) != 1 || slices.Contains(base, u) {
				continue
			}
			tried++
			group := slices.Clone(base)
			for _, x := range base {
				in[x] = tried
			}
			// The group is abelian: it holds the products of base by the powers of u.
			for power := u; in[power] != tried && len(group) <= most; power = power * u % n {
				for _, x := range base {
					group = append(group, x*power%n)
					in[x*power%n] = tried
				}
			}
			if in[n-1] == tried || len(group) > most {
				continue
			}
			slices.Sort(group)
			if key := fmt.Sprint(group); !seen[key] {
				seen[key], list = true, append(list, group)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	return list
}

const mostGroups = 64
