package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
)

// sampleTable has every kind of cell and every kind of trouble for CSV.
func sampleTable(t testing.TB) *Table {
	t.Helper()
	table := New(
		Ints("n", "nodes", "number of nodes"),
		BigInts("count", "quorums", "number of quorums"),
		Ratios("load", "", "load"),
		Floats("ratio", "", "K over the root of n"),
		Texts("name", "", "family"),
		Bools("exact", "", "whether it is exact"),
	)
	huge := new(big.Int).Exp(big.NewInt(2), big.NewInt(100), nil)
	for _, row := range [][]Cell{
		{Int(7), Int(7), Ratio(big.NewRat(3, 7)), Float(3 / math.Sqrt(7)), Text("fpp:order=2"), Bool(true)},
		{Int(-13), Big(huge), Int(1), Float(1e6), Text(`net:side=6,m=3`), Bool(false)},
		{Int(0), Empty(), Empty(), Empty(), Text(`says "√2"`), Empty()},
		{Empty(), Int(0), Ratio(big.NewRat(-1, 3)), Float(-0.000012), Text(` leading & <space>`), Bool(true)},
		{Empty(), Empty(), Empty(), Empty(), Empty(), Empty()},
	} {
		assert.OK(t, table.Append(row...))
	}
	return table
}

func TestTableGoldens(t *testing.T) {
	table := sampleTable(t)
	var text bytes.Buffer
	assert.OK(t, table.WriteCSV(&text))
	golden(t, "sample.csv", text.Bytes())
}

func TestEmptyTables(t *testing.T) {
	table := New(Ints("n", "", ""))
	var text bytes.Buffer
	table.WriteCSV(&text)
	assert.Equal(t, text.String(), "n\n", "got %q", &text)
}

func drawTable(t *rapid.T) *Table {
	width := rapid.IntRange(1, 5).Draw(t, "width")
	var columns []Column
	for i := range width {
		columns = append(columns, Column{Name: fmt.Sprint("c", i), Kind: Kind(rapid.IntRange(int(KindInt), int(KindBool)).Draw(t, "kind"))})
	}
	table := New(columns...)
	for range rapid.IntRange(0, 6).Draw(t, "rows") {
		var row []Cell
		for _, c := range columns {
			cell := drawCell(t, c.Kind)
			if width == 1 && cell.IsEmpty() {
				cell = parsed(t, c.Kind)
			}
			row = append(row, cell)
		}
		if err := table.Append(row...); err != nil {
			t.Fatal(err)
		}
	}
	return table
}

// parsed returns some non-empty cell of the kind.
func parsed(t *rapid.T, kind Kind) Cell {
	text := map[Kind]string{KindInt: "1", KindBigInt: "1", KindRatio: "1/2", KindFloat: "0.5", KindText: "x", KindBool: "true"}[kind]
	c, err := parseCell(kind, text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCSVRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		var first, second bytes.Buffer
		if err := table.WriteCSV(&first); err != nil {
			t.Fatal(err)
		}
		back, err := ReadCSV(bytes.NewReader(first.Bytes()), table.Columns()...)
		if err != nil {
			t.Fatalf("%v in\n%s", err, &first)
		}
		if !back.Equal(table) {
			t.Fatalf("read back differently:\n%s", &first)
		}
		back.WriteCSV(&second)
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("wrote %q, then %q", &first, &second)
		}
		// The standard reader sees the canonical texts, one record per line; texts that a
		// spreadsheet would run have an apostrophe in front.
		records, err := csv.NewReader(bytes.NewReader(first.Bytes())).ReadAll()
		if err != nil || len(records) != table.Len()+1 || bytes.Count(first.Bytes(), []byte("\n")) != table.Len()+1 {
			t.Fatalf("%d records, %v:\n%s", len(records), err, &first)
		}
		for i := range table.Len() {
			for j, c := range table.Row(i) {
				field := records[i+1][j]
				if c.kind == KindText {
					field = strings.TrimPrefix(field, "'")
				}
				if field != c.String() {
					t.Fatalf("record %d field %d is %q, want %q", i+1, j, records[i+1][j], c)
				}
			}
		}
	})
}

func TestReadCSVErrors(t *testing.T) {
	columns := []Column{Ints("n", "", ""), Ratios("load", "", "")}
	for _, c := range []struct {
		name, text string
		line       int
		column     string
	}{
		{"nothing", "", 1, ""},
		{"other header", "n,lode\n", 1, ""},
		{"swapped header", "load,n\n", 1, ""},
		{"not a number", "n,load\n7,3/7\nseven,3/7\n", 3, "n"},
		{"not canonical", "n,load\n7,6/14\n", 2, "load"},
		{"too many fields", "n,load\n7,3/7,1\n", 2, ""},
		{"too few fields", "n,load\n\n7\n", 3, ""},
		{"open quote", "n,load\n7,\"3/7\n", 2, ""},
		{"exponent bomb", "n,load\n7,1e999999999\n", 2, "load"},
	} {
		bad := assert.ErrorAs[*CSVError](t, assert.Err(ReadCSV(strings.NewReader(c.text), columns...)), "%s", c.name)
		assert.Equal(t, bad.Line, c.line, "%s: line", c.name)
		assert.Equal(t, bad.Column, c.column, "%s: column", c.name)
	}
	broken := errors.New("broken disk")
	assert.Is(t, assert.Err(ReadCSV(failingReader{broken})), broken, "an error of the reader")
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

func TestReadCSVWithoutColumns(t *testing.T) {
	table, err := ReadCSV(strings.NewReader("n,k_max\n7,3\n"))
	if err != nil || table.Len() != 1 || table.At(0, "k_max") != Text("3") {
		t.Errorf("got %v, %v", table, err)
	}
	table, err = ReadCSV(strings.NewReader("a,b\n=1+1,'x\n'=1+1,''x\n"))
	if err != nil || table.At(0, "a") != Text("=1+1") || table.At(1, "a") != Text("=1+1") || table.At(0, "b") != Text("'x") || table.At(1, "b") != Text("'x") {
		t.Errorf("got %v, %v", table, err)
	}
	for _, header := range []string{"n,n\n", "n,K max\n"} {
		assert.Refused(ReadCSV(strings.NewReader(header)))(t, "", "header %q was accepted", header)
	}
}

func TestCSVWriterStreams(t *testing.T) {
	table := sampleTable(t)
	var whole, streamed bytes.Buffer
	table.WriteCSV(&whole)
	w := assert.Got(NewCSVWriter(&streamed, table.Columns()...))(t)
	for i := range table.Len() {
		assert.Fails(t, w.Write(Int(1)), "", "a short row was written")
		assert.OK(t, w.Write(table.Row(i)...))
	}
	if err := w.Flush(); err != nil || !bytes.Equal(whole.Bytes(), streamed.Bytes()) {
		t.Errorf("streamed %q, want %q (%v)", &streamed, &whole, err)
	}
	full := errors.New("disk full")
	w, _ = NewCSVWriter(failingWriter{full}, Ints("n", "", ""))
	w.Write(Int(1))
	assert.Is(t, w.Flush(), full, "Flush hides the writer's error")
	assert.Is(t, w.Write(Int(2)), full, "writing goes on after an error")
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestPoints(t *testing.T) {
	table := sampleTable(t)
	got := table.Points("n", "load", nil)
	assert.Slice(t, got, []Point{{7, 3.0 / 7}, {-13, 1}})
	got = table.Points("n", "n", func(row int) bool { return table.At(row, "name") == Text("fpp:order=2") })
	assert.Slice(t, got, []Point{{7, 7}})
}

func TestTablePanics(t *testing.T) {
	table := sampleTable(t)
	for name, bug := range map[string]func(){
		"no columns":     func() { New() },
		"no name":        func() { New(Ints("", "", "")) },
		"upper case":     func() { New(Ints("K", "", "")) },
		"digit first":    func() { New(Ints("2k", "", "")) },
		"comma":          func() { New(Ints("a,b", "", "")) },
		"no kind":        func() { New(Column{Name: "n"}) },
		"twice":          func() { New(Ints("n", "", ""), Texts("n", "", "")) },
		"row too far":    func() { table.Row(5) },
		"row negative":   func() { table.Row(-1) },
		"unknown column": func() { table.At(0, "k") },
	} {
		assert.True(t, panics(bug), "%s: no panic", name)
	}
}

func TestTablesShareNothing(t *testing.T) {
	table := sampleTable(t)
	table.Columns()[0].Name = "changed"
	table.Row(0)[0] = Int(99)
	if table.Columns()[0].Name != "n" || table.At(0, "n") != Int(7) {
		t.Error("a caller changed the table through a copy")
	}
}

func FuzzReadCSV(f *testing.F) {
	f.Add("n,load,x,t\n7,3/7,0.5,a\n")
	f.Add("n,load,x,t\n,,,\"a,\"\"b\"\n")
	f.Add("n,load,x,t\n-1,-3/7,-0.5,'=cmd\n,,,'1-2\n,,,''a\n")
	columns := []Column{Ints("n", "", ""), Ratios("load", "", ""), Floats("x", "", ""), Texts("t", "", "")}
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadCSV(strings.NewReader(text), columns...)
		if err != nil {
			return
		}
		var first bytes.Buffer
		assert.OK(t, table.WriteCSV(&first))
		back, err := ReadCSV(bytes.NewReader(first.Bytes()), columns...)
		if err != nil || !back.Equal(table) {
			t.Fatalf("%q was read, written as %q and read differently: %v", text, &first, err)
		}
		records, _ := csv.NewReader(bytes.NewReader(first.Bytes())).ReadAll()
		for _, record := range records {
			if cell := record[3]; isFormula(cell) {
				t.Fatalf("%q was written as the formula %q", text, cell)
			}
		}
	})
}

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	want := assert.Got(os.ReadFile("testdata/" + name))(t)
	assert.True(t, bytes.Equal(got, want), "%s: got\n%s\nwant\n%s", name, got, want)
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}
