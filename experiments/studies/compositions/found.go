package compositions

import (
	"math"

	"coterie/experiments"
)

func found(out *experiments.Output, stairs []staircaseRow, hierarchies []hierarchyRow) {
	mapped := experiments.Keep(stairs, staircaseRow.mapped)
	sound := experiments.Keep(mapped, func(r staircaseRow) bool { return r.sound() && r.KeptAll })
	most := 0.0
	for _, r := range hierarchies {
		most = max(most, float64(r.K)/math.Sqrt(2*float64(r.N)))
	}
	out.Found("", "Billiard systems within billiard systems have quorums at most %.2f times as large as √2·√n. Of %d staircases with several nodes to a process %d are group quorum systems with all their quorums.",
		most, len(mapped), len(sound))
}
