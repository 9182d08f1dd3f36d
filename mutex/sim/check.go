package sim

import (
	"math"
	"slices"
	"strings"

	"coterie/mutex"
	"coterie/quorum"
)

// Check returns a *quorum.InputError if the run makes no sense.
func (c *Config) Check() error {
	for _, d := range []struct {
		what string
		Distribution
	}{{"a message", c.Latency}, {"thinking", c.Think}, {"a critical section", c.Critical}} {
		if !span(d.A) || d.Shape == Uniform && (!span(d.B) || d.B < d.A) {
			return mutex.Unfit("the time of %s is a number of units from 0 to %g", d.what, float64(longest))
		}
	}
	switch {
	case c.Entries < 1:
		return mutex.Unfit("a run has at least one entry, not %d", c.Entries)
	case c.Warmup < 0:
		return mutex.Unfit("a run has no %d entries before those that count", c.Warmup)
	case len(c.Requesters) == 0:
		return mutex.Unfit("nobody wishes to enter")
	case c.Open && c.Think.Mean() == 0:
		return mutex.Unfit("in an open workload there is some time between two wishes")
	case !(c.CrashProbability >= 0 && c.CrashProbability <= 1):
		return mutex.Unfit("%g is no probability", c.CrashProbability)
	case !span(c.Detect):
		return mutex.Unfit("the time to learn of a crash is a number of units from 0 to %g", float64(longest))
	case (c.CrashProbability > 0 || len(c.Crashes) > 0) && c.Algorithm.NoQuorums:
		return quorum.Bad("", c.Algorithm.Name+" takes no quorums, so it cannot do without a node that has crashed", "where nodes crash run "+resorts(c))
	case !c.Algorithm.Abandons && slices.ContainsFunc(c.Crashes, func(x Crash) bool { return x.At > 0 }):
		return quorum.Bad("", c.Algorithm.Name+" does not say what becomes of a request when an arbiter crashes",
			"where nodes crash during a run take "+resorts(c)+"; before the first wish, at time 0, they may crash here, too")
	}
	for _, x := range c.Crashes {
		if x.Node < 0 || int(x.Node) >= c.Setup.Nodes {
			return mutex.Unfit("there is no node %v to crash; there are %d", quorum.Node(x.Node), c.Setup.Nodes)
		}
		if !span(x.At) {
			return mutex.Unfit("node %v cannot crash at %g", quorum.Node(x.Node), x.At)
		}
	}
	if c.Matrix != nil {
		n := c.Setup.Actors()
		if len(c.Matrix) != n {
			return mutex.Unfit("the matrix of latencies has %d rows; there are %d places", len(c.Matrix), n)
		}
		for i, row := range c.Matrix {
			if len(row) != n {
				return mutex.Unfit("row %v of the matrix of latencies has %d numbers; there are %d places", quorum.Node(i), len(row), n)
			}
			if j := slices.IndexFunc(row, func(x float64) bool { return !span(x) }); j >= 0 {
				return mutex.Unfit("the latency from %v to %v is %g; it is a number of units from 0 to %g", quorum.Node(i), quorum.Node(j), row[j], float64(longest))
			}
		}
	}
	seen := map[int32]bool{}
	for _, r := range c.Requesters {
		who := quorum.Node(r.Process)
		switch {
		case r.Process < 0 || int(r.Process) >= c.Setup.Processes:
			return mutex.Unfit("there is no process %v; there are %d", who, c.Setup.Processes)
		case seen[r.Process]:
			return mutex.Unfit("process %v is named twice", who)
		case len(r.Groups) == 0 || len(r.Groups) != len(r.Menus):
			return mutex.Unfit("process %v has %d groups and quorums for %d", who, len(r.Groups), len(r.Menus))
		case !c.Algorithm.NoQuorums && slices.ContainsFunc(r.Menus, func(m Menu) bool { return len(m.Quorums) == 0 }):
			return mutex.Unfit("process %v has no quorum to take", who)
		}
		seen[r.Process] = true
	}
	return nil
}

// longest is the longest time that can be asked for, in units. lastMoment is the end of the longest
// run: a Time has room beyond it for any duration that can be drawn.
const (
	longest         = 1e6
	lastMoment Time = 4_000_000_000_000 * Unit
)

func span(x float64) bool { return x >= 0 && x <= longest && !math.IsNaN(x) }

// resorts returns the names of the algorithms that tolerate crashes and take a kind of structure
// that the algorithm of the run takes, too.
func resorts(c *Config) string {
	var names []string
	for _, a := range mutex.Algorithms() {
		if a.Abandons && !a.NoQuorums && slices.ContainsFunc(a.Over, func(k quorum.Kind) bool { return slices.Contains(c.Algorithm.Over, k) }) {
			names = append(names, a.Name)
		}
	}
	return strings.Join(names, ", ")
}
