package groups

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// smallGroupsText has a line for each order of the catalogue: the order, and the numbers that the
// Small Groups library has for the groups of that order, in the order of the catalogue. GAP 4.12.1
// with SmallGrp 1.5.1 wrote them: IdGroup of the regular representation of each group. A slow test
// asks GAP again where it is installed.
//
//go:embed smallgroups.txt
var smallGroupsText string

// SmallGroup returns the number of the group in the Small Groups library of GAP (Besche, Eick and
// O'Brien 2002), which has its own order of the groups: 14 for G48.29, whose id there is (48,14).
// It is 0 if the catalogue does not have groups of this order.
//
// Cost: that of Group.number.
func (g *Group) SmallGroup() int { return smallGroup(g.n, g.number()) }

// smallGroup returns the number in the Small Groups library for a number of the catalogue; 0 for
// none.
func smallGroup(order, number int) int {
	_, rest, ok := strings.Cut("\n"+smallGroupsText, fmt.Sprintf("\n%d ", order))
	line, _, _ := strings.Cut(rest, "\n")
	ids := strings.Fields(line)
	if !ok || number < 1 || number > len(ids) {
		return 0
	}
	id, _ := strconv.Atoi(ids[number-1]) // a test reads all of them
	return id
}

// KnownAs adds the number in GAP to a name that is a number of the catalogue, as in "G48.29 =
// SmallGroup(48,14)". It returns any other name as it is.
func KnownAs(name string) string {
	order, number, _ := catalogueNumber(name)
	if id := smallGroup(order, number); id > 0 {
		return fmt.Sprintf("%s = SmallGroup(%d,%d)", name, order, id)
	}
	return name
}
