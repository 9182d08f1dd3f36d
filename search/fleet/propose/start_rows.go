package propose

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// rows are disjoint sets of nodes: one operation asks all of a row, the other one node of each. The
// nodes in no row stay unused. For the probabilities a of the rows and b of the nodes Σ a·b = 1,
// so that nothing is lost to reads and writes that meet more than once. Where f nodes may stay
// silent, all but f of a row are a quorum, and so are f+1 of each: all of a row are asked, or 2f+1
// of each, and Σ a·b = 2f+1, which is least, too.
type rows struct {
	v     *view
	whole int // the operation that asks whole rows
	of    []int
	count int
	each  [2][]float64 // by operation and node: what one request a node adds to its load, at the mean share
	best  float64      // the score, once annealed
}

// newRows puts like nodes in one row, the rows one after the other.
func (v *view) newRows(whole, count int, rng *rand.Rand) *rows {
	s := &rows{v: v, whole: whole, of: make([]int, v.n), count: count}
	for op := range s.each {
		s.each[op] = make([]float64, v.n)
		for _, g := range v.groups {
			if g.op != op {
				continue
			}
			for j, k := range g.shares {
				for i := range v.n {
					s.each[op][i] += float64(v.weights[k] * g.busy[j][i])
				}
			}
		}
	}
	order := rng.Perm(v.n)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.each[whole][a], s.each[whole][b]) })
	for at, i := range order {
		s.of[i] = at * count / v.n
	}
	return s
}

// anneal looks for the best partition into rows: by load at the mean share of reads, and such that
// what has to survive survives.
func (s *rows) anneal(steps int, rng *rand.Rand) {
	v, count := s.v, s.count
	s.best = s.score()
	current := s.best
	kept := slices.Clone(s.of)
	heat := 0.03
	for step := range steps {
		i := rng.IntN(v.n)
		j := rng.IntN(v.n)
		was, other := s.of[i], s.of[j]
		if rng.IntN(3) == 0 {
			s.of[i] = rng.IntN(count+1) - 1
			j = i
			other = s.of[i]
		} else {
			s.of[i], s.of[j] = other, was
		}
		if s.of[i] == was {
			continue
		}
		next := s.score()
		cool := heat * (1 - float64(step)/float64(steps))
		if next <= current || rng.Float64() < math.Exp((current-next)/(float64(current*cool)+1e-12)) {
			current = next
			if current < s.best-1e-12 {
				s.best = current
				copy(kept, s.of)
			}
			continue
		}
		s.of[j], s.of[i] = other, was
	}
	copy(s.of, kept)
}

// masks returns the nodes of each row.
func (s *rows) masks() []uint64 {
	m := make([]uint64, s.count)
	for i, row := range s.of {
		if row >= 0 {
			m[row] |= 1 << i
		}
	}
	return m
}

// score is the load, and a penalty for what does not survive.
func (s *rows) score() float64 {
	masks := s.masks()
	broken := 0.0
	if slices.Contains(masks, 0) {
		return 1e6
	}
	for _, down := range s.v.failures {
		live := 0
		for _, m := range masks {
			if bits.OnesCount64(m&down) <= s.v.silent {
				live++
			}
			if bits.OnesCount64(m&^down) <= s.v.silent {
				broken++ // too few nodes of this row are left to write to
			}
		}
		if live == 0 {
			broken++
		}
	}
	if len(s.v.failures) > 0 {
		broken /= float64(len(s.v.failures))
	}
	// The least load L with Σ a_row(L) >= 1, where a row may be asked a times as often as leaves
	// its nodes room for what a request of the other kind asks.
	low, high := 0.0, 0.0
	for i := range s.v.n {
		high = math.Max(high, s.each[0][i]+s.each[1][i])
	}
	for range 24 {
		load := (low + high) / 2
		sum := 0.0
		for _, m := range masks {
			if sum += s.often(m, load); sum >= 1 {
				break
			}
		}
		if sum >= 1 {
			high = load
		} else {
			low = load
		}
	}
	return high * (1 + float64(20*broken))
}

// often is how often a row may be asked: the greatest a <= 1 with Σ min(1, (L - a·x_i)/y_i) >= 1,
// or 2f+1, over its nodes, and a·x_i <= L, where x and y are what a request of either kind adds.
func (s *rows) often(row uint64, load float64) float64 {
	x, y := s.each[s.whole], s.each[1-s.whole]
	enough := float64(1 + 2*s.v.silent)
	low, high := 0.0, 1.0
	room := 0.0
	for i := range sets.Ones(row) {
		if x[i] > 0 {
			high = math.Min(high, load/x[i])
		}
		if y[i] > 0 {
			room += load / y[i]
		} else {
			room += enough
		}
	}
	if room < enough {
		return 0
	}
	for range 16 {
		a, sum := (low+high)/2, 0.0
		for i := range sets.Ones(row) {
			left := load - float64(a*x[i])
			switch {
			case left <= 0 && y[i] > 0:
			case y[i] <= left:
				sum++
			default:
				sum += left / y[i]
			}
		}
		if sum >= enough {
			low = a
		} else {
			high = a
		}
	}
	return low
}

// formula is what holds on the sets that contain a read.
func (s *rows) formula() quorum.Formula {
	var parts []quorum.Formula
	for _, m := range s.masks() {
		parts = append(parts, allBut(m, s.v.silent))
	}
	f := quorum.Or(parts...).Over(s.v.n)
	if s.whole == writes {
		f = f.Dual()
	}
	return f
}

// all is the formula that asks for all nodes of a set.
func all(set uint64) quorum.Formula { return allBut(set, 0) }

// allBut is the formula that asks for all nodes of a set but a few.
func allBut(set uint64, few int) quorum.Formula {
	var leaves []quorum.Formula
	for i := range sets.Ones(set) {
		leaves = append(leaves, quorum.Leaf(i))
	}
	return quorum.Choose(max(1, len(leaves)-few), leaves...)
}
