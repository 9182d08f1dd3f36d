package main

import (
	"os"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/command"
	"coterie/internal/words/show"

	"github.com/spf13/cobra"
)

// TestHelpFilesHaveVerbs: each of our verbs has a help file, and each help file has a verb.
func TestHelpFilesHaveVerbs(t *testing.T) {
	files := map[string]bool{}
	for _, e := range assert.Got(os.ReadDir("../../internal/command/help"))(t) {
		files[strings.TrimSuffix(e.Name(), ".txt")] = true
	}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Name() == "help" || cmd.Name() == "completion" {
			return // a verb of cobra
		}
		words := strings.Fields(cmd.CommandPath())
		name := strings.Join(words[min(1, len(words)-1):], "-")
		assert.True(t, files[name] && cmd.Long+cmd.Example != "", "%s has no file %s", cmd.CommandPath(), name)
		delete(files, name)
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	walk(parts().Root())
	assert.Equal(t, len(files), 0, "files of help that belong to no verb: %v", files)
}

// pageWidth is the number of columns of a text that goes to no terminal.
const pageWidth = 80

// TestPagesFit: help, families, the list of studies and the table of compare keep to the width of
// the page. Only the commands among the examples may be longer.
func TestPagesFit(t *testing.T) {
	lines := [][]string{{}, {"families"}, {"families", "--n", "13"}, {"families", "--n", "12", "--m", "3"}, {"experiment", "list"}, {"compare", "--n", "13"}}
	var verbs func(cmd *cobra.Command)
	verbs = func(cmd *cobra.Command) {
		lines = append(lines, append(strings.Fields(cmd.CommandPath())[1:], "--help"))
		for _, below := range cmd.Commands() {
			if below.Name() != "completion" { // cobra has their texts
				verbs(below)
			}
		}
	}
	verbs(parts().Root())
	for _, args := range lines {
		out, _ := ran(t, command.ExitDone, args...)
		for line := range strings.Lines(out) {
			if line = strings.TrimRight(line, "\n"); show.Width(line) > pageWidth && !strings.HasPrefix(line, "  coterie ") {
				t.Errorf("coterie %s: %d columns: %s", strings.Join(args, " "), show.Width(line), line)
			}
		}
	}
}
