// Package papers holds the values that the papers print, one JSON file a place in a paper, and
// embeds them, so that a program without its sources beside it compares with them all the same.
//
// No figure is typed into the code: what a paper prints stands here and is read by the studies
// ([coterie/experiments.ReadPaper]) and, from the files, by tests. Nothing else may import this
// package, which a test of the house holds.
package papers

import (
	"embed"
	"io/fs"
)

//go:embed *.json
var files embed.FS

// Files returns the files, by names such as "maekawa-table-1.json".
func Files() fs.FS { return files }
