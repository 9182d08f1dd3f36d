package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

func TestWrap(t *testing.T) {
	long := strings.Repeat("word ", 25)
	text := "package p\n\n// A comment of\n// two lines. " + long + "\n//\n//\tcode " + long + "\n// - item " + long + "\n\t// Inner " + long + "\nvar x = 1 // " + long + "\n"
	wrapped := wrap(text)
	want := "package p\n\n// A comment of two lines." + strings.Repeat(" word", 14) + "\n// " + strings.TrimSpace(strings.Repeat("word ", 11))
	assert.Contains(t, wrapped, want, "the paragraph")
	assert.Contains(t, wrapped, "//\tcode "+long+"\n// - item "+long+"\n", "code and items")
	assert.Equal(t, wrap(wrapped), wrapped, "wrapped again")
	assert.Equal(t, len(wide(strings.Split(wrapped, "\n"))), 1, "the item is left")
	assert.Equal(t, len(wide([]string{"// Output:", "// " + long})), 0, "the output of an example")
}

func TestTidy(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		assert.OK(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		assert.OK(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	write("README.md", strings.Repeat("word ", 1301)+"```\n"+strings.Repeat("code ", 99)+"\n```\n")
	write("a/long.go", strings.Repeat("\n", 501))
	write("a/wide.go", "package a\n\n// "+strings.Repeat("word ", 30)+"\nvar x int\n")
	write("docs/b.md", "text\n<<<<<<"+"< HEAD\n")
	for i := range 17 {
		write(filepath.Join("c", string(rune('a'+i))+".go"), strings.Repeat("\n", 480))
	}
	write("c/a_test.go", strings.Repeat("\n", 500))
	found := assert.Got(tidy(root, false))(t)
	want := []string{"README.md: 1301 words", "a/long.go: 501 lines", "a/wide.go:3: ", "docs/b.md: the mark", "c: 8160 lines"}
	assert.MustEqual(t, len(found), len(want), "%v", found)
	for i := range want {
		assert.Contains(t, found[i], want[i], "row %d", i)
	}
	found = assert.Got(tidy(root, true))(t)
	assert.Equal(t, len(found), len(want)-1, "the comment is wrapped: %v", found)
}
