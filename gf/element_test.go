package gf

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func mustElement(t testing.TB, f *Field, code int) Element {
	t.Helper()
	e, err := f.Element(code)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestElementStrings(t *testing.T) {
	for _, c := range []struct {
		q, code int
		want    string
	}{
		{8, 0, "0"}, {8, 1, "1"}, {8, 2, "a"}, {8, 5, "a^2+1"}, {8, 7, "a^2+a+1"},
		{9, 2, "2"}, {9, 7, "2a+1"}, {9, 6, "2a"},
		{7, 0, "0"}, {7, 5, "5"},
		{1021 * 1021, 1021*10 + 3, "10a+3"},
	} {
		e := mustElement(t, mustField(t, c.q), c.code)
		if e.String() != c.want {
			t.Errorf("element %d of GF(%d) prints as %q, want %q", c.code, c.q, e, c.want)
		}
	}
	if got := (Element{}).String(); got != "<no field>" {
		t.Errorf("the zero Element prints as %q", got)
	}
}

func TestElementRefusesNumbersThatAreNoCode(t *testing.T) {
	f := mustField(t, 9)
	for _, code := range []int{math.MinInt, -1, 9, math.MaxInt} {
		_, err := f.Element(code)
		var got *CodeError
		if !errors.As(err, &got) || got.Code != int64(code) || got.Order != 9 {
			t.Errorf("Element(%d): %v", code, err)
		}
	}
	if _, err := f.Element(9); err == nil || err.Error() != "gf: 9 is not the code of an element of GF(9): codes are 0 to 8" {
		t.Errorf("Element(9): %v", err)
	}
}

func TestElementsOfTwoFieldsDoNotMeet(t *testing.T) {
	a, b := mustElement(t, mustField(t, 8), 3), mustElement(t, mustField(t, 9), 3)
	for what, call := range map[string]func(){
		"Add": func() { a.Add(b) },
		"Sub": func() { a.Sub(b) },
		"Mul": func() { a.Mul(b) },
		"Div": func() { a.Div(b) },
	} {
		got := panicValue[*MixedFieldError](t, what, call)
		if got.Left != 8 || got.Right != 9 {
			t.Errorf("%s names the orders %d and %d", what, got.Left, got.Right)
		}
		if want := "gf: arithmetic across two fields: an element of GF(8) and one of GF(9)"; got.Error() != want {
			t.Errorf("%s: %q, want %q", what, got.Error(), want)
		}
	}
	var none Element
	for what, call := range map[string]func(){
		"Add to none":   func() { a.Add(none) },
		"none.Add":      func() { none.Add(a) },
		"none plus it":  func() { none.Add(none) },
		"none.Neg":      func() { none.Neg() },
		"none.Inv":      func() { none.Inv() },
		"none.Pow":      func() { none.Pow(2) },
		"none.Log":      func() { none.Log() },
		"none.Trace":    func() { none.Trace() },
		"none.Norm":     func() { none.Norm() },
		"none.IsZero()": func() { none.IsZero() },
	} {
		panicValue[*MixedFieldError](t, what, call)
	}
	if none.Field() != nil || none.Equal(a) || !none.Equal(Element{}) {
		t.Error("the zero Element equals an element or has a field")
	}
	if a.Equal(b) {
		t.Error("elements of two fields with one code are equal")
	}
}

func TestElementsOfTwoInstancesOfOneFieldMeet(t *testing.T) {
	a, b := mustElement(t, mustField(t, 8), 3), mustElement(t, mustField(t, 8), 5)
	if got := a.Add(b).Code(); got != 6 {
		t.Errorf("3 + 5 = %d in GF(8)", got)
	}
	if !a.Equal(mustElement(t, mustField(t, 8), 3)) {
		t.Error("equal elements of two instances of GF(8) differ")
	}
}

// Every method of Element is that of its field on the code.
func TestElementAgreesWithField(t *testing.T) {
	fields := make([]*Field, 0, 8)
	for _, q := range []int{2, 7, 8, 9, 25, 256, 6561, 65537} {
		fields = append(fields, mustField(t, q))
	}
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(fields).Draw(t, "field")
		draw := func(name string) Element {
			e, err := f.Element(rapid.IntRange(0, f.Order()-1).Draw(t, name))
			if err != nil {
				t.Fatal(err)
			}
			return e
		}
		a, b, c := draw("a"), draw("b"), draw("c")
		e := rapid.Int64().Draw(t, "e")
		same := func(what string, got Element, want uint32) {
			if got.Code() != want || got.Field() != f {
				t.Fatalf("%s of %v, %v is %v, want %d", what, a, b, got, want)
			}
		}
		same("Add", a.Add(b), f.Add(a.Code(), b.Code()))
		same("Sub", a.Sub(b), f.Sub(a.Code(), b.Code()))
		same("Mul", a.Mul(b), f.Mul(a.Code(), b.Code()))
		same("Neg", a.Neg(), f.Neg(a.Code()))
		same("Trace", a.Trace(), f.Trace(a.Code()))
		same("Norm", a.Norm(), f.Norm(a.Code()))
		if a.IsZero() != (a.Code() == 0) {
			t.Fatalf("IsZero of %v", a)
		}
		if !a.Mul(b.Add(c)).Equal(a.Mul(b).Add(a.Mul(c))) {
			t.Fatalf("%v, %v, %v are not distributive", a, b, c)
		}
		if b.IsZero() {
			return
		}
		same("Div", a.Div(b), f.Div(a.Code(), b.Code()))
		same("Inv", b.Inv(), f.Inv(b.Code()))
		same("Pow", b.Pow(e), f.Pow(b.Code(), e))
		if b.Log() != f.Log(b.Code()) {
			t.Fatalf("Log of %v", b)
		}
		if d := rapid.Int64Range(-1<<40, 1<<40).Draw(t, "d"); !b.Pow(d).Mul(b.Pow(3 - d)).Equal(b.Pow(3)) {
			t.Fatalf("powers of %v do not add up", b)
		}
	})
}

func TestElementZeroPanics(t *testing.T) {
	zero := mustElement(t, mustField(t, 8), 0)
	for what, call := range map[string]func(){
		"Inv": func() { zero.Inv() },
		"Div": func() { zero.Div(zero) },
		"Log": func() { zero.Log() },
		"Pow": func() { zero.Pow(-2) },
	} {
		panicValue[*ZeroError](t, what, call)
	}
}
