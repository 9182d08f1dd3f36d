package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// nearest is the name that may be meant by a misspelt word; "" where none is near.
func nearest(word string, names []string) string {
	if len(word) > longestName {
		return ""
	}
	// The library that finds the nearest verb finds the nearest of any words.
	all := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, name := range names {
		all.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	if near := all.SuggestionsFor(word); len(near) > 0 && word != "" {
		return near[0]
	}
	return ""
}

// longestName bounds the words that a name may have been meant by: the work is their length times
// that of the names.
const longestName = 64

// meant asks whether the nearest of names was meant, with a space behind the question; it is empty
// where none is near.
func meant[S ~string](word string, names []S) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = string(name)
	}
	if near := nearest(word, texts); near != "" {
		return fmt.Sprintf("did you mean %q? ", near)
	}
	return ""
}
