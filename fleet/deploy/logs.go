package deploy

import (
	"fmt"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// majorities are all that some software runs; of another system it gets the members.
const majorities = "majorities alone"

// initialCluster returns the line of etcd.
func initialCluster(x *export) []string {
	return []string{"initial-cluster: " + show.Join(x.f.Names(), ",", func(name string) string { return name + "=http://" + name + ":2380" })}
}

// retryJoin returns the lines of a server of Consul.
func retryJoin(x *export) []string {
	hosts, _ := show.Marshal(x.f.Names())
	return []string{"server = true", fmt.Sprintf("bootstrap_expect = %d", x.f.N()), "retry_join = " + string(hosts)}
}

// members returns a software with a majority of all nodes for everything.
func members(name string, lines func(x *export) []string, ways []way) software {
	return software{name, "#", majorities, "other quorums than majorities of the members; addresses: the names of the nodes stand as hosts, with the default port", func(x *export) []setup {
		all := x.majority(x.all())
		return []setup{{fmt.Sprintf("a majority of %d members", x.f.N()), all, all, func() []string { return lines(x) }}}
	}, ways, false}
}

// reader says which nodes work for a read, whatever the quorums.
type reader int

const (
	anyOne reader = iota
	leader
	majority
)

// nodes returns the quorums of a reader, with the name of the leader, which is the node that
// leads, or else answers the most reads.
func (x *export) nodes(r reader) (q quorum.Formula, at string) {
	switch r {
	case anyOne:
		return x.count(1, x.copies()), ""
	case majority:
		return x.majority(x.all()), ""
	}
	v := slices.MaxFunc(x.copies(), func(v, w int) int { return x.f.Nodes[v].Reads.Cmp(x.f.Nodes[w].Reads) })
	if len(x.f.Leaders) > 0 {
		v = x.f.Leaders[0]
	}
	return x.count(1, []int{v}), ", here " + x.f.Nodes[v].Name
}

// How reads are made; doc.go has the sources.
var (
	etcdWays   = []way{{"a linearizable read, the default, is confirmed by a majority", majority}, {"a serializable read asks one member, and may be old", anyOne}}
	consulWays = []way{{"a read of mode default asks the leader", leader}, {"a read of mode consistent has the leader confirmed by a majority", majority}, {"a read of mode stale asks one server, and may be old", anyOne}}
	mongoWays  = []way{{"a read asks the primary, by default", leader}, {"a read with another read preference asks one member, and may be old", anyOne}}
	zooWays    = []way{{"a read asks the one server that its client is connected to, and may be old unless it follows a sync", anyOne}}
)

// The most members of a MongoDB replica set, and the most of them that vote.
const (
	mostMembers = 50
	mostVoters  = 7
)

// storing returns those of the nodes that store data.
func (x *export) storing(nodes []int) []int {
	return quorum.SetOf(nodes...).Minus(x.f.Witnesses()).Nodes()
}

// copies returns the nodes that store data under the software.
func (x *export) copies() []int {
	if x.software.arbiters {
		return x.storing(x.all())
	}
	return x.all()
}

// mongodb returns the software of MongoDB. Elections, which learn of writes, ask a majority of the
// members that vote: of all, of those that a read of the system asks, or of the first seven.
// Witnesses are arbiters, which vote, and acknowledge no write (manual, Replica Set Arbiter): of
// "majority" then as many of the others are asked as the majority has votes, or all (MongoDB,
// DOCS-9790).
func mongodb() software {
	return software{
		"MongoDB", "//",
		"elections, which are the reads of a system, by a majority of the members with a vote, at most 7 of at most 50, and writes by such a majority or by a number of members",
		"which members a request asks; read concern majority returns data that a majority has; addresses: the names of the nodes stand as hosts, with the default port",
		func(x *export) (list []setup) {
			n := x.f.N()
			for _, voters := range [][]int{x.all(), x.asks(), x.all()[:min(mostVoters, n)]} {
				if len(voters) == 0 || len(voters) > mostVoters || n > mostMembers {
					continue
				}
				elect, most, copies := x.majority(voters), len(voters)/2+1, x.storing(voters)
				if len(x.storing(x.all()))-len(copies) != n-len(voters) {
					continue // an arbiter has a vote
				}
				names := [2]string{fmt.Sprintf("elections and writes by a majority of %d with a vote", len(voters)), fmt.Sprintf("elections by a majority of %d with a vote", len(voters))}
				list = append(list, setup{names[0], elect, x.count(min(most, len(copies)), copies), func() []string { return x.mongosh(`"majority"`, voters) }})
				for w := max(most, n-most+1); w <= len(x.storing(x.all())); w++ { // of fewer, some would be in no election
					list = append(list, setup{fmt.Sprintf("%s, writes by %d members", names[1], w), elect, x.count(w, x.storing(x.all())), func() []string { return x.mongosh(fmt.Sprint(w), voters) }})
				}
			}
			return list
		},
		mongoWays, true,
	}
}

// asks returns the nodes that reads of the system ask.
func (x *export) asks() []int {
	list, _ := fleet.Listed(x.ctx, x.s.Reads) // none if they are too many
	var all quorum.Set
	for i := range list.Len() {
		all = all.Union(list.Set(i))
	}
	return all.Nodes()
}

// mongosh returns the lines for the shell of MongoDB.
func (x *export) mongosh(concern string, voters []int) []string {
	var members []string
	for i, v := range x.f.Nodes {
		tags := map[string]string{}
		if v.Zone != fleet.NoZone {
			tags["zone"] = x.f.Zones[v.Zone].Name
		}
		text, _ := show.Marshal(tags)
		vote, priority := 0, 0
		if slices.Contains(voters, i) {
			vote, priority = 1, 1
		}
		if slices.Contains(x.f.Leaders, i) {
			priority = 2
		}
		of := fmt.Sprintf(`"votes": %d, "priority": %d, "tags": %s`, vote, priority, text)
		if v.Witness {
			of = `"arbiterOnly": true`
		}
		members = append(members, fmt.Sprintf(`  {"_id": %d, "host": "%s:27017", %s}`, i, v.Name, of))
	}
	return []string{
		"// of a replica set that runs: rs.reconfig, which adds or removes one voting member at a time",
		`rs.initiate({"_id": "rs0", "members": [`,
		strings.Join(members, ",\n"),
		"]})",
		`db.adminCommand({"setDefaultRWConcern": 1, "defaultWriteConcern": {"w": ` + concern + `, "wtimeout": 0}, "defaultReadConcern": {"level": "majority"}})`,
	}
}
