package degenerate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"coterie/quorum"
)

// ReplaceNodes applies Method 1 of Maekawa (1985), section 7, to a system with sites: each node
// that is a key of by is removed, by[x] takes the place of x in every set, and the sets of removed
// sites are dropped. The kept nodes are numbered from 0 in the old order and keep their names, and
// quorum i of the result is S_i.
//
// Sets that meet still meet, since the node that stands in for another is the same everywhere.
// Maekawa asks for different replacements of different nodes; intersection does not depend on this.
//
// A set shrinks where by maps one of its nodes to another node of it, or two of its nodes to the
// same one. Where i ∈ S_i held, it still holds, since a site that is kept is not replaced.
//
// Errors: if a key or a value is no node, if a node is to be replaced by one
// that is removed (or by itself), or if s has no site assignment; the
// cause of ctx if that ends first. Cost: O(entries · log K).
//
// Proof: docs/theorems/degenerate-planes.md.
func ReplaceNodes(ctx context.Context, name string, s *quorum.System, by map[int]int) (*quorum.System, error) {
	n := s.N()
	if !s.HasSites() {
		return nil, errors.New("nodes are replaced in the sets of sites, and the system has no site assignment")
	}
	for _, x := range slices.Sorted(maps.Keys(by)) {
		y := by[x]
		if min(x, y) < 0 || max(x, y) >= n {
			return nil, fmt.Errorf("node %v is to be replaced by node %v; nodes are 1..%d", quorum.Node(x), quorum.Node(y), n)
		}
		if _, removed := by[y]; removed {
			return nil, fmt.Errorf("node %v is to be replaced by node %v, which is removed itself", quorum.Node(x), quorum.Node(y))
		}
	}
	number := make([]int32, n) // new numbers, by old ones
	kept := make([]int, 0, n-len(by))
	for v := range n {
		if _, removed := by[v]; !removed {
			number[v] = int32(len(kept))
			kept = append(kept, v)
		}
	}
	for x, y := range by {
		number[x] = number[y]
	}
	sites, old := s.Sites(), s.Family()
	f, err := quorum.ListFamily(ctx, len(kept), len(kept), func(dst []int32, i int) []int32 {
		return appendRenumbered(dst, old.Quorum(sites[kept[i]]), number)
	})
	if err != nil {
		return nil, err
	}
	newSites := make([]int, len(kept))
	var names []string
	for i, v := range kept {
		newSites[i] = i
		if s.Names() != nil {
			names = append(names, s.Names()[v])
		}
	}
	return quorum.NewSystem(name, f, quorum.SystemOptions{Sites: newSites, Names: names})
}

// appendRenumbered appends the numbers of some nodes to dst, which is empty, each once.
func appendRenumbered(dst, nodes, number []int32) []int32 {
	for _, u := range nodes {
		dst = append(dst, number[u])
	}
	slices.Sort(dst)
	return slices.Compact(dst)
}
