package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/construct"
	"coterie/fleet"
	"coterie/internal/solve/sat"
	"coterie/internal/words/completion"
	"coterie/internal/words/glossary"
	"coterie/mutex"
	"coterie/quorum"
)

// completeFamilies offers the names of families to the shell.
func completeFamilies(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, f := range construct.Families() {
		names = append(names, f.Name+"\t"+f.Summary)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

const completionName = "completion"

// completeHelp offers the verbs. After the word words it offers the words of the glossary.
func completeHelp(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var list []string
	switch {
	case len(args) == 0:
		list = append(verbsBelow(cmd.Root()), "words\tWhat the words mean")
	case args[0] == "words" && len(args) == 1:
		list = glossary.Words()
	case args[0] != "words":
		if verb, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
			list = verbsBelow(verb)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// verbsBelow returns the verbs below a command, each with its summary.
func verbsBelow(cmd *cobra.Command) (list []string) {
	for _, verb := range cmd.Commands() {
		if verb.IsAvailableCommand() {
			list = append(list, verb.Name()+"\t"+verb.Short)
		}
	}
	return list
}

// completeSpec completes a SPEC, unless the command line already has one.
func completeSpec(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return completeSpecs(cmd, args, text)
}

// completeSpecs is completeSpec for verbs that take several SPECs.
func completeSpecs(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	return completion.Specs(text), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeFlags declares the completion of the flags of all verbs. A flag offers the values that
// its help lists, the properties or nodes of the SPEC, or files, and otherwise nothing.
func completeFlags(cmd *cobra.Command) {
	for _, verb := range cmd.Commands() {
		completeFlags(verb)
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if _, has := cmd.GetFlagCompletionFunc(f.Name); has || f.Value.Type() == "bool" {
			return
		}
		if err := cmd.RegisterFlagCompletionFunc(f.Name, completeFlag(f)); err != nil {
			panic(err) // the verb has this flag
		}
	})
}

// completeFlag returns the completion of the values of a flag.
func completeFlag(f *pflag.Flag) cobra.CompletionFunc {
	holder, _ := pflag.UnquoteUsage(f)
	switch {
	case f.Name == "algorithm":
		return cobra.FixedCompletions(algorithmNames(), cobra.ShellCompDirectiveNoFileComp)
	case f.Name == "shape":
		return cobra.FixedCompletions(fleet.ShapeNames(), cobra.ShellCompDirectiveNoFileComp)
	case holder == "SPEC":
		return func(cmd *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
			return completeSpec(cmd, nil, text)
		}
	case f.Name == "flaw":
		return completeFlaw
	case f.Name == "latency":
		return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"constant:", "uniform:", "exponential:", "@"}, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
		}
	case f.Name == "require":
		return completeValues(propertiesOf)
	case slices.Contains([]string{"site", "requesters", "victim", "crash", "faulty", "without"}, f.Name):
		return completeValues(nodesToName(""))
	case f.Name == "node-p":
		return completeValues(nodesToName("="))
	case holder == "FOLDER":
		return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
	case holder == "CMD":
		return cobra.FixedCompletions(append([]string{autoSolver}, sat.Known(false)...), cobra.ShellCompDirectiveDefault)
	case holder == "FILE":
		return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		}
	}
	values := completion.Choices(f.Usage)
	if strings.HasSuffix(f.Value.Type(), "Slice") {
		return completeValues(func([]string) []string { return values })
	}
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
}

// completeFlaw offers the flaws of the algorithm that the command line names, or all flaws.
func completeFlaw(cmd *cobra.Command, _ []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	algorithm := cmd.Flag("algorithm")
	for _, of := range mutex.Flaws() {
		if !algorithm.Changed || algorithm.Value.String() == of.Algorithm {
			list = append(list, cobra.CompletionWithDesc(of.Name, of.Algorithm+": "+of.Text))
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// completeValues completes lists of values that depend on the arguments of the verb.
func completeValues(of func(args []string) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		return completion.Listed(text, of(args)), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// propertiesOf lists the properties that the system of a SPEC can have. Without a SPEC it lists all
// properties.
func propertiesOf(args []string) []string { return completion.Properties(systemOf(args)) }

// nodesToName lists the nodes of the system of a SPEC, each followed by the ending.
func nodesToName(ending string) func(args []string) []string {
	return func(args []string) []string { return completion.Nodes(systemOf(args), ending) }
}

// systemOf opens the SPEC of a command line that is being typed. It returns nil if there is none
// yet.
func systemOf(args []string) *quorum.Known {
	if len(args) != 1 || args[0] == "-" || strings.HasPrefix(args[0], "@") {
		return nil // a file may be a pipe
	}
	s, err := construct.Open(context.Background(), args[0], strings.NewReader(""))
	network := (*quorum.FederatedError)(nil)
	switch {
	case errors.As(err, &network):
		s = quorum.Known{Kind: quorum.KindFederated, Nodes: len(network.Members)}
		for _, m := range network.Members {
			s.Names = append(s.Names, m.Name)
		}
	case err != nil:
		return nil
	}
	return &s
}
