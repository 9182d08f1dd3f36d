package quorum

import (
	"context"
	"hash/maphash"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// JudgeCrossIntersection judges whether quorums of different cartels meet (Joung 2003, Definition
// 3.1, intersection); the witness is the first quorum, by cartel and then by index, that misses a
// quorum of a later cartel, and the first quorum that it misses. Equal cartels, such as the cartels
// of Joung's T_m(C), are judged once. Cost O(m² K / 128) word operations for m quorums in all
// distinct cartels, or O(2^n n / 64) for each cartel where that is less; n counts the nodes that
// occur.
func JudgeCrossIntersection(ctx context.Context, g *GroupSystem, opts Options) Judged {
	best, err := firstCrossing(ctx, g, opts)
	switch {
	case err != nil:
		return unanswered(ctx, CrossIntersection, err)
	case best.i < 0:
		return holds(CrossIntersection, "")
	}
	return fails(CrossIntersection, Witness{
		Cartels: []Index{Index(best.a), Index(best.b)},
		Quorums: []Index{Index(best.i), Index(best.j)},
		Sets:    []Set{g.cartels[best.a].Set(best.i), g.cartels[best.b].Set(best.j)},
	})
}

// crossing is a pair of disjoint quorums: quorum i of cartel a and quorum j of cartel b; none if i
// < 0.
type crossing struct{ a, i, b, j int }

func (c crossing) before(d crossing) bool {
	return slices.Compare([]int{c.a, c.i, c.b, c.j}, []int{d.a, d.i, d.b, d.j}) < 0
}

func firstCrossing(ctx context.Context, g *GroupSystem, opts Options) (crossing, error) {
	classes, err := distinctCartels(ctx, g.cartels)
	if err != nil {
		return crossing{i: -1}, err
	}
	best := crossing{i: -1}
	for _, c := range classes {
		if c.second < 0 {
			continue
		}
		// C against its copy: the first pair across is the first pair within.
		p, _, err := disjointPair(ctx, g.cartels[c.first], opts)
		if err != nil {
			return best, err
		}
		if found := (crossing{c.first, p.i, c.second, p.j}); p.i >= 0 && (best.i < 0 || found.before(best)) {
			best = found
		}
	}
	across, err := firstAcross(ctx, g, classes, opts)
	if across.i >= 0 && (best.i < 0 || across.before(best)) {
		best = across
	}
	return best, err
}

// cartelClass is a set of equal cartels: it has the index of the first one, and of the second one
// or -1.
type cartelClass struct{ first, second int }

// distinctCartels returns the classes in the order of their first cartels.
func distinctCartels(ctx context.Context, cartels []Family) ([]cartelClass, error) {
	var classes []cartelClass
	seed := maphash.MakeSeed()
	byHash := map[uint64][]int{}
	// Lists that share their memory, as the lists of a lift do, are equal without a comparison.
	byMemory := map[*int32]int{}
	again := func(class, i int) {
		if classes[class].second < 0 {
			classes[class].second = i
		}
	}
	poll := par.NewPoll(ctx)
	var scratch []byte
next:
	for i, f := range cartels {
		var at *int32
		if len(f.nodes) > 0 {
			at = &f.nodes[0]
		}
		if class, ok := byMemory[at]; ok {
			first := cartels[classes[class].first]
			if first.Len() == f.Len() && len(first.nodes) == len(f.nodes) && (len(f.nodes) == 0 || &f.start[0] == &first.start[0]) {
				again(class, i)
				continue
			}
		}
		var h maphash.Hash
		h.SetSeed(seed)
		for _, q := range f.All() {
			if err := poll.Work(len(q)); err != nil {
				return nil, err
			}
			scratch = appendNodes(scratch[:0], q)
			h.Write(scratch)
		}
		sum := h.Sum64()
		for _, c := range byHash[sum] {
			if cartels[classes[c].first].Equal(f) {
				again(c, i)
				continue next
			}
		}
		byHash[sum], byMemory[at] = append(byHash[sum], len(classes)), len(classes)
		classes = append(classes, cartelClass{i, -1})
	}
	return classes, nil
}

// firstAcross judges distinct cartels against each other: all their quorums are
// put into one list, in which a quorum must meet all quorums beyond the end of its own cartel.
func firstAcross(ctx context.Context, g *GroupSystem, classes []cartelClass, opts Options) (crossing, error) {
	none := crossing{i: -1}
	distinct := make([]Family, len(classes))
	var least []int
	for k, c := range classes {
		distinct[k] = g.cartels[c.first]
		if size, _ := distinct[k].Sizes(); distinct[k].Len() > 0 {
			least = append(least, size)
		}
	}
	slices.Sort(least)
	if len(least) < 2 || least[0]+least[1] > g.n {
		return none, ctx.Err()
	}
	distinct, _ = onOccurringNodes(distinct...)
	all := Concat(distinct...)
	start := make([]int, 1, len(distinct)+1) // cartel k holds the quorums start[k]..start[k+1]-1 of all
	class := make([]int, 0, all.Len())
	for k, f := range distinct {
		start = append(start, start[k]+f.Len())
		class = append(class, slices.Repeat([]int{k}, f.Len())...)
	}
	find := func(ctx context.Context, inc incidence, limit func() int) (pair, error) {
		dst := make(sets.Bits, inc.Words)
		poll := par.NewPoll(ctx)
		for i := range inc.hi {
			if err := poll.Work(len(all.Quorum(i))); err != nil || i > limit() {
				return noPair, err
			}
			if j := inc.missed(dst, all.Quorum(i), start[class[i]+1]); j >= 0 {
				return pair{i, j}, nil
			}
		}
		return noPair, nil
	}
	p, err := noPair, ctx.Err()
	if worthUpsets(all, len(distinct)) {
		p = firstBeyondBySets(all, start)
	} else {
		p, err = firstPair(ctx, all, opts, find)
	}
	if err != nil || p.i < 0 {
		return none, err
	}
	a, b := class[p.i], class[p.j]
	return crossing{classes[a].first, p.i - start[a], classes[b].first, p.j - start[b]}, nil
}

// firstBeyondBySets does the work of the incidence kernel with tables of all node sets: it returns
// the first quorum that misses a quorum of a later cartel, with the first quorum that it misses.
// Cartel k is start[k]..start[k+1]-1.
func firstBeyondBySets(all Family, start []int) pair {
	full := uint64(1)<<all.n - 1
	later := sets.NewTable(all.n)
	best := -1
	for k := len(start) - 2; k >= 0; k-- {
		for i := start[k+1] - 1; i >= start[k]; i-- {
			if later.Has(int(full &^ sets.Mask(all.Quorum(i)))) {
				best = i
			}
		}
		cartel := Family{n: all.n, start: all.start[start[k] : start[k+1]+1], nodes: all.nodes}
		later.Unite(sets.Up(all.n, cartel.All()).Bits)
	}
	if best < 0 {
		return noPair
	}
	own, _ := slices.BinarySearch(start, best+1) // the end of best's cartel is start[own]
	for j := start[own]; j < all.Len(); j++ {
		if sets.Mask(all.Quorum(j))&sets.Mask(all.Quorum(best)) == 0 {
			return pair{best, j}
		}
	}
	panic("quorum: the up-set table has a set that contains no quorum")
}

// JudgeCartelMinimality judges whether each cartel is an antichain without repeats
// (Joung 2003, Definition 3.1, minimality); equal cartels are judged once.
func JudgeCartelMinimality(ctx context.Context, g *GroupSystem, opts Options) Judged {
	classes, err := distinctCartels(ctx, g.cartels)
	if err != nil {
		return unanswered(ctx, CartelMinimality, err)
	}
	for _, c := range classes {
		if v := judgeAntichain(ctx, CartelMinimality, c.first, g.cartels[c.first], opts); v.Holds != Holds {
			return v
		}
	}
	return holds(CartelMinimality, "")
}
