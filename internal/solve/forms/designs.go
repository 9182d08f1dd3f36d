package forms

import (
	"context"
	"math/bits"
	"slices"

	"coterie/gf"
	"coterie/planes"
)

// HyperplaneSet returns Singer's difference set of the hyperplanes of PG(d,q), as residues modulo v
// = (q^(d+1)-1)/(q-1), where order = q^(d+1): the i for which the trace of g^i to GF(q) is 0, for a
// generator g of GF(q^(d+1)). The points of PG(d,q) are the classes g^i·GF(q)*, and the zeros of
// the trace are a hyperplane.
func HyperplaneSet(q, order int) ([]int, error) {
	f, err := gf.New(order)
	if err != nil {
		return nil, err
	}
	var set []int
	for i := range (order - 1) / (q - 1) {
		trace, power := uint32(0), i // of g^(i·q^j)
		for j := 1; j < order; j *= q {
			trace = f.Add(trace, f.Exp(power))
			power = power * q % (order - 1)
		}
		if trace == 0 {
			set = append(set, i)
		}
	}
	return set, nil
}

// TwinSet returns the difference set of the twin prime powers q and q+2 in GF(q)×GF(q+2), as codes
// a + qb: the pairs of which both or none is a square, and all (a,0).
func TwinSet(small, large *gf.Field) (set []int) {
	q := small.Order()
	for a := range q {
		set = append(set, a)
	}
	for i := range q - 1 {
		for j := i % 2; j <= q; j += 2 {
			set = append(set, int(small.Exp(i))+q*int(large.Exp(j)))
		}
	}
	return set
}

// Collinear appends the points on a line with the point after site in its row of so many points,
// without that point. The symbols of a point stand together, one for each parallel class: the
// number of its line.
func Collinear(dst []int32, symbols []int, site, side int) []int32 {
	to, classes := site-site%side+(site+1)%side, len(symbols)/side/side
	for x := range side * side {
		for c := range classes {
			if x != to && symbols[x*classes+c] == symbols[to*classes+c] {
				dst = append(dst, int32(x))
				break
			}
		}
	}
	return dst
}

// Biplane returns the blocks of a symmetric design of λ = 2 with k points in a block, k = 3, 4, 5,
// 6, 9, 11 or 13; block i has at most 79 points, ascending.
func Biplane(ctx context.Context, k int) ([][]int, error) {
	translates := func(v int, set ...int) [][]int {
		return blocksOf(v, func(i, x int) bool { return slices.Contains(set, (x-i+v)%v) })
	}
	switch k {
	case 3:
		return translates(4, 0, 1, 2), nil
	case 4:
		return translates(7, 0, 3, 5, 6), nil
	case 5:
		return translates(11, 1, 3, 4, 5, 9), nil // the squares modulo 11
	case 6: // x·y + z·t is 1 for six vectors of GF(2)⁴, and differs from its translates by linear forms
		return blocksOf(16, func(i, x int) bool { return (((x^i)&3 == 3) != ((x^i)&12 == 12)) }), nil
	case 9:
		return translates(37, 1, 7, 9, 10, 12, 16, 26, 33, 34), nil // the fourth powers modulo 37
	case 11:
		return hyperovalBiplane(ctx)
	}
	return aschbacherBiplane(), nil
}

// blocksOf returns the v blocks of points 0..v-1 of an incidence.
func blocksOf(v int, incident func(block, point int) bool) [][]int {
	blocks := make([][]int, v)
	for i := range blocks {
		for x := range v {
			if incident(i, x) {
				blocks[i] = append(blocks[i], x)
			}
		}
	}
	return blocks
}

// hyperovalBiplane has 56 of the 168 hyperovals of PG(2,4) as points, those that meet the first one
// in an even number of points. Block i is hyperoval i and the ten that are disjoint from it: the
// Gewirtz graph with its diagonal, which is strongly regular of degree 10 with 0 and 2 common
// neighbours.
func hyperovalBiplane(ctx context.Context) ([][]int, error) {
	plane, err := planes.NewProjective(ctx, 4)
	if err != nil {
		return nil, err
	}
	var lines []uint32
	for l := range plane.Points() {
		mask := uint32(0)
		for _, x := range plane.Line(l) {
			mask |= 1 << x
		}
		lines = append(lines, mask)
	}
	var ovals []uint32
	// free are the points, beyond the last one chosen, on no line through two of the chosen ones.
	var extend func(chosen, free uint32)
	extend = func(chosen, free uint32) {
		if bits.OnesCount32(chosen) == 6 && (len(ovals) == 0 || bits.OnesCount32(chosen&ovals[0])%2 == 0) {
			ovals = append(ovals, chosen)
		}
		for rest := free; rest != 0; rest &= rest - 1 {
			x := rest & -rest
			left := free &^ (x | (x - 1))
			for _, line := range lines {
				if line&x != 0 && line&chosen != 0 {
					left &^= line
				}
			}
			extend(chosen|x, left)
		}
	}
	extend(0, 1<<plane.Points()-1)
	return blocksOf(len(ovals), func(i, j int) bool { return i == j || ovals[i]&ovals[j] == 0 }), nil
}

// aschbacherBiplane is the biplane of Aschbacher (1971): points 77 and 78 and, for g = 0, ..., 6
// and i modulo 11, the point 11g + i. Its blocks are the orbits of five under i -> i+1, which keeps
// g, and i -> 4i, which turns the first five g round.
func aschbacherBiplane() [][]int {
	base := [][]int{
		{55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 77, 78},
		{66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78},
		{1, 4, 15, 16, 27, 31, 36, 42, 45, 47, 55, 66, 77},
		{7, 10, 17, 18, 24, 28, 35, 41, 52, 54, 55, 66, 78},
		{0, 13, 15, 18, 20, 27, 28, 48, 51, 57, 64, 71, 72},
	}
	moved := func(block []int, to func(g, i int) (int, int)) []int {
		var image []int
		for _, x := range block {
			if x < 77 {
				g, i := to(x/11, x%11)
				x = 11*g + i%11
			}
			image = append(image, x)
		}
		slices.Sort(image)
		return image
	}
	blocks := base
	for at := 0; at < len(blocks); at++ { // it grows
		for _, image := range [][]int{
			moved(blocks[at], func(g, i int) (int, int) { return g, i + 1 }),
			moved(blocks[at], func(g, i int) (int, int) {
				if g < 5 {
					g = (g + 1) % 5
				}
				return g, 4 * i
			}),
		} {
			if !slices.ContainsFunc(blocks, func(b []int) bool { return slices.Equal(b, image) }) {
				blocks = append(blocks, image)
			}
		}
	}
	return blocks
}
