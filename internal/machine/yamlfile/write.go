package yamlfile

import (
	"math/big"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Mapping collects the parts of a mapping.
type Mapping struct {
	Flow  bool
	Parts []*yaml.Node
}

// Add adds a key with its value.
func (m *Mapping) Add(key string, value *yaml.Node) { m.Parts = append(m.Parts, Scalar(key), value) }

// Node is the mapping, on one line where it flows.
func (m *Mapping) Node() *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode, Content: m.Parts}
	if m.Flow {
		n.Style = yaml.FlowStyle
	}
	return n
}

// List is an empty list.
func List(flow bool) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode}
	if flow {
		n.Style = yaml.FlowStyle
	}
	return n
}

// bare is a text that YAML reads as a text or as a number, wherever it stands.
var bare = regexp.MustCompile(`^[a-zA-Z0-9._/][a-zA-Z0-9._/%-]*$`)

// Scalar is a text, in quotes where YAML could take it for something else.
func Scalar(text string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Value: text}
	if !bare.MatchString(text) || strings.EqualFold(text, "null") {
		n.Style, n.Tag = yaml.DoubleQuotedStyle, "!!str"
	}
	return n
}

// DecimalText writes a number as a decimal of at most so many bytes, if it has one.
func DecimalText(r *big.Rat, most int) (string, bool) {
	places, exact := r.FloatPrec()
	if !exact || places > most {
		return "", false
	}
	text := r.FloatString(places)
	return text, len(text) <= most
}

// NumberText writes a short decimal, and a fraction where there is none.
func NumberText(r *big.Rat) string {
	if text, ok := DecimalText(r, 20); ok {
		return text
	}
	return r.RatString()
}

// TimeText writes a time in the greatest unit in which it is a short decimal of at least 1.
func TimeText(seconds *big.Rat) string {
	if seconds.Sign() == 0 {
		return "0"
	}
	for _, unit := range []string{"s", "ms", "us", "ns"} {
		amount := new(big.Rat).Quo(seconds, unitNamed(unit))
		if text, ok := DecimalText(amount, 12); ok && amount.Cmp(one) >= 0 {
			return text + unit
		}
	}
	return seconds.RatString() + "s"
}
