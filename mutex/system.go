package mutex

// System holds all machines of a run, and delivers the messages that actors send to themselves.
type System struct {
	Setup     *Setup
	Algorithm *Algorithm
	Rule      Rule
	Machines  []Machine // by actor
	Charges   bool      // are part of the states

	// Down says which arbiters have crashed. Messages to them are lost, while the processes at
	// their places live on. It is nil if none has crashed.
	Down []bool

	// Told, if not nil, is called with each message that an actor delivers to itself at once.
	Told func(Message)

	local bool
	work  []Message
}

// NewSystem returns the machines of the algorithm in their first state.
func NewSystem(a *Algorithm, s *Setup) *System {
	sys := &System{Setup: s, Algorithm: a, Rule: a.RuleOver(s), Machines: make([]Machine, s.Actors()), local: a.SelfOver(s) == SelfLocal}
	for i := range sys.Machines {
		sys.Machines[i] = a.New(s, int32(i))
	}
	return sys
}

// Wish lets a process wish to enter, and appends the messages of the network to out.
func (s *System) Wish(w Wish, out []Message) []Message {
	s.work = s.Machines[s.Setup.Place(w.Process)].Wish(w, s.work[:0])
	return s.settle(out)
}

// Receive delivers a message to its actor, and appends the messages of the network to out.
func (s *System) Receive(m Message, out []Message) []Message {
	if s.Lost(m) {
		return out
	}
	s.work = s.Machines[m.To].Receive(m, s.work[:0])
	return s.settle(out)
}

// Lost reports whether a message is lost because its arbiter has crashed. The RECOVER of a
// successor that has failed since is void: it might come after that of the next one.
func (s *System) Lost(m Message) bool {
	down := func(actor int32) bool { return int(actor) < len(s.Down) && s.Down[actor] }
	return m.Kind.ToArbiter() && down(m.To) || m.Kind == Recover && down(m.From)
}

// Exit lets a process leave the critical section, and appends the messages of the network to out.
func (s *System) Exit(process int32, out []Message) []Message {
	s.work = s.Machines[s.Setup.Place(process)].Exit(s.work[:0])
	return s.settle(out)
}

// Abandon lets a process give up its request, and appends the messages of the network to out. It
// panics if the machine is no Abandoner.
func (s *System) Abandon(process int32, out []Message) []Message {
	s.work = s.Machines[s.Setup.Place(process)].(Abandoner).Abandon(s.work[:0])
	return s.settle(out)
}

// TakeOver lets the actor of a node take over the arbiter of a failed one, and appends the messages
// of the network to out. It panics if the machine is no Successor.
func (s *System) TakeOver(failed, by int32, out []Message) []Message {
	s.work = s.Machines[by].(Successor).TakeOver(failed, s.work[:0])
	return s.settle(out)
}

// settle delivers the messages of the actor to itself, until there are no more.
func (s *System) settle(out []Message) []Message {
	for i := 0; i < len(s.work); i++ {
		m := s.work[i]
		if !s.local || m.From != m.To {
			out = append(out, m)
			continue
		}
		if s.Lost(m) {
			continue
		}
		if s.Told != nil {
			s.Told(m)
		}
		s.work = s.Machines[m.To].Receive(m, s.work)
	}
	return out
}

// Phase returns where a process is.
func (s *System) Phase(process int32) Phase { return s.Machines[s.Setup.Place(process)].Phase() }

// AppendState appends the canonical encodings of all machines, in their order.
func (s *System) AppendState(dst []byte) []byte {
	return (&Codec{Charges: s.Charges}).Append(dst, s.Machines...)
}

// LoadState puts all machines into a state that AppendState wrote.
func (s *System) LoadState(src []byte) error {
	return (&Codec{Charges: s.Charges}).Load(src, s.Machines...)
}
