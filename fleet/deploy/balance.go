package deploy

import (
	"fmt"
	"math/big"

	"coterie/fleet"
)

// balancer is a load balancer: its weights, and the forms of its lines.
type balancer struct {
	least, most int64
	head        string
	pool        string // of the name of a pool
	server      string // of the name of a server and its weight
}

var (
	// envoy has 128 as its limit up to version 1.7. All endpoints are of one locality, since the
	// weights of a locality divide its own requests alone.
	envoy = balancer{1, 128, "static_resources:\n  clusters:\n", `  - name: %[1]s
    type: STRICT_DNS
    connect_timeout: 5s
    lb_policy: ROUND_ROBIN
    load_assignment:
      cluster_name: %[1]s
      endpoints:
      - lb_endpoints:
`, "        - {endpoint: {address: {socket_address: {address: \"%s\", port_value: 80}}}, load_balancing_weight: %d}\n"}
	haproxy = balancer{0, 256, "", "backend %s\n    balance roundrobin\n", "    server %[1]s %[1]s:80 weight %[2]d\n"}
)

// weights returns shares as whole numbers, the greatest of which is most, and replaces them by the
// shares that these numbers are of their sum. A share that is not 0 has at least 1.
func weights(shares []*big.Rat, most int64) []int64 {
	greatest, all, sum := new(big.Rat), new(big.Rat), int64(0)
	for _, v := range shares {
		if all.Add(all, v); v.Cmp(greatest) > 0 {
			greatest = v
		}
	}
	out := make([]int64, len(shares))
	for i, v := range shares {
		if v.Sign() > 0 {
			w, _ := new(big.Rat).Quo(v, greatest).Float64()
			out[i] = max(1, int64(w*float64(most)+0.5))
		}
		sum += out[i]
	}
	for i := range shares {
		shares[i] = new(big.Rat).Mul(all, big.NewRat(out[i], max(1, sum)))
	}
	return out
}

// balance returns the configuration of a load balancer, with a pool for reads and one for writes.
func (x *export) balance(b balancer) string {
	var asked [2][]*big.Rat
	lines := b.head
	for i, pool := range []string{"reads", "writes"} {
		asked[i] = x.st.Asked(x.f, fleet.Operation(i))
		lines += fmt.Sprintf(b.pool, pool)
		for v, w := range weights(asked[i], b.most) {
			if w >= b.least {
				lines += fmt.Sprintf(b.server, x.f.Nodes[v].Name, w)
			}
		}
	}
	capacity := new(big.Rat)
	for _, share := range x.f.Workload.Shares {
		busiest := new(big.Rat)
		for v, node := range x.f.Nodes {
			busy := new(big.Rat).Quo(asked[0][v], node.Reads)
			busy.Mul(busy, share.Of(fleet.Reads))
			write := new(big.Rat).Quo(asked[1][v], node.Writes)
			if busy.Add(busy, write.Mul(write, share.Of(fleet.Writes))); busy.Cmp(busiest) > 0 {
				busiest = busy
			}
		}
		capacity.Add(capacity, busiest.Quo(share.Weight, busiest))
	}
	return "# capacity with these weights, if each request asks as many nodes through the balancer as planned: " + x.against(capacity) + "\n" +
		"# not expressed: a balancer sends a request to one server; that those asked together are a quorum is up to the client, or to that server\n" +
		"# the plan does not know addresses: the names of the nodes stand as hosts, and 80 for the port\n" + lines
}
