package glossary

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"coterie/docs"
	"coterie/internal/words/show"
)

// wordsWidth is the width of the glossary's lines on a screen.
const wordsWidth = 80

// wordEntry is an entry of the glossary: the words that it defines, which are set in bold, and its
// Markdown on one line.
type wordEntry struct {
	section string
	words   []string
	text    string
}

var setOff = regexp.MustCompile(`\*\*([^*]+)\*\*`)

// wordEntries parses the glossary into the text before its first heading and its entries.
func wordEntries(glossary string) (opening string, entries []wordEntry) {
	section := ""
	for line := range strings.Lines(glossary) {
		line = strings.TrimSpace(line)
		heading, isHeading := strings.CutPrefix(line, "## ")
		entry, isEntry := strings.CutPrefix(line, "- ")
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
		case isHeading:
			section = heading
		case isEntry:
			entries = append(entries, wordEntry{section: section, text: entry})
		case len(entries) == 0:
			opening = strings.TrimSpace(opening + " " + line)
		default:
			entries[len(entries)-1].text += " " + line
		}
	}
	for i := range entries {
		for _, m := range setOff.FindAllStringSubmatch(entries[i].text, -1) {
			entries[i].words = append(entries[i].words, strings.ToLower(m[1]))
		}
	}
	return opening, entries
}

// means reports whether an entry defines a word. The forms "load", "Load" and "loads" are one word.
func (e wordEntry) means(word string) bool {
	word = strings.ToLower(word)
	return slices.ContainsFunc(e.words, func(w string) bool {
		return w == word || w+"s" == word || w == word+"s" || strings.ReplaceAll(w, "-", " ") == strings.ReplaceAll(word, "-", " ")
	})
}

// Words returns the words of the glossary, in its order.
func Words() []string {
	_, entries := wordEntries(docs.Words())
	var words []string
	for _, e := range entries {
		words = append(words, e.words...)
	}
	return words
}

// Has reports whether the glossary has an entry for a word.
func Has(word string) bool {
	_, entries := wordEntries(docs.Words())
	return slices.ContainsFunc(entries, func(e wordEntry) bool { return e.means(word) })
}

var (
	link    = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)
	slanted = regexp.MustCompile(`(^|[\s(])\*([^*\s][^*]*)\*`) // not the product in an expression
)

// plainWords strips Markdown of its marks and wraps the text with an indent.
func plainWords(text string, indent string) string {
	text = link.ReplaceAllString(text, "$1: docs/$2")
	text = strings.NewReplacer("**", "", "`", "").Replace(text)
	text = slanted.ReplaceAllString(text, "$1$2")
	filled := strings.TrimSuffix(show.Fill(text, wordsWidth-len(indent)), "\n")
	return strings.ReplaceAll(filled, "\n", "\n"+indent) + "\n"
}

// Write prints the whole glossary, or the entries of one word. If there is no entry, that is an
// error.
func Write(w io.Writer, word string) error {
	opening, entries := wordEntries(docs.Words())
	var b strings.Builder
	if word == "" {
		b.WriteString(plainWords(opening, ""))
	}
	section, found := "", false
	for _, e := range entries {
		if word != "" && !e.means(word) {
			continue
		}
		found = true
		if word == "" && e.section != section {
			section = e.section
			fmt.Fprintf(&b, "\n%s\n", section)
		}
		if word != "" {
			b.WriteString(plainWords(e.text, "  "))
			continue
		}
		b.WriteString("  " + plainWords(e.text, "    "))
	}
	if !found {
		return errors.New(show.Value(word) + " is no word of the glossary")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Near lists at most three words that contain the given one, or that begin like it.
func Near(word string) string {
	_, entries := wordEntries(docs.Words())
	word = strings.ToLower(word)
	var near []string
	for _, e := range entries {
		for _, w := range e.words {
			if strings.Contains(w, word) || len(word) >= 4 && strings.HasPrefix(w, word[:4]) {
				near = append(near, fmt.Sprintf("%q", w))
			}
		}
	}
	slices.Sort(near)
	near = slices.Compact(near)
	return strings.Join(near[:min(3, len(near))], " or ")
}
