package construct

import (
	"context"
	"slices"
	"strconv"
	"sync"

	"coterie/bounds"
	"coterie/planes"
	"coterie/quorum"
)

// DegenerateFPP returns a degenerate projective plane for n nodes: Method 1 of Maekawa (1985),
// section 7. PG(2,q), of the least order q (a prime power, or 1) with q²+q+1 >= n, is folded to n
// nodes: n of its points are kept as nodes; each of the others is replaced by a kept one, the same
// in every line and a different one for each; and of the lines, which are the sets of the sites,
// only those of the n nodes stay. Lines that met still meet. So intersection and inclusion hold;
// the sizes of the S_i and the responsibilities differ from node to node.
//
// It exists for 2 <= n <= MaxDegenerate (else the error is a *ParamError); with one node kept of
// the triangle, the two others would have only one to replace them. Maekawa's first use, for a K
// with K-1 no prime power, is n = K(K-1)+1. Where n = q²+q+1 the result is the plane.
//
// Which points are removed, what replaces them and which lines belong to which sites is free. A
// local search with random numbers (math/rand/v2, PCG) from seed >= 0 makes the greatest minus the
// least responsibility small, then the number of pairs of S_i of which one contains or equals the
// other (counted up to n = 600; none are left for any n in 3..200 with the default seed), then the
// sum of the squared responsibilities. It starts at LiteralDegeneration, takes a number of steps
// that depends on n alone, and gives the same result for the same n and seed everywhere. Nothing is
// claimed to be optimal: longer searches find smaller figures.
//
// The sizes of the S_i add up to at least n(q+1) - d, for d = q²+q+1-n removed points. The paper
// says that for n = L(L-1)+1 each node will be in L of the sets; that would make them a plane of
// order L-1, and fails wherever there is none.
//
// Proof: docs/theorems/degenerate-planes.md.
func DegenerateFPP(n, seed int) (*quorum.System, error) {
	p, err := degeneratePlan(n, seed)
	return buildSystem(degenerateFamily(), p, err)
}

// MaxDegenerate is the greatest n of DegenerateFPP: the number of points of the plane of order
// planes.MaxOrder.
const MaxDegenerate = planes.MaxOrder*planes.MaxOrder + planes.MaxOrder + 1

// Degeneration says how a projective plane becomes the sets of n nodes by Method 1 of Maekawa
// (1985), section 7. Points and lines are those of planes.NewProjective. Values are immutable.
type Degeneration struct {
	order int
	node  []int32 // for each point the node it becomes
	point []int32 // for each node the point it is; ascending
	line  []int32 // for each node i the line that becomes S_i
}

// LiteralDegeneration returns Maekawa's own choice for 2 <= n <= MaxDegenerate (else the error is a
// *ParamError): the points after the first n are removed, n+1, ..., n+d replaced by n-d+1, ..., n
// in this order, as 6 and 7 are by 4 and 5 in his example for N = 5, and dropped are the lines of
// the removed sites in the site assignment of FPP. It is where the search of DegenerateFPP starts.
//
// There are enough nodes to replace the removed points, d <= n: if q' is the greatest order below
// q, then n > q'²+q'+1, and q²+q+1 <= 2(q'²+q'+2) holds for all orders up to planes.MaxOrder.
func LiteralDegeneration(n int) (*Degeneration, error) {
	plane, err := degeneratePlane(n)
	if err != nil {
		return nil, err
	}
	return literalDegeneration(plane, n)
}

// SearchDegeneration returns the degeneration that DegenerateFPP(n, seed) is made by. The error is
// a *ParamError, or the cause of ctx if that ends first. Cost: about 10⁴ steps plus 20 for each
// point removed, of O(q) each, thrice for the smallest planes; and two matchings.
func SearchDegeneration(ctx context.Context, n, seed int) (*Degeneration, error) {
	if err := checkSeed(seed); err != nil {
		return nil, err
	}
	plane, err := degeneratePlane(n)
	if err != nil {
		return nil, err
	}
	literal, err := literalDegeneration(plane, n)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return searchDegeneration(ctx, plane, literal, seed)
}

// Order returns q, the order of the plane that is degenerated.
func (d *Degeneration) Order() int { return d.order }

// N returns the number of nodes.
func (d *Degeneration) N() int { return len(d.point) }

// Points returns the number of points of the plane, q²+q+1.
func (d *Degeneration) Points() int { return len(d.node) }

// Node returns the node that a point becomes. It panics if there is no such point.
func (d *Degeneration) Node(point int) int { return int(d.node[point]) }

// Point returns the point that was kept as a node. It panics if there is no such node.
func (d *Degeneration) Point(node int) int { return int(d.point[node]) }

// Line returns the line that becomes S_(site+1), one through Point(site). It panics if there is no
// such site.
func (d *Degeneration) Line(site int) int { return int(d.line[site]) }

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

// System applies ReplaceNodes to the plane, and gives the result that name. S_i is quorum i. Cost
// O(nq).
func (d *Degeneration) System(name string) (*quorum.System, error) {
	plane, err := planes.NewProjective(d.order)
	if err != nil {
		return nil, err
	}
	lines, err := familyOfLines(plane)
	if err != nil {
		return nil, err
	}
	// Removed sites have the dropped lines, in whatever order: they are dropped together.
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
	return ReplaceNodes(name, s, replaced)
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

// degeneratePlane returns the least plane with at least n points.
func degeneratePlane(n int) (*planes.Plane, error) {
	if err := checkRange("degenerate-fpp", "n", n, 2, MaxDegenerate); err != nil {
		return nil, err
	}
	return planes.NewProjective(degenerateOrder(n))
}

// degenerateOrder returns the least order of a plane that exists with at least n points.
func degenerateOrder(n int) int {
	q := 1
	for bounds.PlanePoints(q) < n {
		q = bounds.PlaneOrderAtLeast(q + 1)
	}
	return q
}

func literalDegeneration(plane *planes.Plane, n int) (*Degeneration, error) {
	lines, err := familyOfLines(plane)
	if err != nil {
		return nil, err
	}
	sites, err := lines.AssignSites()
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
func familyOfLines(plane *planes.Plane) (quorum.Family, error) {
	b, err := quorum.NewFamilyBuilder(plane.Points())
	if err != nil {
		return quorum.Family{}, err
	}
	b.Grow(plane.Lines(), plane.Lines()*plane.LineSize())
	for _, line := range plane.AllLines() {
		if err := b.AddSorted(line); err != nil {
			return quorum.Family{}, err
		}
	}
	return b.Family(), nil
}

func checkSeed(seed int) error {
	if seed < 0 {
		return outOfRange("degenerate-fpp", "seed", seed, "a number that is not negative")
	}
	return nil
}

// defaultSeed is what an absent seed stands for.
const defaultSeed = 1

func degeneratePlan(n, seed int) (*plan, error) {
	if err := checkRange("degenerate-fpp", "n", n, 2, MaxDegenerate); err != nil {
		return nil, err
	}
	if err := checkSeed(seed); err != nil {
		return nil, err
	}
	// Shape and Build need the same search, which is worth doing once.
	var once struct {
		sync.Mutex
		done *Degeneration
	}
	search := func(ctx context.Context) (*Degeneration, error) {
		once.Lock()
		defer once.Unlock()
		if once.done == nil {
			d, err := SearchDegeneration(ctx, n, seed)
			if err != nil {
				return nil, err
			}
			once.done = d
		}
		return once.done, nil
	}
	p := &plan{
		settings: []setting{intSetting("n", n)},
		n:        n,
		groups:   1,
		quorums:  constantCount(n),
		largest:  degenerateOrder(n) + 1,
		build: func(ctx context.Context, name string) (quorum.Structure, error) {
			d, err := search(ctx)
			if err != nil {
				return nil, err
			}
			return structure(d.System(name))
		},
		shape: func() (Shape, error) {
			d, err := search(context.Background())
			if err != nil {
				return Shape{}, err
			}
			s, err := d.System("")
			if err != nil {
				return Shape{}, err
			}
			least, greatest := s.Family().Sizes()
			r := s.Family().Responsibilities()
			return Shape{
				MinQuorum: least, MaxQuorum: greatest,
				MinResponsibility: bigOf(slices.Min(r)), MaxResponsibility: bigOf(slices.Max(r)),
				Method: "counted on the built sets",
			}, nil
		},
	}
	if seed != defaultSeed {
		p.settings = append(p.settings, intSetting("seed", seed))
	}
	return p, nil
}

func degenerateFamily() Family {
	return Family{
		Name:    "degenerate-fpp",
		Kind:    quorum.KindSystem,
		Summary: "a projective plane folded to n nodes: Maekawa's Method 1",
		Params: []Param{
			{Name: "n", Doc: "number of nodes, 2.." + strconv.Itoa(MaxDegenerate)},
			{Name: "seed", Doc: "of the local search, not negative", Optional: true, Default: strconv.Itoa(defaultSeed)},
			{Name: "k", Doc: "Maekawa's K, 2..513, for n = k(k-1)+1 nodes", InsteadOf: "n"},
		},
		Exists: "every n in 2.." + strconv.Itoa(MaxDegenerate),
		Source: "Maekawa 1985, section 7, Method 1",
		resolve: func(a *args) (*plan, error) {
			seed, err := a.int("seed", defaultSeed)
			if err != nil {
				return nil, err
			}
			if a.has("k") {
				k, err := a.int("k", 0)
				if err != nil {
					return nil, err
				}
				if err := checkRange("degenerate-fpp", "k", k, 2, planes.MaxOrder+1); err != nil {
					return nil, err
				}
				return degeneratePlan(k*(k-1)+1, seed)
			}
			n, err := a.int("n", 0)
			if err != nil {
				return nil, err
			}
			return degeneratePlan(n, seed)
		},
		forN: func(n, _ int) (*plan, error) {
			if n < 2 {
				return nil, &NoSystemError{
					Family: "degenerate-fpp", N: n, Above: 2,
					Why: "one node cannot replace the two others of the least plane",
				}
			}
			if n > MaxDegenerate {
				return nil, &NoSystemError{
					Family: "degenerate-fpp", N: n, Below: MaxDegenerate,
					Why: "planes of order above " + strconv.Itoa(planes.MaxOrder) + " are not listed",
				}
			}
			return degeneratePlan(n, defaultSeed)
		},
	}
}
