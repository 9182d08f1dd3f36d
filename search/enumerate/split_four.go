package enumerate

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"sync"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// fourSplit returns how many self-dual functions of k+4 variables have all their parts in the
// lattice of functions of k variables; the parts are what is left when it is fixed which of the
// last four nodes are there. For the lattice of all monotone functions these are the nondominated
// coteries on k+4 nodes; for those that a renaming leaves as they are, the ones that this renaming
// leaves as they are when it fixes the last four nodes.
//
// The number is the sum of docs/theorems/splitting-on-four-nodes.md, over the least part e and the
// parts A, B, C with the first of the four nodes and another one. Only one e of each orbit under
// the renamings that keep the lattice is taken; then A, B, C run through V = [e, e*], and
// symmetries leave out most of them, see [frame]. For k = 5 some six billion products are added.
//
// Memory: a table of |V| rows and one column of 4 bytes for each pair of duals in V, at most
// 7581 rows of 3831 columns = 116 MB, one at a time and whatever Jobs is. The result does
// not depend on Jobs. On the end of ctx it returns the cause.
func fourSplit(ctx context.Context, l *lattice, opts Options) (*big.Int, error) {
	sum, err := splitOnFour(ctx, l, opts)
	return sum.total.big(), err
}

// fourSum is a sum over (e, A, B, C), and how many products of four were added for it.
type fourSum struct {
	total wide
	terms int
}

func splitOnFour(ctx context.Context, l *lattice, opts Options) (fourSum, error) {
	const stage = "equal parts of the sum over nondominated coteries, split on four nodes"
	frames := l.frames()
	var sum fourSum
	var table []uint32 // of the largest frame, which comes first; used again
	work, done := 0.0, 0.0
	for _, f := range frames {
		work += f.work()
	}
	const steps = 1000
	opts.progress().Tell(stage, 0, steps)
	for _, f := range frames {
		// About half of the members have a column, whose entries take 4 bytes.
		if err := memory.Ask(ctx, "the table of intervals of monotone functions", len(f.members), len(f.members), 2); err != nil {
			return fourSum{}, err
		}
		table = f.tabulate(table)
		if err := f.fill(ctx, opts.Jobs); err != nil {
			return fourSum{}, err
		}
		part, err := f.sum(ctx, opts.Jobs, func(share float64) {
			opts.progress().Tell(stage, int(steps*(done+share*f.work())/work), steps)
		})
		if err != nil {
			return fourSum{}, err
		}
		// The sums of all frames are at most 7581^8 < 2^104: there are no more (e, A, B, C), f_1
		// ... f_4.
		sum.total.plus(part.total.times(uint64(f.orbit.size)))
		sum.terms += part.terms
		done += f.work()
	}
	opts.progress().Tell(stage, steps, steps)
	return sum, nil
}

// frame is the part of the sum with one e. A term is F(A, B, C) = Π |[e, m_i]|, with m_1 = ABC,
// m_2 = AB*C*, m_3 = A*BC*, m_4 = A*B*C. It stays what it is
//   - when A, B and C change places,
//   - when two of the three are replaced by their duals,
//   - when a renaming that keeps e (and the lattice) is applied to all three.
//
// A class is an orbit of pairs {x, x*} under the renamings that keep e. Classes are numbered. By
// the first rule only A, B, C with class(A) <= class(B) <= class(C) are needed, counted 6, 3 or 1
// times as there are three, two or one classes among them. For B and the range of classes of C
// fixed, the sum over C is the same for A and A* by the second rule (C runs over C* too), and for B
// and B*; so, by the third, one A of each class is enough, and one B of each orbit of pairs under
// the renamings that keep {A, A*}.
type frame struct {
	l       *lattice
	orbit   orbit
	members []int    // the indices of the members of V, ascending
	place   []uint16 // where a member of the lattice is in members
	classes []class
	columns []uint16 // in members: one of each pair of duals, class by class
	doubled int      // the first column with a function that is its own dual: all later ones have too
	table   []uint32 // for each member p of V a row; see products
}

// class is an orbit of pairs {x, x*}.
type class struct {
	members    []uint16 // places of all x and x*
	selfDual   bool     // x = x* for each of them
	start, end int      // its columns
}

// frames returns the frames of the lattice, those with more members first.
func (l *lattice) frames() []*frame {
	var frames []*frame
	for _, o := range l.bottoms(l.symmetries()) {
		f := &frame{l: l, orbit: o}
		e := l.members[o.first]
		top := e.dual(l.k)
		for i, x := range l.members {
			if e.below(x) && x.below(top) {
				f.members = append(f.members, i)
			}
		}
		frames = append(frames, f)
	}
	slices.SortStableFunc(frames, func(f, g *frame) int { return len(g.members) - len(f.members) })
	return frames
}

// work is a guess at the time that the frame takes.
func (f *frame) work() float64 {
	v := float64(len(f.members))
	return v * v * (1 + v/24/float64(len(f.orbit.stabilizer)))
}

func (f *frame) at(place uint16) table { return f.l.members[f.members[place]] }

func (f *frame) placeOf(x table) uint16 { return f.place[f.l.index(x)] }

func (f *frame) dual(place uint16) uint16 { return f.place[f.l.duals[f.members[place]]] }

// tabulate finds the classes and makes room for the table, in the memory of another one if it is
// large enough.
func (f *frame) tabulate(room []uint32) []uint32 {
	f.place = make([]uint16, len(f.l.members))
	for at, i := range f.members {
		f.place[i] = uint16(at)
	}
	seen := make([]bool, len(f.members))
	for x := range f.members {
		if !seen[x] {
			members := f.pairs(nil, uint16(x), f.orbit.stabilizer, seen)
			f.classes = append(f.classes, class{members: members, selfDual: f.dual(uint16(x)) == uint16(x)})
		}
	}
	// Functions that are their own duals last, so that what is counted twice is at the end.
	slices.SortStableFunc(f.classes, func(a, b class) int {
		return cmp.Compare(b2i(a.selfDual), b2i(b.selfDual))
	})
	for i := range f.classes {
		c := &f.classes[i]
		c.start = len(f.columns)
		for _, x := range c.members {
			if x <= f.dual(x) {
				f.columns = append(f.columns, x)
			}
		}
		c.end = len(f.columns)
		if !c.selfDual {
			f.doubled = c.end
		}
	}
	if size := len(f.members) * len(f.columns); cap(room) < size {
		room = make([]uint32, size)
	} else {
		room = room[:size]
	}
	f.table = room
	return room
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pairs appends to dst what some renamings, the first of which renames nothing, make of x and x*,
// and marks it as seen. None of it may be.
func (f *frame) pairs(dst []uint16, x uint16, renamings [][]int, seen []bool) []uint16 {
	function := f.at(x)
	for i, to := range renamings {
		y := x
		if i > 0 {
			y = f.placeOf(function.renamed(to))
		}
		for _, z := range [2]uint16{y, f.dual(y)} {
			if !seen[z] {
				seen[z] = true
				dst = append(dst, z)
			}
		}
	}
	return dst
}

// row is the row of a member of V.
func (f *frame) row(p table) []uint32 {
	at := int(f.placeOf(p)) * len(f.columns)
	return f.table[at : at+len(f.columns)]
}

// fill computes the table.
func (f *frame) fill(ctx context.Context, jobs int) error {
	count := f.l.intervals(f.orbit.first)
	bySlot := make([]uint16, len(f.l.slots)) // one step less in the loop
	for i, x := range f.l.members {
		bySlot[f.l.slot(x)] = count[i]
	}
	columns, duals := make([]table, len(f.columns)), make([]table, len(f.columns))
	for j, c := range f.columns {
		columns[j], duals[j] = f.at(c), f.at(f.dual(c))
	}
	return par.For(ctx, jobs, len(f.members), func(_ context.Context, _, x int) error {
		p := f.at(uint16(x))
		row := f.row(p)
		for j, c := range columns {
			row[j] = uint32(bySlot[f.l.slot(p&c)]) | uint32(bySlot[f.l.slot(p&duals[j])])<<16
		}
		return nil
	})
}

// sum returns the part of the frame; report is called with the share that is done.
func (f *frame) sum(ctx context.Context, jobs int, report func(float64)) (fourSum, error) {
	var sum fourSum
	var adding sync.Mutex
	done := 0
	err := par.For(ctx, jobs, len(f.classes), func(ctx context.Context, _, a int) error {
		part := f.sumOf(ctx, a)
		adding.Lock()
		defer adding.Unlock()
		sum.total.plus(part.total)
		sum.terms += part.terms
		done++
		report(float64(done) / float64(len(f.classes)))
		return context.Cause(ctx) // the class may have been left in the middle
	})
	return sum, err
}

// sumOf returns the part with A in one class, and B and C in that or later ones. It is
// incomplete if ctx ended.
func (f *frame) sumOf(ctx context.Context, a int) fourSum {
	var sum fourSum
	first := f.classes[a].members[0]
	A, dualA := f.at(first), f.at(f.dual(first))
	var keeping [][]int // the renamings that keep e and {A, A*}
	for _, to := range f.orbit.stabilizer {
		if x := A.renamed(to); x == A || x == dualA {
			keeping = append(keeping, to)
		}
	}
	seen := make([]bool, len(f.members))
	var alike []uint16
	for b := a; b < len(f.classes); b++ {
		same, later := uint64(3), uint64(6)
		if b == a {
			same, later = 1, 3
		}
		class := f.classes[b]
		for _, x := range class.members {
			if seen[x] {
				continue
			}
			if ctx.Err() != nil {
				return sum
			}
			alike = f.pairs(alike[:0], x, keeping, seen)
			weight := uint64(len(f.classes[a].members) * len(alike))
			t := f.rows(first, x)
			if class.selfDual {
				// Each column has the same C twice.
				t.add(&sum.total, class.start, class.end, same*weight, 2)
				t.add(&sum.total, class.end, len(f.columns), later*weight, 2)
			} else {
				t.add(&sum.total, class.start, class.end, same*weight, 1)
				t.add(&sum.total, class.end, f.doubled, later*weight, 1)
				t.add(&sum.total, f.doubled, len(f.columns), later*weight, 2)
			}
			sum.terms += 2 * (len(f.columns) - class.start)
		}
	}
	return sum
}

// term has the four rows that one A and B need.
type term struct{ p, s, q, r []uint32 }

// rows returns the rows for the members A and B at two places.
func (f *frame) rows(a, b uint16) term {
	A, dualA := f.at(a), f.at(f.dual(a))
	B, dualB := f.at(b), f.at(f.dual(b))
	return term{p: f.row(A & B), s: f.row(dualA & dualB), q: f.row(A & dualB), r: f.row(dualA & B)}
}

// add adds the products of the columns from start to end, weighted, to a sum; each column counts
// for one over share.
func (t term) add(sum *wide, start, end int, weight, share uint64) {
	for ; start < end; start += kernelColumns {
		stop := min(end, start+kernelColumns)
		inner := products(t.p[start:stop], t.s[start:stop], t.q[start:stop], t.r[start:stop])
		sum.add(weight, inner/share)
	}
}
