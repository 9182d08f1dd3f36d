package explore

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"coterie/mutex"
)

// Classes puts sets of requesters of a configuration into classes whose graphs are the same but for
// the names of nodes, and returns for each set the first one of its class. All counts, verdicts and
// lengths of runs of two sets of a class are equal; docs/theorems/requester-classes.md proves it.
// With a reduction the numbers of states and steps may differ, since the choice among several sets
// of steps depends on names. The requesters of the configuration itself are ignored.
//
// Two sets that are in different classes may still have the same graph: if a comparison would take
// more than a few thousand tries, they count as different.
func Classes(c Config, sets [][]Requester) []int {
	first := make([]int, len(sets))
	known := map[string]int{}
	for i, set := range sets {
		first[i] = i
		form, ok := classForm(&c, set)
		if !ok {
			continue
		}
		if j, seen := known[form]; seen {
			first[i] = j
		} else {
			known[form] = i
		}
	}
	return first
}

// mostForms bounds the orders of choices that are tried for the form of a set.
const mostForms = 5000

// classForm returns a text that is equal for two sets only if a renaming takes one to the other,
// and keeps the order of the requesters and all other orders that the algorithm reads. It reports
// false if no renaming is allowed.
func classForm(c *Config, set []Requester) (string, bool) {
	set = slices.SortedFunc(slices.Values(set), func(a, b Requester) int { return cmp.Compare(a.Process, b.Process) })
	if c.Algorithm.Order == mutex.OrderAll {
		return "", false
	}
	tries := 1
	for _, r := range set {
		for i := range r.Choices {
			if tries *= i + 1; tries > mostForms {
				return "", false
			}
		}
	}
	best, found := "", false
	eachOrder(set, func(ordered [][]Choice) {
		if form := orderedForm(c, set, ordered); !found || form < best {
			best, found = form, true
		}
	})
	return best, found
}

// eachOrder calls f with all orders of the choices of each requester.
func eachOrder(set []Requester, f func([][]Choice)) {
	ordered := make([][]Choice, len(set))
	for i, r := range set {
		ordered[i] = slices.Clone(r.Choices)
	}
	var permute func(i, k int)
	permute = func(i, k int) {
		switch {
		case i == len(ordered):
			f(ordered)
			return
		case k >= len(ordered[i])-1:
			permute(i+1, 0)
			return
		}
		for j := k; j < len(ordered[i]); j++ {
			list := ordered[i]
			list[k], list[j] = list[j], list[k]
			permute(i, k+1)
			list[k], list[j] = list[j], list[k]
		}
	}
	permute(0, 0)
}

// orderedForm returns the form for one order of the choices: the choices, and for each node its
// requester and its place in each of the quorums, as a list without the nodes' names.
func orderedForm(c *Config, set []Requester, ordered [][]Choice) string {
	nodes := map[int32][]byte{}
	mark := func(node int32, quorum, place int) {
		nodes[node] = binary.AppendVarint(binary.AppendVarint(nodes[node], int64(quorum)), int64(place))
	}
	var form []byte
	number := func(n int) { form = binary.AppendVarint(form, int64(n)) }
	quorums := 0
	var groups []int32 // in the order of their first appearance
	for _, choices := range ordered {
		number(len(choices))
		for _, x := range choices {
			g := slices.Index(groups, x.Group)
			if g < 0 {
				g = len(groups)
				groups = append(groups, x.Group)
			}
			if number(g); x.Quorum < 0 {
				continue
			}
			for k, j := range c.Setup.Quorums[x.Quorum] {
				if c.Algorithm.Order == mutex.OrderProcesses {
					k = 0 // no matter where
				}
				mark(j, quorums, k)
			}
			quorums++
		}
	}
	// A requester at a place is one more mark of its node, whether it is in a quorum or not.
	if !c.Setup.Apart {
		for i, r := range set {
			mark(r.Process, -1-i, 0)
		}
	}
	var sorts []string
	for _, marks := range nodes {
		sorts = append(sorts, "n"+string(marks))
	}
	if rule := c.Algorithm.RuleOver(c.Setup); rule.Name == mutex.Resources {
		resources := map[int][]byte{}
		for i, r := range set {
			for _, x := range rule.Alpha[r.Process] {
				resources[x] = binary.AppendUvarint(resources[x], uint64(i))
			}
		}
		for _, users := range resources {
			sorts = append(sorts, "r"+string(users))
		}
	}
	slices.Sort(sorts)
	var text strings.Builder
	text.Write(form)
	for _, s := range sorts {
		text.Write(binary.AppendUvarint(nil, uint64(len(s))))
		text.WriteString(s)
	}
	return text.String()
}
