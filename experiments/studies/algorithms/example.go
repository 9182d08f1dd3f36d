package algorithms

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/picture/spacetime"
	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/mutex/sim"
	"coterie/mutex/trace"
	"coterie/quorum"
)

type exampleParameters struct {
	Schedules int `json:"schedules"` // random ones, of each reading of the text
	Ahead     int `json:"ahead"`     // how far the sequence number of a node that is overtaken is ahead, up to this
	Orders    int `json:"orders"`    // the greatest order of a plane in which a node is removed
}

// MaekawaExample returns the study maekawa-example.
func MaekawaExample() experiments.Study {
	return experiments.NewStudy(experiments.Spec[exampleParameters]{
		Name:  "maekawa-example",
		Title: "Maekawa's algorithm, step by step: his examples, his proofs, the removal of a node and two variations",
		Doc: "The algorithm of section 4 as it is printed, over the sets of Figure 1. The runs of section 5 and of Figure 3 are played step by step, and so are runs in " +
			"which the proofs of section 6 go wrong: two nodes are inside, and four nodes wait for ever. Random schedules say in which readings of the text that " +
			"happens. A node is overtaken while it waits (section 6.3); a node is removed, and another one regains what it knew (section 9); REQUESTs go " +
			"one by one, or in a circle (section 10). Channels keep their order, as the paper assumes, and what a node tells itself is no message.",
		Default: exampleParameters{Schedules: 2000, Ahead: 8, Orders: 5},
		Declare: declareExample,
	})
}

// figureOne returns the setup of the sets of a part of Figure 1, S_1 first.
func figureOne(printed map[string][]quorum.Set, part string, o mutex.Options) (*mutex.Setup, error) {
	name := "Figure 1(" + part + ")"
	system := experiments.Must(small.Sited(name, printed[name]))
	return mutex.NewSetup(system, system.N(), o)
}

func declareExample(out *experiments.Output, p exampleParameters) {
	figure := small.MaekawaSets(out)
	stories := experiments.Compute(out, "stories", byhand.Stories(), func(_ context.Context, s byhand.Story) (storyRow, error) {
		return playStory(figure, s, mutex.Options{})
	})
	steps := experiments.Table(out, "steps", experiments.Flat(stories, func(r storyRow) []storyStep { return r.Steps }),
		"story", "step", "what", "node", "to", "message", "stamp", "line")
	experiments.Table(out, "stories", stories,
		"story", "title", "source",
		experiments.Texts("entered", "", "nodes that entered, in this order", func(r storyRow) string { return nodeList(r.Entered) }),
		"inside",
		experiments.Texts("stuck", "", "nodes that wait for ever", func(r storyRow) string { return nodeList(r.Stuck) }),
		experiments.Texts("circle", "", "the circular wait", func(r storyRow) string { return strings.Join(r.Circle, "; ") }))
	for _, s := range byhand.Stories() {
		out.Draw(s.Name, func() (experiments.Picture, error) { return drawStory(figure, s) }, steps.Where(experiments.Is("story", s.Name)))
	}
	schedules := experiments.Compute(out, "schedules", readings(p.Schedules), func(ctx context.Context, r scheduleRow) (scheduleRow, error) {
		return schedulesOf(ctx, out.Env, figure, r)
	})
	experiments.Table(out, "schedules", schedules,
		experiments.Texts("reading", "", "of the text of section 4", scheduleRow.String),
		experiments.Ints("nodes", "nodes", "that wish to enter", func(r scheduleRow) int { return len(r.Who) }),
		"wishes", "schedules", "broken", "stuck")
	overtaken, random := declareOvertaking(out, figure, p)
	removals := declareRemoval(out, p)
	variations := declareVariations(out, figure)
	if out.Err() != nil {
		return
	}
	claimExample(out, p, stories, schedules)
	claimOvertaking(out, p, overtaken, random)
	claimRemoval(out, p, removals)
	claimVariations(out, variations)
	foundExample(out, stories, schedules)
}

// storyRow is a story with its outcome.
type storyRow struct {
	Name    string        `csv:"story" doc:"name"`
	Title   string        `csv:"title" doc:"what happens"`
	Source  string        `csv:"source" doc:"who tells it"`
	Entered []quorum.Node // in the order of entering
	Inside  int           `csv:"inside,nodes" doc:"most in the critical section at once"`
	Stuck   []quorum.Node // when nothing is left to happen
	Circle  []string      // the processes for which they wait
	Failed  []quorum.Node // the processes that got a FAILED
	Steps   []storyStep
}

// storyStep is one event of a story.
type storyStep struct {
	Story string      `csv:"story" doc:"name"`
	Step  int         `csv:"step" doc:"number of the step"`
	What  string      `csv:"what" doc:"wish, send, tell (to itself, at once), arrive, lose (at a node that has failed), enter, exit, crash, succeed"`
	From  quorum.Node `csv:"node" doc:"who does it, or sends the message"`
	To    string      `csv:"to" doc:"where the message goes"` // empty for a step that is no message, as the next three
	Kind  string      `csv:"message" doc:"its type"`
	Stamp string      `csv:"stamp" doc:"sequence number and node of the REQUEST"`
	Line  string      `csv:"line" doc:"the step of section 4 that sends it"`
}

func playStory(figure map[string][]quorum.Set, s byhand.Story, o mutex.Options) (storyRow, error) {
	setup := experiments.Must(figureOne(figure, s.Part, o))
	run := byhand.New(mutex.Find(s.Algorithm), setup)
	row := storyRow{Name: s.Name, Title: s.Title, Source: s.Source}
	run.Seen = func(e sim.Event) {
		step := storyStep{Story: s.Name, Step: int(e.At / sim.Unit), What: e.What.String(), From: quorum.Node(e.Process)}
		switch m := e.Message; e.What {
		case sim.Sends, sim.Tells, sim.Arrives, sim.Loses:
			step.From, step.To, step.Kind, step.Line = quorum.Node(m.From), quorum.Node(m.To).String(), m.Kind.String(), run.System.Algorithm.Lines[m.Line]
			if m.Stamp != (mutex.Stamp{}) {
				step.Stamp = m.Stamp.String()
			}
			if m.Kind == mutex.Failed && e.What != sim.Sends {
				row.Failed = append(row.Failed, quorum.Node(m.To))
			}
		case sim.Enters:
			row.Entered = append(row.Entered, quorum.Node(e.Process))
			row.Inside = max(row.Inside, len(run.Inside))
		}
		row.Steps = append(row.Steps, step)
	}
	if err := run.Play(s.Script, io.Discard); err != nil {
		return storyRow{}, fmt.Errorf("%s: %w", s.Name, err)
	}
	if len(run.Under)+len(run.Inside) == 0 {
		for _, p := range run.Waiting() {
			row.Stuck = append(row.Stuck, quorum.Node(p))
		}
		for _, w := range mutex.CircularWait(run.System.Waits()) {
			row.Circle = append(row.Circle, fmt.Sprintf("%v waits for %v at node %v", quorum.Node(w.Process), quorum.Node(w.Holder), quorum.Node(w.Node)))
		}
	}
	return row, nil
}

// drawStory returns the space-time diagram.
func drawStory(figure map[string][]quorum.Set, s byhand.Story) (experiments.Picture, error) {
	setup := experiments.Must(figureOne(figure, s.Part, mutex.Options{}))
	c := &sim.Config{Algorithm: mutex.Find(s.Algorithm), Setup: setup}
	header := trace.HeaderOf(c, nil)
	header.Clock = trace.ClockSteps
	header.System += ": " + s.Title
	diagram := spacetime.New(&header, 0, 1e9)
	run := byhand.New(c.Algorithm, setup)
	run.Seen = trace.Record(c, diagram.Event)
	experiments.Ensure(run.Play(s.Script, io.Discard))
	var stuck []int32
	if len(run.Under)+len(run.Inside) == 0 {
		stuck = run.Waiting()
	}
	diagram.Event(trace.Event{What: trace.End, Stuck: stuck})
	return diagram.Picture()
}

func nodeList(nodes []quorum.Node) string {
	return show.Join(nodes, " ", quorum.Node.String)
}

// story returns the row of a name.
func story(rows []storyRow, name string) storyRow {
	i := slices.IndexFunc(rows, func(r storyRow) bool { return r.Name == name })
	if i < 0 {
		return storyRow{}
	}
	return rows[i]
}
