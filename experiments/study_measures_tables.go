package experiments

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/quorum"
)

func emitMeasures(out *Output, systems []measuredSystem) error {
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
	return "failure_" + strings.ReplaceAll(Float(floatRat(p)).String(), ".", "_")
}

func floatRat(x *big.Rat) float64 {
	v, _ := x.Float64()
	return v
}

// measuresTables makes the table of figures, a row for each system and each cartel, and that of failure
// probabilities.
func measuresTables(systems []measuredSystem) (figures, failures *Table, err error) {
	head := []Column{
		{"n", Ints, "nodes", "number of nodes"},
		{"family", Texts, "", "name of the construction"},
		{"m", Ints, "groups", "number of cartels; empty for an ordinary system"},
		{"cartel", Ints, "", "the cartel that the row is about, from 1; empty: the system"},
		{"spec", Texts, "", "the default system of n nodes"},
	}
	columns := append(head[:len(head):len(head)],
		Column{"quorums", BigInts, "quorums", "number of quorums; of a group system over all cartels"},
		Column{"k_min", Ints, "nodes", "least quorum size"},
		Column{"k_max", Ints, "nodes", "greatest quorum size"},
		Column{"responsibility_min", BigInts, "quorums", "least number of quorums that a node is in: of the S_i where the family assigns sites; of a group system over all cartels"},
		Column{"responsibility_max", BigInts, "quorums", "greatest"},
		Column{"load", Ratios, "", "load; of a group system with all groups equally active"},
		Column{"load_decimal", Floats, "", "the same"},
		Column{"load_floor", Floats, "", "least load that n nodes allow: (1+√(4n-3))/(2n) for an ordinary system, 1/√n for groups equally active; none of its own for a cartel"},
		Column{"capacity", Ratios, "", "1/load"},
		Column{"resilience", Ints, "nodes", "crashes that always leave a live quorum; of a group system in every cartel"},
	)
	for _, p := range crashProbabilities() {
		columns = append(columns, Column{failureColumn(p), Floats, "", "probability that no quorum survives if nodes crash with probability " + Float(floatRat(p)).String() +
			" each; empty: see failures.csv. Of a group system the mean of its cartels"})
	}
	columns = append(columns,
		Column{"failures", Texts, "", "exact, or how each of the four is known, in order: exact, estimate or bounds (failures.csv has the intervals)"},
		Column{"nondominated", Bools, "", "whether the system is nondominated; empty: not decided"},
		Column{"degree", Ints, "quorums", "most pairwise disjoint quorums in a cartel; of a group system in every cartel"},
		Column{"load_by", Texts, "", "how the load was found, or why not"},
		Column{"resilience_by", Texts, "", "why no transversal is smaller, or why the resilience is not known"},
		Column{"failures_by", Texts, "", "how live sets were counted, or why not"},
		Column{"domination_by", Texts, "", "how domination was decided, or why not"},
	)
	figures = NewTable(columns...)
	failures = NewTable(append(head[:len(head):len(head)],
		Column{"p", Ratios, "", "crash probability of each node"},
		Column{"by", Texts, "", "exact; estimate, by sampling; bounds, which are certain"},
		Column{"failure", Floats, "", "probability that no quorum survives; empty where only bounds are known"},
		Column{"low", Floats, "", "estimate: low end of the 99 % interval; bounds: lower bound; empty: exact"},
		Column{"high", Floats, "", "estimate: high end of the 99 % interval; bounds: upper bound; empty: exact"},
		Column{"floor", Floats, "", "least failure probability of an ordinary quorum system of n nodes (Peleg and Wool 1995), which also limits the mean of cartels; none of its own for a cartel"},
	)...)
	for _, s := range systems {
		for c := 0; c <= len(s.Cartels); c++ {
			m, cartel := s.Own, Empty()
			if c > 0 {
				m, cartel = s.Cartels[c-1], Int(c)
			}
			groups := Empty()
			if s.M > 0 {
				groups = Int(s.M)
			}
			first := []Cell{Int(s.N), Text(s.Family), groups, cartel, Text(s.Spec)}
			if err := figures.Append(append(first[:len(first):len(first)], s.figureCells(m, c)...)...); err != nil {
				return nil, nil, err
			}
			for k, f := range m.Failures {
				cells := []Cell{Ratio(crashProbabilities()[k]), Text(f.By), Float(f.Value), Float(f.Low), Float(f.High), Float(floatRat(bounds.FailureFloor(s.N, crashProbabilities()[k])))}
				if f.By == byExact {
					cells[3], cells[4] = Empty(), Empty()
				}
				if f.By == byBounds {
					cells[2] = Empty()
				}
				if c > 0 {
					cells[5] = Empty()
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
func (s measuredSystem) figureCells(m measuredFamily, c int) []Cell {
	load := make([]Cell, 4)
	switch {
	case c > 0:
	case s.M > 0:
		load[2] = Float(bounds.LoadFromNodes(s.N).Float64())
	default:
		load[2] = Float(bounds.PlaneLoad(s.N).Float64())
	}
	if m.Load != nil {
		load[0], load[1], load[3] = Ratio(m.Load.Rat()), Float(m.Load.Float64()), Ratio(new(big.Rat).Inv(m.Load.Rat()))
	}
	resilience, nondominated, domination := Empty(), Empty(), Empty()
	if m.Resilience >= 0 {
		resilience = Int(m.Resilience)
	}
	if c == 0 {
		domination = textOr(s.DominationBy)
		if s.Nondominated != quorum.Unknown {
			nondominated = Bool(s.Nondominated == quorum.Holds)
		}
	}
	failures := make([]Cell, len(crashProbabilities()))
	var how []string
	for k, f := range m.Failures {
		if f.By != byBounds {
			failures[k] = Float(f.Value)
		}
		how = append(how, f.By)
	}
	by := strings.Join(how, ", ")
	if allEqual(how) && len(how) > 0 {
		by = how[0]
	}
	cells := append([]Cell{knownBig(m.Quorums), knownSize(m.MinQuorum), knownSize(m.MaxQuorum), knownBig(m.MinResp), knownBig(m.MaxResp)}, load...)
	cells = append(cells, resilience)
	cells = append(cells, failures...)
	return append(cells, textOr(by), nondominated, knownSize(m.Degree), textOr(m.LoadBy), textOr(m.ResilienceBy), textOr(m.FailuresBy), domination)
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
func drawMeasures(out *Output, figures, failures *Table) error {
	ordinary := []struct {
		family, name string
		kind         SeriesKind
	}{
		{"singleton", "singleton", Line}, {"wheel", "wheel", Line}, {"majority", "majority", Line}, {"tree", "tree", Scatter}, {"grid", "grid", Line}, {"paths", "paths", Scatter},
		{"triangle", "triangle", Scatter}, {"triangle-lattice", "triangle-lattice", Scatter}, {"billiard", "billiard", Scatter}, {"degenerate-fpp", "degenerate-fpp", Line}, {"fpp", "fpp", Scatter},
	}
	const tenth = "1/10"
	load := Figure{
		Title: "Load of the families against the number of nodes",
		X:     Axis{Label: "n", Unit: "nodes"},
		Y:     Axis{Label: "load", Unit: NoUnit, Log: true},
	}
	failure := Figure{
		Title: "Failure probability of the families at crash probability 0.1",
		X:     Axis{Label: "n", Unit: "nodes"},
		Y:     Axis{Label: "failure probability", Unit: NoUnit, Log: true, From: 1e-9, To: 1},
	}
	for _, f := range ordinary {
		of := func(t *Table) func(int) bool {
			return func(row int) bool { return t.At(row, "family") == Text(f.family) && t.At(row, "n") != Int(1) }
		}
		if points := figures.Points("n", "load_decimal", of(figures)); len(points) > 0 {
			load.Series = append(load.Series, Series{Name: f.name, Kind: f.kind, Points: points, Look: familyLook(f.family)})
		}
		points := failures.Points("n", "failure", func(row int) bool {
			return of(failures)(row) && failures.At(row, "p").String() == tenth && failures.At(row, "by") == Text(byExact)
		})
		points = slices.DeleteFunc(points, func(p Point) bool { return p.Y < failure.Y.From })
		if len(points) > 0 {
			failure.Series = append(failure.Series, Series{Name: f.name, Kind: f.kind, Points: points, Look: familyLook(f.family)})
		}
	}
	estimates := failures.Points("n", "failure", func(row int) bool {
		return failures.At(row, "family") == Text("degenerate-fpp") && failures.At(row, "p").String() == tenth && failures.At(row, "by") == Text(byEstimate)
	})
	if len(estimates) > 0 {
		failure.Series = append(failure.Series, Series{Name: "degenerate, estimate", Points: estimates, Look: familyLook("net")})
	}
	guide := func(f *Figure, name string, points []Point) {
		if len(points) > 1 {
			f.Series = append(f.Series, Series{Name: name, Kind: Guide, Points: points})
		}
	}
	floors := figures.Points("n", "load_floor", func(row int) bool {
		return figures.At(row, "family") == Text("singleton") && figures.At(row, "n") != Int(1)
	})
	guide(&load, "plane bound", floors)
	if len(floors) > 1 {
		guide(&load, "1/√n (Naor-Wool)", Curve(floors[0].X, floors[len(floors)-1].X, 100, func(n float64) float64 { return 1 / math.Sqrt(n) }))
	}
	guide(&failure, "least (Peleg-Wool)", failures.Points("n", "floor", func(row int) bool {
		return failures.At(row, "family") == Text("singleton") && failures.At(row, "p").String() == tenth && failures.At(row, "n") != Int(1)
	}))
	for stem, f := range map[string]Figure{"load": load, "failure": failure} {
		if len(f.Series) < 3 {
			continue
		}
		if err := plotBoth(out, stem, f, "measures.csv", "failures.csv"); err != nil {
			return err
		}
	}
	return drawGroupLoads(out, figures)
}

// drawGroupLoads draws the loads of group systems with all groups equally active.
func drawGroupLoads(out *Output, t *Table) error {
	f := Figure{
		Title: "Load of group systems with all groups equally active",
		X:     Axis{Label: "n", Unit: "nodes"},
		Y:     Axis{Label: "load", Unit: NoUnit, Log: true},
	}
	for _, s := range []struct {
		family, name, look string
		m                  int
	}{
		{"surficial", "surficial, m = 5", "billiard", 5}, {"surficial", "surficial, m = 4", "triangle", 4}, {"surficial", "surficial, m = 3", "surficial", 3},
		{"net", "net, m = 3", "net", 3}, {"read-write-grid", "read-write grid", "grid", 2},
	} {
		points := t.Points("n", "load_decimal", func(row int) bool {
			return t.At(row, "family") == Text(s.family) && t.At(row, "m") == Int(s.m) && t.At(row, "cartel").IsEmpty() && t.At(row, "n") != Int(1)
		})
		if len(points) > 0 {
			f.Series = append(f.Series, Series{Name: s.name, Kind: Line, Points: points, Look: familyLook(s.look)})
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
	f.Series = append(f.Series, Series{Name: "1/√n", Kind: Guide, Points: Curve(2, max(3, most), 100, func(n float64) float64 { return 1 / math.Sqrt(n) })})
	return plotBoth(out, "group-load", f, "measures.csv")
}

func measuresClaims(p measuresParameters, systems []measuredSystem) []Claim {
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
	return []Claim{{
		ID: "joung-distributed-dominated", Source: "Joung 2003", Section: "section 3, after Theorem 3.4",
		Statement: "Full distributedness and nondominance conflict: fully distributed ordinary quorum systems are dominated.",
		Command:   "coterie experiment run measures",
		Judgement: HoldsUnderReading("for more than 9 nodes and quorums of at most 2√n - 1: planes of order 3 and more, and grids",
			Judge(Every(fmt.Sprintf("%s, n in 1..%d", words, p.To)), judged(func(measuredSystem) bool { return true }), dominated),
			Judge(Every(fmt.Sprintf("%s of at most 2√n - 1, n in 10..%d", words, p.To)), judged(func(s measuredSystem) bool {
				k := s.Own.MaxQuorum + 1
				return s.N > 9 && k*k <= 4*s.N
			}), dominated)),
	}}
}
