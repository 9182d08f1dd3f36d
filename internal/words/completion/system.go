package completion

import (
	"slices"
	"strings"

	"coterie/construct"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// Properties lists the properties that a system can have, or, where source is nil, any of them.
func Properties(source *construct.Source) []string {
	kinds := []quorum.Kind{quorum.KindSystem, quorum.KindGroupSystem, quorum.KindKCoterie, quorum.KindSharing}
	if source != nil {
		kinds = []quorum.Kind{source.Kind}
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

// mostNodes is how many nodes are offered.
const mostNodes = 100

// Nodes lists the nodes of a system, each with an ending: the first hundred, but for names that a
// list cannot have. There are none where source is nil.
func Nodes(source *construct.Source, ending string) []string {
	if source == nil {
		return nil
	}
	var list []string
	for v := range min(source.N, mostNodes) {
		name := quorum.Node(v).String()
		if v < len(source.Names) {
			name = source.Names[v]
		}
		if show.Plain(name) && !strings.ContainsAny(name, ",\"") {
			list = append(list, name+ending)
		}
	}
	return list
}
