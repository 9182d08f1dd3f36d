package explore

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"coterie/mutex"
	"coterie/mutex/trace"
)

// plain is the explorer in its plainest form: whole states in a map, machines loaded and stored.
type plain struct {
	config *Config
	sys    *mutex.System
	reduce *reducer
	drops  bool // a planted fault: a step is left out
	index  map[string]int
	states []*plainState
}

type plainState struct {
	wished  []uint32 // by process
	wish    []Choice // the present one of each process that is not idle
	machine []byte
	under   []mutex.Message // in the order of sending within each channel
	parent  int
	by      trace.Choice
	depth   int
}

func (s *plainState) clone() *plainState {
	return &plainState{wished: slices.Clone(s.wished), wish: slices.Clone(s.wish), under: slices.Clone(s.under)}
}

// runPlain explores a configuration breadth first.
func runPlain(ctx context.Context, c Config, o Options) (Result, error) {
	if err := c.Check(); err != nil {
		return Result{}, err
	}
	p := newPlain(&c)
	return p.run(ctx, o), nil
}

func newPlain(c *Config) *plain {
	p := &plain{config: c, sys: mutex.NewSystem(c.Algorithm, c.Setup), index: map[string]int{}}
	p.sys.Charges = c.Charges
	if c.Reduction == PartialOrder {
		p.reduce = newReducer(c, p.sys.Machines)
	}
	return p
}

func (p *plain) run(ctx context.Context, o Options) Result {
	c := p.config
	first := &plainState{wished: make([]uint32, c.Setup.Processes), wish: make([]Choice, c.Setup.Processes), parent: -1}
	p.store(first)
	r := Result{Invariants: make([]uint64, len(c.Algorithm.Invariants)), Complete: true}
	p.add(first)
	for i := 0; i < len(p.states); i++ {
		if ctx.Err() != nil {
			r.Complete, r.Stopped = false, Interrupted
			break
		}
		if o.MostStates > 0 && uint64(len(p.states)) > o.MostStates {
			r.Complete, r.Stopped = false, StateLimit
			break
		}
		s := p.states[i]
		r.Depth = max(r.Depth, s.depth)
		steps := p.steps(s)
		p.judge(&r, i, len(steps) == 0)
		for _, step := range p.few(s, steps) {
			r.Transitions++
			t := p.perform(s, step)
			t.parent, t.by, t.depth = i, step, s.depth+1
			p.add(t)
		}
	}
	r.States = uint64(len(p.states))
	return r
}

func (p *plain) load(s *plainState) {
	if p.sys.LoadState(s.machine) != nil {
		panic("explore: a state that cannot be loaded")
	}
}

func (p *plain) store(s *plainState) {
	s.machine = p.sys.AppendState(nil)
}

func (p *plain) add(s *plainState) {
	k := string(p.key(s))
	if _, ok := p.index[k]; !ok {
		p.index[k] = len(p.states)
		p.states = append(p.states, s)
	}
}

func (p *plain) key(s *plainState) []byte {
	var dst []byte
	p.load(s)
	for i, n := range s.wished {
		dst = binary.AppendUvarint(dst, uint64(n))
		if p.sys.Rule.Name == mutex.OneGroup && p.sys.Phase(int32(i)) != mutex.Idle {
			dst = binary.AppendVarint(dst, int64(s.wish[i].Group))
		}
	}
	dst = append(dst, s.machine...)
	texts := make([]string, len(s.under))
	for i := range s.under {
		m := &s.under[i]
		texts[i] = string(m.AppendState([]byte{byte(m.From >> 8), byte(m.From), byte(m.To >> 8), byte(m.To)}, p.config.Charges))
	}
	// A channel that keeps its order is a list, another one a multiset.
	slices.SortStableFunc(texts, func(a, b string) int {
		if !p.config.NoFIFO {
			a, b = a[:4], b[:4]
		}
		return strings.Compare(a, b)
	})
	for _, t := range texts {
		dst = append(binary.AppendUvarint(dst, uint64(len(t))), t...)
	}
	return dst
}

// steps returns the possible steps: the wishes, the exits and the arrivals, each sort by process or
// by channel.
func (p *plain) steps(s *plainState) []trace.Choice {
	p.load(s)
	var list []trace.Choice
	for _, r := range p.config.Requesters {
		switch p.sys.Phase(r.Process) {
		case mutex.Idle:
			if int(s.wished[r.Process]) < p.config.Entries {
				for _, x := range r.Choices {
					list = append(list, trace.Choice{What: trace.Wish, Process: r.Process, Group: x.Group, Quorum: x.Quorum})
				}
			}
		case mutex.Critical:
			if !p.config.NoExit {
				list = append(list, trace.Choice{What: trace.Exit, Process: r.Process})
			}
		}
	}
	var arrivals []trace.Choice
	for i, m := range s.under {
		a := trace.Choice{What: trace.Arrive, From: m.From, To: m.To, Kind: m.Kind}
		seen := map[string]bool{}
		for _, o := range s.under[:i] {
			if o.From != m.From || o.To != m.To {
				continue
			}
			if !p.config.NoFIFO {
				a.Older = -1 // not the oldest
			} else if o.Kind == m.Kind {
				a.Older++
			}
			seen[string(o.AppendState(nil, p.config.Charges))] = true
		}
		if a.Older >= 0 && !seen[string(m.AppendState(nil, p.config.Charges))] {
			arrivals = append(arrivals, a)
		}
	}
	slices.SortFunc(arrivals, func(a, b trace.Choice) int {
		for _, d := range [...]int32{a.To - b.To, a.From - b.From, int32(a.Kind) - int32(b.Kind), a.Older - b.Older} {
			if d != 0 {
				return int(d)
			}
		}
		return 0
	})
	return append(list, arrivals...)
}

// few leaves out the steps that a reduction need not take.
func (p *plain) few(s *plainState, steps []trace.Choice) []trace.Choice {
	if p.reduce == nil || len(steps) < 2 {
		return steps
	}
	var ch choice
	ch.parts, _ = p.parts(p.reduce, s)
	in := ch.choose()
	steps = slices.DeleteFunc(slices.Clone(steps), func(c trace.Choice) bool { return in&p.partAt(c) == 0 })
	if p.drops && len(steps) > 1 {
		steps = steps[1:]
	}
	return steps
}

// parts returns the facts about a state that a reducer needs.
func (p *plain) parts(reduce *reducer, s *plainState) (parts []*part, again mutex.Parts) {
	steps := make([][]did, len(p.sys.Machines))
	for _, c := range p.steps(s) {
		told := p.tells(s, c)
		d := did{exit: c.What == trace.Exit, joint: told.joint, role: processRole}
		if p.partAt(c) == mutex.ArbiterPart(p.actor(c)) {
			d.role = arbiterRole
		}
		for _, m := range told.sent {
			d.to |= both(m.To)
		}
		steps[p.actor(c)] = append(steps[p.actor(c)], d)
	}
	p.load(s)
	for i, m := range p.sys.Machines {
		var coming []mutex.Message
		for _, x := range s.under {
			if int(x.To) == i {
				coming = append(coming, x)
			}
		}
		wished := uint32(0)
		if process, ok := p.config.Setup.ProcessAt(int32(i)); ok {
			wished = s.wished[process]
		}
		of := reduce.describe(int32(i), m, wished, coming, steps[i])
		if of.again {
			again |= mutex.ProcessPart(int32(i))
		}
		parts = append(parts, of)
	}
	return parts, again
}

// tells holds the messages of a step, and the state after it.
type tells struct {
	sent, all []mutex.Message // without and with messages that actors deliver to themselves at once
	joint     bool
	then      *plainState
}

func (p *plain) tells(s *plainState, c trace.Choice) (t tells) {
	p.sys.Told = func(m mutex.Message) {
		t.joint = true
		t.all = append(t.all, m)
	}
	t.then = p.perform(s, c)
	p.sys.Told = nil
	old := len(s.under)
	if c.What == trace.Arrive {
		old--
	}
	t.sent = t.then.under[old:]
	t.all = append(t.all, t.sent...)
	return t
}

// partAt returns to which part of its actor a step happens.
func (p *plain) partAt(c trace.Choice) mutex.Parts {
	if c.What == trace.Arrive && c.Kind.ToArbiter() {
		return mutex.ArbiterPart(c.To)
	}
	return mutex.ProcessPart(p.actor(c))
}

// actor returns the actor of a step.
func (p *plain) actor(c trace.Choice) int32 {
	if c.What == trace.Arrive {
		return c.To
	}
	return p.config.Setup.Place(c.Process)
}

// perform returns the state after a step.
func (p *plain) perform(s *plainState, step trace.Choice) *plainState {
	t := s.clone()
	p.load(s)
	switch step.What {
	case trace.Wish:
		t.wished[step.Process]++
		t.wish[step.Process] = Choice{step.Group, step.Quorum}
		t.under = p.sys.Wish(mutex.Wish{Process: step.Process, Entry: t.wished[step.Process], Group: step.Group, Quorum: step.Quorum}, t.under)
	case trace.Exit:
		t.under = p.sys.Exit(step.Process, t.under)
	case trace.Arrive:
		older := step.Older
		i := slices.IndexFunc(t.under, func(m mutex.Message) bool {
			if m.From != step.From || m.To != step.To || m.Kind != step.Kind {
				return false
			}
			older--
			return older < 0
		})
		m := t.under[i]
		t.under = p.sys.Receive(m, slices.Delete(t.under, i, i+1))
	}
	p.store(t)
	return t
}

func (p *plain) judge(r *Result, i int, terminal bool) {
	s := p.states[i]
	p.load(s)
	fail := func(sort Sort, invariant int) {
		if !slices.ContainsFunc(r.Failures, func(f Failure) bool { return f.Sort == sort && f.Invariant == invariant }) {
			var schedule []trace.Choice
			for at := s; at.parent >= 0; at = p.states[at.parent] {
				schedule = append(schedule, at.by)
			}
			slices.Reverse(schedule)
			r.Failures = append(r.Failures, Failure{sort, invariant, schedule, true})
		}
	}
	var inside []mutex.Inside
	waiting := false
	for _, q := range p.config.Requesters {
		switch p.sys.Phase(q.Process) {
		case mutex.Critical:
			inside = append(inside, mutex.Inside{Process: q.Process, Group: s.wish[q.Process].Group})
		case mutex.Trying:
			waiting = true
		}
	}
	if len(inside) > 0 && !p.sys.Rule.Allows(inside) {
		r.Violations++
		fail(Exclusion, 0)
	}
	if terminal {
		r.Terminal++
		if waiting {
			r.Stuck++
			fail(Deadlock, 0)
		}
	}
	for k, inv := range p.config.Algorithm.Invariants {
		if inv.Broken(p.sys) != "" {
			r.Invariants[k]++
			fail(Invariant, k)
		}
	}
}
