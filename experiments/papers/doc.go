// Package papers holds the values that the papers print, one JSON file for each place in a paper.
// It embeds them, so that a program compares with them even without its sources.
//
// No figure is typed into the code: the printed values are here, and are read by the studies
// ([coterie/experiments.ReadPaper]) and, from the files, by tests. Nothing else may import this
// package; a test in internal/check/house enforces it.
package papers

import (
	"embed"
	"io/fs"
)

//go:embed *.json
var files embed.FS

// Files returns the files, by names such as "maekawa-table-1.json".
func Files() fs.FS { return files }
