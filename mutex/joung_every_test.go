package mutex

import (
	"slices"
	"strings"
	"testing"
)

// every visits all states that a run of Joung's algorithms can reach: nodes and processes at places
// of their own, so many entries for each process, a group and a quorum for each entry.
type every struct {
	t        *testing.T
	fifo     bool // channels keep the order
	system   *System
	plan     [][]Wish // by process: its entries
	seen     map[string]struct{}
	most     int
	stuck    int
	complete bool
}

// point is a state: of the machines, of the channels, and of the plan.
type point struct {
	machines []byte
	under    []Message // by channel, in the order of sending within each
	done     []uint8   // wishes made, by process
}

func (e *every) key(p point) string {
	k := slices.Clone(p.machines)
	k = append(k, p.done...)
	var under []string
	for _, m := range p.under {
		under = append(under, string(m.AppendState(nil, false)))
	}
	if !e.fifo {
		slices.Sort(under)
	}
	return string(k) + strings.Join(under, "")
}

// put adds messages, each behind those of its channel.
func put(under []Message, out []Message) []Message {
	under = slices.Clone(under)
	for _, m := range out {
		i := len(under)
		for i > 0 && (under[i-1].From > m.From || under[i-1].From == m.From && under[i-1].To > m.To) {
			i--
		}
		under = slices.Insert(under, i, m)
	}
	return under
}

func (e *every) run() {
	stack := []point{{machines: e.system.AppendState(nil), done: make([]uint8, len(e.plan))}}
	e.seen[e.key(stack[0])] = struct{}{}
	for len(stack) > 0 {
		if len(e.seen) > e.most {
			return
		}
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		moves := 0
		try := func(act func() ([]Message, []Message), process int) {
			moves++
			if err := e.system.LoadState(p.machines); err != nil {
				e.t.Fatal(err)
			}
			rest, out := act()
			q := point{e.system.AppendState(nil), put(rest, out), p.done}
			if process >= 0 {
				q.done = slices.Clone(p.done)
				q.done[process]++
			}
			k := e.key(q)
			if _, known := e.seen[k]; known {
				return
			}
			e.seen[k] = struct{}{}
			e.judge()
			stack = append(stack, q)
		}
		if err := e.system.LoadState(p.machines); err != nil {
			e.t.Fatal(err)
		}
		phases := make([]Phase, len(e.plan))
		for i := range phases {
			phases[i] = e.system.Phase(int32(i))
		}
		for i, m := range p.under {
			if e.fifo && i > 0 && p.under[i-1].From == m.From && p.under[i-1].To == m.To {
				continue
			}
			try(func() ([]Message, []Message) {
				return slices.Delete(slices.Clone(p.under), i, i+1), e.system.Receive(m, nil)
			}, -1)
		}
		waits := false
		for i, phase := range phases {
			switch {
			case phase == Critical:
				try(func() ([]Message, []Message) { return p.under, e.system.Exit(int32(i), nil) }, -1)
			case phase == Trying:
				waits = true
			case int(p.done[i]) < len(e.plan[i]):
				w := e.plan[i][p.done[i]]
				w.Process, w.Entry = int32(i), uint32(p.done[i])+1
				try(func() ([]Message, []Message) { return p.under, e.system.Wish(w, nil) }, i)
			}
		}
		if moves == 0 && waits {
			e.stuck++
		}
	}
	e.complete = true
}

func (e *every) judge() {
	for _, i := range e.system.Algorithm.Invariants {
		if why := i.Broken(e.system); why != "" {
			e.t.Fatalf("%s: %s", i.Name, why)
		}
	}
	group := int32(-1)
	for i := range e.plan {
		m := e.system.Machines[e.system.Setup.Place(int32(i))].(grouped)
		if m.Phase() != Critical {
			continue
		}
		g, _ := m.asks()
		if group >= 0 && g != group {
			e.t.Fatal("two groups are inside")
		}
		group = g
	}
}

// TestJoungEvery: every schedule of small configurations.
func TestJoungEvery(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, which sees these goroutines in other tests")
	}
	type config struct {
		quorums [][]int32 // one for each group
		plan    [][]Wish
		locks   int
	}
	pair := [][]int32{{0, 1}, {0, 1}}
	cross := [][]int32{{0, 1}, {1, 2}}
	wishes := func(groups ...int32) (list []Wish) {
		for _, g := range groups {
			list = append(list, Wish{Group: g, Quorum: g})
		}
		return list
	}
	a, b := wishes(0), wishes(1)
	for i, c := range []config{
		{pair, [][]Wish{a, b}, 1},
		{pair, [][]Wish{a, b, a}, 1},
		{pair, [][]Wish{a, b, a}, 2},
		{pair, [][]Wish{wishes(0, 1), wishes(1, 0)}, 2},
		{cross, [][]Wish{a, b, a}, 2},
		{cross, [][]Wish{wishes(0, 1), wishes(1, 0)}, 1},
		{pair, [][]Wish{wishes(0, 0), b, a}, 2},
	} {
		for _, algorithm := range []string{"maekawa-m", "maekawa-m-fixed", "maekawa-s", "fixed-order"} {
			for _, fifo := range []bool{true, false} {
				if !fifo && (Find(algorithm).NeedsFIFO || i > 2) || i > 2 && testing.Short() {
					continue
				}
				setup := &Setup{Nodes: 3, Processes: len(c.plan), Apart: true, Quorums: c.quorums, First: []int32{0, 1, 2}, Rule: Rule{Name: OneGroup}, Options: Options{MaxLocks: c.locks}}
				e := &every{t: t, fifo: fifo, system: NewSystem(Find(algorithm), setup), plan: c.plan, seen: map[string]struct{}{}, most: 100_000}
				e.run()
				if e.stuck > 0 || !e.complete {
					t.Errorf("%s, configuration %d, FIFO %v: %d of %d states are stuck; all seen: %v", algorithm, i, fifo, e.stuck, len(e.seen), e.complete)
				}
			}
		}
	}
}
