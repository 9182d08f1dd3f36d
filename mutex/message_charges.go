package mutex

// What each machine keeps of charges. A charge that nothing can be charged to any more is no part
// of it, so that states that will charge alike are equal.

func appendCauses(dst []byte, causes ...Cause) []byte {
	for _, c := range causes {
		dst = appendNumbers(appendNumbers(dst, c.Process), c.Entry)
	}
	return dst
}

func readCause(r *stateReader) Cause {
	return Cause{Process: readNumber[int32](r), Entry: readNumber[uint32](r)}
}

// AppendCharges appends what all machines keep of charges, in their order.
func (s *System) AppendCharges(dst []byte) []byte {
	for _, m := range s.Machines {
		if m, ok := m.(Charged); ok {
			dst = m.AppendCharges(dst)
		}
	}
	return dst
}

// LoadCharges, after LoadState, puts into all machines what AppendCharges wrote.
func (s *System) LoadCharges(src []byte) (err error) {
	for _, m := range s.Machines {
		if m, ok := m.(Charged); ok {
			if src, err = m.LoadCharges(src); err != nil {
				return err
			}
		}
	}
	return nil
}

// appendOwn appends the request of a process that is not Idle.
func appendOwn(dst []byte, phase Phase, cause Cause) []byte {
	if phase == Idle {
		return dst
	}
	return appendCauses(dst, cause)
}

func readOwn(r *stateReader, phase Phase) Cause {
	if phase == Idle {
		return Cause{}
	}
	return readCause(r)
}

// appendQueue appends who pays for the LOCKED of those that wait.
func appendQueue(dst []byte, queue []waiting) []byte {
	for _, w := range queue {
		dst = appendCauses(dst, w.charge)
	}
	return dst
}

// readQueue reads it. What only the moment of arrival charges to the request itself stays unknown.
func readQueue(r *stateReader, queue []waiting) {
	for i := range queue {
		queue[i].charge = readCause(r)
		queue[i].cause = queue[i].charge
	}
}

// AppendCharges implements [Charged].
func (m *fixedMachine) AppendCharges(dst []byte) []byte {
	dst = appendOwn(dst, m.phase, m.cause)
	if m.phase != Idle {
		for _, of := range m.members {
			if of.pending {
				dst = appendCauses(dst, of.cause)
			}
		}
	}
	return appendQueue(dst, m.queue)
}

// LoadCharges implements [Charged].
func (m *fixedMachine) LoadCharges(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.cause = readOwn(r, m.phase)
	for i := range m.members {
		if m.phase != Idle && m.members[i].pending {
			m.members[i].cause = readCause(r)
		}
	}
	readQueue(r, m.queue)
	return r.src, r.err
}

// AppendCharges implements [Charged].
func (m *takeoverMachine) AppendCharges(dst []byte) []byte {
	dst = m.fixedMachine.AppendCharges(dst)
	for _, of := range m.roles {
		dst = of.arbiter.AppendCharges(dst)
		for _, e := range of.early {
			dst = appendCauses(dst, e.Cause)
		}
	}
	return dst
}

// LoadCharges implements [Charged].
func (m *takeoverMachine) LoadCharges(src []byte) ([]byte, error) {
	src, err := m.fixedMachine.LoadCharges(src)
	if err != nil {
		return nil, err
	}
	r := &stateReader{src: src}
	for _, of := range m.roles {
		if r.src, err = of.arbiter.LoadCharges(r.src); err != nil {
			return nil, err
		}
		for i := range of.early {
			of.early[i].Cause = readCause(r)
		}
	}
	return r.src, r.err
}

// AppendCharges implements [Charged]. A RELINQUISH may come to a lock that nobody asks back, and is
// charged as the last one that somebody did.
func (m *literalMachine) AppendCharges(dst []byte) []byte {
	dst = appendOwn(dst, m.phase, m.cause)
	if m.phase != Idle {
		for _, of := range m.members {
			if of.pending {
				dst = appendCauses(dst, of.cause)
			}
		}
	}
	return appendQueue(appendCauses(dst, m.inquirer), m.queue)
}

// LoadCharges implements [Charged].
func (m *literalMachine) LoadCharges(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.cause = readOwn(r, m.phase)
	for i := range m.members {
		if m.phase != Idle && m.members[i].pending {
			m.members[i].cause = readCause(r)
		}
	}
	m.inquirer = readCause(r)
	readQueue(r, m.queue)
	return r.src, r.err
}

// AppendCharges implements [Charged].
func (m *orderedMachine) AppendCharges(dst []byte) []byte {
	return appendQueue(appendOwn(dst, m.phase, m.cause), m.queue)
}

// LoadCharges implements [Charged].
func (m *orderedMachine) LoadCharges(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.cause = readOwn(r, m.phase)
	readQueue(r, m.queue)
	return r.src, r.err
}

// AppendCharges implements [Charged].
func (m *joungM) AppendCharges(dst []byte) []byte {
	dst = appendOwn(dst, m.phase, m.cause)
	if m.names && m.phase != Idle {
		for _, of := range m.rounds {
			if of.asked > 0 {
				dst = appendCauses(dst, of.cause)
			}
		}
	}
	for _, q := range m.requests {
		dst = appendCauses(dst, q.cause)
		if !q.locked {
			dst = appendCauses(dst, q.charge)
		}
	}
	return dst
}

// LoadCharges implements [Charged].
func (m *joungM) LoadCharges(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.cause = readOwn(r, m.phase)
	if m.names && m.phase != Idle {
		for i := range m.rounds {
			if of := &m.rounds[i]; of.asked > 0 {
				of.cause = readCause(r)
			}
		}
	}
	for i := range m.requests {
		q := &m.requests[i]
		q.cause = readCause(r)
		if !q.locked {
			q.charge = readCause(r)
		}
	}
	return r.src, r.err
}

// AppendCharges implements [Charged].
func (m *joungS) AppendCharges(dst []byte) []byte {
	dst = appendOwn(dst, m.phase, m.cause)
	for _, list := range [...][]nodeRequest{m.deferred, m.early} {
		for _, q := range list {
			dst = appendCauses(dst, q.cause)
		}
	}
	return dst
}

// LoadCharges implements [Charged].
func (m *joungS) LoadCharges(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.cause = readOwn(r, m.phase)
	for _, list := range [...][]nodeRequest{m.deferred, m.early} {
		for i := range list {
			list[i].cause = readCause(r)
		}
	}
	return r.src, r.err
}

// AppendCharges implements [Charged].
func (m *pMachine) AppendCharges(dst []byte) []byte {
	dst = appendOwn(dst, m.phase, m.cause)
	for _, w := range m.queue {
		dst = appendCauses(dst, w.cause)
	}
	return dst
}

// LoadCharges implements [Charged].
func (m *pMachine) LoadCharges(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.cause = readOwn(r, m.phase)
	for i := range m.queue {
		m.queue[i].cause = readCause(r)
	}
	return r.src, r.err
}

// AppendCharges implements [Charged].
func (m *pFixedMachine) AppendCharges(dst []byte) []byte {
	dst = appendOwn(dst, m.phase, m.cause)
	if m.phase != Idle {
		for _, of := range m.members {
			if of.asked > 0 {
				dst = appendCauses(dst, of.cause)
			}
		}
	}
	for _, w := range m.queue {
		dst = appendCauses(dst, w.charge)
	}
	return dst
}

// LoadCharges implements [Charged].
func (m *pFixedMachine) LoadCharges(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.cause = readOwn(r, m.phase)
	if m.phase != Idle {
		for i := range m.members {
			if of := &m.members[i]; of.asked > 0 {
				of.cause = readCause(r)
			}
		}
	}
	for i := range m.queue {
		m.queue[i].charge = readCause(r)
	}
	return r.src, r.err
}

// AppendCharges implements [Charged]. Whose wishes they are is in the state.
func (m *centralizedMachine) AppendCharges(dst []byte) []byte {
	dst = appendOwn(dst, m.phase, m.cause)
	for _, c := range m.queue {
		dst = appendNumbers(dst, c.Entry)
	}
	return dst
}

// LoadCharges implements [Charged].
func (m *centralizedMachine) LoadCharges(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.cause = readOwn(r, m.phase)
	for i := range m.queue {
		m.queue[i].Entry = readNumber[uint32](r)
	}
	return r.src, r.err
}

// AppendCharges implements [Charged].
func (m *ricartMachine) AppendCharges(dst []byte) []byte {
	for j, deferred := range m.deferred {
		if deferred {
			dst = appendNumbers(dst, m.entries[j])
		}
	}
	return dst
}

// LoadCharges implements [Charged].
func (m *ricartMachine) LoadCharges(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	for j, deferred := range m.deferred {
		if deferred {
			m.entries[j] = readNumber[uint32](r)
		}
	}
	return r.src, r.err
}

// AppendCharges implements [Charged].
func (m *suzukiMachine) AppendCharges(dst []byte) []byte {
	m.make()
	dst = appendNumbers(dst, m.entries...)
	if m.token != nil {
		dst = appendList(dst, m.token.Entries)
	}
	return dst
}

// LoadCharges implements [Charged]. The token becomes one of its own, as another machine may have
// sent it.
func (m *suzukiMachine) LoadCharges(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.make()
	for j := range m.entries {
		m.entries[j] = readNumber[uint32](r)
	}
	if m.token != nil {
		m.token = &Token{Served: m.token.Served, Queue: m.token.Queue, Entries: readList[uint32](r, nil)}
		if r.err == nil && len(m.token.Entries) != len(m.token.Queue) {
			r.err = errState
		}
	}
	return r.src, r.err
}

// AppendCharges implements [Charged].
func (m *raymondMachine) AppendCharges(dst []byte) []byte {
	for _, a := range m.queue {
		dst = appendCauses(dst, a.cause)
	}
	return dst
}

// LoadCharges implements [Charged].
func (m *raymondMachine) LoadCharges(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	for i := range m.queue {
		m.queue[i].cause = readCause(r)
	}
	return r.src, r.err
}
