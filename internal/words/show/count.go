package show

import (
	"strconv"
	"strings"
)

// Count returns a number with its noun: "1 node", "2 nodes".
func Count(n int, noun string) string { return strconv.Itoa(n) + " " + Plural(n, noun) }

// Plural returns the plural of a noun after a number: "quorums", "classes", "entries".
func Plural(n int, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "s"):
		return noun + "es"
	case strings.HasSuffix(noun, "y"):
		return strings.TrimSuffix(noun, "y") + "ies"
	}
	return noun + "s"
}

// Series joins words with commas, and the last one with a conjunction: "a, b and c".
func Series(words []string, conjunction string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}

// Join writes the items of a list, each as word writes it, with a text between them.
func Join[T any](list []T, between string, word func(T) string) string {
	words := make([]string, len(list))
	for i, item := range list {
		words[i] = word(item)
	}
	return strings.Join(words, between)
}
