package quorum

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// maxSizeWork bounds the steps of the dynamic programs on quorum sizes.
const maxSizeWork = 50_000_000

// Smallest returns a smallest quorum of a read-once formula. A smallest quorum of the dual is a
// smallest set that meets every quorum of f. It is an error if a node occurs twice, or if votes
// take more than 50,000,000 steps (see Shape; majorities and walls of any size are quick). The
// error is a *memory.Error where there is no memory for the search, and the cause of ctx if ctx
// ends.
//
// The smallest quorum of a gate comes from the coalition whose parts' smallest quorums have the
// least size together (a coalition that is not minimal does no harm). Of the parts with equal votes
// it has the smallest, and dynamic programming over the votes finds how many of each.
func (f Formula) Smallest(ctx context.Context) (Set, error) {
	t, err := f.sizes(ctx)
	if err != nil {
		return Set{}, err
	}
	return SetOf(t.smallest(nil)...), nil
}

var (
	errTwice = errors.New("a node occurs twice in the formula")
	errSums  = errors.New("the votes of a gate have too many sums to go through")
)

// unfinished returns the reason why a count ended: ctx ended, or there was too much work.
func unfinished(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return errSums
}

// gateBytes bounds the memory for the figures of a gate or a leaf.
const gateBytes = 300

// Fits returns nil if there is memory to go through all gates and leaves with a figure for each.
// Otherwise the error is a *memory.Error, or the cause of ctx if ctx ends. Cost O(leaves).
func (f Formula) Fits(ctx context.Context) error {
	poll := par.NewPoll(ctx)
	leaves := 0
	for range f.Leaves() {
		if leaves++; poll.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return memory.Ask(ctx, "the parts of the formula", 2*leaves, gateBytes) // more gates than leaves there are not
}

// sized is a gate with the least and the greatest size of its quorums.
type sized struct {
	gate            *gate
	least, greatest int
	parts           []*sized
	best            []int // a coalition, as places in parts, that gives the least size
}

// sizes finds the sizes at all gates of a read-once formula; the errors are those of Smallest.
func (f Formula) sizes(ctx context.Context) (*sized, error) {
	if !f.ReadOnce() {
		return nil, errTwice
	}
	if err := f.Fits(ctx); err != nil {
		return nil, err
	}
	s := &sizer{work: maxSizeWork, poll: par.NewPoll(ctx)}
	t := s.sized(f.gate)
	if s.work <= 0 {
		return nil, unfinished(ctx)
	}
	return t, nil
}

type sizer struct {
	work int // steps left; 0 once ctx has ended, too
	poll par.Poll
}

// step counts a step, and reports whether to go on.
func (s *sizer) step() bool {
	if s.work--; s.work <= 0 || s.poll.Err() != nil {
		s.work = 0
	}
	return s.work > 0
}

func (s *sizer) sized(g *gate) *sized {
	if g.isLeaf() {
		return &sized{gate: g, least: 1, greatest: 1}
	}
	t := &sized{gate: g, parts: make([]*sized, len(g.parts))}
	for i, p := range g.parts {
		if t.parts[i] = s.sized(p); s.poll.Err() != nil {
			s.work = 0
			return t
		}
	}
	if s.work > 0 {
		classes, rest := g.classesOf()
		s.least(t, classes, rest)
		s.greatest(t, classes, rest)
	}
	return t
}

func (t *sized) smallest(nodes []int) []int {
	if t.gate.isLeaf() {
		return append(nodes, t.gate.node)
	}
	for _, i := range t.best {
		nodes = t.parts[i].smallest(nodes)
	}
	return nodes
}

// sums returns the sums of the first 0, 1, 2, ... of sizes.
func sums(sizes []int) []int {
	sum := make([]int, len(sizes)+1)
	for i, v := range sizes {
		sum[i+1] = sum[i] + v
	}
	return sum
}

// reached is a number of votes with the best size found for it.
type reached struct {
	size    int
	from    int // the votes before the class
	members int // how many of the class were taken
}

// improve enters r for a number of votes if it is smaller than the entry there. Ties go to the
// fewer votes before and the fewer members, so that the order of the map does not show.
func improve(best map[int]reached, votes int, r reached) {
	old, ok := best[votes]
	if !ok || cmp.Or(r.size-old.size, r.from-old.from, r.members-old.members) < 0 {
		best[votes] = r
	}
}

// least finds a coalition of least size.
func (s *sizer) least(t *sized, classes []voteClass, rest []int) {
	quota := t.gate.quota
	steps := make([]map[int]reached, len(classes)+1)
	steps[0] = map[int]reached{0: {}}
	for k, class := range classes {
		slices.SortStableFunc(class.members, func(a, b int) int { return cmp.Compare(t.parts[a].least, t.parts[b].least) })
		sizes := make([]int, len(class.members))
		for x, i := range class.members {
			sizes[x] = t.parts[i].least
		}
		sum := sums(sizes)
		steps[k+1] = map[int]reached{}
		for votes, r := range steps[k] {
			if votes >= quota {
				improve(steps[k+1], quota, reached{r.size, votes, 0})
				continue
			}
			from, last := fewest(quota, votes, class.votes, rest[k+1])
			for j := from; j <= min(last, len(class.members)); j++ {
				if !s.step() {
					return
				}
				improve(steps[k+1], min(quota, votes+j*class.votes), reached{r.size + sum[j], votes, j})
			}
		}
	}
	t.least = steps[len(classes)][quota].size
	votes := quota
	for k := len(classes) - 1; k >= 0; k-- {
		r := steps[k+1][votes]
		t.best = append(t.best, classes[k].members[:r.members]...)
		votes = r.from
	}
}

// greatest finds the greatest size of a minimal coalition. Whether a coalition is minimal depends
// on how many members of each class it has (see Shape), so that a greatest one has the largest
// members of each.
func (s *sizer) greatest(t *sized, classes []voteClass, rest []int) {
	quota := t.gate.quota
	before := map[int]int{0: 0}
	for k, class := range classes {
		sizes := make([]int, len(class.members))
		for x, i := range class.members {
			sizes[x] = t.parts[i].greatest
		}
		slices.SortFunc(sizes, func(a, b int) int { return b - a })
		sum := sums(sizes)
		after := map[int]int{}
		for votes, size := range before {
			from, last := fewest(quota, votes, class.votes, rest[k+1])
			if last <= len(class.members) {
				t.greatest = max(t.greatest, size+sum[last])
			}
			for j := from; j < last && j <= len(class.members); j++ {
				if !s.step() {
					return
				}
				to := votes + j*class.votes
				after[to] = max(after[to], size+sum[j])
			}
		}
		before = after
	}
}
