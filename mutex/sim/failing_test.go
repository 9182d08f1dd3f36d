package sim

import (
	"testing"

	"coterie/mutex"
)

// heedless enters as soon as it wishes.
type heedless struct{ phase mutex.Phase }

func (m *heedless) Wish(_ mutex.Wish, out []mutex.Message) []mutex.Message {
	m.phase = mutex.Critical
	return out
}

func (m *heedless) Receive(_ mutex.Message, out []mutex.Message) []mutex.Message { return out }

func (m *heedless) Exit(out []mutex.Message) []mutex.Message {
	m.phase = mutex.Idle
	return out
}

func (m *heedless) Phase() mutex.Phase   { return m.phase }
func (m *heedless) View() mutex.View     { return mutex.View{Phase: m.phase} }
func (m *heedless) State(c *mutex.Codec) { mutex.Numbers(c, &m.phase) }

func (m *heedless) MessageTimes(*mutex.Message, mutex.TimeVisit) {}

func TestViolationsAreCountedAndStopARun(t *testing.T) {
	c := closed(t, "fpp:order=2", "maekawa-fixed", 7)
	c.Algorithm = &mutex.Algorithm{Name: "heedless", New: func(*mutex.Setup, int32) mutex.Machine { return &heedless{} }}
	r, err := Run(t.Context(), c)
	if err != nil || r.Violations != 6 || r.MaxInCS != 7 || r.Cut || r.Messages != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	c.StopAtViolation = true
	if r, err = Run(t.Context(), c); err != nil || r.Violations != 1 || r.Entries != 2 || !r.Cut || len(r.Stuck) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
	c.StopAtViolation, c.MaxEvents = false, 4
	if r, err = Run(t.Context(), c); err != nil || r.Entries != 4 || !r.Cut {
		t.Errorf("%+v, %v", r, err)
	}
	report, err := Replicate(t.Context(), closed(t, "fpp:order=2", "maekawa-fixed", 7), Options{})
	if err != nil || report.Failed != 0 {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestTheLiteralMaekawaGetsStuck: his printed algorithm deadlocks, and the run names the waiting
// processes.
func TestTheLiteralMaekawaGetsStuck(t *testing.T) {
	c := closed(t, "fpp:order=2", "maekawa", 200)
	c.Schedule = LIFO
	report, err := Replicate(t.Context(), c, Options{Replications: 20})
	if err != nil || !report.Stuck || report.Failed == 0 || len(report.StuckProcesses) == 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	c.Stream += uint64(report.Failed - 1)
	r, err := Run(t.Context(), c)
	if err != nil || len(r.Stuck) != len(report.StuckProcesses) || r.Final == nil {
		t.Fatalf("%+v, %v", r, err)
	}
	stuck := 0
	for p := range int32(7) {
		if r.Final.Phase(p) == mutex.Trying {
			if r.Stuck[stuck] != p || int(report.StuckProcesses[stuck]) != int(p) {
				t.Errorf("process %d waits, and is not named", p)
			}
			stuck++
		}
	}
	if stuck != len(r.Stuck) {
		t.Errorf("%d processes wait, and %d are named", stuck, len(r.Stuck))
	}
}
