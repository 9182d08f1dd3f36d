package growth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/internal/machine/costs"
	"coterie/internal/picture/plot"
	"coterie/measure"
)

// curve is a command that grows. In its line {n} stands for the number of nodes, {FAMILY} for the
// default system of the family of the most nodes up to n, and {fleet} for n servers on standard
// input.
type curve struct {
	Verb   string `csv:"verb" doc:"verb of the program" json:"verb"`
	Series string `csv:"series" doc:"name in the picture of the verb; empty: the curve is in none" json:"series"`
	Line   string `csv:"line" doc:"command line; {n}: number of nodes, {FAMILY}: default system of the most nodes up to n, {fleet}: n servers on standard input" json:"line"`
	From   int    `csv:"from,nodes" doc:"first n" json:"from"`
	Step   int    `csv:"step,nodes,omitzero" doc:"the next n is so much larger; empty: twice as large" json:"step,omitempty"`
	To     int    `csv:"to,nodes" doc:"last n, unless a run takes too long before" json:"to"`
}

// verbs lists the curves that are in a picture.
func verbs() []curve {
	const many = 1 << 20
	return []curve{
		{"build", "grid", "build {grid}", 16, 0, many},
		{"build", "projective plane", "build {fpp}", 16, 0, many},
		{"build", "degenerate plane", "build {degenerate-fpp}", 16, 0, many},
		{"build", "majority", "build {majority}", 5, 1, 30},
		{"build", "tree", "build {tree}", 7, 0, many},
		{"check", "grid", "check {grid}", 16, 0, many},
		{"check", "projective plane", "check {fpp}", 16, 0, many},
		{"check", "degenerate plane", "check {degenerate-fpp}", 16, 0, many},
		{"check", "majority", "check {majority}", 16, 0, many},
		{"compare", "all families", "compare --n {n}", 8, 0, many},
		{"compare", "all families from 3 to n", "compare --n 3..{n}", 8, 0, many},
		{"compare", "groups, m = 3", "compare --n {n} --m 3", 16, 0, many},
		{"bounds", "n nodes", "bounds --n {n}", 16, 0, many},
		{"bounds", "n nodes, 3 groups", "bounds --n {n} --m 3", 16, 0, many},
		{"search", "cyclic", "search cyclic --n {n}", 16, 8, 400},
		{"search", "maekawa", "search maekawa --n {n}", 6, 2, 200},
		{"search", "load", "search load --n {n}", 4, 1, 30},
		{"search", "masking, b = 1", "search masking --n {n} --b 1", 5, 1, 30},
		{"search", "group, m = 3", "search group --n {n} --m 3", 6, 2, 200},
		{"search", "group by SAT, m = 4", "search group --n {n} --m 4 --method sat", 6, 1, 100},
		{"enumerate", "all", "enumerate --n {n} --count", 2, 1, 12},
		{"enumerate", "nondominated", "enumerate --n {n} --nondominated --count", 2, 1, 12},
		{"enumerate", "classes", "enumerate --n {n} --classes --count", 2, 1, 12},
		{"enumerate", "nondominated classes", "enumerate --n {n} --nondominated --classes --count", 2, 1, 12},
		{"extend", "grid", "extend {grid}", 9, 0, many},
		{"extend", "wheel", "extend {wheel}", 8, 0, many},
		{"extend", "billiard", "extend {billiard}", 4, 0, many},
		{"extend", "surficial", "extend {surficial}", 9, 0, many},
		{"simulate", "grid", "simulate {grid} --entries 1000", 9, 0, many},
		{"simulate", "projective plane", "simulate {fpp} --entries 1000", 7, 0, many},
		{"simulate", "majority", "simulate {majority} --entries 1000", 8, 0, many},
		{"explore", "majority", "explore {majority} --algorithm maekawa-fixed", 2, 1, 20},
		{"explore", "wheel", "explore {wheel} --algorithm maekawa-fixed", 4, 1, 20},
		{"explore", "singleton", "explore {singleton} --algorithm maekawa-fixed", 2, 1, 40},
		{"plan", "two kinds of servers", "plan {fleet}", 4, 0, 4096},
		{"draw", "grid", "draw {grid}", 9, 0, many},
		{"draw", "projective plane", "draw {fpp}", 7, 0, many},
		{"draw", "triangle", "draw {triangle}", 6, 0, many},
	}
}

// curves lists all curves: those of the verbs, and each figure of measure over each family. Two
// families show measure in its picture: one whose quorums are listed, and one that has a formula.
func (p parameters) curves() []curve {
	list := verbs()
	for _, at := range pairs() {
		c := curve{"measure", "", fmt.Sprintf("measure {%s} --only %s --require-exact", at.Family, at.Figure), p.Sizes[0], 0, p.Sizes[len(p.Sizes)-1]}
		if at.Figure != measure.DegreeFigure && (at.Family == "billiard" || at.Family == "triangle") {
			c.Series = at.Family + ": " + string(at.Figure)
		}
		list = append(list, c)
	}
	return list
}

// point is one run of a command.
type point struct {
	N      int     `json:"n"`
	CPU    float64 `json:"cpu_seconds"`
	Memory float64 `json:"memory_bytes"`
	State  string  `json:"state"` // exact; none: it ended without the exact answer; over; refused
}

// The states of a run that is the last of its curve: it was stopped, or there is no answer at all
// for its size.
const (
	over    = "over"
	refused = "refused"
)

// grown is a curve with its runs and the laws that follow from them.
type grown struct {
	curve
	Points []point `json:"points"`
	growth
}

// record is the certificate of the full part.
type record struct {
	Cores   int     `json:"cores"`
	OS      string  `json:"os"`
	Arch    string  `json:"arch"`
	Go      string  `json:"go"`
	Version string  `json:"version"`
	Seconds int     `json:"seconds"`
	Curves  []grown `json:"curves"`
}

// runner runs a command line with a standard input.
type runner func(ctx context.Context, in io.Reader, line []string) (costs.Cost, int, error)

// climb runs a command at sizes that grow, until a run takes too long or is refused. One
// worker is asked for: several would share the time, not the work.
func (c curve) climb(ctx context.Context, run runner) (points []point, err error) {
	last := 0
	for n := c.From; n <= c.To; n = max(n+c.Step, (2-min(1, c.Step))*n) {
		line, at := c.at(n)
		if at == last {
			continue
		}
		last = at
		fleet := fmt.Sprintf("nodes:\n  - {name: a, count: %d, reads: 4000, writes: 2000, crash: 1%%}\n  - {name: b, count: %d, reads: 2000, writes: 1000, crash: 3%%}\nworkload: {reads: 0.9}\n", n-n/3, n/3)
		cost, status, err := run(ctx, strings.NewReader(fleet), append(strings.Fields(line), "--quiet", "--jobs=1", "--memory=2GB"))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		// Status 1 is an answer, too: proven absent, or a property does not hold.
		state, known := map[int]string{0: exact, 1: exact, 2: refused, 3: none}[status]
		switch {
		case cost.Over:
			state = over
		case !known:
			return nil, fmt.Errorf("%s: exit status %d", line, status)
		}
		points = append(points, point{at, cost.CPU, cost.Memory, state})
		if state == over || state == refused {
			break
		}
	}
	return points, nil
}

// at returns the command line for at most n nodes and their number, 0 if there is no such system.
func (c curve) at(n int) (line string, nodes int) {
	line = strings.NewReplacer("{n}", fmt.Sprint(n), "{fleet}", "-").Replace(c.Line)
	before, rest, named := strings.Cut(line, "{")
	if !named {
		return line, n
	}
	family, after, _ := strings.Cut(rest, "}")
	i := atMost(family, n)
	if i == nil {
		return "", 0
	}
	return before + i.Spec() + after, i.N()
}

func declareCosts(out *experiments.Output, p parameters) {
	list := p.curves()
	table := experiments.Table(out, "curves", list, "verb", "series", "line", "from", "step", "to")
	r := record{runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), out.Version, p.Seconds, nil}
	if kept, ok := out.Known("growth.json"); ok { // its runs are not repeated by a check
		out.Fail(json.Unmarshal(kept, &r))
	} else {
		for i, points := range experiments.Compute(out, "curves", list, func(ctx context.Context, c curve) ([]point, error) {
			program := experiments.Must(os.Executable())
			return c.climb(ctx, func(ctx context.Context, in io.Reader, line []string) (costs.Cost, int, error) {
				return costs.OfCommand(ctx, p.Seconds, in, program, line...)
			})
		}) {
			r.Curves = append(r.Curves, grown{list[i], points, p.growthOf(list[i], points)})
		}
	}
	out.Certificate("growth.json", r)
	for _, verb := range table.Values("verb") {
		for _, m := range pictures {
			f := plot.Figure{Title: m.title + " of " + verb, X: plot.Logarithmic("n", "nodes"), Y: plot.Logarithmic(m.title, m.unit).Between(m.least, m.most)}
			for _, c := range r.Curves {
				if c.Verb == verb && c.Series != "" {
					f.Series = append(f.Series, c.layer(m.law(c.growth), m.of, m.least))
				}
			}
			out.Sketch(m.file+verb, experiments.Drawn(f), table.Where(experiments.Is("verb", verb), experiments.Not(experiments.Is("series", ""))))
		}
	}
}

// verify judges a record: it has all curves, and their laws and jumps follow from their runs.
func verify(_ context.Context, p parameters, _ string, r record) error {
	if !slices.EqualFunc(r.Curves, p.curves(), func(g grown, c curve) bool { return g.curve == c && len(g.Points) > 0 }) {
		return errors.New("the curves are not those of the study")
	}
	for i, c := range r.Curves {
		if want := fmt.Sprint(p.growthOf(c.curve, c.Points)); fmt.Sprint(c.growth) != want {
			return fmt.Errorf("curve %d, %s: the growth of its runs is %s", i+1, c.Line, want)
		}
	}
	return nil
}
