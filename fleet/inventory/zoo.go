package inventory

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"coterie/internal/words/show"
)

var (
	zooLine    = regexp.MustCompile(`^[ \t]*(server|group|weight)\.([^\s=]*)[ \t]*=[ \t]*(.*?)\s*$`)
	serverForm = regexp.MustCompile(`^[^\s:].*:\d+:\d+(?::(participant|observer))?(?:[;|]\S*)?$`)
	digits     = regexp.MustCompile(`^[0-9]{1,9}$`)
)

// setting is a line of zoo.cfg that counts here.
type setting struct {
	at        *yaml.Node
	id, value string
}

// takeZoo reads the servers of zoo.cfg group by group, so that the spec of today's quorums is of
// the nodes in their order.
func takeZoo(p *reader, lines []string, _ []*yaml.Node) {
	settings, seen := map[string][]setting{}, map[string]bool{}
	for i, line := range lines {
		if m := zooLine.FindStringSubmatch(line); m != nil {
			at, key := &yaml.Node{Line: i + 1}, m[1]+"."+m[2]
			if !digits.MatchString(m[2]) || seen[key] {
				p.Fail(at, m[1]+".1=...", "%s has no number, or one that stands above", show.Brief(key))
			}
			seen[key], settings[m[1]] = true, append(settings[m[1]], setting{at, m[2], m[3]})
		}
	}
	voters, weight, groups := map[string]*yaml.Node{}, map[string]int{}, settings["group"]
	var order, watch []string
	for _, s := range settings["server"] {
		switch form := serverForm.FindStringSubmatch(s.value); {
		case form == nil:
			p.Fail(s.at, "server.1=HOST:2888:3888", "server.%s is %s, without a host and its two ports", s.id, show.Value(s.value))
		case form[1] == "observer":
			watch = append(watch, "server."+s.id)
		default:
			voters[s.id], weight[s.id], order = s.at, 1, append(order, s.id)
		}
	}
	p.noteAll(watch, "observers do not vote, and are left out")
	for _, s := range settings["weight"] {
		if groups == nil {
			p.Fail(s.at, "group.1="+strings.Join(order, ":"), "ZooKeeper takes weights with groups alone, and there are none")
		}
		var err error
		if weight[s.id], err = strconv.Atoi(s.value); err != nil || weight[s.id] < 0 || weight[s.id] > 1_000_000 {
			p.Fail(s.at, "a whole number from 0 to 1000000", "weight.%s is %s", s.id, show.Value(s.value))
		}
	}
	var outer []int
	var inner []string
	for _, g := range groups {
		var votes []int
		for _, id := range strings.Split(g.value, ":") {
			if voters[id] == nil {
				p.Fail(g.at, "a server that votes, and each in one group", "group.%s has %s, which is no server, an observer, or in another group", g.id, show.Value(id))
			}
			p.add(voters[id], "server."+id, "zone", quoted("group."+g.id))
			voters[id], votes = nil, append(votes, weight[id])
		}
		if outer = append(outer, min(1, slices.Max(votes))); slices.Max(votes) == 0 {
			votes[0] = 1 // in a group that does not count
		}
		inner = append(inner, "("+votesSpec(votes)+")")
	}
	for _, id := range order {
		if voters[id] != nil && groups != nil {
			p.Fail(voters[id], "group.1=1:2:3 lists the servers of a group", "server.%s is in no group, and there are groups", id)
		}
		if groups == nil {
			p.add(voters[id], "server."+id)
		}
	}
	if len(order) == 0 || groups != nil && slices.Max(outer) == 0 {
		p.Fail(nowhere, "a server is a line server.1=HOST:2888:3888; with dynamicConfigFile they stand in the file that it names", "there are no servers that vote, or none with a weight")
	}
	p.rest = append(p.rest, "require: {same: true}")
	if p.found.Today = "majority:n=" + strconv.Itoa(len(order)); groups != nil {
		p.found.Today = fmt.Sprintf("hierarchical:outer=(%s),inner=%s", votesSpec(outer), strings.Join(inner, "|"))
	}
}

// votesSpec returns the spec of the sets with more than half of the votes.
func votesSpec(votes []int) string {
	if slices.Min(votes) == slices.Max(votes) {
		return "majority:n=" + strconv.Itoa(len(votes))
	}
	return "weighted:votes=" + show.Join(votes, "-", strconv.Itoa)
}
