package cluster

import (
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
)

// enough bounds every wait: no test comes near it, on a busy machine either.
const enough = 5 * time.Minute

// leases are the most that a worker with one core loses when it is cut off: of the part that it
// computes, and of one whose result is on its way.
const leases = 2

// TestWorkersAndCoordinator: the plain case, by real processes.
func TestWorkersAndCoordinator(t *testing.T) {
	t.Parallel()
	for _, inOrder := range []bool{false, true} {
		s := newStage(t, testJob{Parts: 60, Size: 100, Seed: 1})
		for range 3 {
			s.worker(nil)
		}
		o := s.ends(s.coordinator(func(r *role) { r.InOrder, r.Sample = inOrder, 5 }), enough)
		s.noMoreThan(0)
		if again, _ := os.ReadFile(s.audit); strings.Count(string(again), "\n") != 5 || o.Report.Trusted != "5 parts computed again here" {
			t.Errorf("computed again: %q; %+v", again, o.Report)
		}
		parts := 0
		for _, share := range o.Report.Workers {
			parts += share.Parts
		}
		if parts != 60 || len(o.Report.Refused) != 0 {
			t.Errorf("%+v", o.Report)
		}
	}
}

// killing kills processes at seeded moments, spread over the job, and starts each again: workers,
// the coordinator and the server. It returns the coordinator that is left, and how many leases were
// lost at most.
func (s *stage) killing(seed uint64, kills int) (coordinator *process, lost int) {
	s.t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	workers := []*process{s.worker(nil), s.worker(nil), s.worker(nil)}
	change := func(r *role) { r.Sample = 3 }
	coordinator = s.coordinator(change)
	begun := time.Now()
	for k := range kills {
		// Between two kills there are as many parts as make the last one come before the end.
		s.atLeast((k+1)*s.job.Parts/(kills+2), coordinator, enough)
		time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond)
		victim := k % 5 // each of them, whatever the seed
		if k >= 5 {
			victim = random.IntN(5)
		}
		switch {
		case victim < 3:
			workers[victim].kill()
			workers[victim] = s.worker(nil)
			lost += leases
		case victim == 3:
			coordinator.kill()
			coordinator = s.coordinator(change)
		default:
			s.server.kill()
			s.serve(role{})
			lost += leases * len(workers) // leases that end before the server is there again
		}
		if testing.Verbose() {
			s.t.Logf("%v: kill %d, of %d; %d parts computed", time.Since(begun).Round(time.Millisecond), k+1, victim, len(s.computed()))
		}
	}
	return coordinator, lost
}

// TestKills: kill -9 of each process of a job once. TestSlowFiftyKills does so fifty times.
func TestKills(t *testing.T) {
	t.Parallel()
	s := newStage(t, testJob{Parts: 120, Size: 1000, Seed: 2})
	s.delay = 10 * time.Millisecond
	coordinator, lost := s.killing(1, 5)
	s.ends(coordinator, enough)
	s.noMoreThan(lost)
}

// TestServerRestarted: workers and coordinators outlive their server.
func TestServerRestarted(t *testing.T) {
	t.Parallel()
	s := newStage(t, testJob{Parts: 60, Size: 100, Seed: 3})
	s.delay = 20 * time.Millisecond
	for range 3 {
		s.worker(nil)
	}
	c := s.coordinator(nil)
	for k := range 2 {
		s.atLeast((k+1)*20, c, enough)
		s.server.kill()
		s.serve(role{})
	}
	s.ends(c, enough)
	s.noMoreThan(2 * 3 * leases)
}

// TestCoordinatorResumes: one that is asked again, after all workers are gone, has the results that
// are there.
func TestCoordinatorResumes(t *testing.T) {
	t.Parallel()
	s := newStage(t, testJob{Parts: 40, Size: 100, Seed: 4})
	w := s.worker(nil)
	first := s.ends(s.coordinator(nil), enough)
	w.kill()
	second := s.ends(s.coordinator(nil), enough)
	s.noMoreThan(0)
	if first.Report.Known != 0 || second.Report.Known != 40 {
		t.Errorf("%+v, then %+v", first.Report, second.Report)
	}
}

// TestServerFull: a store at its limit is a clear line, and the job goes on where it was as soon as
// there is room.
func TestServerFull(t *testing.T) {
	t.Parallel()
	s := newStage(t, testJob{Parts: 40, Size: 100 << 10, Seed: 5})
	s.server.kill()
	s.serve(role{Dir: s.server.role.Dir, Store: 2 << 20})
	for range 3 {
		s.worker(nil)
	}
	c := s.coordinator(nil)
	line := ""
	select {
	case <-c.gone:
		line = c.text()
	case <-time.After(enough):
	}
	if !strings.Contains(line, "room") && !strings.Contains(line, "limit") {
		t.Fatalf("a full store: the coordinator says\n%s", c.text())
	}
	s.server.kill()
	var before []string // the parts computed until the workers had heard of the end
	for now := s.computed(); len(now) > len(before); now = s.computed() {
		before = now
		time.Sleep(s.lease / 3)
	}
	s.serve(role{Dir: s.server.role.Dir, Store: 100 << 20})
	o := s.ends(s.coordinator(nil), enough)
	if o.Report.Known < 5 || len(before) < 5 {
		t.Errorf("after there was room: %+v, and %d had been computed", o.Report, len(before))
	}
	// Whose result waited at a worker when its lease ended is computed again, and nothing else.
	waited := map[string]bool{}
	for _, line := range before {
		waited[strings.Fields(line)[0]] = true
	}
	for part, by := range s.again() {
		if len(by) > 2 || !waited[part] {
			t.Errorf("part %s was computed by %v", part, by)
		}
	}
}

// TestLiarProcess: a worker whose results are wrong is refused, and shown; others do its parts.
func TestLiarProcess(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*role){
		"certificates":   func(r *role) { r.Check = true },
		"computed again": func(r *role) { r.Sample = 40 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, testJob{Parts: 40, Size: 100, Seed: 6})
			s.delay = 5 * time.Millisecond
			liar := s.worker(func(r *role) { r.Name, r.Lies = "liar", true })
			coordinator := s.coordinator(change)
			s.atLeast(1, coordinator, enough)
			s.worker(nil)
			s.worker(nil)
			o := s.ends(coordinator, enough)
			if len(o.Report.Refused) != 1 || o.Report.Refused[0].Worker != "liar" {
				t.Errorf("refused: %+v", o.Report)
			}
			for _, share := range o.Report.Workers {
				if share.Worker == "liar" {
					t.Errorf("the liar has a share: %+v", o.Report)
				}
			}
			select {
			case <-liar.gone:
				assert.Contains(t, liar.text(), "refused", "the liar")
			case <-time.After(enough):
				t.Error("the liar goes on")
			}
		})
	}
}

// TestOtherVersion: a worker of another executable is turned away by a clear line, and computes
// nothing.
func TestOtherVersion(t *testing.T) {
	t.Parallel()
	s := newStage(t, testJob{Parts: 20, Size: 100, Seed: 7})
	program := filepath.Join(t.TempDir(), "other.test.exe")
	copyProgram(t, program)
	coordinator := s.coordinator(nil)
	coordinator.says("ready", enough)
	other := begin(t, program, role{Play: "worker", URL: s.url, Name: "other", Jobs: 1, Lease: s.lease, Done: s.done})
	other.says("turned away", enough)
	if n := len(s.computed()); n > 0 {
		t.Errorf("it computed %d parts", n)
	}
	s.worker(nil)
	s.ends(coordinator, enough)
	s.noMoreThan(0)
}

// copyProgram copies this program, and makes it another one by a byte that nothing reads.
func copyProgram(t *testing.T, path string) {
	t.Helper()
	from, err := os.Open(os.Args[0])
	assert.OK(t, err)
	defer from.Close()
	to := assert.Got(os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o777))(t)
	if _, err = io.Copy(to, from); err == nil {
		_, err = to.Write([]byte{0})
	}
	assert.OK(t, to.Close())
	assert.OK(t, err)
}

// TestPartition: connections that break, of workers and of the coordinator, cost no more than the
// leases of the workers that were cut off. How many parts such a worker begins before it hears of
// the break is up to the machine, but it had no more than it computes in a tenth of a second.
func TestPartition(t *testing.T) {
	t.Parallel()
	s := newStage(t, testJob{Parts: 340, Size: 100, Seed: 8})
	s.delay = 10 * time.Millisecond
	near, far := newProxy(t, s.url), newProxy(t, s.url)
	s.worker(nil)
	cut := []*process{s.worker(func(r *role) { r.URL = far.url() }), s.worker(func(r *role) { r.URL = far.url() })}
	c := s.coordinator(func(r *role) { r.URL = near.url() })
	s.atLeast(20, c, enough)
	far.part() // two workers are away, for longer than their leases
	begun := time.Now()
	s.atLeast(40, c, enough)
	near.part()
	s.atLeast(60, c, enough)
	near.join()
	time.Sleep(s.lease + s.lease/10 - time.Since(begun))
	far.join()
	s.ends(c, enough)
	s.noMoreThan(len(cut) * (int(ahead/s.delay) + leases))
	for part, by := range s.again() {
		if !slices.Contains(by, cut[0].role.Name) && !slices.Contains(by, cut[1].role.Name) {
			t.Errorf("part %s was computed by %v, none of which was cut off", part, by)
		}
	}
	if near.passed < 2 || far.passed < 4 {
		t.Errorf("%d and %d connections", near.passed, far.passed)
	}
}

// TestCoordinatorProcesses: two coordinators of one job get the same bytes, and nothing is computed
// twice.
func TestCoordinatorProcesses(t *testing.T) {
	t.Parallel()
	s := newStage(t, testJob{Parts: 60, Size: 100, Seed: 9})
	s.delay = 5 * time.Millisecond
	for range 3 {
		s.worker(nil)
	}
	first := s.coordinator(nil)
	second := s.coordinator(func(r *role) { r.Out += "2"; r.InOrder = true })
	s.ends(first, enough)
	s.ends(second, enough)
	s.noMoreThan(0)
}

// TestLargeParts: results larger than the greatest message of the server.
func TestLargeParts(t *testing.T) {
	t.Parallel()
	s := newStage(t, testJob{Parts: 5, Size: 3 << 20, Seed: 10})
	s.worker(nil)
	s.worker(nil)
	s.ends(s.coordinator(func(r *role) { r.InOrder, r.Sample = true, 1 }), enough)
	s.noMoreThan(0)
}

// TestNameTaken: two workers of one name.
func TestNameTaken(t *testing.T) {
	t.Parallel()
	s := newStage(t, testJob{Parts: 10, Size: 100, Seed: 11})
	s.worker(func(r *role) { r.Name = "same" })
	s.ends(s.coordinator(nil), enough) // so the first one is there
	second := s.worker(func(r *role) { r.Name = "same" })
	second.says("there already", enough)
}

// TestNobodyWorks: a note says so after ten seconds, or the time of the test, and the job goes on
// when somebody comes.
func TestNobodyWorks(t *testing.T) {
	t.Parallel()
	s := newStage(t, testJob{Parts: 10, Size: 100, Seed: 12})
	c := s.coordinator(func(r *role) { r.Nobody = 100 * time.Millisecond })
	c.says("nobody works", enough)
	s.worker(nil)
	s.ends(c, enough)
}

// TestManyParts: empty parts by the hundred take the memory of a few.
func TestManyParts(t *testing.T) { t.Parallel(); manyParts(t, 100, 1000) }

// manyParts runs a job of few parts and one of many, and compares the memory that the coordinators
// take.
func manyParts(t *testing.T, few, many int) {
	var memory [2]uint64
	s := newStage(t, testJob{Seed: 13})
	for range 2 {
		s.worker(func(r *role) { r.Jobs, r.Done = 2, "" })
	}
	for k, parts := range []int{few, many} {
		s.job.Parts = parts
		memory[k] = s.ends(s.coordinator(func(r *role) { r.InOrder, r.Done = k == 1, "" }), enough).Memory
	}
	if most := memory[0] + 8<<20; memory[1] > most {
		t.Errorf("%d parts take %d KB, and %d take %d KB", few, memory[0]>>10, many, memory[1]>>10)
	}
}
