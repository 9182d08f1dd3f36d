package planning

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	plans "coterie/search/fleet"
)

// printed is a row of the table that keeps the requirements. It holds the printed figures by the
// names of their columns; for each figure less is better.
type printed struct {
	rank, star string
	figures    map[string]float64
}

// rowsOf reads the table of a plan as a person does.
func rowsOf(t *testing.T, a *plans.Answer, ranks bool) (rows []printed, text string) {
	t.Helper()
	var out bytes.Buffer
	assert.OK(t, WritePlan(&out, a, Text{Width: 10_000, Ranks: ranks}))
	_, table, _ := strings.Cut(out.String(), "\n\n")
	lines := strings.Split(table, "\n")
	for _, line := range lines[1:] {
		if line == "" || line[0] != ' ' && line[0] != '*' || strings.HasPrefix(line, "  and ") || strings.HasPrefix(line, "* on") {
			break
		}
		row := printed{star: line[:1], figures: map[string]float64{}}
		cells := strings.Fields(strings.NewReplacer(" ms", "e-3", " µs", "e-6", " s ", " ", " %", "").Replace(line[1:]))
		for k, name := range strings.Fields(strings.Replace(lines[0], "mean load", "load", 1)) {
			if name == "rank" {
				row.rank = cells[k]
			}
			if x, err := strconv.ParseFloat(cells[k], 64); err == nil && name != "survives" {
				if name == "capacity" || name == "available" {
					x = -x
				}
				row.figures[name] = x
			}
		}
		rows = append(rows, row)
	}
	return rows, out.String()
}

// randomFleet has figures that tie often.
func randomFleet(r *rand.Rand, goals string) string {
	var text strings.Builder
	fmt.Fprintln(&text, "nodes:")
	for i := range 3 + r.IntN(2) {
		fmt.Fprintf(&text, "  - {name: s%d, reads: %d, writes: %d, latency: %dms, crash: %d%%}\n", i, 1000*(1+r.IntN(3)), 1000*(1+r.IntN(2)), 1+r.IntN(4), 1+r.IntN(2))
	}
	shares := []string{"70%", "{0.9: 1, 0.4: 2}"}[r.IntN(2)]
	fmt.Fprintf(&text, "workload: {reads: %s}\nrequire: {survive: {nodes: %d}}\noptimize: %s\n", shares, r.IntN(2), goals)
	return text.String()
}

// TestStars: by the printed figures, a row has a star exactly if no other is as good in both goals
// and better in one. The line of the picture goes through exactly these rows.
func TestStars(t *testing.T) {
	assert.Slow(t, "seconds of CPU")
	five := fileText(t, "../../../docs/fleets/five.yaml")
	tour := "nodes: [{name: a, reads: 4000, writes: 2000, latency: 1ms}, {name: b, reads: 2000, writes: 1000, latency: 1ms}, {name: c, reads: 4000, writes: 2000, latency: 3ms}, " +
		"{name: d, reads: 2000, writes: 1000, latency: 4ms}, {name: e, reads: 4000, writes: 2000, latency: 5ms}]\nworkload: {reads: 70%}\nrequire: {survive: {nodes: 1}}\noptimize: [capacity, latency]\n"
	texts := []string{tour, five + "optimize: [capacity, latency]\n"}
	r := rand.New(rand.NewPCG(28, 1))
	for _, goals := range []string{"[capacity, latency]", "[latency, network]", "[availability, latency]", "[latency, capacity]"} {
		texts = append(texts, randomFleet(r, goals))
	}
	if !assert.WithSlow {
		texts = append(texts[:1], texts[2:]...)
	}
	stars := 0
	for _, text := range texts {
		a := planOf(t, text, plans.Options{})
		columns := map[fleet.Goal]string{fleet.Capacity: "capacity", fleet.LatencyGoal: "latency", fleet.Network: "asked", fleet.Availability: "available"}
		if len(a.Fleet.Workload.Shares) > 1 {
			columns[fleet.Capacity] = "load"
		}
		one, two := columns[a.Goals[0]], columns[a.Goals[1]]
		rows, whole := rowsOf(t, a, true)
		if len(rows) != len(a.Entries) {
			t.Fatalf("%d rows of %d\n%s", len(rows), len(a.Entries), whole)
		}
		var starred []string
		for _, row := range rows {
			beaten := slices.ContainsFunc(rows, func(o printed) bool {
				x, y := o.figures[one]-row.figures[one], o.figures[two]-row.figures[two]
				return x <= 0 && y <= 0 && (x < 0 || y < 0)
			})
			if (row.star == "*") == beaten {
				t.Errorf("rank %s has the mark %q, and another beats it: %v\n%s", row.rank, row.star, beaten, whole)
			}
			if row.star == "*" {
				starred = append(starred, row.rank)
			}
		}
		stars += len(starred)
		assert.True(t, a.FrontOptimal, "not all is proven of the front\n%s", whole)
		picture := assert.Got(PictureOf(a))(t)
		var labels, line []string
		for _, s := range picture.Series {
			for k := range s.Points {
				ranks := strings.Fields(s.Labels[k])
				labels = append(labels, ranks...)
				if s.Name == "front" {
					if line = append(line, ranks...); len(ranks) == 0 {
						line = append(line, strconv.Itoa(a.Majority+1))
					}
				}
			}
		}
		slices.Sort(labels)
		slices.Sort(line)
		slices.Sort(starred)
		if len(labels) != len(rows) || len(slices.Compact(labels)) != len(rows) || !slices.Equal(line, starred) {
			t.Errorf("the picture has %q, its line %q; the stars are %q", labels, line, starred)
		}
	}
	if stars < 15 {
		t.Errorf("%d stars", stars)
	}
}

// TestTiesPrinted: rows are ranked by the printed figures: if one looks the same, the next figure
// that breaks ties decides. The answer says so.
func TestTiesPrinted(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	r := rand.New(rand.NewPCG(28, 2))
	ties := 0
	for _, goal := range []string{"capacity", "latency", "network", "availability", "latency", "network"} {
		a := planOf(t, randomFleet(r, goal), plans.Options{})
		first := "capacity"
		if len(a.Fleet.Workload.Shares) > 1 {
			first = "load"
		}
		order := map[string][]string{
			"capacity": {first, "latency", "available", "asked"}, "latency": {"latency", first, "available", "asked"},
			"network": {"asked", first, "latency", "available"}, "availability": {"available", first, "latency", "asked"},
		}[goal]
		rows, whole := rowsOf(t, a, false)
		for k := range rows[1:] {
			for i, figure := range order {
				x, y := rows[k].figures[figure], rows[k+1].figures[figure]
				if x > y {
					t.Errorf("row %d is before row %d, which is better in %s\n%s", k+1, k+2, figure, whole)
				}
				if x != y {
					ties += min(i, 1)
					break
				}
			}
		}
		if want := "ties fall to " + strings.NewReplacer("load", "mean load", "available", "availability").Replace(strings.Join(order[1:], ", then ")) + ": proven, no system at all "; !strings.Contains(whole, want) || !a.TiesOptimal {
			t.Errorf("no %q in\n%s", want, whole)
		}
	}
	if ties == 0 {
		t.Error("nothing ties")
	}
}

// TestTiesSaid: if not all systems were gone through, only the first goal is proven.
func TestTiesSaid(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	a := planOf(t, "nodes: [{count: 7, latency: 2ms}, {name: far, latency: 9ms}]\noptimize: latency\n", plans.Options{Steps: 1, Intervals: 2})
	_, whole := rowsOf(t, a, false)
	assert.Contains(t, whole, "ties fall to capacity, then availability, then asked, among the systems found: proven is latency alone")
}

// TestAssumed: every answer states the assumption about a latency between its percentiles.
func TestAssumed(t *testing.T) {
	for _, c := range []struct{ latency, want string }{
		{"3ms", ""},
		{"{p0: 1ms, p100: 2ms}", "taken to be independent from node to node, and linear between percentiles"},
		{"{p50: 1ms, p100: 2ms}", "taken to be independent from node to node, and linear between percentiles, and from 0 to the first where no p0 is given"},
	} {
		a := planOf(t, "nodes: [{name: a, latency: "+c.latency+"}, {name: b, latency: 1ms}]\noptimize: latency\n", plans.Options{})
		_, whole := rowsOf(t, a, false)
		x := assert.Got(fleet.FindFigures(t.Context(), a.Fleet, a.Entries[0].System, fleet.StrategyOptions{}))(t)
		var figures bytes.Buffer
		assert.OK(t, WriteFigures(&figures, "it", Figures{Figures: x}, false, 1000))
		for _, form := range []any{PlanJSON(a), FiguresJSON("it", Figures{Figures: x})} {
			text, err := json.Marshal(form)
			if err != nil || !strings.Contains(string(text), `"latency_assumed":"`+c.want+`"`) {
				t.Errorf("%s: %v\n%s", c.latency, err, text)
			}
		}
		for _, text := range []string{whole, figures.String()} {
			if !strings.Contains(text, c.want+"\n") || c.want == "" && strings.Contains(text, "taken to be") {
				t.Errorf("%s: no %q in\n%s", c.latency, c.want, text)
			}
		}
	}
}

// TestAsked: texts, help and documents use one word for the number of nodes that a request asks:
// asked.
func TestAsked(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	const nodes = "nodes: [{name: a, capacity: 3, latency: 1ms}, {name: b, capacity: 2, latency: 2ms}, {name: c, capacity: 1, latency: 9ms}]\n"
	var all bytes.Buffer
	for _, text := range []string{
		nodes + "optimize: [latency, asked]\nrequire: {asked: 2}\n", nodes + "optimize: asked\nrequire: {survive: {nodes: 1}}\n", nodes + "optimize: capacity\nrequire: {asked: 1}\n",
		nodes + "require: {asked: 1, capacity: 4}\n", nodes + "systems: [majority, \"expr:a\"]\nrequire: {network: 1}\n", nodes + "optimize: [asked, capacity]\n",
	} {
		a := planOf(t, text, plans.Options{Explain: true})
		assert.OK(t, WritePlan(&all, a, Text{Width: 1000, Explain: true}))
		for _, i := range []int{0, a.Majority} {
			x := assert.Got(fleet.FindFigures(t.Context(), a.Fleet, a.Entries[i].System, fleet.StrategyOptions{}))(t)
			assert.OK(t, WriteFigures(&all, "it", Figures{Figures: x}, true, 1000))
		}
		if picture, err := PictureOf(a); err == nil {
			fmt.Fprintln(&all, picture.Title, picture.X.Label, picture.Y.Label)
		}
	}
	_, section, _ := strings.Cut(fileText(t, "../../../docs/tour.md"), "\n## Fleets\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for name, text := range assert.Pairs(
		"an answer", all.String(), "the help", fileText(t, "../../../internal/command/help/plan.txt"), "docs/fleet.md", fileText(t, "../../../docs/fleet.md"), "the tour", section,
	) {
		for line := range strings.Lines(text) {
			for _, other := range []string{"network", "nodes asked"} {
				if strings.Contains(strings.ToLower(line), other) && !strings.Contains(line, "JSON") {
					t.Errorf("%s calls it %s: %s", name, other, line)
				}
			}
		}
	}
}

func fileText(t *testing.T, path string) string {
	t.Helper()
	data := assert.Got(os.ReadFile(path))(t)
	return string(data)
}

// TestDigits: figures that rank have as many digits as distinguish them, and no more.
func TestDigits(t *testing.T) {
	a := planOf(t, "nodes: [{name: a, latency: 2ms}, {name: b, latency: 2.00001ms}, {name: c, latency: 9ms}]\nsystems: [\"expr:a\", \"expr:b\", \"expr:c\"]\noptimize: latency\n", plans.Options{})
	_, whole := rowsOf(t, a, false)
	if !strings.Contains(whole, " 2.00001 ms ") || !strings.Contains(whole, " 2 ms ") {
		t.Error(whole)
	}
}
