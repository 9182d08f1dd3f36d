package player

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/trace"
)

//go:embed page/page.html
var pageText string

//go:embed page/page.css
var styleText string

//go:embed page/page.js
var scriptText string

//go:embed page/alone.js
var aloneText string

// Style returns the style of the elements in which runs are played. It styles nothing else.
func Style() string { return styleText }

// Script returns the script that plays runs: its function mount(root, run, options) plays the data
// of [Page.Data] in an element of any page, under a policy without inline scripts and styles.
func Script() string { return scriptText }

// MostSteps is the greatest number of steps of a page. More would not fit into the memory of a
// phone.
const MostSteps = 20_000

// Page takes the events of a run, one by one, and writes the page.
type Page struct {
	header trace.Header
	replay *trace.Replay // nil if there are no machines, or no longer any
	setup  *mutex.Setup
	data   data

	texts  map[string]int // places in data.Texts
	pool   map[string]int // places in data.Pool
	sent   map[uint64]int // places in data.Messages of the messages under way
	asks   map[int32]int  // places in data.Stays of the processes that are not idle
	down   map[int32]bool
	views  []mutex.View // by actor, where there are machines
	phases map[int32]mutex.Phase
	took   map[int32]bool // actors that took part

	opener trace.Event // of the step under way
	then   []trace.Event
	steps  int // steps opened, including those without room
	circle []mutex.Wait
}

// data is the input of the script of the page. Steps count from 1, all else from 0; -1 is none.
type data struct {
	Algorithm string      `json:"algorithm"`
	System    string      `json:"system"`
	Source    string      `json:"source,omitempty"` // for the algorithm and the names of its steps
	Notes     []string    `json:"notes"`
	Actors    []actor     `json:"actors"`
	Groups    int         `json:"groups"`
	Nodes     int         `json:"nodes"`
	Machines  bool        `json:"machines"`       // the states of the nodes are known
	Lost      int         `json:"lost,omitempty"` // the step from which on they are not known
	Counts    bool        `json:"counts"`         // times count steps
	Texts     []string    `json:"texts"`
	Times     []float64   `json:"times"`    // of the steps
	Steps     [][5]int    `json:"steps"`    // what, actor, sentence, short text, message
	Messages  [][9]int    `json:"messages"` // from, to, kind, line, sent at, arrived at or 0, lost, stamp, cause
	Stays     [][6]int    `json:"stays"`    // process, group, wish, entry or 0, end or 0, against the rule
	Pool      []state     `json:"pool"`
	States    [][]int     `json:"states"`  // by actor: a step, and its state from then on, and so forth
	Circles   [][]int     `json:"circles"` // a step, and the circle from it on: process, node, process, ...
	Closed    int         `json:"closed"`  // the step from which on the circle of the end lasts, 0: none
	Broken    []int       `json:"broken"`  // steps that broke the rule
	Crashes   [][2]int    `json:"crashes"` // step, node
	Marks     []Mark      `json:"marks"`
	End       string      `json:"end"`
	Stuck     []int32     `json:"stuck"`
	Process   []processAt `json:"processes"`
	First     int         `json:"processFrom"` // the actor of the first process
}

// actor is an actor that is shown: its number among all, and its names in a sentence and in a list.
type actor struct {
	Number int32  `json:"number"`
	Name   string `json:"name"`
	Short  string `json:"short"`
}

// processAt holds the name of a process, and its actor.
type processAt struct {
	Name  string `json:"name"`
	Actor int32  `json:"actor"`
}

// state is the state of a machine for people. If only the events are known, it is the phase alone.
type state struct {
	Phase   int         `json:"phase"` // -1 where there is no process
	Has     []int32     `json:"has,omitempty"`
	Lacks   []int32     `json:"lacks,omitempty"`
	Holders []int32     `json:"holders,omitempty"`
	Queue   []int32     `json:"queue,omitempty"`
	Fields  [][2]string `json:"fields,omitempty"`
	Down    bool        `json:"down,omitempty"`
}

// New returns a page without events. The machines, if there are any, are in their first state, and
// belong to the page from then on.
func New(h trace.Header, machines *mutex.System) *Page {
	p := &Page{
		header: h, texts: map[string]int{}, pool: map[string]int{}, sent: map[uint64]int{}, asks: map[int32]int{},
		down: map[int32]bool{}, phases: map[int32]mutex.Phase{}, took: map[int32]bool{},
	}
	p.data = data{
		Algorithm: h.Algorithm, System: show.Name(h.System), Notes: []string{}, Groups: h.Groups, Nodes: h.Nodes, Counts: h.Clock == trace.ClockSteps, Machines: machines != nil,
		Texts: []string{}, Times: []float64{}, Steps: [][5]int{}, Messages: [][9]int{}, Stays: [][6]int{}, Pool: []state{}, Circles: [][]int{},
		Broken: []int{}, Marks: []Mark{}, Crashes: [][2]int{}, Stuck: []int32{},
	}
	if h.System == "" {
		p.data.System = show.Count(h.Nodes, "node")
	}
	if a := mutex.Find(h.Algorithm); a != nil {
		p.data.Source = a.Source
	}
	if f, ok := mutex.FindFlaw(h.Flaw); ok {
		p.data.Notes = append(p.data.Notes, fmt.Sprintf("The algorithm is wrong on purpose: %s.", f.Text))
	}
	p.data.First = int(h.Place(0))
	p.data.States = make([][]int, h.Actors())
	if machines == nil {
		for a := range p.data.States {
			p.remember(int32(a), state{Phase: p.phaseAt(int32(a))})
		}
		return p
	}
	p.setup = machines.Setup
	p.replay = trace.NewReplay(machines, nil)
	p.views = make([]mutex.View, len(machines.Machines))
	for a := range machines.Machines {
		p.look(int32(a))
	}
	return p
}

// Mark is a remark on a step: something fails after it, or repeats from it on.
type Mark struct {
	Step int    `json:"step"`
	Text string `json:"text"` // a sentence without its full stop
}

// Of returns a whole run as a page; machines, in their first state, may be nil.
func Of(run *trace.Trace, machines *mutex.System, marks ...Mark) *Page {
	p := New(run.Header, machines)
	for _, e := range run.Events {
		p.Event(e)
	}
	p.data.Marks = append(p.data.Marks, marks...)
	return p
}

// Data returns the run so far as the JSON that the script plays.
func (p *Page) Data() (json.RawMessage, error) {
	p.finish()
	d := p.data
	d.Notes, d.States = slices.Clone(d.Notes), slices.Clone(d.States)
	if p.steps > MostSteps {
		d.Notes = append(d.Notes, fmt.Sprintf("Of %d steps the first %d are played.", p.steps, MostSteps))
	}
	p.cast(&d)
	return json.Marshal(&d) // which writes < as \u003c
}

// Write writes the page of the events so far.
func (p *Page) Write(w io.Writer) error {
	content, err := p.Data()
	if err != nil {
		return err
	}
	title := html.EscapeString(p.data.Algorithm + " over " + p.data.System)
	_, err = strings.NewReplacer("TITLE", title, "STYLE", styleText, "DATA", string(content), "SCRIPT", scriptText+aloneText).WriteString(w, pageText)
	return err
}

// The greatest number of actors for which all are shown, and the greatest number that are shown at
// all.
const (
	allActors  = 24
	mostActors = 300
)

// cast chooses the actors that are shown: all, or if there are many, those that took part.
func (p *Page) cast(d *data) {
	d.Actors, d.Process = []actor{}, []processAt{}
	left := 0
	for a := range int32(p.header.Actors()) {
		if p.header.Actors() > allActors && !p.took[a] {
			d.States[a] = nil
			continue
		}
		if len(d.Actors) == mostActors {
			left++
			d.States[a] = nil
			continue
		}
		d.Actors = append(d.Actors, actor{a, p.header.Actor(a), p.header.Short(a)})
	}
	if left > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("Of those who take part %d are not shown.", left))
	}
	if quiet := p.header.Actors() - len(d.Actors) - left; quiet > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("Of %d nodes and processes those are shown that take part.", p.header.Actors()))
	}
	states := make([][]int, len(d.Actors))
	for i, a := range d.Actors {
		states[i] = d.States[a.Number]
	}
	d.States = states
	for process := range int32(p.header.Processes) {
		if place := p.header.Place(process); p.header.Actors() <= allActors || p.took[place] {
			d.Process = append(d.Process, processAt{p.header.Process(process), place})
		}
	}
}
