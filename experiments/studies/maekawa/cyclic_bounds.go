package maekawa

import (
	"context"
	_ "embed" // the kept covers
	"fmt"
	"math"

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

// CyclicBounds returns the study cyclic-bounds.
func CyclicBounds() experiments.Study {
	return experiments.NewStudy(experiments.Spec[cyclicBoundsParameters]{
		Name:  "cyclic-bounds",
		Title: "The smallest known difference covers where no search proves the least",
		Doc: "The study cyclic-covers has the least number of residues modulo n whose differences are all residues, as far as exhaustive search goes. " +
			"Beyond, this one has the smallest cover that is known here: of a construction, or one that tabu search or annealing found and that is kept with the study. " +
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
			rows[i].K, rows[i].Cover, rows[i].UpperBy = len(c.Residues), c.Residues, "tabu search or annealing, kept with the study"
			rows[i].Command = fmt.Sprintf("coterie search cyclic --n %d --method annealing --steps %d --seed %d", c.N, c.Steps, c.Seed)
		}
	}
	for i := range rows {
		r := &rows[i]
		if at := r.N - luk.First; at >= 0 && at < len(luk.Sizes) {
			r.Cited = luk.Sizes[at]
		}
		if r.Cited > 0 && r.Cited < r.Lower {
			out.Fail(fmt.Errorf("n = %d: a cover of %d residues is printed, and none is smaller than %d", r.N, r.Cited, r.Lower))
		}
	}
	table := coverTable(out, "cyclic-bounds", rows, "lower", "constructed", "command")
	out.Plot("cyclic-bounds", "Smallest known difference covers modulo n",
		experiments.NodeAxis(), plot.Linear("quorum size K", "nodes"),
		table.Scatter("smallest known cover", "n", "k"),
		table.Curve("K(K-1)+1 = n", float64(p.From), float64(p.To), func(n float64) float64 { return (1 + math.Sqrt(4*n-3)) / 2 }))

	optimal := experiments.Count(rows, coverRow.optimal)
	smaller := experiments.Count(rows, func(r coverRow) bool { return r.K < r.Built })
	worse := experiments.Count(rows, func(r coverRow) bool { return r.Cited > 0 && r.K > r.Cited })
	most := 0
	for _, r := range rows {
		most = max(most, r.K-r.Lower)
	}
	out.Found("cyclic-bounds", "The least cover modulo n is known for %d of %d sizes n, and everywhere to within %d residues. "+
		"They are n = %d to %d. Search is ahead of all constructions for %d sizes. A smaller cover is printed for %d.", optimal, len(rows), most, p.From, p.To, smaller, worse)
}

// bounds returns the row of n without the kept covers.
func (p cyclicBoundsParameters) bounds(ctx context.Context, n int) (coverRow, error) {
	r := experiments.Must(cyclic.Find(ctx, n, cyclic.Options{Options: search.Options{Jobs: 1}, Method: search.Bounds}))
	row := coverRowOf(n, r)
	if n <= p.Refuted {
		if cover, decided := cyclic.Cover(ctx, n, row.Lower, 1); decided && cover == nil {
			row.LowerBy = fmt.Sprintf("exhaustive search over covers of Z_n: none of %d residues", row.Lower)
			row.Lower++
		}
	}
	return row, nil
}

// keptCovers are covers of tabu search and annealing, which take up to a minute for each. One of
// their size comes of so many steps from the seed. The certificate verifies them with all others.
type keptCovers struct {
	Covers []struct {
		N        int    `json:"n"`
		Seed     uint64 `json:"seed"`
		Steps    int    `json:"steps"`
		Residues []int  `json:"residues"`
	} `json:"covers"`
}

//go:embed kept_covers.json
var keptCoversFile []byte

// verifyCyclicBounds counts the differences of every cover of the certificate.
func verifyCyclicBounds(_ context.Context, p cyclicBoundsParameters, name string, list coverList[cyclicCover]) error {
	return verifyCovers(name, p.From, p.To, list.Covers)
}
