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

// ListTable describes studies, one per row: name, title, and the parameters of both parts as JSON.
func ListTable(studies []Study) *Table {
	t := NewTable(
		Column{"name", Texts, "", "name of the study"},
		Column{"title", Texts, "", "what it is about"},
		Column{"default", Texts, "", "parameters of the default part"},
		Column{"full", Texts, "", "parameters of the full part, where there is one"},
	)
	for _, s := range studies {
		err := t.Append(printable(s.name), printable(s.title), printable(string(s.defaults)), printable(string(s.full)))
		if err != nil {
			panic(err) // every text was made printable
		}
	}
	return t
}
