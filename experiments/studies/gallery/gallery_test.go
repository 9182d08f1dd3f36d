package gallery

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/internal/words/table"
)

// Every family of the registry is drawn, each system in a file of its own.
func TestEveryFamilyIsDrawn(t *testing.T) {
	folder := t.TempDir()
	assert.Got(experiments.Run(t.Context(), experiments.Options{Studies: []experiments.Study{Study()}, Results: folder, Version: "test"}))(t)
	folder = filepath.Join(folder, "gallery")
	data := assert.Got(os.Open(filepath.Join(folder, "gallery.csv")))(t)
	defer data.Close()
	tab := assert.Got(table.ReadCSV(data))(t)
	var families, pictures []string
	for i := range tab.Len() {
		spec, picture := tab.At(i, "spec").String(), tab.At(i, "picture").String()
		families, pictures = append(families, tab.At(i, "family").String()), append(pictures, picture)
		svg := strings.Join(studytest.Lines(t, folder, picture+".svg"), "\n")
		assert.Contains(t, svg, "<title>", "%s: no picture", spec)
		if len(svg) > 60_000 {
			t.Errorf("%s: %d bytes are too many for a page of pictures", spec, len(svg))
		}
	}
	for _, f := range construct.Families() {
		assert.True(t, slices.Contains(families, f.Name), "%s is not drawn", f.Name)
	}
	slices.Sort(pictures)
	assert.Equal(t, len(slices.Compact(pictures)), tab.Len(), "two systems share a picture: %v", pictures)
}
