package gf_test

import (
	"errors"
	"fmt"
	"slices"

	"coterie/gf"
)

func ExampleNew() {
	f, err := gf.New(8)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f)
	fmt.Println("5 + 3 =", f.Add(5, 3)) // (a²+1) + (a+1)
	fmt.Println("5 · 3 =", f.Mul(5, 3))
	fmt.Println("1 / 5 =", f.Inv(5))
	// Output:
	// GF(8) = GF(2)[a]/(a^3+a+1)
	// 5 + 3 = 6
	// 5 · 3 = 4
	// 1 / 5 = 2
}

func ExampleOrderError() {
	_, err := gf.New(6)
	fmt.Println(err)
	var orderError *gf.OrderError
	if errors.As(err, &orderError) {
		below, above := orderError.Nearest()
		fmt.Printf("hint: the prime powers beside it are %d and %d\n", below, above)
	}
	// Output:
	// gf: no field has order 6: it is divisible by the primes 2 and 3, and the order of a field is
	// a power of one prime hint: the prime powers beside it are 5 and 7
}

func ExampleField_Exp() {
	f, _ := gf.New(9)
	for k := range 8 {
		code := f.Exp(k)
		fmt.Printf("a^%d = %s, code %d\n", k, gf.FormatPolynomial(f.Coefficients(code), "a"), code)
	}
	// Output:
	// a^0 = 1, code 1
	// a^1 = a, code 3
	// a^2 = 2a+1, code 7
	// a^3 = 2a+2, code 8
	// a^4 = 2, code 2
	// a^5 = 2a, code 6
	// a^6 = a+2, code 5
	// a^7 = a+1, code 4
}

func ExampleField_Subfields() {
	f, _ := gf.New(64)
	fmt.Println(f.Subfields())
	four := slices.Collect(f.SubfieldElements(4))
	fmt.Println("GF(4) within GF(64):", four)
	fmt.Println("closed:", f.InSubfield(f.Add(four[2], four[1]), 4))
	// Output:
	// [2 4 8 64]
	// GF(4) within GF(64): [0 1 59 58]
	// closed: true
}

func ExampleFirstPrimitive() {
	coeffs, _ := gf.FirstPrimitive(3, 4)
	fmt.Println(coeffs, gf.FormatPolynomial(coeffs, "x"))
	_, err := gf.FirstPrimitive(4, 2)
	fmt.Println(err)
	// Output:
	// [2 1 0 0 1] x^4+x+2
	// gf: polynomials of degree 2 over GF(4): 4 is not a prime from 2 to 2147483647
}

func ExampleNextPrimePower() {
	next := gf.NextPrimePower(25)
	previous, ok := gf.PrevPrimePower(25)
	fmt.Println(next, previous, ok)
	// Output:
	// 27 23 true
}

func ExamplePrimePower() {
	fmt.Println(gf.PrimePower(343))
	fmt.Println(gf.PrimePower(12))
	// Output:
	// 7 3 true
	// 0 0 false
}

func ExampleFactor() {
	for _, f := range gf.Factor(8192*8192*8192 - 1) {
		fmt.Printf("%d^%d ", f.Prime, f.Exponent)
	}
	fmt.Println()
	// Output:
	// 7^1 79^1 8191^1 121369^1
}

func ExampleFirstPrimitiveCubic() {
	f, _ := gf.New(8191)
	modulus, err := gf.FirstPrimitiveCubic(f)
	fmt.Println("modulus, lowest degree first:", modulus, err)
	// Output:
	// modulus, lowest degree first: [22 1 0 1] <nil>
}
