package enumerate

import (
	"cmp"
	"math/bits"

	"coterie/internal/solve/sets"
)

// Canonical returns the same function for all functions that differ only by a renaming of the
// nodes, and the number of renamings that leave f as it is. For a coterie it is the one that [List]
// yields for its class, as the package comment defines it: its first nodes are the strongest. For
// another function (one that is no coterie, a dominated coterie on 8 nodes, a function of fewer
// than two nodes) it is, read from the last node to the first, the least truth table, as a number,
// among the orders of the nodes in which the number of true sets with a node does not fall.
//
// The cost is that of going through the orders of nodes that equal counts leave open: microseconds
// as a rule, a millisecond for the most symmetric functions of 8 nodes.
func Canonical(f Function) (canonical Function, automorphisms int) {
	switch {
	case f.n >= 2 && f.selfDual():
		p, e, automorphisms := leastSplit(split(f), false)
		return selfDual(f.n-2, e, p).reversed(), automorphisms
	case f.n >= 2 && f.n < MaxNodes && f.Below(f.Dual()):
		p, e, automorphisms := leastSplit(split(f.extended()), true)
		return selfDual(f.n-1, e, p).restricted().reversed(), automorphisms
	}
	canonical, automorphisms = leastTable(f)
	return canonical.reversed(), automorphisms
}

// reversed names the nodes in the opposite order: what canonical forms put last is shown first.
func (f Function) reversed() Function {
	for i, j := 0, f.n-1; i < j; i, j = i+1, j-1 {
		f = f.exchanged(i, j)
	}
	return f
}

// selfDual reports whether f is its own dual.
func (f Function) selfDual() bool { return f == f.Dual() }

// extended returns the self-dual function on one node more that is f without the new, last node.
// f must be below its dual.
func (f Function) extended() Function {
	g, dual := f, f.Dual()
	g.n++
	if f.n < 6 {
		g.words[0] |= dual.words[0] << (1 << f.n)
		return g
	}
	words := 1 << f.n / 64
	copy(g.words[words:], dual.words[:words])
	return g
}

// restricted returns f on the sets without the last node, as a function of the other nodes.
func (f Function) restricted() Function {
	g := Function{n: f.n - 1}
	if g.n < 6 {
		g.words[0] = f.words[0] & uint64(one(g.n))
		return g
	}
	copy(g.words[:1<<g.n/64], f.words[:])
	return g
}

// candidates calls try for every ordered pair (a, b) of nodes that may be the last two of a
// canonical form: b in most true sets, then a in most. If fixed, b is the last node.
func (x quarters) candidates(fixed bool, try func(a, b int)) {
	n, v := x.k+2, x.live()
	for b := range n {
		best := -1
		for a := range n {
			if a != b {
				best = max(best, v[a])
			}
		}
		if fixed && b != n-1 || !fixed && v[b] < best {
			continue
		}
		for a := range n {
			if a != b && v[a] == best {
				try(a, b)
			}
		}
	}
}

// leastSplit returns the canonical form of a self-dual function, by its quarters, and the number of
// renamings that leave it as it is. If fixed, all renamings keep the last node.
func leastSplit(x quarters, fixed bool) (p, e table, automorphisms int) {
	type form struct {
		p, e   table
		counts uint64
	}
	var tied [MaxNodes * (MaxNodes - 1)]form // those with the least counts so far
	some := 0
	x.candidates(fixed, func(a, b int) {
		p, e, counts := x.onTop(a, b).sorted()
		if some > 0 {
			switch cmp.Compare(bits.ReverseBytes64(counts), bits.ReverseBytes64(tied[0].counts)) {
			case -1:
				some = 0
			case 1:
				return
			}
		}
		tied[some] = form{p, e, counts}
		some++
	})
	steps := walk(x.k, levels(x.k, tied[0].counts))
	p, e = tied[0].p, tied[0].e
	for _, f := range tied[:some] {
		for at := 0; ; at++ {
			switch {
			case f.p < p || f.p == p && f.e < e:
				p, e, automorphisms = f.p, f.e, 1
			case f.p == p && f.e == e:
				automorphisms++
			}
			if at == len(steps) {
				break
			}
			f.p, f.e = f.p.swapped(int(steps[at])), f.e.swapped(int(steps[at]))
		}
	}
	return p, e, automorphisms
}

// leastTable returns the least truth table among the orders of the nodes in which the number of
// true sets with a node does not fall, and the number of automorphisms.
func leastTable(f Function) (least Function, automorphisms int) {
	v := make([]int, f.n)
	for i := range v {
		v[i] = f.live(i)
		for j := i; j > 0 && v[j-1] > v[j]; j-- {
			v[j-1], v[j] = v[j], v[j-1]
			f = f.exchanged(j-1, j)
		}
	}
	level := 0
	for i := 0; i+1 < f.n; i++ {
		if v[i] == v[i+1] {
			level |= 1 << i
		}
	}
	least, automorphisms = f, 1
	for _, i := range walk(f.n, level) {
		f = f.exchanged(int(i), int(i)+1)
		switch f.compare(least) {
		case -1:
			least, automorphisms = f, 1
		case 0:
			automorphisms++
		}
	}
	return least, automorphisms
}

// live is the number of true sets with node v.
func (f Function) live(v int) int {
	size := 0
	for w, x := range f.words {
		switch {
		case v < 6:
			size += bits.OnesCount64(x & sets.With[v])
		case w>>(v-6)&1 == 1:
			size += bits.OnesCount64(x)
		}
	}
	return size
}

// exchanged exchanges nodes i < j.
func (f Function) exchanged(i, j int) Function {
	switch {
	case j < 6:
		for w, x := range f.words {
			f.words[w] = uint64(table(x).exchanged(i, j))
		}
	case i < 6:
		step := 1 << (j - 6)
		for w := range f.words {
			if w&step == 0 {
				lo, hi := traded(table(f.words[w]), table(f.words[w|step]), i)
				f.words[w], f.words[w|step] = uint64(lo), uint64(hi)
			}
		}
	default:
		f.words[1], f.words[2] = f.words[2], f.words[1]
	}
	return f
}
