package simulation

import (
	"context"
	"io"

	"coterie/internal/picture/player"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/mutex/trace"
)

// Telling is a run to write event by event: the run of Config, or a short run with the same
// failure.
type Telling struct {
	Config sim.Config
	Names  []string // of the nodes, or nil
	Short  *trace.Shrunk
}

func (t Telling) header() trace.Header {
	if t.Short != nil {
		return t.Short.Header
	}
	return trace.HeaderOf(&t.Config, t.Names)
}

// tell passes the events, the end included, to take, and returns the system at the end.
func (t Telling) tell(ctx context.Context, take func(trace.Event)) (*mutex.System, error) {
	if t.Short != nil {
		for _, e := range t.Short.Events {
			take(e)
		}
		return t.Short.System, nil
	}
	r, err := trace.RecordRun(ctx, t.Config, take)
	return r.Final, err
}

// WriteTrace writes the run as a trace file.
func (t Telling) WriteTrace(ctx context.Context, w io.Writer) error {
	to := trace.NewWriter(w, t.header())
	if _, err := t.tell(ctx, to.Write); err != nil {
		return err
	}
	return to.Close()
}

// WritePage writes the run as a page that plays it.
func (t Telling) WritePage(ctx context.Context, w io.Writer) error {
	page := player.New(t.header(), mutex.NewSystem(t.Config.Algorithm, t.Config.Setup))
	if _, err := t.tell(ctx, page.Event); err != nil {
		return err
	}
	return page.Write(w)
}

// WriteSteps writes the run step by step, and at its end who waits for whom.
func (t Telling) WriteSteps(ctx context.Context, w io.Writer, width int) error {
	s := NewStepper(w, t.header(), mutex.NewSystem(t.Config.Algorithm, t.Config.Setup), width)
	final, err := t.tell(ctx, s.Take)
	if err != nil {
		return err
	}
	if final != nil && s.stuck {
		for _, line := range final.DescribeWaits(t.Names) {
			s.Say(line)
		}
	}
	return s.Close()
}
