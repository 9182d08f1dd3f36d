package planes

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"coterie/internal/check/assert"
)

// nonDesarguesian returns the planes of order 9 other than PG(2,9), and some of greater order.
func nonDesarguesian(t testing.TB, orders ...int) []*Plane {
	t.Helper()
	var list []*Plane
	for _, n := range orders {
		for _, make := range []func(context.Context, int) (*Plane, error){NewHall, NewDualHall, NewHughes} {
			p, err := make(t.Context(), n)
			if err != nil {
				if n%2 == 0 {
					continue // no Hughes plane
				}
				t.Fatal(err)
			}
			list = append(list, p)
		}
	}
	return list
}

// The naive oracle of planes reads the lines of the Hall and Hughes planes and of their duals.
func TestNonDesarguesianPlanesArePlanes(t *testing.T) {
	orders := assert.Sized([]int{9}, []int{9, 16})
	for _, p := range nonDesarguesian(t, orders...) {
		checkPlane(t, p)
		checkPlane(t, dual(p))
	}
}

// Every order that the constructors accept gives a plane; joins and meets by coordinates agree with
// the table for the greater ones too.
func TestHallOfGreaterOrders(t *testing.T) {
	orders := assert.Sized([]int{25}, []int{25, 49, 64, 81})
	for _, n := range orders {
		p := mustPlane(t)(NewHall(t.Context(), n))
		assert.NoError(t, p.Verify(t.Context()))
		for l := 0; l < p.Lines(); l += 7 {
			for m := l%5 + 1; m < p.Lines(); m += 41 {
				if l == m {
					continue
				}
				if x := p.meet(l, m); !p.Incident(x, l) || !p.Incident(x, m) {
					t.Fatalf("%s: lines %d and %d meet in %d", p.Name(), l, m, x)
				}
				if k := p.LineThrough(l, m); !p.Incident(l, k) || !p.Incident(m, k) {
					t.Fatalf("%s: points %d and %d are on %d", p.Name(), l, m, k)
				}
			}
		}
	}
}

func TestNamesOfNonDesarguesianPlanes(t *testing.T) {
	must := mustPlane(t)
	for want, p := range map[string]*Plane{
		"Hall plane of order 9":      must(NewHall(t.Context(), 9)),
		"dual Hall plane of order 9": must(NewDualHall(t.Context(), 9)),
		"Hughes plane of order 9":    must(NewHughes(t.Context(), 9)),
	} {
		assert.Equal(t, p.Name(), want)
	}
}

func TestNonDesarguesianOrders(t *testing.T) {
	for _, make := range []func(context.Context, int) (*Plane, error){NewHall, NewDualHall, NewHughes} {
		for _, n := range []int{-1, 0, 1, 4, 8, 10, 36, 400, 1000} {
			p, err := make(t.Context(), n)
			var e *OrderError
			if p != nil || !errors.As(err, &e) || e.Order != n {
				t.Errorf("order %d: %v, %v", n, p, err)
			}
		}
	}
	for n, want := range map[int]string{
		4:   "planes: Hall plane: order 4 is outside 9..512",
		10:  "planes: Hall plane: order 10 is not the square of a prime power (nearest: 9, 16)",
		400: "planes: Hall plane: order 400 is not the square of a prime power (nearest: 361)",
	} {
		if _, err := NewHall(t.Context(), n); fmt.Sprint(err) != want {
			t.Errorf("order %d: %v", n, err)
		}
	}
	if _, err := NewHughes(t.Context(), 16); fmt.Sprint(err) != "planes: Hughes plane: order 16 is not the square of an odd prime power (nearest: 9, 25)" {
		t.Error(err)
	}
}
