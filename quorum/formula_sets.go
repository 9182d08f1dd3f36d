package quorum

import (
	"context"
	"slices"

	"coterie/internal/machine/par"
)

// maxAbsorbed bounds the lists whose minimal sets are kept where nodes occur more than once: the
// cost is quadratic in their length.
const maxAbsorbed = 30_000

// maxAbsorbing bounds the words that Minimized goes over for all lists together, some seconds.
const maxAbsorbing = 2_000_000_000

// MinimalSets returns the quorums of the formula, the minimal node sets on which it
// holds, each once and in lexicographic order.
//
// Where the parts of a gate are on disjoint node sets, its quorums are, for every minimal coalition
// of parts, the unions of a quorum of each. These unions are minimal: exactly the parts of the
// coalition S hold on its union U, so that fewer parts hold on U without a node, and these lack the
// quota. The unions differ, since S and the quorums can be read off U. In a read-once formula all
// gates have such parts, the cost is the length of the list, and the number is known before (see
// Shape). At other gates the parts are taken or passed one after the other, R(i, s) being the
// minimal sets on which parts from i on hold with s votes,
//
//	R(i, s) = the minimal sets of R(i+1, s) and of all Q ∪ T, Q a quorum of part i, T ∈ R(i+1, s - votes of i),
//
// which costs O(m² K/64) for the m sets listed on the way.
//
// The error is a *LimitError if there are more than limit quorums, or, where a node
// occurs twice, more than 30,000 sets in a list on the way, or some seconds' worth of
// comparing them; and the cause of ctx if that ends first.
func (f Formula) MinimalSets(ctx context.Context, limit int) (Family, error) {
	x := &expansion{poll: par.NewPoll(ctx), n: f.n, limit: limit, readOnce: f.ReadOnce()}
	if !x.readOnce {
		x.limit = max(limit, maxAbsorbed) // of the lists on the way
	} else {
		if s, err := f.Shape(ctx); err == nil && !(s.Quorums.IsInt64() && s.Quorums.Int64() <= int64(limit)) {
			return Family{}, &LimitError{What: "minimal quorums", Limit: limit}
		}
	}
	list, err := x.quorums(f.gate)
	if err != nil {
		return Family{}, err
	}
	if list.Len() > limit {
		return Family{}, &LimitError{What: "minimal quorums", Limit: limit}
	}
	for i := range list.Len() {
		slices.Sort(list.Quorum(i))
	}
	out := Family{n: f.n, start: []int{0}}
	out.nodes = make([]int32, 0, len(list.nodes))
	order, err := list.sortedOrder(ctx)
	if err != nil {
		return Family{}, err
	}
	for _, i := range order {
		out.nodes = append(out.nodes, list.Quorum(i)...)
		out.start = append(out.start, len(out.nodes))
	}
	return out, nil
}

// expansion lists the quorums of gates; their nodes are in no particular order.
type expansion struct {
	n        int
	limit    int
	readOnce bool
	poll     par.Poll
	absorbed int // words gone over by Minimized
}

// goOn is called for every set listed. listed is the number of sets so far.
func (x *expansion) goOn(listed int) error {
	if err := x.poll.Err(); err != nil {
		return err
	}
	if listed > x.limit {
		return &LimitError{What: "minimal quorums", Limit: x.limit, OnWay: !x.readOnce}
	}
	return nil
}

func (x *expansion) quorums(g *gate) (Family, error) {
	switch {
	case g.isLeaf():
		return Family{x.n, []int{0, 1}, []int32{int32(g.node)}}, nil
	case x.readOnce || g.disjointParts():
		return x.disjoint(g)
	default:
		return x.absorbing(g)
	}
}

// disjointParts reports whether no node occurs in two parts.
func (g *gate) disjointParts() bool {
	owner := map[int]int{}
	for i, p := range g.parts {
		ok := p.leaves(func(v int) bool {
			other, seen := owner[v]
			owner[v] = i
			return !seen || other == i
		})
		if !ok {
			return false
		}
	}
	return true
}

// disjoint lists the quorums of a gate whose parts are on disjoint node sets.
func (x *expansion) disjoint(g *gate) (Family, error) {
	out := Family{n: x.n, start: []int{0}}
	of := make([]*Family, len(g.parts)) // listed once a coalition needs them
	var digit []int
	var failed error
	g.coalitions(func(coalition []int) bool {
		for _, i := range coalition {
			if of[i] != nil {
				continue
			}
			f, err := x.quorums(g.parts[i])
			if err != nil {
				failed = err
				return false
			}
			of[i] = &f
		}
		digit = slices.Grow(digit[:0], len(coalition))[:len(coalition)]
		clear(digit)
		for more := true; more; {
			if failed = x.goOn(out.Len() + 1); failed != nil {
				return false
			}
			for k, i := range coalition {
				out.nodes = append(out.nodes, of[i].Quorum(digit[k])...)
			}
			out.start = append(out.start, len(out.nodes))
			more = false
			for k := len(coalition) - 1; k >= 0 && !more; k-- {
				if digit[k]++; digit[k] < of[coalition[k]].Len() {
					more = true
				} else {
					digit[k] = 0
				}
			}
		}
		return true
	})
	return out, failed
}

// absorbing lists the quorums of any gate, by the recursion of MinimalSets.
func (x *expansion) absorbing(g *gate) (Family, error) {
	lists, order := make([]Family, len(g.parts)), make([]int, len(g.parts))
	for i, p := range g.parts {
		f, err := x.quorums(p)
		if err != nil {
			return Family{}, err
		}
		for k := range f.Len() {
			slices.Sort(f.Quorum(k))
		}
		lists[i], order[i] = f, i
	}
	// Short lists are joined first: they absorb much of the longer ones.
	slices.SortStableFunc(order, func(a, b int) int { return lists[b].Len() - lists[a].Len() })
	rest := make([]int, len(order)+1) // votes of the parts from i on, in this order
	for i := len(order) - 1; i >= 0; i-- {
		rest[i] = rest[i+1] + g.vote(order[i])
	}
	memo := make([]map[int]Family, len(order)) // by i and votes
	for i := range memo {
		memo[i] = map[int]Family{}
	}
	var reach func(i, votes int) (Family, error)
	reach = func(i, votes int) (Family, error) {
		if votes <= 0 {
			return Family{x.n, []int{0, 0}, nil}, nil // the empty set alone
		}
		if rest[i] < votes {
			return Family{n: x.n, start: []int{0}}, nil
		}
		if f, ok := memo[i][votes]; ok {
			return f, nil
		}
		without, err := reach(i+1, votes)
		if err != nil {
			return Family{}, err
		}
		with, err := reach(i+1, votes-g.vote(order[i]))
		if err != nil {
			return Family{}, err
		}
		f, err := x.joined(without, lists[order[i]], with)
		if err != nil {
			return Family{}, err
		}
		memo[i][votes] = f
		return f, nil
	}
	return reach(0, g.quota)
}

// joined returns the minimal sets among the sets of without and the unions of a set of a and a set
// of b.
func (x *expansion) joined(without, a, b Family) (Family, error) {
	if without.Len() > maxAbsorbed || b.Len() > 0 && a.Len() > (maxAbsorbed-without.Len())/b.Len() {
		return Family{}, &LimitError{
			What: "sets on the way to the quorums of a formula in which nodes occur twice", Limit: maxAbsorbed, OnWay: true,
		}
	}
	out := Family{n: x.n, start: slices.Clone(without.start), nodes: slices.Clone(without.nodes)}
	for _, p := range a.All() {
		for _, q := range b.All() {
			if err := x.goOn(0); err != nil {
				return Family{}, err
			}
			from := len(out.nodes)
			out.nodes = append(append(out.nodes, p...), q...)
			slices.Sort(out.nodes[from:])
			out.nodes = out.nodes[:from+len(slices.Compact(out.nodes[from:]))]
			out.start = append(out.start, len(out.nodes))
		}
	}
	if x.absorbed += out.Len() * len(out.nodes) / 64; x.absorbed > maxAbsorbing {
		return Family{}, &LimitError{What: "words of sets compared, of a formula in which nodes occur twice", Limit: maxAbsorbing, OnWay: true}
	}
	return out.Minimized(), nil
}
