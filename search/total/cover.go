package total

import (
	"context"
	"slices"

	"coterie/internal/solve/session"
	"coterie/quorum"
)

// cover is a covering of all pairs of the sites 0..n-1 by blocks of at least two sites.
// Block B_x holds the sites that ask node x: B_x = {i : x ∈ S_i}.
type cover struct {
	n      int
	blocks [][]int
}

// total is Σ|S_i| of the sets that the covering gives: one for each node that is in its own
// set, and |B|-1 for each block.
func (c cover) total() int {
	sum := c.n
	for _, b := range c.blocks {
		sum += len(b) - 1
	}
	return sum
}

// covers reports whether the blocks cover all pairs, and none has more than r sites.
func (c cover) covers(r int) bool {
	count, ok := c.pairs(), len(c.blocks) <= c.n
	for i := range c.n {
		for k := range i {
			ok = ok && count[i*c.n+k] > 0
		}
	}
	for _, b := range c.blocks {
		ok = ok && len(b) <= r
	}
	return ok
}

// pairs counts, for each pair i, k at i·n+k, the blocks with both.
func (c cover) pairs() []int {
	count := make([]int, c.n*c.n)
	for _, b := range c.blocks {
		for _, i := range b {
			for _, k := range b {
				count[i*c.n+k]++
			}
		}
	}
	return count
}

// pruned returns the covering without what it does not need: sites are taken out of blocks,
// in order, as long as all pairs stay covered, and blocks of one site dropped.
func (c cover) pruned() cover {
	count := c.pairs()
	var out cover
	out.n = c.n
	for _, b := range c.blocks {
		b = slices.Clone(b)
		for at := 0; at < len(b); {
			i := b[at]
			if slices.ContainsFunc(b, func(k int) bool { return k != i && count[i*c.n+k] == 1 }) {
				at++
				continue
			}
			for _, k := range b {
				count[i*c.n+k]--
				count[k*c.n+i]--
			}
			b = slices.Delete(b, at, at+1)
		}
		if len(b) > 1 {
			out.blocks = append(out.blocks, b)
		}
	}
	return out
}

// assign gives each block to a site in it, no two to one, and returns the sets S_i, with i ∈ S_i,
// whose total is c.total(): nodes that get no block are asked by themselves alone. With unique no
// two sites that are in the same blocks both get one, so that the sets differ. ok is false where
// that cannot be done, which is decided exactly: by quorum.Family.AssignSites, with the blocks for
// its sites.
//
// Sets differ if and only if the matching is of that kind: a site without a block is the only
// one to ask itself, and of two sites in the same blocks, one has none.
func (c cover) assign(unique bool) (assigned [][]int, ok bool) {
	in := make([][]int, c.n) // the blocks of each site
	for b, block := range c.blocks {
		for _, i := range block {
			in[i] = append(in[i], b)
		}
	}
	var may []int // sites that may get a block: of those in the same blocks one
	var lists [][]int
	for i, blocks := range in {
		twin := func(others []int) bool { return slices.Equal(others, blocks) }
		if len(blocks) > 0 && (!unique || slices.IndexFunc(in, twin) == i) {
			may, lists = append(may, i), append(lists, blocks)
		}
	}
	var owner []int // of each block
	if len(c.blocks) > 0 {
		f, err := quorum.NewFamily(len(c.blocks), lists)
		if err == nil {
			owner, err = f.AssignSites(context.Background())
		}
		if err != nil {
			return nil, false
		}
	}
	for b, at := range owner {
		owner[b] = may[at]
	}
	assigned = make([][]int, c.n)
	for i := range c.n {
		for _, b := range in[i] {
			assigned[i] = append(assigned[i], owner[b])
		}
		if !slices.Contains(owner, i) {
			assigned[i] = append(assigned[i], i)
		}
		slices.Sort(assigned[i])
	}
	return assigned, true
}

// system makes sets into a system and has package quorum judge what was asked for. An
// error is an internal one: the sets are not what they should be.
func system(ctx context.Context, sets [][]int, q formula) (*quorum.System, error) {
	wrong := func(format string, args ...any) (*quorum.System, error) {
		return nil, quorum.Internal("sets of a least total: "+format, args...)
	}
	f, err := quorum.NewFamily(q.n, sets)
	if err != nil {
		return wrong("%w", err)
	}
	sites := make([]int, q.n)
	total := 0
	for i := range sites {
		sites[i] = i
		total += len(sets[i])
	}
	s, err := quorum.NewSystem("", f, quorum.SystemOptions{Sites: sites})
	if err != nil {
		return wrong("%w", err)
	}
	if total != q.total {
		return wrong("the total is %d, not %d", total, q.total)
	}
	if r := slices.Max(f.Responsibilities()); r > q.r {
		return wrong("a responsibility of %d", r)
	}
	if v := quorum.JudgeInclusion(s); v.Holds != quorum.Holds {
		return wrong("%s", v.Reason)
	}
	ctx = context.WithoutCancel(ctx) // the judgement must not be cut short by the end of the search
	if q.unique {
		if err := session.Judge(ctx, quorum.JudgeUniqueness(ctx, s), "the sets that were found"); err != nil {
			return nil, err
		}
	}
	if err := session.Judge(ctx, quorum.JudgeIntersection(ctx, f, quorum.Options{}), "the sets that were found"); err != nil {
		return nil, err
	}
	return s, nil
}
