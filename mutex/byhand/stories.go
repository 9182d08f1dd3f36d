package byhand

import (
	"cmp"
	"embed"
	"strings"
)

// Story is the script of a run that a paper describes, or of one that contradicts the paper.
type Story struct {
	Name   string // of its file
	Title  string
	Source string
	Part   string // of Maekawa's Figure 1: the sets that it is over
	// Algorithm is the name of the algorithm that runs.
	Algorithm string
	Script    string
}

//go:embed stories
var files embed.FS

// Stories returns the stories of Maekawa's algorithm, which runs as printed except for the removal
// of a node.
func Stories() []Story {
	stories := []Story{
		{Name: "section-5", Title: "Nodes 7, 8 and 11 lock each other in a circle, and a RELINQUISH breaks it", Source: "Maekawa 1985, section 5", Part: "c"},
		{Name: "section-5-node-3", Title: "Node 3 overtakes node 7", Source: "Maekawa 1985, section 5", Part: "c"},
		{Name: "figure-3", Title: "1 waits for 2, 2 for 4 and 6, and these for 1", Source: "Maekawa 1985, Figure 3", Part: "b"},
		{Name: "section-9", Title: "Node 10 fails, and node 8 takes its role over", Source: "Maekawa 1985, section 9", Part: "c", Algorithm: "maekawa-takeover"},
		{Name: "deadlock", Title: "A request is overtaken, and nobody tells it FAILED", Source: "beyond the paper; Sanders 1987", Part: "b"},
		{Name: "deadlock-relinquished", Title: "A node forgets that it relinquished a lock", Source: "beyond the paper; Sanders 1987", Part: "b"},
		{Name: "two-inside", Title: "An INQUIRE comes after the next REQUEST", Source: "beyond the paper", Part: "b"},
	}
	for i := range stories {
		stories[i].Algorithm = cmp.Or(stories[i].Algorithm, "maekawa")
		text, err := files.ReadFile("stories/" + stories[i].Name + ".txt")
		if err != nil {
			panic(err)
		}
		stories[i].Script = strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	return stories
}
