package experiments

import (
	"fmt"

	"coterie/internal/picture/draw"
	"coterie/internal/words/show"
)

// standing is the class in which a reader of the papers puts a claim: its verdict, with a class of
// its own for claims whose words fail only in trivial cases; then questions of our own, and claims
// that are counted already.
type standing int

// The standings, from the weakest.
const (
	fails standing = iota
	fallsShort
	failsTrivially
	holdsOn
	proved
	ours
	again
)

// standings lists all standings.
func standings() []standing { return append(judged(), ours, again) }

// judged lists the standings of the claims of papers.
func judged() []standing { return []standing{fails, fallsShort, failsTrivially, holdsOn, proved} }

// standing sorts a claim by its source, its verdict, its trivial cases, and the claim whose
// sentence it judges again.
func (c gatheredClaim) standing() standing {
	switch {
	case c.Text("again") != "":
		return again
	case c.Text("source") == BeyondThePaper:
		return ours
	}
	return c.outcome()
}

// outcome sorts a claim by its verdict and its trivial cases alone.
func (c gatheredClaim) outcome() standing {
	switch verdict := c.Text("verdict"); {
	case verdict == Fails.String():
		return fails
	case verdict == HoldsUnder.String() && c.Text("trivial") != "":
		return failsTrivially
	case verdict == HoldsUnder.String():
		return fallsShort
	case verdict == Proved.String():
		return proved
	}
	return holdsOn
}

// shown describes the presentation of the claims of a standing: their heading, their name on the
// page and their look in the picture, and on the page the claims, paper by paper.
type shown struct {
	Heading, ID string
	look        draw.Look
	Claims      []gatheredClaim
}

func (s standing) shown() shown {
	return [...]shown{
		fails:          {"Fails", "fails", draw.Chosen, nil},
		fallsShort:     {"Fails as printed, holds under another reading", "falls-short", draw.Category(4), nil},
		failsTrivially: {"Fails as printed in trivial cases alone", "fails-trivially", draw.Category(1), nil},
		holdsOn:        {"Holds on all that was tried", "holds", draw.Category(0), nil},
		proved:         {"Proved", "proved", draw.Category(3), nil},
		ours:           {Heading: "Beyond the papers: questions of our own", ID: "beyond"},
		again:          {Heading: "Judged once more, by other means", ID: "again"},
	}[s]
}

// drawVerdicts emits the picture of the referee report, with a cell for each claim, and a finding
// with the numbers of their verdicts.
func drawVerdicts(out *Output, from *Sheet, sources []string, of func(source string) []gatheredClaim) {
	if len(sources) == 0 {
		return
	}
	scene := draw.Scene{Title: "What became of the claims of the papers", Columns: 2}
	count := make(map[standing]int)
	all, side := 0, 1
	for _, source := range sources {
		for n := len(of(source)); side*side < n; {
			side++
		}
	}
	papers, questions, no := 0, 0, 0
	for _, source := range sources {
		claims := of(source)
		panel := draw.Panel{Caption: fmt.Sprintf("%s: %s", source, show.Count(len(claims), "claim")), Rows: side, Columns: side}
		if source != BeyondThePaper {
			papers++
			all += len(claims)
		}
		place := 0
		for _, s := range judged() {
			for _, c := range claims {
				if c.outcome() != s {
					continue
				}
				panel.Cells = append(panel.Cells, draw.Cell{Row: place / side, Column: place % side, Look: s.shown().look})
				place++
				switch {
				case source != BeyondThePaper:
					count[s]++
				case s == fails:
					no++
					questions++
				default:
					questions++
				}
			}
		}
		for ; place < side*side; place++ {
			panel.Cells = append(panel.Cells, draw.Cell{Row: place / side, Column: place % side, Look: draw.LeftOut})
		}
		scene.Panels = append(scene.Panels, panel)
	}
	for _, s := range judged() {
		scene.Legend = append(scene.Legend, draw.LookEntry(s.shown().look, fmt.Sprintf("%s: %d", s.shown().Heading, count[s])))
	}
	scene.Legend = append(scene.Legend, draw.LookEntry(draw.LeftOut, "no claim"))
	// If there are too many papers for a page, the picture is left out; the numbers are stated all
	// the same.
	picture, err := scene.Picture()
	stem := ""
	if err == nil {
		stem = "verdicts"
		out.Sketch(stem, picture, from)
	}
	out.Found(stem, "Of %s of %s, %d are proved and %d hold on all that was tried. Of the others %d fail, %d hold only if they are read otherwise than printed, and %d only without trivial cases.",
		show.Count(all, "claim"), show.Count(papers, "paper"), count[proved], count[holdsOn], count[fails], count[fallsShort], count[failsTrivially])
	if questions > 0 {
		out.Found("", "Beyond the papers, of %s of our own %d have the answer no.", show.Count(questions, "question"), no)
	}
}
