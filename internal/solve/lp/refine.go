package lp

import (
	"cmp"
	"context"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Classes is a partition of the nodes and of the quorums of some cartels. The nodes of a class get
// one weight, the quorums of a class, which are a column of the program, one probability.
type Classes struct {
	OfNode   []int32   // class of each node; -1 for a node in no quorum
	Nodes    []int     // size of each class of nodes
	OfQuorum [][]int32 // for each cartel: column of each quorum; -1 for a repeated quorum
	Quorums  []int     // number of quorums of each column, repeats not counted
	First    []Place   // a quorum of each column; the columns of a cartel are consecutive
	Discrete bool      // every class of nodes has one
}

// entryBytes is the greatest memory of a node or a quorum while classes are refined.
const entryBytes = 100

// Place is the place of a quorum: its cartel, and its index there.
type Place struct{ Cartel, Quorum int }

// splitmix is the finaliser of splitmix64: a permutation of the 64-bit words without visible
// structure.
func splitmix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Singletons returns the partition in which every one of the n nodes that is in a quorum is a
// class, and every listed quorum a column. The error is the cause of ctx.
func Singletons(ctx context.Context, n int, cartels []quorum.Family) (*Classes, error) {
	colour := make([]int32, n)
	for x := range colour {
		colour[x] = int32(x)
	}
	c := newClasses(ctx, cartels, colour)
	for g, f := range cartels {
		for i := range par.Until(ctx, f.All()) {
			c.put(g, i, c.column(g, i))
		}
	}
	return c, context.Cause(ctx)
}

// Refine returns the coarsest partition of n nodes and the quorums of some cartels that colour
// refinement of the incidence graph reaches: at its end any two nodes of a class are in equally
// many quorums of each class, and any two quorums of a class are of the same cartel and have
// equally many nodes of each class.
//
// Colours are hashes of multisets of colours. Two different multisets with one hash would merge
// classes wrongly, so a caller that makes a certificate from the classes has to check it. Rounds at
// most n, each O(incidences). The error is the cause of ctx, or a *memory.Error.
func Refine(ctx context.Context, n int, cartels []quorum.Family) (*Classes, error) {
	quorums := 0
	for _, f := range cartels {
		quorums += f.Len()
	}
	if err := memory.Ask(ctx, "the classes of nodes and quorums that look alike", n+quorums, entryBytes); err != nil {
		return nil, err
	}
	repeated, err := repeatedQuorums(ctx, cartels)
	if err != nil {
		return nil, err
	}
	colour, count := make([]int32, n), 1
	hash := make([]uint64, n)      // of the quorums around a node
	shade := make([]uint64, n)     // of the colour of a node
	seen := make(map[uint64]int32) // new colours in order of appearance
	for {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		for x, v := range colour {
			shade[x] = splitmix(uint64(v))
			hash[x] = splitmix(^shade[x])
		}
		for g, f := range cartels {
			for i, q := range par.Until(ctx, f.All()) {
				if repeated[g][i] {
					continue
				}
				h := splitmix(quorumHash(g, q, shade))
				for _, x := range q {
					hash[x] += h
				}
			}
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
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
	c := newClasses(ctx, cartels, colour)
	for x, class := range c.OfNode {
		shade[x] = splitmix(uint64(class))
	}
	column := make(map[uint64]int32)
	for g, f := range cartels {
		for i, q := range par.Until(ctx, f.All()) {
			if repeated[g][i] {
				continue
			}
			h := quorumHash(g, q, shade)
			j, ok := column[h]
			if !ok {
				j = c.column(g, i)
				column[h] = j
			}
			c.put(g, i, j)
		}
	}
	return c, context.Cause(ctx)
}

// quorumHash returns the hash of the multiset of shades in quorum q of cartel g.
func quorumHash(g int, q []int32, shade []uint64) uint64 {
	h := uint64(g) << 32
	for _, x := range q {
		h += shade[x]
	}
	return h
}

// newClasses returns the partition of the nodes by colour, without columns yet.
func newClasses(ctx context.Context, cartels []quorum.Family, colour []int32) *Classes {
	c := &Classes{OfNode: slices.Repeat([]int32{-1}, len(colour)), OfQuorum: make([][]int32, len(cartels))}
	used := make([]bool, len(colour))
	for g, f := range cartels {
		c.OfQuorum[g] = slices.Repeat([]int32{-1}, f.Len())
		for _, q := range par.Until(ctx, f.All()) {
			for _, x := range q {
				used[x] = true
			}
		}
	}
	number := make(map[int32]int32)
	for x, v := range colour {
		if !used[x] {
			continue
		}
		class, ok := number[v]
		if !ok {
			class = int32(len(c.Nodes))
			number[v] = class
			c.Nodes = append(c.Nodes, 0)
		}
		c.OfNode[x] = class
		c.Nodes[class]++
	}
	c.Discrete = !slices.ContainsFunc(c.Nodes, func(size int) bool { return size > 1 })
	return c
}

// column adds a column, without quorums yet, that looks like quorum i of cartel g.
func (c *Classes) column(g, i int) int32 {
	c.First, c.Quorums = append(c.First, Place{g, i}), append(c.Quorums, 0)
	return int32(len(c.First) - 1)
}

// put puts quorum i of cartel g into column j.
func (c *Classes) put(g, i int, j int32) {
	c.OfQuorum[g][i] = j
	c.Quorums[j]++
}

// repeatedQuorums returns, for each cartel, which quorums are equal to an earlier one. Cost
// O(incidences).
func repeatedQuorums(ctx context.Context, cartels []quorum.Family) ([][]bool, error) {
	out := make([][]bool, len(cartels))
	for g, f := range cartels {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		out[g] = make([]bool, f.Len())
		order, hash := make([]int, f.Len()), make([]uint64, f.Len())
		for i, q := range par.Until(ctx, f.All()) {
			var h uint64
			for _, x := range q {
				h += splitmix(uint64(x))
			}
			order[i], hash[i] = i, h
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(hash[a], hash[b]), a-b) })
		for k, i := range order {
			// Among equal hashes the first equal quorum is the one that stays.
			for e := k - 1; e >= 0 && hash[order[e]] == hash[i] && !out[g][i]; e-- {
				out[g][i] = slices.Equal(f.Quorum(i), f.Quorum(order[e]))
			}
		}
	}
	return out, nil
}

// Multiset returns the classes of the nodes of q, ascending, and the number of its nodes in each.
func (c *Classes) Multiset(q []int32) (class, count []int32) {
	all := make([]int32, len(q))
	for i, x := range q {
		all[i] = c.OfNode[x]
	}
	slices.Sort(all)
	for k, v := range all {
		if k > 0 && v == all[k-1] {
			count[len(count)-1]++
			continue
		}
		class, count = append(class, v), append(count, 1)
	}
	return class, count
}
