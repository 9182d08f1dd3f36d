package simulation

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/trace"
)

// Stepper writes a run step by step: each event in a sentence, and a table of the actors. The table
// has the phase of the process, the locks that it has and lacks, and the variables of the
// algorithm. Rows of actors that are unchanged since the start are left out; rows that the step has
// changed begin with >.
type Stepper struct {
	w      io.Writer
	header trace.Header
	replay *trace.Replay
	width  int
	first  [][]string // cells of the actors at the start
	last   [][]string // after the step before
	err    error

	violated, stuck bool // so far; at the end
}

// NewStepper returns a stepper over machines in their first state. The machines belong to the
// stepper from then on.
func NewStepper(w io.Writer, h trace.Header, s *mutex.System, width int) *Stepper {
	p := &Stepper{w: w, header: h, width: width}
	p.replay = trace.NewReplay(s, p.step)
	p.first = p.cells()
	p.last = p.first
	return p
}

// Take takes the next event; an End ends the run.
func (p *Stepper) Take(e trace.Event) {
	err := p.replay.Event(e)
	if p.err == nil {
		p.err = err
	}
	p.violated = p.violated || e.Violates
	if e.What == trace.End {
		p.stuck = len(e.Stuck) > 0 && !p.violated
		end := p.header.Sentence(e, nil)
		if p.violated && p.header.Clock == trace.ClockSteps { // a short run goes no further
			end = "the rule is broken"
		}
		p.print("%s\n", end)
	}
}

// Close ends the last step of a run that has no end, and returns the first error.
func (p *Stepper) Close() error {
	err := p.replay.Close()
	if p.err == nil {
		p.err = err
	}
	return p.err
}

// Say writes a line of words.
func (p *Stepper) Say(line string) { p.print("%s\n", line) }

func (p *Stepper) print(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// columns returns the columns of the table: the actor, its phase, and the variables by name.
func (p *Stepper) columns() []string {
	names := []string{"", "process", "has", "lacks"}
	for _, m := range p.replay.System.Machines {
		for _, f := range m.View().Fields {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// cells returns the rows of all actors, under columns.
func (p *Stepper) cells() [][]string {
	columns := p.columns()
	s := p.replay.System
	rows := make([][]string, len(s.Machines))
	for a, m := range s.Machines {
		row := make([]string, len(columns))
		row[0] = p.header.Actor(int32(a))
		v := m.View()
		if _, ok := s.Setup.ProcessAt(int32(a)); ok {
			row[1] = v.Phase.String()
		}
		row[2], row[3] = p.list(v.Has), p.list(v.Lacks)
		if a < len(s.Down) && s.Down[a] {
			row[0] += " (crashed)"
		}
		for _, f := range v.Fields {
			row[slices.Index(columns, f.Name)] = f.Value
		}
		rows[a] = row
	}
	return rows
}

func (p *Stepper) list(nodes []int32) string {
	return show.Join(nodes, ",", func(v int32) string { return p.header.Node(v) })
}

// step writes a complete step.
func (p *Stepper) step(s trace.Step) {
	writeStep(p.print, &p.header, s, p.width)
	columns, now := p.columns(), p.cells()
	widths := make([]int, len(columns))
	measure := func(row []string) {
		for i, cell := range row {
			widths[i] = max(widths[i], show.Width(cell))
		}
	}
	measure(columns)
	var shown []int
	for a, row := range now {
		if a >= len(p.first) || !slices.Equal(row, p.first[a]) || !slices.Equal(row, p.last[a]) {
			shown = append(shown, a)
			measure(row)
		}
	}
	if len(shown) > 0 {
		p.row("     ", columns, widths)
	}
	for _, a := range shown {
		mark := "     "
		if !slices.Equal(now[a], p.last[a]) {
			mark = "   > "
		}
		p.row(mark, now[a], widths)
	}
	p.last = now
}

func (p *Stepper) row(mark string, cells []string, widths []int) {
	line := mark
	for i, cell := range cells {
		line += cell + strings.Repeat(" ", widths[i]-show.Width(cell)+2)
	}
	p.print("%s\n", strings.TrimRight(line, " "))
}

// writeStep writes the sentence of a step, with its number and its time.
func writeStep(print func(format string, args ...any), h *trace.Header, s trace.Step, width int) {
	when := ""
	if h.Clock != trace.ClockSteps {
		when = "at " + h.Time(s.Opener.At) + ": "
	}
	page := NewPage(width)
	page.indented(fmt.Sprintf("%3d  ", s.Number), when+h.Sentence(s.Opener, s.Then))
	print("%s", page.text.String())
}

// Witness is a short run in which a rule is broken, or at the end of which processes are stuck.
type Witness struct {
	Steps []string `json:"steps"` // each step in a sentence
	// Choices are the names of the events of the steps, from which simulate --choose makes the run.
	Choices []string `json:"choices"`
	Least   bool     `json:"least"` // no step can be left out
	// Waits gives the reason why processes are stuck at its end: the circular wait if there is one.
	Waits []string `json:"waits"`
}

// WitnessOf puts a short run into words. names are the names of the nodes, or nil.
func WitnessOf(s *trace.Shrunk, names []string) *Witness {
	s.Header.Names = names
	w := &Witness{Least: s.Least, Waits: []string{}, Steps: s.Sentences(), Choices: trace.Names(s.System.Setup, trace.Choices(s.Events))}
	if !slices.ContainsFunc(s.Events, func(e trace.Event) bool { return e.Violates }) {
		w.Waits = s.System.DescribeWaits(names)
	}
	return w
}
