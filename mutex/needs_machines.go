package mutex

import "slices"

// Needs does not reckon with channels without order, nor with stale messages: where they can be, an
// actor may speak at once. FAILED is sent when the REQUEST comes, so a node whose LOCKED has come
// sends none.
func (m *literalMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	if !p.FIFO {
		return nil, nil
	}
	r := m.present()
	r.yields = func(i int) Needs {
		return p.fails(to, r.quorum, m.members[i].pending, m.knows(), func(i int) bool { return !p.Once || !r.has(i) })
	}
	return p.toArbiter(m.setup, to, r), m.toProcess(to, p)
}

// Apart: they share the clock, which the next wish reads, and each message where it is shown.
func (m *literalMachine) Apart(p *Prospect) bool {
	return !p.Again && m.setup.Numbers == NumbersRequest
}

// Enters returns the needs of the locks that the process lacks.
func (m *literalMachine) Enters(p *Prospect) Needs {
	if !p.FIFO {
		return nil
	}
	return p.enters(m.present())
}

func (m *literalMachine) toProcess(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	holds, waits := m.held && m.holder.stamp.Process == process, m.waits(process)
	switch {
	case !ok:
		return Never()
	case p.comes(to, Request), !p.Once && (holds || waits):
		return nil // a stale RELINQUISH may take the lock from anybody
	case waits:
		return p.back(m.setup.Place(m.holder.stamp.Process), Release, Relinquish)
	case holds && !m.inquiry:
		return either(p.back(to, Relinquish), p.asked(m.self))
	case holds:
		return p.back(to, Relinquish)
	}
	return fromProcess(to)
}

// Needs: a FAILED of a node that has given its lock is late.
func (m *fixedMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	r := m.present()
	r.yields = func(i int) Needs {
		return p.fails(to, r.quorum, m.members[i].pending, m.knows(), func(i int) bool { return !r.has(i) })
	}
	return p.toArbiter(m.setup, to, r), m.toProcess(to, p)
}

// Apart: they share the clock, which the next wish reads.
func (m *fixedMachine) Apart(p *Prospect) bool { return !p.Again }

func (m *fixedMachine) toProcess(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	if !ok {
		return Never()
	}
	if p.comes(to, Request) {
		return nil
	}
	var ways []Needs
	if !m.waits(process) {
		ways = append(ways, fromProcess(to))
	}
	for _, w := range m.queue {
		if w.stamp.Process == process {
			ways = append(ways, p.back(m.setup.Place(m.holder.stamp.Process), Release, Relinquish))
			if !w.failed {
				ways = append(ways, p.asked(m.self)) // (2')
			}
		}
	}
	if m.held && m.holder.stamp.Process == process {
		ways = append(ways, p.back(to, Relinquish))
		if !m.inquiry {
			ways = append(ways, p.asked(m.self))
		}
	}
	return either(ways...)
}

// Needs: a REQUEST when the process wishes, a REPLY when a REQUEST comes, or at the end of what it
// was deferred for.
func (m *ricartMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	other, ok := m.setup.ProcessAt(to)
	if !ok {
		return Never(), Never()
	}
	leave := Never()
	if p.Leaves && m.phase != Idle {
		leave = m.lacks(p)
	}
	ways := []Needs{{{Of: ProcessPart(to) | ArbiterPart(to)}}}
	if p.Again && m.phase == Idle {
		return nil, nil
	}
	if m.phase != Idle && (p.Again || m.deferred[other]) {
		ways = append(ways, leave)
	}
	for _, x := range p.Coming {
		if x.From == to && x.Kind == Request {
			if m.phase == Idle || !m.stamp.Precedes(x.Stamp) {
				return nil, nil
			}
			ways = append(ways, leave)
		}
	}
	needs := either(ways...)
	return needs, needs
}

// lacks is that all reply who have not.
func (m *ricartMachine) lacks(p *Prospect) (needs Needs) {
	for j, awaited := range m.awaited {
		if at := m.setup.Place(int32(j)); awaited && !p.comes(at, Reply) {
			needs = append(needs, Await{Of: ProcessPart(at) | ArbiterPart(at)})
		}
	}
	return needs
}

// Enters returns the needs of the replies.
func (m *ricartMachine) Enters(p *Prospect) Needs {
	if m.phase == Critical || m.phase == Idle && !p.Again {
		return Never()
	}
	return m.lacks(p)
}

// Apart: there is no arbiter.
func (m *ricartMachine) Apart(*Prospect) bool { return false }

// Needs: nobody gives an OK back before its REL.
func (m *pMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	r := m.present()
	other, ok := m.setup.ProcessAt(to)
	switch {
	case !ok:
		arbiter = Never()
	case p.comes(to, Request):
	case m.waits(other):
		arbiter = p.back(m.setup.Place(m.holder.stamp.Process), Release)
	default:
		arbiter = fromProcess(to)
	}
	return p.toArbiter(m.setup, to, r), arbiter
}

// Apart: they share nothing.
func (m *pMachine) Apart(*Prospect) bool { return true }

// Needs: an OK is given back when an INQUIRE comes, or with the REL. Where processes try other
// quorums, anything may make them speak.
func (m *pFixedMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	if m.retry {
		return nil, nil
	}
	r := m.present()
	r.yields = func(i int) Needs {
		if p.comes(to, Inquire) || m.members[i].asked > 0 && p.comes(to, OK) {
			return nil
		}
		return fromArbiter(to)
	}
	process = p.toArbiter(m.setup, to, r)
	other, ok := m.setup.ProcessAt(to)
	if !ok {
		return process, Never()
	}
	if p.comes(to, Request, Relinquish) {
		return process, nil
	}
	arbiter = fromProcess(to)
	if m.waits(other) {
		arbiter = p.back(m.setup.Place(m.holder.stamp.Process), Release, Relinquish)
	}
	if m.held && m.holder.stamp.Process == other && !m.inquiry {
		arbiter = either(arbiter, p.asked(m.self))
	}
	return process, arbiter
}

// Apart: each message shows the clock that they share.
func (m *pFixedMachine) Apart(*Prospect) bool { return false }

// Enters returns the needs of the locks that the process lacks.
func (m *pFixedMachine) Enters(p *Prospect) Needs {
	if m.retry {
		return nil
	}
	return p.enters(m.present())
}

// Needs: an UNLOCK answers an INQUIRE, or comes after the critical section; a LOCKED or an INQUIRE
// is sent when a REQUEST or an UNLOCK of a holder comes.
func (m *joungM) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	if !p.FIFO && !m.names {
		return nil, nil
	}
	r := m.present()
	r.yields = func(int) Needs {
		if p.comes(to, Inquire) || m.names && m.member(to).asked > 0 && p.comes(to, Locked) {
			return nil
		}
		return fromArbiter(to)
	}
	return p.toArbiter(m.setup, to, r), m.toProcess(to, p)
}

// Apart: each has a clock of its own.
func (m *joungM) Apart(*Prospect) bool { return true }

// Enters returns the needs of the locks that the process lacks.
func (m *joungM) Enters(p *Prospect) Needs {
	if !p.FIFO && !m.names {
		return nil
	}
	return p.enters(m.present())
}

func (m *joungM) present() present {
	r := m.process.present()
	r.has = func(i int) bool { return slices.Contains(m.lockedNodes, r.quorum[i]) }
	return r
}

func (m *joungM) toProcess(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	if !ok {
		return Never()
	}
	if p.comes(to, Request) {
		return nil
	}
	var ways, unlocks []Needs
	for _, r := range m.requests {
		if r.locked {
			unlocks = append(unlocks, p.back(m.setup.Place(r.stamp.Process), Unlock))
		}
	}
	if m.locks == 0 || m.hasPriority && m.locks < m.setup.MaxLocksOf(m.lockGroup) {
		unlocks = append(unlocks, p.asked(m.self)) // who comes may be locked, and unlock
	}
	unlocked := either(unlocks...)
	for _, r := range m.requests {
		switch {
		case r.stamp.Process != process:
		case !r.locked:
			ways = append(ways, unlocked)
		case !r.inquired:
			ways = append(ways, unlocked, p.asked(m.self))
		default:
			ways = append(ways, p.back(to, Unlock))
		}
	}
	if len(ways) == 0 {
		return fromProcess(to)
	}
	return either(ways...)
}
