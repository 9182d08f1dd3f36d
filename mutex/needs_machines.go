package mutex

import "slices"

// Needs is that of both parts of the node: as a process it speaks to arbiters, as an arbiter to
// processes. Channels without order and stale messages it does not reckon with: where they can be,
// it may speak at once.
func (m *literalMachine) Needs(to int32, p *Prospect) Needs {
	if !p.FIFO {
		return nil
	}
	return either(m.toArbiter(to, p), m.toProcess(to, p))
}

// own returns the quorum of the present request, nil if there is none.
func (m *literalMachine) own() []int32 {
	if m.phase == Idle {
		return nil
	}
	return m.setup.Quorums[m.quorum]
}

func (m *literalMachine) leave(p *Prospect) Needs {
	return p.leave(m.phase, func(yield func(int32)) {
		for i, j := range m.own() {
			if !m.members[i].locked && !p.comes(j, Locked) {
				yield(j)
			}
		}
	})
}

// yield is step (3): an INQUIRE and the knowledge to be told that another precedes. FAILED is sent
// when the REQUEST comes, so one whose LOCKED has come sends none.
func (m *literalMachine) yield(to int32, p *Prospect) Needs {
	i, ok := slices.BinarySearch(m.own(), to)
	if !ok || m.phase != Trying {
		return Never()
	}
	var inquired, knows Needs
	if !m.members[i].pending && !p.comes(to, Inquire) {
		inquired = from(to)
	}
	if !m.knows() && !p.comes(-1, Failed) {
		var may Actors
		for i, j := range m.own() {
			if !p.Once || !m.members[i].locked {
				may |= Only(j)
			}
		}
		knows = Needs{{Of: may}}
	}
	return bothNeeds(inquired, knows)
}

func (m *literalMachine) toArbiter(to int32, p *Prospect) Needs {
	return p.toArbiter(m.setup, to, m.own(), m.leave(p), m.yield(to, p))
}

func (m *literalMachine) toProcess(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	holds, waits := m.held && m.holder.stamp.Process == process, waitsFor(m.queue, process)
	switch {
	case !ok:
		return Never()
	case p.comes(to, Request), !p.Once && (holds || waits):
		return nil // a stale RELINQUISH may take the lock from anybody
	case waits:
		return m.unlocked(p)
	case holds && p.comes(to, Relinquish):
		return nil
	case holds && !m.inquiry:
		return either(from(to), p.asked(m.self))
	}
	return from(to)
}

// unlocked is what it takes that the holder gives the lock of this node back.
func (m *literalMachine) unlocked(p *Prospect) Needs {
	holder := m.setup.Place(m.holder.stamp.Process)
	switch {
	case p.comes(holder, Release, Relinquish):
		return nil
	case holder == m.self:
		return either(m.leave(p), m.yield(m.self, p))
	}
	return from(holder)
}

// waitsFor reports whether a request of the process waits.
func waitsFor(queue []waiting, process int32) bool {
	return slices.ContainsFunc(queue, func(w waiting) bool { return w.stamp.Process == process })
}

// Needs is that of both parts of the node.
func (m *fixedMachine) Needs(to int32, p *Prospect) Needs {
	return either(m.toArbiter(to, p), m.toProcess(to, p))
}

func (m *fixedMachine) own() []int32 {
	if m.phase == Idle {
		return nil
	}
	return m.setup.Quorums[m.quorum]
}

func (m *fixedMachine) leave(p *Prospect) Needs {
	return p.leave(m.phase, func(yield func(int32)) {
		for i, j := range m.own() {
			if !m.members[i].locked && !p.comes(j, Locked) {
				yield(j)
			}
		}
	})
}

// yield is step (3). A FAILED of a node that has given its lock is late.
func (m *fixedMachine) yield(to int32, p *Prospect) Needs {
	i, ok := slices.BinarySearch(m.own(), to)
	if !ok || m.phase != Trying {
		return Never()
	}
	var inquired, knows Needs
	if !m.members[i].pending && !p.comes(to, Inquire) {
		inquired = from(to)
	}
	if !m.knows() && !p.comes(-1, Failed) {
		var may Actors
		for i, j := range m.own() {
			if !m.members[i].locked {
				may |= Only(j)
			}
		}
		knows = Needs{{Of: may}}
	}
	return bothNeeds(inquired, knows)
}

func (m *fixedMachine) toArbiter(to int32, p *Prospect) Needs {
	return p.toArbiter(m.setup, to, m.own(), m.leave(p), m.yield(to, p))
}

func (m *fixedMachine) toProcess(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	if !ok {
		return Never()
	}
	if p.comes(to, Request) {
		return nil
	}
	ways, waits := []Needs{}, false
	for _, w := range m.queue {
		if w.stamp.Process == process {
			waits = true
			ways = append(ways, m.unlocked(p))
			if !w.failed {
				ways = append(ways, p.asked(m.self)) // (2')
			}
		}
	}
	if !waits {
		ways = append(ways, from(to))
	}
	if m.held && m.holder.stamp.Process == process {
		if p.comes(to, Relinquish) {
			return nil
		}
		if !m.inquiry {
			ways = append(ways, p.asked(m.self))
		}
	}
	return either(ways...)
}

// unlocked is what it takes that the holder gives the lock of this node back.
func (m *fixedMachine) unlocked(p *Prospect) Needs {
	holder := m.setup.Place(m.holder.stamp.Process)
	switch {
	case p.comes(holder, Release, Relinquish):
		return nil
	case holder == m.self:
		return either(m.leave(p), m.yield(m.self, p))
	}
	return from(holder)
}
