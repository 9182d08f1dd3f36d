package bounds

import (
	"encoding/json"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
)

func TestSurdAgainstFloats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := big.NewRat(rapid.Int64Range(-500, 500).Draw(t, "a"), rapid.Int64Range(1, 30).Draw(t, "a/"))
		r := big.NewRat(rapid.Int64Range(0, 500).Draw(t, "r"), rapid.Int64Range(1, 30).Draw(t, "r/"))
		x := big.NewRat(rapid.Int64Range(-900, 900).Draw(t, "x"), rapid.Int64Range(1, 30).Draw(t, "x/"))
		s := NewSurd(a, r)
		af, _ := a.Float64()
		rf, _ := r.Float64()
		xf, _ := x.Float64()
		value := af + math.Sqrt(rf)
		if got := s.Float64(); math.Abs(got-value) > 1e-9 {
			t.Fatalf("%s = %v, want %v", s, got, value)
		}
		if diff := value - xf; math.Abs(diff) > 1e-9 && (s.Cmp(x) > 0) != (diff > 0) {
			t.Fatalf("%s compared with %s: %d", s, x, s.Cmp(x))
		}
		if s.IsRational() && s.Cmp(s.RationalPart()) != 0 {
			t.Fatalf("%s is rational but not %s", s, s.RationalPart())
		}
		// floor ≤ s < floor+1, exactly.
		floor, one := new(big.Rat).SetInt(s.Floor()), big.NewRat(1, 1)
		if s.Cmp(floor) < 0 || s.Cmp(floor.Add(floor, one)) >= 0 {
			t.Fatalf("⌊%s⌋ = %s", s, s.Floor())
		}
		floorRoot := FloorSqrt(r)
		root := squareRoot(r)
		if root.Floor().Cmp(floorRoot) != 0 {
			t.Fatalf("√%s: floor %s", r, floorRoot)
		}
	})
}

func TestSurdText(t *testing.T) {
	for _, c := range []struct {
		surd Surd
		want string
	}{
		{Surd{}, "0"},
		{NewSurd(new(big.Rat), big.NewRat(2, 3)), "sqrt(2/3)"},
		{NewSurd(new(big.Rat), big.NewRat(4, 9)), "2/3"},
		{NewSurd(big.NewRat(1, 10), big.NewRat(17, 100)), "1/10 + sqrt(17/100)"},
		{NewSurd(big.NewRat(1, 2), big.NewRat(25, 4)), "3"},
	} {
		assert.Equal(t, c.surd.String(), c.want)
		if data, err := json.Marshal(c.surd); err != nil || string(data) != `"`+c.want+`"` {
			t.Errorf("JSON %s, %v, want %q", data, err, c.want)
		}
	}
	// A Surd shares no memory with its arguments or its results.
	a, r := big.NewRat(1, 3), big.NewRat(2, 1)
	s := NewSurd(a, r)
	a.SetInt64(9)
	r.SetInt64(9)
	s.RationalPart().SetInt64(9)
	s.Radicand().SetInt64(9)
	assert.Equal(t, s.String(), "1/3 + sqrt(2)", "a surd changed into")
}
