package group

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

var (
	keep     = flag.Bool("keep", false, "look for better arrays by local search, for hours, and keep them in kept.txt")
	keepSeed = flag.Uint64("keep-seed", 0, "the seed")
	keepFrom = flag.Int("keep-from", 3, "the least number of symbols without a limit of responsibility")
	effort   = flag.Int("keep-effort", 1, "how many times the steps that a search makes with a symmetry")
)

// text is what parseKept reads.
func (k keptArray) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %d %d\n", k.rows, k.columns, k.symbols, k.responsibility)
	for _, move := range k.generators {
		fmt.Fprintf(&b, "=%s\n", strings.Trim(fmt.Sprint(move), "[]"))
	}
	for r := range k.rows {
		for _, s := range k.row(r) {
			if s == blank {
				b.WriteByte('-')
			} else {
				b.WriteByte(byte('0' + s))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestKept: the arrays are what they are said to be, written as they are read, and none is there in
// vain: no other one has as few rows and as many columns, and each needs all its rows.
func TestKept(t *testing.T) {
	text := ""
	for i, k := range kept() {
		text += k.text()
		assert.Equal(t, k.flaw(), "", "%d rows, %d columns, %d symbols, responsibility %d", k.rows, k.columns, k.symbols, k.responsibility)
		for r := range k.rows {
			shown := len(k.row(r)) - countBlanks(k.row(r))
			if k.responsibility > 0 && shown > k.responsibility || k.responsibility == 0 && shown < k.columns {
				t.Errorf("%d rows, %d columns, %d symbols: row %d shows %d", k.rows, k.columns, k.symbols, r, shown)
			}
		}
		for r := range k.rows {
			fewer := &array{k.rows - 1, k.columns, k.symbols, slices.Delete(slices.Clone(k.cell), r*k.columns, (r+1)*k.columns)}
			assert.True(t, fewer.flaw() != "", "%d rows, %d columns, %d symbols, responsibility %d: row %d is not needed", k.rows, k.columns, k.symbols, k.responsibility, r)
		}
		for _, move := range k.generators {
			assert.Equal(t, fmt.Sprint(moved(k.array, move)), fmt.Sprint(sorted(k.array)), "%d rows, %d columns, %d symbols: rows under a symmetry", k.rows, k.columns, k.symbols)
		}
		for j, o := range kept() {
			if i != j && o.symbols == k.symbols && o.responsibility == k.responsibility && o.rows <= k.rows && o.columns >= k.columns {
				t.Errorf("%d rows, %d columns, %d symbols: there is one of %d and %d", k.rows, k.columns, k.symbols, o.rows, o.columns)
			}
		}
	}
	assert.Equal(t, text, keptText, "the arrays are not written as they were read")
}

// moved returns the rows to which a symmetry moves those of an array, sorted.
func moved(a *array, move []int32) [][]int16 {
	b := newArray(a.rows, a.columns, a.symbols)
	for r := range a.rows {
		for c := range a.columns {
			to := int(move[c*a.symbols+a.at(r, c)])
			b.set(r, to/a.symbols, to%a.symbols)
		}
	}
	return sorted(b)
}

// sorted returns the rows of an array in order.
func sorted(a *array) [][]int16 {
	rows := slices.Collect(slices.Chunk(slices.Clone(a.cell), a.columns))
	slices.SortFunc(rows, slices.Compare)
	return rows
}

func countBlanks(row []int16) int {
	n := 0
	for _, s := range row {
		if s == blank {
			n++
		}
	}
	return n
}

func TestParseKept(t *testing.T) {
	for bad, why := range map[string]string{
		"x": "line 1: strconv", "2 2 2\n01\n": "line 1: 3 numbers, not 4", "2 2 2 0\n01\n": "2 rows are not there",
		"1 2 2 0\n02\n": "is none of 2 symbols", "1 2 2 0\n0x\n": "is none of 2 symbols", "1 2 2 0\n011\n": "3 columns, not 2",
		"1 1 11 0\n0\n": "no array", "0 1 1 0\n": "no array", "1 -2 2 0\n=0\n00\n": "no array",
		"1 2 2 0\n=0 1 2\n00\n": "line 2: 3 numbers, not 4", "1 2 2 0\n=0 1 2 2\n00\n": "line 2: no permutation of 4 points",
	} {
		assert.Refused(parseKept(bad))(t, why, "%q is read", bad)
	}
	if list, err := parseKept("1 2 2 3\n-1\n"); err != nil || len(list) != 1 || list[0].at(0, 1) != 1 || !list[0].blank(0, 0) {
		t.Errorf("%v, %v", list, err)
	}
}

// TestKeep searches for all cells of the table of degrees, m <= 30 and n <= 60, that bounds leave
// open, and writes the file: go test ./search/group -run TestKeep -keep -timeout 5h.
func TestKeep(t *testing.T) {
	if !*keep {
		t.Skip("only with -keep")
	}
	list := slices.Clone(kept())
	write := func(a *array, responsibility int, generators symmetries) {
		t.Logf("%d rows, %d columns, %d symbols, responsibility %d", a.rows, a.columns, a.symbols, responsibility)
		list = slices.DeleteFunc(list, func(o keptArray) bool {
			return o.symbols == a.symbols && o.responsibility == responsibility && o.rows >= a.rows && o.columns <= a.columns
		})
		list = append(list, keptArray{a, responsibility, generators})
		slices.SortFunc(list, func(x, y keptArray) int {
			return slices.Compare([]int{x.responsibility, x.symbols, x.rows}, []int{y.responsibility, y.symbols, y.rows})
		})
		text := ""
		for _, k := range list {
			text += k.text()
		}
		assert.OK(t, os.WriteFile("kept.txt", []byte(text), 0o666))
	}
	have := func(n, m, d, responsibility int) bool {
		return slices.ContainsFunc(list, func(k keptArray) bool {
			return k.responsibility == responsibility && k.symbols == d && k.rows <= n && k.columns >= m
		})
	}
	known := colbourn(t)
	for responsibility := 3; responsibility <= 4; responsibility++ {
		for _, d := range []int{2, 3, 4, 5, 6, 7, 8, 1} {
			for m := responsibility + 1; m <= 30; m++ {
				designs := designsFor(m, responsibility)
				failed := 0
				for n := 1; n <= 60 && failed < 2; n++ {
					if _, ok := excluded(n, m, d, responsibility); ok {
						continue
					}
					if _, ok := blocks(designs, n, m, d, responsibility); ok || have(n, m, d, responsibility) {
						break
					}
					if b, ok := unsymmetric(t.Context(), n, m, d, responsibility, 1, *keepSeed); ok {
						write(b.array, responsibility, nil)
						break
					}
					t.Logf("not found: %d rows, %d columns, %d symbols, responsibility %d", n, m, d, responsibility)
					failed++
				}
			}
		}
	}
	for d := *keepFrom; d <= 7; d++ {
		for n := d * d; n <= 60; n++ { // not beyond what is known: that would take days
			for m := 3; m <= min(30, known[d][n]); m++ {
				if _, ok := build(n, m, d); ok || have(n, m, d, 0) {
					continue
				}
				if _, ok := excluded(n, m, d, 0); ok {
					break
				}
				var generators symmetries
				b, ok := cliques(t.Context(), n, m, d, 1, *effort, *keepSeed)
				if !ok {
					b, generators, ok = symmetric(t.Context(), n, m, d, 1, *effort, *keepSeed)
				}
				if !ok {
					b, ok = unsymmetric(t.Context(), n, m, d, 0, 1, *keepSeed)
				}
				if !ok {
					break
				}
				write(b.array, 0, generators)
			}
		}
	}
}

// colbourn reads the best known numbers of columns, by symbols and rows up to 60.
func colbourn(t *testing.T) map[int][]int {
	var file struct {
		Tables []struct {
			Symbols int
			Sizes   []struct{ Columns, Rows int }
		}
	}
	text, err := os.ReadFile("../../experiments/papers/colbourn-can2.json")
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	columns := map[int][]int{}
	for _, table := range file.Tables {
		columns[table.Symbols] = make([]int, 61)
		for _, size := range table.Sizes {
			for n := size.Rows; n <= 60; n++ {
				columns[table.Symbols][n] = size.Columns
			}
		}
	}
	return columns
}
