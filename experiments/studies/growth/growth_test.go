package growth

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/internal/machine/costs"
	"coterie/measure"
)

// TestAnswers: a formula answers where a list would be too long.
func TestAnswers(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	folder := studytest.Declare(t, declare, parameters{Sizes: []int{7, 40}, Listed: 21, States: 1 << 8, Most: map[string]int{"paths availability": 5, "triangle-lattice availability": 10}}, nil)
	studytest.WantRows(t, folder, "answers.csv",
		"majority,load,exact,exact,40,", "fpp,load,exact,none,7,",
		"paths,availability,exact,,5,", "degenerate-fpp,degree,exact,exact,40,")
	defaults := 0
	for _, f := range construct.Families() {
		if f.HasDefault() {
			defaults++
		}
	}
	assert.Equal(t, len(studytest.Lines(t, folder, "answers.csv")), 1+defaults*len(measure.Figures()), "lines")
}

// TestStates tells a proven interval from an estimate and from a figure without any value.
func TestStates(t *testing.T) {
	p := parameters{Listed: 30, States: 1}
	for at, want := range map[pair]string{
		{"fpp", measure.AvailabilityFigure}:         interval,
		{"fpp", measure.LoadFigure}:                 exact,
		{"read-write-grid", measure.LoadFigure}:     none,
		{"k-majority", measure.DominationFigure}:    none,
		{"triangle", measure.ResilienceFigure}:      exact,
		{"triangle", measure.AvailabilityFigure}:    exact,
		{"boostfpp", measure.ByzantineFigure}:       "",
		{"singleton", measure.AvailabilityFigure}:   exact,
		{"degenerate-fpp", measure.ByzantineFigure}: exact,
	} {
		if a := p.answerAt(t.Context(), at, 25); a.State != want || (a.Reason != "") != (want == interval || want == none) {
			t.Errorf("%v: %+v, want %s", at, a, want)
		}
	}
}

// law returns a runner whose CPU time follows from the number in the line.
func law(t *testing.T, of func(n float64) float64) runner {
	return func(_ context.Context, _ io.Reader, line []string) (costs.Cost, int, error) {
		var n float64
		for _, c := range line[2] {
			n = 10*n + float64(c-'0')
		}
		assert.Equal(t, strings.Join(line[:2], " "), "compare --n")
		cpu := of(n)
		return costs.Cost{CPU: min(cpu, 4), Memory: 1e6 * n, Over: cpu > 4}, 0, nil
	}
}

// TestClimb: runs end with the first that takes too long, and their laws and jumps are found.
func TestClimb(t *testing.T) {
	p := parameters{Seconds: 4, Gigabytes: 16}
	for _, k := range []struct {
		step      int
		of        func(float64) float64
		law       string
		tenfold   float64
		last      int
		jumps     int
		tenMemory float64
	}{
		{0, func(n float64) float64 { return n * n / 1e5 }, "n^2", 1999, 1024, 0, 159_999},
		{16, func(n float64) float64 { return math.Exp2(n/64) / 100 }, "doubles with every 64 of n", 765, 560, 0, 0},
		{0, func(n float64) float64 {
			if n >= 256 {
				return 5
			}
			return 0.01
		}, "", 0, 256, 1, 0},
	} {
		c := curve{Verb: "compare", Line: "compare --n {n}", From: 16, Step: k.step, To: 1 << 20}
		points := assert.Got(c.climb(t.Context(), law(t, k.of)))(t)
		g := p.growthOf(c, points)
		if last := points[len(points)-1]; last.N != k.last || last.State != over || g.Law != k.law || len(g.Jumps) != k.jumps || g.Exact != points[len(points)-2].N ||
			math.Abs(g.TenfoldTime-k.tenfold) > 1 || math.Abs(g.TenfoldMemory-k.tenMemory) > 1 {
			t.Errorf("%s: %+v after %+v", k.law, g, points)
		}
	}
	steps := curve{Line: "compare --n {n}", From: 5, Step: 3, To: 12}
	var ns []int
	for _, q := range assert.Got(steps.climb(t.Context(), law(t, func(float64) float64 { return 1 })))(t) {
		ns = append(ns, q.N)
	}
	assert.Slice(t, ns, []int{5, 8, 11}, "sizes")
}

// TestLines: each curve has a command at its first or second size, and its series are told apart.
func TestLines(t *testing.T) {
	p := Study().Parameters(true)
	if len(p) == 0 {
		t.Fatal("no full part")
	}
	named := map[string]bool{}
	for _, c := range (parameters{Sizes: []int{16, 8192}}).curves() {
		line, n := c.at(c.To)
		if n == 0 && c.To >= 8192 || strings.ContainsAny(line, "{}") && !strings.Contains(line, "=(") {
			t.Errorf("%+v: %q for %d nodes", c, line, n)
		}
		if key := c.Verb + c.Series; c.Series != "" && named[key] {
			t.Errorf("two series %s of %s", c.Series, c.Verb)
		}
		named[c.Verb+c.Series] = true
	}
	if line, n := (curve{Line: "plan {fleet}"}).at(9); line != "plan -" || n != 9 {
		t.Errorf("%q of %d", line, n)
	}
}

// TestVerify: a record whose law does not follow from its runs, or that lacks a curve, is refused.
func TestVerify(t *testing.T) {
	p := parameters{Sizes: []int{16, 128}, Seconds: 4, Gigabytes: 16}
	var r record
	for _, c := range p.curves() {
		var points []point
		for n := 16; n <= 128; n *= 2 {
			points = append(points, point{n, float64(n) / 10, 1e8, exact})
		}
		r.Curves = append(r.Curves, grown{c, points, p.growthOf(c, points)})
	}
	assert.OK(t, verify(t.Context(), p, "growth.json", r))
	less := r
	less.Curves = r.Curves[1:]
	if verify(t.Context(), p, "growth.json", less) == nil {
		t.Error("a record without a curve is accepted")
	}
	r.Curves[0].Law = "n^0.9"
	if verify(t.Context(), p, "growth.json", r) == nil {
		t.Error("a law of its own is accepted")
	}
}

// TestClimbFails: a command that ends with an internal error is no run.
func TestClimbFails(t *testing.T) {
	c := curve{Line: "compare --n {n}", From: 5, Step: 1, To: 6}
	points, err := c.climb(t.Context(), func(context.Context, io.Reader, []string) (costs.Cost, int, error) { return costs.Cost{}, 4, nil })
	if err == nil {
		t.Errorf("%+v", points)
	}
}
