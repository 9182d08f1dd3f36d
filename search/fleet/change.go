package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/fleet"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Change is a chain of systems from the one that runs to the best of a plan. Clients go from one
// system to the next, one after the other, and a step begins when all have done the one before. So
// at each moment clients of two neighbours act at once.
//
// A step is safe if every read of either of the two meets every write of the other, and, where the
// fleet requires that writes meet, every write of one every write of the other; where it requires
// the same quorums, every two quorums meet. A chain is safe if all its steps are.
type Change struct {
	Fleet *fleet.Fleet // with the nodes that leave
	From  Entry
	// Steps is a safe chain of the fewest steps, the last of which is the best of the plan; empty
	// where nothing changes, or with a Reason. Fewest says that no shorter one is safe.
	Steps  []Step
	Fewest bool
	Reason string
	// Apart are quorums of both ends that share no node, so that one step is not safe.
	Apart []Clash
	// Gentler is a longer safe chain whose worst system has a better first goal than the worst
	// system between the ends of Steps; nil where none is known.
	Gentler []Step
	// Joins are nodes that the best asks and the system of today does not; Leaves the others.
	Joins, Leaves []string
}

// Step is a system of a chain.
type Step struct {
	Entry
	// ReadsOf and WritesOf say of whom a quorum is asked: Today, Both (one of each), Planned, or
	// Enough (any set that meets what it has to).
	ReadsOf, WritesOf string
	// Copy are a read of this step and a write of a step before the last that share no node. So
	// before the first such read every value has to be read and written again by the quorums of the
	// step before. It is nil if no value has to be copied.
	Copy *Clash
	// Pairs is how many pairs of quorums of this step and the one before were found to meet, one by
	// one. If these are too many, Unchecked says so, and the step is safe by its form.
	Pairs     int
	Unchecked string
}

// The quorums of a step.
const (
	Today   = "today"
	Both    = "both"
	Planned = "plan"
	Enough  = "enough"
)

// Clash is two quorums that share no node, one of an older system and one of a newer.
type Clash struct {
	OldOf string     `json:"old_of"` // read or write
	NewOf string     `json:"new_of"`
	Old   quorum.Set `json:"old"`
	New   quorum.Set `json:"new"`
}

// mostPairs bounds the pairs that a check goes through, mostJoined the nodes of tables of all sets.
const (
	mostPairs  = 200_000_000
	mostJoined = 20
)

var errTooManyPairs = errors.New("too many quorums to go through every pair")

// needs returns the kinds of quorums, of one system and of another, that must meet.
func needs(r fleet.Requirements) [][2]fleet.Operation {
	need := [][2]fleet.Operation{{fleet.Reads, fleet.Writes}, {fleet.Writes, fleet.Reads}}
	if r.WritesMeet || r.Same {
		need = append(need, [2]fleet.Operation{fleet.Writes, fleet.Writes})
	}
	if r.Same {
		need = append(need, [2]fleet.Operation{fleet.Reads, fleet.Reads})
	}
	return need
}

// quorumsOf returns the quorums of a kind, wherever the request comes from.
func quorumsOf(s fleet.System, o fleet.Operation) quorum.Quorums {
	return [...]quorum.Quorums{s.Reads, s.Writes}[o]
}

// listed returns the list of quorums; the error is errTooManyPairs where they are too many.
func listed(ctx context.Context, q quorum.Quorums) (quorum.Family, error) {
	list, err := fleet.Listed(ctx, q)
	if errors.As(err, new(*quorum.LimitError)) && ctx.Err() == nil {
		err = errTooManyPairs
	}
	return list, err
}

// clashes goes through every pair of an old and a new quorum that must meet, as the definition of a
// safe step has them. It returns the first pair of each kind that shares no node, and how many
// pairs there are.
func clashes(ctx context.Context, need [][2]fleet.Operation, old, new fleet.System) (found []Clash, pairs int, err error) {
	for _, kinds := range need {
		a, errA := listed(ctx, quorumsOf(old, kinds[0]))
		b, errB := listed(ctx, quorumsOf(new, kinds[1]))
		if err := cmp.Or(errA, errB); err != nil {
			return found, pairs, err
		}
		if a.Len() > 0 && b.Len() > mostPairs/a.Len() {
			return found, pairs, errTooManyPairs
		}
		left, right := sets.MatrixOf(a.Len(), a.N(), a.All()), sets.MatrixOf(b.Len(), b.N(), b.All())
		pairs += a.Len() * b.Len()
	pairs:
		for i := range a.Len() {
			if err := ctx.Err(); err != nil {
				return found, pairs, err
			}
			for j := range b.Len() {
				if !left.Row(i).Meets(right.Row(j)) {
					found = append(found, Clash{kinds[0].String(), kinds[1].String(), a.Set(i), b.Set(j)})
					break pairs
				}
			}
		}
	}
	return found, pairs, nil
}

// judgeFrom returns a *quorum.InputError if the system of today does not keep what the fleet
// requires of quorums that act at once: then no change from it is safe.
func judgeFrom(ctx context.Context, f *fleet.Fleet, from fleet.System) error {
	found, _, err := clashes(ctx, needs(f.Require), from, from)
	if errors.Is(err, errTooManyPairs) { // safe as far as is known
		err = nil
	}
	if len(found) == 0 || err != nil {
		return err
	}
	names := f.Names()
	return quorum.Bad("", fmt.Sprintf("the fleet requires that they meet, and today the %s quorum %s and the %s quorum %s share no node", found[0].OldOf, found[0].Old.Label(names), found[0].NewOf, found[0].New.Label(names)),
		"no change from it is safe at each moment: stop all clients, and start them with the new system")
}

// formulaOf returns a formula of quorums: their own, or the alternatives of their list.
func formulaOf(q quorum.Quorums) quorum.Formula {
	if formula, ok := q.Formula(); ok {
		return formula
	}
	list, _ := q.List()
	return joined(list, quorum.And, quorum.Or)
}

// listedIfFew returns a formula as the list of its quorums, if they are few.
func listedIfFew(ctx context.Context, f quorum.Formula) quorum.Quorums {
	if list, err := listed(ctx, f); err == nil {
		return list
	}
	return f
}

// mix makes systems of the quorums of two.
type mix struct {
	ctx      context.Context
	n        int
	old, new fleet.System
}

// quorums returns the quorums of a kind from a place that are asked of the one whom of names.
func (m *mix) quorums(of string, place int, o fleet.Operation) quorum.Quorums {
	pick := func(s fleet.System) quorum.Quorums {
		if place < 0 || s.Places == nil {
			return quorumsOf(s, o)
		}
		return s.Places[place][o]
	}
	a, b := pick(m.old), pick(m.new)
	switch of {
	case Today:
		return a
	case Planned:
		return b
	case Both:
		return m.both(a, b)
	}
	other := fleet.Reads + fleet.Writes - o // enough: whatever meets the others of both
	return listedIfFew(m.ctx, quorum.Or(formulaOf(quorumsOf(m.old, other)), formulaOf(quorumsOf(m.new, other))).Dual().Over(m.n))
}

// both returns the sets with a quorum of each of two families: of few nodes by tables of all sets.
func (m *mix) both(a, b quorum.Quorums) quorum.Quorums {
	left, errA := listed(m.ctx, a)
	right, errB := listed(m.ctx, b)
	if m.n > mostJoined || errA != nil || errB != nil {
		return listedIfFew(m.ctx, quorum.And(formulaOf(a), formulaOf(b)).Over(m.n))
	}
	table := sets.Up(m.n, left.All())
	table.Intersect(sets.Up(m.n, right.All()).Bits)
	var lists [][]int
	for _, mask := range sets.AppendMinimal[uint32](nil, table) {
		lists = append(lists, slices.Collect(sets.Ones(uint64(mask))))
	}
	list, err := quorum.NewFamily(m.n, lists)
	if err != nil {
		panic(err) // nodes below n, each once
	}
	return list
}

// step returns the step whose reads and writes are those of the ones that are named.
func (m *mix) step(reads, writes string) Step {
	s := Step{ReadsOf: reads, WritesOf: writes}
	s.System.Reads, s.System.Writes = m.quorums(reads, -1, fleet.Reads), m.quorums(writes, -1, fleet.Writes)
	for place := range max(len(m.old.Places), len(m.new.Places)) {
		s.System.Places = append(s.System.Places, [2]quorum.Quorums{m.quorums(reads, place, fleet.Reads), m.quorums(writes, place, fleet.Writes)})
	}
	if reads == Planned && writes == Planned {
		s.System = m.new
	}
	return s
}

// chains are the chains that are tried: of two steps, and longer ones. The quorums of the joint
// system are one of today's and one of the plan's (D. Ongaro and J. Ousterhout, In search of an
// understandable consensus algorithm, USENIX ATC 2014, section 6); it meets both whatever they are.
// Of systems whose reads are all sets that meet the writes, and the reverse, it is the best system
// between: docs/deploy.md has the proof. Of others, one whose reads or writes are whatever meets
// enough may be better.
var chains = [2][][][2]string{
	{{{Both, Both}}, {{Enough, Both}}, {{Both, Enough}}},
	{{{Both, Today}, {Both, Planned}}, {{Today, Both}, {Planned, Both}}},
}

// change finds the chain from the system that runs to the best.
func (p *planner) change(ctx context.Context, f *fleet.Fleet, a *Answer, at []int) error {
	m := &mix{ctx: ctx, n: f.N(), old: *p.opts.From}
	c := &Change{Fleet: f, From: judge(ctx, f, m.old, "", a.Order)}
	a.Change = c
	if a.Best < 0 {
		c.Reason = "the plan has no best system"
		return nil
	}
	var err error
	if m.new, err = a.Entries[a.Best].System.On(at, f.N()); err != nil {
		return err
	}
	used := [2]sets.Bits{nodesOf(ctx, m.old), nodesOf(ctx, m.new)}
	for v := range f.N() {
		switch old, new := used[0].Has(v), used[1].Has(v); {
		case new && !old:
			c.Joins = append(c.Joins, f.Nodes[v].Name)
		case old && !new:
			c.Leaves = append(c.Leaves, f.Nodes[v].Name)
		}
	}
	need := needs(f.Require)
	if same, err := sameQuorums(ctx, m.old, m.new); same && err == nil {
		return nil
	}
	if c.Apart, _, err = clashes(ctx, need, m.old, m.new); err == nil && len(c.Apart) == 0 {
		c.Fewest = true
		c.Steps, _ = p.walk(ctx, f, a.Order, m, need, nil)
		return nil
	}
	c.Fewest = len(c.Apart) > 0
	best := func(list [][][2]string) (steps []Step) {
		for _, parts := range list {
			if found, safe := p.walk(ctx, f, a.Order, m, need, parts); safe && (steps == nil || compareBy(a.Order, worst(a.Order, found), worst(a.Order, steps)) < 0) {
				steps = found
			}
		}
		return steps
	}
	if c.Steps = best(chains[0]); c.Steps == nil {
		c.Reason = "the search was stopped"
		return nil
	}
	if other := best(chains[1]); other != nil && better(a.Goals[0], worst(a.Order, other).Value(a.Goals[0]), worst(a.Order, c.Steps).Value(a.Goals[0])) {
		c.Gentler = other
	}
	return nil
}

// walk makes the chain through the given systems to the planned one, with its figures, and reports
// whether each of its steps is safe.
func (p *planner) walk(ctx context.Context, f *fleet.Fleet, order []fleet.Goal, m *mix, need [][2]fleet.Operation, parts [][2]string) (steps []Step, safe bool) {
	before, copied := []fleet.System{m.old}, 0
	for _, part := range append(slices.Clone(parts), [2]string{Planned, Planned}) {
		s, last := m.step(part[0], part[1]), before[len(before)-1]
		for _, pair := range [][2]fleet.System{{s.System, s.System}, {last, s.System}} {
			found, pairs, err := clashes(ctx, need, pair[0], pair[1])
			byForm := part == [2]string{Both, Both} || part == [2]string{Planned, Planned} && len(parts) == 1 && parts[0] == [2]string{Both, Both}
			if len(found) > 0 || err != nil && (!byForm || !errors.Is(err, errTooManyPairs)) {
				return nil, false
			}
			if s.Pairs = pairs; err != nil {
				s.Unchecked = err.Error()
			}
		}
		for _, older := range before[copied : len(before)-1] {
			missed, _, err := clashes(ctx, [][2]fleet.Operation{{fleet.Writes, fleet.Reads}}, older, s.System)
			if len(missed) == 0 && err != nil { // not known: a copy is never wrong
				missed = []Clash{{OldOf: "write", NewOf: "read"}}
			}
			if len(missed) > 0 {
				s.Copy, copied = &missed[0], len(before)-1
				break
			}
		}
		before = append(before, s.System)
		p.told.Tell("steps of the change judged", len(steps), len(parts)+1)
		s.Entry = judge(ctx, f, s.System, "", order)
		s.percentiles(ctx, f)
		steps = append(steps, s)
	}
	return steps, true
}

// worst returns the worst of the systems between the ends of a chain.
func worst(order []fleet.Goal, steps []Step) *Entry {
	e := &steps[0].Entry
	for i := range len(steps) - 1 {
		if compareBy(order, &steps[i].Entry, e) > 0 {
			e = &steps[i].Entry
		}
	}
	return e
}

// nodesOf returns the nodes that some quorum asks; none where the quorums are too many.
func nodesOf(ctx context.Context, s fleet.System) sets.Bits {
	used := sets.New(s.Reads.N())
	for _, q := range []quorum.Quorums{s.Reads, s.Writes} {
		if list, err := listed(ctx, q); err == nil {
			for _, set := range list.All() {
				for _, v := range set {
					used.Add(int(v))
				}
			}
		}
	}
	return used
}

// sameQuorums reports whether two systems have the same reads and the same writes.
func sameQuorums(ctx context.Context, a, b fleet.System) (bool, error) {
	if a.Places != nil || b.Places != nil {
		return false, nil
	}
	reads, err := fleet.System{Reads: a.Reads, Writes: b.Reads}.Same(ctx)
	if !reads || err != nil {
		return false, err
	}
	return fleet.System{Reads: a.Writes, Writes: b.Writes}.Same(ctx)
}
