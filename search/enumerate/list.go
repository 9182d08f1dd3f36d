package enumerate

import (
	"context"
	"fmt"
	"iter"

	"coterie/quorum"
)

// List yields the systems that q asks for, each once, in the order that the package comment
// defines, whatever opts.Jobs is. With opts.After it goes on behind that item, which tells its
// place by its function: only those with its p (see the package comment) are gone through again.
//
// When ctx ends, or q is out of reach (see [Query.CheckList]), or opts.After is no item of the
// listing, the last pair has a zero Item and the error: context.Cause or a *[quorum.InputError].
// The items before it stand. A loop that is left early leaves no goroutine behind.
//
// Labelled listings are made one after the other, in constant memory; classes by opts.Jobs workers
// in bounded memory (see the package comment).
func List(ctx context.Context, q Query, opts Options) iter.Seq2[Item, error] {
	if q.inTuples() {
		return listGroups(ctx, q, opts)
	}
	return func(yield func(Item, error) bool) {
		if err := q.CheckList(); err != nil {
			yield(Item{}, err)
			return
		}
		next, from := 0, place{}
		if opts.After != nil {
			var err error
			if from, err = q.placeOf(*opts.After); err != nil {
				yield(Item{}, err)
				return
			}
			next = opts.After.Index + 1
		}
		var err, wrong error
		left := false // by the loop, which then hears of no error
		emit := func(f Function, automorphisms int) bool {
			item := Item{Index: next, Cartels: []Function{f}, Automorphisms: automorphisms}
			if automorphisms > 0 {
				if factorial(q.Nodes)%automorphisms != 0 {
					wrong = quorum.Internal("a class with %d automorphisms on %d nodes", automorphisms, q.Nodes)
					return false
				}
				item.Orbit = factorial(q.Nodes) / automorphisms
			}
			next++
			left = !yield(item, nil)
			return !left
		}
		switch {
		case q.split() < 0:
			if !from.behind {
				single := 0
				if q.Classes {
					single = 1
				}
				emit(Function{n: 1, words: [4]uint64{2}}, single)
			}
		case q.Classes:
			err = listClasses(ctx, q, opts, from, emit)
		default:
			err = listLabelled(ctx, q, opts, from, emit)
		}
		if err == nil {
			err = wrong
		}
		if err != nil && !left {
			yield(Item{}, err)
		}
	}
}

// split is the number of variables of the functions p and e of which a system of the listing is
// made; -1 for nondominated coteries on one node, of which there is one.
func (q Query) split() int {
	if q.Nondominated {
		return q.Nodes - 2
	}
	return q.Nodes - 1
}

// factorial of n <= 20.
func factorial(n int) int {
	product := 1
	for i := 2; i <= n; i++ {
		product *= i
	}
	return product
}

// place is where a listing goes on: behind the pair (p, e), if behind is set; otherwise at the
// start.
type place struct {
	behind bool
	p, e   table
}

// placeOf returns where a listing of q goes on after an item of it.
func (q Query) placeOf(after Item) (place, error) {
	err := q.Admits(after)
	if err == nil && after.Index < 0 {
		err = fmt.Errorf("its place is %d", after.Index)
	}
	if err != nil {
		return place{}, quorum.Bad("resume", "the listing cannot go on after this item: "+err.Error(), "go on with the query that the item comes from")
	}
	f := after.Cartels[0]
	if q.split() < 0 {
		return place{behind: true}, nil
	}
	g := f
	if !q.Nondominated {
		g = f.extended()
	}
	x := split(g)
	p, e := x.q[1], x.q[0]
	if q.Classes {
		p, e, _ = leastSplit(x, !q.Nondominated)
	}
	return place{behind: true, p: p, e: e}, nil
}

// system is the coterie that the pair p, e of functions of k variables stands for in a listing of
// q.
func (q Query) system(k int, p, e table) Function {
	if q.Nondominated {
		return selfDual(k, e, p)
	}
	f := Function{n: k + 1}
	at := 1 << k
	if k == 6 {
		f.words = [4]uint64{uint64(e), uint64(p)}
		return f
	}
	f.words[0] = uint64(e) | uint64(p)<<at
	return f
}

// keeps reports whether the system of p and e is in a listing of q as far as its nodes are used.
func (q Query) keeps(k int, p, e table) bool {
	if !q.Nondominated && p == 0 {
		return false // it has no quorum
	}
	if !q.AllUsed {
		return true
	}
	if e == p || q.Nondominated && e == p.dual(k) {
		return false // node k, or k+1, changes nothing
	}
	return e.depends(k)|p.depends(k) == 1<<k-1
}

// listLabelled goes through the pairs e <= p AND p* in ascending order of p, then of e.
func listLabelled(ctx context.Context, q Query, opts Options, from place, emit func(Function, int) bool) error {
	k := q.split()
	pairs := newHalves(k)
	done := 0
	for p := range pairs.functions(from.p) {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		more := pairs.under(p&p.dual(k), unbounded, func(e table, _ uint64) bool {
			if from.behind && p == from.p && e <= from.e || !q.keeps(k, p, e) {
				return true
			}
			return emit(q.system(k, p, e), 0)
		})
		if !more {
			return nil
		}
		if done++; done%256 == 0 {
			opts.progress().Tell("monotone functions gone through for the list", done, 0)
		}
	}
	return nil
}
