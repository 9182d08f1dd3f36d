package sim

import (
	"fmt"
	"strconv"
	"strings"

	"coterie/internal/words/show"
)

// DistributionForms describes how distributions are written.
const DistributionForms = "2, or constant:2, uniform:1,3 or exponential:2"

// ParseDistribution reads a distribution as people write it: "2" and "constant:2" are 2 units
// always, "uniform:1,3" is uniform on 1 to 3, "exponential:2" is exponential with mean 2.
func ParseDistribution(text string) (Distribution, error) {
	bad := func(reason string) (Distribution, error) {
		return Distribution{}, fmt.Errorf("%s: %s", show.Brief(text), reason)
	}
	name, rest, named := strings.Cut(strings.TrimSpace(text), ":")
	if !named {
		name, rest = "constant", name
	}
	var d Distribution
	numbers := 1
	switch name {
	case "constant":
	case "uniform":
		d.Shape, numbers = Uniform, 2
	case "exponential":
		d.Shape = Exponential
	default:
		return bad("want " + DistributionForms)
	}
	words := strings.Split(rest, ",")
	if len(words) != numbers {
		return bad("want " + DistributionForms)
	}
	for i, word := range words {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		switch {
		case err != nil:
			return bad(show.Value(word) + " is no number")
		case !span(x):
			return bad(fmt.Sprintf("a time is from 0 to %g", float64(longest)))
		}
		if i == 0 {
			d.A = x
		} else {
			d.B = x
		}
	}
	if d.Shape == Uniform && d.B < d.A {
		return bad("the least time comes first")
	}
	return d, nil
}

// String returns the distribution as ParseDistribution reads it.
func (d Distribution) String() string {
	switch d.Shape {
	case Uniform:
		return fmt.Sprintf("uniform:%v,%v", d.A, d.B)
	case Exponential:
		return fmt.Sprintf("exponential:%v", d.A)
	}
	return fmt.Sprint(d.A)
}

// ParseMatrix reads a square matrix of latencies: a row on each line, of numbers between spaces or
// commas; row i, column j is the latency from place i to place j. Empty lines and comments that
// start with # are skipped.
func ParseMatrix(text string) ([][]float64, error) {
	var rows [][]float64
	line := 0
	bad := func(format string, args ...any) ([][]float64, error) {
		return nil, fmt.Errorf("line %d: "+format, append([]any{line}, args...)...)
	}
	for row := range strings.Lines(text) {
		line++
		row, _, _ = strings.Cut(row, "#")
		words := strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;", r) })
		if len(words) == 0 {
			continue
		}
		numbers := make([]float64, len(words))
		for j, word := range words {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil || !span(x) {
				return bad("%s is no latency: want a number of units from 0 to %g", show.Value(word), float64(longest))
			}
			numbers[j] = x
		}
		if len(rows) > 0 && len(numbers) != len(rows[0]) {
			return bad("%d numbers, where the first row has %d", len(numbers), len(rows[0]))
		}
		rows = append(rows, numbers)
	}
	if len(rows) == 0 {
		line = max(line, 1)
		return bad("no latencies")
	}
	if len(rows) != len(rows[0]) {
		return nil, fmt.Errorf("the matrix: %d rows of %d numbers: want as many of both", len(rows), len(rows[0]))
	}
	return rows, nil
}
