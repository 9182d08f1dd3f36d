package main

import "testing"

// TestPrintableNames: the name of a system in a file can neither move the cursor nor pretend to be
// another line.
func TestPrintableNames(t *testing.T) {
	for name, want := range map[string]string{
		"":                      "(no name)",
		"fpp:order=2":           "fpp:order=2",
		"größe 7":               "größe 7",
		"a\nerror: \x1b[31mred": `"a\nerror: \x1b[31mred"`,
	} {
		if got := printable(name); got != want {
			t.Errorf("printable(%q) = %s, want %s", name, got, want)
		}
	}
}
