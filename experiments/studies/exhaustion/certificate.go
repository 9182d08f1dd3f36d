package exhaustion

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/internal/picture/spacetime"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/trace"
)

// certificate is a run that shows a failure.
type certificate struct {
	configuration
	Shows string   `json:"shows"` // deadlock, violation, or an invariant
	Steps int      `json:"steps"`
	Told  []string `json:"told"`  // step by step, and how it ends
	Trace []string `json:"trace"` // the lines of a coterie-trace/1
}

// certificate plays the run and returns it as a certificate.
func (s story) certificate(out *experiments.Output) *certificate {
	return certify(out.Context(), s.row.configuration, s.row.failure(s.sort))
}

func certify(ctx context.Context, of configuration, f failure) *certificate {
	e := experiments.Must(of.explorable(ctx))
	p := experiments.Must(play(e, f.Schedule, true))
	t := p.Trace()
	var text bytes.Buffer
	w := trace.NewWriter(&text, t.Header)
	for _, event := range t.Events {
		w.Write(event)
	}
	experiments.Ensure(w.Close())
	c := &certificate{configuration: of, Shows: shows(e, f.Sort, f.Invariant), Steps: len(f.Schedule), Told: tell(e, t)}
	c.Told = append(c.Told, ending(e, p, explore.Failure{Sort: f.Sort, Invariant: f.Invariant}))
	for lines := bufio.NewScanner(&text); lines.Scan(); {
		c.Trace = append(c.Trace, lines.Text())
	}
	return c
}

// shows names the failure.
func shows(e explore.Config, sort explore.Sort, invariant int) string {
	switch sort {
	case explore.Deadlock:
		return "deadlock"
	case explore.Exclusion:
		return "violation"
	}
	return e.Algorithm.Invariants[invariant].Name
}

// tell describes each step in a sentence.
func tell(e explore.Config, t *trace.Trace) (told []string) {
	replay := trace.NewReplay(mutex.NewSystem(e.Algorithm, e.Setup), func(s trace.Step) {
		told = append(told, fmt.Sprintf("%d. %s", s.Number, t.Header.Sentence(s.Opener, s.Then)))
	})
	for _, event := range t.Events {
		if replay.Event(event) != nil {
			break
		}
	}
	replay.Close()
	return told
}

// picture returns the space-time diagram of the run.
func (s story) picture(ctx context.Context) (experiments.Picture, error) {
	e := experiments.Must(s.row.explorable(ctx))
	p := experiments.Must(play(e, s.row.failure(s.sort).Schedule, true))
	t := p.Trace()
	d := spacetime.New(&t.Header, 0, 1e9)
	for _, event := range t.Events {
		d.Event(event)
	}
	return d.Picture()
}

// verifyRun judges a certificate: its trace must be a run of the configuration, its sentences must
// describe that run, and the run must end with the failure that it names. It does not verify that
// no run is shorter, which takes a search.
func verifyRun(ctx context.Context, data []byte) error {
	var c certificate
	experiments.Ensure(experiments.StrictJSON(data, &c))
	e := experiments.Must(c.explorable(ctx))
	t := experiments.Must(trace.Read(strings.NewReader(strings.Join(c.Trace, "\n") + "\n")))
	f := failure{Schedule: trace.Choices(t.Events)}
	p := experiments.Must(play(e, f.Schedule, false))
	wishes := map[int32]uint32{}
	for _, r := range e.Requesters {
		wishes[r.Process] = p.Wishes(r.Process)
		if p.Wishes(r.Process) > uint32(e.Entries) {
			return fmt.Errorf("process %v wishes too often", (&t.Header).Process(r.Process))
		}
	}
	holds := false
	switch c.Shows {
	case "deadlock":
		f.Sort = explore.Deadlock
		holds = len(p.Under) == 0 && len(p.Inside) == 0 && len(p.Waiting()) > 0
		for _, r := range e.Requesters { // no idle process has a wish left
			holds = holds && (p.Phase(r.Process) != mutex.Idle || wishes[r.Process] == uint32(e.Entries))
		}
	case "violation":
		f.Sort = explore.Exclusion
		holds = p.Violations > 0
	default:
		f.Sort = explore.Invariant
		f.Invariant = slices.IndexFunc(e.Algorithm.Invariants, func(i mutex.Invariant) bool { return i.Name == c.Shows })
		holds = f.Invariant >= 0 && e.Algorithm.Invariants[f.Invariant].Broken(p.System) != ""
	}
	if !holds {
		return fmt.Errorf("the run does not end in %s", c.Shows)
	}
	again := certify(ctx, c.configuration, f)
	if again.Steps != c.Steps || !slices.Equal(again.Told, c.Told) || !slices.Equal(again.Trace, c.Trace) {
		return errors.New("the run is told otherwise than it goes")
	}
	return nil
}

func verifyCertificate[P any](ctx context.Context, _ P, _ string, data []byte) error {
	return verifyRun(ctx, data)
}
