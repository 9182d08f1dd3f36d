package maekawa

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/internal/solve/record"
	"coterie/search"
	"coterie/search/cyclic"
)

// cyclicCoversParameters holds the parameters of the study cyclic-covers.
type cyclicCoversParameters struct {
	Nodes int `json:"nodes"` // every n up to this one
}

// coverRow holds the known values for the smallest difference covers modulo N.
type coverRow struct {
	N        int    `csv:"n,nodes" doc:"modulus: number of nodes, and of quorums"`
	K        int    `csv:"k,nodes" doc:"least known number of residues of a difference cover: quorum size, and responsibility of every node"`
	Counting int    `csv:"counting,nodes" doc:"lower bound: the least K with K(K-1)+1 >= n"`
	LowerBy  string `csv:"lower_by" doc:"what proves the lower bound"`
	UpperBy  string `csv:"upper_by" doc:"where the cover comes from"`
	Cover    []int
	Cited    int    `csv:"cited,nodes,omitzero" doc:"least known number of residues as OEIS A283297 prints it, up to 100, and W.-S. Luk from 134 to 149; cited, not executed"`
	Lower    int    `csv:"lower,nodes" doc:"proved lower bound of the number of residues"`
	Command  string `csv:"command" doc:"the command that finds a cover of this size, where search cyclic --n N alone finds none"`
	Built    int    `csv:"constructed,nodes" doc:"number of residues of the best cover that is constructed without a search"`
}

// gap returns the difference between the least size and the bound by counting.
func (r coverRow) gap() int { return r.K - r.Counting }

func (r coverRow) plane() bool { return isPlane(r.N) }

func (r coverRow) optimal() bool { return r.K == r.Lower }

// coverTable writes the table of a study, with further columns, and the covers as its certificate.
func coverTable(out *experiments.Output, name string, rows []coverRow, more ...any) *experiments.Sheet {
	columns := []any{"n", "k", "counting",
		experiments.Ints("gap", "nodes", "k - counting", coverRow.gap),
		experiments.Floats("k_by_root_n", "", "k/√n", func(r coverRow) float64 { return float64(r.K) / math.Sqrt(float64(r.N)) }),
		experiments.Bools("plane", "", "whether n is q²+q+1 for q = 1 or a prime power", coverRow.plane),
		experiments.Texts("status", "", "optimal: both sides are proved; open: a smaller cover may exist", func(r coverRow) string {
			if r.optimal() {
				return "optimal"
			}
			return "open"
		}),
		"lower_by", "upper_by", "cited"}
	var list coverList[cyclicCover]
	for _, r := range rows {
		list.Covers = append(list.Covers, cyclicCover{r.N, r.K, r.Cover})
	}
	out.Certificate(cyclicCoversFile, list)
	return experiments.Table(out, name, rows, append(columns, more...)...)
}

// isPlane reports whether n is the number of points of a projective plane that is known to exist.
func isPlane(n int) bool {
	q, ok := bounds.OrderOfPoints(n)
	return ok && bounds.PlaneOrder(q).Exists()
}

// coverList is a certificate: a cover of the least size for each n, or for each group.
type coverList[C any] struct {
	Covers []C `json:"covers"`
}

type cyclicCover struct {
	N        int   `json:"n"`
	Size     int   `json:"size"`
	Residues []int `json:"residues"` // 0..n-1
}

const cyclicCoversFile = "covers.json"

// CyclicCovers returns the study cyclic-covers.
func CyclicCovers() experiments.Study {
	return experiments.NewStudy(experiments.Spec[cyclicCoversParameters]{
		Name:  "cyclic-covers",
		Title: "The smallest difference cover for every n: quorums where no plane exists",
		Doc: "Sets D of K residues modulo n such that every residue is a difference of two of them make n quorums D + i with Maekawa's " +
			"conditions (a) to (d). For each n the least K, with what proves it, beside the bound K(K-1)+1 >= n that only planes reach with equality. The " +
			"covers are a certificate that needs no search to verify. Luk and Wong (1997) and Colbourn and Ling (2000) made such tables up to 111, Haanpää (2004) up to 133; " +
			"beside ours stands the one of OEIS A283297 (2017), up to 100, as cited.",
		Default: cyclicCoversParameters{Nodes: 100},
		Full:    &cyclicCoversParameters{Nodes: 133},
		Declare: declareCyclicCovers,
		Verify:  experiments.Decoded(verifyCyclicCovers),
	})
}

func declareCyclicCovers(out *experiments.Output, p cyclicCoversParameters) {
	oeis := experiments.Printed[struct {
		Source string `json:"source"`
		Sizes  []int  `json:"sizes_from_n_1"`
	}](out, "difference-bases.json")
	rows := experiments.Compute(out, "covers", experiments.Numbers(1, p.Nodes), leastCyclicCover)
	for i := range min(len(rows), len(oeis.Sizes)) {
		if rows[i].Cited = oeis.Sizes[i]; rows[i].Cited < rows[i].K {
			out.Fail(fmt.Errorf("n = %d: a cover of %d residues is printed, and %d is proved to be least", rows[i].N, rows[i].Cited, rows[i].K))
			return
		}
	}
	covers := coverTable(out, "cyclic-covers", rows)
	last := float64(p.Nodes)
	out.Plot("cyclic-covers", "Smallest difference covers modulo n, for every n",
		experiments.NodeAxis(), plot.Linear("quorum size K", "nodes"),
		covers.Scatter("smallest cover", "n", "k", experiments.Is("plane", false)),
		covers.Scatter("that is a plane", "n", "k", experiments.Is("plane", true)),
		covers.Curve("K(K-1)+1 = n", 1, last, func(n float64) float64 { return (1 + math.Sqrt(4*n-3)) / 2 }),
		covers.Curve("√n", 1, last, math.Sqrt))

	foundCovers(out, p, rows)
	without := experiments.Keep(rows, func(r coverRow) bool { return !r.plane() && r.N > 3 })
	out.ClaimAgain("ours-symmetric-and-least", "ours-symmetric-and-least-covers", experiments.BeyondThePaper, "after Maekawa 1985, section 7",
		"Without a projective plane of N points no translates of one set have the least K that counting allows.",
		experiments.ForAll(fmt.Sprintf("N in 4..%d without a known plane; the least K with K(K-1)+1 >= N", p.Nodes), experiments.LargestFirst(without),
			func(r coverRow) (bool, string) {
				return r.gap() > 0, fmt.Sprintf("N = %d: the translates of %v have (a) to (d) with K = %d, which is least", r.N, r.Cover, r.K)
			}))
}

func leastCyclicCover(ctx context.Context, n int) (coverRow, error) {
	r := experiments.Must(cyclic.Find(ctx, n, cyclic.Options{Options: search.Options{Jobs: 1}}))
	if !r.Optimal {
		return coverRow{}, fmt.Errorf("n = %d: K in %s..%s, stopped by %s", n, r.Lower, r.Upper, r.StoppedBy)
	}
	return coverRowOf(n, r), nil
}

func coverRowOf(n int, r *search.Result) coverRow {
	lower, _ := r.Lower.Int()
	return coverRow{N: n, K: len(r.Cover), Counting: bounds.MaekawaSize(n), LowerBy: r.LowerBy, UpperBy: r.UpperBy, Cover: r.Cover, Lower: lower, Built: len(r.Cover)}
}

// verifyCyclicCovers counts the differences of every cover of the certificate.
func verifyCyclicCovers(_ context.Context, p cyclicCoversParameters, name string, list coverList[cyclicCover]) error {
	return verifyCovers(name, 1, p.Nodes, list.Covers)
}

// verifyCovers counts the differences of covers modulo first, first+1, ..., last.
func verifyCovers(name string, first, last int, covers []cyclicCover) error {
	if name != cyclicCoversFile || len(covers) != last-first+1 {
		return fmt.Errorf("%s: no certificate of this study, or %d covers for n = %d..%d", name, len(covers), first, last)
	}
	for i, c := range covers {
		if c.N != first+i {
			return fmt.Errorf("a cover modulo %d in place of %d", c.N, first+i)
		}
		if size, err := record.Residues(c.N, 1, c.Residues); err != nil || size != c.Size {
			return fmt.Errorf("n = %d: %w", c.N, cmp.Or(err, fmt.Errorf("%d residues, not %d", size, c.Size)))
		}
	}
	return nil
}
