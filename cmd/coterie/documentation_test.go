package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"coterie/internal/check/assert"
	"coterie/internal/command"
)

const root = "../.."

// shell runs one command line in a folder, with the program on the PATH.
func shell(t *testing.T, dir, line string) (output string, err error) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// longRunning matches commands of the documentation that compute whole studies, need a cluster, or
// compile the laboratory.
// The tests only parse them. .ci/run runs the studies, and TestClusterExamples the commands of a
// cluster.
var longRunning = regexp.MustCompile(`experiment (run|check|redraw)|cluster (serve|work|status|cancel)|--at nats:|coterie lab`)

// solverExamples matches examples with a solver that may not be installed, and the example that
// reads its folder.
var solverExamples = regexp.MustCompile(`--solver cadical|verify (six|meets)`)

// consoleBlock is a block of a page with commands ("$ ...") and their output.
var consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```")

// yamlFile is a block of a page with a file for its commands. The first line names the file.
var yamlFile = regexp.MustCompile("(?s)```yaml\n(# (\\S+\\.yaml)\n.*?)```")

// slowCommand matches commands that take seconds. They run with -tags slow.
var slowCommand = regexp.MustCompile(`enumerate --n 9 |plan servers\.yaml|search load --n (8 \||11)|` +
	`--requesters 1,2,3,4 \| grep|^for r in 1 1,2 |search maekawa --n 16 .*--cubes`)

// TestConsoleBlocks runs the commands of the console blocks of README.md, docs/tour.md,
// docs/explore.md, docs/fleet.md, docs/miyamoto.md, docs/deploy.md, docs/questions.md,
// docs/federated.md, docs/byzantine.md, docs/exercises.md and docs/records.md, and compares their
// output. The commands of a block run one after the other in a folder that holds only the page's
// YAML files; those about fleets have the files of docs/fleets, too. Without slow tests, only
// README.md is read. With -update the test rewrites the blocks of all.
func TestConsoleBlocks(t *testing.T) {
	if !*update {
		assert.Long(t, "the scripts run the same verbs")
	}
	t.Parallel()
	for page, least := range map[string]int{"README.md": 5, "docs/tour.md": 5, "docs/explore.md": 5, "docs/fleet.md": 3, "docs/miyamoto.md": 3, "docs/deploy.md": 5, "docs/questions.md": 11, "docs/federated.md": 4, "docs/byzantine.md": 5, "docs/exercises.md": 3, "docs/records.md": 3} {
		if assert.WithSlow || *update || page == "README.md" {
			runConsoleBlocks(t, page, least)
		}
	}
}

// runConsoleBlocks runs the commands of a page, and expects at least the given number.
func runConsoleBlocks(t *testing.T, page string, least int) {
	path := filepath.Join(root, page)
	data := assert.Got(os.ReadFile(path))(t)
	// The block is cut into text and commands, each command with its output.
	var parts []*string
	commands := 0
	t.Run(page, func(t *testing.T) {
		end := 0
		text := string(data)
		for _, at := range consoleBlock.FindAllStringSubmatchIndex(text, -1) {
			body, _ := strings.CutPrefix(text[at[2]:at[3]], "$ ")
			before := text[end:at[2]]
			parts, end = append(parts, &before), at[3]
			type command struct {
				line, want string
				part       *string
			}
			var block []command
			for part := range strings.SplitSeq(body, "\n$ ") {
				part = "$ " + strings.TrimRight(part, "\n") + "\n"
				parts = append(parts, &part)
				line, want, _ := strings.Cut(part[2:], "\n")
				switch {
				case longRunning.MatchString(line):
					parses(t, line)
				case assert.WithSlow || !slowCommand.MatchString(line):
					commands++
					block = append(block, command{line, want, &part})
				}
			}
			if len(block) == 0 {
				continue
			}
			t.Run(block[0].line, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				if page == "docs/fleet.md" || page == "docs/deploy.md" || page == "docs/questions.md" {
					assert.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, "docs", "fleets"))))
				}
				if page == "docs/federated.md" {
					assert.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, "docs", "networks"))))
				}
				for _, file := range yamlFile.FindAllStringSubmatch(text, -1) {
					assert.NoError(t, os.WriteFile(filepath.Join(dir, file[2]), []byte(file[1]), 0o644))
				}
				for _, c := range block {
					got, _ := shell(t, dir, c.line)
					if strings.TrimRight(got, "\n") != strings.TrimRight(c.want, "\n") && !*update {
						t.Errorf("%s: $ %s\ngot:\n%s\nwant:\n%s", page, c.line, got, c.want)
					}
					*c.part = "$ " + c.line + "\n" + got
				}
			})
		}
		rest := text[end:]
		parts = append(parts, &rest)
	})
	if commands < least {
		t.Errorf("only %d commands found in %s", commands, page)
	}
	var rewritten strings.Builder
	for _, part := range parts {
		rewritten.WriteString(*part)
	}
	if *update && commands >= least && rewritten.String() != string(data) { // with -run, some commands may not have run
		assert.OK(t, os.WriteFile(path, []byte(rewritten.String()), 0o644))
	}
}

// parses checks that the verb and the flags of a command line exist.
func parses(t *testing.T, line string) {
	t.Helper()
	fields := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(line, "go run ./cmd/"), "$ "))
	if len(fields) == 0 || fields[0] != "coterie" {
		t.Errorf("%q does not run coterie", line)
		return
	}
	cmd, rest, err := parts().Root().Find(fields[1:])
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	assert.NoError(t, err, "%q", line)
}

// TestExamples runs the examples of all help texts.
func TestExamples(t *testing.T) {
	assert.Slow(t, "a hundred commands; the scripts run the same verbs")
	t.Parallel()
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
		folder := t.TempDir() // shared by the lines, as some read files that others wrote
		assert.OK(t, os.CopyFS(folder, os.DirFS("../../docs/fleets")))
		assert.OK(t, os.CopyFS(folder, os.DirFS("../../docs/networks")))
		_, missing := exec.LookPath("cadical")
		for _, line := range strings.Split(cmd.Example, "\n") {
			line = strings.TrimSpace(line)
			if longRunning.MatchString(line) || missing != nil && solverExamples.MatchString(line) {
				parses(t, line)
				continue
			}
			if out, err := shell(t, folder, line); err != nil && !absent(line, out, err) {
				t.Errorf("example of %s: %s\n%v\n%s", cmd.CommandPath(), line, err, out)
			}
		}
	}
	walk(parts().Root())
	if verbs < 8 {
		t.Errorf("only %d verbs found", verbs)
	}
}

// absent reports whether an example ended with status 1 as it should: a search proved that the
// object is absent, or explore found a run that fails.
func absent(line, out string, err error) bool {
	var exit *exec.ExitError
	told := map[string]string{"search": "\nverdict    proven-absent\n", "explore": "\nA run of "}
	_, verb, _ := strings.Cut(line, "coterie ")
	verb, _, _ = strings.Cut(verb, " ")
	return told[verb] != "" && errors.As(err, &exit) && exit.ExitCode() == command.ExitFails && strings.Contains(out, told[verb])
}

// TestHelp: every verb answers --help with status 0 on standard output.
func TestHelp(t *testing.T) {
	for _, verb := range []string{"", "families", "build", "check", "bounds", "draw", "experiment", "experiment list", "experiment run", "experiment check",
		"measure", "search", "search maekawa", "search cyclic", "search cover", "search group", "search plane", "search mols", "search load", "search k-coterie", "search sharing", "enumerate", "extend", "simulate", "explore", "verify", "plan", "lab", "lab serve", "cluster", "cluster serve", "cluster work", "cluster status", "cluster cancel"} {
		var out, errs bytes.Buffer
		args := append(strings.Fields(verb), "--help")
		if status := run(t.Context(), args, strings.NewReader(""), &out, &errs); status != command.ExitDone || out.Len() == 0 || errs.Len() > 0 {
			t.Errorf("coterie %s --help: status %d, %q", verb, status, errs.String())
		}
		examples, usage, flags := strings.Index(out.String(), "\nExamples:\n"), strings.Index(out.String(), "\nUsage:\n"), strings.Index(out.String(), "\nFlags")
		if examples < 0 || examples > 120 || usage < examples || flags < usage {
			t.Errorf("coterie %s --help: examples at byte %d, usage at %d, flags at %d: want them in this order, examples after one line", verb, examples, usage, flags)
		}
	}
}
