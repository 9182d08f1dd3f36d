package measure

import (
	"context"
	"math/big"
	"slices"
)

// nodeClasses is a partition of the nodes and of the quorums of some cartels. Nodes of one class get
// one weight, quorums of one class (a column of the program) one probability.
type nodeClasses struct {
	ofNode    []int32   // class of each node; -1 for a node in no quorum
	nodes     []int     // size of each class of nodes
	ofQuorum  [][]int32 // for each cartel: column of each quorum; -1 for a repeated quorum
	columns   int
	quorums   []int // number of quorums of each column, repeats not counted
	discrete  bool  // every class has one node
	represent []quorumPlace
}

// quorumPlace is a quorum of a cartel.
type quorumPlace struct{ cartel, quorum int }

// splitmix is the finaliser of splitmix64: a permutation of the 64-bit words without visible structure.
func splitmix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// singletons returns the partition in which every node in a quorum is a class, and every listed
// quorum a column; cartels of share 0 have no columns.
func singletons(in *loadInput) *nodeClasses {
	c := &nodeClasses{ofNode: make([]int32, in.n), discrete: true}
	for x := range c.ofNode {
		c.ofNode[x] = -1
	}
	c.eachUsed(in, func(g, i int, q []int32) {
		for _, x := range q {
			c.ofNode[x] = 0
		}
	})
	for x, class := range c.ofNode {
		if class == 0 {
			c.ofNode[x] = int32(len(c.nodes))
			c.nodes = append(c.nodes, 1)
		}
	}
	c.ofQuorum = make([][]int32, len(in.cartels))
	for g, f := range in.cartels {
		c.ofQuorum[g] = slices.Repeat([]int32{-1}, f.Len())
	}
	c.eachUsed(in, func(g, i int, q []int32) {
		c.ofQuorum[g][i] = int32(c.columns)
		c.columns++
		c.represent = append(c.represent, quorumPlace{g, i})
		c.quorums = append(c.quorums, 1)
	})
	return c
}

// eachUsed calls visit for each quorum of the cartels that have a share.
func (c *nodeClasses) eachUsed(in *loadInput, visit func(g, i int, q []int32)) {
	for g, f := range in.cartels {
		if !in.counts(g) {
			continue
		}
		for i, q := range f.All() {
			visit(g, i, q)
		}
	}
}

// counts reports whether cartel g has a share of the requests.
func (in *loadInput) counts(g int) bool { return in.mix == nil || in.mix[g].Sign() > 0 }

// colourRefinement returns the coarsest partition that colour refinement of the incidence graph reaches,
// starting from the capacities and the cartels: at its end any two nodes of a class have the same
// capacity and are in equally many quorums of each class, and any two quorums of a class are of
// the same cartel and have equally many nodes of each class.
//
// Colours are hashes of multisets of colours. Two different multisets with one hash would merge
// equitable wrongly, and the certificate made from them would fail its check; it is then found
// without classes. Rounds at most n, each O(incidences).
func colourRefinement(ctx context.Context, in *loadInput) (*nodeClasses, error) {
	repeated, err := repeatedQuorums(ctx, in)
	if err != nil {
		return nil, err
	}
	colour, count := capacityColours(in)
	hash := make([]uint64, in.n)   // of the quorums around a node
	shade := make([]uint64, in.n)  // of the colour of a node
	seen := make(map[uint64]int32) // new colours in order of appearance
	for {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		for x, v := range colour {
			shade[x] = splitmix(uint64(v))
			hash[x] = splitmix(^shade[x])
		}
		for g, f := range in.cartels {
			if !in.counts(g) {
				continue
			}
			for i, q := range f.All() {
				if repeated.has(g, i) {
					continue
				}
				h := splitmix(quorumHash(g, q, shade))
				for _, x := range q {
					hash[x] += h
				}
			}
		}
		clear(seen)
		for x, h := range hash {
			// A node in no quorum keeps the hash that depends on its colour alone.
			v, ok := seen[h]
			if !ok {
				v = int32(len(seen))
				seen[h] = v
			}
			colour[x] = v
		}
		if len(seen) == count {
			break
		}
		count = len(seen)
	}
	return newClasses(in, colour, repeated), nil
}

// quorumHash returns the hash of the multiset of shades in quorum q of cartel g.
func quorumHash(g int, q []int32, shade []uint64) uint64 {
	h := uint64(g) << 32
	for _, x := range q {
		h += shade[x]
	}
	return h
}

// newClasses returns the partition of the nodes by colour, and of the quorums by the colours of
// their nodes.
func newClasses(in *loadInput, colour []int32, repeated repeatSet) *nodeClasses {
	c := &nodeClasses{ofNode: slices.Repeat([]int32{-1}, in.n)}
	used := make([]bool, in.n)
	c.eachUsed(in, func(g, i int, q []int32) {
		for _, x := range q {
			used[x] = true
		}
	})
	number := make(map[int32]int32)
	for x, v := range colour {
		if !used[x] {
			continue
		}
		class, ok := number[v]
		if !ok {
			class = int32(len(c.nodes))
			number[v] = class
			c.nodes = append(c.nodes, 0)
		}
		c.ofNode[x] = class
		c.nodes[class]++
	}
	c.discrete = !slices.ContainsFunc(c.nodes, func(size int) bool { return size > 1 })
	shade := make([]uint64, in.n)
	for x, class := range c.ofNode {
		shade[x] = splitmix(uint64(class))
	}
	column := make(map[uint64]int32)
	c.ofQuorum = make([][]int32, len(in.cartels))
	for g, f := range in.cartels {
		c.ofQuorum[g] = slices.Repeat([]int32{-1}, f.Len())
	}
	c.eachUsed(in, func(g, i int, q []int32) {
		if repeated.has(g, i) {
			return
		}
		h := quorumHash(g, q, shade)
		j, ok := column[h]
		if !ok {
			j = int32(c.columns)
			column[h] = j
			c.columns++
			c.represent = append(c.represent, quorumPlace{g, i})
			c.quorums = append(c.quorums, 0)
		}
		c.quorums[j]++
		c.ofQuorum[g][i] = j
	})
	return c
}

// capacityColours returns the colour of each node by its capacity, and the number of colours.
func capacityColours(in *loadInput) (colour []int32, count int) {
	colour = make([]int32, in.n)
	number := make(map[string]int32)
	var last *big.Rat
	for x, c := range in.capacities {
		if x > 0 && c == last {
			colour[x] = colour[x-1]
			continue
		}
		last = c
		key := c.RatString()
		v, ok := number[key]
		if !ok {
			v = int32(len(number))
			number[key] = v
		}
		colour[x] = v
	}
	return colour, len(number)
}

// repeatSet has, for each cartel, the quorums that are equal to an earlier one; nil where none is.
type repeatSet [][]bool

func (r repeatSet) has(g, i int) bool { return r[g] != nil && r[g][i] }

// repeatedQuorums finds the repeated quorums of every cartel. Cost O(incidences).
func repeatedQuorums(ctx context.Context, in *loadInput) (repeatSet, error) {
	out := make(repeatSet, len(in.cartels))
	for g, f := range in.cartels {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		order := make([]hashedQuorum, f.Len())
		for i, q := range f.All() {
			var h uint64
			for _, x := range q {
				h += splitmix(uint64(x))
			}
			order[i] = hashedQuorum{h, int32(i)}
		}
		slices.SortFunc(order, func(a, b hashedQuorum) int {
			switch {
			case a.hash != b.hash && a.hash < b.hash:
				return -1
			case a.hash != b.hash:
				return 1
			}
			return int(a.index) - int(b.index)
		})
		for k := range order {
			// Among equal hashes the first equal quorum is the one that stays.
			for e := k - 1; e >= 0 && order[e].hash == order[k].hash; e-- {
				i, j := int(order[k].index), int(order[e].index)
				if slices.Equal(f.Quorum(i), f.Quorum(j)) {
					if out[g] == nil {
						out[g] = make([]bool, f.Len())
					}
					out[g][i] = true
					break
				}
			}
		}
	}
	return out, nil
}

// hashedQuorum is a quorum with its hash.
type hashedQuorum struct {
	hash  uint64
	index int32
}

// columnOf returns the number of nodes of each class in quorum q, by class, ascending.
func (c *nodeClasses) columnOf(q []int32, scratch []int32) (class, count []int32) {
	scratch = scratch[:0]
	for _, x := range q {
		scratch = append(scratch, c.ofNode[x])
	}
	slices.Sort(scratch)
	for k, v := range scratch {
		if k > 0 && v == scratch[k-1] {
			count[len(count)-1]++
			continue
		}
		class, count = append(class, v), append(count, 1)
	}
	return class, count
}
