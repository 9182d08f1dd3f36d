package gf

import (
	"slices"
	"testing"
)

func TestSubfields(t *testing.T) {
	for q, want := range map[int][]int{
		2:           {2},
		13:          {13},
		8:           {2, 8},
		64:          {2, 4, 8, 64},
		81:          {3, 9, 81},
		729:         {3, 9, 27, 729},
		4096:        {2, 4, 8, 16, 64, 4096},
		531441:      {3, 9, 27, 81, 729, 531441},
		1 << 20:     {2, 4, 16, 32, 1024, 1 << 20},
		823543:      {7, 823543},
		1021 * 1021: {1021, 1021 * 1021},
	} {
		if testing.Short() && q > shortLimit {
			continue
		}
		if got := mustField(t, q).Subfields(); !slices.Equal(got, want) {
			t.Errorf("GF(%d) has the subfields %v, want %v", q, got, want)
		}
	}
}

// A subfield has r elements, those with a^r = a, and is closed under addition and multiplication.
func TestSubfieldElements(t *testing.T) {
	forOrders(t, []int{2, 7, 8, 9, 64, 81, 729, 4096, 6561}, func(t *testing.T, f *Field) {
		for _, r := range f.Subfields() {
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
			got := panicValue[*SubfieldError](t, what, call)
			if got.Order != 64 || got.Subfield != order || !slices.Equal(got.Have, []int{2, 4, 8, 64}) {
				t.Errorf("%s(%d): %+v", what, order, *got)
			}
		}
	}
}
