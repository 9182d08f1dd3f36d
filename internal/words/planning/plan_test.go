package planning

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/picture/canvas"
	"coterie/internal/picture/chart"
	"coterie/internal/words/show"
	plans "coterie/search/fleet"
)

func planOf(t *testing.T, text string, opts plans.Options) *plans.Answer {
	t.Helper()
	f := assert.Got(fleet.Read(strings.NewReader(text), "test.yaml"))(t)
	return assert.Got(plans.Plan(t.Context(), f, opts))(t)
}

// explained caches plans with the costs of requirements, by the texts of their fleets: several
// tests use them.
var explained = map[string]*plans.Answer{}

func explain(t *testing.T, text string) *plans.Answer {
	t.Helper()
	if explained[text] == nil {
		explained[text] = planOf(t, text, plans.Options{Explain: true})
	}
	return explained[text]
}

// fleets returns texts of fleets whose plans have every kind of line.
func fleets(t *testing.T) []string {
	five := assert.Got(os.ReadFile("../../../docs/fleets/five.yaml"))(t)
	const nodes = "nodes: [{name: a, zone: x, capacity: 3, latency: 1ms, crash: 1%}, {name: a server with a name, zone: y, capacity: 2, latency: 2ms, crash: 2%}, {name: c, capacity: 1, latency: 9ms, crash: 1/3}]\nzones: {x: {crash: 0.1%}, y: {crash: 0}}\n"
	return []string{
		string(five), nodes + "optimize: [latency, availability]\n", nodes + "optimize: network\n", nodes + "optimize: availability\n", nodes + "optimize: load\n",
		nodes + "require: {survive: {nodes: 1, zones: 1}}\n", nodes + "require: {capacity: 100, latency: 3ms}\n",
		nodes + "clients: [{zone: x, share: 70%}, {name: elsewhere, share: 30%, latency: {a: 5ms}}]\nworkload: {reads: {0.9: 1, 0.2: 3}, adapts: true, silent: 1}\n",
		nodes + "systems: [wheel, majority, fpp]\n", "nodes: [{name: s, count: 3, latency: {p50: 1ms, p99: 4ms}}]\noptimize: latency\n", "nodes: [{name: s}]\n",
	}
}

// TestTextFits: no line is wider than the page unless it cannot be folded, and the last line is
// about the majority.
func TestTextFits(t *testing.T) {
	assert.Slow(t, "some seconds of planning")
	for _, text := range fleets(t) {
		a := explain(t, text)
		for _, width := range []int{60, 80, 130} {
			var out bytes.Buffer
			assert.OK(t, WritePlan(&out, a, Text{Width: width, Explain: true}))
			lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			for _, line := range lines {
				if show.Width(line) > width {
					t.Errorf("%d columns on a page of %d: %q", show.Width(line), width, line)
				}
				if strings.TrimRight(line, " ") != line {
					t.Errorf("spaces at the end of %q", line)
				}
			}
			assert.Contains(t, strings.Join(lines[max(0, len(lines)-3):], " "), "majority of ", "the last line is %q", lines[len(lines)-1])
			for i := range a.Entries {
				if width != 80 || i > 1 {
					continue
				}
				e := &a.Entries[i]
				x, err := fleet.FindFigures(t.Context(), a.Fleet, e.System, fleet.StrategyOptions{})
				if err != nil {
					continue
				}
				out.Reset()
				assert.OK(t, WriteFigures(&out, e.System.Name, Figures{Figures: x}, true, width))
				for line := range strings.Lines(out.String()) {
					if show.Width(strings.TrimSuffix(line, "\n")) > width {
						t.Errorf("%d columns: %q", show.Width(line), line)
					}
				}
			}
		}
	}
}

// TestKeys: the keys of JSON are a contract.
func TestKeys(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	a := explain(t, fleets(t)[1])
	text := assert.Got(json.Marshal(PlanJSON(a)))(t)
	var got struct {
		Systems []map[string]any
		Best    map[string]any
	}
	var top map[string]any
	if json.Unmarshal(text, &top) != nil || json.Unmarshal(text, &got) != nil {
		t.Fatalf("%s", text)
	}
	for _, key := range []string{
		"n", "nodes", "optimize", "verdict", "best", "majority", "optimal", "optimal_by", "ties", "ties_optimal", "bound", "bound_exact", "bound_by", "gap", "read_once", "front_optimal",
		"conflict", "conflict_by", "costs", "stopped_by", "notes", "systems",
	} {
		if _, ok := top[key]; !ok {
			t.Errorf("no key %s", key)
		}
	}
	for _, key := range []string{
		"spec", "by", "capacity", "load", "latency", "network", "availability", "reads_availability", "writes_availability", "survives", "keeps", "fails", "open",
		"front", "exact", "reasons", "reads", "writes", "strategy", "prices",
	} {
		if _, ok := got.Best[key]; !ok {
			t.Errorf("the best has no key %s", key)
		}
	}
	rows, err := PlanTable(a)
	if err != nil || rows.Len() != len(got.Systems) || len(got.Systems) != len(a.Entries) {
		t.Errorf("%v: %d rows, %d systems, %d entries", err, rows.Len(), len(got.Systems), len(a.Entries))
	}
	onFront := slices.IndexFunc(got.Systems, func(s map[string]any) bool { return s["front"] == true })
	assert.Equal(t, onFront, a.Front[0], "the first of the front")
}

// TestPictures: every plan is drawn, and a plan without figures says why not.
func TestPictures(t *testing.T) {
	assert.Long(t, "some seconds of planning")
	for _, text := range fleets(t) {
		a := explain(t, text)
		picture, err := PictureOf(a)
		if err != nil {
			if strings.Contains(text, "p99") {
				continue
			}
			t.Errorf("%v\n%s", err, text)
			continue
		}
		var out bytes.Buffer
		if err := chart.Write(&out, picture, canvas.SVG); err != nil || out.Len() == 0 {
			t.Errorf("%v\n%s", err, text)
		}
	}
}
