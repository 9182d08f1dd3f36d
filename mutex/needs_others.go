package mutex

import "slices"

// Needs: a REQUEST when the process wishes, a REPLY when a REQUEST comes, or at the end of what it
// was deferred for.
func (m *ricartMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	needs := m.needs(to, p)
	return needs, needs
}

// Apart: there is no arbiter.
func (m *ricartMachine) Apart(*Prospect) bool { return false }

func (m *ricartMachine) needs(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	if !ok {
		return Never()
	}
	anything := func(actor int32) Needs { return Needs{{Of: ProcessPart(actor) | ArbiterPart(actor)}} }
	leave := p.leave(m.phase, func(func(int32)) {})
	if m.phase == Trying && p.Leaves {
		for j, awaited := range m.awaited {
			if at := m.setup.Place(int32(j)); awaited && !p.comes(at, Reply) {
				leave = append(leave, anything(at)...)
			}
		}
	}
	ways := []Needs{anything(to)}
	switch {
	case !p.Again:
	case m.phase == Idle:
		return nil
	default:
		ways = append(ways, leave)
	}
	if m.phase != Idle && m.deferred[process] {
		ways = append(ways, leave)
	}
	for _, x := range p.Coming {
		if x.From == to && x.Kind == Request {
			if m.phase == Idle || !(Stamp{m.ours, m.me}).Precedes(x.Stamp) {
				return nil
			}
			ways = append(ways, leave)
		}
	}
	return either(ways...)
}

// Needs: nobody gives an OK back before its REL.
func (m *pMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	var own []int32
	if m.phase != Idle {
		own = m.setup.Quorums[m.quorum]
	}
	leave := p.leave(m.phase, func(yield func(int32)) {
		for i, j := range own {
			if !m.has[i] && !p.comes(j, OK) {
				yield(j)
			}
		}
	})
	return p.toArbiter(m.setup, to, own, leave, Never()), m.toProcess(to, p)
}

// Apart: they share nothing.
func (m *pMachine) Apart(*Prospect) bool { return true }

func (m *pMachine) toProcess(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	switch {
	case !ok:
		return Never()
	case p.comes(to, Request):
		return nil
	case !slices.ContainsFunc(m.queue, func(w pWaiting) bool { return w.process == process }):
		return fromProcess(to)
	}
	holder := m.setup.Place(m.holder)
	if p.comes(holder, Release) {
		return nil
	}
	return fromProcess(holder)
}

// Needs: an OK is given back when an INQUIRE comes, or with the REL. Where processes try other
// quorums, anything may make them speak.
func (m *pFixedMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	if m.retry {
		return nil, nil
	}
	var own []int32
	if m.phase != Idle {
		own = m.setup.Quorums[m.quorum]
	}
	leave := p.leave(m.phase, func(yield func(int32)) {
		for i, j := range own {
			if !m.members[i].has && !p.comes(j, OK) {
				yield(j)
			}
		}
	})
	yield := Never()
	if i, ok := slices.BinarySearch(own, to); ok && m.phase == Trying {
		yield = fromArbiter(to)
		if p.comes(to, Inquire) || m.members[i].asked > 0 && p.comes(to, OK) {
			yield = nil
		}
	}
	return p.toArbiter(m.setup, to, own, leave, yield), m.toProcess(to, p)
}

// Apart: each message shows the clock that they share.
func (m *pFixedMachine) Apart(*Prospect) bool { return false }

func (m *pFixedMachine) toProcess(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	if !ok {
		return Never()
	}
	if p.comes(to, Request, Relinquish) {
		return nil
	}
	ways := []Needs{fromProcess(to)}
	if slices.ContainsFunc(m.queue, func(r pStamped) bool { return r.stamp.Process == process }) {
		holder := m.setup.Place(m.holder.stamp.Process)
		if p.comes(holder, Release, Relinquish) {
			return nil
		}
		ways[0] = fromProcess(holder)
	}
	if m.held && m.holder.stamp.Process == process && !m.inquiry {
		ways = append(ways, p.asked(m.self))
	}
	return either(ways...)
}

// Needs: an UNLOCK answers an INQUIRE, or comes after the critical section; a LOCKED or an INQUIRE
// is sent when a REQUEST or an UNLOCK of a holder comes.
func (m *joungM) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	if !p.FIFO && !m.names {
		return nil, nil
	}
	var own []int32
	if m.phase != Idle {
		own = m.setup.Quorums[m.quorum]
	}
	leave := p.leave(m.phase, func(yield func(int32)) {
		for _, j := range own {
			if !contains(m.locked, j) && !p.comes(j, Locked) {
				yield(j)
			}
		}
	})
	yield := Never()
	if m.phase == Trying && contains(own, to) {
		yield = fromArbiter(to)
		if p.comes(to, Inquire) || m.names && m.round(to).asked > 0 && p.comes(to, Locked) {
			yield = nil
		}
	}
	return p.toArbiter(m.setup, to, own, leave, yield), m.toProcess(to, p)
}

// Apart: each has a clock of its own.
func (m *joungM) Apart(*Prospect) bool { return true }

func (m *joungM) toProcess(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	if !ok {
		return Never()
	}
	if p.comes(to, Request) {
		return nil
	}
	var ways, holders []Needs // what it takes that one of them unlocks
	for _, r := range m.requests {
		if !r.locked {
			continue
		}
		if at := m.setup.Place(r.stamp.Process); p.comes(at, Unlock) {
			holders = append(holders, nil)
		} else {
			holders = append(holders, fromProcess(at))
		}
	}
	if m.locks == 0 || m.hasPriority && m.locks < m.setup.MaxLocksOf(m.lockGroup) {
		holders = append(holders, p.asked(m.self)) // who comes may be locked, and unlock
	}
	unlocked := either(holders...)
	known := false
	for _, r := range m.requests {
		if r.stamp.Process != process {
			continue
		}
		known = true
		switch {
		case !r.locked:
			ways = append(ways, unlocked)
		case !r.inquired:
			ways = append(ways, unlocked, p.asked(m.self))
		case p.comes(to, Unlock):
			return nil
		default:
			ways = append(ways, fromProcess(to))
		}
	}
	if !known {
		ways = append(ways, fromProcess(to))
	}
	return either(ways...)
}
