package inventory

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"coterie/fleet"
	"coterie/internal/machine/yamlfile"
	"coterie/internal/words/show"
)

// The limits on a file. A list of a thousand Kubernetes nodes has some ten megabytes of JSON; other
// files are small.
const (
	mostBytes = 32 << 20
	mostText  = 1 << 20
	mostNodes = 1000 // as many as a fleet may have
)

// Found is a fleet that was read.
type Found struct {
	Fleet *fleet.Fleet
	// File is the fleet as a fleet file, which fleet.Read reads to an equal one.
	File []byte
	// Today is the spec of the quorums that the software uses; empty where the file does not say.
	Today string
	// Notes say what was left out, and what the file does not say.
	Notes []string
}

// form is a kind of file.
type form struct {
	of string
	// mark matches in a file of the kind, and in no fleet file.
	mark *regexp.Regexp
	// take reads the lines, or the JSON values of the file.
	take func(p *reader, lines []string, values []*yaml.Node)
	// silent are the figures that such a file does not have.
	silent string
}

const allFigures = "capacities, latencies and crash probabilities"

func forms() []form {
	return []form{
		{"ZooKeeper", regexp.MustCompile(`(?m)^[ \t]*(?:server\.\S*|tickTime|dynamicConfigFile)[ \t]*=`), takeZoo, allFigures},
		{"nodetool status", regexp.MustCompile(`(?m)^(?:Datacenter:|--[ \t]+Address\b)`), takeNodetool, allFigures},
		{"a table of round-trip times", regexp.MustCompile(`(?i)\A\s*"?from"?\s*,\s*"?to"?\s*,`), takeTimes, "capacities and crash probabilities"},
		{"etcdctl", regexp.MustCompile(`\A\s*[\[{](?s:.*)"(?:members|Endpoint)"\s*:`), takeEtcd, allFigures},
		{"kubectl", regexp.MustCompile(`\A\s*\{(?s:.*)"kind"\s*:\s*"(?:NodeList|List|Node)"`), takeKubernetes, allFigures},
	}
}

var quoracleMark = regexp.MustCompile(`\A\s*\{(?s:.*)"(?:read|write)_(?:capacity|fraction)"\s*:`)

// quoracle are the keys of quoracle, and those of a fleet file in their place.
var quoracle = []struct {
	key   *regexp.Regexp
	fleet string
}{
	{regexp.MustCompile(`"read_capacity"\s*:`), `"reads":`},
	{regexp.MustCompile(`"write_capacity"\s*:`), `"writes":`},
	{regexp.MustCompile(`"write_fraction"\s*:\s*(\{[^{}]*\}|[^,{}\s]+)`), `"workload": {"writes": $1}`},
	{regexp.MustCompile(`"read_fraction"\s*:\s*(\{[^{}]*\}|[^,{}\s]+)`), `"workload": {"reads": $1}`},
	{regexp.MustCompile(`"latency"\s*:\s*([0-9.eE+-]+)`), `"latency": "${1}s"`},
}

// Read reads a file of any kind; errors call it by name. The error is a *quorum.InputError, or that
// of r.
func Read(r io.Reader, name string) (*Found, error) {
	data, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err != nil {
		return nil, err
	}
	for _, kind := range forms() {
		if kind.mark.Match(data) {
			return kind.read(data, name)
		}
	}
	if quoracleMark.Match(data) {
		for _, r := range quoracle {
			data = r.key.ReplaceAll(data, []byte(r.fleet))
		}
	}
	f, err := fleet.Read(bytes.NewReader(data), name)
	if err != nil {
		return nil, err
	}
	return &Found{f, data, "", nil}, nil
}

// reader reads one file. It collects the nodes and the other keys of a fleet file.
type reader struct {
	yamlfile.Reader
	found *Found
	nodes []entry
	rest  []string
}

// entry is a node, as a fleet file has it, with the line of the file that has it.
type entry struct {
	line int
	text string
}

// between is where one JSON value ends and another begins: within a value a comma is between, and
// no text has an end of line.
var between = regexp.MustCompile(`([\]}])([ \t\r]*\n\s*[\[{])`)

// nowhere is the place of an error about the whole file.
var nowhere = &yaml.Node{}

func (kind form) read(data []byte, name string) (*Found, error) {
	p := &reader{yamlfile.Reader{What: kind.of, Most: mostBytes}, &Found{}, nil, nil}
	values, most := []byte("[{}]"), mostText // of a file that is no JSON
	if strings.ContainsRune("[{", rune(bytes.TrimSpace(data)[0])) {
		values, most = []byte("["+between.ReplaceAllString(string(data), "$1,$2")+"]"), mostBytes
	}
	err := p.ReadFile(values, name, func(root *yaml.Node) {
		if len(data) > most {
			p.Fail(nowhere, "", "the file is larger than %d MiB, the most for %s", most>>20, kind.of)
		}
		if root.Kind == yaml.SequenceNode && len(root.Content) > 0 {
			kind.take(p, strings.Split(string(data), "\n"), root.Content)
		}
		if len(p.nodes) == 0 {
			p.Fail(nowhere, "", "the file has no nodes")
		}
	})
	if err != nil {
		return nil, err
	}
	// The fleet file, with each node at its own line, so that errors name it, and as people read
	// it.
	lined, file := "{nodes: [", "nodes:\n"
	for _, v := range p.nodes {
		lined += strings.Repeat("\n", max(0, v.line-1-strings.Count(lined, "\n"))) + v.text + ", "
		file += "  - " + v.text + "\n"
	}
	lined = strings.Join(append([]string{lined + "]"}, p.rest...), ", ") + "}"
	if p.found.Fleet, err = fleet.Read(strings.NewReader(lined), name); err != nil {
		return nil, err
	}
	p.found.File = []byte(file + strings.Join(append(p.rest, ""), "\n"))
	p.notef("%s says nothing of %s, and all nodes count as alike in them; a fleet file says them, as in {name: %s, capacity: 1000, latency: 2ms, crash: 1%%}", kind.of, kind.silent, show.Item(p.found.Fleet.Nodes[0].Name))
	return p.found, nil
}

func (p *reader) notef(format string, args ...any) {
	p.found.Notes = append(p.found.Notes, fmt.Sprintf(format, args...))
}

// noteAll notes what is said of some names, if there are any.
func (p *reader) noteAll(names []string, text string) {
	if len(names) > 0 {
		p.notef("%s: %s", text, strings.Join(names, ", "))
	}
}

// add adds a node that stands at a line, with pairs for [flow].
func (p *reader) add(at *yaml.Node, name string, pairs ...string) {
	if len(p.nodes) == mostNodes {
		p.Fail(at, "", "there are more than %d nodes", mostNodes)
	}
	p.nodes = append(p.nodes, entry{at.Line, flow(append([]string{"name", quoted(p.Name(scalar(at, name), "the name of a node"))}, pairs...)...)})
}

// scalar returns a text that stands at a line.
func scalar(at *yaml.Node, text string) *yaml.Node {
	n := *at
	n.Kind, n.Tag, n.Value = yaml.ScalarNode, "!!str", strings.TrimSpace(text)
	return &n
}

// flow returns a mapping on one line; keys alternate with values as YAML has them, and empty values
// are left out.
func flow(pairs ...string) string {
	var parts []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			parts = append(parts, quoted(pairs[i])+": "+pairs[i+1])
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// bare is a text that YAML reads as a text wherever it stands, null apart, or as a number or a time
// that a fleet takes.
var bare = regexp.MustCompile(`^(?:[a-zA-Z][a-zA-Z0-9._/-]*|[0-9]+(?:\.[0-9]+)?[a-z]*)$`)

// quoted returns a text as YAML has it; an empty one as it is.
func quoted(text string) string {
	if text == "" || bare.MatchString(text) && !strings.EqualFold(text, "null") {
		return text
	}
	out, _ := show.Marshal(text) // which never fails for a text
	return string(out)
}
