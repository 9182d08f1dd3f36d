package show

// longestNear is the longest text for which a near word is sought.
const longestNear = 64

// Nearest returns the word of the list that is the fewest edits away from the written one. If these
// are too many for the word to be meant, it returns "".
func Nearest(written string, words []string) string {
	best, least := "", max(1, len(written)/2)+1
	if len(written) > longestNear {
		return ""
	}
	for _, word := range words {
		if d := editDistance(written, word); d < least {
			best, least = word, d
		}
	}
	return best
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
