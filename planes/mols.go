package planes

import (
	"context"
	"fmt"

	"coterie/gf"
	"coterie/internal/machine/memory"
)

// MOLSCount returns the number of mutually orthogonal Latin squares of the given side that NewNet
// can build, without building them:
//
//   - for a prime power q the q-1 field squares L_a(x, y) = y - a x, a = 1..q-1 (Bose 1938;
//     complete: no side above 1 has more than side-1), in the order of the codes of a;
//   - for another side with no prime-power component 2 MacNeish's product of the field squares of
//     its prime-power components, in ascending order of the primes (MacNeish 1922): one less than
//     the least component;
//   - for every other side, such as 1, 6, 10 and 14, the cyclic square alone. (Two orthogonal
//     squares exist for each of these sides except 1 and 6 by Bose, Shrikhande and Parker 1960, and
//     are not built here.)
//
// MacNeish conjectured that there are never more. This is true for prime powers and for 6, and
// false in general. It panics if side < 1.
func MOLSCount(side int) int {
	if side < 1 {
		panic(fmt.Sprintf("planes: MOLSCount of side %d, want at least 1", side))
	}
	if side == 1 {
		return 1
	}
	least := side
	for _, q := range primePowerComponents(side) {
		least = min(least, q)
	}
	return max(1, least-1)
}

// firstMOLS builds the first count of the squares that MOLSCount counts, 1 <= count <=
// MOLSCount(side).
func firstMOLS(ctx context.Context, side, count int) ([]*LatinSquare, error) {
	if err := memory.Ask(ctx, fmt.Sprintf("%d Latin squares of side %d", count, side), side, side, count, 4); err != nil {
		return nil, err
	}
	if MOLSCount(side) == 1 {
		return []*LatinSquare{cyclicSquare(side)}, nil
	}
	var squares []*LatinSquare
	for _, q := range primePowerComponents(side) {
		factor, err := fieldSquares(ctx, q, count)
		if err != nil {
			return nil, err
		}
		if squares == nil {
			squares = factor
		} else if squares, err = macNeish(ctx, squares, factor); err != nil {
			return nil, err
		}
	}
	return squares, nil
}

// fieldSquares builds the first count of the squares L_a(x, y) = y - a x over GF(q), a = 1, 2, ...
func fieldSquares(ctx context.Context, q, count int) ([]*LatinSquare, error) {
	f, err := gf.New(q)
	if err != nil {
		panic(fmt.Sprintf("planes: no field for the prime power %d: %v", q, err))
	}
	squares := make([]*LatinSquare, count)
	for a := range squares {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		square := &LatinSquare{side: q, cells: make([]int32, 0, q*q)}
		for x := range uint32(q) {
			ax := f.Mul(uint32(a+1), x)
			for y := range uint32(q) {
				square.cells = append(square.cells, int32(f.Sub(y, ax)))
			}
		}
		squares[a] = square
	}
	return squares, nil
}

// macNeish returns MacNeish's product of two lists of Latin squares: min(len(a), len(b)) squares
// whose side is the product of the sides. Square k has the symbol a_k(r, c) s + b_k(r', c') in row
// r s + r' and column c s + c', where s is the side of b's squares. If the squares of a are
// mutually orthogonal, and so are the squares of b, then the squares of the product are, too: a
// repeated pair of symbols in the product shows a repeated pair in a or in b (MacNeish 1922). The
// cost is the number of cells of the result.
//
// It panics if the squares of one list have different sides, or if side or memory would exceed the
// limits of NewNet. The error is the cause of ctx if that ends first.
func macNeish(ctx context.Context, a, b []*LatinSquare) ([]*LatinSquare, error) {
	count := min(len(a), len(b))
	if count == 0 {
		return nil, nil
	}
	side := commonSide(a) * commonSide(b)
	if side > MaxSide {
		panic(fmt.Sprintf("planes: MacNeish's product of side %d, want at most %d", side, MaxSide))
	}
	if err := checkSize("MacNeish's product", side, count); err != nil {
		panic(err.Error())
	}
	products := make([]*LatinSquare, count)
	for k := range products {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		products[k] = product(a[k], b[k])
	}
	return products, nil
}

func product(a, b *LatinSquare) *LatinSquare {
	side := a.side * b.side
	square := &LatinSquare{side: side, cells: make([]int32, 0, side*side)}
	for r := range side {
		outer, inner := a.Row(r/b.side), b.Row(r%b.side)
		for _, high := range outer {
			for _, low := range inner {
				square.cells = append(square.cells, high*int32(b.side)+low)
			}
		}
	}
	return square
}

// commonSide returns the side of the squares of a non-empty list and panics if they differ.
func commonSide(squares []*LatinSquare) int {
	side := squares[0].side
	for _, square := range squares {
		if square.side != side {
			panic(fmt.Sprintf("planes: Latin squares of sides %d and %d in one list", side, square.side))
		}
	}
	return side
}

// primePowerComponents factors n >= 1 into powers of different primes, in ascending order of the
// primes.
func primePowerComponents(n int) []int {
	var components []int
	for _, factor := range gf.Factor(uint64(n)) {
		q := 1
		for range factor.Exponent {
			q *= int(factor.Prime)
		}
		components = append(components, q)
	}
	return components
}
