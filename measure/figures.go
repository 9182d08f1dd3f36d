package measure

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"coterie/bounds"
	"coterie/internal/machine/par"
	"coterie/internal/solve/given"
	"coterie/measure/availability"
	"coterie/measure/loads"
	"coterie/quorum"
)

// figure is an entry of the table of figures: which parts of a system have the figure, how it is
// found, and which limits apply.
type figure struct {
	asked Figure   // the group that a caller asks for
	of    scope    // the parts of a system that have it
	keys  []string // of the JSON form; each has the reason where the figure is not found
	stage string   // tells the person who waits; empty where find tells
	// where says which parts of the scope have the figure; nil for all of them.
	where func(*measurer, *part) bool
	// find enters the figure in the part, from its list or else from its formula. An error becomes
	// the reason under all keys.
	find func(*measurer, *part) error
	// proved enters the figure from the theorems of a family, where it was not found, and returns
	// the keys that are then known; nil for a figure without theorems.
	proved func(quorum.Proved, *Report) []string
	// survives says that the figure needs neither list nor formula where the family counts live
	// sets.
	survives bool
	// limited enters the figure among those that package bounds has limits for; nil for a figure
	// without limits.
	limited func(*bounds.Figures, *part)
}

// scope says which parts of a system have a figure.
type scope int

const (
	ofFamily scope = iota // of one family of quorums: an ordinary system, a k-coterie, a cartel
	ofCartel              // of a cartel beside others
	ofGroups              // of a group system as a whole
	ofSystem              // of an ordinary or a group system
)

// part is a part of a system that has figures: a cartel, the whole of a group system, or an
// ordinary system, which is both.
type part struct {
	name   string        // for the person who waits
	cartel quorum.Cartel // the family of quorums
	meets  bool          // its quorums are known to meet
	whole  *Report
	report *CartelReport // of a cartel
	*FamilyFigures
	Notes

	closed  Reason // why no figure of the part can be found; empty where figures are looked for
	besides string // an addition to the reason, for the figures of a family
	proven  bool   // theorems may know the figures that are not found

	// Results for the figures that build on others.
	load         *loads.Load
	live         *availability.LiveSets
	transversals int // no transversal has fewer nodes; 0 where that was not asked for
}

// find looks for the figures of a part, in the order of the table.
func (m *measurer) find(p *part, of scope) {
	for _, f := range figures {
		switch {
		case f.of != of || f.where != nil && !f.where(m, p):
			continue
		case !m.wants(f.asked):
			p.open(unasked, f.keys...)
			continue
		case p.closed.Text != "" && !(f.survives && p.cartel.Survives()):
			reason := p.closed
			if of == ofFamily {
				reason.Text += p.besides
			}
			p.open(reason, f.keys...)
		default:
			if f.stage != "" {
				m.stage(f.stage, p.name)
			}
			if err := f.find(m, p); err != nil {
				p.open(m.because(err), f.keys...)
			}
		}
		if p.proven && f.proved != nil {
			p.enter(construction(m.system.Proved), f.proved(m.system.Proved, p.whole))
		}
	}
}

// keysOf returns the keys of the figures that such parts have.
func keysOf(of scope) (keys []string) {
	for _, f := range figures {
		if f.of == of {
			keys = append(keys, f.keys...)
		}
	}
	return keys
}

// known returns the exact figures of a part that have limits.
func (p *part) known(of ...scope) bounds.Figures {
	var known bounds.Figures
	for _, f := range figures {
		if f.limited != nil && slices.Contains(of, f.of) {
			f.limited(&known, p)
		}
	}
	return known
}

// construction names the theorem of a family as a method.
func construction(p quorum.Proved) string { return "construction: " + p.Source }

// Reason says why a figure is not known. Its JSON form is its text.
type Reason struct {
	Kind ReasonKind
	Text string
}

// ReasonKind tells open figures from figures that nobody asked for; the exit status and the wording
// of reports depend on it.
type ReasonKind int

// The kinds of reasons.
const (
	Limited   ReasonKind = iota // the figure is open: out of reach, or not judged
	Stopped                     // the figure is open, as the context ended
	Estimated                   // an estimate stands in the place of the figure
	Unasked                     // nobody asked
	Settled                     // nothing is open: there is no such figure, or the answer needs words
)

// NotAsked is the reason of figures that Options.Only leaves out.
const NotAsked = "not asked for"

var unasked = Reason{Unasked, NotAsked}

func (r Reason) String() string { return r.Text }

// MarshalText returns the text.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.Text), nil }

// because returns the reason that an error gives. Where the context ended and is the cause, the
// reason says that the work was stopped, whether the package of the error does or not.
func (m *measurer) because(err error) Reason {
	if cause := context.Cause(m.ctx); cause == nil || !errors.Is(err, cause) {
		return Reason{Limited, err.Error()}
	}
	if !errors.Is(err, par.ErrStopped) {
		err = given.Ended(m.ctx)
	}
	return Reason{Stopped, err.Error()}
}

// undecided returns the reason for a judgement that came to no answer or was not begun.
func (m *measurer) undecided(text string) Reason {
	if m.ctx.Err() != nil {
		return Reason{Stopped, text}
	}
	return Reason{Limited, text}
}

// Notes say how the figures of a report were found, or why they were not. The keys are the keys of
// the JSON form.
type Notes struct {
	Methods map[string]string `json:"methods"`           // how a figure was found
	Reasons map[string]Reason `json:"reasons,omitempty"` // why a figure is null, or an estimate
}

func newNotes() Notes { return Notes{Methods: map[string]string{}, Reasons: map[string]Reason{}} }

// open notes why the figures of these keys are null.
func (n Notes) open(reason Reason, keys ...string) {
	for _, key := range keys {
		n.Reasons[key] = reason
	}
}

// enter notes the method by which open figures are known after all; the method stands under the
// first key.
func (n Notes) enter(method string, keys []string) {
	for i, key := range keys {
		if i == 0 {
			n.Methods[key] = method
		}
		delete(n.Reasons, key)
	}
}

// Stopped reports whether a figure is open because the context of Measure ended.
func (r Report) Stopped() bool {
	for _, notes := range r.notes() {
		for _, reason := range notes.Reasons {
			if reason.Kind == Stopped {
				return true
			}
		}
	}
	return false
}

// Open lists the keys of the figures that were asked for and are null or estimates. The keys of a
// cartel have its number before them.
func (r Report) Open() []string {
	var list []string
	for i, notes := range r.notes() {
		for _, key := range slices.Sorted(maps.Keys(notes.Reasons)) {
			if kind := notes.Reasons[key].Kind; kind == Unasked || kind == Settled {
				continue
			}
			if i > 0 {
				key = fmt.Sprintf("cartels[%d].%s", i, key)
			}
			list = append(list, key)
		}
	}
	return list
}

func (r Report) notes() []Notes {
	list := []Notes{r.Notes}
	for _, c := range r.Cartels {
		list = append(list, c.Notes)
	}
	return list
}
