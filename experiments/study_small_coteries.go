package experiments

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"coterie/search/enumerate"
)

// smallParameters holds the parameters of the study small-coteries.
type smallParameters struct {
	Nodes  int   `json:"nodes"`  // nondominated coteries are counted on 1 to so many nodes, all coteries on one less
	Listed int   `json:"listed"` // classes are counted a second time by their list on at most so many nodes
	Votes  int   `json:"votes"`  // coteries with votes and regular ones are counted on at most so many nodes
	Tried  int   `json:"tried"`  // and a second time, class by class, on at most so many
	Groups []int `json:"groups"` // the numbers of cartels of group quorum systems
	Tuples int   `json:"tuples"` // these are counted on at most so many nodes
	Second int   `json:"second"` // and a second time by their list on at most so many
}

func smallCoteriesStudy() Study {
	full := smallParameters{Nodes: 9, Listed: 8, Votes: 9, Tried: 8, Groups: []int{2, 3, 4}, Tuples: 6, Second: 5}
	return NewStudy(Spec[smallParameters]{
		Name:  "small-coteries",
		Title: "How many coteries there are on up to nine nodes, of every kind, by two methods",
		Doc: "Nondominated coteries, all coteries, nondominated ones with votes and regular ones: labelled and up to the names of the nodes, with all nodes in use or not, counted by two methods wherever there are two that reach so far. " +
			"The study fails if two methods, or a published number and ours, differ. `terms` has the sums behind the classes: how many nondominated coteries a renaming with given cycles leaves as they are; they add up to n! times the number of classes. " +
			"`groups` counts group quorum systems in which every cartel has a quorum.",
		Default: smallParameters{Nodes: 8, Listed: 7, Votes: 8, Tried: 7, Groups: []int{2, 3, 4}, Tuples: 5, Second: 4},
		Full:    &full,
		Run:     runSmallCoteries,
	})
}

// smallKind is what is counted.
type smallKind struct {
	Name     string
	Property string // "" for all, "votes" or "regular"
	Query    enumerate.Query
}

// smallCase is one number to be found.
type smallCase struct {
	smallKind
	Second bool // by two methods
}

// smallRow is a number with the methods that found it.
type smallRow struct {
	smallKind
	Count          *big.Int
	Method, Second string // Second is empty where there is no second method
	Published      string // where the same number was published
}

// smallKinds lists what is counted on n nodes.
func smallKinds(n int) []smallKind {
	var kinds []smallKind
	for _, k := range []smallKind{
		{"nondominated coteries", "", enumerate.Query{Nondominated: true}},
		{"coteries", "", enumerate.Query{}},
		{"nondominated coteries with votes", "votes", enumerate.Query{Nondominated: true}},
		{"regular nondominated coteries", "regular", enumerate.Query{Nondominated: true}},
	} {
		for _, classes := range []bool{false, true} {
			for _, used := range []bool{false, true} {
				k.Query.Nodes, k.Query.Classes, k.Query.AllUsed = n, classes, used
				kinds = append(kinds, k)
			}
		}
	}
	return kinds
}

// smallCases lists the numbers that the parameters ask for.
func smallCases(p smallParameters) []smallCase {
	var cases []smallCase
	for n := 1; n <= p.Nodes; n++ {
		for _, k := range smallKinds(n) {
			c := smallCase{smallKind: k}
			switch {
			case k.Property != "":
				if n > p.Votes {
					continue
				}
				c.Second = n <= p.Tried
			case !k.Query.Nondominated && n == p.Nodes:
				continue
			default:
				c.Second = true
			}
			cases = append(cases, c)
		}
	}
	return cases
}

func runSmallCoteries(ctx context.Context, env Env, p smallParameters, out *Output) error {
	published, err := readPublished(env)
	if err != nil {
		return err
	}
	// The numbers run one after the other, each with all workers.
	one := env
	one.Jobs = 1
	rows, err := Rows(ctx, one, "numbers", smallCases(p), func(ctx context.Context, c smallCase) (smallRow, error) {
		return smallCount(ctx, env, p, c)
	})
	if err != nil {
		return err
	}
	for i := range rows {
		if err := published.compare(&rows[i]); err != nil {
			return err
		}
	}
	table, err := smallTable(rows)
	if err != nil {
		return err
	}
	if err := out.Table(smallFile, table); err != nil {
		return err
	}
	if err := smallTerms(ctx, env, p, rows, out); err != nil {
		return err
	}
	if err := smallGroupCounts(ctx, env, p, out); err != nil {
		return err
	}
	figure := smallFigure(table)
	if err := plotBoth(out, "counts", figure, smallFile); err != nil {
		return err
	}
	return out.Claims(smallCoteriesClaims(p, rows)...)
}

const smallFile = "small-coteries.csv"

const smallCommand = "coterie experiment run small-coteries"

// smallCount finds one number, if it can by two methods, which must agree.
func smallCount(ctx context.Context, env Env, p smallParameters, c smallCase) (smallRow, error) {
	row := smallRow{smallKind: c.smallKind}
	if c.Property != "" {
		count, method, err := countProperty(ctx, env, c.smallKind)
		if err != nil {
			return row, err
		}
		row.Count, row.Method = count, method
		if !c.Second {
			return row, nil
		}
		again, second, err := tryProperty(ctx, env, c.smallKind)
		if err != nil {
			return row, err
		}
		return row, row.agree(again, second)
	}
	opts := enumerate.Options{Jobs: env.Jobs}
	methods := c.Query.Methods()
	first, err := enumerate.CountBy(ctx, c.Query, methods[0], opts)
	if err != nil {
		return row, err
	}
	row.Count, row.Method = first.Count, first.Method
	for _, m := range slices.Backward(methods[1:]) {
		// The list is the method that shares least with the others.
		if m == enumerate.Listing && !p.lists(c.Query) {
			continue
		}
		second, err := enumerate.CountBy(ctx, c.Query, m, opts)
		if err != nil {
			return row, err
		}
		return row, row.agree(second.Count, second.Method)
	}
	return row, ctx.Err()
}

// lists reports whether the list of so many systems is gone through.
func (p smallParameters) lists(q enumerate.Query) bool {
	switch {
	case q.Nondominated && q.Classes:
		return q.Nodes <= p.Listed
	case q.Nondominated:
		return q.Nodes <= min(7, p.Listed)
	}
	return q.Nodes <= min(6, p.Listed)
}

// agree notes a second method, whose result must be the same.
func (r *smallRow) agree(count *big.Int, method string) error {
	if count.Cmp(r.Count) != 0 {
		return fmt.Errorf("%s, n = %d: %v by %s, %v by %s", r.Name, r.Query.Nodes, r.Count, r.Method, count, method)
	}
	r.Second = method
	return nil
}

// smallTable has a row for each number.
func smallTable(rows []smallRow) (*Table, error) {
	t := NewTable(
		Column{"n", Ints, "nodes", "number of nodes"},
		Column{"kind", Texts, "", "what is counted; votes: the quorums are the minimal sets with more than half of some votes of the nodes; regular: of any two nodes one can stand in for the other"},
		Column{"labelled", Bools, "", "false: those that differ by the names of the nodes are counted once"},
		Column{"all_used", Bools, "", "whether only those with every node in some quorum are counted"},
		Column{"count", BigInts, "systems", "how many there are"},
		Column{"method", Texts, "", "how they were counted"},
		Column{"second", Texts, "", "another method, with the same result; empty: none reaches so far in this part"},
		Column{"published", Texts, "", "where the same number was published, as far as such numbers are kept here"},
	)
	for _, r := range rows {
		if err := t.Append(Int(r.Query.Nodes), Text(r.Name), Bool(!r.Query.Classes), Bool(r.Query.AllUsed), Big(r.Count), Text(r.Method), textOr(r.Second), textOr(r.Published)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// smallTerms emits what renamings leave as they are, and checks that it adds up to the numbers of classes.
func smallTerms(ctx context.Context, env Env, p smallParameters, rows []smallRow, out *Output) error {
	type term struct {
		N      int
		Cycles []int
		Size   *big.Int
	}
	var terms []term
	for n := 1; n <= p.Nodes; n++ {
		for _, c := range enumerate.CycleTypes(n) {
			terms = append(terms, term{n, c.Cycles, c.Size})
		}
	}
	one := env
	one.Jobs = 1
	fixed, err := Rows(ctx, one, "renamings", terms, func(ctx context.Context, t term) (*big.Int, error) {
		if !slices.ContainsFunc(t.Cycles, func(length int) bool { return length > 1 }) {
			// The identity leaves all as they are, and these have been counted.
			for _, r := range rows {
				if q := r.Query; r.Property == "" && q.Nodes == t.N && q.Nondominated && !q.Classes && !q.AllUsed {
					return r.Count, nil
				}
			}
		}
		return enumerate.FixedBy(ctx, t.Cycles, enumerate.Options{Jobs: env.Jobs})
	})
	if err != nil {
		return err
	}
	table := NewTable(
		Column{"n", Ints, "nodes", "number of nodes"},
		Column{"cycles", Texts, "", "lengths of the cycles of a renaming of the nodes"},
		Column{"renamings", BigInts, "", "how many renamings have such cycles"},
		Column{"fixed", BigInts, "systems", "nondominated coteries that one of them leaves as they are"},
	)
	sums := make([]*big.Int, p.Nodes+1)
	for i := range sums {
		sums[i] = new(big.Int)
	}
	for i, t := range terms {
		words := make([]string, len(t.Cycles))
		for k, length := range t.Cycles {
			words[k] = fmt.Sprint(length)
		}
		if err := table.Append(Int(t.N), Text(strings.Join(words, "+")), Big(t.Size), Big(fixed[i])); err != nil {
			return err
		}
		sums[t.N].Add(sums[t.N], new(big.Int).Mul(t.Size, fixed[i]))
	}
	for _, r := range rows {
		if q := r.Query; r.Property == "" && q.Nondominated && q.Classes && !q.AllUsed {
			want := new(big.Int).MulRange(1, int64(q.Nodes))
			if want.Mul(want, r.Count).Cmp(sums[q.Nodes]) != 0 {
				return fmt.Errorf("n = %d: the renamings leave %v systems as they are in all, and n! times %v classes are %v", q.Nodes, sums[q.Nodes], r.Count, want)
			}
		}
	}
	return out.Table("terms.csv", table)
}

// smallGroupCounts emits the numbers of group quorum systems.
func smallGroupCounts(ctx context.Context, env Env, p smallParameters, out *Output) error {
	var queries []enumerate.Query
	for _, m := range p.Groups {
		for n := 1; n <= p.Tuples; n++ {
			for _, nondominated := range []bool{true, false} {
				for _, classes := range []bool{false, true} {
					q := enumerate.Query{Nodes: n, Groups: m, Nondominated: nondominated, Classes: classes}
					if q.CheckCount() == nil {
						queries = append(queries, q)
					}
				}
			}
		}
	}
	one := env
	one.Jobs = 1
	rows, err := Rows(ctx, one, "groups", queries, func(ctx context.Context, q enumerate.Query) (smallRow, error) {
		opts := enumerate.Options{Jobs: env.Jobs}
		first, err := enumerate.Count(ctx, q, opts)
		if err != nil {
			return smallRow{}, err
		}
		row := smallRow{smallKind: smallKind{Name: fmt.Sprintf("%d cartels", q.Groups), Query: q}, Count: first.Count, Method: first.Method}
		if q.Nodes > p.Second || q.CheckList() != nil || first.Count.Cmp(big.NewInt(smallListed)) > 0 {
			return row, nil
		}
		second, err := enumerate.CountBy(ctx, q, enumerate.Listing, opts)
		if err != nil {
			return row, err
		}
		return row, row.agree(second.Count, second.Method)
	})
	if err != nil {
		return err
	}
	t := NewTable(
		Column{"n", Ints, "nodes", "number of nodes"},
		Column{"m", Ints, "groups", "number of cartels, which are numbered; each has a quorum"},
		Column{"nondominated", Bools, "", "whether only those are counted that no other system dominates"},
		Column{"labelled", Bools, "", "false: those that differ by the names of the nodes are counted once"},
		Column{"count", BigInts, "systems", "how many there are"},
		Column{"method", Texts, "", "how they were counted"},
		Column{"second", Texts, "", "another method, with the same result; empty: not in this part"},
	)
	for _, r := range rows {
		if err := t.Append(Int(r.Query.Nodes), Int(r.Query.Groups), Bool(r.Query.Nondominated), Bool(!r.Query.Classes), Big(r.Count), Text(r.Method), textOr(r.Second)); err != nil {
			return err
		}
	}
	return out.Table("groups.csv", t)
}

// smallListed is the most group systems that are listed for a second count.
const smallListed = 1_000_000

// smallFigure draws the numbers by kind.
func smallFigure(t *Table) Figure {
	f := Figure{
		Title: "Coteries on n nodes",
		X:     Axis{Label: "n", Unit: "nodes"},
		Y:     Axis{Label: "systems", Unit: NoUnit, Log: true},
	}
	for _, s := range []struct {
		name, kind string
		labelled   bool
	}{
		{"all coteries", "coteries", true},
		{"nondominated", "nondominated coteries", true},
		{"with votes", "nondominated coteries with votes", true},
		{"all, up to names", "coteries", false},
		{"nondominated, up to names", "nondominated coteries", false},
		{"with votes, up to names", "nondominated coteries with votes", false},
	} {
		points := t.Points("n", "count", func(row int) bool {
			return t.At(row, "kind") == Text(s.kind) && t.At(row, "labelled") == Bool(s.labelled) && t.At(row, "all_used") == Bool(false)
		})
		if len(points) > 0 {
			f.Series = append(f.Series, Series{Name: s.name, Kind: Line, Points: points})
		}
	}
	f.X.From, f.X.To = 1, math.Max(2, f.Series[0].Points[len(f.Series[0].Points)-1].X)
	for _, s := range f.Series {
		f.X.To = math.Max(f.X.To, s.Points[len(s.Points)-1].X)
	}
	return f
}
