package billiard

import (
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/quorum"
)

// printedFigures holds Figures 4, 5 and 7 and the examples of the text, from experiments/papers.
type printedFigures struct {
	Source string `json:"source"`
	Grids  []struct {
		Q       int          `json:"q"`
		Quorums []quorum.Set `json:"quorums"`
	} `json:"grids"`
	Text    []printedPath `json:"text"`
	Cells   []printedPath `json:"cells"`
	Figure4 [][]int       `json:"figure_4"` // the numbers in the grid, 0 if a cell is left out
}

// printedPath holds the printed data of a site: its cell, its path in Figure 5, or its quorum.
type printedPath struct {
	Q      int           `json:"q" csv:"q,cells" doc:"side of the modified grid"`
	Site   quorum.Node   `json:"site"`
	Cell   [2]int        `json:"cell"` // from 1
	Path   []quorum.Node `json:"path"`
	Quorum quorum.Set    `json:"quorum"`
}

// printedText holds further values of the text, from experiments/papers.
type printedText struct {
	Source  string `json:"source"`
	Figure3 int    `json:"figure_3_side"`
	Pieces  []struct {
		Q      int             `json:"q"`
		Site   quorum.Node     `json:"site"`
		Pieces [][]quorum.Node `json:"pieces"`
	} `json:"pieces"`
	Starts []struct {
		Q    int         `json:"q"`
		Site quorum.Node `json:"site"`
		X1   quorum.Node `json:"x_1"` // the first site of its path
	} `json:"starts"`
	Example struct {
		Q int `json:"q"`
		N int `json:"n"`
	} `json:"example"`
}

// readPaper reads the printed values, and checks that the pieces in the text are those of its
// paths.
func readPaper(env experiments.Env) (printed printedFigures, text printedText, err error) {
	if printed, err = experiments.ReadPaper[printedFigures](env, "billiard-figure-7.json"); err != nil {
		return printed, text, err
	}
	if text, err = experiments.ReadPaper[printedText](env, "billiard-text.json"); err != nil {
		return printed, text, err
	}
	if len(text.Pieces) != len(printed.Text) {
		return printed, text, fmt.Errorf("%d unions of pieces beside %d quorums of the text", len(text.Pieces), len(printed.Text))
	}
	for e, pieces := range text.Pieces {
		example := printed.Text[e]
		if pieces.Site != example.Site || example.Q != len(printed.Figure4) || len(slices.Concat(pieces.Pieces...)) > example.Q {
			return printed, text, fmt.Errorf("the pieces of S_%v stand beside S_%v on a grid of side %d", pieces.Site, example.Site, example.Q)
		}
	}
	return printed, text, nil
}

func (p printedPath) computed() quorum.Set {
	return quorum.SetOf(construct.BilliardPath(p.Q, int(p.Site))...)
}

// sets lists all printed quorums: Figure 7, then the text.
func (p printedFigures) sets() []printedPath {
	var list []printedPath
	for _, g := range p.Grids {
		for site, set := range g.Quorums {
			list = append(list, printedPath{Q: g.Q, Site: quorum.Node(site), Quorum: set})
		}
	}
	return append(list, p.Text...)
}

// numberedCell is a cell of Figure 4.
type numberedCell struct {
	gridCell
	site    int `csv:"site,,omitzero" doc:"computed, by Proposition 2; empty: no cell of the modified grid"`
	printed int `csv:"printed,,omitzero" doc:"in Figure 4; empty: none"`
}

// grid lists the cells of Figure 4 with their sites by Proposition 2.
func (p printedFigures) grid() []numberedCell {
	var list []numberedCell
	for i, numbers := range p.Figure4 {
		for j, number := range numbers {
			c := numberedCell{gridCell{i, j}, 0, number}
			if (i+j)%2 == 1 {
				c.site = quorum.Node(construct.BilliardSite(len(p.Figure4), i, j)).Ordinal()
			}
			list = append(list, c)
		}
	}
	return list
}

// pathSite is a site of a path of Figure 5.
type pathSite struct {
	gridCell      // by the walk
	site     int  `csv:"site" doc:"s"`
	piece    int  `csv:"piece" doc:"which of the three pieces, as printed"`
	k        int  `csv:"k" doc:"place on the path, from the left or the bottom side"`
	computed int  `csv:"computed" doc:"x_k by procedure generate"`
	printed  int  `csv:"printed" doc:"x_k as the union in section 4 lists it"`
	agrees   bool `csv:"agrees" doc:"walk, procedure and print agree"`
}

// paths lists the sites of each path of Figure 5, as the union in section 4 lists its pieces.
func (p printedFigures) paths(text printedText) [][]pathSite {
	list := make([][]pathSite, len(p.Text))
	for e, example := range p.Text {
		walk := brokenWalk(example.Q, cellOf(example.Q, int(example.Site)), interchanged)
		walked, ok := sitesOf(example.Q, walk)
		x, _ := generated(example.Q, example.Site.Ordinal())
		for piece, nodes := range text.Pieces[e].Pieces {
			for _, v := range nodes {
				k := len(list[e])
				s := pathSite{gridCell: walk[k], site: example.Site.Ordinal(), piece: piece + 1, k: k + 1, computed: x[k+1], printed: v.Ordinal()}
				s.agrees = ok && walked[k] == int(v) && x[k+1] == v.Ordinal() && example.Path[k] == v
				list[e] = append(list[e], s)
			}
		}
	}
	return list
}
