package planes

import (
	"context"
	"slices"

	"coterie/internal/machine/par"
)

// Verify judges the axioms of the plane from its table of lines alone, without coordinates: any two
// points are on exactly one line. With the numbers of points, lines and points on a line, which a
// Plane has by its making, this implies the other axioms: the lines through each point are equally
// many, two lines of a projective plane meet in exactly one point, the parallels of an affine plane
// are unique, and above order 1 a projective plane has four points no three of which are on a line.
// It returns nil, or an [*AxiomError] that names the least offending pair; the cause of ctx if that
// ends first.
//
// Cost: O(n^4) time and a transient second table (for each point, every point on every line through
// it is counted).
func (p *Plane) Verify(ctx context.Context) error {
	points, lines, lineSize, _ := p.counts()
	return pairsMeetOnce(ctx, p.name, p.table, points, lines, lineSize)
}

// incidence lists, for each element of one type, the incident elements of the other type,
// ascending. The lists may have different lengths, since nothing is known yet of a table under
// judgement.
type incidence struct {
	elements []int32
	starts   []int // list i is elements[starts[i]:starts[i+1]]
}

func (t incidence) list(i int) []int32 { return t.elements[t.starts[i]:t.starts[i+1]] }

func (t incidence) len() int { return len(t.starts) - 1 }

// transpose lists the same incidences for the other type, which has count elements.
func (t incidence) transpose(count int) incidence {
	u := incidence{elements: make([]int32, len(t.elements)), starts: make([]int, count+1)}
	for _, e := range t.elements {
		u.starts[e+1]++
	}
	for e := range count {
		u.starts[e+1] += u.starts[e]
	}
	next := slices.Clone(u.starts[:count])
	for i := range t.len() {
		for _, e := range t.list(i) {
			u.elements[next[e]] = int32(i)
			next[e]++
		}
	}
	return u
}

// pairsMeetOnce checks that any two points are on exactly one line, for a table of lines of size
// points each.
func pairsMeetOnce(ctx context.Context, name string, table []int32, points, lines, size int) error {
	on := incidence{elements: table, starts: make([]int, lines+1)}
	for l := range on.starts {
		on.starts[l] = l * size
	}
	through := on.transpose(points)
	met := make([]int32, points)
	poll := par.NewPoll(ctx)
	for a := range met {
		clear(met)
		for _, l := range through.list(a) {
			if err := poll.Work(size); err != nil {
				return err
			}
			for _, b := range on.list(int(l)) {
				met[b]++
			}
		}
		for b := a + 1; b < len(met); b++ {
			if met[b] != 1 {
				return &AxiomError{Object: name, A: a, B: b, Common: commonElements(through.list(a), through.list(b))}
			}
		}
	}
	return nil
}
