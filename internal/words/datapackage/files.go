package datapackage

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"html/template"
	"io"
	plain "text/template"

	"coterie/internal/words/parquet"
	"coterie/internal/words/records"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/results"
)

var (
	//go:embed page.html
	pageText string
	//go:embed data.tmpl
	dataText string
	//go:embed example.py
	example []byte
)

// part is a kind with its records as rows, or those of a sequence.
type part struct {
	Kind     *results.Kind
	Records  []*results.Record
	Table    *table.Table
	Sequence results.Sequence
}

// Files returns the files of the folder by their names. version is that of the program that writes
// them. The bytes follow from the records alone.
func Files(version string) (map[string][]byte, error) {
	words := plain.FuncMap{
		"version": func() string { return version }, "name": records.Name, "bounds": records.Bounds,
		"json": func(v any) (string, error) { data, err := show.Marshal(v); return string(data), err },
	}
	pages := template.Must(template.New("").Funcs(words).Parse(pageText))
	texts := plain.Must(plain.New("").Funcs(words).Parse(dataText))
	files := map[string][]byte{"example.py": example}
	var failed error
	put := func(name string, write func(io.Writer) error) {
		var b bytes.Buffer
		failed = errors.Join(failed, write(&b))
		files[name] = b.Bytes()
	}
	var parts []part
	var lines bytes.Buffer
	for _, k := range results.Kinds() {
		p := part{Kind: k}
		for _, r := range k.Records() {
			p.Records = append(p.Records, k.WithWitness(r))
			failed = errors.Join(failed, show.Encoder(&lines).Encode(p.Records[len(p.Records)-1]))
		}
		p.Table = records.Table(k, p.Records)
		parts = append(parts, p)
		put(k.What+".csv", p.Table.WriteCSV)
		put(k.What+".parquet", func(w io.Writer) error { return parquet.WriteTable(w, k.What, p.Table) })
		put(k.What+".html", func(w io.Writer) error { return pages.ExecuteTemplate(w, "kind", p) })
		for _, p.Sequence = range k.Sequences {
			p.Records = k.Find(0, p.Sequence.Where)
			put("b"+p.Sequence.ID[1:]+".txt", func(w io.Writer) error { return texts.ExecuteTemplate(w, "bfile", p) })
		}
	}
	put("records.jsonl.gz", func(w io.Writer) error {
		z := gzip.NewWriter(w)
		_, err := z.Write(lines.Bytes())
		return errors.Join(err, z.Close())
	})
	put("index.html", func(w io.Writer) error { return pages.ExecuteTemplate(w, "index", results.Kinds()) })
	put("datapackage.json", func(w io.Writer) error { return texts.ExecuteTemplate(w, "datapackage.json", parts) })
	return files, failed
}
