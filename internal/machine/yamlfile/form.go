package yamlfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"coterie/internal/words/show"
)

// parse returns the tree of the file: mappings with text keys, none twice, lists and texts; no
// anchors, aliases and tags.
func (p *Reader) parse(data []byte) *yaml.Node {
	if len(data) > p.Most {
		p.Fail(nowhere, "", "the file is larger than %d MiB, the most for %s", p.Most>>20, p.What)
	}
	if line := invalidLine(data); line > 0 {
		p.Fail(&yaml.Node{Line: line}, "save it as UTF-8", "the file is not UTF-8 text")
	}
	dec := yaml.NewDecoder(bytes.NewReader(asYAML(data)))
	var doc, next yaml.Node
	if err := dec.Decode(&doc); err != nil {
		p.failSyntax(data, err)
	}
	switch err := dec.Decode(&next); {
	case err == nil:
		p.Fail(&next, "a line --- begins a new document; one is taken", "the file has two documents")
	case !errors.Is(err, io.EOF):
		p.failSyntax(data, err)
	}
	if len(doc.Content) == 0 || empty(doc.Content[0]) {
		p.failEmpty()
	}
	p.checkForm(doc.Content[0])
	return doc.Content[0]
}

// nowhere is the place of an error about the whole file.
var nowhere = &yaml.Node{}

func (p *Reader) failEmpty() {
	p.Fail(nowhere, p.What+" has at least "+p.Example, "the file is empty")
}

// jsonEscape is an escape of JSON, or the two of one character beyond 16 bits.
var jsonEscape = regexp.MustCompile(`(?i)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\.`)

// asYAML writes out the escapes of JSON that YAML does not know: \/, and pairs for one character.
func asYAML(data []byte) []byte {
	if !json.Valid(data) {
		return data
	}
	return jsonEscape.ReplaceAllFunc(data, func(escape []byte) []byte {
		switch {
		case string(escape) == `\/`:
			return escape[1:]
		case len(escape) == 2:
			return escape
		}
		high, _ := strconv.ParseUint(string(escape[2:6]), 16, 32)
		low, _ := strconv.ParseUint(string(escape[8:12]), 16, 32)
		return []byte(string(utf16.DecodeRune(rune(high), rune(low))))
	})
}

// invalidLine returns the line of the first byte that is not UTF-8 or a control character, and 0 if
// there is none.
func invalidLine(data []byte) int {
	line := 1
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1, r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0x7f:
			return line
		case r == '\n':
			line++
		}
		i += size
	}
	return 0
}

// What the YAML reader says.
var (
	yamlLine   = regexp.MustCompile(`^yaml: (?:line \d+: )?(.*)$`)
	anchorForm = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

// failSyntax notes the error of the YAML reader, with a guess at its cause.
func (p *Reader) failSyntax(data []byte, err error) {
	if errors.Is(err, io.EOF) {
		p.failEmpty()
	}
	problem, lines := err.Error(), bytes.SplitAfter(data, []byte("\n"))
	// The library names the line where the part began that is wrong, or the one before. The fewest
	// lines with the same error end in the line that is wrong, or in that of a bracket or a quote
	// that is never closed.
	line := 1 + sort.Search(len(lines)-1, func(k int) bool {
		dec, wrong := yaml.NewDecoder(bytes.NewReader(bytes.Join(lines[:k+1], nil))), error(nil)
		for wrong == nil {
			wrong = dec.Decode(new(yaml.Node))
		}
		return wrong.Error() == err.Error()
	})
	if m := yamlLine.FindStringSubmatch(problem); m != nil {
		problem = m[1]
	}
	advice := ""
	switch {
	case strings.Contains(problem, "cannot start any token"):
		advice = "lines are indented by spaces, not by tabs; texts with special characters stand in quotes"
	case anchorForm.MatchString(problem): // without its line
		name := anchorForm.FindStringSubmatch(problem)[1]
		before, _, _ := strings.Cut(string(data), "*"+name)
		line = 1 + strings.Count(before, "\n")
		advice = "a text that begins with * or & stands in quotes"
	case strings.Contains(problem, "mapping values are not allowed"):
		advice = "keys of one mapping begin in the same column; a text with a colon and a space stands in quotes"
	case strings.Contains(problem, "did not find expected"), strings.Contains(problem, "could not find expected"):
		advice = "every { and [ and quote is closed, and keys of one mapping begin in the same column"
	}
	p.Fail(&yaml.Node{Line: line}, advice, "this is neither YAML nor JSON: %s", show.Brief(problem))
}

// checkForm refuses, in the order of the file, the features of YAML that a file of settings does
// not need: names that stand for other parts, tags, keys that are no texts, and keys that stand
// twice in a mapping.
func (p *Reader) checkForm(n *yaml.Node) {
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		p.Fail(n, "write the values out; a text that begins with * or & stands in quotes", "anchors and aliases (& and *) are not taken")
	case n.Style&yaml.TaggedStyle != 0:
		p.Fail(n, "write the value without it", "tags such as %s are not taken", show.Brief(n.Tag))
	}
	if n.Kind == yaml.MappingNode {
		first := map[string]int{}
		for key := range Pairs(n) {
			if key.Kind != yaml.ScalarNode {
				p.checkForm(key)
				p.Fail(key, "a key is a text, as in name: a", "a key is no text")
			}
			if line, twice := first[key.Value]; twice {
				p.Fail(key, "", "the key %s stands here twice, first in line %d", show.Value(key.Value), line)
			}
			first[key.Value] = key.Line
		}
	}
	for _, part := range n.Content {
		p.checkForm(part)
	}
}

// Pairs yields the keys of a mapping with their values.
func Pairs(n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i], n.Content[i+1]) {
				return
			}
		}
	}
}

// Fields returns the values of a mapping that may have only the legal keys.
func (p *Reader) Fields(n *yaml.Node, what string, legal []string) map[string]*yaml.Node {
	if n.Kind != yaml.MappingNode {
		p.Fail(n, "its keys are "+strings.Join(legal, ", "), "%s has to be a mapping, as in {%s: ...}", what, legal[0])
	}
	values := map[string]*yaml.Node{}
	for key, value := range Pairs(n) {
		switch {
		case key.Value == "<<":
			p.Fail(key, "write the values out", "keys are not merged")
		case !slices.Contains(legal, key.Value):
			p.Fail(key, Near(key.Value, legal), "%s has no key %s", what, show.Value(key.Value))
		case empty(value):
			p.Fail(key, "leave the key out to take the default", "%s has no value", key.Value)
		}
		values[key.Value] = value
	}
	return values
}

// empty reports whether nothing, or the word null, stands in the place of a value.
func empty(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// Near suggests the word that is nearest to the written one, and lists all words if they are few.
func Near(written string, words []string) string {
	var parts []string
	if word := show.Nearest(written, words); word != "" {
		parts = append(parts, "did you mean "+show.Brief(word)+"?")
	}
	switch {
	case len(words) == 1:
		parts = append(parts, "there is "+words[0])
	case len(words) > 1 && len(words) <= 12:
		parts = append(parts, "there are "+strings.Join(words, ", "))
	}
	return strings.Join(parts, " ")
}

// Text returns the text of a scalar.
func (p *Reader) Text(n *yaml.Node, what string) string {
	if n.Kind != yaml.ScalarNode {
		p.Fail(n, "", "%s has to be one value, not a list or a mapping", what)
	}
	if empty(n) {
		p.Fail(n, "", "%s has no value", what)
	}
	return n.Value
}

const longestName = 100

// Name returns a name. It is short, and can be printed as it is.
func (p *Reader) Name(n *yaml.Node, what string) string {
	text := p.Text(n, what)
	switch {
	case !show.Plain(text):
		p.Fail(n, "letters, digits, and what else shows", "%s is %s, which cannot be printed as it is", what, show.Value(text))
	case len(text) > longestName:
		p.Fail(n, "", "%s is longer than %d bytes", what, longestName)
	}
	return text
}

// Whole returns a whole number from least to most. The default is least.
func (p *Reader) Whole(n *yaml.Node, what string, least, most int) int {
	if n == nil {
		return least
	}
	text := p.Text(n, what)
	v, err := strconv.Atoi(text)
	if err != nil || v < least || v > most || text[0] == '+' || text[0] == '-' {
		p.Fail(n, "", "%s is %s; it has to be a whole number from %d to %d", what, show.Value(text), least, most)
	}
	return v
}

// Truth returns a truth value, written as true or false. The default is false.
func (p *Reader) Truth(n *yaml.Node, what string) bool {
	if n == nil {
		return false
	}
	text := p.Text(n, what)
	if text != "true" && text != "false" {
		p.Fail(n, "true or false", "%s is %s", what, show.Value(text))
	}
	return text == "true"
}
