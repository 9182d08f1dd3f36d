package studies

import (
	"coterie/experiments"
	"coterie/experiments/studies/availability"
	"coterie/experiments/studies/billiard"
	"coterie/experiments/studies/compare"
	"coterie/experiments/studies/compositions"
	"coterie/experiments/studies/coteries"
	"coterie/experiments/studies/extensions"
	"coterie/experiments/studies/geometry"
	"coterie/experiments/studies/groups"
	"coterie/experiments/studies/maekawa"
	"coterie/experiments/studies/sharing"
)

// All returns the studies in the order in which they run. Adding one means adding a line here. The
// study `claims` comes last, because it gathers what the others judged.
func All() []experiments.Study {
	studies := []experiments.Study{
		compare.Study(), geometry.PlaneExistence(), geometry.Desargues(),
		maekawa.Sets(), maekawa.Tables(), maekawa.Remarks(),
		maekawa.NearOptimal(), maekawa.CyclicCovers(), maekawa.LeastTotals(),
		billiard.Figures(), billiard.Properties(),
		groups.Degree(), groups.Optimal(), groups.Surficial(), groups.Dominated(), extensions.Nondominated(), groups.Remarks(), compositions.Study(), groups.Responsibility(),
		sharing.Study(),
		availability.Measures(), availability.Crossover(), availability.PelegWool(), availability.GroupAvailability(),
		coteries.SmallCoteries(), coteries.Atlas(),
	}
	return append(studies, experiments.ClaimsStudy(studies))
}
