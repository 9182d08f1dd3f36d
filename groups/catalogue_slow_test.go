//go:build slow

package groups

import (
	"testing"

	"coterie/internal/golden"
)

// TestSlowCatalogue makes the whole catalogue again; with -update it writes the file.
func TestSlowCatalogue(t *testing.T) {
	golden.Compare(t, "catalogue.txt", catalogueOf(t, CatalogueOrder))
}
