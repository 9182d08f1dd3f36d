package command

import (
	"fmt"

	"github.com/spf13/cobra"
)

// nearest returns the one of names that a misspelt word may mean, or "" if none is near.
func nearest(word string, names []string) string {
	if len(word) > longestName {
		return ""
	}
	// Cobra's search for the nearest verb works for any words.
	all := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, name := range names {
		all.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	if near := all.SuggestionsFor(word); len(near) > 0 && word != "" {
		return near[0]
	}
	return ""
}

// longestName bounds the length of a misspelt word for which a near name is sought, because the
// work is proportional to the product of the lengths.
const longestName = 64

// meant returns the question whether the nearest of names was meant, followed by a space. It is
// empty if no name is near.
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
