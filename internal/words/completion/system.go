package completion

import (
	"slices"
	"strings"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// Properties lists the properties that a system can have, or all properties if s is nil.
func Properties(s *quorum.Known) []string {
	kinds := []quorum.Kind{quorum.KindSystem, quorum.KindGroupSystem, quorum.KindKCoterie, quorum.KindSharing}
	if s != nil {
		kinds = []quorum.Kind{s.Kind}
	}
	list := []string{"all"}
	for _, kind := range kinds {
		for _, p := range kind.Properties() {
			if !slices.Contains(list, string(p)) {
				list = append(list, string(p))
			}
		}
	}
	return list
}

// mostNodes is the greatest number of offered nodes.
const mostNodes = 100

// Nodes lists the nodes of a system, each with an ending: the first hundred, except names that a
// list cannot have. There are none if s is nil.
func Nodes(s *quorum.Known, ending string) []string {
	if s == nil {
		return nil
	}
	var list []string
	for v := range min(s.Nodes, mostNodes) {
		name := quorum.Node(v).String()
		if v < len(s.Names) {
			name = s.Names[v]
		}
		if show.Plain(name) && !strings.ContainsAny(name, ",\"") {
			list = append(list, name+ending)
		}
	}
	return list
}
