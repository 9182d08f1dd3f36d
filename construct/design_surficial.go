package construct

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/gf"
	"coterie/internal/machine/par"
	"coterie/planes"
	"coterie/quorum"
)

// BlockDesign names a family of block designs on the cartels of DesignSurficial.
type BlockDesign string

// The block designs: any two of the m cartels are in exactly one block.
const (
	ProjectiveDesign BlockDesign = "projective" // the lines of PG(2,q): m = q²+q+1, blocks of q+1
	AffineDesign     BlockDesign = "affine"     // the lines of AG(2,q): m = q², blocks of q
	TriplesDesign    BlockDesign = "triples"    // a Steiner triple system: m = 1 or 3 modulo 6, blocks of 3
	PairsDesign      BlockDesign = "pairs"      // all pairs of m cartels: the surficial system
	OneDesign        BlockDesign = "one"        // one block of all m cartels: a net
)

// blockDesigns lists their names in the order of the documentation.
func blockDesigns() []string {
	return []string{string(ProjectiveDesign), string(AffineDesign), string(TriplesDesign), string(PairsDesign), string(OneDesign)}
}

// DesignSurficial returns the group quorum system of a block design with an orthogonal array on
// each block. Such systems lie between the surficial system, where a node is in two quorums, and
// the net, where it is in m, the number of cartels.
//
// The points of the design are the m cartels, any two of which are in exactly one block; blocks
// have R cartels. Each block has d² nodes of its own, which are the rows of an orthogonal array
// OA(d²; R, d): R columns, one for each cartel of the block, and d symbols, such that in any two
// columns each pair of symbols stands in exactly one row. Quorum s of cartel c consists, in every
// block that contains c, of the d nodes whose row has the symbol s in the column of c.
//
// size is the order q of the plane for ProjectiveDesign (m = q²+q+1, R = q+1) and AffineDesign (m =
// q², R = q), and m for TriplesDesign (R = 3), PairsDesign (R = 2) and OneDesign (R = m). Cartels
// are the points as package planes numbers them. Nodes are numbered block by block in the order of
// the design, and in a block by the points of planes.NewNet(d, R), which is an orthogonal array:
// line s of class i is the rows that have symbol s in column i. With PairsDesign this is Surficial,
// and with OneDesign it is Net, node by node and quorum by quorum.
//
// It exists, with at most quorum.MaxNodes nodes and 2^16 cartels, for prime powers q, for m = 1 or
// 3 modulo 6 with TriplesDesign (m >= 3), for every m >= 2 with the other two, and for the degrees
// d for which planes.NewNet has the array: every d for R <= 3, every prime power d >= R-1, and d =
// 1 always. Otherwise the error is a *NoSystemError that says whether such planes or arrays are
// known to exist, or a *ParamError for numbers that no system could have.
//
//	n                        b·d²,   b = m(m-1)/(R(R-1)) blocks
//	K                        r·d,    r = (m-1)/(R-1) blocks through a cartel
//	quorums of a cartel      d
//	responsibility           R
//	degree                   d
//
// The conditions of Joung's Theorem 3.1 hold, with R in place of two; the degree of every cartel is
// d, and each quorum is a minimal set that meets all quorums of the other cartels. No system of as
// many nodes, cartels and responsibility has a greater degree. Nearly all are dominated:
// DesignSurficialDominatingSet.
//
// Source: Joung 2003, Figure 4 and Lemma 3.3, for pairs, and section 3, after Lemma 3.2, for the
// affine plane; the construction over a design is ours. In design theory it is Wilson's (1972).
//
// Proof: docs/theorems/designs-meet-the-bound.md.
func DesignSurficial(design BlockDesign, size, degree int) (quorum.Known, error) {
	return designSurficialFamily().built(designSurficialPlan(design, size, degree))
}

// CartelDesign returns the block design of a system of DesignSurficial: points are the cartels, and
// block b has the nodes b·d² to (b+1)·d²-1. Errors are those of DesignSurficial. Cost: O(m²)
// incidences at most.
func CartelDesign(ctx context.Context, design BlockDesign, size int) (*planes.Design, error) {
	c, err := designOfSize(design, size)
	if err != nil {
		return nil, err
	}
	if err := c.judgePlane(1); err != nil {
		return nil, err
	}
	return c.build(ctx)
}

const designSurficialName = "design-surficial"

// maxDesignTriples is the greatest m of TriplesDesign: m(m-1)/6 blocks are at most quorum.MaxNodes.
const maxDesignTriples = 10_033

// cartelDesign holds the figures of a design on m cartels in blocks of R.
type cartelDesign struct {
	design BlockDesign
	size   int // q or m, as DesignSurficial takes it
	m, R   int
}

// key is the parameter that gives the size.
func (c cartelDesign) key() string {
	if c.design == ProjectiveDesign || c.design == AffineDesign {
		return "order"
	}
	return "m"
}

func (c cartelDesign) blocks() int { return c.m * (c.m - 1) / (c.R * (c.R - 1)) }

// maxDegree is the greatest d with b·d² <= quorum.MaxNodes.
func (c cartelDesign) maxDegree() int { return gf.FloorSqrt(quorum.MaxNodes / c.blocks()) }

func (c cartelDesign) nodes(degree int) int { return c.blocks() * degree * degree }

// hasArray reports whether the orthogonal arrays can be built.
func (c cartelDesign) hasArray(degree int) bool { return c.R <= planes.MaxClasses(degree) }

func (c cartelDesign) settings(degree int) []setting {
	return []setting{{"design", string(c.design)}, intSetting(c.key(), c.size), intSetting("degree", degree)}
}

// designOfSize judges a design and its size. judgePlane judges whether there is a plane of the
// order.
func designOfSize(design BlockDesign, size int) (cartelDesign, error) {
	c := cartelDesign{design: design, size: size}
	least, most := 2, maxGroups
	switch design {
	case ProjectiveDesign:
		most = 255 // q²+q+1 <= maxGroups
		c.m, c.R = size*size+size+1, size+1
	case AffineDesign:
		most = 256
		c.m, c.R = size*size, size
	case TriplesDesign:
		least, most = 3, maxDesignTriples
		c.m, c.R = size, 3
	case PairsDesign:
		most = maxSurficialGroups
		c.m, c.R = size, 2
	case OneDesign:
		c.m, c.R = size, size
	default:
		return c, unknownDesign(string(design))
	}
	if err := checkRange(designSurficialName, c.key(), size, least, most); err != nil {
		return c, err
	}
	if design == TriplesDesign && size%6 != 1 && size%6 != 3 {
		below, above := size-1, size+1
		for below%6 != 1 && below%6 != 3 {
			below--
		}
		for above%6 != 1 && above%6 != 3 {
			above++
		}
		return c, outOfRange(designSurficialName, "m", size,
			fmt.Sprintf("m with remainder 1 or 3 modulo 6, for triples (nearest: %d, %d)", below, above))
	}
	return c, nil
}

func unknownDesign(value string) error {
	return illegal(designSurficialName, "design", value, strings.Join(blockDesigns(), " or "))
}

// judgePlane returns a *NoSystemError where the design is a plane that is not available. The degree
// is in range.
func (c cartelDesign) judgePlane(degree int) error {
	if c.key() != "order" || gf.IsPrimePower(c.size) {
		return nil
	}
	e := noSystem(designSurficialName, c.nodes(degree), c.m, "")
	e.Why, e.Note = missingPlane(c.size)
	if c.design == AffineDesign {
		e.Why += ", and so no affine plane"
	}
	var near []string
	for _, order := range []int{bounds.PlaneOrderAtMost(c.size), bounds.PlaneOrderAtLeast(c.size)} {
		other, err := designOfSize(c.design, order)
		if err != nil {
			continue
		}
		if same := other.near(degree); same != nil {
			near = append(near, same...)
		} else if others := other.nearestDegrees(degree, degree+1); len(others) > 0 {
			near = append(near, others[len(others)-1])
		}
	}
	e.Note = withNearest(e.Note, near)
	return e
}

// near returns the spec with that degree and its number of nodes, if there is such a system.
func (c cartelDesign) near(degree int) []string {
	if degree < 1 || degree > c.maxDegree() || !c.hasArray(degree) {
		return nil
	}
	i := Instance{designSurficialFamily(), &plan{settings: c.settings(degree)}}
	return []string{fmt.Sprintf("%s (n = %d)", i.Spec(), c.nodes(degree))}
}

func withNearest(note string, near []string) string {
	if len(near) == 0 {
		return note
	}
	if note != "" {
		note += "; "
	}
	return note + "nearest: " + strings.Join(near, ", ")
}

// nearestDegrees returns the specs of the greatest degree up to below and the least from above that
// the design has.
func (c cartelDesign) nearestDegrees(below, above int) []string {
	for below >= 1 && !c.hasArray(below) {
		below--
	}
	for above <= c.maxDegree() && !c.hasArray(above) {
		above++
	}
	return append(c.near(below), c.near(above)...)
}

// missingArray says whether an orthogonal array of R columns that is not built is known to exist;
// degree is at least 2.
func missingArray(degree, columns int) (why, note string) {
	array := fmt.Sprintf("orthogonal array OA(%d; %d, %d) for blocks of %d cartels", degree*degree, columns, degree, columns)
	return missingSquares(degree, columns, "columns", "there is no "+array, "the "+array+" is not built here", "no "+array+" is built here")
}

// designOfDegree is designOfSize, and also judges the degree, and whether the plane and the arrays
// are available.
func designOfDegree(design BlockDesign, size, degree int) (cartelDesign, error) {
	c, err := designOfSize(design, size)
	if err != nil {
		return c, err
	}
	if err := checkRange(designSurficialName, "degree", degree, 1, c.maxDegree()); err != nil {
		return c, err
	}
	if err := c.judgePlane(degree); err != nil {
		return c, err
	}
	if !c.hasArray(degree) {
		e := noSystem(designSurficialName, c.nodes(degree), c.m, "")
		e.Why, e.Note = missingArray(degree, c.R)
		e.Note = withNearest(e.Note, c.nearestDegrees(degree-1, degree+1))
		return c, e
	}
	return c, nil
}

func designSurficialPlan(design BlockDesign, size, degree int) (*plan, error) {
	c, err := designOfDegree(design, size, degree)
	if err != nil {
		return nil, err
	}
	k := (c.m - 1) / (c.R - 1) * degree
	return &plan{
		settings: c.settings(degree),
		n:        c.nodes(degree),
		groups:   c.m,
		quorums:  constantCount(c.m * degree),
		largest:  k,
		shape:    withDegree(uniformShape(k, c.R), degree),
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return c.cartels(ctx, name, degree)
		},
	}, nil
}

// build builds the design.
func (c cartelDesign) build(ctx context.Context) (*planes.Design, error) {
	planeOf := planes.NewProjective
	switch c.design {
	case AffineDesign:
		planeOf = planes.NewAffine
	case TriplesDesign:
		return planes.SteinerTriples(ctx, c.m)
	case PairsDesign:
		return planes.AllPairs(ctx, c.m)
	case OneDesign:
		return planes.SingleBlock(c.m)
	}
	plane, err := planeOf(ctx, c.size)
	if err != nil {
		return nil, err
	}
	return plane.Design(), nil
}

func (c cartelDesign) cartels(ctx context.Context, name string, degree int) (quorum.Structure, error) {
	design, err := c.build(ctx)
	if err != nil {
		return nil, err
	}
	array, err := planes.NewNet(ctx, degree, c.R)
	if err != nil {
		return nil, err
	}
	// columns[cartel] are the columns of the cartel, blocks ascending: block times R plus the
	// column in the block.
	columns := make([][]int, c.m)
	poll := par.NewPoll(ctx)
	for b, block := range design.AllBlocks() {
		if err := poll.Work(len(block)); err != nil {
			return nil, err
		}
		for i, cartel := range block {
			columns[cartel] = append(columns[cartel], b*c.R+i)
		}
	}
	return buildCartels(ctx, name, c.nodes(degree), slices.Repeat([]int{degree}, c.m), func(dst []int32, cartel, symbol int) []int32 {
		for _, column := range columns[cartel] {
			first := int32(column / c.R * degree * degree)
			for _, row := range array.Line(column%c.R, symbol) {
				dst = append(dst, first+row)
			}
		}
		return dst
	})
}

// designSurficialOfNodes is designSurficialPlan for n nodes in place of the degree.
func designSurficialOfNodes(design BlockDesign, size, n int) (*plan, error) {
	c, err := designOfSize(design, size)
	if err != nil {
		return nil, err
	}
	if err := c.judgePlane(1); err != nil {
		return nil, err
	}
	degree := gf.FloorSqrt(n / c.blocks())
	if degree >= 1 && c.nodes(degree) == n {
		return designSurficialPlan(design, size, degree)
	}
	why := "n is not d² for a whole d"
	if c.blocks() > 1 {
		why = fmt.Sprintf("n is not %d·d² for a whole d", c.blocks())
	}
	return nil, &NoSystemError{Family: designSurficialName, N: n, M: c.m, Why: why, Note: withNearest("", c.nearestDegrees(degree, degree+1))}
}

// designSize reads the size of a design: the order or, for the designs without one, m. For planes m
// = q²+q+1 or q² may be given in place of the order.
func designSize(a *args, design BlockDesign) int {
	key := cartelDesign{design: design}.key()
	if key == "m" && a.has("order") {
		a.refuse("order", OutOfRange, fmt.Sprintf("m, the number of cartels, in its place (design=%s)", design))
	}
	if key == "m" || a.has("order") {
		return a.int(key)
	}
	m := a.within("m", a.int("m"), 2, maxGroups)
	order := gf.FloorSqrt(m) // q² <= q²+q+1 < (q+1)²
	form, is := "q²", order*order
	if design == ProjectiveDesign {
		form, is = "q²+q+1", order*order+order+1
	}
	if is != m || order < 2 {
		a.refuse("m", OutOfRange, fmt.Sprintf("m = %s for a prime power q (design=%s)", form, design))
	}
	return order
}

func designSurficialFamily() Family {
	return Family{
		Name:    designSurficialName,
		Kind:    quorum.KindGroupSystem,
		Summary: "orthogonal arrays on the blocks of a design: each node in R quorums, degree d",
		Params: []Param{
			{Name: "design", Doc: "design on the cartels: projective or affine (lines of a plane), triples, pairs (the surficial system) or one (a net)", Words: blockDesigns()},
			{Name: "order", Doc: "with projective and affine: order q of the plane, a prime power; m = q²+q+1 or q² cartels, blocks of R = q+1 or q"},
			{Name: "m", Doc: "with triples (1 or 3 modulo 6; R = 3), pairs (R = 2) and one (R = m): number of cartels", InsteadOf: "order"},
			{Name: "degree", Doc: "symbols of the arrays: quorums of a cartel, at least 1"},
			{Name: "n", Doc: "number of nodes, degree²·m(m-1)/(R(R-1))", InsteadOf: "degree"},
		},
		usage:  "design-surficial:design=projective|affine,order=Q,degree=D or design-surficial:design=triples|pairs|one,m=M,degree=D",
		Exists: "n = d²·m(m-1)/(R(R-1)), every d for R <= 3; prime powers d >= R-1",
		Source: "ours, after Joung 2003, Figure 4 and Lemma 3.3; Wilson 1972",
		resolve: func(a *args) (*plan, error) {
			design := BlockDesign(a.word("design", blockDesigns()...))
			size := designSize(a, design)
			if a.has("n") {
				return designSurficialOfNodes(design, size, a.nodes())
			}
			return designSurficialPlan(design, size, a.int("degree"))
		},
		noDefault: "its design is yours to choose: design-surficial:design=projective,order=2,degree=3",
	}
}
