package experiments

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"coterie/internal/table"
)

// drawnSteps is how many crash probabilities of a failure curve are tabulated: 1/drawnSteps, 2/drawnSteps, ..., up
// to drawnTo of them.
const (
	drawnSteps = 100
	drawnTo    = 60
)

// drawnLeast is the least failure probability that is drawn: below, curves are too far apart to cross.
const drawnLeast = 1e-8

// drawCrossovers tabulates and draws the failure probabilities of the families of a few n, with their crossings, and
// the crash probability at which each family is overtaken by one node alone, against n.
func drawCrossovers(out *Output, p crossoverParameters, rows []crossoverRow) error {
	failures := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("families", "", "the families with this failure probability, at every p"),
		table.Floats("p", "", "crash probability of each node"),
		table.Floats("failure", "", "probability that no quorum survives"),
		table.Bools("crossing", "", "whether p is where another family of the same n takes the lead, to 6 digits"),
	)
	for _, r := range rows {
		if !slices.Contains(p.Drawn, r.N) {
			continue
		}
		for _, class := range equalClasses(r) {
			s := r.Systems[class[0]]
			for k := 1; k <= drawnTo; k++ {
				x := big.NewRat(int64(k), drawnSteps)
				if err := appendFailure(failures, r, class, s, x, false); err != nil {
					return err
				}
			}
			for _, q := range leadsOf(r, class) {
				if err := appendFailure(failures, r, class, s, q, true); err != nil {
					return err
				}
			}
		}
	}
	if failures.Len() > 0 {
		if err := out.Table("failure.csv", failures); err != nil {
			return err
		}
	}
	for _, r := range rows {
		if !slices.Contains(p.Drawn, r.N) || len(equalClasses(r)) == 0 {
			continue
		}
		if err := plotBoth(out, fmt.Sprintf("failure-n%d", r.N), failureFigure(r, failures), "failure.csv"); err != nil {
			return err
		}
	}
	return drawBreakEven(out, p, rows)
}

func appendFailure(t *table.Table, r crossoverRow, class []int, s availableSystem, x *big.Rat, crossing bool) error {
	at, _ := x.Float64()
	failed, _ := new(big.Rat).Sub(big.NewRat(1, 1), s.sets().Availability(x)).Float64()
	return t.Append(table.Int(r.N), table.Text(strings.Join(familiesOf(r.Systems, class), " = ")), table.Float(at), table.Float(failed), table.Bool(crossing))
}

// equalClasses puts the systems together that are equally available at every p.
func equalClasses(r crossoverRow) [][]int {
	var classes [][]int
	for i, s := range r.Systems {
		if !s.known() {
			continue
		}
		k := slices.IndexFunc(classes, func(class []int) bool {
			return slices.EqualFunc(r.Systems[class[0]].Live, s.Live, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
		})
		if k >= 0 {
			classes[k] = append(classes[k], i)
		} else {
			classes = append(classes, []int{i})
		}
	}
	return classes
}

// leadsOf returns the p of the crossings of a class with the others that lie on the drawn part of its curve.
func leadsOf(r crossoverRow, class []int) []*big.Rat {
	var list []*big.Rat
	for _, pair := range r.Pairs {
		if pair.First != class[0] && pair.Second != class[0] {
			continue
		}
		for _, c := range pair.Crossings {
			m := new(big.Rat).Add(c.Low.Rat(), c.High.Rat())
			m.Quo(m, big.NewRat(2, 1))
			if c.Before != c.After && m.Cmp(big.NewRat(drawnTo, drawnSteps)) <= 0 && !slices.ContainsFunc(list, func(x *big.Rat) bool { return closeTo(x, m) }) {
				list = append(list, m)
			}
		}
	}
	slices.SortFunc(list, func(a, b *big.Rat) int { return a.Cmp(b) })
	return list
}

// closeTo reports whether two crossings are one point of a picture.
func closeTo(x, y *big.Rat) bool {
	a, _ := x.Float64()
	b, _ := y.Float64()
	return math.Abs(a-b) < 1e-6
}

func failureFigure(r crossoverRow, t *table.Table) Figure {
	f := Figure{
		Title: fmt.Sprintf("Failure probability of the families of %d nodes", r.N),
		X:     Axis{Label: "crash probability p", Unit: NoUnit, From: 0, To: float64(drawnTo) / drawnSteps},
		Y:     Axis{Label: "failure probability", Unit: NoUnit, Log: true, From: drawnLeast, To: 1},
	}
	for _, class := range equalClasses(r) {
		name := strings.Join(familiesOf(r.Systems, class), " = ")
		points := t.Points("p", "failure", func(row int) bool {
			return t.At(row, "n") == table.Int(r.N) && t.At(row, "families") == table.Text(name) && t.At(row, "crossing") == table.Bool(false)
		})
		points = slices.DeleteFunc(points, func(p table.Point) bool { return p.Y < drawnLeast })
		f.Series = append(f.Series, Series{Name: name, Kind: Line, Points: points, Look: familyLook(r.Systems[class[0]].Family)})
	}
	if points := t.Points("p", "failure", func(row int) bool {
		return t.At(row, "n") == table.Int(r.N) && t.At(row, "crossing") == table.Bool(true)
	}); len(points) > 0 {
		points = slices.DeleteFunc(points, func(p table.Point) bool { return p.Y < drawnLeast })
		f.Series = append(f.Series, Series{Name: "crossing", Kind: Scatter, Points: points, Look: familyLook("net")})
	}
	return f
}

// drawBreakEven draws where each family is overtaken by one node alone.
func drawBreakEven(out *Output, p crossoverParameters, rows []crossoverRow) error {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("family", "", "name of the construction"),
		table.Floats("p", "", "crash probability from which on one node alone is at least as available as the family's system of n nodes"),
	)
	for _, r := range rows {
		for _, pair := range r.Pairs {
			a, b := r.Systems[pair.First], r.Systems[pair.Second]
			other, sign := a, 1
			if a.Family == "singleton" {
				other, sign = b, -1
			} else if b.Family != "singleton" {
				continue
			}
			for _, c := range pair.Crossings {
				if c.Before == sign && c.After == -sign {
					if err := t.Append(table.Int(r.N), table.Text(other.Family), table.Float(middle(c))); err != nil {
						return err
					}
				}
			}
		}
	}
	if t.Len() == 0 {
		return nil
	}
	if err := out.Table("break-even.csv", t); err != nil {
		return err
	}
	f := Figure{
		Title:  "Crash probability above which one node alone is more available than all n",
		X:      Axis{Label: "n", Unit: "nodes", From: 0, To: float64(p.To)},
		Y:      Axis{Label: "crash probability p", Unit: NoUnit, From: 0, To: 0.55},
		Series: []Series{{Name: "1/2: nondominated", Kind: Guide, Points: []table.Point{{X: 0, Y: 0.5}, {X: float64(p.To), Y: 0.5}}}},
	}
	// Nondominated systems meet the singleton at 1/2 (see crossoverPairs), so the other families are drawn.
	for _, family := range []string{"majority", "fpp", "degenerate-fpp", "paths", "billiard", "grid"} {
		kind := Scatter
		if family == "grid" || family == "degenerate-fpp" {
			kind = Line
		}
		points := t.Points("n", "p", func(row int) bool { return t.At(row, "family") == table.Text(family) })
		if len(points) > 0 {
			f.Series = append(f.Series, Series{Name: family, Kind: kind, Points: points, Look: familyLook(family)})
		}
	}
	return plotBoth(out, "break-even", f, "break-even.csv")
}
