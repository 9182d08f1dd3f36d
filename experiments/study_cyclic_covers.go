package experiments

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"coterie/bounds"
	"coterie/internal/table"
	"coterie/search"
	"coterie/search/cyclic"
)

// cyclicCoversParameters holds the parameters of the study cyclic-covers.
type cyclicCoversParameters struct {
	Nodes int `json:"nodes"` // every n up to this one
}

// cyclicCoverRow is what is known about the smallest difference covers modulo N.
type cyclicCoverRow struct {
	N, K, Counting   int
	LowerBy, UpperBy string
	Cover            []int
}

// gap is how far the least size is above the bound by counting.
func (r cyclicCoverRow) gap() int { return r.K - r.Counting }

// plane reports whether N is the number of points of a projective plane that is known to exist.
func (r cyclicCoverRow) plane() bool {
	q, ok := bounds.OrderOfPoints(r.N)
	return ok && bounds.PlaneOrder(q).Exists()
}

// cyclicCoverList is the certificate: a cover of the least size for each n.
type cyclicCoverList struct {
	Covers []cyclicCover `json:"covers"`
}

type cyclicCover struct {
	N        int   `json:"n"`
	Size     int   `json:"size"`
	Residues []int `json:"residues"` // 0..n-1
}

const cyclicCoversFile = "covers.json"

func cyclicCoversStudy() Study {
	full := cyclicCoversParameters{Nodes: 133}
	return NewStudy(Spec[cyclicCoversParameters]{
		Name:  "cyclic-covers",
		Title: "The smallest difference cover for every n: quorums where no plane exists",
		Doc: "Sets D of K residues modulo n such that every residue is a difference of two of them make n quorums D + i with Maekawa's " +
			"conditions (a) to (d). For each n the least K, with what proves it, beside the bound K(K-1)+1 >= n that only planes reach with equality. The " +
			"covers are a certificate that needs no search to verify. Luk and Wong (1997) and Colbourn and Ling (2000) made such tables up to 111, Haanpää (2004) up to 133.",
		Default: cyclicCoversParameters{Nodes: 100},
		Full:    &full,
		Run:     runCyclicCovers,
		Verify:  verifyCyclicCovers,
	})
}

func runCyclicCovers(ctx context.Context, env Env, p cyclicCoversParameters, out *Output) error {
	var params []int
	for n := 1; n <= p.Nodes; n++ {
		params = append(params, n)
	}
	rows, err := Rows(ctx, env, "covers", params, func(ctx context.Context, n int) (cyclicCoverRow, error) {
		r, err := cyclic.Find(ctx, n, cyclic.Options{Options: search.Options{Jobs: 1}})
		if err != nil {
			return cyclicCoverRow{}, err
		}
		if !r.Optimal {
			return cyclicCoverRow{}, fmt.Errorf("n = %d: K in %s..%s, stopped by %s", n, r.Lower, r.Upper, r.StoppedBy)
		}
		return cyclicCoverRow{N: n, K: len(r.Cover), Counting: bounds.MaekawaSize(n), LowerBy: r.LowerBy, UpperBy: r.UpperBy, Cover: r.Cover}, nil
	})
	if err != nil {
		return err
	}
	t := table.New(
		table.Ints("n", "nodes", "modulus: number of nodes, and of quorums"),
		table.Ints("k", "nodes", "least number of residues of a difference cover: quorum size, and responsibility of every node"),
		table.Ints("counting", "nodes", "lower bound: the least K with K(K-1)+1 >= n"),
		table.Ints("gap", "nodes", "k - counting"),
		table.Floats("k_by_root_n", "", "k/√n"),
		table.Bools("plane", "", "whether n is q²+q+1 for q = 1 or a prime power"),
		table.Texts("status", "", "optimal: both sides are proved"),
		table.Texts("lower_by", "", "what proves that no cover is smaller"),
		table.Texts("upper_by", "", "where the cover comes from"),
	)
	list := cyclicCoverList{}
	for _, r := range rows {
		if err := t.Append(table.Int(r.N), table.Int(r.K), table.Int(r.Counting), table.Int(r.gap()), table.Float(float64(r.K)/math.Sqrt(float64(r.N))), table.Bool(r.plane()), table.Text("optimal"),
			table.Text(r.LowerBy), table.Text(r.UpperBy)); err != nil {
			return err
		}
		list.Covers = append(list.Covers, cyclicCover{r.N, r.K, r.Cover})
	}
	if err := out.Table("cyclic-covers.csv", t); err != nil {
		return err
	}
	if err := out.Certificate(ctx, cyclicCoversFile, list); err != nil {
		return err
	}
	if err := plotBoth(out, "cyclic-covers", cyclicCoversFigure(rows), "cyclic-covers.csv"); err != nil {
		return err
	}
	return out.Claims(cyclicCoversClaims(p, rows)...)
}

func cyclicCoversFigure(rows []cyclicCoverRow) Figure {
	last := float64(rows[len(rows)-1].N)
	least := Series{Name: "smallest cover", Kind: Scatter}
	planes := Series{Name: "that is a plane", Kind: Scatter}
	for _, r := range rows {
		point := table.Point{X: float64(r.N), Y: float64(r.K)}
		if r.plane() {
			planes.Points = append(planes.Points, point)
		} else {
			least.Points = append(least.Points, point)
		}
	}
	figure := Figure{
		Title:  "Smallest difference covers modulo n, for every n",
		X:      Axis{Label: "n", Unit: "nodes"},
		Y:      Axis{Label: "quorum size K", Unit: "nodes"},
		Series: []Series{least},
	}
	if len(planes.Points) > 0 {
		figure.Series = append(figure.Series, planes)
	}
	figure.Series = append(figure.Series,
		Series{Name: "K(K-1)+1 = n", Kind: Guide, Points: Curve(1, last, 200, func(n float64) float64 { return (1 + math.Sqrt(4*n-3)) / 2 })},
		Series{Name: "√n", Kind: Guide, Points: Curve(1, last, 200, math.Sqrt)})
	return figure
}

// verifyCyclicCovers counts the differences of every cover of the certificate.
func verifyCyclicCovers(_ context.Context, p cyclicCoversParameters, name string, data []byte) error {
	if name != cyclicCoversFile {
		return fmt.Errorf("no certificate of this study is called %s", name)
	}
	var list cyclicCoverList
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if len(list.Covers) != p.Nodes {
		return fmt.Errorf("%d covers for n = 1..%d", len(list.Covers), p.Nodes)
	}
	for i, c := range list.Covers {
		if c.N != i+1 {
			return fmt.Errorf("a cover modulo %d in place of %d", c.N, i+1)
		}
		if len(c.Residues) != c.Size {
			return fmt.Errorf("n = %d: %d residues, not %d", c.N, len(c.Residues), c.Size)
		}
		times := make([]int, c.N)
		for _, x := range c.Residues {
			for _, y := range c.Residues {
				if x < 0 || x >= c.N {
					return fmt.Errorf("n = %d: no residue is %d", c.N, x)
				}
				times[((x-y)%c.N+c.N)%c.N]++
			}
		}
		if missing := slices.Index(times, 0); missing >= 0 {
			return fmt.Errorf("n = %d: %d is no difference of %v", c.N, missing, c.Residues)
		}
		// Each residue gives the difference 0 once with itself, and again with one that repeats it.
		if times[0] != c.Size {
			return fmt.Errorf("n = %d: a residue twice in %v", c.N, c.Residues)
		}
	}
	return nil
}

// cyclicCoversClaims judges what Maekawa says about the n without a plane.
func cyclicCoversClaims(p cyclicCoversParameters, rows []cyclicCoverRow) []Claim {
	planeless := func(yield func(cyclicCoverRow) bool) {
		for _, r := range rows {
			if !r.plane() && r.N > 3 && !yield(r) {
				return
			}
		}
	}
	return []Claim{{
		ID: "maekawa-sacrifice-by-covers", Source: "Maekawa 1985", Section: "section 7",
		Statement: "If there is no projective plane of N points, or N is not K(K-1)+1, then the sets cannot be both symmetric, as (c) and (d) say, and of the minimum size.",
		Command:   "coterie experiment run cyclic-covers",
		Judgement: Judge(Every(fmt.Sprintf("N in 4..%d without a known plane; the minimum is the least K with K(K-1)+1 >= N", p.Nodes)), planeless,
			func(r cyclicCoverRow) (bool, string) {
				return r.gap() > 0, fmt.Sprintf("N = %d: the translates of %v have (a) to (d) with K = %d, which is least", r.N, r.Cover, r.K)
			}),
	}}
}
