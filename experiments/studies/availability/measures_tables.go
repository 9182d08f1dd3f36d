package availability

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/internal/plot"
	"coterie/internal/table"
	"coterie/quorum"
)

func emitMeasures(out *experiments.Output, systems []measuredSystem) error {
	figures, failures, err := measuresTables(systems)
	if err != nil {
		return err
	}
	if err := out.Table("measures.csv", figures); err != nil {
		return err
	}
	if err := out.Table("failures.csv", failures); err != nil {
		return err
	}
	return drawMeasures(out, figures, failures)
}

// failureColumn names the column of the failure probability at p: failure_0_001.
func failureColumn(p *big.Rat) string {
	return "failure_" + strings.ReplaceAll(table.Float(experiments.FloatRat(p)).String(), ".", "_")
}

// measuresTables makes the table of figures, a row for each system and each cartel, and that of failure
// probabilities.
func measuresTables(systems []measuredSystem) (figures, failures *table.Table, err error) {
	head := []table.Column{
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("family", "", "name of the construction"),
		table.Ints("m", "groups", "number of cartels; empty for an ordinary system"),
		table.Ints("cartel", "", "the cartel that the row is about, from 1; empty: the system"),
		table.Texts("spec", "", "the default system of n nodes"),
	}
	columns := append(head[:len(head):len(head)],
		table.BigInts("quorums", "quorums", "number of quorums; of a group system over all cartels"),
		table.Ints("k_min", "nodes", "least quorum size"),
		table.Ints("k_max", "nodes", "greatest quorum size"),
		table.BigInts("responsibility_min", "quorums", "least number of quorums that a node is in: of the S_i where the family assigns sites; of a group system over all cartels"),
		table.BigInts("responsibility_max", "quorums", "greatest"),
		table.Ratios("load", "", "load; of a group system with all groups equally active"),
		table.Floats("load_decimal", "", "the same"),
		table.Floats("load_floor", "", "least load that n nodes allow: (1+√(4n-3))/(2n) for an ordinary system, 1/√n for groups equally active; none of its own for a cartel"),
		table.Ratios("capacity", "", "1/load"),
		table.Ints("resilience", "nodes", "crashes that always leave a live quorum; of a group system in every cartel"),
	)
	for _, p := range experiments.CrashProbabilities() {
		columns = append(columns, table.Floats(failureColumn(p), "", "probability that no quorum survives if nodes crash with probability "+table.Float(experiments.FloatRat(p)).String()+
			" each; empty: see failures.csv. Of a group system the mean of its cartels"))
	}
	columns = append(columns,
		table.Texts("failures", "", "exact, or how each of the four is known, in order: exact, estimate or bounds (failures.csv has the intervals)"),
		table.Bools("nondominated", "", "whether the system is nondominated; empty: not decided"),
		table.Ints("degree", "quorums", "most pairwise disjoint quorums in a cartel; of a group system in every cartel"),
		table.Texts("load_by", "", "how the load was found, or why not"),
		table.Texts("resilience_by", "", "why no transversal is smaller, or why the resilience is not known"),
		table.Texts("failures_by", "", "how live sets were counted, or why not"),
		table.Texts("domination_by", "", "how domination was decided, or why not"),
	)
	figures = table.New(columns...)
	failures = table.New(append(head[:len(head):len(head)],
		table.Ratios("p", "", "crash probability of each node"),
		table.Texts("by", "", "exact; estimate, by sampling; bounds, which are certain"),
		table.Floats("failure", "", "probability that no quorum survives; empty where only bounds are known"),
		table.Floats("low", "", "estimate: low end of the 99 % interval; bounds: lower bound; empty: exact"),
		table.Floats("high", "", "estimate: high end of the 99 % interval; bounds: upper bound; empty: exact"),
		table.Floats("floor", "", "least failure probability of an ordinary quorum system of n nodes (Peleg and Wool 1995), which also limits the mean of cartels; none of its own for a cartel"),
	)...)
	for _, s := range systems {
		for c := 0; c <= len(s.Cartels); c++ {
			m, cartel := s.Own, table.Empty()
			if c > 0 {
				m, cartel = s.Cartels[c-1], table.Int(c)
			}
			groups := table.Empty()
			if s.M > 0 {
				groups = table.Int(s.M)
			}
			first := []table.Cell{table.Int(s.N), table.Text(s.Family), groups, cartel, table.Text(s.Spec)}
			if err := figures.Append(append(first[:len(first):len(first)], s.figureCells(m, c)...)...); err != nil {
				return nil, nil, err
			}
			for k, f := range m.Failures {
				cells := []table.Cell{table.Ratio(experiments.CrashProbabilities()[k]), table.Text(f.By), table.Float(f.Value), table.Float(f.Low), table.Float(f.High), table.Float(experiments.FloatRat(bounds.FailureFloor(s.N, experiments.CrashProbabilities()[k])))}
				if f.By == byExact {
					cells[3], cells[4] = table.Empty(), table.Empty()
				}
				if f.By == byBounds {
					cells[2] = table.Empty()
				}
				if c > 0 {
					cells[5] = table.Empty()
				}
				if err := failures.Append(append(first[:len(first):len(first)], cells...)...); err != nil {
					return nil, nil, err
				}
			}
		}
	}
	return figures, failures, nil
}

// figureCells are the cells of one row after the head; c is 0 for the system.
func (s measuredSystem) figureCells(m measuredFamily, c int) []table.Cell {
	load := make([]table.Cell, 4)
	switch {
	case c > 0:
	case s.M > 0:
		load[2] = table.Float(bounds.LoadFromNodes(s.N).Float64())
	default:
		load[2] = table.Float(bounds.PlaneLoad(s.N).Float64())
	}
	if m.Load != nil {
		load[0], load[1], load[3] = table.Ratio(m.Load.Rat()), table.Float(m.Load.Float64()), table.Ratio(new(big.Rat).Inv(m.Load.Rat()))
	}
	resilience, nondominated, domination := table.Empty(), table.Empty(), table.Empty()
	if m.Resilience >= 0 {
		resilience = table.Int(m.Resilience)
	}
	if c == 0 {
		domination = experiments.TextOr(s.DominationBy)
		if s.Nondominated != quorum.Unknown {
			nondominated = table.Bool(s.Nondominated == quorum.Holds)
		}
	}
	failures := make([]table.Cell, len(experiments.CrashProbabilities()))
	var how []string
	for k, f := range m.Failures {
		if f.By != byBounds {
			failures[k] = table.Float(f.Value)
		}
		how = append(how, f.By)
	}
	by := strings.Join(how, ", ")
	if allEqual(how) && len(how) > 0 {
		by = how[0]
	}
	cells := append([]table.Cell{experiments.KnownBig(m.Quorums), experiments.KnownSize(m.MinQuorum), experiments.KnownSize(m.MaxQuorum), experiments.KnownBig(m.MinResp), experiments.KnownBig(m.MaxResp)}, load...)
	cells = append(cells, resilience)
	cells = append(cells, failures...)
	return append(cells, experiments.TextOr(by), nondominated, experiments.KnownSize(m.Degree), experiments.TextOr(m.LoadBy), experiments.TextOr(m.ResilienceBy), experiments.TextOr(m.FailuresBy), domination)
}

func allEqual(list []string) bool {
	for _, s := range list {
		if s != list[0] {
			return false
		}
	}
	return true
}

// drawMeasures draws loads and failure probabilities against n, with the limits that no quorum system passes.
func drawMeasures(out *experiments.Output, figures, failures *table.Table) error {
	ordinary := []struct {
		family, name string
		kind         plot.SeriesKind
	}{
		{"singleton", "singleton", plot.Line}, {"wheel", "wheel", plot.Line}, {"majority", "majority", plot.Line}, {"tree", "tree", plot.Scatter}, {"grid", "grid", plot.Line}, {"paths", "paths", plot.Scatter},
		{"triangle", "triangle", plot.Scatter}, {"triangle-lattice", "triangle-lattice", plot.Scatter}, {"billiard", "billiard", plot.Scatter}, {"degenerate-fpp", "degenerate-fpp", plot.Line}, {"fpp", "fpp", plot.Scatter},
	}
	const tenth = "1/10"
	load := plot.Figure{
		Title: "Load of the families against the number of nodes",
		X:     plot.Axis{Label: "n", Unit: "nodes"},
		Y:     plot.Axis{Label: "load", Unit: plot.NoUnit, Log: true},
	}
	failure := plot.Figure{
		Title: "Failure probability of the families at crash probability 0.1",
		X:     plot.Axis{Label: "n", Unit: "nodes"},
		Y:     plot.Axis{Label: "failure probability", Unit: plot.NoUnit, Log: true, From: 1e-9, To: 1},
	}
	for _, f := range ordinary {
		of := func(t *table.Table) func(int) bool {
			return func(row int) bool {
				return t.At(row, "family") == table.Text(f.family) && t.At(row, "n") != table.Int(1)
			}
		}
		if points := figures.Points("n", "load_decimal", of(figures)); len(points) > 0 {
			load.Series = append(load.Series, plot.Series{Name: f.name, Kind: f.kind, Points: points, Look: experiments.FamilyLook(f.family)})
		}
		points := failures.Points("n", "failure", func(row int) bool {
			return of(failures)(row) && failures.At(row, "p").String() == tenth && failures.At(row, "by") == table.Text(byExact)
		})
		points = slices.DeleteFunc(points, func(p table.Point) bool { return p.Y < failure.Y.From })
		if len(points) > 0 {
			failure.Series = append(failure.Series, plot.Series{Name: f.name, Kind: f.kind, Points: points, Look: experiments.FamilyLook(f.family)})
		}
	}
	estimates := failures.Points("n", "failure", func(row int) bool {
		return failures.At(row, "family") == table.Text("degenerate-fpp") && failures.At(row, "p").String() == tenth && failures.At(row, "by") == table.Text(byEstimate)
	})
	if len(estimates) > 0 {
		failure.Series = append(failure.Series, plot.Series{Name: "degenerate, estimate", Points: estimates, Look: experiments.FamilyLook("net")})
	}
	guide := func(f *plot.Figure, name string, points []table.Point) {
		if len(points) > 1 {
			f.Series = append(f.Series, plot.Series{Name: name, Kind: plot.Guide, Points: points})
		}
	}
	floors := figures.Points("n", "load_floor", func(row int) bool {
		return figures.At(row, "family") == table.Text("singleton") && figures.At(row, "n") != table.Int(1)
	})
	guide(&load, "plane bound", floors)
	if len(floors) > 1 {
		guide(&load, "1/√n (Naor-Wool)", plot.Curve(floors[0].X, floors[len(floors)-1].X, 100, func(n float64) float64 { return 1 / math.Sqrt(n) }))
	}
	guide(&failure, "least (Peleg-Wool)", failures.Points("n", "floor", func(row int) bool {
		return failures.At(row, "family") == table.Text("singleton") && failures.At(row, "p").String() == tenth && failures.At(row, "n") != table.Int(1)
	}))
	for stem, f := range map[string]plot.Figure{"load": load, "failure": failure} {
		if len(f.Series) < 3 {
			continue
		}
		if err := experiments.PlotBoth(out, stem, f, "measures.csv", "failures.csv"); err != nil {
			return err
		}
	}
	return drawGroupLoads(out, figures)
}

// drawGroupLoads draws the loads of group systems with all groups equally active.
func drawGroupLoads(out *experiments.Output, t *table.Table) error {
	f := plot.Figure{
		Title: "Load of group systems with all groups equally active",
		X:     plot.Axis{Label: "n", Unit: "nodes"},
		Y:     plot.Axis{Label: "load", Unit: plot.NoUnit, Log: true},
	}
	for _, s := range []struct {
		family, name, look string
		m                  int
	}{
		{"surficial", "surficial, m = 5", "billiard", 5}, {"surficial", "surficial, m = 4", "triangle", 4}, {"surficial", "surficial, m = 3", "surficial", 3},
		{"net", "net, m = 3", "net", 3}, {"read-write-grid", "read-write grid", "grid", 2},
	} {
		points := t.Points("n", "load_decimal", func(row int) bool {
			return t.At(row, "family") == table.Text(s.family) && t.At(row, "m") == table.Int(s.m) && t.At(row, "cartel").IsEmpty() && t.At(row, "n") != table.Int(1)
		})
		if len(points) > 0 {
			f.Series = append(f.Series, plot.Series{Name: s.name, Kind: plot.Line, Points: points, Look: experiments.FamilyLook(s.look)})
		}
	}
	if len(f.Series) == 0 {
		return nil
	}
	most := 0.0
	for _, s := range f.Series {
		for _, p := range s.Points {
			most = max(most, p.X)
		}
	}
	f.Series = append(f.Series, plot.Series{Name: "1/√n", Kind: plot.Guide, Points: plot.Curve(2, max(3, most), 100, func(n float64) float64 { return 1 / math.Sqrt(n) })})
	return experiments.PlotBoth(out, "group-load", f, "measures.csv")
}

func measuresClaims(p measuresParameters, systems []measuredSystem) []experiments.Claim {
	judged := func(more func(measuredSystem) bool) func(func(measuredSystem) bool) {
		return func(yield func(measuredSystem) bool) {
			for _, s := range systems {
				m := s.Own
				if s.M == 0 && s.Nondominated != quorum.Unknown && m.MinQuorum > 0 && m.MinQuorum == m.MaxQuorum && m.MinResp.Cmp(m.MaxResp) == 0 && more(s) && !yield(s) {
					return
				}
			}
		}
	}
	dominated := func(s measuredSystem) (bool, string) {
		return s.Nondominated == quorum.Fails, fmt.Sprintf("%s has quorums of %d nodes, %v for every node, and is nondominated", s.Spec, s.Own.MinQuorum, s.Own.MinResp)
	}
	const words = "default systems whose quorums have one size and whose nodes one responsibility"
	return []experiments.Claim{{
		ID: "joung-distributed-dominated", Source: "Joung 2003", Section: "section 3, after Theorem 3.4",
		Statement: "Full distributedness and nondominance conflict: fully distributed ordinary quorum systems are dominated.",
		Command:   "coterie experiment run measures",
		Judgement: experiments.HoldsUnderReading("for more than 9 nodes and quorums of at most 2√n - 1: planes of order 3 and more, and grids",
			experiments.Judge(experiments.Every(fmt.Sprintf("%s, n in 1..%d", words, p.To)), judged(func(measuredSystem) bool { return true }), dominated),
			experiments.Judge(experiments.Every(fmt.Sprintf("%s of at most 2√n - 1, n in 10..%d", words, p.To)), judged(func(s measuredSystem) bool {
				k := s.Own.MaxQuorum + 1
				return s.N > 9 && k*k <= 4*s.N
			}), dominated)),
	}}
}
