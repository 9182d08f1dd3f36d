package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/internal/machine/files"
	"coterie/internal/solve/sat"
	"coterie/internal/words/findings"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/measure/pairs"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/cyclic"
	"coterie/search/group"
	"coterie/search/latin"
	"coterie/search/maekawa"
	"coterie/search/total"
)

// solverFlags are the flags of the verbs that may ask a SAT solver.
type solverFlags struct {
	solver string // command of an external solver, words separated by spaces
	proof  string // folder of the proofs
	resume bool   // go on with the folder of an interrupted run
	dimacs string
	system string
}

func (f *solverFlags) declare(flags *pflag.FlagSet) {
	f.declareProof(flags)
	flags.StringVar(&f.dimacs, "dimacs", "", "write the last question to a solver, the open one, to `FILE` as DIMACS CNF")
	flags.StringVar(&f.system, "system", "", "write the system found to `FILE`, as the JSON that every verb reads")
}

// declareProof declares the flags that say which solver is asked, and where its proofs are kept.
func (f *solverFlags) declareProof(flags *pflag.FlagSet) {
	flags.StringVar(&f.solver, "solver", "", "ask `CMD`, a SAT solver with CaDiCaL's conventions, in place of the built-in one; auto takes a known one from the PATH")
	flags.StringVar(&f.proof, "proof", "", "with --solver: keep in `DIR` every question without a model, with the proof, checked; verify replays it")
	flags.BoolVar(&f.resume, "resume", false, "with --proof: go on with the folder that an interrupted search has left")
}

// autoSolver is the value of --solver that asks for a known solver on the PATH.
const autoSolver = "auto"

// command returns the words of --solver, or with auto those of the first known solver on the PATH:
// none if there is none. A path that contains spaces is taken as a program without arguments.
func (f *solverFlags) command() []string {
	if f.solver == autoSolver {
		return sat.OnPath(f.proof != "")
	}
	if info, err := os.Stat(f.solver); err == nil && !info.IsDir() {
		return []string{f.solver}
	}
	return strings.Fields(f.solver)
}

// noneOnPath says that --solver auto has found no solver.
func noneOnPath(proofs bool) string {
	return "on the PATH is none of " + strings.Join(sat.Known(proofs), ", ")
}

// searchOptions returns the common options of a search. It does not create the folder of proofs;
// keepProofs does.
func (a *App) searchOptions(flags *pflag.FlagSet, f solverFlags) (search.Options, error) {
	opts := search.Options{Jobs: a.Jobs, Seed: a.Seed, Solver: f.command()}
	if f.solver == autoSolver && len(opts.Solver) == 0 {
		if f.proof != "" {
			return opts, typed.Hint(errors.New("--solver auto: "+noneOnPath(true)), "these write proofs, and the built-in solver does not")
		}
		a.Notef("%s; the built-in solver is asked", noneOnPath(false))
	} else if flags.Changed("solver") && len(opts.Solver) == 0 {
		return opts, typed.Hint(errors.New("--solver: the command is missing"), "such as --solver cadical; without --solver the built-in one is asked")
	}
	if flags.Changed("proof") && f.proof == "" {
		return opts, errors.New("--proof: the name of the folder is missing")
	}
	if f.resume && f.proof == "" {
		return opts, typed.Hint(errors.New("--resume: without --proof a search leaves nothing to go on with"), "such as --solver cadical --proof DIR --resume")
	}
	if len(opts.Solver) > 0 {
		if err := (sat.External{Command: opts.Solver}).Check(); err != nil {
			return opts, searchError(err)
		}
	}
	if f.proof != "" && len(opts.Solver) == 0 {
		return opts, typed.Hint(errors.New("--proof: the built-in solver writes no proof"), "name one that does: --solver cadical --proof "+f.proof)
	}
	return opts, differentFiles([][2]string{{"--proof", f.proof}, {"--dimacs", f.dimacs}, {"--system", f.system}, {"--output", a.Output}})
}

// differentFiles refuses two flags that name one file, because the last write would replace the
// others. Devices may be named more than once. named holds each flag with its path. The file will
// be written, or is read and must not be replaced.
func differentFiles(named [][2]string) error {
	seen := map[string]string{}
	for _, f := range named {
		flag, path := f[0], f[1]
		stream := path == "-" && (flag == "--output" || flag == "--fleet" || flag == "FILE")
		if path == "" || stream || !files.Replaceable(path) {
			continue
		}
		target := files.Target(path)
		if other := seen[target]; other != "" {
			return typed.Hint(fmt.Errorf("%s and %s: %s cannot be both", other, flag, show.Path(path)), "each needs a file of its own")
		}
		seen[target] = flag
	}
	return nil
}

func (a *App) searchCommand() *cobra.Command {
	cmd := Verb("search WHAT", "Find a best system, with the proof that there is no better one", KnownVerb, nil, func(cmd *cobra.Command, _ []string) error {
		return typed.Hint(errors.New("search: for what?"), "coterie search maekawa, cyclic, cover, group, plane, mols, load, masking, k-coterie or sharing")
	})
	cmd.FParseErrWhitelist.UnknownFlags = true // so that the error names a misspelt WHAT, not its flags
	cmd.AddCommand(a.searchMaekawaCommand(), a.searchCyclicCommand(), a.searchCoverCommand(), a.searchGroupCommand(), a.searchPlaneCommand(), a.searchMolsCommand(), a.searchLoadCommand(), a.searchMaskingCommand(), a.searchKCoterieCommand(), a.searchSharingCommand())
	return cmd
}

// searchOf makes a verb below search. The flags in need are required.
func (a *App) searchOf(cmd *cobra.Command, need []string, run func(context.Context, search.Options) (*search.Result, error)) *cobra.Command {
	var flags solverFlags
	cmd.Args = numbersFor(need...)
	a.replayable(cmd, run)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		for _, name := range need {
			if !cmd.Flags().Changed(name) {
				return typed.Hint(fmt.Errorf("%s: --%s is missing", cmd.CommandPath(), name), "for example: "+firstExample(cmd))
			}
		}
		opts, err := a.searchOptions(cmd.Flags(), flags)
		if err != nil {
			return err
		}
		ctx, err := a.cubeOptions(cmd.Context(), cmd.Flags(), &opts)
		if err != nil {
			return err
		}
		keeper, err := a.keepProofs(cmd, &flags, &opts)
		if err != nil {
			return err
		}
		var done func()
		opts.Progress, done = a.Progress()
		opts.Say = a.sayer(done)
		result, err := run(keeper.in(ctx), opts)
		done()
		if err != nil {
			keeper.discard()
			return searchError(err)
		}
		return a.searched(ctx, result, flags, keeper)
	}
	flags.declare(cmd.Flags())
	return cmd
}

// searchError gives errors of a search their exit status and the names of flags.
func searchError(err error) error {
	if errors.Is(err, search.ErrUnjudged) {
		return Fail(ExitLimit, "%v", err)
	}
	switch sat.FaultOf(err) {
	case sat.Lied:
		return Fail(ExitInternal, "--solver: %v", err)
	case sat.Unproved:
		return fmt.Errorf("--proof: %w", err)
	case sat.Missing, sat.Crashed:
		return typed.Hint(fmt.Errorf("--solver: %w", err), "the command gets a DIMACS file, and answers by exit status 10 and v lines, or 20, as CaDiCaL does")
	}
	return namesFlag(err)
}

// keep writes the files of --dimacs and --system.
func (a *App) keep(r *search.Result, flags solverFlags) error {
	if flags.dimacs != "" {
		if r.Asked == "" {
			how := "; --method sat asks one"
			if r.Search == "extend" || r.Search == "load" || r.Search == "cover" || r.Search == "k-coterie" || r.Search == "check" || r.Search == "sharing" { // these have no method sat
				how = ""
			}
			a.Notef("no question was put to a SAT solver, so %s was not written%s", flags.dimacs, how)
		} else if err := a.writeFile(flags.dimacs, r.WriteDIMACS); err != nil {
			return err
		}
	}
	if flags.system != "" {
		if r.System.Structure == nil {
			a.Notef("there is no system, so %s was not written", flags.system)
		} else if err := a.writeFile(flags.system, func(w io.Writer) error { return quorum.Write(w, r.System.Structure) }); err != nil {
			return err
		}
	}
	return nil
}

// searched writes a result and the files that flags ask for, and returns the exit status. If such a
// file cannot be written, the result is still printed.
func (a *App) searched(ctx context.Context, r *search.Result, flags solverFlags, keeper *keptProofs) error {
	unkept := keeper.finish(ctx, r)
	r = noted(r, flags)
	unkept = errors.Join(unkept, a.keep(r, flags))
	return a.Render(ctx.Err() != nil && r.StoppedBy != "",
		func(w io.Writer) error { return findings.WriteSearch(w, r, "--format json and --system FILE") },
		r,
		func() (*table.Table, error) { return findings.SearchTable(r) },
		unkept, searchStatus(ctx, r),
	)
}

// searchStatus returns an error with the exit status of a result, or nil for status 0. The result
// itself says why.
func searchStatus(ctx context.Context, r *search.Result) error {
	switch {
	case r.StoppedBy != "" && ctx.Err() != nil:
		return context.Cause(ctx)
	case r.StoppedBy != "", r.Verdict == search.Unknown:
		return Fail(ExitLimit, "")
	case r.Verdict == search.ProvenAbsent:
		return Fail(ExitFails, "")
	}
	return nil
}

func (a *App) searchMaekawaCommand() *cobra.Command {
	var n int
	var opts maekawa.Options
	var ask maekawaFlags
	cmd := Verb("maekawa --n N", "The least K of N sets as Maekawa's algorithm needs them", nil, nil, nil)
	flags := cmd.Flags()
	flags.IntVar(&n, "n", 0, "number of sites")
	flags.BoolVar(&opts.Exact, "exact", false, "all sizes and all responsibilities equal to K")
	flags.IntVar(&ask.size, "size", 0, "ask for sets of at most so many members")
	flags.IntVar(&ask.responsibility, "responsibility", 0, "ask for responsibilities of at most so many sets")
	flags.BoolVar(&ask.minTotal, "min-total", false, "least sum of the sizes, under --responsibility")
	flags.BoolVar(&opts.Unique, "unique", false, "no two sets are equal")
	flags.StringVar(&ask.symmetry, "symmetry", "", "only systems with automorphisms (also those of a group in its orbits, as Z5/3x1+7x5): cyclic or orbits")
	flags.IntVar(&ask.orbitLength, "orbit-length", 0, "with --symmetry orbits: length of the orbits (default: all that divide)")
	methodFlag(flags, (*string)(&opts.Method), "auto, sat or exhaustive")
	a.cubeFlags(cmd)
	return a.searchOf(cmd, []string{"n"}, func(ctx context.Context, common search.Options) (*search.Result, error) {
		opts.Options = common
		if err := positive(flags, "size", "responsibility", "orbit-length"); err != nil {
			return nil, err
		}
		if err := ask.check(opts); err != nil {
			return nil, err
		}
		switch {
		case ask.minTotal:
			return total.Find(ctx, n, total.Options{Options: common, Responsibility: ask.responsibility, Unique: opts.Unique, Method: opts.Method})
		case ask.symmetry == "cyclic":
			opts.Symmetry = maekawa.Translates()
		case ask.symmetry == "orbits":
			opts.Symmetry = maekawa.Orbits(ask.orbitLength)
		case ask.symmetry != "":
			var err error
			if opts.Symmetry, err = maekawa.Automorphisms(ask.symmetry); err != nil {
				return nil, err
			}
		}
		if ask.size > 0 {
			return maekawa.Pair(ctx, n, ask.size, ask.responsibility, opts)
		}
		return maekawa.Least(ctx, n, opts)
	})
}

// maekawaFlags choose the question about Maekawa's sets.
type maekawaFlags struct {
	size, responsibility int
	minTotal             bool
	symmetry             string
	orbitLength          int
}

// check refuses flags that do not go together.
func (f maekawaFlags) check(opts maekawa.Options) error {
	switch {
	case f.minTotal && f.size > 0:
		return quorum.Bad("size", "is no limit of the least total", "ask for the least total under --responsibility")
	case f.minTotal && opts.Exact:
		return quorum.Bad("exact", "sets of equal size have no least total of their own", "leave out exact or min-total")
	case f.minTotal && (f.symmetry != "" || f.orbitLength != 0):
		return quorum.Bad("symmetry", "min-total takes no prescribed symmetry", "leave out symmetry or min-total")
	case f.minTotal:
	case f.size > 0 && f.responsibility == 0:
		return quorum.Bad("size", "a limit on sizes alone is no question", "give --responsibility too; without either the least K is looked for")
	case f.responsibility > 0 && f.size == 0:
		return quorum.Bad("responsibility", "a limit on responsibilities alone is no question", "give --size too, or --min-total")
	case f.orbitLength != 0 && f.symmetry != "orbits":
		return quorum.Bad("orbit-length", "goes with orbits", "give --symmetry orbits")
	}
	return nil
}

// methodFlag declares --method.
func methodFlag(flags *pflag.FlagSet, method *string, which string) {
	flags.StringVar(method, "method", "auto", "how to search: "+which)
}

// positive refuses flags that are given and below 1.
func positive(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		if v, err := flags.GetInt(name); err == nil && flags.Changed(name) && v < 1 {
			return quorum.Bad(name, fmt.Sprintf("%d is out of range", v), "want a number of at least 1")
		}
	}
	return nil
}

func (a *App) searchCyclicCommand() *cobra.Command {
	var n int
	var owners bool
	var opts cyclic.Options
	cmd := Verb("cyclic --n N", "The smallest cyclic cover: differences of its residues are all", nil, nil, nil)
	flags := cmd.Flags()
	flags.IntVar(&n, "n", 0, "modulus, the number of sites")
	flags.IntVar(&opts.Lambda, "lambda", 1, "each residue but 0 is a difference at least so many times: so many nodes are in any two quorums")
	flags.IntVar(&opts.With, "with", 0, "modulus M < N of another cover: the two meet within N slots, whatever their shifts")
	flags.BoolVar(&owners, "pairs", false, "give every pair of sites an owner that has both in its set, as many to each")
	flags.IntVar(&opts.Steps, "steps", 0, "steps of annealing, for 134 to 1000 sites and with --method annealing, or of the search for --lambda and --with (0: some seconds)")
	methodFlag(flags, (*string)(&opts.Method), "auto, annealing (without exhaustive search), bounds (arithmetic and constructions alone) or sat")
	return a.searchOf(cmd, []string{"n"}, func(ctx context.Context, common search.Options) (*search.Result, error) {
		opts.Options = common
		if err := positive(flags, "lambda", "with", "steps"); err != nil {
			return nil, err
		}
		if owners && n > pairs.MaxBlocks {
			return nil, quorum.Bad("pairs", fmt.Sprintf("%d sites have too many pairs", n), fmt.Sprintf("want at most %d sites", pairs.MaxBlocks))
		}
		r, err := cyclic.Find(ctx, n, opts)
		if err == nil && owners && r.Cover != nil {
			r.Pairs, err = pairs.OfCover(n, r.Cover)
		}
		return r, err
	})
}

func (a *App) searchGroupCommand() *cobra.Command {
	var n, m int
	var opts group.Options
	cmd := Verb("group --n N --m M", "The greatest degree of a group quorum system", nil, nil, nil)
	flags := cmd.Flags()
	flags.IntVar(&n, "n", 0, "number of nodes")
	flags.IntVar(&m, "m", 0, "number of groups")
	flags.IntVar(&opts.Responsibility, "responsibility", 0, "no node in more than so many quorums (default: no limit)")
	flags.IntVar(&opts.Degree, "degree", 0, "ask for this degree alone")
	methodFlag(flags, (*string)(&opts.Method), "auto, sat, exhaustive, annealing or bounds (arguments and constructions alone)")
	a.cubeFlags(cmd)
	return a.searchOf(cmd, []string{"n", "m"}, func(ctx context.Context, common search.Options) (*search.Result, error) {
		opts.Options = common
		if err := positive(flags, "responsibility", "degree"); err != nil {
			return nil, err
		}
		return group.Find(ctx, n, m, opts)
	})
}

func (a *App) searchPlaneCommand() *cobra.Command {
	var order int
	var opts latin.Options
	cmd := Verb("plane --order Q", "A projective plane of an order", nil, nil, nil)
	flags := cmd.Flags()
	flags.IntVar(&order, "order", 0, "order of the plane: lines have one point more")
	methodFlag(flags, (*string)(&opts.Method), "auto or sat")
	a.cubeFlags(cmd)
	return a.searchOf(cmd, []string{"order"}, func(ctx context.Context, common search.Options) (*search.Result, error) {
		opts.Options = common
		return latin.Plane(ctx, order, opts)
	})
}

func (a *App) searchMolsCommand() *cobra.Command {
	var order, number int
	var opts latin.Options
	cmd := Verb("mols --order Q --count C", "Mutually orthogonal Latin squares", nil, nil, nil)
	flags := cmd.Flags()
	flags.IntVar(&order, "order", 0, "side of the squares")
	flags.IntVar(&number, "count", 0, "number of squares")
	methodFlag(flags, (*string)(&opts.Method), "auto or sat")
	a.cubeFlags(cmd)
	return a.searchOf(cmd, []string{"order", "count"}, func(ctx context.Context, common search.Options) (*search.Result, error) {
		opts.Options = common
		return latin.Mols(ctx, order, number, opts)
	})
}
