package spacetime

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/picture/canvas"
	"coterie/internal/picture/draw"
	"coterie/internal/picture/paper"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/mutex/sim/simtest"
	"coterie/mutex/trace"
)

var keep = flag.String("keep", "", "folder that gets the pictures")

// recorded is the trace of a run of all processes, each with the quorum of its site or any of its
// group.
func recorded(t testing.TB, spec, algorithm string, change func(*sim.Config)) *trace.Trace {
	t.Helper()
	c := simtest.Config(t, spec, algorithm, 6, 3)
	if change != nil {
		change(&c)
	}
	whole := &trace.Trace{Header: trace.HeaderOf(&c, nil)}
	assert.Got(trace.RecordRun(t.Context(), c, func(e trace.Event) { whole.Events = append(whole.Events, e) }))(t)
	return whole
}

// picture draws a part of a trace, and judges it: Validate fails where two texts overlap.
func picture(t testing.TB, name string, whole *trace.Trace, from, to float64) *draw.Picture {
	t.Helper()
	d := New(&whole.Header, from, to)
	for _, e := range whole.Events {
		d.Event(e)
	}
	p := assert.Got(d.Picture())(t, "%s", name)
	assert.NoError(t, p.Validate(), "%s", name)
	if *keep != "" {
		var b bytes.Buffer
		assert.OK(t, p.Write(&b, paper.PNG))
		assert.OK(t, os.WriteFile(filepath.Join(*keep, name+".png"), b.Bytes(), 0o644))
	}
	return p
}

// texts are those of the SVG of a picture.
func texts(t testing.TB, p *draw.Picture) []string {
	t.Helper()
	var b bytes.Buffer
	assert.OK(t, p.Write(&b, canvas.SVG))
	var list []string
	d := xml.NewDecoder(&b)
	for in := false; ; {
		token, err := d.Token()
		if err != nil {
			return list
		}
		switch token := token.(type) {
		case xml.StartElement:
			in = token.Name.Local == "text"
		case xml.CharData:
			if in {
				list = append(list, string(token))
			}
		case xml.EndElement:
			in = false
		}
	}
}

// TestNoTextsOverlap: whatever runs, however many take part, in every part of it.
func TestNoTextsOverlap(t *testing.T) {
	for name, c := range map[string]struct {
		spec, algorithm string
		change          func(*sim.Config)
	}{
		"fano":        {"fpp:order=2", "maekawa-fixed", nil},
		"three":       {"fpp:order=3", "maekawa-fixed", func(c *sim.Config) { c.Requesters = c.Requesters[6:9]; c.Entries = 3 }},
		"network":     {"fpp:order=2", "maekawa-fixed", func(c *sim.Config) { s := *c.Setup; s.Self = mutex.SelfNetwork; c.Setup = &s }},
		"alike":       {"fpp:order=2", "maekawa-fixed", func(c *sim.Config) { c.Latency = sim.Always(1) }},
		"wide":        {"fpp:order=7", "maekawa-fixed", func(c *sim.Config) { c.Entries = 60 }},
		"too wide":    {"grid:n=2500", "maekawa-fixed", func(c *sim.Config) { c.Requesters = c.Requesters[:40] }},
		"crash":       {"fpp:order=2", "maekawa-fixed", func(c *sim.Config) { c.Crashes, c.Detect = []sim.Crash{{Node: 1, At: 1}}, 3 }},
		"apart":       {"sharing:alpha=1+2-3", "protocol-p-fixed", nil},
		"names":       {"fpp:order=2", "maekawa-fixed", nil},
		"groups":      {"surficial:n=12,m=3", "maekawa-m", nil},
		"token":       {"fpp:order=2", "suzuki-kasami", nil},
		"one":         {"majority:n=1", "maekawa-fixed", nil},
		"long titles": {"hierarchical:outer=(majority:n=3),inner=(hierarchical:outer=(majority:n=3),inner=(majority:n=3))", "maekawa-fixed", nil},
	} {
		whole := recorded(t, c.spec, c.algorithm, c.change)
		if name == "names" {
			for i := range whole.Nodes {
				whole.Names = append(whole.Names, strings.Repeat("<the server of region "+string(rune('A'+i))+"> ", i+1))
			}
		}
		p := picture(t, name, whole, 0, math.Inf(1))
		steps := len(trace.Choices(whole.Events))
		assert.Equal(t, (p.Note() != ""), (steps > maxRows || name == "too wide"), "%s: %d steps and the note %q", name, steps, p.Note())
		end := whole.Events[len(whole.Events)-1].At
		for i := range 5 {
			from := end * float64(i) / 6
			d := New(&whole.Header, from, from+end/6)
			for _, e := range whole.Events {
				d.Event(e)
			}
			p, err := d.Picture()
			if errors.Is(err, ErrNothing) && len(d.rows) == 0 {
				continue
			}
			if err != nil || p.Validate() != nil {
				t.Errorf("%s from %v: %v", name, from, err)
			}
		}
	}
}

// TestEveryStepIsDrawn: each arrival has its message with the step of the paper, each entry a bar.
func TestEveryStepIsDrawn(t *testing.T) {
	whole := recorded(t, "fpp:order=2", "maekawa-fixed", func(c *sim.Config) { c.Entries = 2 })
	counts := map[string]int{}
	for _, text := range texts(t, picture(t, "two", whole, 0, math.Inf(1))) {
		counts[text]++
	}
	want := map[string]int{}
	for i := range whole.Events {
		switch e := &whole.Events[i]; e.What {
		case trace.Wish:
			want["wish"]++
		case trace.Exit:
			want["exit"]++
		case trace.Arrive:
			want[whole.Name(&e.Message)]++
		}
	}
	for text, n := range want {
		assert.Equal(t, counts[text], n, "%q stands: times in the picture", text)
	}
	if want["exit"] != 2 || want["REQUEST (1)"] < 4 {
		t.Error(want)
	}
	for _, node := range []string{"1", "REQUEST", "LOCKED", "RELEASE", "in the critical section", "waits"} {
		if counts[node] == 0 {
			t.Errorf("%q does not stand in the picture", node)
		}
	}
}

// TestStaysAreDrawn: bars are as long as the stays in the critical section, in rows.
func TestStaysAreDrawn(t *testing.T) {
	whole := recorded(t, "fpp:order=2", "maekawa-fixed", func(c *sim.Config) { c.Entries = 3 })
	d := New(&whole.Header, 0, math.Inf(1))
	step := -1
	begins, ends := map[string]int{}, map[string]int{}
	for _, e := range whole.Events {
		d.Event(e)
		if e.What.Opens() {
			step++
		}
		key := fmt.Sprint(e.Process, e.What == trace.Enter || e.What == trace.Exit)
		switch e.What {
		case trace.Wish, trace.Enter:
			begins[key] = step
		case trace.Exit:
			ends[key] = step
		}
		if e.What == trace.Enter {
			ends[fmt.Sprint(e.Process, false)] = step
		}
	}
	if len(d.stays) != len(begins) || len(begins) != 6 {
		t.Fatalf("%d stays, want %d", len(d.stays), len(begins))
	}
	for _, s := range d.stays {
		if key := fmt.Sprint(s.process, s.inside); s.begins != begins[key] || s.ends != ends[key] {
			t.Errorf("%s from %d to %d, want %d to %d", key, s.begins, s.ends, begins[key], ends[key])
		}
	}
}

func TestNothingHappens(t *testing.T) {
	whole := recorded(t, "fpp:order=2", "maekawa-fixed", nil)
	d := New(&whole.Header, 1e6, 2e6)
	for _, e := range whole.Events {
		d.Event(e)
	}
	assert.Refused(d.Picture())(t, "nothing happens")
}

// TestShrunkAndDrawn: a deadlock of the printed algorithm, as a teacher shows it.
func TestShrunkAndDrawn(t *testing.T) {
	for seed := range uint64(300) {
		var c sim.Config
		recorded(t, "fpp:order=2", "maekawa", func(made *sim.Config) { made.Seed, made.Entries = seed, 60; c = *made })
		short := assert.Got(trace.ShrinkRun(t.Context(), c))(t)
		if short == nil {
			continue
		}
		found := strings.Join(texts(t, picture(t, "deadlock", short.Trace, 0, math.Inf(1))), "\n")
		assert.Contains(t, found, "processes wait.")
		return
	}
	t.Error("no run fails")
}
