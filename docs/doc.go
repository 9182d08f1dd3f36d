// Package docs embeds the glossary, words.md, for `coterie help words`, so that a person and the
// program read the same file, and the fleets of questions.md and the networks of federated.md, for
// studies. The tour and the proofs are not embedded.
package docs

import "embed"

//go:embed words.md
var words string

//go:embed fleets/questions/*.yaml
var questions embed.FS

// Question returns the fleet file of a question of questions.md.
func Question(name string) ([]byte, error) {
	return questions.ReadFile("fleets/questions/" + name + ".yaml")
}

//go:embed networks/*.json
var networks embed.FS

// Network returns a network of federated.md, in the form of python-fbas.
func Network(name string) ([]byte, error) { return networks.ReadFile("networks/" + name + ".json") }

// Words returns the glossary, in Markdown: headings, and entries "- **word**: ...".
func Words() string { return words }
