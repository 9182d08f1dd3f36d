package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/spf13/cobra"

	"coterie/internal/words/findings"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/extend"
)

func (a *App) extendCommand() *cobra.Command {
	var opts extend.Options
	var flags solverFlags
	var countOnly bool
	cmd := Verb("extend SPEC", "A nondominated system that dominates a given one", oneSpec, completeSpec, func(cmd *cobra.Command, args []string) error {
		if err := positive(cmd.Flags(), "first"); err != nil {
			return searchError(err)
		}
		common, err := a.searchOptions(cmd.Flags(), flags)
		if err != nil {
			return err
		}
		opts.Options = common
		return a.extend(cmd, args[0], opts, &flags, countOnly)
	})
	cmd.Flags().StringVar(&opts.Prefer, "prefer", "", "which extension: availability, quorums (the fewest) or load (the least)")
	cmd.Flags().BoolVar(&opts.Dominate, "dominate", false, "any system that dominates: the given quorums need not stay quorums")
	cmd.Flags().IntVar(&opts.First, "first", 0, "`CARTEL` of a group system that is made as large as possible")
	cmd.Flags().BoolVar(&countOnly, "count", false, "count the quorums instead of printing them")
	flags.declare(cmd.Flags())
	a.replayable(cmd, func(ctx context.Context, common search.Options) (*search.Result, error) {
		if a.replayed == nil {
			return nil, cmp.Or(a.unread, errors.New("no system is given"))
		}
		opts.Options = common
		e, err := extend.Find(ctx, a.replayed, opts)
		if err != nil {
			return nil, err
		}
		return e.Result, nil
	})
	return cmd
}

func (a *App) extend(cmd *cobra.Command, spec string, opts extend.Options, asked *solverFlags, countOnly bool) error {
	ctx, flags := cmd.Context(), *asked
	system, err := a.load(ctx, spec)
	if err != nil {
		return err
	}
	s := system.Structure
	if countOnly && s.Kind() == quorum.KindKCoterie {
		return errors.New("--count: of a k-coterie the extension is listed")
	}
	keeper, err := a.keepProofs(cmd, asked, &opts.Options)
	if err != nil {
		return err
	}
	keeper.of(func(w io.Writer) error { return quorum.Write(w, s) })
	var done func()
	opts.Progress, done = a.Progress()
	opts.Say = a.sayer(done)
	e, err := extend.Find(keeper.in(ctx), s, opts)
	done()
	var given *quorum.InputError
	if err != nil {
		keeper.discard()
	}
	if errors.As(err, &given) && given.What == "system" {
		return typed.Hint(fmt.Errorf("%s: %s", show.Brief(spec), given.Why), given.Advice)
	}
	if err != nil {
		return searchError(err)
	}
	if e.Verdict != search.Found || e.Groups() == 0 { // of a k-coterie, the result has all
		return a.searched(ctx, e.Result, flags, keeper)
	}
	unkept := keeper.finish(ctx, e.Result)
	if flags.system != "" && e.System.Unlisted != "" && ctx.Err() == nil {
		return typed.Hint(fmt.Errorf("--system: the extension is not listed: %s", e.System.Unlisted), "--format json -o FILE streams all of it")
	}
	e.Result = noted(e.Result, flags)
	unkept = errors.Join(unkept, a.keep(e.Result, flags))
	var counts []*big.Int
	if countOnly {
		done := a.spin("counting quorums")
		counts, err = e.Count(ctx)
		done()
		if err != nil {
			return Fail(ExitLimit, "the quorums cannot be counted: %v", err)
		}
	}
	view := findings.Extension{Extension: e, Flag: "--prefer availability", Counts: counts}
	err = a.emitStream(ctx, nil, func(w io.Writer) error {
		switch {
		case a.format == "json":
			return view.WriteJSON(ctx, show.JSON(w))
		case a.format == "csv" && countOnly:
			t, err := view.CountTable()
			if err != nil {
				return err
			}
			return t.WriteCSV(w)
		case a.format == "csv":
			return view.WriteCSV(ctx, w)
		}
		return view.WriteText(ctx, w)
	})
	return cmp.Or(err, unkept, searchStatus(ctx, e.Result))
}
