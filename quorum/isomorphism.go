package quorum

import (
	"fmt"
	"slices"
)

// Isomorphism returns a renaming of nodes that turns f into g: to[v] is the node
// of g that node v of f becomes, and the quorums of f.Relabelled(to) are those of g
// in some order. ok is false if there is none, which the search proves.
//
// The method is colour refinement on the incidence graph of nodes and quorums with
// individualisation and backtracking: nodes of equal colour that no refinement tells apart are
// tried one by one. A returned renaming has been verified. Cost: O(incidences · log) for each
// refinement. Rigid families and highly symmetric ones (planes, grids) need few refinements; the
// worst case is exponential.
func Isomorphism(f, g Family) (to []int, ok bool) {
	if f.n != g.n || f.Len() != g.Len() || f.Incidences() != g.Incidences() {
		return nil, false
	}
	s := &isoSearch{f: newIsoGraph(f), g: newIsoGraph(g), wanted: g.Sorted()}
	return s.match(make([]int, f.n+f.Len()), make([]int, g.n+g.Len()))
}

// isoGraph is the incidence graph of a family: vertices 0..n-1 are its nodes,
// n..n+m-1 its quorums.
type isoGraph struct {
	family     Family
	neighbours [][]int
}

func newIsoGraph(f Family) isoGraph {
	g := isoGraph{f, make([][]int, f.n+f.Len())}
	for i, q := range f.All() {
		for _, v := range q {
			g.neighbours[v] = append(g.neighbours[v], f.n+i)
			g.neighbours[f.n+i] = append(g.neighbours[f.n+i], int(v))
		}
	}
	return g
}

type isoSearch struct {
	f, g   isoGraph
	wanted Family // g, sorted
}

// match refines the colourings of both graphs together, and where nodes of one
// colour remain maps the first of them to each node of the same colour.
func (s *isoSearch) match(colourF, colourG []int) ([]int, bool) {
	colourF, colourG, ok := s.refine(colourF, colourG)
	if !ok {
		return nil, false
	}
	cell := s.smallestCell(colourF)
	if cell == nil {
		return s.verified(colourF, colourG)
	}
	v, fresh := cell[0], len(colourF)
	for w := range s.g.family.n {
		if colourG[w] != colourF[v] {
			continue
		}
		nextF, nextG := slices.Clone(colourF), slices.Clone(colourG)
		nextF[v], nextG[w] = fresh, fresh
		if to, ok := s.match(nextF, nextG); ok {
			return to, true
		}
	}
	return nil, false
}

// smallestCell returns the nodes of the rarest colour that several nodes have, or
// nil if all nodes differ.
func (s *isoSearch) smallestCell(colour []int) []int {
	cells := map[int][]int{}
	for v := range s.f.family.n {
		cells[colour[v]] = append(cells[colour[v]], v)
	}
	var best []int
	for v := range s.f.family.n { // in node order, so that the result is determined
		cell := cells[colour[v]]
		if len(cell) > 1 && cell[0] == v && (best == nil || len(cell) < len(best)) {
			best = cell
		}
	}
	return best
}

// refine splits colours by the colours of the neighbours until nothing splits. It fails if the two
// graphs do not have the same number of vertices of each colour. The colours are exact, and not
// hashes as those of lp.Refine, whose certificates are checked afterwards: that there is no
// renaming has no other proof.
func (s *isoSearch) refine(colourF, colourG []int) (outF, outG []int, ok bool) {
	colours := 0
	for {
		signaturesF, signaturesG := s.f.signatures(colourF), s.g.signatures(colourG)
		sorted := slices.Sorted(slices.Values(signaturesF))
		if !slices.Equal(sorted, slices.Sorted(slices.Values(signaturesG))) {
			return nil, nil, false
		}
		names := map[string]int{}
		for i, sig := range slices.Compact(sorted) {
			names[sig] = i
		}
		colourF, colourG = make([]int, len(colourF)), make([]int, len(colourG))
		for i := range signaturesF {
			colourF[i], colourG[i] = names[signaturesF[i]], names[signaturesG[i]]
		}
		if len(names) == colours {
			return colourF, colourG, true
		}
		colours = len(names)
	}
}

// signatures returns for each vertex its kind, its colour and its neighbours'.
func (g isoGraph) signatures(colour []int) []string {
	out := make([]string, len(colour))
	var around []int
	for v, list := range g.neighbours {
		around = around[:0]
		for _, w := range list {
			around = append(around, colour[w])
		}
		slices.Sort(around)
		out[v] = fmt.Sprint(v < g.family.n, colour[v], around)
	}
	return out
}

// verified reads the renaming off two discrete colourings and checks it.
func (s *isoSearch) verified(colourF, colourG []int) ([]int, bool) {
	nodeOf := make(map[int]int, s.g.family.n)
	for w := range s.g.family.n {
		nodeOf[colourG[w]] = w
	}
	to := make([]int, s.f.family.n)
	for v := range to {
		to[v] = nodeOf[colourF[v]]
	}
	return to, s.f.family.Relabelled(to).Sorted().Equal(s.wanted)
}
