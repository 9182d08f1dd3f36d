package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"coterie/construct"
	"coterie/internal/machine/memory"
	"coterie/internal/machine/work"
	"coterie/internal/picture/canvas"
	"coterie/internal/picture/plot"
	"coterie/internal/words/glossary"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
	"coterie/quorum"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
)

// Version is the version of the program. The manifest of results records it.
const Version = "0.14.0"

// The exit statuses. The package comment documents them.
const (
	ExitDone     = 0
	ExitFails    = 1
	ExitUsage    = 2
	ExitLimit    = 3
	ExitInternal = 4
	ExitPipe     = 128 + 13 // the status that a shell reports of a filter ended by SIGPIPE
)

// statusError ends the program with a status. If the message is empty, nothing is printed, because
// the result has already told why.
type statusError struct {
	status  int
	message string
}

func (e *statusError) Error() string { return e.message }

// Fail returns an error that ends the program with a status. If the message is empty, the result
// has already told why, and nothing is printed.
func Fail(status int, format string, args ...any) error {
	return &statusError{status, fmt.Sprintf(format, args...)}
}

// FailIf is [Fail] if so is true, and returns nil otherwise.
func FailIf(so bool, status int, format string, args ...any) error {
	if !so {
		return nil
	}
	return Fail(status, format, args...)
}

// Parts are the parts of the program that a build may leave out. The zero value leaves out all.
type Parts struct {
	// Verbs returns further verbs, each under a heading of the help (see [Under]).
	Verbs func(*App) []*cobra.Command
	// Kinds returns the kinds of jobs that a worker of a cluster computes.
	Kinds func() []work.Kind
	// Formats are those of pictures, of which the first is the default.
	Formats canvas.Formats
	// Chart draws a figure of points and curves. Without it, --plot is refused.
	Chart func(w io.Writer, f plot.Figure, format canvas.Format) error
	// Publish returns the files of the data package of all records. Without it, record --all is
	// refused.
	Publish func() (map[string][]byte, error)
	// Watch returns a function that shows progress to a person who watches standard error, and one
	// that removes it. If nobody does, told is nil.
	Watch func(stderr io.Writer) (told func(stage string, done, total int), end func())
}

// Root returns the tree of the verbs, whose output goes nowhere.
func (p Parts) Root() *cobra.Command {
	a := &App{Parts: p, out: io.Discard, err: io.Discard}
	return a.rootCommand()
}

// App is one run of the program: its streams and the flags of every verb.
type App struct {
	Parts

	args     []string
	in       io.Reader
	out, err io.Writer

	format   string
	Pictures string // another format of the pictures of studies, beside SVG
	Output   string
	Jobs     int
	memory   string
	Seed     uint64
	timeout  time.Duration
	quiet    bool

	cubes  int         // for the searches that have --cubes
	access accessFlags // for the verbs that have --at
	link   link

	searches map[string]replayed // the searches that verify may run, by verb
	replayed quorum.Structure    // the system that a search of verify is given
	unread   error               // why there is none; a *quorum.FederatedError is what check is given

	said   bytes.Buffer       // the output of cobra: help, the version, completion
	ctx    context.Context    // the context of the run, with the timeout if there is one
	cancel context.CancelFunc // releases the timeout
}

// Run is the whole program, made of parts: it reads args and in, writes out and errw, and returns
// the exit status. It never panics: a bug of the program becomes status 4.
func Run(ctx context.Context, args []string, in io.Reader, out, errw io.Writer, parts Parts) (status int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(errw, "error: %s\nhint: please report this with the command line\n%s", show.Line(fmt.Sprintf("internal error: %v", p)), debug.Stack())
			status = ExitInternal
		}
	}()
	a := &App{Parts: parts, args: args, in: in, ctx: ctx}
	a.out = &stream{a: a, name: "standard output", w: out}
	a.err = &stream{a: a, name: "standard error", w: errw}
	root := a.rootCommand()
	cmd, err := root.ExecuteContextC(ctx)
	a.leave(err)
	err = cmp.Or(err, a.say(cmd))
	if a.cancel != nil {
		a.cancel()
	}
	return a.report(a.unshown(clusterError(err)))
}

// unshown returns err, or the error of standard output if that one is more informative. Some code
// that prints ignores errors of writing.
func (a *App) unshown(err error) error {
	out := a.out.(*stream)
	out.mu.Lock()
	defer out.mu.Unlock()
	if out.err != nil && (err == nil || errors.Is(out.err, syscall.EPIPE)) {
		return out.err
	}
	return err
}

// report prints an error, with its hint, and returns the exit status.
func (a *App) report(err error) int {
	if err == nil {
		return ExitDone
	}
	status := ExitUsage
	var s *statusError
	var internal *quorum.InternalError
	switch {
	case errors.Is(err, syscall.EPIPE) && err == a.out.(*stream).err:
		return ExitPipe // the reader has enough, and expects no message
	case errors.As(err, &s):
		status = s.status
		if s.message == "" {
			return status
		}
	case errors.As(err, &internal):
		status = ExitInternal
	case errors.As(err, new(*memory.Error)), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		status = ExitLimit
	}
	fmt.Fprintf(a.err, "error: %s\n", show.Line(err.Error()))
	if hint := hintOf(err); hint != "" {
		fmt.Fprintf(a.err, "hint: %s\n", show.Line(hint))
	}
	return status
}

// Verb makes a verb. An argument is nil if the verb does not have it.
func Verb(use, short string, args cobra.PositionalArgs, complete cobra.CompletionFunc, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: args, ValidArgsFunction: complete, RunE: run}
}

func (a *App) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "coterie VERB [SPEC] [flags]",
		Short:         "Build, measure, compare and search quorum systems",
		Version:       versionLine(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          KnownVerb,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return a.start(cmd) },
	}
	root.SetArgs(a.args)
	root.SetIn(a.in)
	root.SetOut(&a.said) // before commands are added that ask for the output
	root.SetErr(a.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd, a.args, err) })
	flags := root.PersistentFlags()
	flags.StringVar(&a.format, "format", "text", "how the result is written: text, json, csv or parquet (compare: latex, too); the ending of -o says it as well")
	flags.StringVarP(&a.Output, "output", "o", "", "write the result to `FILE` instead of standard output")
	flags.IntVar(&a.Jobs, "jobs", 0, "workers (default: one for each core)")
	flags.StringVar(&a.memory, "memory", "", "most memory that one table may take, as in 8GB (default: half of the machine's)")
	flags.Uint64Var(&a.Seed, "seed", 1, "source of all randomness, of studies and of samples; a spec has a seed of its own")
	flags.DurationVar(&a.timeout, "timeout", 0, "stop after this long, with what there is, as in 90s (default: never)")
	flags.BoolVar(&a.quiet, "quiet", false, "no progress and no notes on standard error")
	if err := root.RegisterFlagCompletionFunc("format", func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return append(formatsOf(cmd), a.pictureFormats(cmd)...), cobra.ShellCompDirectiveNoFileComp
	}); err != nil {
		panic(err) // the flag was declared above
	}
	root.SetHelpFunc(writeHelp)
	root.AddGroup(
		&cobra.Group{ID: groupChoose, Title: "Choose:"},
		&cobra.Group{ID: groupMeasure, Title: "Look at one system:"},
		&cobra.Group{ID: groupRun, Title: "Run:"},
		&cobra.Group{ID: GroupLearn, Title: "Learn:"},
		&cobra.Group{ID: groupSearch, Title: "Search:"},
		&cobra.Group{ID: GroupStudies, Title: "Studies:"},
		&cobra.Group{ID: groupCluster, Title: "More than one machine:"},
	)
	root.AddCommand(Under(groupChoose, a.planCommand(), a.compareCommand(), a.familiesCommand(), a.boundsCommand())...)
	root.AddCommand(Under(groupMeasure, a.buildCommand(), a.checkCommand(), a.measureCommand(), a.drawCommand())...)
	root.AddCommand(Under(groupRun, a.simulateCommand(), a.exploreCommand())...)
	root.AddCommand(Under(GroupLearn, a.exercisesCommand())...)
	root.AddCommand(Under(groupSearch, a.searchCommand(), a.enumerateCommand(), a.extendCommand(), a.recordCommand(), a.verifyCommand())...)
	if a.Verbs != nil {
		root.AddCommand(a.Verbs(a)...)
	}
	root.AddCommand(Under(groupCluster, a.clusterCommand())...)
	root.AddCommand(a.versionCommand())
	a.withEstimates(root)
	withHelp(root)
	if len(a.args) == 0 || strings.HasPrefix(a.args[0], cobra.ShellCompRequestCmd) { // else nobody asks for completions
		defer completeFlags(root)
	}
	root.SetHelpCommand(&cobra.Command{
		Use:               "help [VERB | words [WORD]]",
		Short:             "Show the help of a verb, or what the words mean",
		Example:           "  coterie help check\n  coterie help words\n  coterie help words load",
		ValidArgsFunction: completeHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && args[0] == "words" {
				word := strings.Join(args[1:], " ")
				err := glossary.Write(cmd.OutOrStdout(), word)
				if word == "" || glossary.Has(word) {
					return err
				}
				hint := "`coterie help words` prints all of them"
				if near := glossary.Near(word); near != "" {
					hint = fmt.Sprintf("did you mean %s? %s", near, hint)
				}
				return typed.Hint(fmt.Errorf("help words: %w", err), hint)
			}
			cmd, rest, err := root.Find(args)
			if entry := strings.Join(args, " "); (err != nil || len(rest) > 0) && glossary.Has(entry) {
				return typed.Hint(fmt.Errorf("coterie has no verb %s", show.Value(entry)), "it is a word: coterie help words "+entry)
			}
			if err != nil || len(rest) > 0 {
				return KnownVerb(root, args)
			}
			return cmd.Help()
		},
	})
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == completionName {
			cmd.Args, cmd.Example = KnownVerb, "  coterie completion bash"
			for _, shell := range cmd.Commands() {
				shell.Example = "  coterie completion " + shell.Name()
			}
			cmd.RunE = func(cmd *cobra.Command, _ []string) error {
				return typed.Hint(errors.New("completion: for which shell?"), "coterie completion bash, zsh, fish or powershell")
			}
		}
	}
	return root
}

// timeoutError reports an exceeded deadline in the words of the command line.
type timeoutError struct{}

func (timeoutError) Error() string        { return "the time of --timeout is over" }
func (timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// ErrTimeout is the cause of a context that --timeout ended.
var ErrTimeout error = timeoutError{}

// start checks the common flags and sets the timeout.
func (a *App) start(cmd *cobra.Command) error {
	if err := a.chooseFormat(cmd); err != nil {
		return err
	}
	if to := cmd.Flags().Lookup("output"); to.Changed && to.Value.String() == "" {
		return typed.Hint(errors.New("--output: the name of the file is missing"), "without it the result goes to standard output")
	}
	resumed, _ := cmd.Flags().GetBool("resume")
	if err := a.checkOutput(cmd.Name() == enumerateName, resumed); err != nil {
		return err
	}
	if a.Jobs < 0 {
		return fmt.Errorf("--jobs %d: want at least 1, or 0 for one for each core", a.Jobs)
	}
	if a.timeout < 0 {
		return fmt.Errorf("--timeout %v: want a positive duration", a.timeout)
	}
	if a.memory != "" {
		budget, err := humanize.ParseBytes(a.memory)
		if err != nil || budget == 0 {
			return typed.Hint(fmt.Errorf("--memory %s: want a number of bytes", show.Brief(a.memory)), "such as 500MB, 8GB or 8GiB")
		}
		cmd.SetContext(memory.With(cmd.Context(), budget))
	}
	if a.timeout > 0 {
		ctx, cancel := context.WithTimeoutCause(cmd.Context(), a.timeout, ErrTimeout)
		a.cancel = cancel
		cmd.SetContext(ctx)
	}
	a.ctx = cmd.Context()
	_, err := a.Runner(a.ctx) // an unreachable cluster is reported before the work
	return err
}

// oneSpec checks the arguments of the verbs that take one SPEC.
func oneSpec(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return typed.Hint(fmt.Errorf("%s: the SPEC is missing", cmd.CommandPath()), "for example: "+firstExample(cmd))
	default:
		hint := "a SPEC is one word, such as grid:n=12; quote it if it has parentheses or braces"
		var syntax *quorum.FormatError
		if _, family := construct.Lookup(args[0]); family { // as in: majority 5
			if _, err := construct.Parse(cmd.Context(), args[0]+":"+strings.Join(args[1:], ",")); errors.As(err, &syntax) && !strings.HasPrefix(syntax.Hint(), "the form") {
				hint = cmp.Or(syntax.Hint(), hint)
			}
		}
		return typed.Hint(fmt.Errorf("%s: one SPEC, not %d", cmd.CommandPath(), len(args)), hint)
	}
}

// KnownVerb refuses a word that is not a verb of cmd, and suggests a near one.
func KnownVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := fmt.Sprintf("`%s --help` lists the verbs", cmd.CommandPath())
	if cmd.Name() == "search" {
		return typed.Hint(fmt.Errorf("coterie cannot search for %s", show.Value(args[0])), show.Meant(args[0], subjects(cmd))+"it searches for "+strings.Join(subjects(cmd), ", "))
	}
	if cmd == cmd.Root() {
		if meantBy := verbMeant(args); meantBy != "" {
			return typed.Hint(fmt.Errorf("%s has no verb %s", cmd.CommandPath(), show.Value(args[0])), meantBy)
		}
	}
	return typed.Hint(fmt.Errorf("%s has no verb %s", cmd.CommandPath(), show.Value(args[0])), show.Meant(args[0], subjects(cmd))+hint)
}

// verbMeant returns the command to type instead if the arguments begin with no verb: for a system
// without a verb, or for a word of the glossary. It is empty for other arguments.
func verbMeant(args []string) string {
	family, _, _ := strings.Cut(args[0], ":")
	_, isFamily := construct.Lookup(family)
	word := strings.Join(args, " ")
	switch {
	case isFamily && family != args[0] || strings.HasPrefix(args[0], "expr:") || strings.ContainsAny(args[0][:min(1, len(args[0]))], "@{"):
		return "coterie measure " + quoted(args[0])
	case args[0] == "words":
		return strings.TrimSpace("coterie help " + word)
	case isFamily:
		return "coterie families " + args[0]
	case glossary.Has(word):
		return "it is a word: coterie help words " + word
	}
	return ""
}

// quoted returns a word quoted for a shell, or SPEC if the word is too long to paste.
func quoted(word string) string { return show.Word(word, "SPEC") }

// subjects returns the names of the commands below a command.
func subjects(cmd *cobra.Command) []string {
	var list []string
	for _, below := range cmd.Commands() {
		list = append(list, below.Name())
	}
	return list
}

// numbersFor checks the arguments of verbs whose main flags are numbers, so that coterie search
// group 11 5 means --n 11 --m 5.
func numbersFor(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		for i, text := range args {
			if _, err := strconv.Atoi(text); err != nil || i == len(names) {
				return NoArgs(cmd, args[i:])
			}
			if name := names[i]; cmd.Flags().Changed(name) {
				return typed.Hint(fmt.Errorf("%s: --%s is given twice, as %s too", cmd.CommandPath(), name, show.Brief(text)), "numbers without a flag are, in this order, --"+strings.Join(names, ", --"))
			}
		}
		for i, text := range args {
			if err := cmd.Flags().Set(names[i], text); err != nil {
				return fmt.Errorf("--%s %s: want a whole number", names[i], show.Brief(text))
			}
		}
		return nil
	}
}

// firstExample returns the first command of a verb's examples.
func firstExample(cmd *cobra.Command) string {
	for line := range strings.Lines(cmd.Example) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return cmd.CommandPath() + " --help"
}

// NoArgs refuses arguments, with a message that names the first.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return typed.Hint(fmt.Errorf("%s takes no argument %s", cmd.CommandPath(), show.Value(args[0])), fmt.Sprintf("`%s --help` shows its use", cmd.CommandPath()))
	}
	return nil
}

// Notef prints a note on standard error, unless --quiet is given.
func (a *App) Notef(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.err, "note: %s\n", show.Line(fmt.Sprintf(format, args...)))
	}
}
