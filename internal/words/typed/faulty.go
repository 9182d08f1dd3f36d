package typed

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"coterie/internal/words/show"
	"coterie/quorum"
)

var nodeSets = regexp.MustCompile(`^\{[^{}]*\}(\s*,\s*\{[^{}]*\})*$`)

// Faulty reads which nodes may lie: a number, of any so many, or sets of nodes in braces.
func Faulty(flag, text string, s quorum.Known) (any int, sets []quorum.Set, err error) {
	text = strings.TrimSpace(text)
	if b, err := strconv.Atoi(text); err == nil && b >= 0 && b <= s.N() {
		return b, nil, nil
	}
	if !nodeSets.MatchString(text) {
		return 0, nil, Hint(fmt.Errorf("--%s %s: want a number of nodes, 0..%d, or sets of nodes", flag, show.Brief(text), s.N()), "--"+flag+" 2, or --"+flag+" '{1,2},{3}'")
	}
	for set := range strings.SplitSeq(strings.TrimSuffix(text, "}"), "}") {
		nodes, err := Nodes(flag, strings.Split(strings.TrimLeft(set, " ,{"), ","), s)
		if err != nil {
			return 0, nil, err
		}
		sets = append(sets, quorum.SetOf(nodes...))
	}
	return 0, sets, nil
}
