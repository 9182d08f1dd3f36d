package main

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const columns = 100

// wide returns the indices of the lines that are comments of more than 100 columns. The output of
// an example is as wide as it is.
func wide(lines []string) (at []int) {
	printed := false
	for i, line := range lines {
		comment := strings.TrimSpace(line)
		printed = strings.HasPrefix(comment, "//") &&
			(printed || strings.HasPrefix(comment, "// Output:") || strings.HasPrefix(comment, "// Unordered output:"))
		if !printed && strings.HasPrefix(comment, "// ") && width(line) > columns {
			at = append(at, i)
		}
	}
	return at
}

func width(line string) int { return utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) }

// wrap breaks the paragraphs of comments that have a line of more than 100 columns. It leaves code,
// headings and the items of lists as they are.
func wrap(text string) string {
	lines := strings.Split(text, "\n")
	for _, at := range slices.Backward(wide(lines)) { // the indices before a change stay
		if at >= len(lines) || width(lines[at]) <= columns || !prose(lines[at]) {
			continue // its paragraph is already wrapped, or it is not prose
		}
		indent, _, _ := strings.Cut(lines[at], "//")
		same := func(i int) bool {
			return i >= 0 && i < len(lines) && strings.HasPrefix(lines[i], indent+"// ") && prose(lines[i])
		}
		start, end := at, at+1
		for same(start - 1) {
			start--
		}
		for same(end) {
			end++
		}
		var broken []string
		line := indent + "//"
		for _, comment := range lines[start:end] {
			for _, word := range strings.Fields(comment)[1:] {
				if line != indent+"//" && width(line+" "+word) > columns {
					broken = append(broken, line)
					line = indent + "//"
				}
				line += " " + word
			}
		}
		lines = slices.Replace(lines, start, end, append(broken, line)...)
	}
	return strings.Join(lines, "\n")
}

// prose reports whether the line is a comment whose words may move to the next line.
func prose(line string) bool {
	_, comment, found := strings.Cut(strings.TrimSpace(line), "// ")
	return found && strings.HasPrefix(strings.TrimSpace(line), "// ") && !strings.HasPrefix(comment, " ") && !strings.HasPrefix(comment, "\t") &&
		!strings.HasPrefix(comment, "- ") && !strings.HasPrefix(comment, "# ")
}
