package mutex

import (
	"fmt"
	"slices"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// AlgorithmsOver returns the names of the algorithms that run over structures of a kind.
func AlgorithmsOver(kind quorum.Kind) []string {
	var names []string
	for _, a := range Algorithms() {
		if slices.Contains(a.Over, kind) {
			names = append(names, a.Name)
		}
	}
	return names
}

// kindWords lists kinds, at least one: "a quorum-system or a k-coterie".
func kindWords(kinds []quorum.Kind) string {
	var words []string
	for _, k := range kinds {
		words = append(words, "a "+string(k))
	}
	return show.Series(words, "or")
}

// Accepts returns an error unless the algorithm runs over structures of the kind.
func (a *Algorithm) Accepts(kind quorum.Kind) error {
	if slices.Contains(a.Over, kind) {
		return nil
	}
	return fmt.Errorf("%s runs over %s, and not over a %s", a.Name, kindWords(a.Over), kind)
}
