package mutex

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// ParseGroups reads the groups that processes belong to, as people write them: a word for each
// process, such as "2", or "1|3" for a process of two groups that names one of the two in each
// request. Groups are numbered from 1 to groups.
func ParseGroups(words []string, groups int) ([][]int32, error) {
	list := make([][]int32, len(words))
	bad := func(format string, args ...any) ([][]int32, error) {
		of := ""
		if text := strings.Join(words, ","); text != "" {
			of = show.Brief(text) + ": "
		}
		return nil, errors.New(of + fmt.Sprintf(format, args...))
	}
	for p, word := range words {
		for name := range strings.SplitSeq(word, "|") {
			g, err := strconv.Atoi(strings.TrimSpace(name))
			switch {
			case err != nil:
				return bad("%s is the number of no group", show.Value(name))
			case g < 1 || g > groups:
				return bad("process %v has group %d, and groups are 1..%d", quorum.Index(p), g, groups)
			case slices.Contains(list[p], int32(g-1)):
				return bad("process %v has group %d twice", quorum.Index(p), g)
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

// GroupsOf returns the groups of each process: in a sharing structure the families that are its
// own, and otherwise the only group. Where a structure has several groups, the processes have to
// choose, and the result is nil.
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
