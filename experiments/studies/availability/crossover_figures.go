package availability

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/internal/picture/plot"
)

// drawnSteps sets the crash probabilities at which a failure curve is tabulated: 1/drawnSteps,
// 2/drawnSteps, ..., up to drawnTo of them.
const (
	drawnSteps = 100
	drawnTo    = 60
)

// drawnLeast is the least failure probability in the figures: below it, curves are too far apart to
// cross.
const drawnLeast = 1e-8

// failureLine is a point of a failure curve.
type failureLine struct {
	N        int     `csv:"n,nodes" doc:"number of nodes"`
	Families string  `csv:"families" doc:"the families with this failure probability, at every p"`
	P        float64 `csv:"p" doc:"crash probability of each node"`
	Failure  float64 `csv:"failure" doc:"probability that no quorum survives"`
	Crossing bool    `csv:"crossing" doc:"whether p is where another family of the same n takes the lead, to 6 digits"`
}

// drawFailures tabulates and draws the failure probabilities of the families of a few n, with their
// crossings.
func drawFailures(out *experiments.Output, p crossoverParameters, rows []crossoverRow) {
	drawn := experiments.Keep(rows, func(r crossoverRow) bool { return slices.Contains(p.Drawn, r.N) })
	failures := experiments.Table(out, "failure", experiments.Flat(drawn, crossoverRow.failures),
		"n", "families", "p", "failure", "crossing")
	for _, n := range p.Drawn {
		var layers []experiments.Layer
		for _, families := range failures.Values("families", experiments.Is("n", n)) {
			first, _, _ := strings.Cut(families, " ")
			layers = append(layers, failures.Line(families, "p", "failure", experiments.Is("n", n), experiments.Is("families", families), experiments.Is("crossing", false),
				experiments.AtLeast("failure", drawnLeast)).Look(plot.LookOf(first)))
		}
		layers = append(layers, failures.Scatter("crossing", "p", "failure", experiments.Is("n", n), experiments.Is("crossing", true),
			experiments.AtLeast("failure", drawnLeast)))
		out.Plot(fmt.Sprintf("failure-n%d", n), fmt.Sprintf("Failure probability of the families of %d nodes", n),
			plot.Linear("crash probability p", plot.NoUnit).Between(0, float64(drawnTo)/drawnSteps),
			plot.Logarithmic("failure probability", plot.NoUnit).Between(drawnLeast, 1), layers...)
	}
}

// failures returns the drawn points of all curves.
func (r crossoverRow) failures() []failureLine {
	return experiments.Flat(equalClasses(r), func(class []int) (lines []failureLine) {
		point := func(p *big.Rat, crossing bool) {
			failure := r.Systems[class[0]].Live.Failure(p)
			lines = append(lines, failureLine{r.N, familiesOf(r.Systems, class), experiments.FloatRat(p), experiments.FloatRat(failure), crossing})
		}
		for k := 1; k <= drawnTo; k++ {
			point(big.NewRat(int64(k), drawnSteps), false)
		}
		for _, p := range leadsOf(r, class) {
			point(p, true)
		}
		return lines
	})
}

// equalClasses groups the systems that are equally available at every p.
func equalClasses(r crossoverRow) [][]int {
	var classes [][]int
	for i, s := range r.Systems {
		if !s.known() {
			continue
		}
		k := slices.IndexFunc(classes, func(class []int) bool {
			return fmt.Sprint(r.Systems[class[0]].Live.Counts) == fmt.Sprint(s.Live.Counts)
		})
		if k >= 0 {
			classes[k] = append(classes[k], i)
		} else {
			classes = append(classes, []int{i})
		}
	}
	return classes
}

// leadsOf returns the p of the crossings of a class with the others that lie on the drawn part of
// its curve.
func leadsOf(r crossoverRow, class []int) []*big.Rat {
	var list []*big.Rat
	for _, pair := range r.Pairs {
		if pair.First != class[0] && pair.Second != class[0] {
			continue
		}
		for _, c := range pair.Crossings {
			m := middle(c)
			if c.Before != c.After && m.Cmp(big.NewRat(drawnTo, drawnSteps)) <= 0 && !slices.ContainsFunc(list, func(x *big.Rat) bool { return closeTo(x, m) }) {
				list = append(list, m)
			}
		}
	}
	slices.SortFunc(list, (*big.Rat).Cmp)
	return list
}

// closeTo reports whether two crossings are one point of a picture.
func closeTo(x, y *big.Rat) bool {
	return math.Abs(experiments.FloatRat(x)-experiments.FloatRat(y)) < 1e-6
}

// breakEven is the crash probability at which a single node overtakes a family's system.
type breakEven struct {
	N      int     `csv:"n,nodes" doc:"number of nodes"`
	Family string  `csv:"family" doc:"name of the construction"`
	P      float64 `csv:"p" doc:"crash probability from which on one node alone is at least as available as the family's system of n nodes"`
}

func (r crossoverRow) breakEvens() []breakEven {
	return experiments.Flat(r.Pairs, func(pair crossoverPair) (list []breakEven) {
		a, b := r.Systems[pair.First], r.Systems[pair.Second]
		other, sign := a, 1
		if a.Family == "singleton" {
			other, sign = b, -1
		} else if b.Family != "singleton" {
			return nil
		}
		for _, c := range pair.Crossings {
			if c.Before == sign && c.After == -sign {
				list = append(list, breakEven{r.N, other.Family, experiments.FloatRat(middle(c))})
			}
		}
		return list
	})
}

// drawBreakEven draws the crash probability at which a single node overtakes each family.
func drawBreakEven(out *experiments.Output, p crossoverParameters, rows []crossoverRow) {
	t := experiments.Table(out, "break-even", experiments.Flat(rows, crossoverRow.breakEvens),
		"n", "family", "p")
	layers := []experiments.Layer{t.Curve("1/2: nondominated", 0, float64(p.To), func(float64) float64 { return 0.5 })}
	// Nondominated systems meet the singleton at 1/2 (see crossoverPairs), so the other families
	// are drawn.
	for _, family := range []string{"majority", "fpp", "degenerate-fpp", "paths", "billiard", "grid"} {
		draw := t.Scatter
		if family == "grid" || family == "degenerate-fpp" {
			draw = t.Line
		}
		layers = append(layers, draw(family, "n", "p", experiments.Is("family", family)).Family(family))
	}
	out.Plot("break-even", "Crash probability above which one node alone is more available than all n",
		plot.Linear("n", "nodes").Between(0, float64(p.To)), plot.Linear("crash probability p", plot.NoUnit).Between(0, 0.55), layers...)
}
