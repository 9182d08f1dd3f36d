package command

import (
	"embed"
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/internal/words/show"
	"coterie/mutex"
)

// helpTexts has a file for each verb. A file is named as the verb is typed, with dashes, and has
// the help text and then, after the line exampleLine, the examples.
//
//go:embed help
var helpTexts embed.FS

const exampleLine = "Examples:\n"

// algorithmsLine is the line that the list of the algorithms replaces.
const algorithmsLine = "ALGORITHMS\n"

// flawsLine is the line that the list of flaws replaces.
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

// writeHelp prints a help text: the summary, examples, the description and, at the end, the flags,
// where a reader looks for them. A template would link the names of all methods into the program.
func writeHelp(cmd *cobra.Command, _ []string) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n", cmd.Short)
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.Long != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimRightFunc(cmd.Long, unicode.IsSpace))
	}
	list := func(title, group string) {
		fmt.Fprintf(&b, "\n%s", title)
		for _, c := range cmd.Commands() {
			if c.GroupID == group && (c.IsAvailableCommand() || group == "" && c.Name() == "help") {
				fmt.Fprintf(&b, "\n  %-*s %s", c.NamePadding(), c.Name(), c.Short)
			}
		}
		b.WriteString("\n")
	}
	for _, group := range cmd.Groups() {
		list(group.Title, group.ID)
	}
	all, kind, below := "Flags of every verb:", "VERB", cmd.HasAvailableSubCommands()
	if cmd.HasParent() {
		all, kind = "Flags:", "WHAT"
	}
	if below && len(cmd.Groups()) > 0 {
		list("More:", "")
	} else if below {
		list("What:", "")
	}
	fmt.Fprintf(&b, "\nUsage:\n  %s\n", cmd.UseLine())
	flags := func(title string, set *pflag.FlagSet) {
		fmt.Fprintf(&b, "\n%s\n%s\n", title, strings.TrimRightFunc(set.FlagUsagesWrapped(75), unicode.IsSpace))
	}
	if cmd.HasAvailableLocalFlags() {
		flags(all, cmd.LocalFlags())
	}
	if cmd.HasAvailableInheritedFlags() {
		flags("Flags of every verb:", cmd.InheritedFlags())
	}
	if below {
		fmt.Fprintf(&b, "\n\"%s %s --help\" has examples of each.\n", cmd.CommandPath(), kind)
	}
	cmd.Print(b.String())
}

// withLists puts the lists into a help text that has lines for them.
func withLists(text string) string {
	for line, list := range map[string]func() string{algorithmsLine: algorithmList, flawsLine: flawList} {
		if before, after, found := strings.Cut(text, line); found {
			text = before + list() + after
		}
	}
	return text
}

// withHelp gives a command and the commands below it the texts of their files. The verbs that cobra
// adds have no file.
func withHelp(cmd *cobra.Command) {
	if text, err := helpTexts.ReadFile("help/" + helpFile(cmd)); err == nil {
		long, example, _ := strings.Cut(withLists(string(text)), exampleLine)
		cmd.Long, cmd.Example = strings.TrimSpace(long), strings.TrimRight(example, "\n")
	}
	for _, below := range cmd.Commands() {
		withHelp(below)
	}
}

// foldHelp sets a help text for the width of the page. It wraps paragraphs and folds rows, but
// keeps the commands of the examples on one line, because people copy them.
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

// helpFile returns the name of a verb's help file.
func helpFile(cmd *cobra.Command) string {
	_, below, sub := strings.Cut(cmd.CommandPath(), " ")
	if !sub {
		below = cmd.Name()
	}
	return strings.ReplaceAll(below, " ", "-") + ".txt"
}

// The groups of verbs in the help of the program.
const (
	groupChoose  = "choose"
	groupMeasure = "measure"
	GroupLearn   = "learn"
	groupRun     = "run"
	groupSearch  = "search"
	GroupStudies = "studies"
	groupCluster = "cluster"
)

// Under puts verbs under a heading of the root's help.
func Under(id string, cmds ...*cobra.Command) []*cobra.Command {
	for _, cmd := range cmds {
		cmd.GroupID = id
	}
	return cmds
}
