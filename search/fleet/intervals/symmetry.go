package intervals

import (
	"slices"

	"coterie/internal/solve/sets"
)

// mostSymmetries bounds the group that is used: any subgroup is as right.
const mostSymmetries = 5040

// symmetries is a group of permutations of the nodes that leave every figure as it is. A
// permutation takes a function to another one of the same value.
type symmetries struct {
	p     *problem
	perms [][]uint32          // the images of all sets under each but the identity
	seen  map[string]struct{} // the intervals that were taken, but for symmetry
}

func newSymmetries(p *problem) *symmetries {
	s := &symmetries{p: p, seen: map[string]struct{}{}}
	may := s.alike
	if p.n > 7 {
		may = s.exchanges()
	}
	image := make([]int, p.n)
	var place func(i int, used uint32) // tries images of node i and those after it
	place = func(i int, used uint32) {
		if i == p.n {
			s.keep(image)
			return
		}
		for j := range p.n {
			if used>>j&1 == 0 && may(i, j) {
				image[i] = j
				place(i+1, used|1<<j)
			}
		}
	}
	place(0, 0)
	return s
}

// alike says whether asking node i costs what asking node j does.
func (s *symmetries) alike(i, j int) bool {
	p := s.p
	for _, row := range p.coef {
		if row[i].Cmp(row[j]) != 0 {
			return false
		}
	}
	for _, at := range p.places {
		if at.means != nil && !at.means.client.Latency[i].Equal(at.means.client.Latency[j]) {
			return false
		}
		for _, near := range at.near {
			if near>>i&1 != near>>j&1 {
				return false
			}
		}
	}
	return true
}

// keep adds a permutation unless it is the identity or moves a set to one of another probability.
func (s *symmetries) keep(image []int) {
	table := make([]uint32, s.p.all+1)
	moves := false
	for i, j := range image {
		moves = moves || i != j
		table[1<<i] = 1 << j
	}
	if !moves || len(s.perms) >= mostSymmetries {
		return
	}
	for x := uint32(1); x <= s.p.all; x++ {
		table[x] = table[x&-x] | table[x&(x-1)]
		if w := s.p.sets; w != nil && w.exact[x].Cmp(w.exact[table[x]]) != 0 {
			return
		}
	}
	s.perms = append(s.perms, table)
}

// exchanges says which node may be the image of which: nodes of one class, any two of which may be
// exchanged, as many of them as there is room for.
func (s *symmetries) exchanges() func(i, j int) bool {
	n := s.p.n
	class := sets.Identity(n)
	for i := range n {
		for j := range i {
			if class[j] == j && s.alike(i, j) && s.exchange(i, j) {
				class[i] = j
				break
			}
		}
	}
	size, room := 1, make([]bool, n)
	members := make([]int, n)
	for i, c := range class {
		members[c]++
		if size*members[c] <= mostSymmetries/8 {
			size *= members[c]
			room[i] = true
		} else {
			members[c]--
		}
	}
	return func(i, j int) bool { return i == j || class[i] == class[j] && room[i] && room[j] }
}

// exchange says whether exchanging two nodes leaves all probabilities as they are.
func (s *symmetries) exchange(i, j int) bool {
	w := s.p.sets
	if w == nil {
		return true
	}
	for x := range s.p.all + 1 {
		y := x&^(1<<i|1<<j) | x>>i&1<<j | x>>j&1<<i
		if w.exact[x].Cmp(w.exact[y]) != 0 {
			return false
		}
	}
	return true
}

// orbit returns the images of a set under the symmetries that keep an interval, the set first.
func (s *symmetries) orbit(iv interval, set uint32) []uint32 {
	list := []uint32{set}
	if len(s.perms) == 0 {
		return list
	}
	lo, hi := sets.AppendMinimal[uint32](nil, iv.lo), sets.AppendMinimal[uint32](nil, iv.hi)
	for _, perm := range s.perms {
		image := perm[set]
		if !slices.Contains(list, image) && keeps(perm, lo, iv.lo) && keeps(perm, hi, iv.hi) {
			list = append(list, image)
		}
	}
	return list
}

// keeps says whether a permutation takes a function to itself: its minimal sets to sets of it, of
// which as many are minimal.
func keeps(perm []uint32, least []uint32, t sets.Table) bool {
	return !slices.ContainsFunc(least, func(m uint32) bool { return !t.Has(int(perm[m])) })
}

// before says whether an image of the interval was here before, and remembers it. Without
// symmetries no interval comes again.
func (s *symmetries) before(iv interval) bool {
	if len(s.perms) == 0 || s.p.n > 7 {
		return false
	}
	lo, hi := sets.AppendMinimal[uint32](nil, iv.lo), sets.AppendMinimal[uint32](nil, iv.hi)
	best := key(lo, hi, nil)
	for _, perm := range s.perms {
		if k := key(lo, hi, perm); slices.Compare(k, best) < 0 {
			best = k
		}
	}
	bytes := make([]byte, 0, len(best))
	for _, m := range best {
		bytes = append(bytes, byte(m))
	}
	text := string(bytes)
	if _, ok := s.seen[text]; ok {
		return true
	}
	s.seen[text] = struct{}{}
	return false
}

// key lists the images of the minimal sets of two functions in order.
func key(lo, hi []uint32, perm []uint32) []uint32 {
	list := make([]uint32, 0, len(lo)+len(hi)+1)
	for _, m := range lo {
		list = append(list, at(perm, m))
	}
	slices.Sort(list)
	list = append(list, 0)
	cut := len(list)
	for _, m := range hi {
		list = append(list, at(perm, m))
	}
	slices.Sort(list[cut:])
	return list
}

func at(perm []uint32, m uint32) uint32 {
	if perm == nil {
		return m
	}
	return perm[m]
}
