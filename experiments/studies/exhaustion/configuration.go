package exhaustion

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/solve/sets"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

// configuration is one configuration to explore. Its JSON stands in certificates.
type configuration struct {
	Algorithm string          `json:"algorithm"`
	System    string          `json:"system"`         // a spec, or the name of the sets
	Sets      []quorum.Set    `json:"sets,omitempty"` // S_1, S_2, ..., in place of a spec
	Knows     mutex.Knowledge `json:"knows,omitempty"`
	Late      mutex.Lateness  `json:"late,omitempty"`
	Flaw      mutex.Flaw      `json:"flaw,omitempty"`
	Self      mutex.Self      `json:"self,omitempty"`
	MaxLocks  int             `json:"max_locks,omitempty" csv:"locks,locks,omitzero" doc:"max[g]; empty: no limit"`
	Who       []quorum.Node   `json:"who"`              // wish to enter
	Groups    []quorum.Index  `json:"groups,omitempty"` // of a group system: the group of each process
	Any       bool            `json:"any,omitempty"`    // a wish takes any quorum, not only its site's
	Takes     []quorum.Set    `json:"takes,omitempty"`  // the quorum of each of them
	Entries   int             `json:"entries" csv:"wishes" doc:"of each of them"`
	NoFIFO    bool            `json:"no_fifo,omitempty"`
}

// String describes the configuration in words.
func (c configuration) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s over %s", c.Algorithm, c.System)
	if c.Knows == mutex.KnowsEver {
		b.WriteString(", any FAILED counts")
	}
	if c.Algorithm == literal && c.Entries > 1 {
		b.WriteString(map[mutex.Lateness]string{mutex.LateCurrent: ", a late INQUIRE by the letter", mutex.LateIgnored: ", late INQUIREs ignored"}[c.Late])
	}
	if c.MaxLocks > 0 {
		fmt.Fprintf(&b, ", %d locks", c.MaxLocks)
	}
	fmt.Fprintf(&b, ", %s %s", c.who(), times(c.Entries))
	if c.Takes != nil {
		fmt.Fprintf(&b, " with %v", c.Takes)
	}
	if c.NoFIFO {
		b.WriteString(", no order of messages")
	}
	return b.String()
}

// who names the processes, and their groups.
func (c configuration) who() string {
	var words []string
	for i, p := range c.Who {
		word := p.String()
		if c.Groups != nil {
			word += fmt.Sprintf(" (group %v)", c.Groups[i])
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// structure makes the system.
func (c configuration) structure(ctx context.Context) (quorum.Structure, error) {
	if c.Sets != nil {
		return small.Sited(c.System, c.Sets)
	}
	b, err := construct.Build(ctx, c.System)
	return b.Structure, err
}

// explorable makes the configuration of the explorer.
func (c configuration) explorable(ctx context.Context) (explore.Config, error) {
	a := mutex.Find(c.Algorithm)
	if a == nil {
		return explore.Config{}, fmt.Errorf("no algorithm is called %s", c.Algorithm)
	}
	structure := experiments.Must(c.structure(ctx))
	if a.Name == maekawaS {
		a = mutex.MaekawaSNoting() // also judges requests as Figure 8 keeps them, beside its description
	}
	o := mutex.Options{Knows: c.Knows, Late: c.Late, Flaw: c.Flaw, Self: c.Self, MaxLocks: c.MaxLocks}
	e, err := explore.Over(ctx, structure, a, o, actors(c.Who)...)
	e.Entries, e.NoFIFO = c.Entries, c.NoFIFO
	for i := range e.Requesters {
		group := int32(0)
		if c.Groups != nil {
			group = int32(c.Groups[i])
		}
		quorums := e.Setup.QuorumsOf(group)
		switch {
		case c.Takes != nil:
			q := slices.IndexFunc(quorums, func(q int32) bool { return setOf(e.Setup.Quorums[q]).Equal(c.Takes[i]) })
			if q < 0 {
				return explore.Config{}, fmt.Errorf("%s has no quorum %v for process %v", c.System, c.Takes[i], c.Who[i])
			}
			quorums = quorums[q : q+1]
		case c.Any:
		case a.NoQuorums || e.Setup.Own != nil:
			continue
		default: // the quorums of the group in turn
			quorums = quorums[i%len(quorums):][:1]
		}
		e.Requesters[i].Choices = nil
		for _, q := range quorums {
			e.Requesters[i].Choices = append(e.Requesters[i].Choices, explore.Choice{Group: group, Quorum: q})
		}
	}
	return e, err
}

// actors returns processes as machines number them.
func actors(who []quorum.Node) (list []int32) {
	for _, p := range who {
		list = append(list, int32(p))
	}
	return list
}

func setOf(quorum32 []int32) quorum.Set {
	nodes := make([]int, len(quorum32))
	for i, v := range quorum32 {
		nodes[i] = int(v)
	}
	return quorum.SetOf(nodes...)
}

// subsets lists the sets of from..to of n nodes, the smaller ones first, in lexicographic order.
func subsets(n, from, to int) (all [][]quorum.Node) {
	for size := from; size <= min(to, n); size++ {
		for s := range sets.Combinations[quorum.Node](n, size) {
			all = append(all, slices.Clone(s))
		}
	}
	return all
}
