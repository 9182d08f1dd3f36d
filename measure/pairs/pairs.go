package pairs

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sort"

	"coterie/bounds"
	"coterie/internal/solve/flow"
	"coterie/quorum"
)

// Assignment is a plan: an owner for every unordered pair of blocks. In JSON blocks and owners
// count from 1.
type Assignment struct {
	Blocks int `json:"blocks"`
	Owners int `json:"owners"`
	// Speeds are the relative speeds of the owners, 0 of those that do not work.
	Speeds []int `json:"speeds"`
	// Share is the greatest share, pairs by speed, of any owner. No assignment has a smaller one:
	// the owners of Cut alone hold CutPairs pairs, more than fit below that share.
	Share    bounds.Fraction `json:"share"`
	Cut      []quorum.Index  `json:"cut"`
	CutPairs int             `json:"cut_pairs"`
	// Fewest and Most are the least and the greatest number of pairs of an owner.
	Fewest int    `json:"fewest_pairs"`
	Most   int    `json:"most_pairs"`
	Copies Copies `json:"copies"`
	// Pairs are all pairs, ascending.
	Pairs []Pair `json:"pairs"`
}

// Pair is two blocks, ascending, and the owner of the pair.
type Pair struct {
	Blocks [2]quorum.Node `json:"blocks"`
	Owner  quorum.Index   `json:"owner"`
}

// Copies counts the copies of blocks that an assignment needs, beside other plans for as many
// owners.
type Copies struct {
	Fewest int `json:"fewest"` // blocks that an owner holds
	Most   int `json:"most"`
	All    int `json:"all"` // the copies that all owners hold
	// Replicated is the number of copies if every owner holds all blocks.
	Replicated int `json:"replicated"`
	// Groups is the greatest g <= n with g(g-1)/2 <= owners: with the blocks split into g groups of
	// equal size, each two groups have an owner, which holds TwoGroups blocks at most.
	Groups    int `json:"groups"`
	TwoGroups int `json:"two_groups"`
}

// MaxBlocks bounds the blocks, MaxTests the owners of [Of] times the square of the blocks, and
// MaxSpeed their speeds.
const MaxBlocks, MaxTests, MaxSpeed = 2800, 1_000_000_000, 1_000_000

// OfCover returns the assignment to the n translates D+i of a difference cover D modulo n: for each
// difference 0 < d < n/2 one pair x, y of D with x-y = d, and for every i the pair x+i, y+i to
// owner i; for d = n/2 so for n/2 of the i. Every owner has ⌊(n-1)/2⌋ or ⌈(n-1)/2⌉ pairs.
//
// Errors: a *quorum.InputError unless 1 <= n <= MaxBlocks, and D holds residues whose differences
// are all residues. Cost: O(n² + nK), and memory for the pairs.
//
// Proof: docs/theorems/pair-owners.md.
func OfCover(n int, cover []int) (*Assignment, error) {
	if n < 1 || n > MaxBlocks {
		return nil, quorum.Bad("n", fmt.Sprintf("%d is out of range", n), fmt.Sprintf("want 1..%d blocks", MaxBlocks))
	}
	held, below := make([][]int, n), make(map[int]int) // by difference d: a residue y of D such that y+d is one
	for i := range held {
		for _, x := range cover {
			held[i] = append(held[i], ((x+i)%n+n)%n)
		}
	}
	for _, x := range cover {
		for _, y := range cover {
			if d := ((x-y)%n + n) % n; 2*d <= n {
				below[d] = y
			}
		}
	}
	if len(below) != n/2+1 {
		return nil, quorum.Bad("cover", fmt.Sprintf("the differences of %v are not all residues modulo %d", cover, n), "")
	}
	holdings, err := quorum.NewFamily(n, held)
	if err != nil {
		return nil, err
	}
	return assigned(holdings, slices.Repeat([]int{1}, n), [2]int{n / 2, 1}, nil, func(u, v int) int {
		if d := v - u; 2*d <= n {
			return ((u-below[d])%n + n) % n
		}
		return ((v-below[n-v+u])%n + n) % n
	})
}

// Of returns an assignment of the pairs of nodes of a family to its sets, in which the greatest
// share is least. speeds has the relative speed of each owner, 0 for one that does not work; nil
// for equal ones.
//
// Errors: a *quorum.InputError for two blocks that no owner which works holds, for speeds out of
// 0..MaxSpeed or of another number than the sets, and beyond MaxBlocks and MaxTests; the error of
// ctx. Cost: a flow through an arc for each set and each of its pairs, and a further flow each time
// that a cut raises the bound.
//
// Proof: docs/theorems/pair-owners.md.
func Of(ctx context.Context, holdings quorum.Family, speeds []int) (*Assignment, error) {
	if speeds == nil {
		speeds = slices.Repeat([]int{1}, holdings.Len())
	}
	if len(speeds) == 0 || len(speeds) != holdings.Len() || slices.Min(speeds) < 0 || slices.Max(speeds) > MaxSpeed {
		return nil, quorum.Bad("speeds", fmt.Sprintf("%v are no speeds of %d owners", speeds, holdings.Len()), fmt.Sprintf("give a whole number 0..%d for each", MaxSpeed))
	}
	holders, err := holdersOf(holdings, speeds)
	if err != nil {
		return nil, err
	}
	share := fits(speeds, len(holders))
	cut := speeds // by owner: its speed, 0 for those not in the cut
	for {
		c, owners, err := send(ctx, holders, speeds, share)
		if err != nil {
			return nil, err
		}
		need, tight := 0, make([]int, len(speeds))
		for p := range holders {
			if c.Near(p) {
				need++
			}
		}
		if need == 0 { // every pair has an owner
			p := -1
			return assigned(holdings, speeds, share, cut, func(int, int) int { p++; return owners[p] })
		}
		for i := range tight {
			if c.Near(len(holders) + i) {
				tight[i] = speeds[i]
			}
		}
		cut, share = tight, fits(tight, need)
	}
}

// holdersOf lists for each pair, ascending, the owners that hold it and work.
func holdersOf(holdings quorum.Family, speeds []int) (holders [][]int, err error) {
	n, sets := holdings.N(), holdings.Sets()
	if n > MaxBlocks || n*n*len(sets) > MaxTests {
		return nil, quorum.Bad("pairs", fmt.Sprintf("%d nodes and %d owners are too many", n, len(sets)), fmt.Sprintf("want at most %d nodes, and that their pairs times the owners are %d", MaxBlocks, MaxTests/2))
	}
	for u := range n {
		for v := u + 1; v < n; v++ {
			var list []int
			for i, set := range sets {
				if speeds[i] > 0 && set.Has(u) && set.Has(v) {
					list = append(list, i)
				}
			}
			if list == nil {
				return nil, quorum.Bad("pairs", fmt.Sprintf("no owner that works holds both %v and %v", quorum.Node(u), quorum.Node(v)), "some set must have both")
			}
			holders = append(holders, list)
		}
	}
	return holders, nil
}

// fits returns the least share, as pairs of an owner and its speed, within which owners of these
// speeds take so many pairs.
func fits(speeds []int, pairs int) (share [2]int) {
	share = [2]int{pairs, 1}
	tried := map[int]bool{0: true}
	for _, s := range speeds {
		if tried[s] {
			continue
		}
		tried[s] = true
		c := sort.Search(pairs, func(c int) bool {
			taken := 0
			for _, speed := range speeds {
				taken += c * speed / s
			}
			return taken >= pairs
		})
		if c*share[1] < share[0]*s {
			share = [2]int{c, s}
		}
	}
	return share
}

// send makes the network of a share and sends through it: from the source by the pairs to their
// holders, and from those, as many as fit, to the sink. It returns the owner of each pair.
func send(ctx context.Context, holders [][]int, speeds []int, share [2]int) (c *flow.Network, owners []int, err error) {
	source, sink, first := len(holders)+len(speeds), len(holders)+len(speeds)+1, make([]int, len(holders))
	c, owners = flow.New(sink+1), make([]int, len(holders))
	for p, list := range holders {
		first[p] = c.Arc(source, p, big.NewInt(1)) + 2
		for _, i := range list {
			c.Arc(p, len(holders)+i, nil)
		}
	}
	for i, speed := range speeds {
		c.Arc(len(holders)+i, sink, big.NewInt(int64(share[0]*speed/share[1])))
	}
	err = c.Run(ctx, source, sink)
	for p, list := range holders {
		for i, owner := range list {
			if c.Sent(first[p] + 2*i) {
				owners[p] = owner
			}
		}
	}
	return c, owners, err
}
