package experiments

import "coterie/internal/table"

// ListTable describes studies, one per row: name, title, and the parameters of both parts as JSON.
func ListTable(studies []Study) *table.Table {
	t := table.New(
		table.Texts("name", "", "name of the study"),
		table.Texts("title", "", "what it is about"),
		table.Texts("default", "", "parameters of the default part"),
		table.Texts("full", "", "parameters of the full part, where there is one"),
	)
	for _, s := range studies {
		err := t.Append(table.Quoted(s.name), table.Quoted(s.title), table.Quoted(string(s.defaults)), table.Quoted(string(s.full)))
		if err != nil {
			panic(err) // every text was made printable
		}
	}
	return t
}
