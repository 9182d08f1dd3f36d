// Package docs embeds the glossary, words.md, for `coterie help words`: the file that a person
// reads beside the sources and what the program prints are one. The tour and the proofs are not
// embedded.
package docs

import _ "embed" // words.md

//go:embed words.md
var words string

// Words returns the glossary, in Markdown: headings, and entries "- **word**: ...".
func Words() string { return words }
