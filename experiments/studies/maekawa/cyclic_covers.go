package maekawa

import (
	"context"
	_ "embed" // the kept covers
	"fmt"
	"math"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/search"
	"coterie/search/cyclic"
)

// cyclicCoversParameters holds the parameters of the study cyclic-covers.
type cyclicCoversParameters struct {
	Nodes int `json:"nodes"`           // every n up to this one
	Steps int `json:"steps,omitempty"` // of annealing, where exhaustive search would not end
}

// provedCovers is the last n for which exhaustive search ends in minutes.
const provedCovers = 133

// cyclicCoverRow holds the known values for the smallest difference covers modulo N.
type cyclicCoverRow struct {
	N        int    `csv:"n,nodes" doc:"modulus: number of nodes, and of quorums"`
	K        int    `csv:"k,nodes" doc:"least known number of residues of a difference cover: quorum size, and responsibility of every node"`
	Counting int    `csv:"counting,nodes" doc:"lower bound: the least K with K(K-1)+1 >= n"`
	LowerBy  string `csv:"lower_by" doc:"what proves that no cover is smaller"`
	UpperBy  string `csv:"upper_by" doc:"where the cover comes from"`
	Cover    []int
	Cited    int `csv:"cited,nodes,omitzero" doc:"least number of residues as OEIS A283297 prints it, up to 100; cited, not executed"`
	Lower    int `csv:"lower,nodes" doc:"proved lower bound of the number of residues"`
	Luk      int `csv:"luk,nodes,omitzero" doc:"least known number of residues as the table of W.-S. Luk (2026) prints it, from 4 to 149; cited, not executed"`
}

// gap returns the difference between the least size and the bound by counting.
func (r cyclicCoverRow) gap() int { return r.K - r.Counting }

func (r cyclicCoverRow) optimal() bool { return r.K == r.Lower }

func (r cyclicCoverRow) status() string {
	if r.optimal() {
		return "optimal"
	}
	return "open"
}

// printed compares the cover with the best that is printed.
func (r cyclicCoverRow) printed() string {
	best := r.Luk
	if r.Cited > 0 && (best == 0 || r.Cited < best) {
		best = r.Cited
	}
	switch {
	case best == 0:
		return ""
	case r.K < best:
		return "better"
	case r.K > best:
		return "worse"
	}
	return "equal"
}

func (r cyclicCoverRow) plane() bool { return isPlane(r.N) }

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
			"beside ours stand those of OEIS A283297 (2017), up to 100, and of W.-S. Luk (2026), up to 149, as cited. Beyond 133 the covers are the best that " +
			"constructions, annealing and longer searches kept with their covers have found, and the lower bound is by counting or by the theorems on planes.",
		Default: cyclicCoversParameters{Nodes: 100},
		Full:    &cyclicCoversParameters{Nodes: 1000, Steps: 1 << 14},
		Declare: declareCyclicCovers,
		Verify:  experiments.Decoded(verifyCyclicCovers),
	})
}

func declareCyclicCovers(out *experiments.Output, p cyclicCoversParameters) {
	oeis := experiments.Printed[struct {
		Source string `json:"source"`
		Sizes  []int  `json:"sizes_from_n_1"`
	}](out, "difference-bases.json")
	luk := experiments.Printed[struct {
		Source string `json:"source"`
		First  int    `json:"first"`
		Sizes  []int  `json:"sizes"`
	}](out, "luk-covers.json")
	rows := experiments.Compute(out, "covers", experiments.Numbers(1, p.Nodes), p.leastCyclicCover)
	var kept keptCovers
	out.Fail(experiments.StrictJSON(keptCoversFile, &kept))
	for _, c := range kept.Covers {
		if c.N <= len(rows) && len(c.Residues) < rows[c.N-1].K {
			r := &rows[c.N-1]
			r.K, r.Cover, r.UpperBy = len(c.Residues), c.Residues, c.By
		}
	}
	for i := range rows {
		r := &rows[i]
		if i < len(oeis.Sizes) {
			r.Cited = oeis.Sizes[i]
		}
		if at := r.N - luk.First; at >= 0 && at < len(luk.Sizes) {
			r.Luk = luk.Sizes[at]
		}
		for _, cited := range [...]int{r.Cited, r.Luk} {
			if cited > 0 && cited < r.Lower {
				out.Fail(fmt.Errorf("n = %d: a cover of %d residues is printed, and %d is proved to be least", r.N, cited, r.Lower))
				return
			}
		}
	}
	covers := experiments.Table(out, "cyclic-covers", rows,
		"n", "k", "counting",
		experiments.Ints("gap", "nodes", "k - counting", cyclicCoverRow.gap),
		experiments.Floats("k_by_root_n", "", "k/√n", func(r cyclicCoverRow) float64 { return float64(r.K) / math.Sqrt(float64(r.N)) }),
		experiments.Bools("plane", "", "whether n is q²+q+1 for q = 1 or a prime power", cyclicCoverRow.plane),
		experiments.Texts("status", "", "optimal: both sides are proved; open: a smaller cover may exist", cyclicCoverRow.status),
		"lower_by", "upper_by", "cited", "lower", "luk",
		experiments.Texts("printed", "", "k against the best of cited and luk: better, equal or worse", cyclicCoverRow.printed))

	var list coverList[cyclicCover]
	for _, r := range rows {
		list.Covers = append(list.Covers, cyclicCover{r.N, r.K, r.Cover})
	}
	out.Certificate(cyclicCoversFile, list)

	last := float64(p.Nodes)
	out.Plot("cyclic-covers", "Smallest known difference covers modulo n, for every n",
		experiments.NodeAxis(), plot.Linear("quorum size K", "nodes"),
		covers.Scatter("smallest cover", "n", "k", experiments.Is("plane", false)),
		covers.Scatter("that is a plane", "n", "k", experiments.Is("plane", true)),
		covers.Curve("K(K-1)+1 = n", 1, last, func(n float64) float64 { return (1 + math.Sqrt(4*n-3)) / 2 }),
		covers.Curve("√n", 1, last, math.Sqrt))

	foundCovers(out, p, rows)
	without := experiments.Keep(rows, func(r cyclicCoverRow) bool { return !r.plane() && r.N > 3 && r.N <= provedCovers })
	out.ClaimAgain("ours-symmetric-and-least", "ours-symmetric-and-least-covers", experiments.BeyondThePaper, "after Maekawa 1985, section 7",
		"Without a projective plane of N points no translates of one set have the least K that counting allows.",
		experiments.ForAll(fmt.Sprintf("N in 4..%d without a known plane; the least K with K(K-1)+1 >= N", min(p.Nodes, provedCovers)), experiments.LargestFirst(without),
			func(r cyclicCoverRow) (bool, string) {
				return r.gap() > 0, fmt.Sprintf("N = %d: the translates of %v have (a) to (d) with K = %d, which is least", r.N, r.Cover, r.K)
			}))
}

func (p cyclicCoversParameters) leastCyclicCover(ctx context.Context, n int) (cyclicCoverRow, error) {
	opts := cyclic.Options{Options: search.Options{Jobs: 1}, Steps: p.Steps}
	if n > provedCovers {
		opts.Method = search.Annealing
	}
	r := experiments.Must(cyclic.Find(ctx, n, opts))
	lower, ok := r.Lower.Int()
	if !ok || n <= provedCovers && !r.Optimal {
		return cyclicCoverRow{}, fmt.Errorf("n = %d: K in %s..%s, stopped by %s", n, r.Lower, r.Upper, r.StoppedBy)
	}
	return cyclicCoverRow{N: n, K: len(r.Cover), Counting: bounds.MaekawaSize(n), LowerBy: r.LowerBy, UpperBy: r.UpperBy, Cover: r.Cover, Lower: lower}, nil
}

// keptCovers are the covers of searches that took longer than the study's. The certificate verifies
// them with all others.
type keptCovers struct {
	Covers []struct {
		N        int    `json:"n"`
		By       string `json:"by"`
		Residues []int  `json:"residues"`
	} `json:"covers"`
}

//go:embed kept_covers.json
var keptCoversFile []byte

// verifyCyclicCovers counts the differences of every cover of the certificate.
func verifyCyclicCovers(_ context.Context, p cyclicCoversParameters, name string, list coverList[cyclicCover]) error {
	if name != cyclicCoversFile {
		return fmt.Errorf("no certificate of this study is called %s", name)
	}
	if len(list.Covers) != p.Nodes {
		return fmt.Errorf("%d covers for n = 1..%d", len(list.Covers), p.Nodes)
	}
	for i, c := range list.Covers {
		if c.N != i+1 {
			return fmt.Errorf("a cover modulo %d in place of %d", c.N, i+1)
		}
		if flaw := flawOf(c.N, 1, c.Residues); flaw != "" || len(c.Residues) != c.Size {
			return fmt.Errorf("n = %d: %d residues, not %d; %s", c.N, len(c.Residues), c.Size, flaw)
		}
	}
	return nil
}

// flawOf returns why residues modulo n do not have each difference but 0 so often, "" if they do.
func flawOf(n, lambda int, residues []int) string {
	times := make([]int, n)
	for _, x := range residues {
		for _, y := range residues {
			if x < 0 || x >= n {
				return fmt.Sprintf("no residue is %d", x)
			}
			times[((x-y)%n+n)%n]++
		}
	}
	// Each residue gives the difference 0 once with itself, and again with each repetition of it.
	if times[0] != len(residues) {
		return fmt.Sprintf("a residue twice in %v", residues)
	}
	if few := slices.IndexFunc(times, func(c int) bool { return c < lambda }); few >= 0 {
		return fmt.Sprintf("%d is no difference of %v, or too rarely", few, residues)
	}
	return ""
}
