package table

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"coterie/internal/words/show"
)

// Kind is the type of a column's cells.
type Kind int

// The kinds of column. Their canonical text is documented at [Cell].
const (
	KindInt    Kind = iota + 1 // integers that every reader can hold exactly: at most 2^53 in size
	KindBigInt                 // integers of any size
	KindRatio                  // exact fractions
	KindFloat                  // rounded to 6 significant digits
	KindText                   // one line of UTF-8
	KindBool                   // true or false
)

// kindNames lists the kinds in order; manifests and checkpoints use these names.
func kindNames() []string {
	return []string{"int", "bigint", "ratio", "float", "text", "bool"}
}

// String returns the name of the kind as manifests print it: int, bigint, ratio, float, text or
// bool.
func (k Kind) String() string {
	if !k.valid() {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return kindNames()[k-KindInt]
}

func (k Kind) valid() bool { return k >= KindInt && k <= KindBool }

// Numeric reports whether cells of this kind are numbers. Tables align those to the right.
func (k Kind) Numeric() bool { return k >= KindInt && k <= KindFloat }

// MarshalText returns the name, UnmarshalText reads it back: a kind in JSON is its name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads a name. Any other text is an error.
func (k *Kind) UnmarshalText(name []byte) error {
	i := slices.Index(kindNames(), string(name))
	if i < 0 {
		return fmt.Errorf("no kind of cell is called %q", name)
	}
	*k = KindInt + Kind(i)
	return nil
}

// maxExactInt is the largest integer such that it and all smaller ones survive a float64, the type
// in which most readers of JSON and of CSV keep numbers.
const maxExactInt = 1 << 53

// floatDigits is the number of significant digits of a float in a table.
const floatDigits = 6

// Cell is one value of a table, kept as its canonical text together with its kind. Cells are
// compared by ==. The zero Cell is empty and means "not applicable". The canonical texts are:
//
//	Int, Big  decimal, with a leading - where negative
//	Ratio     lowest terms, denominator positive: 3/7; a whole number has no denominator: 2
//	Float     at most 6 significant digits, trailing zeros dropped; an exponent (e+06, e-05: sign and at
//	          least two digits) exactly when the decimal exponent of the rounded value is below -4 or
//	          above 5, as strconv's 'g' does it; zero is 0, never -0
//	Text      the text itself: one line of valid UTF-8 without control characters
//	Bool      true or false
//
// A cell that a table cannot hold (NaN, an infinity, a text of two lines) can be made;
// [Table.Append] refuses it. So code that computes rows need not check each
// number.
type Cell struct {
	kind    Kind
	text    string
	flaw    string
	outside bool // a text from outside that a spreadsheet would change
}

// Empty returns the cell for "not applicable". It equals the zero Cell.
func Empty() Cell { return Cell{} }

// Int makes a cell of a machine integer.
func Int(x int) Cell { return Cell{kind: KindInt, text: strconv.Itoa(x)} }

// Maybe makes a cell of *x, and an empty cell if x is nil.
func Maybe[T any](x *T, cell func(T) Cell) Cell {
	if x == nil {
		return Cell{}
	}
	return cell(*x)
}

// Big makes a cell of an integer of any size, for a column of [BigInts] or [Ratios], and an empty
// cell of nil.
func Big(x *big.Int) Cell {
	if x == nil {
		return Cell{}
	}
	return Cell{kind: KindBigInt, text: x.String()}
}

// Ratio makes a cell of an exact fraction, and an empty cell of nil.
func Ratio(x *big.Rat) Cell {
	if x == nil {
		return Cell{}
	}
	return Cell{kind: KindRatio, text: x.RatString()}
}

// Approx makes a cell of an exact fraction, rounded as [Float] rounds, and an empty cell of nil.
func Approx(x *big.Rat) Cell {
	if x == nil {
		return Cell{}
	}
	v, _ := x.Float64()
	return Float(v)
}

// Float makes a cell of x rounded to 6 significant digits. A NaN or an infinity makes a cell that
// no table takes.
func Float(x float64) Cell {
	c := Cell{kind: KindFloat, text: formatFloat(x)}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		c.flaw = "a float must be finite"
	}
	return c
}

// Text makes a cell of one line of text. Text("") is Empty(), because CSV cannot tell the two
// apart.
func Text(s string) Cell {
	if s == "" {
		return Cell{}
	}
	return Cell{kind: KindText, text: s, flaw: textFlaw(s)}
}

// Quoted makes a cell of any text. A text that a table would refuse is quoted as in Go.
func Quoted(s string) Cell {
	if textFlaw(s) != "" {
		s = show.Quoted(s)
	}
	return Text(s)
}

// Outside is Text for a text from outside, such as the name of a node. If a spreadsheet would take
// it for a number or a date, it is marked as a text in CSV (see the package's documentation).
func Outside(s string) Cell {
	c := Text(s)
	c.outside = c.text != "" && guarded(c.text, true) != guarded(c.text, false)
	return c
}

// Name is Outside for any text, such as the name of a system. A text that cannot be printed
// unchanged is quoted.
func Name(s string) Cell {
	if s == "" {
		return Cell{}
	}
	return Outside(show.Name(s))
}

// Bool makes a cell that reads true or false.
func Bool(b bool) Cell { return Cell{kind: KindBool, text: strconv.FormatBool(b)} }

// textFlaw returns the reason why s cannot be the text of a cell. One line per row keeps line
// numbers meaningful: line 12 of `experiment check` is row 11.
func textFlaw(s string) string {
	if !utf8.ValidString(s) {
		return "a text must be valid UTF-8"
	}
	if strings.ContainsFunc(s, unicode.IsControl) {
		return "a text must hold no control characters: one row is one line"
	}
	return ""
}

// IsEmpty reports whether the cell is empty.
func (c Cell) IsEmpty() bool { return c.kind == 0 }

// String returns the canonical text, "" for an empty cell. CSV holds the same text, except for
// texts that a spreadsheet would run or change.
func (c Cell) String() string { return c.text }

// field returns the text of the cell in CSV.
func (c Cell) field() string {
	if c.kind == KindText {
		return guarded(c.text, c.outside)
	}
	return c.text
}

// Number returns the value of a numeric cell, for a plot. ok is false for an empty cell, a text or
// a bool. Integers and fractions are rounded to the nearest float64.
func (c Cell) Number() (x float64, ok bool) {
	if !c.kind.Numeric() || c.flaw != "" {
		return 0, false
	}
	if c.kind == KindRatio {
		r, ok := new(big.Rat).SetString(c.text)
		if !ok {
			return 0, false
		}
		x, _ = r.Float64()
		return x, true
	}
	x, err := strconv.ParseFloat(c.text, 64)
	return x, err == nil
}

// formatFloat rounds to 6 significant digits and drops the sign of zero.
func formatFloat(x float64) string {
	if x == 0 {
		return "0"
	}
	return strconv.FormatFloat(x, 'g', floatDigits, 64)
}

// in returns the cell as a column of the given kind holds it, or the reason why it cannot.
func (c Cell) in(kind Kind) (Cell, string) {
	if c.flaw != "" {
		return c, c.flaw
	}
	if c.IsEmpty() {
		return c, ""
	}
	switch {
	case c.kind == kind:
	case kind == KindBigInt && c.kind == KindInt:
	case kind == KindRatio && (c.kind == KindInt || c.kind == KindBigInt):
	default:
		return c, fmt.Sprintf("the column holds cells of kind %v, not %v", kind, c.kind)
	}
	if kind == KindInt {
		x, err := strconv.ParseInt(c.text, 10, 64)
		if err != nil || x > maxExactInt || x < -maxExactInt {
			return c, "an int must be at most 2^53 in size; a column of BigInts holds any"
		}
	}
	c.kind = kind
	return c, ""
}

// parseCell reads a canonical text back. Any other spelling of the same value is refused, so that
// reading and writing a file gives the same bytes.
func parseCell(kind Kind, text string) (Cell, error) {
	if text == "" {
		return Cell{}, nil
	}
	c := Cell{kind: kind, text: text}
	canonical := ""
	switch kind {
	case KindInt, KindBigInt:
		if x, ok := new(big.Int).SetString(text, 10); ok {
			canonical = x.String()
		}
	case KindRatio:
		// Rat.SetString also reads exponents, and would expand a huge one.
		if strings.Trim(text, "-/0123456789") != "" {
			break
		}
		if x, ok := new(big.Rat).SetString(text); ok {
			canonical = x.RatString()
		}
	case KindFloat:
		if x, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) {
			canonical = formatFloat(x)
		}
	case KindText:
		c.text, c.outside = unguarded(text)
		canonical = c.field()
		c.flaw = textFlaw(c.text)
	case KindBool:
		if x, err := strconv.ParseBool(text); err == nil {
			canonical = strconv.FormatBool(x)
		}
	default:
		return Cell{}, fmt.Errorf("no such kind of cell: %v", kind)
	}
	if canonical == "" {
		return Cell{}, fmt.Errorf("%q is no %v", text, kind)
	}
	if canonical != text {
		return Cell{}, fmt.Errorf("%q is not the canonical text of its value, which is %s", text, canonical)
	}
	if _, flaw := c.in(kind); flaw != "" {
		return Cell{}, fmt.Errorf("%q: %s", text, flaw)
	}
	return c, nil
}

// MarshalJSON returns the cell without loss, as ["int","7"], or null if it is empty. This is the
// form of checkpoints.
func (c Cell) MarshalJSON() ([]byte, error) {
	if c.flaw != "" {
		return nil, fmt.Errorf("cell %q: %s", c.text, c.flaw)
	}
	if c.IsEmpty() {
		return []byte("null"), nil
	}
	return json.Marshal([2]string{c.kind.String(), c.field()})
}

// UnmarshalJSON reads the JSON of [Cell.MarshalJSON].
func (c *Cell) UnmarshalJSON(data []byte) error {
	*c = Cell{}
	if string(data) == "null" {
		return nil
	}
	var parts []string
	if err := json.Unmarshal(data, &parts); err != nil {
		return fmt.Errorf("cell: %w", err)
	}
	if len(parts) != 2 {
		return fmt.Errorf("cell: %d parts where a kind and a text are wanted", len(parts))
	}
	var kind Kind
	if err := kind.UnmarshalText([]byte(parts[0])); err != nil {
		return fmt.Errorf("cell: %w", err)
	}
	cell, err := parseCell(kind, parts[1])
	if err != nil {
		return fmt.Errorf("cell: %w", err)
	}
	*c = cell
	return nil
}
