package gf_test

import (
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
	fmt.Println("5 + 3 =", f.Add(5, 3)) // (a²+1) + (a+1)
	fmt.Println("5 · 3 =", f.Mul(5, 3))
	fmt.Println("1 / 5 =", f.Inv(5))
	// Output:
	// 5 + 3 = 6
	// 5 · 3 = 4
	// 1 / 5 = 2
}

func ExampleField_Exp() {
	f, _ := gf.New(9)
	for k := range 8 {
		fmt.Printf("a^%d has the code %d\n", k, f.Exp(k))
	}
	// Output:
	// a^0 has the code 1
	// a^1 has the code 3
	// a^2 has the code 7
	// a^3 has the code 8
	// a^4 has the code 2
	// a^5 has the code 6
	// a^6 has the code 5
	// a^7 has the code 4
}

func ExampleField_SubfieldElements() {
	f, _ := gf.New(64)
	four := slices.Collect(f.SubfieldElements(4))
	fmt.Println("GF(4) within GF(64):", four)
	fmt.Println("closed:", f.InSubfield(f.Add(four[2], four[1]), 4))
	// Output:
	// GF(4) within GF(64): [0 1 59 58]
	// closed: true
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
