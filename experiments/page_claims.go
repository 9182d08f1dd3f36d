package experiments

import (
	"cmp"
	"slices"
	"strings"

	"coterie/internal/words/table"
)

// pageClaim is a row of a claims.csv.
type pageClaim struct {
	Study, ID, Source, Section, Statement, Verdict, Range, Reading, Witness, Trivial, Again, Doc, Command string
	Exhaustive                                                                                            bool
	Cases, Against                                                                                        string
	Full                                                                                                  *pageClaim // what the full part says of it
}

// Class is the verdict as a class of the style sheet.
func (c pageClaim) Class() string { return verdictClass(c.Verdict) }

func verdictClass(verdict string) string { return strings.ReplaceAll(verdict, " ", "-") }

type pageCount struct {
	Verdict string
	Claims  int
}

// Class is the verdict as a class of the style sheet.
func (c pageCount) Class() string { return verdictClass(c.Verdict) }

// pageSource counts the verdicts on one paper.
type pageSource struct {
	Name   string
	Claims int
	Counts []int // in the order of page.Verdicts
}

// pageStanding is the claims of one standing, paper by paper.
type pageStanding struct {
	Heading, ID string
	Claims      []pageClaim
}

// ClaimCount is how many claims of papers there are.
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
func (p *page) judge(claims []pageClaim) {
	for _, v := range verdicts() {
		p.Verdicts = append(p.Verdicts, pageCount{Verdict: v.String()})
	}
	// Sources come in the order of their first claim.
	for _, c := range claims {
		k := slices.IndexFunc(p.Sources, func(s pageSource) bool { return s.Name == c.Source })
		if k < 0 {
			k = len(p.Sources)
			p.Sources = append(p.Sources, pageSource{Name: c.Source, Counts: make([]int, len(p.Verdicts))})
		}
		if c.Again != "" {
			continue
		}
		p.Sources[k].Claims++
		if v := slices.IndexFunc(p.Verdicts, func(v pageCount) bool { return v.Verdict == c.Verdict }); v >= 0 {
			p.Sources[k].Counts[v]++
			p.Verdicts[v].Claims++
		}
	}
	oursLast(p.Sources, func(s pageSource) string { return s.Name })
	// A reader looks for a paper, not for the study that judged it.
	paper := func(c pageClaim) int {
		return slices.IndexFunc(p.Sources, func(s pageSource) bool { return s.Name == c.Source })
	}
	claims = slices.Clone(claims)
	slices.SortStableFunc(claims, func(a, b pageClaim) int { return cmp.Compare(paper(a), paper(b)) })
	for _, s := range standings() {
		of := Keep(claims, func(c pageClaim) bool { return standingOf(c.Source, c.Verdict, c.Trivial, c.Again) == s })
		if len(of) > 0 {
			p.Standing = append(p.Standing, pageStanding{Heading: s.heading(), ID: s.id(), Claims: of})
		}
	}
}

// joinFull puts claims of a full part beside those of the default part, by ID.
func joinFull(claims, full []pageClaim) {
	for i := range claims {
		k := slices.IndexFunc(full, func(c pageClaim) bool { return c.ID == claims[i].ID })
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

// claimsOf returns the claims of a table that isClaims.
func claimsOf(study string, t *table.Table) []pageClaim {
	var list []pageClaim
	if !isClaims(t) {
		return nil
	}
	for i := range t.Len() {
		at := func(column string) string {
			if !hasColumn(t, column) {
				return ""
			}
			return t.At(i, column).String()
		}
		c := pageClaim{
			Study: study, ID: at("id"), Source: at("source"), Section: at("section"), Statement: at("statement"),
			Verdict: at("verdict"), Range: at("range"), Exhaustive: at("exhaustive") == "true",
			Cases: at("cases"), Against: at("counterexamples"),
			Reading: at("reading"), Witness: at("witness"), Trivial: at("trivial"), Again: at("again"), Doc: at("doc"), Command: at("command"),
		}
		list = append(list, c)
	}
	return list
}
