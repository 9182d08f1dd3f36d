package command

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"coterie/construct"
	"coterie/internal/machine/memory"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
	"coterie/quorum"
	"coterie/search/enumerate"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagValues describes the values of flags in words, by their types in pflag.
var flagValues = map[string]string{
	"int":      "a whole number",
	"intSlice": "whole numbers, with commas between them",
	"uint64":   "a whole number of at least 0",
	"duration": "a duration, as in 90s or 10m",
	"bool":     "true or false",

	"stringSlice": "words with commas between them",
}

// flagError rewords an error of pflag for the user. The arguments are those of the whole program.
func flagError(cmd *cobra.Command, args []string, err error) error {
	var value *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &value):
		f := value.GetFlag()
		if want := flagValues[f.Value.Type()]; want != "" {
			return typed.Hint(fmt.Errorf("--%s %s: want %s", f.Name, show.Brief(value.GetValue()), want), fmt.Sprintf("`%s --help` lists the flags", cmd.CommandPath()))
		}
	case errors.As(err, &unknown):
		// Flags after a misspelt verb are parsed as those of the program itself.
		if cmd == cmd.Root() && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
			return KnownVerb(cmd, args[:1])
		}
		hint := fmt.Sprintf("`%s --help` lists the flags", cmd.CommandPath())
		if near := nearFlag(cmd, unknown.GetSpecifiedName()); near != "" {
			hint = fmt.Sprintf("did you mean --%s? %s", near, hint)
		}
		what, flag, _ := strings.Cut(err.Error(), " -")
		return typed.Hint(errors.New(what+" "+show.Brief("-"+flag)), hint)
	}
	return typed.Hint(err, fmt.Sprintf("`%s --help` lists the flags", cmd.CommandPath()))
}

// hintOf returns the hint of an error: a better input, or a verb or flag that helps.
func hintOf(err error) string {
	var hinter interface{ Hint() string }
	hint := ""
	if errors.As(err, &hinter) {
		hint = hinter.Hint()
	}
	if _, ours := hinter.(typed.Hinted); ours {
		return hint
	}
	var unknown *construct.UnknownFamilyError
	var many *quorum.TooManyError
	switch {
	case errors.As(err, new(*memory.Error)):
		return "--memory sets the budget, on a machine that has more: its default is half of the machine's"
	case errors.As(err, &unknown):
		if form := formMeant(unknown.Name); form != "" {
			return form
		}
		return show.Meant(unknown.Name, []string{unknown.Nearest()}) + "`coterie families` lists them all, and @PATH reads a file"
	case errors.As(err, &many):
		name, _, _ := strings.Cut(many.Spec, ":")
		if f, ok := construct.Lookup(name); ok && f.HasDefault() {
			return fmt.Sprintf("`coterie families %s --n N` gives the figures of a system without listing it", name)
		}
	case strings.HasSuffix(hint, "give another folder"): // the folder of results
		return hint + " by --results"
	}
	return hint
}

// formMeant returns advice for a spec that names no family but looks like another form: a file
// without @, an expression without expr:, or quorums without braces. It is empty for any other
// spec.
func formMeant(name string) string {
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		return fmt.Sprintf("there is a file of this name: %s reads it", show.Word("@"+name, "@PATH"))
	}
	if strings.ContainsAny(name, "*+") {
		if _, _, err := quorum.ParseFormula(name); err == nil {
			return fmt.Sprintf("an expression stands after expr: as in %s", show.Word("expr:"+name, "expr:EXPRESSION"))
		}
	}
	if strings.ContainsAny(name, "0123456789,") && strings.Trim(name, "0123456789,;()[] ") == "" {
		return "quorums stand in braces, as in '{1,2},{2,3},{1,3}'"
	}
	return ""
}

// listAdvice returns advice for a listing that is too long.
func listAdvice(q enumerate.Query, e *enumerate.ListLimitError) string {
	switch {
	case q.Groups > 1 && e.Counted == 0:
		return "--count says how many there are"
	case q.Groups > 1:
		return "--count counts them"
	}
	advice := fmt.Sprintf("list at most %d nodes", e.Listed)
	if e.Classes {
		advice += fmt.Sprintf(", or the classes of %d nodes with --classes", q.Nodes)
	}
	if e.Counted > 0 {
		advice += fmt.Sprintf("; --count counts them up to n = %d", e.Counted)
	}
	return advice
}

// namesFlag adds to an error about an input the name of the flag that gave the input.
func namesFlag(err error) error {
	var input *quorum.InputError
	var internal *quorum.InternalError
	switch {
	case errors.As(err, &internal) || !errors.As(err, &input):
		return err
	case input.What == "":
		return typed.Hint(errors.New(input.Why), input.Advice)
	case input.What == "system":
		return typed.Hint(errors.New("SPEC: "+input.Why), input.Advice)
	}
	return typed.Hint(errors.New("--"+input.Error()), input.Advice)
}

// nearFlag returns the flag of cmd that a misspelt name may mean, or "" if there is none or more
// than one. The flag's name differs by dashes, is the beginning of the misspelt name or the other
// way round, or is near to it.
func nearFlag(cmd *cobra.Command, name string) string {
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "-", "")) }
	var near, letters, words []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		a, b := plain(f.Name), plain(name)
		switch {
		case a == b || len(a) > 1 && len(b) > 1 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)):
			near = append(near, f.Name)
		case len(a) == 1 && strings.HasPrefix(b, a):
			letters = append(letters, f.Name)
		case len(a) > 2:
			words = append(words, f.Name)
		}
	})
	switch {
	case len(near) == 1:
		return near[0]
	case len(near) == 0 && show.Nearest(name, words) != "":
		return show.Nearest(name, words)
	case len(near) == 0 && len(letters) == 1:
		return letters[0]
	}
	return ""
}
