package maekawa

import (
	"context"
	_ "embed" // the kept covers
	"fmt"
	"math"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/search"
	"coterie/search/cyclic"
)

// cyclicBoundsParameters holds the parameters of the study cyclic-bounds.
type cyclicBoundsParameters struct {
	From int `json:"from"`
	To   int `json:"to"`
	// Refuted is the last n for which exhaustive search looks for covers as small as counting
	// allows.
	Refuted int `json:"refuted,omitempty"`
}

// coverBoundsRow holds the bounds on the smallest difference cover modulo N.
type coverBoundsRow struct {
	N        int    `csv:"n,nodes" doc:"modulus: number of nodes, and of quorums"`
	K        int    `csv:"k,nodes" doc:"least known number of residues of a difference cover: quorum size, and responsibility of every node"`
	Counting int    `csv:"counting,nodes" doc:"lower bound: the least K with K(K-1)+1 >= n"`
	LowerBy  string `csv:"lower_by" doc:"what proves the lower bound"`
	UpperBy  string `csv:"upper_by" doc:"where the cover comes from"`
	Cover    []int
	Cited    int `csv:"cited,nodes,omitzero" doc:"least known number of residues as the table of W.-S. Luk prints it, up to 149; cited, not executed"`
	Lower    int `csv:"lower,nodes" doc:"proved lower bound of the number of residues"`
	Built    int `csv:"constructed,nodes" doc:"number of residues of the best cover that is constructed without a search"`
}

func (r coverBoundsRow) status() string {
	if r.K == r.Lower {
		return "optimal"
	}
	return "open"
}

// printed compares the cover with the one that is printed.
func (r coverBoundsRow) printed() string {
	switch {
	case r.Cited == 0:
		return ""
	case r.K < r.Cited:
		return "better"
	case r.K > r.Cited:
		return "worse"
	}
	return "equal"
}

// CyclicBounds returns the study cyclic-bounds.
func CyclicBounds() experiments.Study {
	return experiments.NewStudy(experiments.Spec[cyclicBoundsParameters]{
		Name:  "cyclic-bounds",
		Title: "The smallest known difference covers where no search proves the least",
		Doc: "The study cyclic-covers has the least number of residues modulo n whose differences are all residues, as far as exhaustive search goes. " +
			"Beyond, this one has the smallest cover that is known here: of a construction, or one that annealing found and that is kept with the study. " +
			"The covers are a certificate that needs no search to verify. The lower bounds are by counting and by the theorems on planes; the full part refutes 13 residues up to n = 150 by exhaustive search, so that 14 are proved least there. Beside them stand the " +
			"sizes of the table of W.-S. Luk (cyclic_quorum, 2026), as cited; for n > 149 a table is printed nowhere that we could find.",
		Full:    &cyclicBoundsParameters{From: 134, To: 1000, Refuted: 150},
		Default: cyclicBoundsParameters{From: 134, To: 1000},
		Declare: declareCyclicBounds,
		Verify:  experiments.Decoded(verifyCyclicBounds),
	})
}

func declareCyclicBounds(out *experiments.Output, p cyclicBoundsParameters) {
	luk := experiments.Printed[struct {
		Source string `json:"source"`
		First  int    `json:"first"`
		Sizes  []int  `json:"sizes"`
	}](out, "luk-covers.json")
	var kept keptCovers
	out.Fail(experiments.StrictJSON(keptCoversFile, &kept))
	rows := experiments.Compute(out, "bounds", experiments.Numbers(p.From, p.To), p.bounds)
	for _, c := range kept.Covers {
		if i := c.N - p.From; i >= 0 && i < len(rows) && len(c.Residues) < rows[i].K {
			rows[i].K, rows[i].Cover, rows[i].UpperBy = len(c.Residues), c.Residues, c.By
		}
	}
	var list coverList[cyclicCover]
	for i := range rows {
		r := &rows[i]
		if at := r.N - luk.First; at >= 0 && at < len(luk.Sizes) {
			r.Cited = luk.Sizes[at]
		}
		if r.Cited > 0 && r.Cited < r.Lower {
			out.Fail(fmt.Errorf("n = %d: a cover of %d residues is printed, and none is smaller than %d", r.N, r.Cited, r.Lower))
		}
		list.Covers = append(list.Covers, cyclicCover{r.N, r.K, r.Cover})
	}
	table := experiments.Table(out, "cyclic-bounds", rows,
		"n", "k", "counting",
		experiments.Ints("gap", "nodes", "k - counting", func(r coverBoundsRow) int { return r.K - r.Counting }),
		experiments.Floats("k_by_root_n", "", "k/√n", func(r coverBoundsRow) float64 { return float64(r.K) / math.Sqrt(float64(r.N)) }),
		experiments.Bools("plane", "", "whether n is q²+q+1 for q = 1 or a prime power", func(r coverBoundsRow) bool { return isPlane(r.N) }),
		experiments.Texts("status", "", "optimal: both sides are proved; open: a smaller cover may exist", coverBoundsRow.status),
		"lower_by", "upper_by", "cited", "lower", "constructed",
		experiments.Texts("printed", "", "k against cited: better, equal or worse", coverBoundsRow.printed))
	out.Certificate(cyclicCoversFile, list)
	out.Plot("cyclic-bounds", "Smallest known difference covers modulo n",
		experiments.NodeAxis(), plot.Linear("quorum size K", "nodes"),
		table.Scatter("smallest known cover", "n", "k"),
		table.Curve("K(K-1)+1 = n", float64(p.From), float64(p.To), func(n float64) float64 { return (1 + math.Sqrt(4*n-3)) / 2 }))

	optimal := experiments.Count(rows, func(r coverBoundsRow) bool { return r.K == r.Lower })
	smaller := experiments.Count(rows, func(r coverBoundsRow) bool { return r.K < r.Built })
	worse := experiments.Count(rows, func(r coverBoundsRow) bool { return r.printed() == "worse" })
	most := 0
	for _, r := range rows {
		most = max(most, r.K-r.Lower)
	}
	out.Found("cyclic-bounds", "The least cover modulo n is known for %d of %d sizes n, and everywhere to within %d residues. "+
		"They are n = %d to %d. Annealing is ahead of all constructions for %d sizes. A smaller cover is printed for %d.", optimal, len(rows), most, p.From, p.To, smaller, worse)
}

// bounds returns the row of n without the kept covers.
func (p cyclicBoundsParameters) bounds(ctx context.Context, n int) (coverBoundsRow, error) {
	r := experiments.Must(cyclic.Find(ctx, n, cyclic.Options{Options: search.Options{Jobs: 1}, Method: search.Bounds}))
	lower, ok := r.Lower.Int()
	if !ok {
		return coverBoundsRow{}, fmt.Errorf("n = %d: K >= %s, which is no whole number", n, r.Lower)
	}
	if n <= p.Refuted {
		if cover, decided := cyclic.Cover(ctx, n, lower, 1); decided && cover == nil {
			r.LowerBy = fmt.Sprintf("exhaustive search over covers of Z_n: none of %d residues", lower)
			lower++
		}
	}
	return coverBoundsRow{
		N: n, K: len(r.Cover), Counting: bounds.MaekawaSize(n), LowerBy: r.LowerBy, UpperBy: r.UpperBy, Cover: r.Cover,
		Lower: lower, Built: len(r.Cover),
	}, nil
}

// keptCovers are covers of long searches. The certificate verifies them with all others.
type keptCovers struct {
	Covers []struct {
		N        int    `json:"n"`
		By       string `json:"by"`
		Residues []int  `json:"residues"`
	} `json:"covers"`
}

//go:embed kept_covers.json
var keptCoversFile []byte

// verifyCyclicBounds counts the differences of every cover of the certificate.
func verifyCyclicBounds(_ context.Context, p cyclicBoundsParameters, name string, list coverList[cyclicCover]) error {
	if name != cyclicCoversFile {
		return fmt.Errorf("no certificate of this study is called %s", name)
	}
	if want := p.To - p.From + 1; len(list.Covers) != want {
		return fmt.Errorf("%d covers for n = %d..%d", len(list.Covers), p.From, p.To)
	}
	return verifyCovers(p.From, list.Covers)
}
