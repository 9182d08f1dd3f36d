package quorum

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
)

// Sizes are the figures that can be read off a list; a figure that is not known is nil.
type Sizes struct {
	Quorums           *big.Int `json:"quorums"` // how many
	MinQuorum         *int     `json:"min_quorum"`
	MaxQuorum         *int     `json:"max_quorum"`
	MinResponsibility *big.Int `json:"min_responsibility"`
	MaxResponsibility *big.Int `json:"max_responsibility"`
}

// SizesOf returns the sizes of one or more families over the same nodes, taken together. The error
// is the cause of ctx if ctx ends first: then the responsibilities are not known. Cost:
// O(incidences), and O(n) for all families at once.
func SizesOf(ctx context.Context, families ...Family) (Sizes, error) {
	n := families[0].N()
	count, incidences, greatest := 0, 0, 0
	least, _ := families[0].Sizes()
	for _, f := range families {
		low, high := f.Sizes()
		least, greatest = min(least, low), max(greatest, high)
		count, incidences = count+f.Len(), incidences+f.Incidences()
	}
	sizes := Sizes{Quorums: big.NewInt(int64(count)), MinQuorum: &least, MaxQuorum: &greatest}
	var dense []int
	of := map[int32]int{} // where few nodes are in a quorum: of many cartels, each may have few
	if incidences > n/8 {
		dense = make([]int, n)
	}
	for _, f := range families {
		for _, q := range par.Until(ctx, f.All()) {
			for _, v := range q {
				if dense != nil {
					dense[v]++
				} else {
					of[v]++
				}
			}
		}
	}
	if ctx.Err() != nil {
		return sizes, context.Cause(ctx)
	}
	if dense == nil {
		if dense = slices.Collect(maps.Values(of)); len(dense) < n {
			dense = append(dense, 0)
		}
	}
	sizes.MinResponsibility, sizes.MaxResponsibility = big.NewInt(int64(slices.Min(dense))), big.NewInt(int64(slices.Max(dense)))
	return sizes, nil
}

// Sizes returns the figures with the range of the responsibilities.
func (s *FormulaShape) Sizes() Sizes {
	return Sizes{
		Quorums: s.Quorums, MinQuorum: &s.MinQuorum, MaxQuorum: &s.MaxQuorum,
		MinResponsibility: slices.MinFunc(s.Responsibilities, (*big.Int).Cmp), MaxResponsibility: slices.MaxFunc(s.Responsibilities, (*big.Int).Cmp),
	}
}
