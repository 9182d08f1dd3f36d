//go:build slow

package experiments

import "testing"

// TestSlowPageIsShort is TestPageIsShort with so many studies that claims are in files beside the
// page.
func TestSlowPageIsShort(t *testing.T) { shortPages(t, pageOf{1200, false, true}) }
