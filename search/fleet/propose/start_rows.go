package propose

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"coterie/fleet"
	"coterie/quorum"
)

// rows are disjoint rows of disjoint cells, each of nodes that nothing tells apart: one operation
// asks a node of each cell of a row, the other one all of a cell in each row. The nodes in no row
// stay unused. For the probabilities a and b of the nodes Σ a·b = 1, so that nothing is lost to
// reads and writes that meet more than once. Where f nodes may stay silent, all but f cells of a
// row are a quorum, and so are f+1 of each: all of a row are asked, or 2f+1 of each, and Σ a·b =
// 2f+1, which is least, too.
type rows struct {
	v     *view
	whole int // the operation that asks whole rows
	count int
	kinds [][]int   // the nodes, by what tells them apart
	of    []portion // by row and kind; after the rows one of the nodes in no row
	// enough is how many cells of a row a request of the other kind asks.
	enough float64
	each   [2][]float64 // by operation and kind: what one request a node adds to its load, at the mean share
	best   float64      // the score, once annealed
}

// portion is the nodes of a kind in a row, in so many cells of sizes that differ by at most 1.
type portion struct{ nodes, cells int }

// cells is so many cells of one size.
type cells struct{ kind, size, count int }

// hardly is the load of a node that is not to be asked, where others are about 1.
const hardly = 1e4

// newRows puts like nodes in one row, the rows one after the other, each node in a cell of its own.
// Nodes that answer later than by some time in the mean are there to survive alone.
func (v *view) newRows(whole, count int, late float64, rng *rand.Rand) *rows {
	s := &rows{v: v, whole: whole, count: count, enough: float64(1 + 2*v.silent)}
	for i := range v.f.Nodes {
		at := slices.IndexFunc(s.kinds, func(of []int) bool { return v.f.Alike(of[0], i) })
		if at < 0 {
			at = len(s.kinds)
			s.kinds = append(s.kinds, nil)
		}
		s.kinds[at] = append(s.kinds[at], i)
	}
	for op := range s.each {
		s.each[op] = make([]float64, len(s.kinds))
		for t, of := range s.kinds {
			if v.answers(of[0]) > late {
				s.each[op][t] = hardly
			}
		}
		for _, g := range v.groups {
			if g.op != op {
				continue
			}
			for j, k := range g.shares {
				for t, of := range s.kinds {
					s.each[op][t] += float64(v.weights[k] * g.busy[j][of[0]])
				}
			}
		}
	}
	order := rng.Perm(len(s.kinds))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.each[whole][a], s.each[whole][b]) })
	s.of = make([]portion, (count+1)*len(s.kinds))
	at := 0
	for _, kind := range order {
		for range s.kinds[kind] {
			p := &s.of[at*count/v.n*len(s.kinds)+kind]
			p.nodes++
			p.cells++
			at++
		}
	}
	return s
}

// anneal looks for the best rows: by load at the mean share of reads, and such that what has to
// survive survives.
func (s *rows) anneal(steps int, rng *rand.Rand) {
	s.best = s.score(math.Inf(1))
	current := s.best
	kept, was := slices.Clone(s.of), slices.Clone(s.of)
	heat := 0.03
	for step := range steps {
		for slices.Equal(s.of, was) {
			s.move(rng)
		}
		cool := heat * (1 - float64(step)/float64(steps))
		next := s.score(current * (1 + float64(cool*rng.ExpFloat64())))
		if math.IsInf(next, 1) {
			copy(s.of, was)
			continue
		}
		current = next
		copy(was, s.of)
		if current < s.best-1e-12 {
			s.best = current
			copy(kept, s.of)
		}
	}
	copy(s.of, kept)
}

// move changes the rows at random: how many cells a part has, where some nodes of a kind are, or
// of two kinds.
func (s *rows) move(rng *rand.Rand) {
	kinds := len(s.kinds)
	from, to := rng.IntN(s.count+1), rng.IntN(s.count+1)
	shift := func(from, to, kind int) {
		p, q := &s.of[from*kinds+kind], &s.of[to*kinds+kind]
		if p.nodes == 0 || p == q {
			return
		}
		nodes := 1
		if rng.IntN(2) == 0 { // a whole cell
			nodes = p.nodes / p.cells
			p.cells--
			q.cells++
		}
		p.nodes -= nodes
		q.nodes += nodes
		p.cells, q.cells = min(p.nodes, max(1, p.cells)), max(1, q.cells)
	}
	switch rng.IntN(3) {
	case 0:
		p := &s.of[from*kinds+rng.IntN(kinds)]
		p.cells = min(p.nodes, max(1, p.cells+2*rng.IntN(2)-1))
	case 1:
		shift(from, to, rng.IntN(kinds))
	default:
		shift(from, to, rng.IntN(kinds))
		shift(to, from, rng.IntN(kinds))
	}
}

// cells lists the cells of each row, the smallest of a kind first.
func (s *rows) cells() [][]cells {
	of := make([][]cells, s.count)
	for i, p := range s.of[:s.count*len(s.kinds)] {
		if p.nodes > 0 {
			row, kind := i/len(s.kinds), i%len(s.kinds)
			size, larger := p.nodes/p.cells, p.nodes%p.cells
			of[row] = append(of[row], cells{kind, size, p.cells - larger})
			if larger > 0 {
				of[row] = append(of[row], cells{kind, size + 1, larger})
			}
		}
	}
	return of
}

// score is the load, and a penalty for what does not survive; infinite where it is above most.
func (s *rows) score(most float64) float64 {
	of := s.cells()
	price := 1 + float64(20*s.broken(of))
	if slices.ContainsFunc(of, func(row []cells) bool { return row == nil }) {
		price = 1e6
	}
	// The least load L with Σ a_row(L) >= 1, where a row may be asked a times as often as leaves
	// its nodes room for what a request of the other kind asks.
	fits := func(load float64) bool {
		for _, row := range of {
			if sum, _ := s.room(row, load, 0); sum < s.enough {
				return false
			}
		}
		sum := 0.0
		for _, row := range of {
			if sum += s.often(row, load); sum >= 1 {
				return true
			}
		}
		return false
	}
	low, high := 1e-9, 0.0
	for kind := range s.kinds {
		high = math.Max(high, s.each[0][kind]+s.each[1][kind])
	}
	if high > most/price {
		if high = most / price; !fits(high) {
			return math.Inf(1)
		}
	}
	for range 24 {
		if load := math.Sqrt(low * high); fits(load) {
			high = load
		} else {
			low = load
		}
	}
	return high * price
}

// broken says how far the rows are from what has to survive, as shares of the nodes that may be
// down, and from a node that stores data in each quorum. Of several zones, those are taken to be
// down that leave the least, one after the other.
func (s *rows) broken(of [][]cells) (broken float64) {
	want := s.v.f.Require
	down, witnesses := make([]bool, len(s.v.f.Zones)), false
	gone := func(c cells) bool {
		node := &s.v.f.Nodes[s.kinds[c.kind][0]]
		return witnesses && node.Witness || node.Zone != fleet.NoZone && down[node.Zone]
	}
	worst := func(least int, left func() int) {
		clear(down)
		rest := left()
		for range min(want.SurviveZones, len(down)) {
			next := -1
			for z := range down {
				if down[z] {
					continue
				}
				down[z] = true
				if x := left(); next < 0 || x < rest {
					next, rest = z, x
				}
				down[z] = false
			}
			down[next] = true
		}
		broken += float64(max(0, least+want.SurviveNodes-rest)) / float64(want.SurviveNodes+1)
		clear(down)
		witnesses = true
		broken += float64(max(0, least-left())) / float64(want.SurviveNodes+1)
		witnesses = false
	}
	for _, row := range of { // cells that are whole, for those who ask one of each
		worst(s.v.silent+1, func() (whole int) {
			for _, c := range row {
				if !gone(c) {
					whole += c.count
				}
			}
			return whole
		})
	}
	worst(1, func() (kill int) { // nodes without which no row is left
		for _, row := range of {
			spare, sum := s.v.silent+1, 0
			for _, c := range row {
				if gone(c) {
					spare -= c.count
				}
			}
			for size := 1; spare > 0 && size <= s.v.n; size++ {
				for _, c := range row {
					if c.size == size && !gone(c) {
						sum += size * max(0, min(spare, c.count))
						spare -= c.count
					}
				}
			}
			kill += sum
		}
		return kill
	})
	return broken
}

// room is Σ min(1, (L - a·x_i)/y_i) over the cells of a row, where x and y are what a request of
// either kind adds: how many of them a request of the other kind may ask, if a is asked for the
// row, and how much less for each that the row is asked more.
func (s *rows) room(row []cells, load, often float64) (sum, slope float64) {
	x, y := s.each[s.whole], s.each[1-s.whole]
	for _, c := range row {
		each := x[c.kind] / float64(c.size)
		if left := load - float64(often*each); left >= y[c.kind] || y[c.kind] == 0 {
			sum += float64(c.count)
		} else {
			sum += float64(c.count) * left / y[c.kind]
			slope += float64(c.count) * each / y[c.kind]
		}
	}
	return sum, slope
}

// often is how often a row with room may be asked: the greatest a <= 1 that leaves room for one of
// its cells, or 2f+1, and a·x_i <= L. The room is concave in a, so that steps along its slope end
// there.
func (s *rows) often(row []cells, load float64) float64 {
	a := 1.0
	for _, c := range row {
		if x := s.each[s.whole][c.kind] / float64(c.size); float64(a*x) > load {
			a = load / x
		}
	}
	for {
		sum, slope := s.room(row, load, a)
		if sum >= s.enough-1e-9 {
			return math.Max(0, a)
		}
		a -= (s.enough - sum) / slope
	}
}

// formula is what holds on the sets that contain a read.
func (s *rows) formula() quorum.Formula {
	taken := make([]int, len(s.kinds))
	var whole []quorum.Formula
	for _, row := range s.cells() {
		var parts []quorum.Formula
		for _, c := range row {
			for range c.count {
				nodes := s.kinds[c.kind][taken[c.kind]:][:c.size]
				taken[c.kind] += c.size
				parts = append(parts, quorum.Or(s.v.leaves(nodes)...))
			}
		}
		whole = append(whole, quorum.Choose(max(1, len(parts)-s.v.silent), parts...))
	}
	f := quorum.Or(whole...).Over(s.v.n)
	if s.whole == writes {
		f = f.Dual()
	}
	return f
}
