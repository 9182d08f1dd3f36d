package compare

import (
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
)

// BenchmarkCompare measures the table of one n and of all n from 25 to 100: the complete table, and
// one quantity as for a picture.
func BenchmarkCompare(b *testing.B) {
	var sweep []int
	for n := 25; n <= 100; n++ {
		sweep = append(sweep, n)
	}
	for _, c := range []struct {
		name  string
		sizes []int
		only  []Quantity
	}{
		{"n=11", []int{11}, nil}, {"n=25..100", sweep, nil},
		{"n=25..100/only=load", sweep, []Quantity{Load}}, {"n=25..100/only=failure", sweep, []Quantity{Failure}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				assert.Got(Compare(b.Context(), c.sizes, 0, nil, Options{P: bounds.FractionOf(1, 100), Only: c.only}))(b)
			}
		})
	}
}
