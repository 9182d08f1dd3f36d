package enumerate

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// maxGroupListNodes is the most nodes of a listing of group systems. Nondominated systems need all
// monotone functions once, for cartel 1, and others for every cartel.
func maxGroupListNodes(q Query) int {
	if q.Nondominated {
		return 6
	}
	return 5
}

// checkListGroups reports, as a *quorum.InputError, why the group systems of q cannot be listed. It
// counts them, as countGroups does, and takes a fraction of a second.
func checkListGroups(q Query) error {
	if err := checkCountGroups(q); err != nil {
		return err
	}
	if most := maxGroupListNodes(q); q.Nodes > most {
		why := fmt.Sprintf("%s are listed up to %d nodes, not %d", kindOfGroups(q), most, q.Nodes)
		if q.Nodes == 6 && q.Groups == 3 { // the count takes seconds
			return &ListLimitError{Input: quorum.InputError{What: "n", Why: why}}
		}
		count, err := groupListingSize(q)
		if err != nil {
			return err
		}
		return &ListLimitError{Input: quorum.InputError{What: "n", Why: fmt.Sprintf("%s; there are %v", why, count)}, Counted: q.Nodes}
	}
	count, err := groupListingSize(q)
	if err != nil || count.Cmp(big.NewInt(maxGroupListing)) <= 0 {
		return err
	}
	what := "systems"
	if q.Classes {
		what = "classes"
	}
	option := "group"
	if q.Groups == 2 {
		option = "n"
	}
	why := fmt.Sprintf("there are %v %s of %d cartels on %d nodes, and at most %d are listed", count, what, q.Groups, q.Nodes, maxGroupListing)
	return &ListLimitError{Input: quorum.InputError{What: option, Why: why}, Counted: q.Nodes}
}

// groupListingSize counts the systems that a listing goes through: those with unused nodes too.
func groupListingSize(q Query) (*big.Int, error) {
	q.AllUsed = false
	counted, err := countGroups(context.Background(), q, Options{})
	return counted.Count, err
}

// listGroups yields the group quorum systems, or the k-coteries, of q, in the lexicographic order
// of the truth tables of their cartels (cartel 1 first; tables are compared as numbers), whatever
// opts.Jobs is: one worker does it. With q.Classes it yields of each class the system that comes
// first in that order. The listing can be gone through more than once. If ctx ends, its cause is
// yielded last; a *quorum.InputError is the only thing yielded if q cannot be listed, or if
// opts.After is no item of the listing.
//
// Memory: at most 7581 functions, 720 renamings, and O(m) words for each of 2^10 unions of
// components.
func listGroups(ctx context.Context, q Query, opts Options) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		if err := q.CheckList(); err != nil {
			yield(Item{}, err)
			return
		}
		g := newGroupLister(ctx, q, opts, yield)
		if err := g.resume(opts.After); err != nil {
			yield(Item{}, err)
			return
		}
		if g.extend(0); g.err != nil && !g.done {
			yield(Item{}, g.err)
		}
	}
}

// groupLister goes through tuples of functions, cartel by cartel.
type groupLister struct {
	ctx   context.Context
	q     Query
	opts  Options
	yield func(Item, error) bool

	functions []table // the monotone functions of min(n, 5) variables, ascending
	swaps     []int   // for classes: the exchanges of neighbours that go through all renamings,
	renamings [][]int // the renamings, and
	stable    [][]int // for each number of cartels the renamings that keep the first ones

	tuple []table // the cartels chosen
	meets []table // meets[i] is the AND of the duals of the first i
	after []table // where to go on; nil once we are there
	index int     // of the next item
	poll  par.Poll
	done  bool // the consumer wants no more
	err   error
}

func newGroupLister(ctx context.Context, q Query, opts Options, yield func(Item, error) bool) *groupLister {
	q.Groups = q.groups()
	g := &groupLister{ctx: ctx, poll: par.NewPoll(ctx), q: q, opts: opts, yield: yield, functions: allMonotone(min(q.Nodes, maxLattice)).members}
	g.tuple, g.meets = make([]table, q.Groups), make([]table, q.Groups+1)
	g.meets[0] = one(q.Nodes)
	if q.Classes {
		g.swaps = transpositions(q.Nodes)
		to := sets.Identity(q.Nodes)
		g.renamings = append(g.renamings, to)
		for _, at := range g.swaps {
			to = slices.Clone(to)
			i, j := slices.Index(to, at), slices.Index(to, at+1)
			to[i], to[j] = at+1, at
			g.renamings = append(g.renamings, to)
		}
		g.stable = make([][]int, q.Groups+1)
	}
	return g
}

// resume makes the listing go on after an item. The error is a *quorum.InputError if it is none of
// this listing.
func (g *groupLister) resume(item *Item) error {
	if item == nil {
		return nil
	}
	foreign := func(why string) error {
		return quorum.Bad("resume", "the last system is not of this listing: "+why, "go on with the query that the item comes from")
	}
	if len(item.Cartels) != g.q.Groups {
		return foreign(fmt.Sprintf("it has %d cartels, not %d", len(item.Cartels), g.q.Groups))
	}
	if item.Index < 0 {
		return foreign(fmt.Sprintf("its index is %d", item.Index))
	}
	for _, f := range item.Cartels {
		if f.n != g.q.Nodes {
			return foreign(fmt.Sprintf("it has %d nodes, not %d", f.n, g.q.Nodes))
		}
		g.after = append(g.after, table(f.words[0]))
	}
	for i, f := range g.after {
		found := false
		for first := range g.candidates(i, f) {
			found = first == f
			break
		}
		if !found || !g.choose(i, f) {
			return foreign(fmt.Sprintf("cartel %d is none, or does not go with those before it", i+1))
		}
	}
	if !g.wanted() {
		return foreign("a node of it is in no quorum")
	}
	g.index = item.Index + 1
	return nil
}

// extend goes through all systems that begin with the i cartels chosen.
func (g *groupLister) extend(i int) {
	if i == g.q.Groups {
		if g.after != nil { // the item after which the listing goes on
			g.after = nil
			return
		}
		// Asked here too: a listing has more systems than steps.
		if g.err = context.Cause(g.ctx); g.err == nil && g.wanted() {
			g.done = !g.yield(g.item(), nil)
			g.index++
		}
		return
	}
	from := table(1) // 0 is constant
	if g.after != nil {
		from = g.after[i]
	}
	for f := range g.candidates(i, from) {
		if g.choose(i, f) {
			g.extend(i + 1)
		}
		if g.done || g.err != nil {
			return
		}
	}
}

// candidates yields, ascending, the functions from a given one on that cartel i can be, with those
// before it.
func (g *groupLister) candidates(i int, from table) iter.Seq[table] {
	switch {
	case g.q.K > 0:
		return g.kCoteries(from)
	case g.q.Nondominated && i > 0:
		return slices.Values(g.nondominatedCandidates(i, from))
	case g.q.Nodes > maxLattice:
		return g.pairsFrom(from)
	}
	return func(yield func(table) bool) {
		at, _ := slices.BinarySearch(g.functions, max(from, 1))
		for _, f := range g.functions[at:] {
			if f == one(g.q.Nodes) || f > g.meets[i] || g.interrupted() {
				return
			}
			if f.below(g.meets[i]) && !yield(f) {
				return
			}
		}
	}
}

// pairsFrom yields, ascending, the functions of six variables from a given one on, but for the
// constant ones: pairs lo <= hi of functions of five.
func (g *groupLister) pairsFrom(from table) iter.Seq[table] {
	const half = 1 << maxLattice
	from = max(from, 1)
	return func(yield func(table) bool) {
		at, _ := slices.BinarySearch(g.functions, from>>half)
		for _, hi := range g.functions[at:] {
			for _, lo := range g.functions {
				if lo > hi || g.interrupted() {
					break
				}
				f := lo | hi<<half
				if lo.below(hi) && f >= from && f != one(maxLattice+1) && !yield(f) {
					return
				}
			}
			if g.err != nil {
				return
			}
		}
	}
}

// interrupted reports, now and then, whether the context ended.
func (g *groupLister) interrupted() bool {
	if g.err == nil {
		g.err = g.poll.Err()
	}
	return g.err != nil
}

// nondominatedCandidates is candidates for nondominated systems, where i > 0: the core of cartel 1
// and some of the components that are left of the sets it leaves open; for the last cartel all of
// them (see the package comment). Every choice can be completed.
func (g *groupLister) nondominatedCandidates(i int, from table) []table {
	n := g.q.Nodes
	core := g.tuple[0] & g.tuple[0].dual(n)
	left := core.dual(n) &^ core
	for _, f := range g.tuple[:i] {
		left &^= f
	}
	unions := []table{core}
	if i == g.q.Groups-1 {
		unions[0] |= left
	} else {
		for _, c := range openComponents(core, n, nil) {
			if c.below(left) {
				for _, f := range unions {
					unions = append(unions, f|c)
				}
			}
		}
		slices.Sort(unions)
	}
	at, _ := slices.BinarySearch(unions, from)
	return unions[at:]
}

// choose makes a candidate cartel i, and reports whether, for classes, no renaming that keeps the
// cartels before it makes it less (see the package comment).
func (g *groupLister) choose(i int, f table) bool {
	g.tuple[i] = f
	g.meets[i+1] = g.meets[i] & f.dual(g.q.Nodes)
	if !g.q.Classes {
		return true
	}
	keep := g.stable[i+1][:0]
	if i == 0 {
		keep = append(keep, 0)
		image := f
		for step, at := range g.swaps {
			if image = image.swapped(at); image < f {
				return false
			}
			if image == f {
				keep = append(keep, step+1)
			}
		}
		g.stable[1] = keep
		return true
	}
	for _, r := range g.stable[i] {
		image := f
		if r != 0 {
			image = f.renamed(g.renamings[r])
		}
		if image < f {
			return false
		}
		if image == f {
			keep = append(keep, r)
		}
	}
	g.stable[i+1] = keep
	return true
}

// wanted reports whether the tuple is listed: whether each node is in a quorum, where that is asked
// for. A node is in a quorum if the function depends on it.
func (g *groupLister) wanted() bool {
	if !g.q.AllUsed {
		return true
	}
	for v := range g.q.Nodes {
		used := false
		for _, f := range g.tuple {
			used = used || f&with(v)>>(1<<v) != f&^with(v)
		}
		if !used {
			return false
		}
	}
	return true
}

func (g *groupLister) item() Item {
	item := Item{Index: g.index, Cartels: make([]Function, len(g.tuple))}
	for i, f := range g.tuple {
		item.Cartels[i] = Function{n: g.q.Nodes, words: [4]uint64{uint64(f)}}
	}
	if g.q.Classes {
		item.Automorphisms = len(g.stable[g.q.Groups])
		item.Orbit = factorial(g.q.Nodes) / item.Automorphisms
	}
	if item.Index%(1<<12) == 0 {
		g.opts.progress().Tell(kindOfGroups(g.q)+" listed", item.Index, 0)
	}
	return item
}
