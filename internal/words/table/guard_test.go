package table

import (
	"bytes"
	"encoding/csv"
	"testing"

	"coterie/internal/check/assert"
)

// A text that a spreadsheet would run gets an apostrophe wherever it comes from, a text that it
// would change only if it came from outside. All others stay unchanged.
func TestGuard(t *testing.T) {
	for _, c := range []struct{ text, ours, outside string }{
		{"fpp:order=2", "fpp:order=2", "fpp:order=2"},
		{"=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"},
		{"+1+1", "'+1+1", "'+1+1"}, {"-1+1", "'-1+1", "'-1+1"}, {"@SUM(1)", "'@SUM(1)", "'@SUM(1)"}, {" =1", "' =1", "' =1"}, {"\uff1d1", "'\uff1d1", "'\uff1d1"}, {"\uff20a", "'\uff20a", "'\uff20a"},
		{"-1", "-1", "-1"}, {"-", "-", "-"}, {"-3/7", "-3/7", "'-3/7"}, {"-1.5e-07", "-1.5e-07", "'-1.5e-07"}, {"+7", "+7", "'+7"},
		{"3/7", "3/7", "'3/7"}, {"1-2", "1-2", "'1-2"}, {"1e5", "1e5", "'1e5"}, {"1.5", "1.5", "'1.5"}, {"10:30", "10:30", "'10:30"}, {"007", "007", "'007"},
		{"7", "7", "7"}, {"0", "0", "0"}, {"1234567890123456", "1234567890123456", "'1234567890123456"}, {"10.0.0.1", "10.0.0.1", "10.0.0.1"},
		{"mar1", "mar1", "'mar1"}, {"1-Sep", "1-Sep", "'1-Sep"}, {"mar", "mar", "mar"}, {"marvin1", "marvin1", "marvin1"}, {"server3", "server3", "server3"},
		{"'a", "''a", "''a"}, {"'=1", "''=1", "''=1"}, {"it's", "it's", "it's"}, {"1 2 3", "1 2 3", "1 2 3"}, {"\"1-2\" a", "\"1-2\" a", "\"1-2\" a"},
	} {
		for cell, want := range map[Cell]string{Text(c.text): c.ours, Outside(c.text): c.outside} {
			out := New(Texts("x", "", ""))
			var file bytes.Buffer
			if err := out.Append(cell); err != nil || cell.String() != c.text {
				t.Fatal(err, cell)
			}
			assert.OK(t, out.WriteCSV(&file))
			records, err := csv.NewReader(bytes.NewReader(file.Bytes())).ReadAll()
			if err != nil || records[1][0] != want {
				t.Errorf("%q is written as %q, want %q (%v)", c.text, records, want, err)
			}
			back, err := ReadCSV(&file, Texts("x", "", ""))
			if err != nil || back.At(0, "x") != cell {
				t.Errorf("%q is read back as %v: %v", c.text, back, err)
			}
		}
	}
	if Name("a\x1b[2J").String() != `"a\x1b[2J"` || Name("") != Empty() || Name("a") != Text("a") {
		t.Error("names are not as they print")
	}
}
