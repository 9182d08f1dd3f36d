package growth

import (
	"math"
	"slices"
	"strings"

	"coterie/internal/machine/costs"
	"coterie/internal/picture/plot"
	"coterie/internal/words/table"
)

// growth is the result of the runs of a command.
type growth struct {
	Exact int `json:"exact_to"` // the most nodes up to which every run ends with the exact answer
	// Law is how the CPU time grows over the last runs; empty for fewer than three that take long
	// enough. A time that does not double over them is called constant, and one that is far from a
	// law erratic; nothing is foretold from these.
	Law string `json:"law,omitempty"`
	// The most nodes that ten times the CPU time, and ten times the memory of a machine, suffice
	// for.
	TenfoldTime   float64 `json:"tenfold_time,omitempty"`
	TenfoldMemory float64 `json:"tenfold_memory,omitempty"`
	Jumps         []jump  `json:"jumps,omitempty"`
}

// jump is a place where the cost of neighbouring sizes is very different.
type jump struct {
	From  int     `json:"from"`
	To    int     `json:"to"`
	Times float64 `json:"times"` // at least
}

// A jump is by more than jumpFactor, and the CPU seconds below jumpFloor count as jumpFloor. A law
// is fitted to at most lastPoints runs, of at least lawFloor seconds.
const (
	jumpFactor = 30
	jumpFloor  = 0.1
	lawFloor   = 0.05
	lastPoints = 5
	// erratic is the factor between a run and its law from which on the growth is called so.
	erratic = 3
)

// growthOf returns the growth of a command from its runs.
func (p parameters) growthOf(c curve, points []point) (g growth) {
	var times, memory [2][]float64
	var before point
	for _, q := range points {
		if q.State == exact && before.N == g.Exact {
			g.Exact = q.N
		}
		if ratio := q.CPU / max(before.CPU, jumpFloor); before.N > 0 && ratio > jumpFactor {
			g.Jumps = append(g.Jumps, jump{before.N, q.N, math.Round(ratio)})
		}
		if q.State == over || q.State == refused {
			break
		}
		if q.CPU < before.CPU/2 {
			times = [2][]float64{} // another method begins
		}
		if q.CPU >= lawFloor {
			times[0], times[1] = append(times[0], float64(q.N)), append(times[1], q.CPU)
		}
		if q.Memory > 2*points[0].Memory {
			memory[0], memory[1] = append(memory[0], float64(q.N)), append(memory[1], q.Memory)
		}
		before = q
	}
	law, said := lawOf(c, times)
	if g.Law = said; law.Rate > 0 {
		g.TenfoldTime = math.Floor(law.Reaches(10 * float64(p.Seconds)))
	}
	if law, _ = lawOf(c, memory); law.Rate > 0 {
		g.TenfoldMemory = math.Floor(law.Reaches(10 * float64(p.Gigabytes) * 1e9))
	}
	return g
}

// lawOf returns the law of the last runs, and says how they grow: "" for too few. Sizes that double
// are set against a power of n alone, as an exponential function would rest on the last of them.
// The law is zero where nothing can be foretold from it.
func lawOf(c curve, points [2][]float64) (law costs.Law, said string) {
	k := len(points[0])
	if k < 3 {
		return law, ""
	}
	sizes, costly := points[0][max(0, k-lastPoints):], points[1][max(0, k-lastPoints):]
	laws := costs.Fit(sizes, costly)
	if law = laws[0]; c.Step == 0 && law.Exponential {
		law = laws[1]
	}
	switch {
	case slices.Max(costly) < 2*slices.Min(costly):
		return costs.Law{}, "constant"
	case law.Scatter > erratic || law.Rate <= 0:
		return costs.Law{}, "erratic"
	}
	return law, law.String()
}

// pictures are the two pictures of a verb.
var pictures = []struct {
	file, title, unit string
	least, most       float64
	law               func(g growth) string
	of                func(q point) float64
}{
	{"cost-of-", "CPU time", "s", 0.01, 10, func(g growth) string { return g.Law }, func(q point) float64 { return q.CPU }},
	{"memory-of-", "memory", "MB", 10, 10_000, func(growth) string { return "" }, func(q point) float64 { return q.Memory / 1e6 }},
}

// layer returns the runs of a curve, but one that was refused, as a line of a picture.
func (g grown) layer(law string, of func(q point) float64, least float64) plot.Series {
	s := plot.Series{Name: strings.TrimSuffix(g.Series+": "+law, ": "), Kind: plot.Line}
	for _, q := range g.Points {
		if q.State != refused {
			s.Points = append(s.Points, table.Point{X: float64(q.N), Y: max(of(q), least)})
		}
	}
	return s
}
