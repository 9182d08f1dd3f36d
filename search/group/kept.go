package group

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// keptText are arrays that annealing found, so that nobody has to wait for them again: one after
// the other, a line "rows columns symbols responsibility" (0: no limit), with four numbers of each
// part of the symmetry where the array has one, and a line for each row, the symbols as 0-9 and a
// blank as -. TestKeep writes it. Arrays with a symmetry come from annealing over its orbits, as
// symmetric does it. It finds some of them again within seconds; the others took runs of many
// minutes for that symmetry alone.
//
//go:embed kept.txt
var keptText string

// keptArray is one of them.
type keptArray struct {
	*array
	responsibility int
	symmetry       symmetry
}

// kept reads the arrays once. A text that is none is a fault of the program.
var kept = sync.OnceValue(func() []keptArray {
	list, err := parseKept(keptText)
	if err != nil {
		panic("kept arrays: " + err.Error())
	}
	return list
})

func parseKept(text string) ([]keptArray, error) {
	var list []keptArray
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for at := 0; at < len(lines) && text != ""; {
		var numbers []int
		for _, field := range strings.Fields(lines[at]) {
			x, err := strconv.Atoi(field)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", at+1, err)
			}
			numbers = append(numbers, x)
		}
		if len(numbers) == 0 || len(numbers)%4 > 0 {
			return nil, fmt.Errorf("line %d: %d numbers", at+1, len(numbers))
		}
		n, m, d, r := numbers[0], numbers[1], numbers[2], numbers[3]
		var y symmetry
		for p := range slices.Chunk(numbers[4:], 4) {
			y = append(y, part{p[0], p[1], turn{p[2], p[3]}})
		}
		at++
		if n < 1 || m < 1 || d < 1 || d > 10 || at+n > len(lines) {
			return nil, fmt.Errorf("line %d: no array of %d rows, %d columns and %d symbols", at, n, m, d)
		}
		a := newArray(n, m, d)
		for i, line := range lines[at : at+n] {
			if len(line) != m {
				return nil, fmt.Errorf("line %d: %d columns, not %d", at+i+1, len(line), m)
			}
			for c, x := range []byte(line) {
				switch s := int(x) - '0'; {
				case s >= 0 && s < d:
					a.set(i, c, s)
				case x != '-':
					return nil, fmt.Errorf("line %d: %q is none of %d symbols", at+i+1, x, d)
				}
			}
		}
		list = append(list, keptArray{a, r, y})
		at += n
	}
	return list, nil
}

// keptFor returns the kept array of at most n rows, at least m columns and exactly d symbols with
// the fewest rows; with a limit of responsibility one that has it, or a lower one.
func keptFor(n, m, d, responsibility int) (built, bool) {
	var best keptArray
	for _, k := range kept() {
		fits := k.rows <= n && k.columns >= m && k.symbols == d && (responsibility == 0 && k.responsibility == 0 ||
			k.responsibility > 0 && responsibility >= k.responsibility)
		if fits && (best.array == nil || k.rows < best.rows) {
			best = k
		}
	}
	if best.array == nil {
		return built{}, false
	}
	by := fmt.Sprintf("an array of %d rows and %d columns that annealing found", best.rows, best.columns)
	if best.symmetry != nil {
		by += ", with " + best.symmetry.String()
	}
	return built{best.firstColumns(m), by}, true
}
