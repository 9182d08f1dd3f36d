package spacetime

import (
	"slices"

	"coterie/mutex"
	"coterie/mutex/trace"
)

// Diagram takes the events of a trace one by one, and keeps those of one part of the trace.
type Diagram struct {
	header   *trace.Header
	from, to float64

	asks   map[int32]*stay // by process: its present stay, if it is not idle
	stays  []*stay         // the finished stays that reach into the part
	rows   []row
	flows  []flow
	actors []int32 // that take part, in the order of doing so
	stuck  []int32
	steps  int // of the part, drawn or not
	open   bool
	full   bool
	tells  bool
}

// row is a step.
type row struct {
	at    float64
	actor int32
	text  string
	cross bool // the arriving message was lost, or the node crashed
	sides [2]int
}

// stay is the time for which a process waits or is in the critical section, from one row to
// another. -1 stands for the time before the first row, and the number of rows for that after the
// last.
type stay struct {
	process      int32
	group        int32
	inside       bool
	violates     bool
	begins, ends int
}

// flow is a message between two rows. The first is -1 if its sending is not in the part, and the
// second is the number of rows if its arrival is not.
type flow struct {
	from, to       int32
	id             uint64
	left, arrived  int
	kind           mutex.Kind
	lost, underway bool // underway: it has not arrived yet
}

// The greatest numbers of rows and lines that can be read on a page.
const (
	maxRows    = 72
	maxColumns = 44
)

// New returns a diagram of the steps between two moments, both included. If they have no room on a
// page, it shows the first of them.
func New(h *trace.Header, from, to float64) *Diagram {
	return &Diagram{header: h, from: from, to: to, asks: map[int32]*stay{}}
}

// Event takes the next event of the trace.
func (d *Diagram) Event(e trace.Event) {
	if e.What == trace.End {
		if e.At <= d.to {
			d.stuck = e.Stuck
		}
		return
	}
	if e.What.Opens() {
		d.open = e.At >= d.from && e.At <= d.to
		if d.open {
			d.steps++
			d.open = d.opens(&e)
		}
		d.change(&e)
		return
	}
	switch e.What {
	case trace.Enter:
		d.change(&e)
	case trace.Tell:
		d.tells = d.tells || d.open
	case trace.Send:
		if d.open && d.takesPart(e.Message.To) {
			d.flows = append(d.flows, flow{from: e.Message.From, to: e.Message.To, left: len(d.rows) - 1, id: e.ID, kind: e.Message.Kind, underway: true})
		}
	}
}

// takesPart gives an actor a line, if there is one left.
func (d *Diagram) takesPart(a int32) bool {
	if slices.Contains(d.actors, a) {
		return true
	}
	if len(d.actors) == maxColumns {
		return false
	}
	d.actors = append(d.actors, a)
	return true
}

// opens begins a row, if there is one left.
func (d *Diagram) opens(e *trace.Event) bool {
	r := row{at: e.At, cross: e.What == trace.Lose || e.What == trace.Crash}
	switch r.actor, r.text = d.header.Opening(e); e.What {
	case trace.Lose:
		r.text += " lost"
	case trace.Succeed:
		r.text = "takes over node " + d.header.Node(e.Node)
	}
	if d.full = d.full || len(d.rows) == maxRows; d.full || !d.takesPart(r.actor) {
		return false
	}
	if e.What == trace.Arrive || e.What == trace.Lose {
		i := slices.IndexFunc(d.flows, func(f flow) bool { return f.underway && f.id == e.ID })
		if i < 0 {
			if !d.takesPart(e.Message.From) {
				return false
			}
			i = len(d.flows)
			d.flows = append(d.flows, flow{from: e.Message.From, to: e.Message.To, left: -1, kind: e.Message.Kind})
		}
		f := &d.flows[i]
		f.arrived, f.underway, f.lost = len(d.rows), false, e.What == trace.Lose
	}
	d.rows = append(d.rows, r)
	return true
}

// change takes an event by which a process begins to wait, enters, or leaves.
func (d *Diagram) change(e *trace.Event) {
	row := len(d.rows) - 1 // the present one; before the part the one before the first
	if e.At > d.to || d.full {
		row = len(d.rows)
	}
	switch e.What {
	case trace.Wish:
		d.asks[e.Process] = &stay{process: e.Process, group: e.Group, begins: row}
	case trace.Enter:
		if old := d.leave(e.Process, row); old != nil {
			d.asks[e.Process] = &stay{process: e.Process, group: old.group, begins: row, inside: true, violates: e.Violates}
		}
	case trace.Exit, trace.Abandon:
		d.leave(e.Process, row)
	}
}

func (d *Diagram) leave(process int32, row int) *stay {
	old := d.asks[process]
	if old == nil {
		return nil
	}
	old.ends = row
	if row >= 0 && old.begins < len(d.rows) { // neither before the part nor after it
		d.stays = append(d.stays, old)
	}
	delete(d.asks, process)
	return old
}
