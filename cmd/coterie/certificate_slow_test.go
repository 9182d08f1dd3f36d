//go:build slow

package main

import "testing"

// TestSlowPrintedCertificates checks the systems that TestPrintedCertificates leaves out.
func TestSlowPrintedCertificates(t *testing.T) {
	checked := map[string]int{}
	for _, spec := range slowCertificates {
		t.Run(spec, func(t *testing.T) { checkCertificates(t, spec, checked) })
	}
	t.Logf("checked: %v", checked)
}
