package glossary

import (
	"slices"
	"strings"
	"testing"

	"coterie/docs"
	"coterie/internal/check/assert"
)

// TestWords: each word of an entry finds the entry, and no text of the entry is lost.
func TestWords(t *testing.T) {
	opening, entries := wordEntries(docs.Words())
	if !strings.HasPrefix(opening, "One meaning each") || len(entries) != strings.Count(docs.Words(), "\n- **") {
		t.Fatalf("%q, %d entries", opening, len(entries))
	}
	var whole strings.Builder
	assert.OK(t, Write(&whole, ""))
	flat := strings.Join(strings.Fields(whole.String()), " ")
	for _, e := range entries {
		if len(e.words) == 0 || e.section == "" {
			t.Errorf("an entry without a word: %q", e.text)
		}
		plain := strings.Join(strings.Fields(plainWords(e.text, "")), " ")
		assert.Contains(t, flat, plain, "the whole glossary lacks")
		for _, word := range e.words {
			var one strings.Builder
			if err := Write(&one, word); err != nil || !strings.Contains(strings.Join(strings.Fields(one.String()), " "), plain) {
				t.Errorf("%s: %v, %q", word, err, one.String())
			}
		}
	}
	if !slices.ContainsFunc(entries, func(e wordEntry) bool { return e.means("load") }) {
		t.Error("no entry for load")
	}
}
