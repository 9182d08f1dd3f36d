package group

import (
	"context"
	"math/rand/v2"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// breakout looks for rows of points, a point being a symbol of a column, that show every kind of
// pair. Without symmetries every pair of symbols of two columns is a kind of its own; rows that
// stand for all their images under a group show a whole orbit at once, and then the orbits are the
// kinds.
//
// A step takes a kind that no row shows, and a row that has one of the two points, and puts the
// other one there. Each kind has a weight. A step that leaves kinds of more weight unshown is
// undone, and then the kind that it was for gets a weight more, until it is worth it to give up
// others: P. Morris, The breakout method for escaping from local minima, AAAI 1993. Now and then
// all weights are halved. With a limit on the points of a row the cells without one hold a blank,
// whose pairs are of no kind.
type breakout struct {
	columns, symbols int
	group            symmetries // the first moves nothing
	rows             []*base
	limit            int // at most so many points in a row; 0 for one in every column
	width            int // places for the symbols of a column: symbols, and the blank
	kinds            int
	kind             []int32 // of points p and q, at p·points+q; kinds for none
	pairs            []int32 // of each kind: p·points+q with the column of p before that of q
	first            []int32 // where those of a kind begin in pairs
}

// maxPoints bounds the table of kinds, 4 bytes for each pair of points and as many for the pairs of
// a kind, to some 12 MB.
const maxPoints = 1200

// newBreakout returns the local search for arrays that a group leaves unchanged, without rows yet.
// Without symmetries (nil) the group is that of the permutation which moves nothing. It returns nil
// if there are more than maxPoints points.
func newBreakout(g symmetries, columns, symbols, limit int) *breakout {
	a := &breakout{columns: columns, symbols: symbols, group: g, limit: limit, width: symbols, first: []int32{0}}
	if limit > 0 {
		a.width++
	}
	points := columns * a.width
	if points > maxPoints {
		return nil
	}
	if g == nil {
		a.group = symmetries{identity(points)}
	}
	a.kind = slices.Repeat([]int32{-1}, points*points)
	for e := range columns {
		for i := range e * a.width * a.width {
			p, q := i/a.width, e*a.width+i%a.width
			if p%a.width == symbols || q%a.width == symbols || a.kind[p*points+q] >= 0 {
				continue
			}
			for _, move := range a.group {
				p, q := int(move[p]), int(move[q])
				if a.kind[p*points+q] < 0 {
					a.kind[p*points+q], a.kind[q*points+p] = int32(a.kinds), int32(a.kinds)
					a.pairs = append(a.pairs, int32(min(p, q)*points+max(p, q)))
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
	return a
}

// fits reports whether a row may have point q.
func (a *breakout) fits(r int, q int32) bool { return a.rows[r].fits == nil || a.rows[r].fits[q] }

// images calls do for a point of a row and the points of the row to which the symmetries move it
// that leave the row unchanged.
func (a *breakout) images(r int, q int32, do func(int32)) {
	do(q)
	for _, move := range a.rows[r].keep {
		do(move[q])
	}
}

// coverings is the local search for covering arrays without symmetry; nil for one that is too
// large.
func coverings(n, m, d, responsibility int) *breakout {
	if responsibility >= m {
		responsibility = 0
	}
	a := newBreakout(nil, m, d, responsibility)
	if a != nil {
		a.rows = slices.Repeat([]*base{{images: 1}}, n)
	}
	return a
}

// state is the state of one round of a local search.
type state struct {
	*breakout
	rng    *rand.Rand
	points int
	cell   []int32 // the point of a row in a column, row by row
	filled []int   // by row: points that are no blanks
	shown  []int32 // by kind: how often it is shown; large for none
	lacks  []int32 // the kinds that no row shows, in any order
	place  []int32 // of such a kind in lacks
	weight []int   // by kind
	lost   int     // the weight of the kinds that are lacking
	undone int     // steps
}

// span is how many steps are undone before the weights are halved, and how many steps are made
// before the end of the context is heeded.
const span = 4096

// round is one start of so many steps, from rows at random. It returns whether all kinds are shown;
// the rows are then those of the state. The same seed gives the same rows on every machine: all is
// reckoned in whole numbers.
func (a *breakout) round(ctx context.Context, seed uint64, steps int) (*state, bool) {
	s := a.start(rand.New(rand.NewPCG(seed, uint64(len(a.rows))<<40|uint64(a.columns)<<20|uint64(a.symbols))))
	for step := range steps {
		if len(s.lacks) == 0 || step%span == 0 && ctx.Err() != nil {
			break
		}
		s.step()
	}
	return s, len(s.lacks) == 0
}

func (a *breakout) start(rng *rand.Rand) *state {
	s := &state{
		breakout: a, rng: rng, points: a.columns * a.width,
		cell: make([]int32, len(a.rows)*a.columns), filled: make([]int, len(a.rows)),
		shown: make([]int32, a.kinds+1), place: make([]int32, a.kinds),
	}
	s.shown[a.kinds] = 1 << 30
	s.weight = slices.Repeat([]int{1}, a.kinds)
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
			if a.limit == 0 && int(row[c])/a.width == c { // an image
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
	s.lost += s.weight[k]
}

func (s *state) show(k int32) {
	if s.shown[k]++; s.shown[k] == 1 {
		last := s.lacks[len(s.lacks)-1]
		s.lacks[s.place[k]], s.place[last] = last, s.place[k]
		s.lacks = s.lacks[:len(s.lacks)-1]
		s.lost -= s.weight[k]
	}
}

func (s *state) hide(k int32) {
	if s.shown[k]--; s.shown[k] == 0 {
		s.lack(k)
	}
}

// put writes point q into column c of row r, and its images with it.
func (s *state) put(r, c int, q int32) {
	if s.rows[r].keep == nil {
		s.write(r, c, q)
		return
	}
	s.images(r, q, func(p int32) {
		if c := int(p) / s.width; s.row(r)[c] != p {
			s.write(r, c, p)
		}
	})
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

// worse is how much weight more is lost after put, where the pairs of a row are of different kinds.
func (s *state) worse(r, c int, q int32) int {
	row := s.row(r)
	old, new := s.kind[int(row[c])*s.points:][:s.points], s.kind[int(q)*s.points:][:s.points]
	worse := 0
	for e, p := range row {
		if e == c {
			continue
		}
		if s.shown[old[p]] == 1 {
			worse += s.weight[old[p]]
		}
		if s.shown[new[p]] == 0 {
			worse -= s.weight[new[p]]
		}
	}
	return worse
}

// pick draws a kind that is lacking, and a row that shows it with point q in column c; ok is false
// if only rows are drawn that have no room for it.
func (s *state) pick() (k int32, r, c int, q int32, ok bool) {
	k = s.lacks[s.rng.IntN(len(s.lacks))]
	list := s.pairs[s.first[k]:s.first[k+1]]
	pair := list[0]
	if len(list) > 1 {
		pair = list[s.rng.IntN(len(list))]
	}
	p, q := pair/int32(s.points), pair%int32(s.points)
	c, e := int(p)/s.width, int(q)/s.width
	for tries := range 8*len(s.rows) + 2 {
		r = s.rng.IntN(len(s.rows))
		row := s.row(r)
		if row[c] == p && s.fits(r, q) {
			return k, r, e, q, true
		}
		if (row[e] == q || tries > 4*len(s.rows)) && s.fits(r, p) { // no row has either
			return k, r, c, p, true
		}
	}
	return k, 0, 0, 0, false
}

// step tries to show a kind that is lacking.
func (s *state) step() {
	k, r, c, q, ok := s.pick()
	if !ok {
		return
	}
	if s.limit == 0 && len(s.group) == 1 {
		if s.worse(r, c, q) > 0 {
			s.raise(k)
		} else {
			s.put(r, c, q)
		}
		return
	}
	before, old := s.lost, s.row(r)[c]
	s.put(r, c, q)
	out, away := -1, int32(0)
	if s.limit > 0 && s.filled[r] > s.limit {
		row := s.row(r)
		for out < 0 || out == c || int(row[out]) == out*s.width+s.symbols {
			out = s.rng.IntN(s.columns)
		}
		away = row[out]
		s.put(r, out, int32(out*s.width+s.symbols))
	}
	if s.lost > before {
		if out >= 0 {
			s.put(r, out, away)
		}
		s.put(r, c, old)
		s.raise(k)
	}
}

// raise gives more weight to a kind that is still lacking after a step for it was undone.
func (s *state) raise(k int32) {
	s.weight[k]++
	s.lost++
	if s.undone++; s.undone%span == 0 {
		for k, w := range s.weight {
			s.weight[k] = (w + 1) / 2
		}
		s.lost = 0
		for _, k := range s.lacks {
			s.lost += s.weight[k]
		}
	}
}

// array returns the array of the rows and their images, each once.
func (s *state) array() *array {
	a := newArray(0, s.columns, s.symbols)
	for r := range s.rows {
		for _, move := range s.group {
			image := newArray(1, s.columns, s.symbols)
			for _, p := range s.row(r) {
				if c := int(move[p]) / s.width; int(p)%s.width < s.symbols {
					image.set(0, c, int(move[p])%s.width)
				}
			}
			if !slices.ContainsFunc(slices.Collect(slices.Chunk(a.cell, s.columns)), func(row []int16) bool { return slices.Equal(row, image.cell) }) {
				a.cell = append(a.cell, image.cell...)
				a.rows++
			}
		}
	}
	return a
}

// How much is done without symmetries: so many rounds, each of so many steps for each cell and
// symbol, but of no more steps than look at so many cells in all; 20 seconds on one core at most.
const (
	plainRounds = 8
	plainSteps  = 10_000
	plainLooks  = 400_000_000
)

// unsymmetric looks for a covering array by local search without symmetries; see search.
func unsymmetric(ctx context.Context, n, m, d, responsibility, jobs int, seed uint64) (built, bool) {
	a := coverings(n, m, d, responsibility)
	if a == nil {
		return built{}, false
	}
	found, ok := a.search(ctx, jobs, plainRounds, min(plainSteps*n*m*d, plainLooks/m), seed)
	if !ok {
		return built{}, false
	}
	return built{found.array(), "local search over covering arrays"}, true
}

// search goes through rounds from different seeds. Of those that show all kinds the first counts,
// so that the number of jobs does not matter.
func (a *breakout) search(ctx context.Context, jobs, rounds, steps int, seed uint64) (*state, bool) {
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
