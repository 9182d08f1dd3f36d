package simulation

import (
	"encoding/json"
	"fmt"
	"io"

	"coterie/internal/picture/player"
	"coterie/mutex"
	"coterie/mutex/trace"
	"coterie/quorum"
)

// Steered is a run whose events a reader has chosen, and the events that can come next.
type Steered struct {
	Algorithm string          `json:"algorithm"`
	Flaw      string          `json:"flaw,omitempty"`
	System    string          `json:"system"`
	Chosen    []string        `json:"chosen"` // the names of all events so far
	Next      []Possible      `json:"next"`
	Steps     []string        `json:"steps"` // each step in a sentence
	Entries   int             `json:"entries"`
	Violation *int            `json:"violation"` // the step that breaks the rule
	Stuck     []quorum.Index  `json:"stuck"`     // the processes that wait though nothing can happen unless another one wishes
	Waits     []string        `json:"waits"`     // why they are stuck: the circular wait if there is one
	Done      bool            `json:"done"`      // the run does not go on by itself
	Page      json.RawMessage `json:"page"`      // the data of the player
}

// Possible is an event that can come next.
type Possible struct {
	Choice string       `json:"choice"` // its name
	What   string       `json:"what"`
	Actor  quorum.Index `json:"actor"` // where it happens
	Kind   string       `json:"kind,omitempty"`
	Text   string       `json:"text"` // a sentence without its full stop
}

// SteeredOf puts a run into words. names are those of the nodes, or nil.
func SteeredOf(s *trace.Steered, told Telling) (*Steered, error) {
	h, setup := told.header(), s.System.Setup
	r := &Steered{
		Algorithm: h.Algorithm, Flaw: h.Flaw, System: h.System, Chosen: trace.Names(setup, s.Done), Next: []Possible{}, Steps: told.Short.Sentences(),
		Stuck: s.Stuck(), Waits: []string{}, Done: s.Quiet(),
	}
	for _, e := range s.Events {
		if e.What == trace.Enter {
			r.Entries++
		}
	}
	if s.Violations > 0 {
		r.Violation = &told.Short.Steps
	}
	if len(r.Stuck) > 0 {
		r.Waits = s.System.DescribeWaits(told.Names)
	}
	for _, c := range s.Next() {
		e, kind := s.Event(c), ""
		if c.What == trace.Arrive {
			kind = c.Kind.String()
		}
		actor, _ := h.Opening(&e)
		r.Next = append(r.Next, Possible{c.Name(setup), c.What.String(), quorum.Index(actor), kind, h.Sentence(e, nil)})
	}
	var err error
	r.Page, err = player.Of(told.Short.Trace, mutex.NewSystem(s.System.Algorithm, setup)).Data()
	return r, err
}

// WriteNext writes every event that can come next, and before them who is stuck if another process
// has not wished yet.
func (r *Steered) WriteNext(w io.Writer, width int) error {
	page := NewPage(width)
	if !r.Done && len(r.Waits) > 0 {
		page.indented("", "Nothing happens unless another process wishes:")
		for _, line := range r.Waits {
			page.indented("  ", line)
		}
	}
	switch {
	case r.Done && len(r.Next) > 0:
		page.indented("", "Next, if somebody wishes again:")
	case len(r.Next) > 0:
		page.indented("", "Next:")
	}
	for _, p := range r.Next {
		page.indented(fmt.Sprintf("  %-16s ", p.Choice), p.Text)
	}
	_, err := page.WriteTo(w)
	return err
}
