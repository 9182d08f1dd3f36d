package comparison

import (
	"cmp"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strings"

	"coterie/compare"
	"coterie/internal/picture/plot"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
)

// drawings are the quantities that are drawn against n, with the label and the unit of their axis.
var drawings = []struct {
	of                 compare.Quantity
	title, label, unit string
}{
	{of: compare.Load, title: "Load", label: "load", unit: plot.NoUnit},
	{of: compare.Failure, title: "Failure probability", label: "failure probability at p = ", unit: plot.NoUnit},
	{of: compare.Messages, title: "Messages per entry", label: "messages per entry", unit: "messages"},
	{of: compare.K, title: "Quorum size", label: "largest quorum K", unit: "nodes"},
	{of: compare.Degree, title: "Degree", label: "degree", unit: "quorums"},
}

// Drawn lists the quantities that can be drawn against n.
func Drawn() []compare.Quantity {
	list := make([]compare.Quantity, len(drawings))
	for i, d := range drawings {
		list[i] = d.of
	}
	return list
}

// PictureOf draws one of Drawn against n: a line for each family, broken where it has no system, a
// line for the best known values, with the bound for all systems, and the given systems on top
// under their names. p is the crash probability as the user gave it. An estimate is drawn, in a
// ring, if its interval is no wider than a factor of 1.5. Families with the same points share a
// line. left names the systems whose figure is neither exact nor estimated well. PictureOf fails if
// nothing is left to draw.
func PictureOf(t *compare.Table, of compare.Quantity, p string) (picture plot.Figure, left []string, err error) {
	said := drawings[slices.Index(Drawn(), of)]
	title, y := said.title+" against the number of nodes", plot.Linear(said.label, said.unit)
	if of == compare.Failure {
		title, y.Label, y.Log = title+", p = "+p, y.Label+p, true
	}
	if t.M > 0 {
		groups := fmt.Sprintf("%d groups", t.M)
		if of == compare.Load || of == compare.Messages {
			groups = groupsText(t)
		}
		title += ", " + groups
	}
	picture = plot.Figure{Title: title, X: plot.Linear("n", "nodes"), Y: y, LabelEnds: true}
	var families, estimates, own, best []plot.Series
	var ownFamilies []string
	var bound []table.Point // beyond which no system is
	names := namesOf(t)
	add := func(list []plot.Series, name, family string, ringed bool, at table.Point) []plot.Series {
		i := slices.IndexFunc(list, func(l plot.Series) bool { return l.Name == name })
		if i < 0 {
			list = append(list, plot.Series{Name: name, Kind: plot.Line, Look: plot.LookOf(family), Ringed: ringed, Gap: 1})
			i = len(list) - 1
		}
		list[i].Points = append(list[i].Points, at)
		return list
	}
	for _, r := range t.Rows {
		if b := r.Best; b != nil {
			if b.Of == of {
				other := b.Lower
				if of == compare.Degree {
					other = b.Upper
				}
				best = add(best, "best known", "", false, table.At(float64(r.N), b.Value.Float64()))
				bound = append(bound, table.At(float64(r.N), other.Float64()))
			}
			continue
		}
		y, exact, ok := height(&r, of)
		if !ok || picture.Y.Log && y <= 0 {
			left = append(left, r.Spec)
			continue
		}
		at := table.At(float64(r.N), y)
		switch {
		case r.Given:
			own, ownFamilies = append(own, plot.Series{Name: names[r.Spec], Kind: plot.Scatter, Points: []table.Point{at}}), append(ownFamilies, r.Family)
			if r.Default && exact {
				families = add(families, r.Family, r.Family, false, at)
			}
		case exact:
			families = add(families, r.Family, r.Family, false, at)
		default:
			estimates = add(estimates, r.Family+", estimated", r.Family, true, at)
		}
	}
	if len(best) > 0 {
		best[0].Look = plot.OwnLook(plot.OwnLooks() - 1)
		if !slices.Equal(bound, best[0].Points) {
			best = append(best, plot.Series{Name: "bound", Kind: plot.Guide, Points: bound})
		}
	}
	lines := slices.Concat(best, united(families), united(estimates), lookedAt(own, ownFamilies))
	if len(lines) == 0 {
		return picture, left, fmt.Errorf("there is nothing to draw: no system has a known %s that can stand on the axis", of)
	}
	met := map[string]int{}
	for _, l := range lines {
		// A file may have the name of a family.
		if met[l.Name]++; met[l.Name] > 1 {
			l.Name = fmt.Sprintf("%s (%d)", l.Name, met[l.Name])
		}
		picture.Series = append(picture.Series, l)
	}
	return picture, left, nil
}

// height returns the figure of a row, exact or estimated well.
func height(r *compare.Row, of compare.Quantity) (y float64, exact, ok bool) {
	switch of {
	case compare.K:
		if r.K.Max == nil {
			return 0, false, false
		}
		y, _ = new(big.Float).SetInt(r.K.Max).Float64()
		return y, true, true
	case compare.Degree:
		if r.Degree == nil {
			return 0, false, false
		}
		return float64(*r.Degree), true, true
	}
	const wide = 1.5
	c := r.Cell(of)
	if c.Exact != nil {
		y, _ = c.Exact.Float64()
		return y, true, true
	}
	if i := c.Interval; i != nil && i.Low > 0 && i.High <= wide*i.Low {
		return (i.Low + i.High) / 2, false, true
	}
	return 0, false, false
}

// namesOf returns the names of the given systems in a picture: their specs, but for a file its own
// name without folder and ending, if no two files share it.
func namesOf(t *compare.Table) map[string]string {
	names, count := map[string]string{}, map[string]int{}
	for _, r := range t.Rows {
		if _, met := names[r.Spec]; !r.Given || met {
			continue
		}
		name := r.Spec
		if path, isFile := strings.CutPrefix(r.Spec, "@"); isFile || r.Family == "" && strings.Contains(path, ".json") {
			base := filepath.Base(path)
			name = cmp.Or(strings.TrimSuffix(base, filepath.Ext(base)), r.Spec)
		} else if r.Spec == "-" {
			name = cmp.Or(r.Name, r.Spec)
		}
		name = pictured(name)
		names[r.Spec] = name
		count[name]++
	}
	for spec, name := range names {
		if count[name] > 1 {
			names[spec] = pictured(spec)
		}
	}
	return names
}

// united joins the names of lines through the same points, and keeps only the first of these lines.
func united(lines []plot.Series) []plot.Series {
	var out []plot.Series
	for _, l := range lines {
		i := slices.IndexFunc(out, func(o plot.Series) bool { return slices.Equal(o.Points, l.Points) })
		if i >= 0 {
			first, estimated := strings.CutSuffix(out[i].Name, ", estimated")
			out[i].Name = first + ", " + l.Name
			if estimated && !strings.HasSuffix(l.Name, ", estimated") {
				out[i].Name += ", estimated"
			}
			continue
		}
		out = append(out, l)
	}
	return out
}

// lookedAt gives each given system a look: that of its family, in a ring. A system of no family, or
// of a family whose ring is taken, gets a look of its own.
func lookedAt(own []plot.Series, families []string) []plot.Series {
	ringed, free := map[string]bool{}, 0
	for i := range own {
		l := &own[i]
		if look := plot.LookOf(families[i]); look > 0 && !ringed[families[i]] {
			ringed[families[i]] = true
			l.Look, l.Ringed = look, true
			continue
		}
		l.Look = plot.OwnLook(free)
		free++
	}
	return own
}

// pictured shortens a very long name to the room in a picture, by leaving out its end.
func pictured(name string) string {
	if brief := show.Brief(name); brief != name {
		return show.Cut(brief, 40)
	}
	return name
}
