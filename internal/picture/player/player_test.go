package player

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/mutex/sim/simtest"
	"coterie/mutex/trace"
	"coterie/quorum"
)

// recorded is a run of all processes, each with the quorum of its site or any of its group.
func recorded(t testing.TB, spec, algorithm string, change func(*sim.Config)) (*trace.Trace, sim.Config) {
	t.Helper()
	c := simtest.Config(t, spec, algorithm, 8, 3)
	if change != nil {
		change(&c)
	}
	whole := &trace.Trace{Header: trace.HeaderOf(&c, nil)}
	assert.Got(trace.RecordRun(t.Context(), c, func(e trace.Event) { whole.Events = append(whole.Events, e) }))(t)
	return whole, c
}

// deadlock is a short run of Maekawa's algorithm, as printed, that ends in a circular wait.
func deadlock(t testing.TB) (*trace.Trace, sim.Config) {
	t.Helper()
	_, c := recorded(t, "fpp:order=2", "maekawa", func(c *sim.Config) {
		c.Entries, c.Think, c.Seed = 3000, sim.Exp(5), 1
	})
	short, err := trace.ShrinkRun(t.Context(), c)
	if err != nil || short == nil {
		t.Fatalf("no run that fails: %v", err)
	}
	return short.Trace, c
}

// written returns the page of a run, and the data that its script reads.
func written(t testing.TB, p *Page) (string, *data) {
	t.Helper()
	var b bytes.Buffer
	assert.OK(t, p.Write(&b))
	_, rest, ok := strings.Cut(b.String(), `<script type="application/json" id="run">`)
	content, _, closed := strings.Cut(rest, "</script>")
	if !ok || !closed {
		t.Fatal("the page has no run")
	}
	read := new(data)
	assert.OK(t, json.Unmarshal([]byte(content), read))
	return b.String(), read
}

func pageOf(run *trace.Trace, machines *mutex.System) *Page {
	p := New(run.Header, machines)
	for _, e := range run.Events {
		p.Event(e)
	}
	return p
}

// fileOf is a run as a file.
func fileOf(t testing.TB, run *trace.Trace) []byte {
	t.Helper()
	var b bytes.Buffer
	w := trace.NewWriter(&b, run.Header)
	for _, e := range run.Events {
		w.Write(e)
	}
	assert.OK(t, w.Close())
	return b.Bytes()
}

// at returns the state of an actor after a step, as the script looks it up.
func (d *data) at(i, step int) state {
	h := d.States[i]
	found := h[1]
	for j := 0; j < len(h) && h[j] <= step; j += 2 {
		found = h[j+1]
	}
	return d.Pool[found]
}

// circleAt returns the processes and nodes of the circle after a step.
func (d *data) circleAt(step int) []int {
	var circle []int
	for _, c := range d.Circles {
		if c[0] <= step {
			circle = c[1:]
		}
	}
	return circle
}

var cases = map[string]struct {
	spec, algorithm string
	change          func(*sim.Config)
}{
	"fano":    {"fpp:order=2", "maekawa-fixed", nil},
	"literal": {"fpp:order=2", "maekawa", nil},
	"late": {"fpp:order=2", "maekawa", func(c *sim.Config) { // in which an INQUIRE comes after the next REQUEST
		s := *c.Setup
		s.Late, c.Setup, c.Seed, c.Critical = mutex.LateIgnored, &s, 45, sim.Distribution{Shape: sim.Constant}
	}},
	"network":  {"fpp:order=2", "maekawa-fixed", func(c *sim.Config) { s := *c.Setup; s.Self = mutex.SelfNetwork; c.Setup = &s }},
	"reorders": {"fpp:order=3", "maekawa", func(c *sim.Config) { c.NoFIFO = true }},
	"crash":    {"fpp:order=2", "maekawa-takeover", func(c *sim.Config) { c.Crashes, c.Detect = []sim.Crash{{Node: 1, At: 1}}, 3 }},
	"apart":    {"sharing:alpha=1+2-3", "protocol-p", nil},
	"groups":   {"surficial:n=12,m=3", "maekawa-m", nil},
	"joung":    {"surficial:n=12,m=3", "maekawa-s", nil},
	"token":    {"fpp:order=2", "suzuki-kasami", nil},
	"tree":     {"fpp:order=2", "raymond-tree", nil},
	"asked":    {"fpp:order=2", "ricart-agrawala", nil},
	"flawed":   {"fpp:order=2", "maekawa-fixed", func(c *sim.Config) { s := *c.Setup; s.Flaw = mutex.FailsForHolderOnly; c.Setup = &s }},
	"one":      {"majority:n=1", "maekawa-fixed", nil},
	"many":     {"fpp:order=7", "maekawa-fixed", func(c *sim.Config) { c.Requesters = c.Requesters[:5] }},
}

// TestEveryState: after each step the page has the states of machines that run for themselves, and
// a circle of waits exactly where they have one, which is one of theirs.
func TestEveryState(t *testing.T) {
	for name, c := range cases {
		run, config := recorded(t, c.spec, c.algorithm, c.change)
		_, read := written(t, pageOf(run, mutex.NewSystem(config.Algorithm, config.Setup)))
		if read.Lost != 0 || len(read.Steps) == 0 {
			t.Errorf("%s: %d steps, states unknown from step %d on", name, len(read.Steps), read.Lost)
			continue
		}
		system := mutex.NewSystem(config.Algorithm, config.Setup)
		judge := func(step int) {
			for i, a := range read.Actors {
				got, want := read.at(i, step), system.Machines[a.Number].View()
				if !slices.Equal(got.Has, want.Has) || !slices.Equal(got.Lacks, want.Lacks) || !slices.Equal(got.Holders, want.Holders) || !slices.Equal(got.Queue, want.Queue) ||
					got.Down != (system.Down != nil && int(a.Number) < len(system.Down) && system.Down[a.Number]) {
					t.Fatalf("%s, step %d, %s: %+v, and not %+v", name, step, a.Name, got, want)
				}
				if _, ok := config.Setup.ProcessAt(a.Number); ok != (got.Phase >= 0) || ok && got.Phase != int(want.Phase) {
					t.Fatalf("%s, step %d, %s: phase %d, and not %v", name, step, a.Name, got.Phase, want.Phase)
				}
				for j, f := range want.Fields {
					if got.Fields[j] != [2]string{f.Name, f.Value} {
						t.Fatalf("%s, step %d, %s: %v, and not %v", name, step, a.Name, got.Fields[j], f)
					}
				}
			}
			waits, circle := system.Waits(), read.circleAt(step)
			assert.MustEqual(t, (mutex.CircularWait(waits) == nil), (len(circle) == 0), "%s, step %d: the circle %v, and waits %v", name, step, circle, waits)
			for i := 0; i < len(circle); i += 2 {
				w := mutex.Wait{Process: int32(circle[i]), Node: int32(circle[i+1]), Holder: int32(circle[(i+2)%len(circle)])}
				assert.MustTrue(t, slices.Contains(waits, w), "%s, step %d: nobody waits as %v; waits are %v", name, step, w, waits)
			}
		}
		judge(0)
		steps := 0
		replay := trace.NewReplay(system, func(s trace.Step) {
			steps++
			judge(s.Number)
			assert.Equal(t, read.Texts[read.Steps[s.Number-1][2]], run.Sentence(s.Opener, s.Then), "%s, step %d: and", name, s.Number)
		})
		for _, e := range run.Events {
			assert.OK(t, replay.Event(e))
		}
		assert.Equal(t, steps, len(read.Steps), "%s: %d steps, and not", name, len(read.Steps))
	}
}

// TestDeadlock: the circle of the end is that of the machines, stands from the step on that the
// page names, and not before it.
func TestDeadlock(t *testing.T) {
	run, c := deadlock(t)
	_, read := written(t, pageOf(run, mutex.NewSystem(c.Algorithm, c.Setup)))
	if read.Closed == 0 || len(read.Stuck) < 2 || !strings.Contains(read.End, "waiting for ever") {
		t.Fatalf("closed in step %d, stuck %v, end %q", read.Closed, read.Stuck, read.End)
	}
	system := mutex.NewSystem(c.Algorithm, c.Setup)
	stands := []bool{false} // by step: all waits of the circle
	circle := read.circleAt(len(read.Steps))
	replay := trace.NewReplay(system, func(trace.Step) {
		waits, all := system.Waits(), true
		for i := 0; i < len(circle); i += 2 {
			all = all && slices.Contains(waits, mutex.Wait{Process: int32(circle[i]), Node: int32(circle[i+1]), Holder: int32(circle[(i+2)%len(circle)])})
		}
		stands = append(stands, all)
	})
	for _, e := range run.Events {
		assert.OK(t, replay.Event(e))
	}
	if want := mutex.CircularWait(system.Waits()); len(circle) != 2*len(want) {
		t.Errorf("the circle %v, and not %v", circle, want)
	}
	for step := len(stands) - 1; step >= read.Closed-1; step-- {
		assert.Equal(t, stands[step], (step >= read.Closed), "closed in step %d; in step %d the circle stands", read.Closed, step)
	}
}

// TestRead: a page is made of a file, with the states if the system that it names can be built.
func TestRead(t *testing.T) {
	file := func(run *trace.Trace) []byte { return fileOf(t, run) }
	for name, c := range cases {
		run, _ := recorded(t, c.spec, c.algorithm, c.change)
		p := assert.Got(Read(t.Context(), bytes.NewReader(file(run))))(t, "%s", name)
		if _, read := written(t, p); !read.Machines || read.Lost != 0 {
			t.Errorf("%s: the states are not known: %v", name, read.Notes)
		}
		// Of an ordinary system the quorums of the wishes are enough.
		run.System = "@/dev/zero"
		p = assert.Got(Read(t.Context(), bytes.NewReader(file(run))))(t, "%s", name)
		_, read := written(t, p)
		ordinary := !slices.Contains([]string{"apart", "groups", "joung"}, name)
		if whole := read.Machines && read.Lost == 0; whole != ordinary && name != "crash" {
			t.Errorf("%s without its system: states known: %v, %v", name, whole, read.Notes)
		}
	}
	run, _ := deadlock(t)
	run.Algorithm = "of my own"
	p := assert.Got(Read(t.Context(), bytes.NewReader(file(run))))(t)
	if _, read := written(t, p); read.Machines || len(read.Notes) != 1 || len(read.Steps) == 0 {
		t.Errorf("an unknown algorithm: machines %v, %d steps, %v", read.Machines, len(read.Steps), read.Notes)
	}
	if _, err := Read(t.Context(), strings.NewReader("{}")); !errors.As(err, new(*quorum.FormatError)) {
		t.Errorf("no trace: %v", err)
	}
}

// TestLies: a run that the algorithm would not make has its states up to where it differs.
func TestLies(t *testing.T) {
	run, c := deadlock(t)
	at := slices.IndexFunc(run.Events, func(e trace.Event) bool { return e.What == trace.Send && e.Message.Kind == mutex.Inquire })
	if at < 0 {
		t.Skip("no INQUIRE in the run")
	}
	step := 0
	for _, e := range run.Events[:at] {
		if e.What.Opens() {
			step++
		}
	}
	run.Events[at].Message.Kind = mutex.Failed
	_, read := written(t, pageOf(run, mutex.NewSystem(c.Algorithm, c.Setup)))
	if read.Lost != step || len(read.Notes) != 1 || len(read.Circles) > 0 && len(read.circleAt(len(read.Steps))) > 0 {
		t.Errorf("a lie in step %d: states unknown from %d on, %v, circles %v", step, read.Lost, read.Notes, read.Circles)
	}
	// The phases are still those of the events.
	_, alone := written(t, pageOf(run, nil))
	for i := range read.Actors {
		for k := step; k <= len(read.Steps); k++ {
			assert.Equal(t, read.at(i, k).Phase, alone.at(i, k).Phase, "step %d, actor %d: phase: and", k, i)
		}
	}
}

// TestHostile: names are text in the page, whatever they are.
func TestHostile(t *testing.T) {
	run, c := deadlock(t)
	run.System = `</script><script>alert(1)</script>`
	for range run.Nodes {
		run.Names = append(run.Names, `</script><b onclick="x">&amp;'`+strings.Repeat("n", len(run.Names)))
	}
	page, read := written(t, pageOf(run, mutex.NewSystem(c.Algorithm, c.Setup)))
	assert.Equal(t, strings.Count(page, "<script"), 2, "scripts")
	assert.Equal(t, read.Actors[0].Short, run.Node(0), "the name")
	if regexp.MustCompile(`(src|href)=|url\(|@import|https?://`).MatchString(page) {
		t.Error("the page asks for something beside itself")
	}
}

// TestMarks: the remarks on a run are in the page.
func TestMarks(t *testing.T) {
	run, c := deadlock(t)
	var b bytes.Buffer
	assert.OK(t, Of(run, mutex.NewSystem(c.Algorithm, c.Setup), Mark{3, "I1 does not hold"}).Write(&b))
	assert.Contains(t, b.String(), `"marks":[{"step":3,"text":"I1 does not hold"}]`, "the mark is not in the page")
}

// TestLong: a page plays so many steps and says so.
func TestLong(t *testing.T) {
	assert.Slow(t, "twenty thousand steps")
	run, c := recorded(t, "majority:n=3", "maekawa-fixed", func(c *sim.Config) { c.Entries = 3500 })
	_, read := written(t, pageOf(run, mutex.NewSystem(c.Algorithm, c.Setup)))
	steps := len(trace.Choices(run.Events))
	if steps <= MostSteps || len(read.Steps) != MostSteps || len(read.Notes) != 1 || read.Lost != 0 {
		t.Errorf("%d steps of %d, %v", len(read.Steps), steps, read.Notes)
	}
	p := assert.Got(Read(t.Context(), bytes.NewReader(fileOf(t, run))))(t)
	if _, again := written(t, p); !slices.Equal(again.Notes, read.Notes) {
		t.Errorf("of the file: %v, want %v", again.Notes, read.Notes)
	}
}

// FuzzRead: no file makes the machines fall over.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"literal", "token", "apart", "groups", "crash", "tree"} {
		c := cases[name]
		run, _ := recorded(f, c.spec, c.algorithm, c.change)
		run.Events = append(run.Events[:min(40, len(run.Events)-1)], trace.Event{At: 1e9, What: trace.End})
		f.Add(fileOf(f, run))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if bytes.Contains(file, []byte("00000")) {
			return // too many nodes for the time that there is
		}
		p, err := Read(t.Context(), bytes.NewReader(file))
		if err != nil {
			return
		}
		written(t, p)
	})
}

// TestForeignPolicies: neither the script nor its skeleton writes an inline style or script, which
// the policy of another page may refuse.
func TestForeignPolicies(t *testing.T) {
	for _, inline := range []string{` style="`, "<style", "<script", ` onclick="`} {
		if strings.Contains(Script(), inline) {
			t.Errorf("the script writes %s", inline)
		}
	}
	depth := 0
	for i, line := range strings.Split(Style(), "\n") {
		selector, _, rule := strings.Cut(strings.TrimSpace(line), "{")
		if rule && !strings.HasPrefix(selector, "@") {
			for part := range strings.SplitSeq(regexp.MustCompile(`\([^)]*\)`).ReplaceAllString(selector, ""), ",") {
				if !strings.HasPrefix(strings.TrimPrefix(strings.TrimSpace(part), "body"), ".player") {
					t.Errorf("line %d of the style: %s is for the whole page", i+1, part)
				}
			}
		}
		depth += strings.Count(line, "{") - strings.Count(line, "}")
	}
	assert.Equal(t, depth, 0, "braces that are open")
}
