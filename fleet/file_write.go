package fleet

import (
	"bytes"
	"io"
	"math/big"

	"go.yaml.in/yaml/v3"

	"coterie/internal/machine/yamlfile"
)

// Write writes the fleet in canonical YAML, which [Read] reads to the same fleet: every node with
// all that it has, every place of clients with its latencies. The error is that of w.
func Write(w io.Writer, f *Fleet) error {
	top := &yamlfile.Mapping{}
	top.Add("nodes", writeNodes(f))
	if len(f.Zones) > 0 {
		zones := &yamlfile.Mapping{}
		for _, z := range f.Zones {
			zone := &yamlfile.Mapping{Flow: true}
			if z.Crash.Sign() > 0 {
				zone.Add("crash", yamlfile.Scalar(yamlfile.NumberText(z.Crash)))
			}
			zones.Add(z.Name, zone.Node())
		}
		top.Add("zones", zones.Node())
	}
	if clients := writeClients(f); clients != nil {
		top.Add("clients", clients)
	}
	top.Add("workload", writeWorkload(f.Workload))
	if require := writeRequire(f.Require); len(require.Parts) > 0 {
		top.Add("require", require.Node())
	}
	goals := yamlfile.List(true)
	for _, g := range f.Optimize {
		name := string(g)
		if g == Network {
			name = askedKey
		}
		goals.Content = append(goals.Content, yamlfile.Scalar(name))
	}
	if len(goals.Content) == 1 {
		goals = goals.Content[0]
	}
	top.Add("optimize", goals)
	if f.Systems != nil {
		systems := yamlfile.List(false)
		for _, s := range f.Systems {
			systems.Content = append(systems.Content, yamlfile.Scalar(s))
		}
		top.Add("systems", systems)
	}
	var buf bytes.Buffer
	enc := yaml.NewEncoder(&buf)
	enc.SetIndent(2)
	if err := enc.Encode(top.Node()); err != nil {
		return err
	}
	if err := enc.Close(); err != nil {
		return err
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// oneSided reports whether all clients are in one place that says nothing but the latencies.
func oneSided(f *Fleet) bool {
	return len(f.Clients) == 1 && f.Clients[0].Name == everyone && f.Clients[0].Zone == NoZone
}

func writeNodes(f *Fleet) *yaml.Node {
	nodes := yamlfile.List(false)
	for i, v := range f.Nodes {
		m := &yamlfile.Mapping{Flow: true}
		m.Add("name", yamlfile.Scalar(v.Name))
		if v.Zone != NoZone {
			m.Add("zone", yamlfile.Scalar(f.Zones[v.Zone].Name))
		}
		if v.Reads.Cmp(v.Writes) == 0 {
			m.Add("capacity", yamlfile.Scalar(yamlfile.NumberText(v.Reads)))
		} else {
			m.Add("reads", yamlfile.Scalar(yamlfile.NumberText(v.Reads)))
			m.Add("writes", yamlfile.Scalar(yamlfile.NumberText(v.Writes)))
		}
		if oneSided(f) {
			if l := f.Clients[0].Latency[i]; !immediate(l) {
				m.Add("latency", writeLatency(l))
			}
		}
		if v.Crash.Sign() > 0 {
			m.Add("crash", yamlfile.Scalar(yamlfile.NumberText(v.Crash)))
		}
		nodes.Content = append(nodes.Content, m.Node())
	}
	return nodes
}

// writeClients returns nil where the nodes say it all.
func writeClients(f *Fleet) *yaml.Node {
	if oneSided(f) {
		return nil
	}
	clients := yamlfile.List(false)
	for _, c := range f.Clients {
		m := &yamlfile.Mapping{}
		m.Add("name", yamlfile.Scalar(c.Name))
		if c.Zone != NoZone {
			m.Add("zone", yamlfile.Scalar(f.Zones[c.Zone].Name))
		}
		m.Add("share", yamlfile.Scalar(yamlfile.NumberText(c.Share)))
		distances := &yamlfile.Mapping{Flow: true}
		for i, l := range c.Latency {
			if !immediate(l) {
				distances.Add(f.Nodes[i].Name, writeLatency(l))
			}
		}
		if len(distances.Parts) > 0 {
			m.Add("latency", distances.Node())
		}
		clients.Content = append(clients.Content, m.Node())
	}
	return clients
}

func immediate(l Latency) bool {
	seconds, ok := l.Fixed()
	return ok && seconds.Sign() == 0
}

func writeLatency(l Latency) *yaml.Node {
	if seconds, ok := l.Fixed(); ok {
		return yamlfile.Scalar(yamlfile.TimeText(seconds))
	}
	m := &yamlfile.Mapping{Flow: true}
	for i, at := range l.At {
		percent := new(big.Rat).Mul(at, big.NewRat(100, 1))
		text, _ := yamlfile.DecimalText(percent, yamlfile.LongestNumber)
		m.Add("p"+text, yamlfile.Scalar(yamlfile.TimeText(l.Time[i])))
	}
	return m.Node()
}

func writeWorkload(w Workload) *yaml.Node {
	m := &yamlfile.Mapping{Flow: true}
	if len(w.Shares) == 1 {
		m.Add("reads", yamlfile.Scalar(yamlfile.NumberText(w.Shares[0].Reads)))
	} else {
		shares := &yamlfile.Mapping{Flow: true}
		for i, weight := range wholeWeights(w.Shares) {
			shares.Add(yamlfile.NumberText(w.Shares[i].Reads), yamlfile.Scalar(weight.String()))
		}
		m.Add("reads", shares.Node())
	}
	if w.Silent > 0 {
		m.Add("silent", yamlfile.Scalar(yamlfile.NumberText(big.NewRat(int64(w.Silent), 1))))
	}
	if w.Adapts {
		m.Add("adapts", yamlfile.Scalar("true"))
	}
	return m.Node()
}

func writeRequire(r Requirements) *yamlfile.Mapping {
	m := &yamlfile.Mapping{}
	survive := &yamlfile.Mapping{Flow: true}
	if r.SurviveNodes > 0 {
		survive.Add("nodes", yamlfile.Scalar(yamlfile.NumberText(big.NewRat(int64(r.SurviveNodes), 1))))
	}
	if r.SurviveZones > 0 {
		survive.Add("zones", yamlfile.Scalar(yamlfile.NumberText(big.NewRat(int64(r.SurviveZones), 1))))
	}
	if len(survive.Parts) > 0 {
		m.Add("survive", survive.Node())
	}
	for _, limit := range []struct {
		key   string
		value *big.Rat
		text  func(*big.Rat) string
	}{
		{"capacity", r.Capacity, yamlfile.NumberText}, {"latency", r.Latency, yamlfile.TimeText},
		{askedKey, r.Network, yamlfile.NumberText}, {"availability", r.Availability, yamlfile.NumberText},
	} {
		if limit.value != nil {
			m.Add(limit.key, yamlfile.Scalar(limit.text(limit.value)))
		}
	}
	if r.Same {
		m.Add("same", yamlfile.Scalar("true"))
	}
	if r.WritesMeet {
		m.Add("writes_meet", yamlfile.Scalar("true"))
	}
	return m
}
