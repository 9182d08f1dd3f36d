package command

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"coterie/construct"
	"coterie/internal/words/catalogue"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/quorum"
)

func (a *App) familiesCommand() *cobra.Command {
	var n, m, k int
	cmd := Verb("families [NAME]", "List the constructions, or what each has for n nodes", oneFamily, completeFamilies, func(cmd *cobra.Command, args []string) error {
		families := construct.Families()
		if len(args) == 1 {
			f, ok := construct.Lookup(args[0])
			if !ok {
				return &construct.UnknownFamilyError{Name: args[0]}
			}
			families = []construct.Family{f}
		}
		if cmd.Flags().Changed("n") || cmd.Flags().Changed("m") || cmd.Flags().Changed("k") {
			return a.familiesFor(cmd, families, n, m, k)
		}
		return a.listFamilies(families, len(args) == 1)
	})
	cmd.Flags().IntVar(&n, "n", 0, "number of nodes")
	cmd.Flags().IntVar(&m, "m", 0, "number of groups")
	cmd.Flags().IntVar(&k, "k", 0, "number of holders at once")
	return cmd
}

// oneFamily checks the arguments of families: at most one name.
func oneFamily(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return typed.Hint(fmt.Errorf("families: one NAME, not %d", len(args)), "without a NAME it lists all")
	}
	return nil
}

func (a *App) listFamilies(families []construct.Family, one bool) error {
	rows := catalogue.List(families)
	return a.Render(false,
		a.Folded(func(w io.Writer) error {
			if one {
				return catalogue.WriteFamily(w, rows[0])
			}
			return catalogue.WriteList(w, rows)
		}),
		rows,
		func() (*table.Table, error) { return catalogue.ListTable(rows) },
	)
}

func (a *App) familiesFor(cmd *cobra.Command, families []construct.Family, n, m, k int) error {
	forGroups, forHolders := cmd.Flags().Changed("m"), cmd.Flags().Changed("k")
	switch {
	case forGroups && forHolders:
		return typed.Hint(errors.New("--m and --k: no family has groups and lets several holders in at once"), "leave one of them out")
	case !cmd.Flags().Changed("n") && forHolders:
		return errors.New("families --k wants --n, the number of nodes, too")
	case !cmd.Flags().Changed("n"):
		return errors.New("families --m wants --n, the number of nodes, too")
	case n < 1 || n > quorum.MaxNodes:
		return fmt.Errorf("families --n %d: want 1..%d", n, quorum.MaxNodes)
	case forGroups && m < 2:
		return fmt.Errorf("families --m %d: want at least 2 groups", m)
	case forHolders && (k < 2 || k > quorum.MaxNodes):
		return fmt.Errorf("families --k %d: want 2..%d holders", k, quorum.MaxNodes)
	}
	if len(families) == 1 && families[0].Holders() && !forHolders {
		return typed.Hint(fmt.Errorf("%s is for several holders: --k, how many at once, is missing", families[0].Name),
			fmt.Sprintf("for example: coterie families %s --n %d --k 2", families[0].Name, n))
	}
	if len(families) == 1 && families[0].Groups() && !forGroups {
		return typed.Hint(fmt.Errorf("%s makes group systems: --m, the number of groups, is missing", families[0].Name),
			fmt.Sprintf("for example: coterie families %s --n %d --m %d", families[0].Name, n, exampleGroups(families[0], n)))
	}
	rows := []catalogue.Default{}
	for _, f := range families {
		if (f.Groups() != forGroups || f.Holders() != forHolders) && len(families) > 1 {
			continue
		}
		row, err := catalogue.DefaultOf(cmd.Context(), f, n, max(m, k))
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	return a.Render(false,
		a.Folded(func(w io.Writer) error {
			if err := catalogue.WriteDefaults(w, rows); err != nil || len(families) == 1 {
				return err
			}
			_, err := fmt.Fprintf(w, "what they are worth: coterie compare %s\n", strings.Join(comparing(cmd, n, m, k), " "))
			return err
		}),
		endingJSON{cmd.Context(), rows}, // numbers of millions of digits take seconds to write
		func() (*table.Table, error) {
			return leftBehind(cmd.Context(), func() (*table.Table, error) { return catalogue.DefaultsTable(rows) })
		},
	)
}

// comparing returns the flags with which compare shows the families of a list.
func comparing(cmd *cobra.Command, n, m, k int) []string {
	flags := []string{"--n", strconv.Itoa(n)}
	if cmd.Flags().Changed("m") {
		flags = append(flags, "--m", strconv.Itoa(m))
	}
	if cmd.Flags().Changed("k") {
		flags = append(flags, "--k", strconv.Itoa(k))
	}
	return flags
}

// exampleGroups returns a number of groups, from 2 to 5, for which a family has a system of n
// nodes. If there is none, it returns 3.
func exampleGroups(f construct.Family, n int) int {
	for _, m := range []int{3, 2, 4, 5} {
		if _, err := f.ForN(n, m); err == nil {
			return m
		}
	}
	return 3
}
