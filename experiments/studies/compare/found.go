package compare

import (
	"math"

	"coterie/experiments"
)

// found states the quorum sizes of the families, and for how many n they have a system.
func found(out *experiments.Output, p comparison, systems []system) {
	of := func(family string) (perRoot float64, sizes int) {
		for _, s := range systems {
			if s.Family == family && s.exists() {
				perRoot += float64(s.MaxQuorum) / math.Sqrt(float64(s.N))
				sizes++
			}
		}
		return perRoot / math.Max(1, float64(sizes)), sizes
	}
	plane, planes := of("fpp")
	billiard, billiards := of("billiard")
	grid, grids := of("grid")
	out.Found("k-against-n", "Quorums of projective planes have %.2f·√n nodes on average, those of billiard systems %.2f·√n and those of grids %.2f·√n. "+
		"But of the %d sizes up to %d nodes planes have %d, billiard systems %d and grids %d.", plane, billiard, grid, p.To-p.From+1, p.To, planes, billiards, grids)
}
