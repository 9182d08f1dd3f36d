package player

import (
	"encoding/json"
	"fmt"
	"slices"

	"coterie/mutex"
	"coterie/mutex/trace"
	"coterie/quorum"
)

// mostWaiting is the greatest number of waiting processes for which a circle of waits is searched.
// Among more of them nobody could see one.
const mostWaiting = 40

// Event takes the next event of the run.
func (p *Page) Event(e trace.Event) {
	switch {
	case e.What == trace.End:
		p.finish()
		p.feed(e)
		p.end(e)
		return
	case e.What.Opens():
		p.finish()
		if p.steps++; p.steps > MostSteps {
			return
		}
		p.opener = e
		p.open(e)
	case p.steps > MostSteps || p.opener.What == 0:
		return
	default:
		p.then = append(p.then, e)
		p.follow(e)
	}
	p.feed(e)
}

// feed hands an event to the machines, and drops the machines if they deviate from it.
func (p *Page) feed(e trace.Event) {
	if p.replay == nil || p.steps > MostSteps {
		return
	}
	err := p.fits(&e)
	if err == nil {
		err = p.replay.Event(e)
	}
	if err != nil {
		p.part(err)
	}
}

// part goes on without machines.
func (p *Page) part(err error) {
	p.replay, p.circle = nil, nil
	p.data.Lost = max(1, p.steps)
	p.data.Notes = append(p.data.Notes, fmt.Sprintf("From step %d on the states of the nodes are not shown: the machines here do something else than the run (%v).", p.data.Lost, err))
	for a := range p.data.States {
		p.remember(int32(a), state{Phase: p.phaseAt(int32(a)), Down: p.down[int32(a)]})
	}
	p.draw(nil)
}

// fits returns an error if an event of a file must not be shown to the machines.
func (p *Page) fits(e *trace.Event) error {
	switch e.What {
	case trace.Wish:
		none := e.Quorum < 0
		if none != p.replay.System.Algorithm.NoQuorums || int(e.Quorum) >= len(p.setup.Quorums) || !none && !slices.Equal(p.setup.Quorums[e.Quorum], e.Members) {
			return fmt.Errorf("process %v takes a quorum that is none of this system", quorum.Index(e.Process))
		}
		if e.Group < 0 || int(e.Group) >= max(1, p.setup.Groups()) {
			return fmt.Errorf("there is no group %v", quorum.Index(e.Group))
		}
		if !none && (e.Quorum < p.setup.First[e.Group] || e.Quorum >= p.setup.First[e.Group+1]) {
			return fmt.Errorf("process %v takes a quorum of another group than its own", quorum.Index(e.Process))
		}
	case trace.Arrive:
		t := e.Message.Token
		if t == nil {
			break
		}
		bad := func(v int32) bool { return v < 0 || int(v) >= p.setup.Processes }
		if len(t.Served) != p.setup.Processes || len(t.Entries) != len(t.Queue) || slices.ContainsFunc(t.Queue, bad) {
			return fmt.Errorf("the token is none of %d processes", p.setup.Processes)
		}
	}
	return nil
}

// open begins a step.
func (p *Page) open(e trace.Event) {
	a, short := p.header.Opening(&e)
	message := -1
	switch e.What {
	case trace.Wish:
		p.asks[e.Process] = len(p.data.Stays)
		p.data.Stays = append(p.data.Stays, [6]int{int(e.Process), int(e.Group), p.steps, 0, 0, 0})
		p.phases[e.Process] = mutex.Trying
	case trace.Exit, trace.Abandon:
		p.phases[e.Process] = mutex.Idle
		if i, ok := p.asks[e.Process]; ok {
			p.data.Stays[i][4] = p.steps
			delete(p.asks, e.Process)
		}
	case trace.Arrive, trace.Lose:
		if i, ok := p.sent[e.ID]; ok {
			message = i
			p.data.Messages[i][5] = p.steps
			delete(p.sent, e.ID)
		}
		if e.What == trace.Lose {
			short += ", lost"
			if message >= 0 {
				p.data.Messages[message][6] = 1
			}
		}
	case trace.Crash:
		p.down[e.Node] = true
		p.data.Crashes = append(p.data.Crashes, [2]int{p.steps, int(e.Node)})
	}
	p.took[a] = true
	p.data.Times = append(p.data.Times, e.At)
	p.data.Steps = append(p.data.Steps, [5]int{int(e.What), int(a), -1, p.text(short), message})
}

// follow takes an event that is an effect of a step.
func (p *Page) follow(e trace.Event) {
	m := &e.Message
	switch e.What {
	case trace.Enter:
		p.phases[e.Process] = mutex.Critical
		if i, ok := p.asks[e.Process]; ok {
			p.data.Stays[i][3] = p.steps
			if e.Violates {
				p.data.Stays[i][5] = 1
			}
		}
		if e.Violates {
			p.data.Broken = append(p.data.Broken, p.steps)
		}
	case trace.Send:
		stamp, cause := -1, -1
		if m.Stamp != (mutex.Stamp{}) {
			stamp = p.text(m.Stamp.String())
		}
		if m.Cause.Entry > 0 {
			cause = p.text(fmt.Sprintf("request %d of process %s", m.Cause.Entry, p.header.Process(m.Cause.Process)))
		}
		p.sent[e.ID] = len(p.data.Messages)
		p.data.Messages = append(p.data.Messages, [9]int{
			int(m.From), int(m.To), p.text(m.Kind.String()), p.text(p.header.Lines[m.Line]), p.steps, 0, 0, stamp, cause,
		})
		p.took[m.From], p.took[m.To] = true, true
	}
}

// finish ends the step under way. It adds its sentence, the state after it, and the circle of
// waiting processes.
func (p *Page) finish() {
	if p.opener.What == 0 {
		return
	}
	step := &p.data.Steps[len(p.data.Steps)-1]
	step[2] = p.text(p.header.Sentence(p.opener, p.then))
	a := int32(step[1])
	p.opener, p.then = trace.Event{}, p.then[:0]
	if p.replay == nil {
		p.remember(a, state{Phase: p.phaseAt(a), Down: p.down[a]})
		return
	}
	if err := p.replay.Close(); err != nil {
		p.part(err)
		return
	}
	if !p.look(a) {
		return
	}
	for i, w := range p.circle {
		if w != p.stands(w) {
			p.circle = nil
			break
		} else if i == len(p.circle)-1 {
			return // it still holds
		}
	}
	waiting := 0
	for _, phase := range p.phases {
		if phase == mutex.Trying {
			waiting++
		}
	}
	if waiting <= mostWaiting {
		p.circle = mutex.CircularWait(p.replay.System.Waits())
	}
	p.draw(p.circle)
}

// stands returns the present form of a wait: without process and holder if it is over.
func (p *Page) stands(w mutex.Wait) mutex.Wait {
	v := &p.views[p.header.Place(w.Process)]
	if v.Phase == mutex.Trying && slices.Contains(v.Lacks, w.Node) && slices.Contains(p.views[w.Node].Holders, w.Holder) && !p.down[w.Node] {
		return w
	}
	return mutex.Wait{Process: -1, Node: -1, Holder: -1}
}

// draw records the circle that holds from the present step on.
func (p *Page) draw(circle []mutex.Wait) {
	entry := []int{p.now()}
	for _, w := range circle {
		entry = append(entry, int(w.Process), int(w.Node))
	}
	list := p.data.Circles
	if n := len(list); n > 0 && slices.Equal(list[n-1][1:], entry[1:]) || n == 0 && circle == nil {
		return
	}
	p.data.Circles = append(list, entry)
}

// now returns the last step that is played.
func (p *Page) now() int { return min(p.steps, MostSteps) }

// end takes the end of the run.
func (p *Page) end(e trace.Event) {
	inside := slices.ContainsFunc(p.data.Stays, func(s [6]int) bool { return s[3] > 0 && s[4] == 0 })
	switch {
	case len(p.data.Broken) > 0 && p.header.Clock == trace.ClockSteps:
		p.data.End = "the rule is broken, and the run goes no further"
		return
	case p.header.Clock == trace.ClockSteps && (inside || len(p.sent) > 0):
		p.data.End = "the run is told up to here: more may happen"
		return
	}
	p.data.End = p.header.Sentence(e, nil)
	p.data.Stuck = append(p.data.Stuck, e.Stuck...)
	if p.replay == nil || p.steps > MostSteps || len(e.Stuck) == 0 {
		return
	}
	circle := mutex.CircularWait(p.replay.System.Waits())
	if circle == nil {
		return
	}
	closed := 0
	for _, w := range circle {
		closed = max(closed, p.since(p.header.Place(w.Process), func(s *state) bool {
			return s.Phase == int(mutex.Trying) && slices.Contains(s.Lacks, w.Node)
		}), p.since(w.Node, func(s *state) bool { return slices.Contains(s.Holders, w.Holder) }))
	}
	p.data.Closed = closed
	p.data.Circles = slices.DeleteFunc(p.data.Circles, func(c []int) bool { return c[0] >= closed })
	entry := []int{closed}
	for _, w := range circle {
		entry = append(entry, int(w.Process), int(w.Node))
	}
	p.data.Circles = append(p.data.Circles, entry)
}

// since returns the step since which a property of an actor has held until now.
func (p *Page) since(a int32, holds func(*state) bool) int {
	h := p.data.States[a]
	from := p.now()
	for i := len(h) - 2; i >= 0 && holds(&p.data.Pool[h[i+1]]); i -= 2 {
		from = h[i]
	}
	return from
}

// look keeps the state of an actor, and reports whether it has changed.
func (p *Page) look(a int32) bool {
	v := p.replay.System.Machines[a].View()
	p.views[a] = v
	s := state{Phase: -1, Has: v.Has, Lacks: v.Lacks, Holders: v.Holders, Queue: v.Queue, Down: p.down[a]}
	if _, ok := p.setup.ProcessAt(a); ok {
		s.Phase = int(v.Phase)
	}
	for _, f := range v.Fields {
		s.Fields = append(s.Fields, [2]string{f.Name, f.Value})
	}
	return p.remember(a, s)
}

// phaseAt returns the phase of an actor's process according to the events, or -1 if it has none.
func (p *Page) phaseAt(a int32) int {
	process := a
	if p.header.Apart {
		process -= int32(p.header.Nodes)
	}
	if process < 0 || int(process) >= p.header.Processes {
		return -1
	}
	return int(p.phases[process])
}

// remember records the state of an actor from the present step on.
func (p *Page) remember(a int32, s state) bool {
	key, err := json.Marshal(&s)
	if err != nil {
		panic(err) // numbers and texts
	}
	at, ok := p.pool[string(key)]
	if !ok {
		at = len(p.data.Pool)
		p.pool[string(key)] = at
		p.data.Pool = append(p.data.Pool, s)
	}
	h := p.data.States[a]
	if n := len(h); n > 0 && h[n-1] == at {
		return false
	}
	if n := len(h); n > 0 && h[n-2] == p.now() {
		h[n-1] = at
		return true
	}
	p.data.States[a] = append(h, p.now(), at)
	return true
}

// text returns the place of a text.
func (p *Page) text(s string) int {
	at, ok := p.texts[s]
	if !ok {
		at = len(p.data.Texts)
		p.texts[s] = at
		p.data.Texts = append(p.data.Texts, s)
	}
	return at
}
