package deploy

import (
	"fmt"
	"strings"

	"coterie/fleet"
	"coterie/internal/words/show"
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
func members(name string, lines func(x *export) []string) software {
	return software{name, "#", majorities, "other quorums than majorities of the members; addresses: the names of the nodes stand as hosts, with the default port", func(x *export) []setup {
		all := x.majority(x.all())
		return []setup{{fmt.Sprintf("a majority of %d members", x.f.N()), all, all, func() []string { return lines(x) }}}
	}, false}
}

// mostVoters is the most members of a MongoDB replica set that vote.
const mostVoters = 7

// mongodb returns the software of MongoDB. Elections, which learn of writes, ask a majority of the
// members that vote, here of all.
func mongodb() software {
	return software{
		"MongoDB", "//",
		"elections, which are the reads of a system, by a majority of at most 7 members with votes, and writes by a number of members, at least a majority",
		"which members a request asks; a read asks one member, and read concern majority returns data that a majority has; members without votes; addresses: the names of the nodes stand as hosts, with the default port",
		func(x *export) (list []setup) {
			n, all := x.f.N(), x.all()
			for w := n/2 + 1; w <= n && n <= mostVoters; w++ {
				name, concern := fmt.Sprintf("elections by a majority, writes by %d", w), fmt.Sprint(w)
				if w == n/2+1 {
					name, concern = "elections and writes by a majority", `"majority"`
				}
				list = append(list, setup{name, x.majority(all), x.count(w, all), func() []string { return x.mongosh(concern) }})
			}
			return list
		},
		false,
	}
}

// mongosh returns the lines for the shell of MongoDB.
func (x *export) mongosh(concern string) []string {
	var members []string
	for i, v := range x.f.Nodes {
		tags := map[string]string{}
		if v.Zone != fleet.NoZone {
			tags["zone"] = x.f.Zones[v.Zone].Name
		}
		text, _ := show.Marshal(tags)
		members = append(members, fmt.Sprintf(`  {"_id": %d, "host": "%s:27017", "votes": 1, "priority": 1, "tags": %s}`, i, v.Name, text))
	}
	return []string{
		"// of a replica set that runs: rs.reconfig, which adds or removes one voting member at a time",
		`rs.initiate({"_id": "rs0", "members": [`,
		strings.Join(members, ",\n"),
		"]})",
		`db.adminCommand({"setDefaultRWConcern": 1, "defaultWriteConcern": {"w": ` + concern + `, "wtimeout": 0}, "defaultReadConcern": {"level": "majority"}})`,
	}
}
