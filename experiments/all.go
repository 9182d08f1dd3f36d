package experiments

// All returns the studies in the order in which they run. Adding one means adding a line here. The study
// `claims` comes last, because it gathers what the others judged.
func All() []Study {
	studies := []Study{
		compareStudy(), planeExistenceStudy(), desarguesStudy(),
		maekawaSetsStudy(), maekawaTablesStudy(), maekawaRemarksStudy(),
		nearOptimalStudy(), cyclicCoversStudy(), leastTotalStudy(),
		billiardFiguresStudy(), billiardPropertiesStudy(),
		groupDegreeStudy(), groupOptimalStudy(), surficialStudy(), surficialDominatedStudy(), ndExtensionsStudy(), joungRemarksStudy(), compositionsStudy(), responsibilityTradeoffStudy(),
		sharingStudy(),
		measuresStudy(), crossoverStudy(), pelegWoolStudy(), groupAvailabilityStudy(),
		smallCoteriesStudy(), atlasStudy(),
	}
	return append(studies, claimsStudy(studies))
}
