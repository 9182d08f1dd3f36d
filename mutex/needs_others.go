package mutex

import "slices"

// Needs: a REQUEST when the process wishes, a REPLY when a REQUEST comes, or at the end of what it
// was deferred for.
func (m *ricartMachine) Needs(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	if !ok {
		return Never()
	}
	leave := p.leave(m.phase, func(yield func(int32)) {
		for j, awaited := range m.awaited {
			if at := m.setup.Place(int32(j)); awaited && !p.comes(at, Reply) {
				yield(at)
			}
		}
	})
	ways := []Needs{from(to)}
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
func (m *pMachine) Needs(to int32, p *Prospect) Needs {
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
	arbiter := p.toArbiter(m.setup, to, own, leave, Never())
	process, ok := m.setup.ProcessAt(to)
	holder := int32(-1)
	if m.held {
		holder = m.setup.Place(m.holder)
	}
	switch {
	case !ok:
		return arbiter
	case p.comes(to, Request):
		return nil
	case !slices.ContainsFunc(m.queue, func(w pWaiting) bool { return w.process == process }):
		return either(arbiter, from(to))
	case p.comes(holder, Release):
		return nil
	case holder == m.self:
		return either(arbiter, leave)
	}
	return either(arbiter, from(holder))
}

// Needs: an OK is given back when an INQUIRE comes, or with the REL. Where processes try other
// quorums, anything may make them speak.
func (m *pFixedMachine) Needs(to int32, p *Prospect) Needs {
	if m.retry {
		return nil
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
	yield := func(to int32) Needs {
		i, ok := slices.BinarySearch(own, to)
		switch {
		case !ok || m.phase != Trying:
			return Never()
		case p.comes(to, Inquire) || m.members[i].asked > 0 && p.comes(to, OK):
			return nil
		}
		return from(to)
	}
	ways := []Needs{p.toArbiter(m.setup, to, own, leave, yield(to))}
	process, ok := m.setup.ProcessAt(to)
	if !ok {
		return ways[0]
	}
	if p.comes(to, Request, Relinquish) {
		return nil
	}
	if !slices.ContainsFunc(m.queue, func(r pStamped) bool { return r.stamp.Process == process }) {
		ways = append(ways, from(to))
	} else if holder := m.setup.Place(m.holder.stamp.Process); p.comes(holder, Release, Relinquish) {
		return nil
	} else if holder == m.self {
		ways = append(ways, leave, yield(m.self))
	} else {
		ways = append(ways, from(holder))
	}
	if m.held && m.holder.stamp.Process == process && !m.inquiry {
		ways = append(ways, p.asked(m.self))
	}
	return either(ways...)
}

// Needs: an UNLOCK answers an INQUIRE, or comes after the critical section; a LOCKED or an INQUIRE
// is sent when a REQUEST or an UNLOCK of a holder comes.
func (m *joungM) Needs(to int32, p *Prospect) Needs {
	if !p.FIFO && !m.names {
		return nil
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
	yield := func(to int32) Needs {
		switch {
		case m.phase != Trying || !contains(own, to):
			return Never()
		case p.comes(to, Inquire), m.names && m.round(to).asked > 0 && p.comes(to, Locked):
			return nil
		}
		return from(to)
	}
	ways := []Needs{p.toArbiter(m.setup, to, own, leave, yield(to))}
	process, ok := m.setup.ProcessAt(to)
	if !ok {
		return ways[0]
	}
	if p.comes(to, Request) {
		return nil
	}
	var holders []Needs // what it takes that one of them unlocks
	for _, r := range m.requests {
		if !r.locked {
			continue
		}
		switch at := m.setup.Place(r.stamp.Process); {
		case p.comes(at, Unlock):
			holders = append(holders, nil)
		case at == m.self:
			holders = append(holders, leave, yield(m.self))
		default:
			holders = append(holders, from(at))
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
			ways = append(ways, from(to))
		}
	}
	if !known {
		ways = append(ways, from(to))
	}
	return either(ways...)
}
