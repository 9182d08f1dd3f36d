package table

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
)

func TestFloatCells(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {1, "1"}, {-2.5, "-2.5"}, {3.0 / 7, "0.428571"}, {1.0 / 3, "0.333333"},
		{100, "100"}, {123456, "123456"}, {999999.4, "999999"}, {999999.6, "1e+06"}, {1234567, "1.23457e+06"}, {1e6, "1e+06"},
		{0.0001, "0.0001"}, {0.00009999999, "0.0001"}, {0.00001, "1e-05"}, {0.0000123456789, "1.23457e-05"}, {1e100, "1e+100"}, {-1e-300, "-1e-300"},
		{math.Sqrt2, "1.41421"}, {5e-324, "4.94066e-324"},
	} {
		assert.Equal(t, Float(c.x).String(), c.want, "Float(%v)", c.x)
	}
}

// A rounded float is within half a unit of its sixth digit of the exact value; the oracle is exact
// arithmetic.
func TestFloatRoundsToSixDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-1e12, 1e12).Draw(t, "x")
		got, ok := new(big.Rat).SetString(Float(x).String())
		if !ok {
			t.Fatalf("Float(%v) = %s does not read", x, Float(x))
		}
		exact := new(big.Rat).SetFloat64(x)
		distance := new(big.Rat).Sub(got, exact)
		bound := new(big.Rat).Abs(exact)
		bound.Mul(bound, big.NewRat(5, 1_000_000)) // half a unit of the sixth digit is at most 5e-6 of the value
		if distance.Abs(distance).Cmp(bound) > 0 {
			t.Fatalf("Float(%v) = %s", x, Float(x))
		}
		y, err := strconv.ParseFloat(Float(x).String(), 64)
		if err != nil || Float(y) != Float(x) {
			t.Fatalf("rounding %v twice gives %s, then %s", x, Float(x), Float(y))
		}
	})
}

func TestCellTexts(t *testing.T) {
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for _, c := range []struct {
		cell Cell
		want string
	}{
		{Int(-7), "-7"}, {Big(huge), "123456789012345678901234567890"}, {Ratio(big.NewRat(6, 14)), "3/7"}, {Ratio(big.NewRat(4, 2)), "2"},
		{Ratio(big.NewRat(1, -3)), "-1/3"}, {Bool(true), "true"}, {Bool(false), "false"}, {Text("a, b"), "a, b"}, {Empty(), ""}, {Text(""), ""}, {Cell{}, ""},
	} {
		assert.Equal(t, c.cell.String(), c.want)
	}
	assert.Equal(t, Text(""), Empty(), "an empty text is not the empty cell")
}

func TestCellNumbers(t *testing.T) {
	for _, c := range []struct {
		cell Cell
		want float64
		ok   bool
	}{
		{Int(5), 5, true}, {Big(big.NewInt(12)), 12, true}, {Ratio(big.NewRat(3, 4)), 0.75, true}, {Float(0.1), 0.1, true},
		{Empty(), 0, false}, {Text("5"), 0, false}, {Bool(true), 0, false}, {Float(math.NaN()), 0, false},
	} {
		if got, ok := c.cell.Number(); got != c.want || ok != c.ok {
			t.Errorf("Number of %v %q = %v, %v", c.cell.kind, c.cell, got, ok)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		kind Kind
		cell Cell
	}{
		{"NaN", KindFloat, Float(math.NaN())},
		{"infinity", KindFloat, Float(math.Inf(-1))},
		{"int in a float column", KindFloat, Int(3)},
		{"float in an int column", KindInt, Float(3)},
		{"big in an int column", KindInt, Big(big.NewInt(3))},
		{"ratio in a bigint column", KindBigInt, Ratio(big.NewRat(3, 1))},
		{"text in a bool column", KindBool, Text("true")},
		{"int above 2^53", KindInt, Int(1<<53 + 1)},
		{"int below -2^53", KindInt, Int(-1<<53 - 1)},
		{"two lines", KindText, Text("a\nb")},
		{"carriage return", KindText, Text("a\r")},
		{"invalid UTF-8", KindText, Text("\xff")},
	} {
		table := New(Ints("first", "", ""), Column{Name: "x", Kind: c.kind})
		err := table.Append(Int(1), c.cell)
		if err == nil || !strings.HasPrefix(err.Error(), "row 1, column x: ") {
			t.Errorf("%s: error %v", c.name, err)
		}
		assert.Equal(t, table.Len(), 0, "%s: the refused row is in the table", c.name)
	}
	table := New(Texts("x", "", ""))
	for _, cells := range [][]Cell{{}, {Text("a"), Text("b")}, {Empty()}} {
		if table.Append(cells...) == nil {
			t.Errorf("a one-column table took %d cells %v", len(cells), cells)
		}
	}
}

func TestAppendWidens(t *testing.T) {
	table := New(BigInts("b", "", ""), Ratios("r", "", ""))
	for _, row := range [][]Cell{{Int(1), Int(2)}, {Int(1 << 60), Big(big.NewInt(3))}, {Big(big.NewInt(1)), Ratio(big.NewRat(2, 1))}} {
		assert.NoError(t, table.Append(row...))
	}
	// Equal values of one column are equal cells, whatever they were made from.
	if table.At(0, "b") != table.At(2, "b") || table.At(0, "r") != table.At(2, "r") {
		t.Error("cells of equal value differ")
	}
	assert.NoError(t, New(Ints("n", "", "")).Append(Int(maxExactInt)))
}

// drawCell draws a sound cell of the kind, or the empty one.
func drawCell(t *rapid.T, kind Kind) Cell {
	if rapid.IntRange(0, 5).Draw(t, "empty") == 0 {
		return Empty()
	}
	switch kind {
	case KindInt:
		return Int(rapid.IntRange(-maxExactInt, maxExactInt).Draw(t, "int"))
	case KindBigInt:
		x := big.NewInt(rapid.Int64().Draw(t, "big"))
		return Big(x.Mul(x, x))
	case KindRatio:
		return Ratio(big.NewRat(rapid.Int64Range(-1000, 1000).Draw(t, "over"), rapid.Int64Range(1, 1000).Draw(t, "under")))
	case KindFloat:
		return Float(rapid.Float64Range(-1e300, 1e300).Draw(t, "float"))
	case KindBool:
		return Bool(rapid.Bool().Draw(t, "bool"))
	}
	text := rapid.OneOf(rapid.StringMatching(`[ -~√≤é]{0,12}`), rapid.SampledFrom([]string{"=1", "'=1", "1-2", "'1-2", "-1", "1e5", "+", "-", "'", "''", "@a", "7", "mar1"})).Draw(t, "text")
	if rapid.Bool().Draw(t, "outside") {
		return Outside(text)
	}
	return Text(text)
}

func TestCellJSONIsLossless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCell(t, Kind(rapid.IntRange(int(KindInt), int(KindBool)).Draw(t, "kind")))
		data, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var back Cell
		if err := json.Unmarshal(data, &back); err != nil || back != c {
			t.Fatalf("%v became %s became %v: %v", c, data, back, err)
		}
	})
}

func TestCellJSONRefuses(t *testing.T) {
	assert.Refused(json.Marshal(Float(math.NaN())))(t, "", "NaN was marshalled")
	for _, bad := range []string{`7`, `["int"]`, `["int","7","8"]`, `["number","7"]`, `["int","07"]`, `["int","1.5"]`, `["ratio","2/4"]`, `["ratio","1e9"]`,
		`["float","0.50"]`, `["float","NaN"]`, `["bool","1"]`, `["text","a\nb"]`, `["int","9007199254740993"]`} {
		var c Cell
		assert.Fails(t, json.Unmarshal([]byte(bad), &c), "", "%s was read as %v", bad, c)
	}
}

func TestKindNames(t *testing.T) {
	for k := KindInt; k <= KindBool; k++ {
		var back Kind
		if err := back.UnmarshalText([]byte(k.String())); err != nil || back != k {
			t.Errorf("%v does not read back: %v", k, err)
		}
	}
	if new(Kind).UnmarshalText([]byte("number")) == nil {
		t.Error("an unknown kind was read")
	}
	assert.Equal(t, Kind(0).String(), "Kind(0)", "Kind(0) prints as")
}
