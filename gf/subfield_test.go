package gf

import (
	"fmt"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// A subfield has r elements, those with a^r = a, and is closed under addition and multiplication.
func TestSubfieldElements(t *testing.T) {
	forOrders(t, []int{2, 7, 8, 9, 64, 81, 729, 4096, 6561}, func(t *testing.T, f *Field) {
		for _, r := range f.subfields() {
			elements := slices.Collect(f.SubfieldElements(r))
			inside := make([]bool, f.Order())
			for _, a := range elements {
				inside[a] = true
			}
			count := 0
			for a := range f.order {
				isFixed := f.Pow(a, int64(r)) == a
				if isFixed {
					count++
				}
				if f.InSubfield(a, r) != isFixed || inside[a] != isFixed {
					t.Fatalf("%d in the subfield of order %d: %t, listed %t, fixed %t", a, r, f.InSubfield(a, r), inside[a], isFixed)
				}
			}
			if count != r || len(elements) != r {
				t.Fatalf("the subfield of order %d has %d elements, %d listed", r, count, len(elements))
			}
			for _, a := range elements[:min(r, 64)] {
				for _, b := range elements {
					if !inside[f.Add(a, b)] || !inside[f.Mul(a, b)] {
						t.Fatalf("the subfield of order %d is not closed for %d and %d", r, a, b)
					}
				}
			}
			for range f.SubfieldElements(r) {
				break // the iterator must stop when asked to
			}
		}
	})
}

func TestMissingSubfields(t *testing.T) {
	f := mustField(t, 64)
	for _, order := range []int{-1, 0, 1, 3, 6, 16, 32, 128, 64 * 64} {
		for what, call := range map[string]func(){
			"InSubfield":       func() { f.InSubfield(0, order) },
			"SubfieldElements": func() { f.SubfieldElements(order) },
		} {
			assert.Equal(t, panicText(t, what, call), fmt.Sprintf("gf: %d is not the order of a subfield of GF(64)", order), "%s(%d)", what, order)
		}
	}
}
