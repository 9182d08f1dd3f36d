//go:build slow

package studies

import "testing"

// TestSlowStudiesElsewhere: stages that follow from the rows of others (tradeoff, fleet-zones,
// protocol-p-explored), and stages behind certificates and drawings.
func TestSlowStudiesElsewhere(t *testing.T) {
	sameElsewhere(t, []string{"tradeoff", "fleet-zones", "protocol-p-explored"}, false)
}
