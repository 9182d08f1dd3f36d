package mutex

import (
	"cmp"
	"fmt"
	"strings"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// View shows the state of a machine to a person. Processes and nodes are 0-based ids.
type View struct {
	Phase Phase
	// Holders are the processes that hold the lock of this node. Queue holds the processes that
	// wait for it, in the order of precedence.
	Holders, Queue []int32
	// Has are the nodes that gave their lock to the process of this actor. Lacks are the nodes for
	// whose lock it still waits.
	Has, Lacks []int32
	// Fields are the variables of the algorithm, by the names of its paper.
	Fields []Field
}

// Field is one variable of a machine, with its value as text.
type Field struct{ Name, Value string }

// nodeList formats nodes or processes for people.
func nodeList(nodes []int32) string {
	return show.Join(nodes, " ", func(j int32) string { return quorum.Node(j).String() })
}

// groupName formats a group for people, ⊥ for -1.
func groupName(g int32) string {
	if g < 0 {
		return "⊥"
	}
	return quorum.Index(g).String()
}

// nodesText lists nodes or processes, counted from 1, or a dash.
func nodesText(nodes []int32) string {
	return cmp.Or(nodeList(nodes), "-")
}

// numbersText lists numbers, in the order of the processes, or a dash.
func numbersText(numbers []uint32) string {
	if len(numbers) == 0 {
		return "-"
	}
	return strings.Trim(fmt.Sprint(numbers), "[]")
}
