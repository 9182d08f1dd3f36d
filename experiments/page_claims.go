package experiments

import (
	"cmp"
	"slices"

	"coterie/internal/words/table"
)

// pageSource counts the verdicts on one paper.
type pageSource struct {
	Name   string
	Claims int
	Counts []int // in the order of page.Verdicts
}

// ClaimCount returns the number of claims of papers.
func (p *page) ClaimCount() int {
	n := 0
	for _, v := range p.Sources {
		if v.Name != BeyondThePaper {
			n += v.Claims
		}
	}
	return n
}

// judge sorts the claims of all studies and counts the verdicts, over all of them and by source; a
// sentence that is judged again is counted once.
func (p *page) judge(claims []gatheredClaim) {
	p.Verdicts = verdicts()
	// Sources come in the order of their first claim.
	for _, c := range claims {
		k := slices.IndexFunc(p.Sources, func(s pageSource) bool { return s.Name == c.Text("source") })
		if k < 0 {
			k = len(p.Sources)
			p.Sources = append(p.Sources, pageSource{Name: c.Text("source"), Counts: make([]int, len(p.Verdicts))})
		}
		if c.Text("again") != "" {
			continue
		}
		p.Sources[k].Claims++
		if v := slices.IndexFunc(p.Verdicts, func(v Verdict) bool { return v.String() == c.Text("verdict") }); v >= 0 {
			p.Sources[k].Counts[v]++
		}
	}
	oursLast(p.Sources, func(s pageSource) string { return s.Name })
	// A reader looks for a paper, not for the study that judged it.
	paper := func(c gatheredClaim) int {
		return slices.IndexFunc(p.Sources, func(s pageSource) bool { return s.Name == c.Text("source") })
	}
	claims = slices.Clone(claims)
	slices.SortStableFunc(claims, func(a, b gatheredClaim) int { return cmp.Compare(paper(a), paper(b)) })
	for _, s := range standings() {
		of := s.shown()
		of.Claims = Keep(claims, func(c gatheredClaim) bool { return c.standing() == s })
		if len(of.Claims) > 0 {
			p.Standing = append(p.Standing, of)
		}
	}
}

// joinFull puts claims of a full part beside those of the default part, by ID.
func joinFull(claims, full []gatheredClaim) {
	for i := range claims {
		k := slices.IndexFunc(full, func(c gatheredClaim) bool { return c.Text("id") == claims[i].Text("id") })
		if k >= 0 {
			claims[i].Full = &full[k]
		}
	}
}

// isClaims reports whether a table has the columns of a claims.csv, so that it can be shown as
// claims.
func isClaims(t *table.Table) bool {
	return slices.Equal(t.Columns(), claimHeads(func(further string) bool { return hasColumn(t, further) }))
}

func hasColumn(t *table.Table, name string) bool {
	return slices.ContainsFunc(t.Columns(), func(head table.Column) bool { return head.Name == name })
}
