package coteries

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/measure/loads"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/enumerate"
	"coterie/search/load"
)

// leastLoads holds the parameters of the study least-load.
type leastLoads struct {
	To       int `json:"to"`       // every number of nodes from 1 to this
	Families int `json:"families"` // all intersecting families on up to this many nodes are tried
}

// leastRow holds the known values for one number of nodes.
type leastRow struct {
	N       int             `csv:"n,nodes" doc:"number of nodes, which need not all be used"`
	Lower   bounds.Fraction `csv:"lower" doc:"no system has a smaller load"`
	Upper   bounds.Fraction `csv:"upper" doc:"load of the best system known"`
	LowerBy string          `csv:"lower_by" doc:"what proves the lower bound"`
	UpperBy string          `csv:"upper_by" doc:"what gives the best system"`
	Largest int             `csv:"largest,nodes" doc:"size of the largest quorum of the best system"`
	Best    leastSystem
	Cited   *big.Rat `csv:"cited" doc:"the least load that W. H. Mills's coverings of pairs give (1979, 3 to 13 blocks); cited, not executed"`
}

// leastSystem is the certificate of a row: its quorums, with the strategy and the node weights that
// prove their load.
type leastSystem struct {
	N           int             `json:"n"`
	Load        bounds.Fraction `json:"load"`
	Quorums     setList         `json:"quorums"`
	Strategy    numbers         `json:"strategy"`     // the probability of each quorum: no node is asked with more than the load
	NodeWeights numbers         `json:"node_weights"` // of each node, with sum 1: no quorum weighs less than the load
}

const leastFile = "least-load.json"

// LeastLoad returns the study least-load.
func LeastLoad() experiments.Study {
	return experiments.NewStudy(experiments.Spec[leastLoads]{
		Name:  "least-load",
		Title: "The least load of any quorum system, for every number of nodes",
		Doc: "For every number of nodes the least load that a quorum system on them has, or its two bounds. Its inverse is the largest fractional matching of an " +
			"intersecting family (Füredi 1981), and how many times as many points as a block holds so many blocks can cover with all pairs (Mills 1979). " +
			"Beside it stand the bound by counting and Füredi's for the sizes of the best system. The best systems are in least-load.json, with strategies and node " +
			"weights that a check adds up.",
		Default: leastLoads{To: 13, Families: 7},
		Full:    &leastLoads{To: 31, Families: 7},
		Declare: declareLeastLoad,
		Verify:  experiments.Decoded(verifyLeastLoad),
	})
}

func declareLeastLoad(out *experiments.Output, p leastLoads) {
	// The greatest ratio of points to block size at which a given number of blocks can cover all
	// pairs.
	mills := experiments.Printed[struct {
		Source string `json:"source"`
		Ratios []struct {
			Blocks int             `json:"blocks"`
			Ratio  bounds.Fraction `json:"ratio"`
		} `json:"ratios"`
	}](out, "mills-coverings.json")
	rows := experiments.Compute(out, "nodes", experiments.Numbers(1, p.To), leastAt)
	for i := 1; i < len(rows); i++ {
		if rows[i-1].Upper.Cmp(rows[i].Upper) < 0 {
			rows[i].useFewer(rows[i-1])
		}
	}
	for _, m := range mills.Ratios {
		if m.Blocks > len(rows) {
			break
		}
		r := &rows[m.Blocks-1]
		if r.Cited = new(big.Rat).Inv(m.Ratio.Rat()); r.Cited.Cmp(r.Lower.Rat()) < 0 || r.Cited.Cmp(r.Upper.Rat()) > 0 {
			out.Fail(fmt.Errorf("n = %d: the least load is between %v and %v, and Mills has %v", r.N, r.Lower, r.Upper, r.Cited))
			return
		}
	}
	loads := experiments.Table(out, "least-load", rows,
		"n", "lower", "upper",
		experiments.Bools("decided", "", "whether both bounds meet", leastRow.decided),
		experiments.Ratios("matching", "", "largest fractional matching of an intersecting family on n nodes, where it is decided", leastRow.matching).If(leastRow.decided),
		experiments.Ratios("counting", "", "bound by counting: at most n quorums need be asked, every two meet, sizes are whole", leastRow.counting),
		"largest",
		experiments.Ratios("furedi", "", "r/(r²-r+1) with that size as r: no system with quorums of at most r nodes has a smaller load", leastRow.furedi),
		experiments.Floats("lower_about", "", "lower, rounded", func(r leastRow) float64 { return r.Lower.Float64() }),
		experiments.Floats("upper_about", "", "upper, rounded", func(r leastRow) float64 { return r.Upper.Float64() }),
		"lower_by", "upper_by",
		experiments.If(func(r leastRow) bool { return r.Cited != nil }, "cited"))
	out.Plot("least-load", "The least load", experiments.NodeAxis(), plot.Linear("load", plot.NoUnit),
		loads.Steps("no load is smaller", "n", "lower_about"), loads.Scatter("best system", "n", "upper_about"))
	var certificate experiments.Systems[leastSystem]
	for _, r := range rows {
		certificate.Systems = append(certificate.Systems, r.Best)
	}
	out.Certificate(leastFile, certificate)
	foundLeastLoad(out, rows)
	claimLeastLoad(out, p, rows)
}

func foundLeastLoad(out *experiments.Output, rows []leastRow) {
	decided := experiments.Keep(rows, leastRow.decided)
	if len(decided) == 0 {
		return
	}
	better := experiments.Keep(decided, func(r leastRow) bool { return r.Lower.Rat().Cmp(r.counting()) > 0 })
	last := decided[len(decided)-1]
	out.Found("least-load", "The least load is decided for %d of the %d numbers of nodes up to %d. The last one is %v for %d; for %d of them it is above what counting gives.",
		len(decided), len(rows), len(rows), last.Upper, last.N, len(better))
}

// useFewer takes the system of one node less, as not all nodes need be used.
func (r *leastRow) useFewer(fewer leastRow) {
	r.Upper, r.UpperBy, r.Largest = fewer.Upper, fmt.Sprintf("the system of %d nodes", fewer.N), fewer.Largest
	r.Best = fewer.Best
	r.Best.N, r.Best.NodeWeights = r.N, append(slices.Clone(fewer.Best.NodeWeights), bounds.Integer(0))
}

func (r leastRow) decided() bool { return r.Lower.Cmp(r.Upper) == 0 }

func (r leastRow) matching() *big.Rat { return new(big.Rat).Inv(r.Upper.Rat()) }

func (r leastRow) counting() *big.Rat { return bounds.LoadFromWholeSizes(r.N) }

func (r leastRow) furedi() *big.Rat { return furedi(r.Largest) }

// furedi returns the load of a projective plane whose lines have r nodes.
func furedi(r int) *big.Rat { return bounds.LoadFromLargest(r*r-r+1, r) }

// leastAt computes one row.
func leastAt(ctx context.Context, n int) (leastRow, error) {
	r := experiments.Must(load.Find(ctx, n, load.Options{Options: search.Options{Jobs: 1}}))
	if r.StoppedBy != "" && r.StoppedBy != load.NotAsked {
		return leastRow{}, errors.Join(experiments.ContextError(ctx), fmt.Errorf("n = %d: %s", n, r.StoppedBy))
	}
	f := r.System.Structure.(*quorum.System).Family()
	row := leastRow{N: n, Lower: *r.Lower, Upper: *r.Upper, LowerBy: r.LowerBy, UpperBy: r.UpperBy}
	row.Best = leastSystem{N: n, Load: r.Load.Value, Strategy: make(numbers, f.Len()), NodeWeights: r.Load.NodeWeights}
	for i := range f.Len() {
		row.Best.Quorums = append(row.Best.Quorums, f.Set(i))
	}
	for _, c := range r.Load.Strategy {
		row.Best.Strategy[c.Quorum] = c.Weight
	}
	_, row.Largest = f.Sizes()
	return row, nil
}

// verifyLeastLoad judges the systems and recomputes both bounds on their loads.
func verifyLeastLoad(ctx context.Context, p leastLoads, name string, c experiments.Systems[leastSystem]) error {
	if name != leastFile || len(c.Systems) != p.To {
		return fmt.Errorf("%d systems in %s", len(c.Systems), name)
	}
	for i, s := range c.Systems {
		if s.N != i+1 || len(s.NodeWeights) != s.N || len(s.Strategy) != len(s.Quorums) {
			return fmt.Errorf("system %d: %d nodes, %d node weights, %d probabilities", i+1, s.N, len(s.NodeWeights), len(s.Strategy))
		}
		for k, q := range s.Quorums {
			if slices.ContainsFunc(s.Quorums[:k], func(other quorum.Set) bool { return !q.Intersects(other) }) {
				return fmt.Errorf("%d nodes: %v meets not all others", s.N, q)
			}
		}
		f := experiments.Must(quorum.FamilyOfSets(s.N, s.Quorums))
		l := loads.Load{Value: s.Load, NodeWeights: s.NodeWeights}
		for k, weight := range s.Strategy {
			if weight.Rat().Sign() != 0 {
				l.Strategy = append(l.Strategy, loads.Chosen{Quorum: quorum.Index(k), Nodes: f.Set(k), Weight: weight})
			}
		}
		if err := loads.Check(ctx, f, l); err != nil {
			return fmt.Errorf("%d nodes: %w", s.N, err)
		}
	}
	return nil
}

// meeting is an intersecting family of sets of at most R nodes: the small quorums of a nondominated
// coterie. Every other such family on N nodes has a fractional matching no larger than one of
// these, because some coterie has a quorum within each of its sets.
type meeting struct {
	N, R  int
	Load  bounds.Fraction
	Sets  setList
	Plane bool // R²-R+1 of its sets have R nodes and share one with each other
}

// meetingsOn lists these families for all classes of nondominated coteries on n nodes.
func meetingsOn(ctx context.Context, n int) ([]meeting, error) {
	var list []meeting
	for item, err := range enumerate.List(ctx, enumerate.Query{Nodes: n, Nondominated: true, Classes: true}, enumerate.Options{Jobs: 1}) {
		if err != nil {
			return nil, err
		}
		f := item.Cartels[0].Family()
		least, most := f.Sizes()
		for r := least; r <= most; r++ {
			small := experiments.Keep(f.Sets(), func(q quorum.Set) bool { return q.Len() <= r })
			l := experiments.Must(loads.Find(ctx, experiments.Must(quorum.FamilyOfSets(n, small)), loads.Options{}))
			list = append(list, meeting{n, r, l.Value, small, plane(small, r)})
		}
	}
	return list, nil
}

// plane reports whether the sets of r nodes are the lines of a plane: every two of them share
// exactly one node, and there are r²-r+1 of them.
func plane(sets setList, r int) bool {
	lines := slices.DeleteFunc(slices.Clone(sets), func(s quorum.Set) bool { return s.Len() != r })
	for i, a := range lines {
		for _, b := range lines[:i] {
			if a.Intersect(b).Len() != 1 {
				return false
			}
		}
	}
	return len(lines) == r*r-r+1
}

func claimLeastLoad(out *experiments.Output, p leastLoads, rows []leastRow) {
	over := fmt.Sprintf("the n in 1..%d for which the least load is decided", p.To)
	out.Claim("least-load-by-counting", experiments.BeyondThePaper, "least loads",
		"The least load of a quorum system on n nodes is what counting gives: at most n quorums need be asked, every two meet, sizes are whole.",
		experiments.ForAll(over, experiments.Keep(rows, leastRow.decided), func(r leastRow) (bool, string) {
			return r.Lower.Rat().Cmp(r.counting()) == 0, fmt.Sprintf("n = %d: the least load is %v, and counting gives %v", r.N, r.Lower, r.counting().RatString())
		}))
	families := slices.Concat(experiments.Compute(out, "families", experiments.Numbers(1, p.Families), meetingsOn)...)
	over = fmt.Sprintf("all intersecting families on at most %d nodes, by the small quorums of all classes of nondominated coteries", p.Families)
	const source, section = "Other papers", "Füredi 1981, intersecting families"
	out.Claim("furedi-matching", source, section,
		"An intersecting family of sets of at most r nodes has no fractional matching above r-1+1/r.",
		experiments.ForAll(over, families, func(m meeting) (bool, string) {
			return m.Load.Rat().Cmp(furedi(m.R)) >= 0, fmt.Sprintf("%v: load %v", spaced(m.Sets), m.Load)
		}).Proved("fractional-matchings"))
	out.Claim("furedi-planes", source, section,
		"An intersecting family of sets of at most r nodes has no fractional matching above r-1, unless its sets of r nodes are a projective plane.",
		experiments.ForAll(over, families, func(m meeting) (bool, string) {
			return m.Plane || m.R > 1 && m.Load.Cmp(bounds.FractionOf(1, int64(m.R-1))) >= 0,
				fmt.Sprintf("%v: load %v", spaced(m.Sets), m.Load)
		}))
}
