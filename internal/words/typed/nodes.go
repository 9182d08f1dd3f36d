package typed

import (
	"fmt"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// Node finds a node by its name or by its number; a name that is the number of another node
// goes first.
func Node(name string, s quorum.Known) (v int, ok bool) {
	if v = slices.Index(s.Names, name); v >= 0 {
		return v, true
	}
	var node quorum.Node
	if err := node.UnmarshalJSON([]byte(name)); err != nil || int(node) >= s.Nodes || node < 0 {
		return 0, false
	}
	return int(node), true
}

// Nodes reads nodes as people name them, by name or number.
func Nodes(flag string, texts []string, s quorum.Known) ([]int, error) {
	var list []int
	for i, text := range texts {
		if text = strings.TrimSpace(text); text == "" {
			return nil, fmt.Errorf("--%s %s: number %v is empty: want a node", flag, show.Brief(strings.Join(texts, ",")), quorum.Index(i))
		}
		v, ok := Node(text, s)
		if !ok {
			return nil, Hinted{fmt.Errorf("--%s %s: there is no node %s", flag, show.Brief(strings.Join(texts, ",")), show.Value(text)), NodesHint(s)}
		}
		list = append(list, v)
	}
	return list, nil
}

// NodesHint lists the nodes of the system.
func NodesHint(s quorum.Known) string {
	if s.Names == nil {
		return fmt.Sprintf("nodes are 1..%d", s.Nodes)
	}
	list := labelList(s.Names, 12)
	if len(s.Names) > 12 {
		list += ", ..."
	}
	return "nodes are " + list + ", or their numbers; a pair with a comma stands in quotes"
}

// labelList lists the names of the first nodes.
func labelList(names []string, most int) string {
	list := make([]string, min(most, len(names)))
	for v := range list {
		list[v] = quorum.Node(v).Label(names)
	}
	return strings.Join(list, ", ")
}

// NodeProbabilities reads --node-p: n numbers, or one for all nodes and NODE=P for those that
// differ.
func NodeProbabilities(texts []string, s quorum.Known) ([]bounds.Fraction, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	const flag = "node-p"
	if err := decimalComma(flag, texts); err != nil {
		return nil, err
	}
	var plain []bounds.Fraction
	differing := map[int]bounds.Fraction{}
	for _, text := range texts {
		text = strings.TrimSpace(text)
		at := strings.LastIndexByte(text, '=') // a name may hold the sign
		isPair := at >= 0
		name, value := text[:max(at, 0)], text[at+1:]
		p, err := Fraction(flag, value)
		if err != nil {
			return nil, err
		}
		if !isPair {
			plain = append(plain, p)
			continue
		}
		v, ok := Node(name, s)
		if !ok {
			return nil, Hinted{fmt.Errorf("--%s %s: there is no node %s", flag, show.Brief(text), show.Value(name)), NodesHint(s)}
		}
		if _, twice := differing[v]; twice {
			return nil, fmt.Errorf("--%s: node %s has two probabilities", flag, show.Brief(name))
		}
		differing[v] = p
	}
	switch {
	case len(plain) == 1 && s.Nodes > 1:
		plain = slices.Repeat(plain, s.Nodes)
	case len(plain) != s.Nodes:
		return nil, Hinted{fmt.Errorf("--%s: %d probabilities for %d nodes", flag, len(plain), s.Nodes), "give one for each node, or one for all and NODE=P for those that differ: --node-p 0.1,3=0.01"}
	}
	for v, p := range differing {
		plain[v] = p
	}
	return plain, nil
}
