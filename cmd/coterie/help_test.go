package main

import (
	"io"
	"io/fs"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/words/show"

	"github.com/spf13/cobra"
)

// TestHelpFilesHaveVerbs: each of our verbs has a help file, and each help file has a verb.
func TestHelpFilesHaveVerbs(t *testing.T) {
	files := map[string]bool{}
	entries := assert.Got(fs.ReadDir(helpTexts, "help"))(t)
	for _, e := range entries {
		files[e.Name()] = true
	}
	a := &app{out: io.Discard, err: io.Discard}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Name() == "help" || cmd.Name() == "completion" {
			return // a verb of cobra
		}
		if name := helpFile(cmd); !files[name] {
			t.Errorf("%s has no file %s", cmd.CommandPath(), name)
		} else {
			delete(files, name)
		}
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	walk(a.rootCommand())
	for name := range files {
		t.Errorf("help/%s belongs to no verb", name)
	}
}

// TestPagesFit: help, families, the list of studies and the table of compare keep to the width of
// the page. Only the commands among the examples may be longer.
func TestPagesFit(t *testing.T) {
	lines := [][]string{{}, {"families"}, {"families", "--n", "13"}, {"families", "--n", "12", "--m", "3"}, {"experiment", "list"}, {"compare", "--n", "13"}}
	var verbs func(cmd *cobra.Command)
	verbs = func(cmd *cobra.Command) {
		lines = append(lines, append(strings.Fields(cmd.CommandPath())[1:], "--help"))
		for _, below := range cmd.Commands() {
			if below.Name() != completionName { // cobra has their texts
				verbs(below)
			}
		}
	}
	verbs(new(app).rootCommand())
	for _, args := range lines {
		out, _ := ran(t, exitDone, args...)
		for line := range strings.Lines(out) {
			if line = strings.TrimRight(line, "\n"); show.Width(line) > defaultWidth && !strings.HasPrefix(line, "  coterie ") {
				t.Errorf("coterie %s: %d columns: %s", strings.Join(args, " "), show.Width(line), line)
			}
		}
	}
}
