package main

import (
	"embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"coterie/internal/words/show"
	"coterie/mutex"
)

// helpTexts has a file for each verb, named as the verb is typed, with dashes: what there is to
// know, then its examples behind the line exampleLine.
//
//go:embed help
var helpTexts embed.FS

const exampleLine = "Examples:\n"

// algorithmsLine stands for the list of the algorithms.
const algorithmsLine = "ALGORITHMS\n"

// flawsLine stands for the list of what can be left out of algorithms.
const flawsLine = "FLAWS\n"

// flawList has a line for each flaw.
func flawList() string {
	var list strings.Builder
	for _, f := range mutex.Flaws() {
		fmt.Fprintf(&list, "  %-26s %s\n      %s\n", f.Name, f.Algorithm, f.Text)
	}
	return list.String()
}

// algorithmList has a line for each algorithm that runs.
func algorithmList() string {
	var list strings.Builder
	for _, a := range mutex.Algorithms() {
		fmt.Fprintf(&list, "  %-20s %s\n      %s\n", a.Name, a.Source, a.Title)
	}
	return list.String()
}

// helpTemplate is the order of every help text: what the verb does in a line, examples, what there
// is to know, and the flags last, where a person looks who has read the rest.
//
//go:embed help.tmpl
var helpTemplate string

// withHelp gives a command and those below it the texts of their files. The library of commands
// makes its own verbs, which have none.
func withHelp(cmd *cobra.Command) {
	if text, err := helpTexts.ReadFile("help/" + helpFile(cmd)); err == nil {
		long, example, _ := strings.Cut(strings.NewReplacer(algorithmsLine, algorithmList(), flawsLine, flawList()).Replace(string(text)), exampleLine)
		cmd.Long, cmd.Example = strings.TrimSpace(long), strings.TrimRight(example, "\n")
	}
	for _, below := range cmd.Commands() {
		withHelp(below)
	}
}

// foldHelp sets a help text for the width of the page: paragraphs anew, rows by folding them, and
// the commands among the examples as they are, which a person copies.
func foldHelp(text string, width int) string {
	var out, paragraph strings.Builder
	example := false
	for line := range strings.Lines(text + "\n") {
		if strings.Trim(line, "\n") != "" && line[0] != ' ' && !strings.Contains(line, "  ") {
			paragraph.WriteString(line)
			example = line == exampleLine
			continue
		}
		out.WriteString(show.Fill(paragraph.String(), width))
		paragraph.Reset()
		if example = example && line != "\n"; example && !strings.HasPrefix(line, "  #") {
			out.WriteString(line)
		} else {
			out.WriteString(show.Fold(line, width))
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// helpFile is the name of the file of a verb.
func helpFile(cmd *cobra.Command) string {
	_, below, sub := strings.Cut(cmd.CommandPath(), " ")
	if !sub {
		below = cmd.Name()
	}
	return strings.ReplaceAll(below, " ", "-") + ".txt"
}

// The groups of verbs, by what a person wants.
const (
	groupChoose  = "choose"
	groupMeasure = "measure"
	groupRun     = "run"
	groupSearch  = "search"
	groupStudies = "studies"
	groupCluster = "cluster"
)

// under puts verbs under a heading of the root's help.
func under(id string, cmds ...*cobra.Command) []*cobra.Command {
	for _, cmd := range cmds {
		cmd.GroupID = id
	}
	return cmds
}
