package construct

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"coterie/internal/machine/par"
	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// RectangularSurficial returns the surficial system with the squares adjusted, as Joung (2003)
// suggests in the remark after Lemma 3.3 ("One can experiment different mappings as well as adjust
// the dimension of the squares"): cartel i has sides[i] = k_i quorums, and the square that the
// cartels i < j share is a rectangle of k_i columns, which are lent to cartel i, and k_j rows, lent
// to cartel j.
//
// It exists for m = len(sides) >= 2 sides of at least 1 with
//
//	n = Σ_{i<j} k_i·k_j
//
// at most quorum.MaxNodes (else the error is a *ParamError). Quorum j of cartel i is row j of each
// of its rectangles with an earlier cartel and column j of each with a later one. Nodes are
// numbered as in Surficial, rectangle by rectangle and column by column, and equal sides give the
// same lists.
//
//	K of the quorums of cartel i     Σ_{j≠i} k_j
//	number of quorums                Σ k_i
//	responsibility                   2: a column and a row
//	degree of cartel i               k_i
//	degree of the system             min k_i
//
// Unequal sides do not beat Lemma 3.3 (degree <= √(2n/m(m-1))); they give more room to the cartels
// that are entered more often.
//
// # Several nodes per process
//
// With 1 <= processes < n several nodes share a process, as the remark suggests. We put node v,
// counted from 0, on process v mod processes. The quorums are then the sets of processes of the
// nodes of a quorum; each cartel keeps the minimal ones. processes = 0 or n is a process for each
// node.
//
// Cross-intersection survives; responsibility 2 and the degree do not. Both are counted, the degree
// by an exact search (Shape.Method says where the search was given up).
//
// Proof: docs/theorems/rectangular-staircase.md.
func RectangularSurficial(sides []int, processes int) (quorum.Known, error) {
	s, err := newRectangles(sides)
	if err != nil {
		return quorum.Known{}, err
	}
	processes = cmp.Or(processes, s.n)
	return rectangularSurficialFamily().built(rectangularPlan(s, processes))
}

// rectangles is a staircase of rectangles: cartel i has k[i] quorums.
type rectangles struct {
	k     []int
	total int // Σ k
	n     int // Σ_{i<j} k_i·k_j
}

func newRectangles(sides []int) (*rectangles, error) {
	bad := func(legal string) error {
		return illegal("rectangular-surficial", "sides", listSetting("", sides).value, legal)
	}
	if len(sides) < 2 || len(sides) > maxGroups {
		return nil, bad("2.." + strconv.Itoa(maxGroups) + " sides, one for each cartel, such as 2-3-4")
	}
	s := &rectangles{k: slices.Clone(sides)}
	for _, k := range sides {
		if k < 1 {
			return nil, bad("sides of at least 1")
		}
		// Both factors are at most MaxNodes + 1 before the product is judged.
		if s.n += min(k, quorum.MaxNodes+1) * min(s.total, quorum.MaxNodes+1); s.n > quorum.MaxNodes {
			return nil, bad(fmt.Sprintf("sides k_i with Σ k_i·k_j, the number of nodes, in 1..%d", quorum.MaxNodes))
		}
		s.total += min(k, quorum.MaxNodes+1)
	}
	return s, nil
}

func rectangularPlan(s *rectangles, processes int) (*plan, error) {
	if err := checkRange("rectangular-surficial", "processes", processes, 1, s.n); err != nil {
		return nil, err
	}
	least, greatest := slices.Min(s.k), slices.Max(s.k)
	p := &plan{
		settings: []setting{listSetting("sides", s.k)},
		n:        s.n,
		groups:   len(s.k),
		quorums:  constantCount(s.total),
		largest:  s.total - least,
		shape:    withDegree(rangedShape(s.total-greatest, s.total-least, 2, 2), least),
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			first := forms.Rectangles(s.k)
			return buildCartels(ctx, name, s.n, s.k, func(dst []int32, i, j int) []int32 { return forms.AppendRectangles(dst, s.k, first, i, j) })
		},
	}
	if processes != s.n {
		for _, k := range s.k {
			if most := minimizedLimit(s.total - k); k > most {
				return nil, illegal("rectangular-surficial", "sides", p.settings[0].value, fmt.Sprintf("a side of at most %d in the place of %d, beside processes", most, k))
			}
		}
		p.ontoProcesses(processes)
	}
	return p, nil
}

// ontoProcesses turns a plan of cartels into the plan of their images on so many processes. The
// cost is O(n) and finding the minimal sets; the figures are counted on these.
func (p *plan) ontoProcesses(processes int) {
	nodes := p.build
	p.settings = append(p.settings, intSetting("processes", processes))
	p.n = processes
	p.largest = min(p.largest, processes)
	p.judgesEntries = true // there are no more than of the nodes, which were judged
	counted := par.Once(func(ctx context.Context) (quorum.Structure, error) {
		s, err := nodes(ctx, "", math.MaxInt)
		if err != nil {
			return nil, err
		}
		cartels := cartelsOf(s)
		for i, f := range cartels {
			cartels[i], err = forms.Merged(ctx, f, processes, func(v int32) int32 { return v % int32(processes) })
			if err != nil {
				return nil, err
			}
		}
		return structure(quorum.NewGroupSystem("", cartels, nil))
	})
	p.build = func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
		s, err := counted(ctx)
		if err != nil {
			return nil, err
		}
		return named(name, s)
	}
	p.quorums = func(ctx context.Context) (*big.Int, error) {
		s, err := counted(ctx)
		if err != nil {
			return nil, err
		}
		return countOf(s), nil
	}
	p.shape = func(ctx context.Context) (Shape, error) {
		s, err := counted(ctx)
		if err != nil {
			return Shape{}, err
		}
		return countedShape("counted on the listed quorums", s), nil
	}
}

func rectangularSurficialFamily() Family {
	return Family{
		Name:    "rectangular-surficial",
		Kind:    quorum.KindGroupSystem,
		Summary: "the surficial staircase with rectangles: cartel i has k_i quorums",
		Params: []Param{
			{Name: "sides", Doc: "for each cartel its number of quorums k_i, at least 1"},
			{Name: "processes", Doc: "number of processes, 1..n, over which the nodes are dealt in turn", Optional: true, Default: "n"},
		},
		Exists: "n = Σ k_i·k_j over the pairs of cartels, or any smaller number of processes",
		Source: "Joung 2003, remark after Lemma 3.3",
		resolve: func(a *args) (*plan, error) {
			sides := a.list("sides")
			s, err := newRectangles(sides)
			if err != nil {
				return nil, err
			}
			return rectangularPlan(s, a.intOr("processes", s.n))
		},
		usage:     "rectangular-surficial:sides=K1-K2-...[,processes=P]",
		noDefault: "its sides are for you to choose: rectangular-surficial:sides=2-3-4",
	}
}
