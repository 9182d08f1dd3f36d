package command

import (
	"testing"

	"coterie/internal/check/assert"
)

// TestPrintableNames: the name of a system in a file can neither move the cursor nor pretend to be
// another line.
func TestPrintableNames(t *testing.T) {
	for name, want := range assert.Pairs(
		"", "(no name)",
		"fpp:order=2", "fpp:order=2",
		"größe 7", "größe 7",
		"a\nerror: \x1b[31mred", `"a\nerror: \x1b[31mred"`,
	) {
		assert.Equal(t, printable(name), want, "printable(%q)", name)
	}
}
