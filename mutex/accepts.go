package mutex

import (
	"fmt"
	"slices"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// KindError is an algorithm that does not run over the structures of a kind.
type KindError struct {
	Algorithm *Algorithm
	Kind      quorum.Kind
}

func (e *KindError) Error() string {
	return fmt.Sprintf("%s runs over %s, and not over a %s", e.Algorithm.Name, kindWords(e.Algorithm.Over), e.Kind)
}

// Others are the algorithms that run over the kind.
func (e *KindError) Others() []string {
	var names []string
	for _, a := range Algorithms() {
		if slices.Contains(a.Over, e.Kind) {
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

// Accepts returns a *KindError unless the algorithm runs over structures of the kind.
func (a *Algorithm) Accepts(kind quorum.Kind) error {
	if a.NoQuorums || slices.Contains(a.Over, kind) {
		return nil
	}
	return &KindError{a, kind}
}
