package show

import (
	"fmt"
	"strings"
)

// longestNear is the longest text for which a near word is sought.
const longestNear = 64

// Nearest returns the word of the list that is the fewest edits away from the written one, or the
// first that begins like it. If all are too far for one to be meant, it returns "".
func Nearest[S ~string](written string, words []S) (best S) {
	least := len(written)/2 + 1
	if len(written) > longestNear || written == "" {
		return ""
	}
	for _, word := range words {
		d := editDistance(written, string(word))
		if strings.HasPrefix(string(word), written) {
			d = 0
		}
		if d < least {
			best, least = word, d
		}
	}
	return best
}

// Meant returns the question whether the nearest of the words was meant, followed by a space. It is
// empty if no word is near.
func Meant[S ~string](written string, words []S) string {
	if near := Nearest(written, words); near != "" {
		return fmt.Sprintf("did you mean %q? ", string(near))
	}
	return ""
}

// editDistance returns Levenshtein's distance: the least number of bytes inserted, deleted or
// replaced. A word longer than longestNear is far from every other, and not worth the table.
func editDistance(a, b string) int {
	if len(a) > longestNear || len(b) > longestNear {
		return longestNear
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
