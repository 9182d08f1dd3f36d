package promela

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

//go:embed *.pml
var texts embed.FS

// part is one algorithm in Promela. The file of its name holds its steps.
type part struct {
	process, arbiter []string // the messages that each role takes
	fields           string   // of a message beside its kind: s, x and c, the clock of its sender
	// The variables of a process, of an arbiter, and of either: STAMP, MEMBERS and PROCESSES are
	// types that hold a timestamp, a set of members and one of requesters, COUNT is how many
	// members there are, ROOM how many requests can wait, and TOKENS how many tokens are held
	// first.
	asking, granting, both []string
	everybody              bool // all processes are arbiters: there are no quorums
}

var parts = map[string]part{
	"maekawa": {
		process: []string{"LOCKED", "FAILED", "INQUIRE"}, arbiter: []string{"REQUEST", "RELINQUISH", "RELEASE"},
		fields:   "s",
		asking:   []string{"STAMP stamp", "MEMBERS locked", "MEMBERS failed", "MEMBERS pending", "bit everknown"},
		granting: []string{"STAMP holder", "bit inquiry", "chan queue = [ROOM] of { STAMP }"},
		both:     []string{"byte clock"},
	},
	"maekawa-fixed": {
		process: []string{"LOCKED", "FAILED", "INQUIRE"}, arbiter: []string{"REQUEST", "RELINQUISH", "RELEASE"},
		fields:   "sx",
		asking:   []string{"STAMP stamp", "MEMBERS locked", "MEMBERS failed", "MEMBERS pending", "bit everknown", "byte given[COUNT]", "byte asked[COUNT]"},
		granting: []string{"STAMP holder", "bit inquiry", "byte round", "chan queue = [ROOM] of { STAMP, bit }"},
		both:     []string{"byte clock"},
	},
	"maekawa-m": {
		process: []string{"LOCKED", "INQUIRE"}, arbiter: []string{"REQUEST", "UNLOCK", "UNLOCK_DONE"},
		fields:   "sx",
		asking:   []string{"byte sn", "STAMP stamp", "MEMBERS locked"},
		granting: []string{"byte nodesn = 1", "STAMP request[REQUESTERS]", "byte group[REQUESTERS]", "PROCESSES held", "PROCESSES inquired", "byte locks", "byte lockgroup", "bit has_priority"},
	},
	"ricart-agrawala": {
		process: []string{"REPLY"}, arbiter: []string{"REQUEST"},
		fields:    "s",
		asking:    []string{"MEMBERS awaited"},
		both:      []string{"byte highest", "STAMP stamp", "PROCESSES deferred"},
		everybody: true,
	},
	"raymond-k": {
		process: []string{"REPLY"}, arbiter: []string{"REQUEST"},
		fields:    "sx",
		asking:    []string{"byte awaited[COUNT]"},
		both:      []string{"byte highest", "STAMP stamp", "byte deferred[REQUESTERS]"},
		everybody: true,
	},
	"k-tokens": {
		process: []string{"PRIVILEGE"}, arbiter: []string{"REQUEST"},
		fields:    "s", // of a token the numbers of the requests that it knows to be served, in one
		both:      []string{"byte tokens = TOKENS", "bit inside", "byte rn[REQUESTERS]", "byte served[REQUESTERS]"},
		everybody: true,
	},
	"protocol-p": {
		process: []string{"OK"}, arbiter: []string{"REQUEST", "RELEASE"},
		fields:   "s",
		asking:   []string{"MEMBERS has"},
		granting: []string{"byte holder", "chan queue = [ROOM] of { byte }"},
	},
	"protocol-p-fixed": {
		process: []string{"OK", "INQUIRE"}, arbiter: []string{"REQUEST", "RELINQUISH", "RELEASE"},
		fields:   "sxc",
		asking:   []string{"STAMP stamp", "MEMBERS locked", "byte given[COUNT]", "byte asked[COUNT]"},
		granting: []string{"STAMP holder", "bit inquiry", "byte round", "chan queue = [ROOM] of { STAMP }"},
		both:     []string{"byte clock"},
	},
}

// Algorithms returns the names of the algorithms that can be written.
func Algorithms() []string {
	var names []string
	for _, a := range mutex.Algorithms() {
		if _, ok := parts[a.Name]; ok {
			names = append(names, a.Name)
		}
	}
	return names
}

// model is a configuration as the text needs it.
type model struct {
	explore.Config
	part
	requesters []explore.Requester // by process
	members    [][]int32           // for each of them the actors that it may ask, over all its choices
	actors     []int32             // those that take part, ascending
	local      bool
	links      []link
	several    bool // some requester has several choices
	stamp      string
}

// link is a channel.
type link struct {
	from, to int32
	up, down bool // it carries messages of processes to arbiters, and of arbiters to processes
}

func (l link) name(m *model) string { return "c_" + m.short(l.from) + "_" + m.short(l.to) }

// short is the name of an actor within names: its node, or p and its process.
func (m *model) short(actor int32) string {
	if m.Setup.Apart && int(actor) >= m.Setup.Nodes {
		return fmt.Sprintf("p%d", int(actor)-m.Setup.Nodes+1)
	}
	return fmt.Sprint(actor + 1)
}

// newModel returns a *quorum.InputError for a configuration that cannot be written.
func newModel(c explore.Config) (*model, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	p, ok := parts[c.Algorithm.Name]
	if !ok {
		return nil, quorum.Bad("", c.Algorithm.Name+" cannot be written in Promela", "algorithms that can: "+strings.Join(Algorithms(), ", "))
	}
	if c.NoFIFO && c.Algorithm.Name == "maekawa-m" {
		return nil, mutex.Unfit("%s in Promela needs channels that keep the order of messages", c.Algorithm.Name)
	}
	if f, known := mutex.FindFlaw(c.Setup.Flaw.String()); known && f.Algorithm != c.Algorithm.Name {
		return nil, mutex.Unfit("the flaw %s is none of %s", f.Name, c.Algorithm.Name)
	} else if known && flawed[f.Flaw] == nil {
		return nil, mutex.Unfit("the flaw %s cannot be written in Promela", f.Name)
	}
	if c.Charges {
		return nil, mutex.Unfit("a model in Promela knows no charges of messages")
	}
	m := &model{Config: c, part: p, requesters: slices.Clone(c.Requesters), local: c.Algorithm.SelfOver(c.Setup) == mutex.SelfLocal, stamp: "byte"}
	slices.SortFunc(m.requesters, func(a, b explore.Requester) int { return int(a.Process - b.Process) })
	wishes := len(m.requesters) * c.Entries
	most := (wishes + 1) * len(m.requesters)
	if c.Algorithm.Name == "k-tokens" {
		most = 1
		for range m.requesters {
			most = min(most*(c.Entries+1), 1<<31)
		}
	}
	switch {
	case wishes > 100: // a node grants at most twice as often, and a byte counts that
		return nil, mutex.Unfit("a model in Promela takes at most 100 wishes, not %d", wishes)
	case most >= 1<<31:
		return nil, mutex.Unfit("a model in Promela has one number for all that a token knows to be served, too large for %d requesters with %d entries", len(m.requesters), c.Entries)
	case most > 1<<15:
		m.stamp = "int"
	case most > 255:
		m.stamp = "short"
	}
	m.link()
	switch {
	case len(m.requesters) > 30 || m.widest() > 30:
		return nil, mutex.Unfit("a model in Promela takes at most 30 requesters, and 30 nodes that a process may ask")
	case len(m.links)+2*len(m.actors)+1 > 255: // spin numbers both with a byte
		return nil, mutex.Unfit("a model in Promela has at most 255 channels, and this one would have %d", len(m.links)+len(m.actors)+1)
	}
	return m, nil
}

// link finds the pairs of actors that talk to each other.
func (m *model) link() {
	s := m.Setup
	at := map[[2]int32]int{}
	add := func(from, to int32, up bool) {
		key := [2]int32{from, to}
		i, ok := at[key]
		if !ok {
			i = len(m.links)
			at[key] = i
			m.links = append(m.links, link{from: from, to: to})
		}
		m.links[i].up, m.links[i].down = m.links[i].up || up, m.links[i].down || !up
	}
	for _, r := range m.requesters {
		self := s.Place(r.Process)
		m.several = m.several || len(r.Choices) > 1
		var nodes []int32
		for _, x := range r.Choices {
			nodes = append(nodes, m.asked(r, x)...)
		}
		slices.Sort(nodes)
		nodes = slices.Compact(nodes)
		m.members = append(m.members, nodes)
		m.actors = append(append(m.actors, nodes...), self)
		for _, j := range nodes {
			if j != self || !m.local {
				add(self, j, true)
				add(j, self, false)
			}
		}
	}
	slices.Sort(m.actors)
	m.actors = slices.Compact(m.actors)
	slices.SortFunc(m.links, func(a, b link) int {
		if a.to != b.to {
			return int(a.to - b.to)
		}
		return int(a.from - b.from)
	})
}

// asked returns the actors that a wish asks.
func (m *model) asked(r explore.Requester, x explore.Choice) []int32 {
	if !m.everybody {
		return m.Setup.Quorums[x.Quorum]
	}
	var others []int32
	for p := range int32(m.Setup.Processes) {
		if p != r.Process {
			others = append(others, m.Setup.Place(p))
		}
	}
	return others
}

func (m *model) widest() int {
	widest := 1
	for _, nodes := range m.members {
		widest = max(widest, len(nodes))
	}
	return widest
}

// requesterAt returns the place of an actor among the requesters, or -1.
func (m *model) requesterAt(actor int32) int {
	return slices.IndexFunc(m.requesters, func(r explore.Requester) bool { return m.Setup.Place(r.Process) == actor })
}

// clients returns the requesters that may ask an actor.
func (m *model) clients(actor int32) []int {
	var list []int
	for r, nodes := range m.members {
		if slices.Contains(nodes, actor) {
			list = append(list, r)
		}
	}
	return list
}

// maskType holds a bit for each of n things.
func maskType(n int) string {
	switch {
	case n <= 8:
		return "byte"
	case n <= 15:
		return "short"
	}
	return "int"
}

// capacity returns the number of messages that a channel must hold. A message that finds no room is
// an error of the run, so a number that is too small cannot go unnoticed.
func (m *model) capacity(l link) int {
	again := min(m.Entries, 2) - 1 // the remains of the entry before
	var up, down int
	switch m.Algorithm.Name {
	case "ricart-agrawala": // a process that asks again has the REPLY
		up, down = 1, 1
	case "raymond-k": // it may have asked in every entry
		up, down = m.Entries, m.Entries
	case "k-tokens":
		up, down = m.Entries, m.Setup.Most()
	case "protocol-p":
		up, down = 1+again, 1
	case "maekawa-m": // LOCKED and INQUIRE
		up, down = 1+again, 2+again
	default: // FAILED, LOCKED and INQUIRE
		switch {
		case m.NoFIFO:
			again = 2 * (m.Entries - 1)
		case m.Algorithm.Name == "maekawa": // an INQUIRE of before is answered after the REQUEST
			again *= 2
		}
		up, down = 1+again, 3+again
		if m.NoFIFO && m.Algorithm.Name == "maekawa" { // a RELINQUISH without a lock, and the RELEASE
			up++
		}
	}
	room := 0
	if l.up {
		room += up
	}
	if l.down {
		room += down
	}
	return room
}
