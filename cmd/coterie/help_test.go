package main

import (
	"io"
	"io/fs"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelpFilesHaveVerbs: each verb of our own has its file of help, and each file its verb.
func TestHelpFilesHaveVerbs(t *testing.T) {
	files := map[string]bool{}
	entries, err := fs.ReadDir(helpTexts, "help")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		files[e.Name()] = true
	}
	a := &app{out: io.Discard, err: io.Discard}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Name() == "help" || cmd.Name() == "completion" {
			return // the library's own
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
