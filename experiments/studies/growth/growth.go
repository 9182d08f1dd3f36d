package growth

import (
	"context"
	"errors"
	"fmt"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/measure"
)

// parameters of the study growth.
type parameters struct {
	Sizes []int `json:"sizes"` // each family has a system of the most nodes up to each of them

	// The default part.
	Listed int            `json:"listed,omitempty"` // systems of at most this many quorums are listed
	States int            `json:"states,omitempty"` // of a count of live sets
	Most   map[string]int `json:"most,omitempty"`   // by family and figure, the most nodes that are tried

	// The full part.
	Seconds   int `json:"seconds,omitempty"`   // CPU time after which a command is stopped
	Gigabytes int `json:"gigabytes,omitempty"` // memory of the machine of today, for the forecast
}

// Study returns the study growth.
func Study() experiments.Study {
	return experiments.NewStudy(experiments.Spec[parameters]{
		Name:  "growth",
		Title: "How answers and their costs grow",
		Doc: "How far each figure of measure is exact as the number of nodes grows, for every family (answers.csv), when few quorums are listed. The full part runs the commands of every verb over sizes " +
			"that grow until one takes too long. The CPU seconds and the memory of each run are in growth.json, with the laws that they follow and the places where a cost jumps. There are two pictures for each verb. " +
			"Times differ from machine to machine, so no table has one, and a check judges only that laws and jumps follow from the runs that are kept. docs/growth.md explains the jumps.",
		Default: parameters{[]int{10, 30, 100, 300, 1000, 10_000}, 50, 1 << 12, map[string]int{
			"triangle byzantine": 1000, "paths availability": 50, "triangle-lattice availability": 50,
		}, 0, 0},
		Full:     &parameters{[]int{16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192}, 0, 0, nil, 4, 16},
		Declare:  declare,
		Verify:   experiments.Decoded(verify),
		Measured: true,
	})
}

func declare(out *experiments.Output, p parameters) {
	if out.Full {
		declareCosts(out, p)
		return
	}
	cells := experiments.Compute(out, "answers", pairs(), func(ctx context.Context, at pair) (cell, error) {
		c := cell{at, nil}
		for _, n := range p.Sizes {
			c.Answers = append(c.Answers, p.answerAt(ctx, at, n))
		}
		return c, nil
	})
	columns := experiments.Columns[cell]("family", "figure")
	for i, n := range p.Sizes {
		columns = append(columns, experiments.Texts(fmt.Sprintf("at_%d", n), "", fmt.Sprintf("exact, interval, estimate or none: the figure of the default system of the most nodes up to %d; empty: there is none, or it was not tried", n),
			func(c cell) string { return c.Answers[i].State }))
	}
	columns = append(columns,
		experiments.Ints("exact_to", "nodes", "the figure is exact for the systems up to this many nodes; empty: for none", func(c cell) int { n, _ := c.until(); return n }).NonZero(),
		experiments.Texts("reason", "", "why the first figure that is not exact is not", func(c cell) string { _, reason := c.until(); return reason }))
	experiments.Table(out, "answers", cells, columns)
	count := map[string]int{}
	for _, c := range cells {
		for _, a := range c.Answers {
			count[a.State]++
		}
	}
	out.Found("", "Of %d figures of default systems up to %d nodes, %d are exact. "+
		"There are %d intervals or estimates, and %d figures stay open, as no list of more than %d quorums is made.",
		count[exact]+count[estimate]+count[interval]+count[none], p.Sizes[len(p.Sizes)-1], count[exact], count[estimate]+count[interval], count[none], p.Listed)
}

// pair is a family and a group of figures.
type pair struct {
	Family string         `csv:"family" doc:"name of the construction" json:"family"`
	Figure measure.Figure `csv:"figure" doc:"group of figures of measure" json:"figure"`
}

// pairs lists the families that have default systems, each with every figure.
func pairs() (list []pair) {
	for _, f := range experiments.Keep(construct.Families(), construct.Family.HasDefault) {
		for _, figure := range measure.Figures() {
			list = append(list, pair{f.Name, figure})
		}
	}
	return list
}

// cell is the answers of a figure of a family, one for each size.
type cell struct {
	pair
	Answers []answer
}

// answer is the state of a figure of one system.
type answer struct {
	N             int
	State, Reason string
}

// The states of an answer; an answer that was not tried has none of them.
const (
	exact    = "exact"
	interval = "interval"
	estimate = "estimate"
	none     = "none"
)

// until returns the most nodes up to which all answers are exact, and why the next one is not.
func (c cell) until() (n int, reason string) {
	for _, a := range c.Answers {
		switch a.State {
		case exact:
			n = a.N
		case "":
		default:
			return n, a.Reason
		}
	}
	return n, ""
}

// atMost returns the default system of a family of the most nodes up to n, with two groups or
// holders where it has them. It returns nil if there is none.
func atMost(family string, n int) *construct.Instance {
	f, _ := construct.Lookup(family)
	i, err := f.ForN(n, 2)
	if no := (*construct.NoSystemError)(nil); errors.As(err, &no) && no.Below > 0 {
		i, _ = f.ForN(no.Below, 2)
	}
	return i
}

// answerAt returns the state of a figure of the default system of a family of the most nodes up to
// n.
func (p parameters) answerAt(ctx context.Context, at pair, n int) (a answer) {
	i := atMost(at.Family, n)
	if most := p.Most[at.Family+" "+string(at.Figure)]; i == nil || most > 0 && i.N() > most {
		return a
	}
	a = answer{i.N(), exact, ""}
	key := string(at.Figure) // in the report
	if at.Figure == measure.DominationFigure {
		key = "nondominated"
	}
	r := experiments.Must(measure.Measure(ctx, experiments.Must(i.Known().Listed(ctx, p.Listed)), measure.Options{
		Jobs: 1, Only: []measure.Figure{at.Figure}, Crash: []bounds.Fraction{bounds.FractionOf(1, 10)}, CountWork: -1, Samples: 1, MaxStates: p.States,
	}))
	figures, notes := []*measure.FamilyFigures{r.FamilyFigures}, []measure.Notes{r.Notes}
	for _, c := range r.Cartels {
		figures, notes = append(figures, &c.FamilyFigures), append(notes, c.Notes)
	}
	for i, f := range figures {
		reason, open := notes[i].Reasons[key]
		if !open || reason.Kind == measure.Settled {
			continue
		}
		a.Reason = reason.Text
		switch sampled := at.Figure == measure.AvailabilityFigure && f != nil && len(f.Availability) > 0; {
		case sampled && f.Availability[0].AtLeast == nil:
			a.State = estimate
		case sampled, at.Figure == measure.ResilienceFigure && f != nil && f.ResilienceProof != nil:
			a.State = interval
		default:
			a.State = none
		}
		return a
	}
	return a
}
