package canvas

import (
	"path/filepath"
	"slices"
	"strings"

	"coterie/internal/words/show"
)

// Formats lists file formats of which one can be chosen.
type Formats []Format

// Of returns the format that the ending of a path names, in any case.
func (list Formats) Of(path string) (f Format, ok bool) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	i := slices.IndexFunc(list, func(f Format) bool { return f.Ending() == ending })
	if i < 0 {
		return nil, false
	}
	return list[i], true
}

// Endings returns the endings of the formats as words of a sentence.
func (list Formats) Endings() string {
	var endings []string
	for _, f := range list {
		endings = append(endings, "."+f.Ending())
	}
	return show.Series(endings, "or")
}
