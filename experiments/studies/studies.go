package studies

import (
	"coterie/experiments"
	"coterie/experiments/studies/algorithms"
	"coterie/experiments/studies/availability"
	"coterie/experiments/studies/billiard"
	"coterie/experiments/studies/compare"
	"coterie/experiments/studies/compositions"
	"coterie/experiments/studies/coteries"
	"coterie/experiments/studies/exhaustion"
	"coterie/experiments/studies/extensions"
	"coterie/experiments/studies/fleet"
	"coterie/experiments/studies/gallery"
	"coterie/experiments/studies/geometry"
	"coterie/experiments/studies/groups"
	"coterie/experiments/studies/growth"
	"coterie/experiments/studies/maekawa"
	"coterie/experiments/studies/sharing"
	"coterie/experiments/studies/trust"
)

// All returns the studies in the order in which they run, filed under their papers. To add a study,
// add a line here. The study `claims` comes last, because it gathers the claims of the others.
//
// Story gives a place among the findings on top of the report page. They are about: planes against
// grids against billiards; what to use at every n; the best of all small systems; load against
// failure; how many of a group enter together; two nodes inside by the letter of Maekawa's text;
// quorums against tokens; an adversary against a printed bound; errors in the papers.
func All() []experiments.Study {
	const (
		families = "Families beside each other"
		maekawa1 = "Maekawa 1985"
		joung    = "Joung 2003"
		miyamoto = "Miyamoto, Kakugawa, Yamashita 1994"
		every    = "All small systems"
		fleets   = "Servers that differ"
		among    = "Nodes that may lie"
		running  = "The algorithms, run"
		all      = "The algorithms, exhausted"
	)
	const billiards = experiments.BilliardPaper
	studies := []experiments.Study{
		compare.Study().Filed(families, "Sizes and messages").Story(1),
		geometry.PlaneExistence().Filed(maekawa1, "Which planes exist"),
		geometry.Desargues().Filed(maekawa1, "Planes that differ"),
		maekawa.Sets().Filed(maekawa1, "Figure 1"),
		maekawa.Tables().Filed(maekawa1, "Tables I to III"),
		maekawa.Remarks().Filed(maekawa1, "Remarks"),
		maekawa.NearOptimal().Filed(maekawa1, "The least K for every n").Story(2),
		maekawa.CyclicCovers().Filed(maekawa1, "Difference covers"),
		maekawa.CyclicBounds().Filed(maekawa1, "Difference covers, bounds"),
		maekawa.CoverVariants().Filed(maekawa1, "Covers that do more"),
		maekawa.GroupCovers().Filed(maekawa1, "Covers of groups"),
		maekawa.LeastTotals().Filed(maekawa1, "Table II, the least"),
		billiard.Figures().Filed(billiards, "Figures 1 to 7"),
		billiard.Properties().Filed(billiards, "Propositions"),
		groups.Degree().Filed(joung, "Degree of the families"),
		groups.Optimal().Filed(joung, "The greatest degree").Story(5),
		groups.Table().Filed(joung, "Nodes of a degree"),
		groups.Surficial().Filed(joung, "Theorem 3.1"),
		groups.Dominated().Filed(joung, "Theorem 3.4"),
		extensions.Nondominated().Filed(joung, "Nondominated extensions"),
		groups.Remarks().Filed(joung, "Remarks of section 3"),
		compositions.Study().Filed(joung, "Staircases, compositions"),
		groups.Responsibility().Filed(joung, "Degree and responsibility"),
		sharing.Study().Filed(miyamoto, "Sharing structures"),
		sharing.KCoteries().Filed(families, "For several holders"),
		sharing.Search().Filed(miyamoto, "Simpler families"),
		algorithms.ProtocolP().Filed(miyamoto, "Protocol P"),
		availability.Measures().Filed(families, "Load and failure").Story(4),
		availability.Crossover().Filed(families, "Who overtakes whom"),
		availability.PelegWool().Filed(billiards, "Failure as n grows"),
		availability.GroupAvailability().Filed(joung, "Section 4.4: availability"),
		coteries.SmallCoteries().Filed(every, "How many there are"),
		coteries.Atlas().Filed(every, "Atlas: the best of them").Story(3),
		coteries.AtlasOfEight().Filed(every, "Atlas: up to eight nodes"),
		coteries.LeastLoad().Filed(every, "The least load for every n"),
		fleet.Case().Filed(fleets, "The case study of quoracle"),
		fleet.ReadShare().Filed(fleets, "Capacity by share of reads"),
		fleet.Zones().Filed(fleets, "A map of failing zones"),
		fleet.Deploy().Filed(fleets, "Questions in public"),
		trust.Byzantine().Filed(among, "Every family, and the best"),
		trust.Federated().Filed(among, "Who trusts whom"),
		algorithms.MaekawaExample().Filed(running, "Maekawa, step by step").Story(6),
		algorithms.Messages().Filed(running, "Messages against load"),
		algorithms.Delay().Filed(running, "Delay and throughput").Story(7),
		algorithms.Tradeoff().Filed(running, "Concurrency and its price").Story(8),
		algorithms.Crashes().Filed(running, "Served after crashes"),
		exhaustion.MaekawaDeadlock().Filed(all, "Maekawa: deadlock"),
		exhaustion.JoungInvariants().Filed(all, "Joung: every state"),
		exhaustion.ProtocolP().Filed(all, "Protocol P: every structure"),
		exhaustion.Fixes().Filed(all, "Repairs of Maekawa"),
		growth.Study().Filed(families, "Answers and costs by size"),
		gallery.Study().Filed(families, "Drawings").Drawings(),
	}
	return append(studies, experiments.ClaimsStudy(studies).Filed("All papers", "What became of the claims").Story(9))
}
