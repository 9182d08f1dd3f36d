package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"coterie/bounds"
	"coterie/compare"
	"coterie/construct"
	"coterie/federated"
	"coterie/internal/words/comparison"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/measure/liars"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/known"
)

// compareName is the name of the only verb that writes tables for LaTeX.
const compareName = "compare"

// compareFlags are the flags of the verb compare.
type compareFlags struct {
	n, p, sort, plot string
	families, mix    []string
	m, k, liars      int
	kind             quorum.Property
	noTitle, column  bool
}

func (a *App) compareCommand() *cobra.Command {
	var flags compareFlags
	cmd := Verb(compareName+" [SPEC...] --n N", "Every family for n nodes, and systems of your own, in one table", cobra.ArbitraryArgs, completeSpecs, func(cmd *cobra.Command, args []string) error {
		return a.compare(cmd.Context(), args, flags, cmd.Flags().Changed)
	})
	cmd.Flags().StringVar(&flags.n, "n", "", "number of nodes `N`, or FROM..TO")
	cmd.Flags().IntVar(&flags.m, "m", 0, "compare systems for `M` groups")
	cmd.Flags().IntVar(&flags.k, "k", 0, "compare systems that let `K` holders in at once: k-coteries and k-arbiters")
	cmd.Flags().IntVar(&flags.liars, "liars", 0, "compare the systems of which any `B` nodes may lie")
	cmd.Flags().StringVar((*string)(&flags.kind), "kind", string(quorum.Masking), "with --liars, the kind of the systems: dissemination (of signed data), masking or opaque")
	cmd.Flags().StringSliceVar(&flags.families, "family", nil, "compare with these `FAMILIES` alone, separated by commas (default all)")
	cmd.Flags().StringSliceVar(&flags.mix, "mix", nil, "shares of the groups, of sum 1: in order, or GROUP=SHARE (default equal)")
	cmd.Flags().StringVar(&flags.p, "p", "0.01", "crash probability of every node")
	cmd.Flags().StringVar(&flags.sort, "sort", string(compare.Load), "order of the rows: load, failure, messages, k, resilience, degree or spec")
	cmd.Flags().StringVar(&flags.plot, "plot", "", "draw a figure against n, into the file of -o: load, failure, messages, k or degree")
	cmd.Flags().BoolVar(&flags.column, "column", false, "a picture as wide as a column of a two-column paper, 3.5 inches, not 7")
	cmd.Flags().BoolVar(&flags.noTitle, "no-title", false, "no title above the picture, for papers")
	if err := cmd.RegisterFlagCompletionFunc("family", cobra.FixedCompletions(defaultFamilies(), cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag was declared above
	}
	return cmd
}

// nothingToCompare returns the error if no family, or no family of --family, has a system.
func nothingToCompare(flags compareFlags, n int) error {
	who, of, asked := "no family has", "nodes", ""
	if len(flags.families) > 0 {
		who = fmt.Sprintf("--family %s: none has", strings.Join(flags.families, ","))
	}
	switch {
	case flags.liars > 0:
		of = fmt.Sprintf("nodes that bears %s: that takes at least %d", comparison.Liars(flags.liars, flags.kind), liars.Fewest(flags.kind, flags.liars))
	case flags.m > 0:
		of, asked = fmt.Sprintf("nodes and %d groups", flags.m), fmt.Sprintf(" --m %d", flags.m)
	case flags.k > 0:
		of, asked = fmt.Sprintf("nodes for %d holders", flags.k), fmt.Sprintf(" --k %d", flags.k)
	}
	hint := fmt.Sprintf("`coterie families --n %d%s` says why, and which n are near", n, asked)
	if i := slices.IndexFunc(flags.families, func(name string) bool {
		f, _ := construct.Lookup(strings.TrimSpace(name))
		return name != bestFamily && (f.Groups() != (flags.m > 0) || f.Holders() != (flags.k > 0))
	}); i >= 0 {
		f, _ := construct.Lookup(strings.TrimSpace(flags.families[i]))
		switch {
		case f.Groups() && flags.m == 0:
			hint = fmt.Sprintf("%s is a family of systems for groups: --m says how many", f.Name)
		case f.Holders() && flags.k == 0:
			hint = fmt.Sprintf("%s is a family of systems for several holders: --k says how many", f.Name)
		case flags.k > 0:
			hint = fmt.Sprintf("%s is no family for several holders: leave --k out", f.Name)
		default:
			hint = fmt.Sprintf("%s has no groups: leave --m out", f.Name)
		}
	}
	return typed.Hint(fmt.Errorf("%s a system of %s %s", who, show.Brief(flags.n), of), hint)
}

// defaultFamilies returns the values of --family.
func defaultFamilies() (names []string) {
	for _, f := range construct.Families() {
		if f.HasDefault() {
			names = append(names, f.Name)
		}
	}
	return append(names, bestFamily)
}

func (a *App) compare(ctx context.Context, specs []string, flags compareFlags, changed func(string) bool) error {
	opts, best, err := flags.options(changed)
	if err != nil {
		return err
	}
	format, err := a.pictureFormat(flags, changed)
	if err != nil {
		return err
	}
	sizes, err := flags.sizes(changed("n"))
	if err != nil {
		return err
	}
	given, err := a.given(ctx, specs)
	if err != nil {
		return err
	}
	if sizes, err = sizesWith(sizes, given); err != nil {
		return err
	}
	if !changed("m") && !changed("k") {
		flags.m, flags.k = ofAll(given, compare.Given.Groups), ofAll(given, compare.Given.Holders)
		if flags.k == 1 {
			flags.k = 0
		}
	}
	opts.Holders, opts.Liars, opts.Kind = flags.k, flags.liars, flags.kind
	if opts.Mix, err = flags.shares(ctx, sizes, given, opts.Families); err != nil {
		return err
	}
	progress, done := a.Progress()
	opts.Jobs, opts.Seed, opts.Progress = a.Jobs, a.Seed, progress
	if best && flags.liars == 0 { // the best known systems bear crashes alone
		opts.Known = bestKnown(flags.m, flags.k)
	}
	t, err := compare.Compare(ctx, sizes, flags.m, given, opts)
	done()
	if input := (*quorum.InputError)(nil); errors.As(err, &input) && input.What == "mix" {
		return typed.Hint(errors.New("--"+input.Error()), input.Hint())
	}
	cut := err != nil && t != nil && len(t.Rows) > 0
	if err != nil && !cut {
		return err
	}
	if !cut && len(t.Rows) == 0 {
		return nothingToCompare(flags, sizes[0])
	}
	t.Sort(compare.Quantity(flags.sort))
	switch {
	case format != nil:
		err = a.drawComparison(t, flags, format, cut)
	case a.format == "latex":
		err = a.emit(cut, func(w io.Writer) error { return comparison.WriteLaTeX(w, t) })
	default:
		err = a.Render(cut,
			func(w io.Writer) error { return a.foldBelow(w, t, flags.p) },
			comparison.JSONOf(t, sizes),
			func() (*table.Table, error) { return comparison.TableOf(t) },
		)
	}
	if err == nil && cut {
		err = context.Cause(ctx)
	}
	return err
}

// bestFamily is the value of --family that asks for the rows of the best known values.
const bestFamily = "best-known"

// bestNodes is the greatest n with rows of best known values. For a larger n, those figures alone
// take minutes.
const bestNodes = 200

// bestKnown returns the best values that searches and committed tables have, for systems with m
// groups or, if m is 0, without groups. For k holders there are none.
func bestKnown(m, k int) (list []compare.Known) {
	tell := func(of compare.Quantity, find func(ctx context.Context, n, m int) (*search.Result, error)) {
		list = append(list, compare.Known{Of: of, Most: bestNodes, Find: func(ctx context.Context, n, m int) (compare.Best, quorum.Structure, error) {
			r, err := find(ctx, n, m)
			if err != nil {
				return compare.Best{}, nil, err
			}
			return compare.Best{Of: of, Value: *r.Value, Lower: *r.Lower, LowerBy: r.LowerBy, Upper: *r.Upper, UpperBy: r.UpperBy}, r.System.Structure, nil
		}})
	}
	switch {
	case m > known.MaxGroups, k > 0:
	case m > 0:
		tell(compare.Degree, known.Degree)
	default:
		tell(compare.K, func(ctx context.Context, n, _ int) (*search.Result, error) { return known.Size(ctx, n) })
		tell(compare.Load, func(ctx context.Context, n, _ int) (*search.Result, error) { return known.Load(ctx, n) })
	}
	return list
}

// options reads the flags that do not depend on the systems. The result best reports whether the
// table has rows of the best known values.
func (flags compareFlags) options(changed func(string) bool) (opts compare.Options, best bool, err error) {
	best = flags.families == nil
	p, err := typed.Fraction("p", flags.p)
	if err != nil {
		return opts, best, err
	}
	if r := p; r.Sign() < 0 || r.Cmp(bounds.Integer(1)) > 0 {
		return opts, best, typed.Hint(fmt.Errorf("--p %s: not in 0..1", show.Brief(flags.p)), "a probability is a number from 0 to 1, such as 0.01 or 1/100")
	}
	opts.P = p
	for _, name := range flags.families {
		if name = strings.TrimSpace(name); name == bestFamily {
			best, opts.Families = true, append([]string{}, opts.Families...) // not nil, which would mean all families
			continue
		}
		family, known := construct.Lookup(name)
		switch {
		case !known:
			return opts, best, typed.Hint(fmt.Errorf("--family: there is no family %s", show.Value(name)), show.Meant(name, defaultFamilies())+"`coterie families` lists them")
		case !family.HasDefault():
			return opts, best, typed.Hint(fmt.Errorf("--family %s: it has no system of its own for a number of nodes", family.Name), "give one of its systems as a SPEC")
		}
		opts.Families = append(opts.Families, family.Name)
	}
	switch {
	case changed("m") && changed("k"):
		return opts, best, typed.Hint(errors.New("--m and --k: no family has groups and lets several holders in at once"), "leave one of them out")
	case changed("k") && flags.k < 2:
		return opts, best, fmt.Errorf("compare --k %d: want at least 2 holders", flags.k)
	case changed("m") && flags.m < 2:
		return opts, best, fmt.Errorf("compare --m %d: want at least 2 groups", flags.m)
	case changed("liars") && flags.liars < 1:
		return opts, best, fmt.Errorf("compare --liars %d: want at least 1 liar", flags.liars)
	case changed("kind") && flags.liars == 0:
		return opts, best, typed.Hint(errors.New("--kind is about the nodes that may lie"), "--liars says how many")
	case changed("k") && flags.liars > 0:
		return opts, best, errors.New("--k and --liars: the quorums of systems for several holders need not meet")
	case !slices.Contains(liars.Kinds(), flags.kind):
		return opts, best, typed.Hint(fmt.Errorf("--kind %s: there is no such kind", show.Brief(string(flags.kind))), show.Meant(string(flags.kind), liars.Kinds())+"dissemination, masking or opaque")
	case !slices.Contains(compare.Orders(), compare.Quantity(flags.sort)):
		return opts, best, typed.Hint(fmt.Errorf("--sort %s: there is no such order", show.Brief(flags.sort)), show.Meant(flags.sort, compare.Orders())+"rows are sorted by load, failure, messages, k, resilience, degree or spec")
	case !changed("plot"):
	case !slices.Contains(comparison.Drawn(), compare.Quantity(flags.plot)):
		return opts, best, typed.Hint(fmt.Errorf("--plot %s: it cannot be drawn against n", show.Brief(flags.plot)), show.Meant(flags.plot, comparison.Drawn())+"load, failure, messages, k and, with --m, degree can")
	case changed("sort"):
		return opts, best, typed.Hint(errors.New("--sort and --plot: a picture has no rows to sort"), "leave one of them out")
	default:
		opts.Only = []compare.Quantity{compare.Quantity(flags.plot)}
	}
	return opts, best, nil
}

// mostSizes bounds the sizes of a sweep. Nobody could read a longer table.
const mostSizes = 2000

// sizes reads --n: a number, or a range.
func (flags compareFlags) sizes(given bool) ([]int, error) {
	if !given {
		return nil, nil
	}
	refuse := func(why string) error {
		return typed.Hint(fmt.Errorf("compare --n %s: %s", show.Brief(flags.n), why), "for example: --n 11, or --n 25..100")
	}
	low, high, isRange := strings.Cut(flags.n, "..")
	if !isRange {
		high = low
	}
	from, err := strconv.Atoi(strings.TrimSpace(low))
	to, err2 := strconv.Atoi(strings.TrimSpace(high))
	switch {
	case err != nil || err2 != nil:
		return nil, refuse("want a number of nodes, or two with .. between")
	case from < 1 || from > quorum.MaxNodes || to > quorum.MaxNodes:
		return nil, refuse(fmt.Sprintf("want 1..%d", quorum.MaxNodes))
	case from > to:
		return nil, refuse("the first number is the greater one")
	case to-from >= mostSizes:
		return nil, refuse(fmt.Sprintf("at most %d numbers at a time", mostSizes))
	}
	var sizes []int
	for n := from; n <= to; n++ {
		sizes = append(sizes, n)
	}
	return sizes, nil
}

// given opens the systems of the command line.
func (a *App) given(ctx context.Context, specs []string) ([]compare.Given, error) {
	var list []compare.Given
	for _, spec := range specs {
		system, err := a.open(ctx, spec)
		if found, ok := errors.AsType[*quorum.FederatedError](err); ok {
			system, err = a.quorumsOf(ctx, spec, federated.New(found.Members, nil), "")
		}
		if err != nil {
			return nil, err
		}
		name := printable(spec)
		if i, ok := construct.InstanceOf(system); ok {
			name = i.Spec()
		}
		if system.Kind == quorum.KindSharing {
			return nil, compare.Incomparable(name, system.Kind)
		}
		if !slices.ContainsFunc(list, func(g compare.Given) bool { return g.Spec == name }) {
			list = append(list, compare.Given{Spec: name, System: system})
		}
	}
	return list, nil
}

// sizesWith returns the numbers of nodes to compare at. These are the values of --n, which must
// include those of the given systems; without --n they are those of the given systems.
func sizesWith(sizes []int, given []compare.Given) ([]int, error) {
	if sizes == nil && len(given) == 0 {
		return nil, typed.Hint(errors.New("compare: --n, the number of nodes, is missing"), "for example: coterie compare --n 11")
	}
	if sizes == nil {
		sizes = []int{given[0].System.Nodes}
	}
	low, high := sizes[0], sizes[len(sizes)-1]
	for _, g := range given {
		low, high = min(low, g.System.Nodes), max(high, g.System.Nodes)
	}
	for _, g := range given {
		if slices.Contains(sizes, g.System.Nodes) {
			continue
		}
		against := fmt.Sprintf("%d", sizes[0])
		if len(sizes) > 1 {
			against = fmt.Sprintf("%d..%d", sizes[0], sizes[len(sizes)-1])
		}
		return nil, typed.Hint(fmt.Errorf("%s has %d nodes, and systems of %s nodes are compared", g.Spec, g.System.Nodes, against),
			fmt.Sprintf("systems are compared with those of as many nodes: --n %d..%d goes through all", low, high))
	}
	return sizes, nil
}

// ofAll returns a number, such as that of groups, if all given systems have the same, and 0
// otherwise.
func ofAll(given []compare.Given, number func(compare.Given) int) int {
	same := 0
	for i, g := range given {
		v := number(g)
		if i > 0 && v != same {
			return 0
		}
		same = v
	}
	return same
}

// shares reads --mix. It returns nil without that flag.
func (flags compareFlags) shares(ctx context.Context, sizes []int, given []compare.Given, families []string) ([]bounds.Fraction, error) {
	switch {
	case flags.mix == nil:
		return nil, nil
	case len(flags.mix) == 0:
		return nil, errors.New("--mix: the value is missing")
	case flags.m == 0:
		return nil, typed.Hint(errors.New("--mix: the systems that are compared have no groups to be mixed"), "--m 2 compares systems of two groups, such as reads and writes")
	}
	roles, err := compare.RolesOf(ctx, sizes, flags.m, given, families)
	if err != nil {
		return nil, err
	}
	return typed.GroupShares(flags.mix, flags.m, roles)
}

// tableNotes returns the lines about the families that are not in the table.
func tableNotes(t *compare.Table) (notes []string) {
	if len(t.LeftOut) > 0 {
		notes = append(notes, fmt.Sprintf("not known to bear %s, and left out: %s", comparison.Liars(t.Liars, t.Kind), show.Count(len(t.LeftOut), "system")))
	}
	if len(t.Without) > 0 {
		groups := ""
		if t.M > 0 {
			groups = fmt.Sprintf(" --m %d", t.M)
		}
		if t.Holders > 0 {
			groups = fmt.Sprintf(" --k %d", t.Holders)
		}
		notes = append(notes, fmt.Sprintf("no system of %d nodes: %s: `coterie families --n %[1]d%[3]s` says why", t.Sizes[0], strings.Join(t.Without, ", "), groups))
	}
	if len(t.Chosen) > 0 {
		notes = append(notes, fmt.Sprintf("of votes, rows or parts that you choose, as a SPEC: %s", strings.Join(t.Chosen, ", ")))
	}
	return notes
}

// foldBelow writes a table, and folds the lines above and below its rows to the width of the page.
func (a *App) foldBelow(w io.Writer, t *compare.Table, p string) error {
	var text strings.Builder
	if err := comparison.WriteText(&text, t, p, tableNotes(t)...); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) {
		if !strings.HasPrefix(line, "   ") && !strings.HasPrefix(line, "*  ") {
			line = show.Fold(line, a.textWidth())
		}
		if _, err := io.WriteString(w, line); err != nil {
			return err
		}
	}
	return nil
}
