package enumerate

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"
)

// maxGroupListNodes is the most nodes of a listing of group systems: it goes through the lattice of all
// monotone functions, again and again.
const maxGroupListNodes = 5

// checkListGroups reports, as an *InputError, why the group systems of q cannot be listed. It counts them,
// as countGroups does, and takes a fraction of a second.
func checkListGroups(q Query) error {
	if err := checkCountGroups(q); err != nil {
		return err
	}
	if q.Nodes > maxGroupListNodes {
		why := fmt.Sprintf("group quorum systems are listed up to %d nodes, not %d", maxGroupListNodes, q.Nodes)
		if q.Nodes == 6 && q.Groups == 3 && !q.Nondominated { // the count takes seconds
			return &InputError{Option: "n", Why: why, Advice: "--count says how many there are"}
		}
		count, err := groupListingSize(q)
		if err != nil {
			return err
		}
		return &InputError{Option: "n", Why: fmt.Sprintf("%s; there are %v", why, count), Advice: "--count counts them"}
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
	return &InputError{
		Option: option,
		Why:    fmt.Sprintf("there are %v %s of %d cartels on %d nodes, and at most %d are listed", count, what, q.Groups, q.Nodes, maxGroupListing),
		Advice: "--count counts them",
	}
}

// groupListingSize counts what a listing goes through: those with unused nodes too.
func groupListingSize(q Query) (*big.Int, error) {
	q.AllUsed = false
	counted, err := countGroups(context.Background(), q, Options{})
	return counted.Count, err
}

// listGroups yields the group quorum systems of q, in the lexicographic order of the truth tables of their
// cartels (cartel 1 first; tables are compared as numbers), whatever opts.Jobs is. With q.Classes
// it yields of each class the system that comes first in that order. The listing can be gone through
// more than once. If ctx ends, its cause is yielded last; an *InputError is the only thing yielded if q cannot
// be listed, or if opts.After is no item of the listing.
//
// Memory: the lattice of at most 7581 functions, and for classes its images under at most 120 renamings,
// 2 MB; beyond these O(m) words and what is yielded.
func listGroups(ctx context.Context, q Query, opts Options) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		if err := checkListGroups(q); err != nil {
			yield(Item{}, err)
			return
		}
		l := newGroupLister(ctx, q, opts, yield)
		if err := l.resume(opts.After); err != nil {
			yield(Item{}, err)
			return
		}
		if l.extend(0); l.err != nil && !l.done {
			yield(Item{}, l.err)
		}
	}
}

// groupLister goes through tuples of functions, cartel by cartel.
type groupLister struct {
	ctx   context.Context
	q     Query
	opts  Options
	l     *lattice
	yield func(Item, error) bool

	used     []int           // the nodes on which each member depends
	cores    []table         // for nondominated systems: f∧f* of each member,
	withCore map[table][]int // and the members with a core, ascending
	images   [][]uint16      // for classes: the index of each member under each renaming
	stable   [][]int32       // for classes: the renamings that keep the first cartels, for each number of them

	tuple []int   // the members chosen
	meets []table // meets[i] is the AND of the duals of the first i
	after []int   // where to go on; nil once we are there
	index int     // of the next item
	steps int
	done  bool // the consumer wants no more
	err   error
}

func newGroupLister(ctx context.Context, q Query, opts Options, yield func(Item, error) bool) *groupLister {
	g := &groupLister{ctx: ctx, q: q, opts: opts, yield: yield, l: allMonotone(q.Nodes)}
	g.tuple, g.meets = make([]int, q.Groups), make([]table, q.Groups+1)
	g.meets[0] = one(q.Nodes)
	g.used = make([]int, len(g.l.members))
	for i, f := range g.l.members {
		g.used[i] = g.function(f).Used()
	}
	if q.Nondominated {
		g.cores, g.withCore = make([]table, len(g.l.members)), map[table][]int{}
		for i, f := range g.l.members {
			g.cores[i] = f & g.l.members[g.l.duals[i]]
			if i > 0 && i < len(g.l.members)-1 {
				g.withCore[g.cores[i]] = append(g.withCore[g.cores[i]], i)
			}
		}
	}
	if q.Classes {
		for to := range renamings(q.Nodes) {
			image := make([]uint16, len(g.l.members))
			for i, f := range g.l.members {
				image[i] = uint16(g.l.index(f.renamed(to)))
			}
			g.images = append(g.images, image)
		}
		g.stable = make([][]int32, q.Groups+1)
		for r := range g.images {
			g.stable[0] = append(g.stable[0], int32(r))
		}
	}
	return g
}

func (g *groupLister) function(f table) Function {
	return Function{n: g.q.Nodes, words: [4]uint64{uint64(f)}}
}

// resume makes the listing go on after an item. The error is an *InputError if it is none of this listing.
func (g *groupLister) resume(item *Item) error {
	if item == nil {
		return nil
	}
	foreign := func(why string) error {
		return &InputError{Option: "resume", Why: "the last system is not of this listing: " + why, Advice: "resume with the flags that the listing began with"}
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
		if !g.l.has(table(f.words[0])) {
			return foreign("a cartel of it is not monotone")
		}
		g.after = append(g.after, g.l.index(table(f.words[0])))
	}
	for i, at := range g.after {
		if !slices.Contains(slices.Collect(g.candidates(i, at)), at) || !g.choose(i, at) {
			return foreign(fmt.Sprintf("cartel %d does not go with those before it", i+1))
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
		if g.err = stopped(g.ctx); g.err == nil && g.wanted() {
			g.done = !g.yield(g.item(), nil)
			g.index++
		}
		return
	}
	from := 0
	if g.after != nil {
		from = g.after[i]
	}
	for at := range g.candidates(i, from) {
		if g.choose(i, at) {
			g.extend(i + 1)
		}
		if g.done || g.err != nil {
			return
		}
	}
}

// candidates yields, ascending, the members from a given one on that cartel i can be, with those before it.
func (g *groupLister) candidates(i, from int) iter.Seq[int] {
	if g.q.Nondominated && i > 0 {
		return g.nondominatedCandidates(i, from)
	}
	return func(yield func(int) bool) {
		// Neither the first member nor the last: these are constant.
		for at := max(from, 1); at < len(g.l.members)-1 && g.l.members[at] <= g.meets[i]; at++ {
			if g.steps++; g.steps%(1<<16) == 0 {
				if g.err = stopped(g.ctx); g.err != nil {
					return
				}
			}
			if g.l.members[at].below(g.meets[i]) && !yield(at) {
				return
			}
		}
	}
}

// nondominatedCandidates is candidates for nondominated systems, where i > 0: a function with the core of
// those before it, and with no set in common with them beyond that; the last cartel is all that
// is left of the sets that the core leaves open (see the package comment). Every choice can be completed.
func (g *groupLister) nondominatedCandidates(i, from int) iter.Seq[int] {
	return func(yield func(int) bool) {
		core := g.cores[g.tuple[0]]
		left := core.dual(g.q.Nodes)
		for _, at := range g.tuple[:i] {
			left &^= g.l.members[at]
		}
		left |= core
		if i == g.q.Groups-1 {
			if at := g.l.index(left); at >= from {
				yield(at)
			}
			return
		}
		for _, at := range g.withCore[core] {
			if at >= from && g.l.members[at].below(left) && !yield(at) {
				return
			}
		}
	}
}

// choose makes a candidate cartel i, and reports whether, for classes, no renaming that keeps the cartels
// before it makes it less. A tuple comes first of its class if and only if this holds for every cartel:
// the first difference to a lesser tuple is at a cartel, and those before it were kept. So nothing is
// ever compared with what was listed.
func (g *groupLister) choose(i, at int) bool {
	g.tuple[i] = at
	g.meets[i+1] = g.meets[i] & g.l.members[g.l.duals[at]]
	if !g.q.Classes {
		return true
	}
	keep := g.stable[i+1][:0]
	for _, r := range g.stable[i] {
		image := int(g.images[r][at])
		if image < at {
			return false
		}
		if image == at {
			keep = append(keep, r)
		}
	}
	g.stable[i+1] = keep
	return true
}

// wanted reports whether the tuple is listed: whether each node is in a quorum, where that is asked for.
func (g *groupLister) wanted() bool {
	used := 0
	for _, at := range g.tuple {
		used |= g.used[at]
	}
	return !g.q.AllUsed || used == 1<<g.q.Nodes-1
}

func (g *groupLister) item() Item {
	item := Item{Index: g.index, Cartels: make([]Function, len(g.tuple))}
	for i, at := range g.tuple {
		item.Cartels[i] = g.function(g.l.members[at])
	}
	if g.q.Classes {
		item.Automorphisms = len(g.stable[g.q.Groups])
		item.Orbit = factorialOf(g.q.Nodes) / item.Automorphisms
	}
	if item.Index%(1<<12) == 0 {
		g.opts.report("listing group quorum systems", item.Index, 0)
	}
	return item
}
