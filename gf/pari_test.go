package gf

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// pariVectors is testdata/pari-vectors.json; the script beside it documents the columns.
type pariVectors struct {
	Moduli   [][2]int
	Roots    [][2]int
	Verdicts []json.RawMessage
	Fields   []struct {
		Q        int
		Products [][3]uint32
		Inverses [][2]uint32
		Logs     [][2]uint32
	}
	CubicModuli   [][4]uint32
	CubicProducts []json.RawMessage
	Factors       [][]json.RawMessage
}

func readPARI(t *testing.T) *pariVectors {
	t.Helper()
	text := assert.Got(os.ReadFile("testdata/pari-vectors.json"))(t)
	v := new(pariVectors)
	assert.OK(t, json.Unmarshal(text, v))
	if len(v.Roots) == 0 || len(v.Verdicts) == 0 || len(v.Fields) == 0 || len(v.CubicModuli) == 0 ||
		len(v.CubicProducts) == 0 || len(v.Factors) == 0 {
		t.Fatal("a list of testdata/pari-vectors.json is empty")
	}
	return v
}

// row decodes an array of entries of different types.
func row(t *testing.T, text json.RawMessage, dst ...any) {
	t.Helper()
	var entries []json.RawMessage
	assert.OK(t, json.Unmarshal(text, &entries))
	assert.MustEqual(t, len(entries), len(dst), "entries in %s", text)
	for i, entry := range entries {
		assert.OK(t, json.Unmarshal(entry, dst[i]))
	}
}

func TestPARIModuli(t *testing.T) {
	v := readPARI(t)
	// Every proper prime power up to the limit must be there.
	count := 0
	for _, pm := range primePowersUpTo(MaxOrder) {
		if pm[1] > 1 {
			count++
		}
	}
	assert.MustEqual(t, len(v.Moduli), count, "moduli for proper prime powers")
	for _, r := range v.Moduli {
		p, m, _ := PrimePower(r[0])
		got := firstPrimitive(p, m)
		if want := monic(r[1], p, m); !slices.Equal(got, want) {
			t.Errorf("firstPrimitive(%d, %d) = %v; PARI has %v", p, m, got, want)
		}
	}
	for _, r := range v.Roots {
		if got := mustField(t, r[0]).generator(); int(got) != r[1] {
			t.Errorf("GF(%d) has the generator %d; PARI has %d", r[0], got, r[1])
		}
	}
}

func TestPARIVerdicts(t *testing.T) {
	for _, text := range readPARI(t).Verdicts {
		var p, m int
		var irreducible, primitive []int
		row(t, text, &p, &m, &irreducible, &primitive)
		for code := range intPow(p, m) {
			f := monic(code, p, m)
			assert.Equal(t, isPrimitive(p, f), slices.Contains(primitive, code), "%v over GF(%d) is primitive", f, p)
		}
	}
}

func TestPARIFields(t *testing.T) {
	for _, r := range readPARI(t).Fields {
		if !assert.WithSlow && r.Q > shortLimit {
			continue
		}
		f := mustField(t, r.Q)
		for _, x := range r.Products {
			assert.Equal(t, f.Mul(x[0], x[1]), x[2], "GF(%d): %d·%d", r.Q, x[0], x[1])
		}
		for _, x := range r.Inverses {
			assert.Equal(t, f.Inv(x[0]), x[1], "GF(%d): 1/%d", r.Q, x[0])
		}
		for _, x := range r.Logs {
			assert.Equal(t, f.Log(x[0]), int(x[1]), "GF(%d): the logarithm of %d", r.Q, x[0])
		}
	}
}

func TestPARICubics(t *testing.T) {
	v := readPARI(t)
	cubics := make(map[int]*cubic)
	for _, r := range v.CubicModuli {
		c := mustCubic(t, int(r[0]))
		cubics[int(r[0])] = c
		assert.Equal(t, [4]uint32{r[1], r[2], r[3], 1}, c.modulus(), "GF(%d³) has the modulus", r[0])
	}
	for _, text := range v.CubicProducts {
		var q int
		var a, b, product [3]uint32
		row(t, text, &q, &a, &b, &product)
		assert.Equal(t, cubics[q].mul(a, b), product, "GF(%d³): %v·%v", q, a, b)
	}
}

func TestPARIFactors(t *testing.T) {
	for _, r := range readPARI(t).Factors {
		var n uint64
		assert.OK(t, json.Unmarshal(r[0], &n))
		var want []PrimeFactor
		for _, text := range r[1:] {
			var f PrimeFactor
			row(t, text, &f.Prime, &f.Exponent)
			want = append(want, f)
		}
		if got := Factor(n); !slices.Equal(got, want) {
			t.Errorf("Factor(%d) = %v; PARI has %v", n, got, want)
		}
	}
}
