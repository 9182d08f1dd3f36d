package mutex

// Charged is a machine that keeps what messages are to be charged to.
//
// Charges visits each charge that it keeps, in an order that its state alone decides; whoever
// visits them may change them. A charge that nothing can be charged to any more is not visited, so
// that states that will charge alike are told as equal.
type Charged interface {
	Machine
	Charges(visit func(c *Cause))
}

// AppendCharges appends a canonical encoding of the charges that a machine keeps, none if it is not
// [Charged].
func AppendCharges(dst []byte, m Machine) []byte {
	if m, ok := m.(Charged); ok {
		m.Charges(func(c *Cause) { dst = appendNumbers(appendNumbers(dst, c.Process), c.Entry) })
	}
	return dst
}

// LoadCharges, after LoadState of the same machine, reads what AppendCharges wrote, and returns the
// rest.
func LoadCharges(src []byte, m Machine) ([]byte, error) {
	r := &stateReader{src: src}
	if m, ok := m.(Charged); ok {
		m.Charges(func(c *Cause) { *c = Cause{Process: readNumber[int32](r), Entry: readNumber[uint32](r)} })
	}
	return r.src, r.err
}

// AppendCharges appends what all machines keep of charges, in their order.
func (s *System) AppendCharges(dst []byte) []byte {
	for _, m := range s.Machines {
		dst = AppendCharges(dst, m)
	}
	return dst
}

// LoadCharges, after LoadState, puts into all machines what AppendCharges wrote.
func (s *System) LoadCharges(src []byte) (err error) {
	for _, m := range s.Machines {
		if src, err = LoadCharges(src, m); err != nil {
			return err
		}
	}
	return nil
}

// visitEntry visits the charge to an entry of a process that the state names.
func visitEntry(process int32, entry *uint32, visit func(*Cause)) {
	c := Cause{process, *entry}
	if visit(&c); c.Entry != *entry { // what is shared is not written
		*entry = c.Entry
	}
}

// visitQueue visits who pays for the LOCKED of those that wait.
func visitQueue(queue []waiting, visit func(*Cause)) {
	for i := range queue {
		visit(&queue[i].charge)
	}
}

func (m *fixedMachine) Charges(visit func(*Cause)) {
	if m.phase != Idle {
		visit(&m.cause)
		for i := range m.members {
			if of := &m.members[i]; of.pending {
				visit(&of.cause)
			}
		}
	}
	visitQueue(m.queue, visit)
}

func (m *takeoverMachine) Charges(visit func(*Cause)) {
	m.fixedMachine.Charges(visit)
	for _, of := range m.roles {
		of.arbiter.Charges(visit)
		for i := range of.early {
			visit(&of.early[i].Cause)
		}
	}
}

// Charges: a RELINQUISH may come to a lock that nobody asks back, and is charged as the last one
// that somebody did.
func (m *literalMachine) Charges(visit func(*Cause)) {
	if m.phase != Idle {
		visit(&m.cause)
		for i := range m.members {
			if of := &m.members[i]; of.pending {
				visit(&of.cause)
			}
		}
	}
	visit(&m.inquirer)
	visitQueue(m.queue, visit)
}

func (m *orderedMachine) Charges(visit func(*Cause)) {
	if m.phase != Idle {
		visit(&m.cause)
	}
	visitQueue(m.queue, visit)
}

func (m *joungM) Charges(visit func(*Cause)) {
	if m.phase != Idle {
		visit(&m.cause)
		for i := range m.rounds {
			if m.names && m.rounds[i].asked > 0 {
				visit(&m.rounds[i].cause)
			}
		}
	}
	for i := range m.requests {
		visit(&m.requests[i].cause)
		if !m.requests[i].locked {
			visit(&m.requests[i].charge)
		}
	}
}

func (m *joungS) Charges(visit func(*Cause)) {
	if m.phase != Idle {
		visit(&m.cause)
	}
	for _, list := range [...][]nodeRequest{m.deferred, m.early} {
		for i := range list {
			visit(&list[i].cause)
		}
	}
}

func (m *pMachine) Charges(visit func(*Cause)) {
	if m.phase != Idle {
		visit(&m.cause)
	}
	for i := range m.queue {
		visit(&m.queue[i].cause)
	}
}

func (m *pFixedMachine) Charges(visit func(*Cause)) {
	if m.phase != Idle {
		visit(&m.cause)
		for i := range m.members {
			if m.members[i].asked > 0 {
				visit(&m.members[i].cause)
			}
		}
	}
	for i := range m.queue {
		visit(&m.queue[i].charge)
	}
}

func (m *centralizedMachine) Charges(visit func(*Cause)) {
	if m.phase != Idle {
		visit(&m.cause)
	}
	for i := range m.queue {
		visitEntry(m.queue[i].Process, &m.queue[i].Entry, visit)
	}
}

func (m *ricartMachine) Charges(visit func(*Cause)) {
	for j, deferred := range m.deferred {
		if deferred {
			visitEntry(int32(j), &m.entries[j], visit)
		}
	}
}

func (m *suzukiMachine) Charges(visit func(*Cause)) {
	m.make()
	for j := range m.entries {
		visitEntry(int32(j), &m.entries[j], visit)
	}
	for i := 0; m.token != nil && i < len(m.token.Queue); i++ {
		visitEntry(m.token.Queue[i], &m.token.Entries[i], visit)
	}
}

func (m *raymondMachine) Charges(visit func(*Cause)) {
	for i := range m.queue {
		visit(&m.queue[i].cause)
	}
}
