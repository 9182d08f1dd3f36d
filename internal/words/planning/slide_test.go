package planning

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/picture/canvas"
	plans "coterie/search/fleet"
)

// svgText is a text of a picture, with its place from the upper left corner.
type svgText struct {
	X     float64 `xml:"x,attr"`
	Style string  `xml:"style,attr"`
	Text  string  `xml:",chardata"`
}

// slideTexts returns the texts of a slide. That it is written at all says that no text leaves the
// page or covers another one.
func slideTexts(t *testing.T, a *plans.Answer) (texts []svgText) {
	t.Helper()
	var out bytes.Buffer
	assert.OK(t, assert.Got(PlanSlide(a))(t).Write(&out, canvas.SVG))
	for d := xml.NewDecoder(&out); ; {
		token, err := d.Token()
		if err != nil {
			return texts
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "text" {
			var text svgText
			assert.OK(t, d.DecodeElement(&text, &start))
			texts = append(texts, text)
		}
	}
}

// many returns lines of a fleet, one for each number.
func many(n int, line string) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, line+"\n", i+1)
	}
	return out.String()
}

// TestSlides: on a slide every server stands once, as long as there is room, and the percentages of
// each list of choices sum to 100. No text is smaller than what can be read.
func TestSlides(t *testing.T) {
	assert.Long(t, "a second of CPU")
	const some = "systems: [majority]\n"
	zoned := func(n int) string {
		return "nodes:\n" + many(n, "  - {name: h%d, zone: z%[1]d, capacity: %[1]d}") + some
	}
	places := "clients:\n" + many(20, "  - {name: p%d, share: 1/20, latency: {b: %[1]dms, c: 40ms}}")
	for name, c := range map[string]struct {
		text  string
		least float64 // size of the smallest text, in points
		all   bool    // whether all servers and all lists have room
	}{
		"five":  {fileText(t, "../../../docs/fleets/five.yaml"), 10.5, true},
		"fifty": {fileText(t, "../../../docs/fleets/fifty.yaml") + some, 8.25, true},
		"long": {"nodes: [{name: storage-server-rack-17-frankfurt-01, zone: the-zone-with-the-longest-name-in-frankfurt, capacity: 1e3}, " +
			"{name: storage-server-rack-17-frankfurt-02, zone: b, capacity: 2e3}, {name: c, capacity: 1}]\n" + some, 10.5, false},
		"no zones":     {"nodes: [a, b, c, d]\n" + some, 10.5, true},
		"seventy":      {"nodes: [{name: a, count: 20, zone: x}, {name: b, count: 50, zone: y}]\n" + some, 8.25, true},
		"twelve zones": {zoned(12), 10.5, true},
		"90 zones":     {zoned(90), 8.25, false},
		"places":       {"nodes: [{name: a, latency: 20ms}, {name: b}, {name: c}]\n" + places + "workload: {adapts: true, reads: {0.9: 1, 0.2: 1}}\n" + some, 10.5, false},
	} {
		a := planOf(t, strings.Replace(strings.Replace(c.text, "1e3", "1000", 1), "2e3", "2000", 1), plans.Options{})
		counts, sum := map[string]int{}, 0.0
		for _, text := range slideTexts(t, a) {
			if counts[text.Text]++; text.X > 0.47*1200 && strings.HasSuffix(text.Text, " %") {
				x, _ := strconv.ParseFloat(strings.TrimSuffix(text.Text, " %"), 64)
				sum += x
			}
			_, size, _ := strings.Cut(text.Style, "font-size:")
			if x, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(size), "px"), 64); err == nil && x < c.least-0.01 {
				t.Errorf("%s: %q has the size %v", name, text.Text, x)
			}
		}
		for _, server := range a.Fleet.Names() {
			if c.all && counts[server] == 0 {
				t.Errorf("%s: no server %s", name, server)
			}
		}
		if lists := choiceLists(a.Fleet, a.Entries[a.Best].Strategy.Menus); c.all && math.Abs(sum-100*float64(len(lists))) > 0.5 {
			t.Errorf("%s: the percentages of %d lists sum to %v", name, len(lists), sum)
		}
	}
}

// TestAskedInAll: the nodes that reads and writes ask are, by their shares, as many as a request
// asks, and under one share of reads the busiest of them has the load of the strategy.
func TestAskedInAll(t *testing.T) {
	for _, workload := range []string{"reads: 70%", "adapts: true, reads: {0.9: 1, 0.2: 2}"} {
		a := planOf(t, "nodes: [{name: a, reads: 3, writes: 2, latency: 1ms}, {name: b, reads: 2, writes: 2}, {name: c, reads: 1, writes: 1}]\nworkload: {"+workload+"}\nclients: [{share: 30%, name: x, latency: {a: 5ms}}, {share: 70%, name: y}]\n", plans.Options{})
		st, reads := a.Entries[a.Best].Strategy, a.Fleet.Workload.MeanReads()
		all, busiest := new(big.Rat), new(big.Rat)
		asked := [2][]*big.Rat{st.Asked(a.Fleet, fleet.Reads), st.Asked(a.Fleet, fleet.Writes)}
		for v, node := range a.Fleet.Nodes {
			read := new(big.Rat).Mul(asked[0][v], reads)
			write := new(big.Rat).Mul(asked[1][v], new(big.Rat).Sub(one, reads))
			all.Add(all, read).Add(all, write)
			if busy := read.Quo(read, node.Reads); busy.Add(busy, write.Quo(write, node.Writes)).Cmp(busiest) > 0 {
				busiest = busy
			}
		}
		if all.Cmp(st.Network) != 0 || len(st.Loads) == 1 && busiest.Cmp(st.Load) != 0 {
			t.Errorf("%s: %v asked, %v by the strategy; the busiest has %v of %v", workload, all, st.Network, busiest, st.Load)
		}
	}
}

// TestSlideRoles: a slide says who leads, who is a witness, and that reads are elections.
func TestSlideRoles(t *testing.T) {
	a := planOf(t, fileText(t, "../../../docs/fleets/two-centres.yaml"), plans.Options{})
	for _, want := range []string{"a1 (leader)", "w (witness)", "elections"} {
		assert.True(t, slices.ContainsFunc(slideTexts(t, a), func(x svgText) bool { return x.Text == want }), "no %s", want)
	}
}
