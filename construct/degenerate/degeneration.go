package degenerate

import (
	"context"
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/planes"
	"coterie/quorum"
)

// MaxNodes is the greatest number of nodes: the number of points of the plane of order
// planes.MaxOrder.
const MaxNodes = planes.MaxOrder*planes.MaxOrder + planes.MaxOrder + 1

// Degeneration says how a projective plane becomes the sets of n nodes by Method 1 of Maekawa
// (1985), section 7. Points and lines are those of planes.NewProjective. Values are immutable.
type Degeneration struct {
	order int
	node  []int32 // for each point the node it becomes
	point []int32 // for each node the point it is; ascending
	line  []int32 // for each node i the line that becomes S_i
}

// Literal returns Maekawa's own choice for 2 <= n <= MaxNodes (else it is an error): the points
// after the first n are removed, n+1, ..., n+d replaced by n-d+1, ..., n in this order, as 6 and 7
// are by 4 and 5 in his example for N = 5. The lines of the removed sites in the site assignment of
// the plane (quorum.Family's AssignSites) are dropped. Search starts here.
//
// There are enough nodes to replace the removed points, d <= n: if q' is the greatest order below
// q, then n > q'²+q'+1, and q²+q+1 <= 2(q'²+q'+2) holds for all orders up to planes.MaxOrder.
func Literal(ctx context.Context, n int) (*Degeneration, error) {
	plane, err := leastPlane(ctx, n)
	if err != nil {
		return nil, err
	}
	return literal(ctx, plane, n)
}

// Search returns the best degeneration to n nodes, 2 <= n <= MaxNodes, that a local search with
// random numbers (math/rand/v2, PCG) from seed finds: first it has the least difference between the
// greatest and the least responsibility, then the fewest pairs of sets that are nested (counted up
// to n = 600), then the least sum of squared responsibilities. Its number of steps depends on n
// alone, and the result is the same for the same n and seed everywhere. It is an error if n is not
// in that range; otherwise the error is the cause of ctx if ctx ends first. Cost: about 10⁴ steps
// plus 20 for each point removed, of O(q) each, thrice for the smallest planes; and two matchings.
func Search(ctx context.Context, n int, seed uint64) (*Degeneration, error) {
	plane, err := leastPlane(ctx, n)
	if err != nil {
		return nil, err
	}
	start, err := literal(ctx, plane, n)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return search(ctx, plane, start, seed)
}

// Order returns q, the order of the plane that is degenerated.
func (d *Degeneration) Order() int { return d.order }

// N returns the number of nodes.
func (d *Degeneration) N() int { return len(d.point) }

// Points returns the number of points of the plane, q²+q+1.
func (d *Degeneration) Points() int { return len(d.node) }

// Replaced returns for each removed point the kept point that replaces it, in a new map.
func (d *Degeneration) Replaced() map[int]int {
	by := make(map[int]int, len(d.node)-len(d.point))
	for p, node := range d.node {
		if q := d.point[node]; int(q) != p {
			by[p] = int(q)
		}
	}
	return by
}

// System applies ReplaceNodes to the plane, and gives the result that name. S_i is quorum i. The
// error is the cause of ctx if that ends first. Cost: O(nq).
func (d *Degeneration) System(ctx context.Context, name string) (*quorum.System, error) {
	plane, err := planes.NewProjective(ctx, d.order)
	if err != nil {
		return nil, err
	}
	lines, err := familyOfLines(ctx, plane)
	if err != nil {
		return nil, err
	}
	// Removed sites have the dropped lines in any order: they are dropped together.
	sites := make([]int, d.Points())
	replaced := d.Replaced()
	isKept := make([]bool, plane.Lines())
	for i, p := range d.point {
		sites[p] = int(d.line[i])
		isKept[d.line[i]] = true
	}
	dropped := 0
	for p := range sites {
		if _, removed := replaced[p]; removed {
			for isKept[dropped] {
				dropped++
			}
			sites[p] = dropped
			dropped++
		}
	}
	s, err := quorum.NewSystem(plane.Name(), lines, quorum.SystemOptions{Sites: sites})
	if err != nil {
		return nil, err
	}
	return ReplaceNodes(ctx, name, s, replaced)
}

// permutations returns the degeneration as the permutations of a folding.
func (d *Degeneration) permutations() (points, lines []int32) {
	isPaired := make([]bool, len(d.node))
	for p, node := range d.node {
		if q := d.point[node]; int(q) != p {
			points = append(points, q, int32(p))
			isPaired[p], isPaired[q] = true, true
		}
	}
	for p, paired := range isPaired {
		if !paired {
			points = append(points, int32(p))
		}
	}
	kept := slices.Sorted(slices.Values(d.line))
	for line := range int32(len(d.node)) {
		if _, isKept := slices.BinarySearch(kept, line); !isKept {
			lines = append(lines, line)
		}
	}
	return points, append(lines, kept...)
}

// leastPlane returns the least plane with at least n points.
func leastPlane(ctx context.Context, n int) (*planes.Plane, error) {
	if n < 2 || n > MaxNodes {
		return nil, fmt.Errorf("a degenerate plane of %d nodes; there is one for 2..%d", n, MaxNodes)
	}
	return planes.NewProjective(ctx, Order(n))
}

// Order returns the least order of a plane with at least n points, for n up to MaxNodes: a prime
// power, or 1.
func Order(n int) int {
	q := 1
	for bounds.PlanePoints(q) < n {
		q = bounds.PlaneOrderAtLeast(q + 1)
	}
	return q
}

func literal(ctx context.Context, plane *planes.Plane, n int) (*Degeneration, error) {
	lines, err := familyOfLines(ctx, plane)
	if err != nil {
		return nil, err
	}
	sites, err := lines.AssignSites(ctx)
	if err != nil {
		return nil, err
	}
	removed := plane.Points() - n
	d := &Degeneration{order: plane.Order(), node: make([]int32, plane.Points()), point: make([]int32, n), line: make([]int32, n)}
	for p := range d.node {
		if p < n {
			d.node[p], d.point[p], d.line[p] = int32(p), int32(p), int32(sites[p])
		} else {
			d.node[p] = int32(p - removed)
		}
	}
	return d, nil
}

// familyOfLines returns the lines of a plane, in its order.
func familyOfLines(ctx context.Context, plane *planes.Plane) (quorum.Family, error) {
	return quorum.ListFamily(ctx, plane.Points(), plane.Lines(), func(dst []int32, l int) []int32 {
		return append(dst, plane.Line(l)...)
	})
}
