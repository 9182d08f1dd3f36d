package trust

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/internal/words/show"
	"coterie/measure/liars"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/masking"
)

// question is that for systems on at most n nodes of which any b may lie.
type question struct {
	Kind quorum.Property `json:"kind" csv:"kind" doc:"how the liars are borne"`
	B    int             `json:"b" csv:"b,nodes" doc:"number of liars"`
	N    int             `json:"n" csv:"n,nodes" doc:"number of nodes, which need not all be used"`
}

// leastRow is the least load of such systems.
type leastRow struct {
	question
	Lower     *bounds.Fraction `csv:"lower" doc:"no system has a smaller load"`
	Upper     *bounds.Fraction `csv:"upper" doc:"load of the best system known"`
	Threshold *big.Rat         `csv:"threshold" doc:"load of the sets of so many of all n nodes"`
	LowerBy   string           `csv:"lower_by" doc:"what proves the lower bound"`
	UpperBy   string           `csv:"upper_by" doc:"what gives the best system"`
	Best      string           // spec of a system with the upper bound
}

func (r leastRow) decided() bool { return r.Lower.Cmp(*r.Upper) == 0 }
func (r leastRow) better() bool  { return r.Upper.Rat().Cmp(r.Threshold) < 0 }

// certified is the certificate of a row: a system that bears the liars, with its load.
type certified struct {
	question
	Load   bounds.Fraction `json:"load"`
	System string          `json:"system"` // a spec
}

const leastFile = "least-load.json"

// declareLeast declares the table of least loads.
func declareLeast(out *experiments.Output, p byzantine) []leastRow {
	var questions []question
	for _, kind := range liars.Kinds() {
		for b := 1; b <= p.Liars; b++ {
			for _, n := range experiments.Numbers(liars.Fewest(kind, b), p.Nodes) {
				questions = append(questions, question{kind, b, n})
			}
		}
	}
	rows := experiments.Compute(out, "least-load", questions, leastAt)
	t := experiments.Table(out, "least-load", rows, "kind", "b", "n", "lower", "upper",
		experiments.Bools("decided", "", "whether both bounds meet", leastRow.decided), "threshold",
		experiments.Floats("lower_about", "", "lower, rounded", func(r leastRow) float64 { return r.Lower.Float64() }),
		experiments.Floats("upper_about", "", "upper, rounded", func(r leastRow) float64 { return r.Upper.Float64() }),
		experiments.Floats("threshold_about", "", "threshold, rounded", func(r leastRow) float64 { return experiments.FloatRat(r.Threshold) }),
		"lower_by", "upper_by")
	for _, kind := range liars.Kinds() {
		of := []experiments.Filter{experiments.Is("kind", kind), experiments.Is("b", 1)}
		out.Plot("least-load-"+string(kind), "The least load where one node may lie: "+string(kind), experiments.NodeAxis(), plot.Linear("load", plot.NoUnit),
			t.Steps("no load is smaller", "n", "lower_about", of...), t.Scatter("best system", "n", "upper_about", of...), t.Line("threshold", "n", "threshold_about", of...))
	}
	var certificate experiments.Systems[certified]
	for i, r := range rows { // a system on fewer nodes stands once
		if i == 0 || rows[i-1].B != r.B || r.Upper.Cmp(*rows[i-1].Upper) < 0 {
			certificate.Systems = append(certificate.Systems, certified{r.question, *r.Upper, r.Best})
		}
	}
	out.Certificate(leastFile, certificate)
	return rows
}

// leastAt finds the bounds of a row.
func leastAt(ctx context.Context, q question) (leastRow, error) {
	found := experiments.Must(masking.Find(ctx, q.N, q.B, masking.Options{Options: search.Options{Jobs: 1}, Kind: q.Kind, Patience: 250}))
	if found.Upper == nil {
		return leastRow{}, errors.Join(experiments.ContextError(ctx), fmt.Errorf("n = %d, b = %d: %s", q.N, q.B, found.StoppedBy))
	}
	threshold := experiments.Must(construct.Parse(ctx, fmt.Sprintf("threshold:n=%d,b=%d,kind=%s", q.N, q.B, q.Kind)))
	load := big.NewRat(int64(experiments.Must(threshold.Shape(ctx)).MinQuorum), int64(q.N))
	r := leastRow{q, found.Lower, found.Upper, load, found.LowerBy, found.UpperBy, threshold.Spec()}
	if r.better() {
		r.Best = show.Join(found.System.Structure.(*quorum.System).Family().Sets(), ",", quorum.Set.String)
	}
	return r, nil
}

// verifyLeast measures the systems again.
func verifyLeast(ctx context.Context, p byzantine, _ string, c experiments.Systems[certified]) error {
	for _, e := range c.Systems {
		s := measured(ctx, experiments.Must(experiments.Must(construct.Open(ctx, e.System, nil)).Listed(ctx, p.Listed)))
		if k := slices.Index(liars.Kinds(), e.Kind); k < 0 || s.N > e.N || s.Bears[k] < e.B || s.Load.Cmp(e.Load) != 0 {
			return fmt.Errorf("%s bears not %d liars on %d nodes with load %v", e.System, e.B, e.N, e.Load)
		}
	}
	return nil
}
