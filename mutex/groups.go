package mutex

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// GroupsError is what is wrong with the groups of processes.
type GroupsError struct{ Text, Reason string }

func (e *GroupsError) Error() string {
	if e.Text == "" {
		return e.Reason
	}
	return show.Brief(e.Text) + ": " + e.Reason
}

// ParseGroups reads the groups that processes belong to, as people write them: a word for each
// process, "2", or "1|3" for a process of two groups that names one of them in each request. Groups
// are numbered from 1 to groups. The error is a *GroupsError.
func ParseGroups(words []string, groups int) ([][]int32, error) {
	list := make([][]int32, len(words))
	for p, word := range words {
		for name := range strings.SplitSeq(word, "|") {
			g, err := strconv.Atoi(strings.TrimSpace(name))
			switch {
			case err != nil:
				return nil, &GroupsError{strings.Join(words, ","), fmt.Sprintf("%s is the number of no group", show.Value(name))}
			case g < 1 || g > groups:
				return nil, &GroupsError{strings.Join(words, ","), fmt.Sprintf("process %v has group %d, and groups are 1..%d", quorum.Index(p), g, groups)}
			case slices.Contains(list[p], int32(g-1)):
				return nil, &GroupsError{strings.Join(words, ","), fmt.Sprintf("process %v has group %d twice", quorum.Index(p), g)}
			}
			list[p] = append(list[p], int32(g-1))
		}
		slices.Sort(list[p])
	}
	return list, nil
}

// GroupsInTurn gives each process one group: 1, 2, ..., groups, 1, 2 and so on.
func GroupsInTurn(processes, groups int) [][]int32 {
	list := make([][]int32, processes)
	for p := range list {
		list[p] = []int32{int32(p % groups)}
	}
	return list
}

// GroupsOf returns the groups of each process: of a sharing structure the families that are its
// own, and otherwise the one group that there is. Where a structure has several groups, the
// processes have to choose, and the result is nil.
func GroupsOf(structure quorum.Structure, processes int) [][]int32 {
	switch of := structure.(type) {
	case *quorum.GroupSystem:
		return nil
	case *quorum.SharingStructure:
		list := make([][]int32, of.Processes())
		for f, family := range of.Families() {
			for _, p := range family.Group {
				list[p] = append(list[p], int32(f))
			}
		}
		return list
	}
	return GroupsInTurn(processes, 1)
}
