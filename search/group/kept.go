package group

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// keptText are arrays that local search found, so that nobody has to wait for them again: one after
// the other, a line "rows columns symbols responsibility" (0: no limit); where the array has
// symmetries, a line for each of some that generate them, an = and the point to which each point
// goes; and a line for each row, the symbols as 0-9 and a blank as -. TestKeep writes it. symmetric
// finds many of those with symmetries again within a minute, from some seed; the others took
// minutes of the same moves, in other programs too, which went through all actions of the groups of
// some orders. A SAT solver found the last column of those with 26, 40 and 48 rows, and the last
// two rows and five columns of that with 30. cliques finds those of four symbols with 31 and 32
// rows; its moves found that with 17 in another program.
//
//go:embed kept.txt
var keptText string

// keptArray is one of them.
type keptArray struct {
	*array
	responsibility int
	generators     symmetries
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
		numbers, err := integers(lines[at], 4)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", at+1, err)
		}
		n, m, d, r := int(numbers[0]), int(numbers[1]), int(numbers[2]), int(numbers[3])
		if n < 1 || m < 1 || d < 1 || d > 10 {
			return nil, fmt.Errorf("line %d: no array of %d rows, %d columns and %d symbols", at+1, n, m, d)
		}
		var generators symmetries
		for at++; at < len(lines) && strings.HasPrefix(lines[at], "="); at++ {
			move, err := integers(lines[at][1:], m*d)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", at+1, err)
			}
			if !slices.Equal(slices.Sorted(slices.Values(move)), identity(m*d)) {
				return nil, fmt.Errorf("line %d: no permutation of %d points", at+1, m*d)
			}
			generators = append(generators, move)
		}
		if at+n > len(lines) {
			return nil, fmt.Errorf("line %d: %d rows are not there", at, n)
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
		list = append(list, keptArray{a, r, generators})
		at += n
	}
	return list, nil
}

// integers reads so many integers.
func integers(text string, count int) (list []int32, err error) {
	for _, field := range strings.Fields(text) {
		x, err := strconv.Atoi(field)
		if err != nil {
			return nil, err
		}
		list = append(list, int32(x))
	}
	if len(list) != count {
		return nil, fmt.Errorf("%d numbers, not %d", len(list), count)
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
	by := fmt.Sprintf("an array of %d rows and %d columns that the program keeps", best.rows, best.columns)
	if best.generators != nil {
		by += ", with " + best.generators.group(best.columns*d, math.MaxInt).words(d)
	}
	return built{best.firstColumns(m), by}, true
}
