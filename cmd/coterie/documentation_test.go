package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

const root = "../.."

// shell runs one command line in an empty folder, with the program on the PATH.
func shell(t *testing.T, line string) (output string, err error) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// longRunning are commands of the documentation that compute whole studies: the
// tests only see that they are well-formed; .ci/run runs them.
var longRunning = regexp.MustCompile(`experiment (run|check)`)

// consoleBlock is a block of a page with commands ("$ ...") and their output.
var consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```")

// TestConsoleBlocks runs every command of the console blocks of README.md and docs/tour.md and
// compares its output; with -update it rewrites the blocks.
func TestConsoleBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts to 21 digits, twenty times as long under the race detector")
	}
	for _, page := range []string{"README.md", "docs/tour.md"} {
		t.Run(page, func(t *testing.T) { runConsoleBlocks(t, page) })
	}
}

func runConsoleBlocks(t *testing.T, page string) {
	path := filepath.Join(root, page)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	rewritten := consoleBlock.ReplaceAllStringFunc(string(text), func(block string) string {
		body := consoleBlock.FindStringSubmatch(block)[1]
		var out strings.Builder
		for _, part := range strings.Split("\n"+body, "\n$ ")[1:] {
			line, want, _ := strings.Cut(part, "\n")
			if longRunning.MatchString(line) {
				parses(t, line)
				out.WriteString("$ " + strings.TrimRight(part, "\n") + "\n")
				continue
			}
			commands++
			got, _ := shell(t, line)
			if strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") && !*update {
				t.Errorf("%s: $ %s\ngot:\n%s\nwant:\n%s", page, line, got, want)
			}
			out.WriteString("$ " + line + "\n" + got)
		}
		return "```console\n" + out.String() + "```"
	})
	if commands < 5 {
		t.Errorf("only %d commands found in %s", commands, page)
	}
	if *update && rewritten != string(text) {
		if err := os.WriteFile(path, []byte(rewritten), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// parses sees that a command line finds its verb and its flags.
func parses(t *testing.T, line string) {
	t.Helper()
	fields := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(line, "go run ./cmd/"), "$ "))
	if len(fields) == 0 || fields[0] != "coterie" {
		t.Errorf("%q does not run coterie", line)
		return
	}
	a := &app{out: io.Discard, err: io.Discard}
	cmd, rest, err := a.rootCommand().Find(fields[1:])
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err != nil {
		t.Errorf("%q: %v", line, err)
	}
}

// TestExamples runs every example of every help text.
func TestExamples(t *testing.T) {
	a := &app{out: io.Discard, err: io.Discard}
	verbs := 0
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
		if !cmd.Runnable() {
			return
		}
		verbs++
		if cmd.Example == "" {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		for _, line := range strings.Split(cmd.Example, "\n") {
			line = strings.TrimSpace(line)
			if longRunning.MatchString(line) {
				parses(t, line)
				continue
			}
			if out, err := shell(t, line); err != nil && !absent(cmd, out, err) {
				t.Errorf("example of %s: %s\n%v\n%s", cmd.CommandPath(), line, err, out)
			}
		}
	}
	walk(a.rootCommand())
	if verbs < 8 {
		t.Errorf("only %d verbs found", verbs)
	}
}

// absent reports whether an example of a search ended with status 1 because it proved that what was asked for is absent.
func absent(cmd *cobra.Command, out string, err error) bool {
	var exit *exec.ExitError
	return strings.HasPrefix(cmd.CommandPath(), "coterie search") && errors.As(err, &exit) && exit.ExitCode() == exitFails &&
		strings.Contains(out, "\nverdict    proven-absent\n")
}

// TestHelp: every verb answers --help with status 0 on standard output.
func TestHelp(t *testing.T) {
	for _, verb := range []string{"", "families", "build", "check", "bounds", "draw", "experiment", "experiment list", "experiment run", "experiment check",
		"measure", "search", "search maekawa", "search cyclic", "search group", "search plane", "search mols", "search load", "enumerate", "extend"} {
		var out, errs bytes.Buffer
		args := append(strings.Fields(verb), "--help")
		if status := run(t.Context(), args, strings.NewReader(""), &out, &errs); status != exitDone || out.Len() == 0 || errs.Len() > 0 {
			t.Errorf("coterie %s --help: status %d, %q", verb, status, errs.String())
		}
	}
}
