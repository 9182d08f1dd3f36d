package experiments

import "coterie/internal/words/table"

// ListTable describes studies, one per row: name, title, and the parameters of both parts as JSON.
func ListTable(studies []Study) *table.Table {
	return listed(studies,
		quoted("name", "name of the study", Study.Name),
		quoted("title", "what it is about", Study.Title),
		quoted("default", "parameters of the default part", func(s Study) string { return string(s.defaults) }),
		quoted("full", "parameters of the full part, where there is one", func(s Study) string { return string(s.full) }))
}
