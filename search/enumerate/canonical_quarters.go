package enumerate

import "slices"

// quarters is a self-dual monotone function of k+2 nodes, split on the last two: quarters 0 to 3
// are what it is at sets with neither node k nor k+1, only k, only k+1, both.
type quarters struct {
	k int
	q [4]table
}

// split cuts a self-dual function of at least two nodes.
func split(f Function) quarters {
	x := quarters{k: f.n - 2}
	for which := range x.q {
		x.q[which] = f.quarter(which)
	}
	return x
}

// pair returns the self-dual function with the quarters e and p.
func pair(k int, e, p table) quarters {
	return quarters{k, [4]table{e, p, p.dual(k), e.dual(k)}}
}

// live returns how many true sets have node v, for every node v.
func (x quarters) live() (v [MaxNodes]int) {
	for _, quarter := range x.q {
		for i := range x.k {
			v[i] += (quarter & with(i)).size()
		}
	}
	both := x.q[3].size()
	v[x.k], v[x.k+1] = x.q[1].size()+both, x.q[2].size()+both
	return v
}

// traded exchanges variable i of lo and hi with the node that lo lacks and hi has.
func traded(lo, hi table, i int) (table, table) {
	has, shift := with(i), 1<<i
	return lo&^has | hi&^has<<shift, hi&has | lo&has>>shift
}

// onTop returns the function with its nodes renamed so that node a is the last but one and node b
// the last.
func (x quarters) onTop(a, b int) quarters {
	if a == x.k+1 || b == x.k {
		// The last two are exchanged; then one that was among them is in its place.
		x.q[1], x.q[2] = x.q[2], x.q[1]
	}
	if a < x.k {
		x.q[0], x.q[1] = traded(x.q[0], x.q[1], a)
		x.q[2], x.q[3] = traded(x.q[2], x.q[3], a)
	}
	if b < x.k {
		x.q[0], x.q[2] = traded(x.q[0], x.q[2], b)
		x.q[1], x.q[3] = traded(x.q[1], x.q[3], b)
	}
	return x
}

// sorted renames the first k nodes so that the counts of p = quarter 1 ascend (a stable sort), and
// returns p, e = quarter 0 and the counts.
func (x quarters) sorted() (p, e table, counts uint64) {
	e, p = x.q[0], x.q[1]
	var c [6]int
	for i := range x.k {
		c[i] = (p & with(i)).size()
		for j := i; j > 0 && c[j-1] > c[j]; j-- {
			c[j-1], c[j] = c[j], c[j-1]
			p, e = p.swapped(j-1), e.swapped(j-1)
		}
	}
	for i := range x.k {
		counts |= uint64(c[i]) << (8 * i)
	}
	return p, e, counts
}

// levels tells which neighbours among k nodes have the same counts: bit i is set if nodes i and i+1
// have.
func levels(k int, counts uint64) int {
	level := 0
	for i := 0; i+1 < k; i++ {
		if byte(counts>>(8*i)) == byte(counts>>(8*i+8)) {
			level |= 1 << i
		}
	}
	return level
}

// walk returns exchanges of neighbours (i with i+1) that go, from any order, through all orders of
// n nodes that keep every cell in its place, each once; nodes i and i+1 are in one cell if bit i of
// level is set.
func walk(n, level int) []uint8 {
	var all []uint8
	for first := 0; first < n; {
		last := first
		for level>>last&1 == 1 {
			last++
		}
		// Between two steps in this cell, the cells before it go through all orders.
		inner := slices.Clone(all)
		for _, i := range transpositions(last - first + 1) {
			all = append(all, uint8(first+i))
			all = append(all, inner...)
		}
		first = last + 1
	}
	return all
}
