package group

import (
	"context"
	"math/rand/v2"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// annealer looks for rows of points, a point being a symbol of a column, that show every kind of
// pair. Without symmetry every pair of symbols of two columns is a kind of its own; rows that stand
// for all their images under a group show a whole orbit at once, and then the orbits are the kinds.
//
// A step takes a kind that no row shows, and a row that has one of the two points, and puts the
// other one there; it is undone unless it shows no fewer kinds, or chance lets it be. With a limit
// on the points of a row the cells without one hold a blank, whose pairs are of no kind.
type annealer struct {
	rows, columns, symbols int
	orbits                 []int     // by row: for how many images under a symmetry it stands
	next                   []int32   // where the symmetry moves each point; nil without one
	moves                  [][]int32 // by row: next, as often as the row has images; nil for one that no image repeats
	limit                  int       // at most so many points in a row; 0 for one in every column
	width                  int       // places for the symbols of a column: symbols, and the blank
	kinds                  int
	kind                   []int32 // of points p and q, at p·points+q; kinds for none
	pairs                  []int32 // of each kind: p·points+q with the column of p before that of q
	first                  []int32 // where those of a kind begin in pairs
}

// maxPoints bounds the table of kinds, 4 bytes for each pair of points and as many for the pairs of
// a kind, to some 12 MB.
const maxPoints = 1200

// newAnnealer returns the annealer of a row for each orbit, under a symmetry that moves the points
// by next; without one (nil) an orbit is one row. It returns nil if there are more than maxPoints
// points.
func newAnnealer(orbits []int, columns, symbols, limit int, next []int32) *annealer {
	a := &annealer{rows: len(orbits), columns: columns, symbols: symbols, orbits: orbits, next: next, limit: limit, width: symbols}
	if limit > 0 {
		a.width++
	}
	points := columns * a.width
	if points > maxPoints {
		return nil
	}
	a.kind = slices.Repeat([]int32{-1}, points*points)
	a.first = []int32{0}
	for e := range columns {
		for i := range e * a.width * a.width {
			p, q := i/a.width, e*a.width+i%a.width
			if p%a.width == symbols || q%a.width == symbols || a.kind[p*points+q] >= 0 {
				continue
			}
			for a.kind[p*points+q] < 0 {
				a.kind[p*points+q], a.kind[q*points+p] = int32(a.kinds), int32(a.kinds)
				a.pairs = append(a.pairs, int32(min(p, q)*points+max(p, q)))
				if next != nil {
					p, q = int(next[p]), int(next[q])
				}
			}
			a.kinds++
			a.first = append(a.first, int32(len(a.pairs)))
		}
	}
	for i, k := range a.kind {
		if k < 0 {
			a.kind[i] = int32(a.kinds)
		}
	}
	if next != nil {
		order, powers := 0, [][]int32{}
		for power := next; order == 0 || !slices.IsSorted(powers[order-1]); order++ {
			powers = append(powers, power)
			power = slices.Clone(power)
			for p, q := range power {
				power[p] = next[q]
			}
		}
		for _, orbit := range orbits {
			a.moves = append(a.moves, powers[orbit-1])
		}
	}
	return a
}

// fits reports whether a row may have point q: the symmetry, as often as the row has images, must
// not move it to another point of its column.
func (a *annealer) fits(r int, q int32) bool {
	fits := true
	a.images(r, q, func(p int32) { fits = fits && (p == q || int(p)/a.width != int(q)/a.width) })
	return fits
}

// images calls do for a point of a row and the points of the row to which the symmetry moves it.
func (a *annealer) images(r int, q int32, do func(int32)) {
	do(q)
	if a.next != nil {
		for p := a.moves[r][q]; p != q; p = a.moves[r][p] {
			do(p)
		}
	}
}

// coverings is the annealer of covering arrays without symmetry; nil for one that is too large.
func coverings(n, m, d, responsibility int) *annealer {
	if responsibility >= m {
		responsibility = 0
	}
	return newAnnealer(slices.Repeat([]int{1}, n), m, d, responsibility, nil)
}

// state is the state of one round of an annealer.
type state struct {
	*annealer
	rng    *rand.Rand
	points int
	cell   []int32 // the point of a row in a column, row by row
	filled []int   // by row: points that are no blanks
	shown  []int32 // by kind: how often it is shown; large for none
	lacks  []int32 // the kinds that no row shows, in any order
	place  []int32 // of such a kind in lacks
}

// round is one start of so many steps, from rows at random. It returns whether all kinds are shown;
// the rows are then those of the state. The same seed gives the same rows on every machine: all is
// reckoned in whole numbers.
func (a *annealer) round(ctx context.Context, seed uint64, steps int) (*state, bool) {
	s := a.start(rand.New(rand.NewPCG(seed, uint64(a.rows)<<40|uint64(a.columns)<<20|uint64(a.symbols))))
	const span = 1 << 12 // steps of one temperature
	var chance [5]uint64 // of 2^16: that a step is kept which shows so many kinds less
	for step := range steps {
		if len(s.lacks) == 0 {
			return s, true
		}
		if step%span == 0 {
			if ctx.Err() != nil {
				return s, false
			}
			left, all := uint64((steps-step)/span), uint64(steps/span+1)
			chance[1] = 13_000*left*left/(all*all) + 650
			for k := 2; k < len(chance); k++ {
				chance[k] = chance[k-1] * chance[1] >> 16
			}
		}
		s.step(&chance)
	}
	return s, len(s.lacks) == 0
}

func (a *annealer) start(rng *rand.Rand) *state {
	s := &state{
		annealer: a, rng: rng, points: a.columns * a.width,
		cell: make([]int32, a.rows*a.columns), filled: make([]int, a.rows),
		shown: make([]int32, a.kinds+1), place: make([]int32, a.kinds),
	}
	s.shown[a.kinds] = 1 << 30
	for k := range a.kinds {
		if a.first[k] < a.first[k+1] { // some pair is of this kind
			s.lack(int32(k))
		}
	}
	order := sets.Identity(a.columns)
	for r := range a.rows {
		row := s.row(r)
		for c := range row {
			row[c] = int32(c*a.width + a.symbols)
		}
		fill := a.columns
		if a.limit > 0 {
			fill = a.limit
			rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		s.filled[r] = fill
		for _, c := range order[:fill] {
			if a.next != nil && int(row[c])/a.width == c { // an image
				continue
			}
			p := int32(c*a.width + rng.IntN(a.symbols))
			for !a.fits(r, p) {
				p = int32(c*a.width + rng.IntN(a.symbols))
			}
			s.images(r, p, func(p int32) { row[int(p)/a.width] = p })
		}
		for i, c := range order[:fill] {
			for _, e := range order[:i] {
				s.show(s.kind[int(row[c])*s.points+int(row[e])])
			}
		}
	}
	return s
}

func (s *state) row(r int) []int32 { return s.cell[r*s.columns : (r+1)*s.columns] }

func (s *state) lack(k int32) {
	s.place[k] = int32(len(s.lacks))
	s.lacks = append(s.lacks, k)
}

func (s *state) show(k int32) {
	if s.shown[k]++; s.shown[k] == 1 {
		last := s.lacks[len(s.lacks)-1]
		s.lacks[s.place[k]], s.place[last] = last, s.place[k]
		s.lacks = s.lacks[:len(s.lacks)-1]
	}
}

func (s *state) hide(k int32) {
	if s.shown[k]--; s.shown[k] == 0 {
		s.lack(k)
	}
}

// put writes point q into column c of row r, and its images with it.
func (s *state) put(r, c int, q int32) {
	if s.next == nil {
		s.write(r, c, q)
		return
	}
	s.images(r, q, func(p int32) { s.write(r, int(p)/s.width, p) })
}

// write is put without images.
func (s *state) write(r, c int, q int32) {
	row := s.row(r)
	old, new := s.kind[int(row[c])*s.points:][:s.points], s.kind[int(q)*s.points:][:s.points]
	for e, p := range row {
		if e != c {
			s.hide(old[p])
			s.show(new[p])
		}
	}
	blank := int32(c*s.width + s.symbols)
	if s.limit > 0 && row[c] != q {
		if row[c] == blank {
			s.filled[r]++
		}
		if q == blank {
			s.filled[r]--
		}
	}
	row[c] = q
}

// worse is how many kinds fewer are shown after put, where the pairs of a row are of different
// kinds.
func (s *state) worse(r, c int, q int32) int {
	row := s.row(r)
	old, new := s.kind[int(row[c])*s.points:][:s.points], s.kind[int(q)*s.points:][:s.points]
	worse := 0
	for e, p := range row {
		if e == c {
			continue
		}
		if s.shown[old[p]] == 1 {
			worse++
		}
		if s.shown[new[p]] == 0 {
			worse--
		}
	}
	return worse
}

// step tries to show a kind that is lacking.
func (s *state) step(chance *[5]uint64) {
	k := s.lacks[s.rng.IntN(len(s.lacks))]
	list := s.pairs[s.first[k]:s.first[k+1]]
	pair := list[0]
	if len(list) > 1 {
		pair = list[s.rng.IntN(len(list))]
	}
	p, q := pair/int32(s.points), pair%int32(s.points)
	c, e := int(p)/s.width, int(q)/s.width
	r := 0
	for tries := 0; ; tries++ {
		r = s.rng.IntN(s.rows)
		row := s.row(r)
		if row[c] == p && s.fits(r, q) {
			c, p = e, q
			break
		}
		if (row[e] == q || tries > 4*s.rows) && s.fits(r, p) { // no row has either
			break
		}
		if tries > 8*s.rows { // only other rows have room for them
			return
		}
	}
	if s.limit == 0 && s.next == nil {
		if s.may(s.worse(r, c, p), chance) {
			s.put(r, c, p)
		}
		return
	}
	before, old := len(s.lacks), s.row(r)[c]
	s.put(r, c, p)
	out, away := -1, int32(0)
	if s.limit > 0 && s.filled[r] > s.limit {
		row := s.row(r)
		for out < 0 || out == c || int(row[out]) == out*s.width+s.symbols {
			out = s.rng.IntN(s.columns)
		}
		away = row[out]
		s.put(r, out, int32(out*s.width+s.symbols))
	}
	if !s.may(len(s.lacks)-before, chance) {
		if out >= 0 {
			s.put(r, out, away)
		}
		s.put(r, c, old)
	}
}

// may says whether a step that shows so many kinds less is kept.
func (s *state) may(worse int, chance *[5]uint64) bool {
	return worse <= 0 || s.rng.Uint64N(1<<16) < chance[min(worse, len(chance)-1)]
}

// array returns the array of the rows and their images.
func (s *state) array() *array {
	rows := 0
	for _, orbit := range s.orbits {
		rows += orbit
	}
	a := newArray(rows, s.columns, s.symbols)
	at := 0
	for r, orbit := range s.orbits {
		row := slices.Clone(s.row(r))
		for range orbit {
			for i, p := range row {
				if c := int(p) / s.width; int(p)%s.width < s.symbols {
					a.set(at, c, int(p)%s.width)
				}
				if s.next != nil {
					row[i] = s.next[p]
				}
			}
			at++
		}
	}
	return a
}

// How much annealing is done: so many rounds, each of so many steps for each cell and symbol, but
// of no more steps than look at so many cells in all; 20 seconds on one core at most.
const (
	annealRounds = 8
	annealSteps  = 10_000
	annealLooks  = 400_000_000
)

// annealed looks for a covering array by annealing; see search.
func annealed(ctx context.Context, n, m, d, responsibility, jobs int, seed uint64) (built, bool) {
	a := coverings(n, m, d, responsibility)
	if a == nil {
		return built{}, false
	}
	found, ok := a.search(ctx, jobs, annealRounds, min(annealSteps*n*m*d, annealLooks/m), seed)
	if !ok {
		return built{}, false
	}
	return built{found.array(), "simulated annealing over covering arrays"}, true
}

// search goes through rounds from different seeds. Of those that show all kinds the first counts,
// so that the number of jobs does not matter.
func (a *annealer) search(ctx context.Context, jobs, rounds, steps int, seed uint64) (*state, bool) {
	if a == nil {
		return nil, false
	}
	found := make([]*state, rounds)
	i, _ := par.First(ctx, jobs, rounds, func(ctx context.Context, _, i int) (bool, error) {
		s, ok := a.round(ctx, seed*uint64(rounds)+uint64(i), steps)
		if ok {
			found[i] = s
		}
		return ok, nil
	})
	if i == rounds || found[i] == nil {
		return nil, false
	}
	return found[i], true
}
