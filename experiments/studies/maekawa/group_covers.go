package maekawa

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/groups"
	"coterie/internal/picture/plot"
	"coterie/internal/solve/record"
	"coterie/internal/words/show"
	"coterie/search"
	"coterie/search/cover"
)

// groupCoversParameters holds the parameters of the study group-covers.
type groupCoversParameters struct {
	Order int `json:"order"` // every group of an order up to this one, where the catalogue has it
}

// groupCoverRow holds the smallest difference cover of one group.
type groupCoverRow struct {
	N        int    `csv:"n,nodes" doc:"order of the group: number of nodes, and of quorums"`
	Group    string `csv:"group" doc:"its name"`
	Number   int    `csv:"number" doc:"its number among those of its order in the catalogue"`
	Small    int    `csv:"small_group" doc:"its number among those of its order in the Small Groups library of GAP"`
	Abelian  bool   `csv:"abelian" doc:"whether it is abelian"`
	Classes  int    `csv:"classes" doc:"classes of an element and its inverse, without the identity"`
	K        int    `csv:"k,nodes" doc:"least number of elements of a difference cover: quorum size, and responsibility of every node"`
	LowerBy  string `csv:"lower_by" doc:"what proves that no cover is smaller"`
	UpperBy  string `csv:"upper_by" doc:"where the cover comes from"`
	Elements []int
}

// counting returns the least K that counting pairs and classes allows.
func (r groupCoverRow) counting() int {
	k := bounds.MaekawaSize(r.N)
	for k*(k-1)/2 < r.Classes {
		k++
	}
	return k
}

func (r groupCoverRow) String() string {
	return fmt.Sprintf("%s, of order %d: %d elements", r.Group, r.N, r.K)
}

// groupOrderRow holds the best cover over the groups of one order.
type groupOrderRow struct {
	N      int      `csv:"n,nodes" doc:"order"`
	Groups int      `csv:"groups" doc:"how many groups there are"`
	Cyclic int      `csv:"cyclic,nodes" doc:"least cover of the cyclic group"`
	Least  int      `csv:"least,nodes" doc:"least cover of any group of the order"`
	Most   int      `csv:"most,nodes" doc:"greatest of the least covers"`
	Best   []string // the groups with the smallest covers
}

func (r groupOrderRow) String() string {
	return fmt.Sprintf("order %d: %d in %s, %d in Z%d", r.N, r.Least, strings.Join(r.Best, " and "), r.Cyclic, r.N)
}

func (r groupOrderRow) better() bool { return r.Least < r.Cyclic }

type groupCover struct {
	Group    string `json:"group"`
	Size     int    `json:"size"`
	Elements []int  `json:"elements"` // 0..n-1
}

const groupCoversFile = "covers.json"

// GroupCovers returns the study group-covers.
func GroupCovers() experiments.Study {
	return experiments.NewStudy(experiments.Spec[groupCoversParameters]{
		Name:  "group-covers",
		Title: "The smallest difference cover of every small group",
		Doc: "Sets D of K elements of a group such that every element is a quotient of two of them make n quorums gD with Maekawa's conditions (a) to (d). " +
			"For each group the least K, with what proves it; for each order the groups with the smallest, beside the cyclic one. The covers are a certificate " +
			"that needs no search to verify. Haanpää (2004) made such tables for the abelian groups up to 127, Banakh and Gavrylkiv (2019) for the dihedral ones up " +
			"to 80; for all groups of an order they are printed nowhere that we could find.",
		Default: groupCoversParameters{Order: 72},
		Declare: declareGroupCovers,
		Verify:  experiments.Decoded(verifyGroupCovers),
	})
}

func declareGroupCovers(out *experiments.Output, p groupCoversParameters) {
	var orders []int
	for n := 1; n <= p.Order; n++ {
		if groups.Catalogued(n) {
			orders = append(orders, n)
		}
	}
	found := experiments.Compute(out, "covers", orders, leastGroupCovers)
	var rows []groupCoverRow
	var best []groupOrderRow
	for _, of := range found {
		rows = append(rows, of...)
		best = append(best, bestOfOrder(of))
	}
	experiments.Table(out, "groups", rows,
		"n", "group", "number", "abelian", "classes", "k",
		experiments.Ints("counting", "nodes", "lower bound of counting alone: K(K-1)+1 >= n, and K(K-1)/2 >= classes", groupCoverRow.counting),
		"lower_by", "upper_by", "small_group")
	sheet := experiments.Table(out, "orders", best,
		"n", "groups", "cyclic", "least", "most",
		experiments.Ints("with_least", "", "how many groups have the least", func(r groupOrderRow) int { return len(r.Best) }),
		experiments.Texts("smaller_than_cyclic", "", "the groups with smaller covers than the cyclic group", func(r groupOrderRow) string {
			if r.better() {
				return strings.Join(r.Best, " ")
			}
			return ""
		}))

	var list coverList[groupCover]
	for _, r := range rows {
		list.Covers = append(list.Covers, groupCover{r.Group, r.K, r.Elements})
	}
	out.Certificate(groupCoversFile, list)

	last := float64(p.Order)
	out.Plot("group-covers", "Smallest difference covers of the groups of every order",
		experiments.NodeAxis(), plot.Linear("quorum size K", "nodes"),
		sheet.Scatter("best group", "n", "least"), sheet.Scatter("cyclic group", "n", "cyclic"), sheet.Scatter("worst group", "n", "most"),
		sheet.Curve("K(K-1)+1 = n", 1, last, func(n float64) float64 { return (1 + math.Sqrt(4*n-3)) / 2 }))

	better := experiments.Keep(best, groupOrderRow.better)
	told := "No group has a smaller cover than the cyclic one of its order"
	if len(better) > 0 {
		told = "Smaller than in the cyclic group they are for " + show.Join(better, "; for ", groupOrderRow.String)
	}
	out.Found("group-covers", "The smallest difference covers of all %d groups of order up to %d are proved. %s.", len(rows), p.Order, told)

	over := fmt.Sprintf("the %d groups of order up to %d", len(rows), p.Order)
	out.Claim("banakh-difference-size", "Other papers", "Banakh and Gavrylkiv 2019, Proposition 1",
		"The least size of a difference basis of a finite group G is at least (1+√(4|G|-3))/2 and at most ⌈(|G|+1)/2⌉.",
		experiments.ForAll(over, rows, func(r groupCoverRow) (bool, string) {
			return r.K*(r.K-1)+1 >= r.N && r.K <= (r.N+2)/2, r.String()
		}))
	dihedral := experiments.Keep(rows, func(r groupCoverRow) bool { return r.Group == fmt.Sprintf("D%d", r.N/2) })
	out.Claim("banakh-dihedral", "Other papers", "Banakh and Gavrylkiv 2019, abstract",
		"A dihedral group of order 2n has a least difference basis of at least √2·√(2n) and at most 48/√586·√(2n) elements.",
		experiments.ForAll(fmt.Sprintf("the %d dihedral groups of order 6..%d", len(dihedral), p.Order), dihedral, func(r groupCoverRow) (bool, string) {
			return r.K*r.K >= 2*r.N && 586*r.K*r.K <= 48*48*r.N, r.String()
		}))
}

func leastGroupCovers(ctx context.Context, n int) ([]groupCoverRow, error) {
	r := experiments.Must(cover.All(ctx, n, search.Options{Jobs: 1}))
	var rows []groupCoverRow
	for i, of := range r.Groups {
		if !of.Optimal {
			return nil, fmt.Errorf("%s: K in %v..%v, stopped by %s", of.Group, of.Lower, of.Upper, of.StoppedBy)
		}
		g := experiments.Must(groups.Parse(of.Group))
		row := groupCoverRow{N: n, Group: of.Group, Number: i + 1, Small: of.SmallGroup, Abelian: g.Abelian(), K: len(of.Cover), LowerBy: of.LowerBy, UpperBy: of.UpperBy, Elements: of.Cover}
		for a := 1; a < n; a++ {
			if g.Inv(a) >= a {
				row.Classes++
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func bestOfOrder(rows []groupCoverRow) groupOrderRow {
	r := groupOrderRow{N: rows[0].N, Groups: len(rows), Least: rows[0].K}
	for _, g := range rows {
		if g.Group == fmt.Sprintf("Z%d", g.N) {
			r.Cyclic = g.K
		}
		if g.K < r.Least {
			r.Least, r.Best = g.K, nil
		}
		if g.K == r.Least {
			r.Best = append(r.Best, groups.KnownAs(g.Group))
		}
		r.Most = max(r.Most, g.K)
	}
	return r
}

// verifyGroupCovers computes the quotients of every cover of the certificate.
func verifyGroupCovers(_ context.Context, p groupCoversParameters, name string, list coverList[groupCover]) error {
	if name != groupCoversFile {
		return fmt.Errorf("no certificate of this study is called %s", name)
	}
	next := 0
	for n := 1; n <= p.Order; n++ {
		if !groups.Catalogued(n) {
			continue
		}
		all := experiments.Must(groups.All(n))
		for _, g := range all {
			if next == len(list.Covers) || list.Covers[next].Group != g.Name() {
				return fmt.Errorf("cover %d is not that of %s", next+1, g.Name())
			}
			c := list.Covers[next]
			size, err := record.Cover(g.Order(), 1, c.Elements, func(a, b int) int { return g.Mul(a, g.Inv(b)) })
			if err != nil || size != c.Size {
				return fmt.Errorf("%s: %w", g.Name(), cmp.Or(err, fmt.Errorf("%d elements, not %d", size, c.Size)))
			}
			next++
		}
	}
	if next != len(list.Covers) {
		return fmt.Errorf("%d covers for %d groups", len(list.Covers), next)
	}
	return nil
}
