package deploy

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"coterie/construct"
	"coterie/fleet"
	"coterie/fleet/inventory"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/check/golden"
	"coterie/quorum"
)

// placed returns the system of a spec on a fleet, with its best strategy.
func placed(t testing.TB, f *fleet.Fleet, spec string) (fleet.System, *fleet.Strategy) {
	t.Helper()
	known := assert.Got(construct.Build(t.Context(), spec))(t)
	s := assert.Got(f.Place(assert.Got(known.Listed(t.Context(), 0))(t)))(t)
	return s, assert.Got(fleet.FindStrategy(t.Context(), f, s, fleet.StrategyOptions{}))(t)
}

// zoo is a configuration of ZooKeeper.
type zoo struct {
	servers int
	groups  [][]int // of servers, from 0
	weights []int
}

func (z zoo) String() string {
	var b strings.Builder
	b.WriteString(z.hosts())
	for v, w := range z.weights {
		fmt.Fprintf(&b, "weight.%d=%d\n", v+1, w)
	}
	for g, own := range z.groups {
		text := fmt.Sprint(quorumNodes(own))
		fmt.Fprintf(&b, "group.%d=%s\n", g+1, strings.ReplaceAll(text[1:len(text)-1], " ", ":"))
	}
	return b.String()
}

// hosts returns the lines of the servers.
func (z zoo) hosts() (lines string) {
	for v := range z.servers {
		lines += fmt.Sprintf("server.%d=zk%[1]d:2888:3888\n", v+1)
	}
	return lines
}

func quorumNodes(nodes []int) (list []quorum.Node) {
	for _, v := range nodes {
		list = append(list, quorum.Node(v))
	}
	return list
}

// contains is the definition: more than half of the weight in more than half of the groups that
// have any.
func (z zoo) contains(set int) bool {
	won, groups := 0, 0
	for _, own := range z.groups {
		sum, total := 0, 0
		for _, v := range own {
			total += z.weights[v]
			sum += z.weights[v] * (set >> v & 1)
		}
		if total > 0 {
			groups++
		}
		if 2*sum > total {
			won++
		}
	}
	return 2*won > groups
}

// TestZooKeeper: random groups and weights are read as their definition says, and written as lines
// that are read as the same again, whether the quorums come with a formula or as a list.
func TestZooKeeper(t *testing.T) {
	rng := rand.New(rand.NewPCG(32, 0))
	for round := range assert.Sized(60, 600) {
		z := zoo{servers: 1 + rng.IntN(8)}
		z.groups = make([][]int, 1+rng.IntN(min(4, z.servers)))
		for v, place := range rng.Perm(z.servers) {
			g := v
			if v >= len(z.groups) {
				g = rng.IntN(len(z.groups))
			}
			z.groups[g] = append(z.groups[g], place)
			z.weights = append(z.weights, rng.IntN(4))
		}
		if z.weights[0] += 1; round%3 == 0 {
			z.weights = make([]int, z.servers)
			for v := range z.weights {
				z.weights[v] = 1
			}
		}
		text := z.String()
		for _, form := range []string{"formula", "list", "again"} {
			found := assert.Got(inventory.Read(strings.NewReader(text), "zoo.cfg"))(t)
			f := found.Fleet
			s, st := placed(t, f, found.Today)
			for set := range 1 << z.servers {
				var nodes []int // of the fleet, which has the servers group by group
				for i, v := range f.Nodes {
					var server int
					fmt.Sscanf(v.Name, "server.%d", &server)
					if set>>(server-1)&1 == 1 {
						nodes = append(nodes, i)
					}
				}
				list, _ := s.Writes.List()
				holds := false
				for i := range list.Len() {
					holds = holds || list.Set(i).SubsetOf(quorum.SetOf(nodes...))
				}
				assert.MustEqual(t, holds, z.contains(set), "%s\n%s: %s: %v", text, form, found.Today, nodes)
			}
			if form == "list" {
				list, _ := s.Writes.List()
				s = fleet.System{Reads: list, Writes: list}
			}
			out, err := Write(t.Context(), f, s, st, "zookeeper")
			if err != nil {
				t.Fatalf("%s\n%s: %s: %v", text, form, found.Today, err)
			}
			text = z.hosts() + out
		}
	}
}

// TestFormats has what is written, or said, for some systems in every format, in one file.
func TestFormats(t *testing.T) {
	var said strings.Builder
	shop := `nodes:
  - {name: fra1, zone: eu, reads: 4000, writes: 2000}
  - {name: fra2, zone: eu, reads: 4000, writes: 2000}
  - {name: nyc1, zone: us, reads: 2000, writes: 1000}
  - {name: nyc2, zone: us, reads: 2000, writes: 1000}
  - {name: sin1, zone: asia, reads: 4000, writes: 1000}
workload: {reads: {0.9: 2, 0.5: 1}}`
	for _, c := range [][2]string{
		{shop, "majority:n=5"}, {shop, "expr:fra1*nyc1+fra2*sin1"}, {shop, "expr:fra1+fra2+nyc1+nyc2+sin1"},
		{shop, "expr:fra1*fra2+nyc1*nyc2+sin1"}, {shop, "expr:choose(2,fra1*fra2,nyc1*nyc2,sin1)"},
		{"nodes: [{count: 9, name: n}]\nrequire: {survive: {nodes: 2}}", "grid:n=9"},
		{"nodes: [{count: 9, name: n}]\nkeyspace: \"Shop\"", "expr:choose(4,n1,n2,n4,n5,n7,n8,n9)"}, {"nodes: ['a b']", "majority:n=1"},
	} {
		f := fleets.Read(t, c[0])
		s, st := placed(t, f, c[1])
		for _, format := range Formats() {
			out, err := Write(t.Context(), f, s, st, format)
			if fmt.Fprintf(&said, "== %s, %s\n%s", c[1], format, out); err != nil {
				fmt.Fprintf(&said, "error: %v\nhint: %s\n", err, assert.As[*quorum.InputError](out, err)(t).Advice)
				continue
			}
			judge(t, format, out)
		}
	}
	golden.Compare(t, "testdata/formats.txt", said.String())
}

// TestBalanceOfShares: where clients adapt, reads count by the shares that they are made in.
func TestBalanceOfShares(t *testing.T) {
	f := fleets.Read(t, "nodes: [{name: a, reads: 100, writes: 10}, {name: b, reads: 10, writes: 100}, {name: c, reads: 50, writes: 50}]\n"+
		"workload: {reads: {99%: 0.5, 1%: 0.5}, adapts: true}")
	s, st := placed(t, f, "expr:a+b+c")
	out := assert.Got(Write(t.Context(), f, s, st, "haproxy"))(t)
	assert.Contains(t, out, "98.25 % of the 77.71 planned")
}

// judge fails unless the lines have the form that their software reads, with weights that it takes.
func judge(t *testing.T, format, out string) {
	t.Helper()
	switch format {
	case "etcd":
		var file map[string]string
		assert.OK(t, yaml.Unmarshal([]byte(out), &file))
		assert.True(t, file["initial-cluster"] != "", "%s", out)
	case "envoy":
		var file struct {
			Static struct {
				Clusters []struct {
					Load struct {
						Endpoints []struct {
							List []struct {
								Weight int `yaml:"load_balancing_weight"`
							} `yaml:"lb_endpoints"`
						}
					} `yaml:"load_assignment"`
				}
			} `yaml:"static_resources"`
		}
		assert.OK(t, yaml.Unmarshal([]byte(out), &file))
		for _, c := range file.Static.Clusters {
			for _, e := range c.Load.Endpoints[0].List {
				assert.True(t, 1 <= e.Weight && e.Weight <= 128, "%s", out)
			}
		}
	case "mongodb":
		_, document, _ := strings.Cut(out, "rs.initiate(")
		document, command, _ := strings.Cut(document, ")\ndb.adminCommand(")
		assert.True(t, json.Valid([]byte(document)) && json.Valid([]byte(strings.TrimSuffix(command, ")\n"))), "%s", out)
	case "json":
		assert.OK(t, assert.Err(quorum.Read(strings.NewReader(out))), out)
	}
}

// TestArbiters: the lines of MongoDB have the quorums of their system, by its definitions: an
// election asks more than half of the votes, and a write as many members with data as its concern
// says, or as a majority of the votes has, or all of these that vote.
func TestArbiters(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 0))
	for range assert.Sized(10, 60) {
		n := 2 + rng.IntN(6)
		text := "nodes:\n  - {name: n1}\n"
		for i := 2; i <= n; i++ {
			text += fmt.Sprintf("  - {name: n%d, witness: %t}\n", i, rng.IntN(3) == 0)
		}
		f := fleets.Read(t, text)
		for _, v := range mongodb().setups(&export{ctx: t.Context(), f: f, s: fleet.System{Reads: quorum.Leaf(0).Over(n)}, software: mongodb()}) {
			lines := strings.Join(v.lines(), "\n")
			_, document, _ := strings.Cut(lines, "rs.initiate(")
			document, command, _ := strings.Cut(document, ")\ndb.adminCommand(")
			var set struct {
				Members []struct {
					Arbiter bool `json:"arbiterOnly"`
					Votes   *int
				}
			}
			var concern struct{ DefaultWriteConcern struct{ W any } }
			assert.OK(t, json.Unmarshal([]byte(document), &set))
			assert.OK(t, json.Unmarshal([]byte(strings.TrimSuffix(command, ")")), &concern))
			for x := range 1 << n {
				votes, all, copies, most, acks, answers := 0, 0, 0, 0, 0, 0
				for i, m := range set.Members {
					in, vote := x>>i&1, 1
					if m.Votes != nil {
						vote = *m.Votes
					}
					all, votes = all+vote, votes+vote*in
					if !m.Arbiter {
						most, copies, acks = most+vote, copies+in, acks+vote*in
					}
				}
				want := float64(min(all/2+1, most))
				if answers = acks; concern.DefaultWriteConcern.W != "majority" {
					want, answers = concern.DefaultWriteConcern.W.(float64), copies
				}
				assert.Equal(t, v.reads.Eval(quorum.SetOfMask(uint64(x))), 2*votes > all, "%s: election of %b\n%s", v.name, x, lines)
				assert.Equal(t, v.writes.Eval(quorum.SetOfMask(uint64(x))), float64(answers) >= want, "%s: write to %b\n%s", v.name, x, lines)
			}
		}
	}
}

// TestLevels: the levels that are written for Cassandra have the quorums of the system, by the
// numbers of replicas that answer. Every system whose levels meet is written, from lists alone.
func TestLevels(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 0))
	for range assert.Sized(10, 100) {
		n := 1 + rng.IntN(6)
		text := "nodes:\n"
		center := make([]int, n)
		size := map[int]int{}
		for i := range n {
			center[i] = rng.IntN(3)
			size[center[i]]++
			text += fmt.Sprintf("  - {name: n%d, zone: dc%d/rack%d}\n", i+1, center[i], i)
		}
		f := fleets.Read(t, text)
		answers := func(level, home string, set int) bool { // the definition
			each, all, local := true, 0, false
			for c, of := range size {
				in := 0
				for i := range n {
					if center[i] == c {
						in += set >> i & 1
					}
				}
				all, each, local = all+in, each && 2*in > of, local || 2*in > of && (home == "" || home == fmt.Sprint("dc", c))
			}
			return map[string]bool{"ONE": all >= 1, "TWO": all >= 2, "THREE": all >= 3, "QUORUM": 2*all > n, "ALL": all == n, "EACH_QUORUM": each, "LOCAL_QUORUM": local}[level]
		}
		for _, v := range cassandra("ScyllaDB", true).setups(&export{ctx: t.Context(), f: f}) {
			assert.True(t, !strings.HasPrefix(v.name, "reads at EACH_QUORUM"), "ScyllaDB: %s", v.name)
		}
		for _, v := range cassandra("Cassandra", false).setups(&export{ctx: t.Context(), f: f}) {
			s := fleet.System{Reads: assert.Got(v.reads.MinimalSets(t.Context(), 100))(t), Writes: assert.Got(v.writes.MinimalSets(t.Context(), 100))(t)}
			if s.Meets(t.Context()) != nil {
				continue
			}
			st := assert.Got(fleet.FindStrategy(t.Context(), f, s, fleet.StrategyOptions{}))(t)
			levels := strings.Split(assert.Got(Write(t.Context(), f, s, st, "cassandra"))(t), "CONSISTENCY ")
			_, home, _ := strings.Cut(strings.TrimSuffix(v.name, " alone"), ", with clients in ")
			for i, q := range []quorum.Formula{v.reads, v.writes} {
				level, _, _ := strings.Cut(levels[i+1], ";")
				for set := range 1 << n {
					nodes := []int{}
					for v := range n {
						if set>>v&1 == 1 {
							nodes = append(nodes, v)
						}
					}
					assert.MustEqual(t, q.Eval(quorum.SetOf(nodes...)), answers(level, home, set), "%s%s: %s: %v", text, v.name, level, nodes)
				}
			}
		}
	}
}
