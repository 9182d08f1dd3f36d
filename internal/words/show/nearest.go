package show

// longestNear is the length of a word that may be near to another.
const longestNear = 64

// Nearest returns the word of the list that is fewest edits away from what was written, if these
// are few enough for it to be what was meant, and "" otherwise.
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

// editDistance is Levenshtein's: the least number of bytes inserted, deleted or replaced. Words
// longer than any of ours are far from all of them, and not worth the table.
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
