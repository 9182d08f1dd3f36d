package command

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"coterie/construct"
	"coterie/quorum"
)

// ladder is how a command is made smaller: the number that varies, its value in the command, and
// the command with another value. The zero value stands for a command that has no smaller one.
type ladder struct {
	name  string
	asked int
	at    func(size int) (v variant, exists bool)
}

// sizesOf returns the ladder of a command: the entries of a simulation or, if they are more, its
// replications, the requesters of an
// exploration, --n or --order, or the sizes of the family of its SPEC.
func (a *App) sizesOf(cmd *cobra.Command, args []string) (ladder, error) {
	flags := cmd.Flags()
	number := func(name string) ladder {
		f := flags.Lookup(name)
		if f == nil {
			return ladder{}
		}
		text := f.Value.String()
		last := strings.LastIndexByte(text, '.') + 1 // of a range FROM..TO, the end varies
		asked, err := strconv.Atoi(text[last:])
		if err != nil || asked < 1 {
			return ladder{}
		}
		rest := args
		if cmd.Name() == enumerateName || cmd.Parent().Name() == "search" {
			rest = nil // numbers, which are in the flags by now
		}
		return ladder{"--" + name, asked, func(size int) (variant, bool) {
			return variant{rest, map[string]string{name: text[:last] + strconv.Itoa(size)}}, true
		}}
	}
	switch {
	case cmd.Name() == "simulate":
		return slices.MaxFunc([]ladder{number("entries"), number("replications")}, func(x, y ladder) int { return x.asked - y.asked }), nil
	case cmd.Name() == "explore" && flags.Changed("sets"):
		return number("sets"), nil
	case cmd.Name() == "explore":
		return a.requestersOf(cmd, args)
	case flags.Changed("n"):
		return number("n"), nil
	case flags.Changed("order"):
		return number("order"), nil
	case len(args) == 1 && cmd.Name() != "plan":
		return a.siblings(args[0]), nil
	}
	return ladder{}, nil
}

// requestersOf makes an exploration smaller by leaving out the last requesters.
func (a *App) requestersOf(cmd *cobra.Command, args []string) (ladder, error) {
	all, _ := cmd.Flags().GetStringSlice("requesters")
	if len(all) == 0 {
		seats, _ := cmd.Flags().GetInt("processes")
		if seats == 0 {
			system, err := a.open(a.context(), args[0])
			if err != nil {
				return ladder{}, err
			}
			if system.Kind == quorum.KindSharing {
				return ladder{}, nil
			}
			seats = system.N()
		}
		for v := range seats {
			all = append(all, strconv.Itoa(v+1))
		}
	}
	return ladder{"requesters", len(all), func(size int) (variant, bool) {
		return variant{args, map[string]string{"requesters": strings.Join(all[:size], ",")}}, true
	}}, nil
}

// siblings returns the ladder of a SPEC that is a default system of its family: the others.
func (a *App) siblings(spec string) ladder {
	i, err := construct.Parse(a.context(), spec)
	if err != nil {
		return ladder{}
	}
	family := i.Family()
	byNodes := func(n int) (*construct.Instance, error) { return family.ForN(n, max(2, i.Groups(), i.Holders())) }
	if same, err := byNodes(i.N()); err == nil && same.Spec() == i.Spec() {
		return ladder{"nodes", i.N(), func(n int) (variant, bool) {
			s, err := byNodes(n)
			if err != nil {
				return variant{}, false
			}
			return variant{args: []string{s.Spec()}}, true
		}}
	}
	return ladder{}
}
