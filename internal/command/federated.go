package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/federated"
	"coterie/internal/machine/files"
	"coterie/internal/picture/draw"
	"coterie/internal/words/findings"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/quorum"
	"coterie/search"
)

// federatedFlagNames are the flags that are about federated systems alone, and those of a solver.
var federatedFlagNames = slices.Concat([]string{"faulty", "without", "organizations", "core", "by", "dimacs", "solver", "proof", "resume", "cubes"}, accessFlagNames)

// federatedFlags are the flags of the verbs that read federated systems.
type federatedFlags struct {
	faulty, without, organizations, by string
	core                               bool
	solverFlags

	cmd *cobra.Command
}

func (f *federatedFlags) declare(cmd *cobra.Command, faulty string) {
	f.cmd = cmd
	cmd.Flags().StringVar(&f.faulty, "faulty", "", cmp.Or(faulty, "of a federated system: `NODES` or organisations that may do anything, with commas between them"))
	cmd.Flags().StringVar(&f.without, "without", "", "of a federated system: `NODES` or organisations that leave, with commas between them")
	cmd.Flags().StringVar(&f.organizations, "organizations", "", "of a federated system: `FILE` with its organisations")
	cmd.Flags().BoolVar(&f.core, "core", false, "of a federated system: only the nodes on which quorums depend, without those that watch")
}

// network returns the federated system that err, the error of reading a SPEC, holds; it is nil
// where a system of another kind was read. It refuses flags that are about the others.
func (f *federatedFlags) network(ctx context.Context, err error) (w *federated.Network, _ error) {
	found := (*quorum.FederatedError)(nil)
	is := errors.As(err, &found)
	asymmetric := errors.As(err, new(*quorum.AsymmetricError))
	if err != nil && !is && !asymmetric {
		return nil, err
	}
	both := map[string][]string{"check": {"require", "faulty"}, "measure": {"p"}, "build": {"sites"}}[f.cmd.Name()]
	f.cmd.LocalNonPersistentFlags().VisitAll(func(flag *pflag.Flag) {
		own := slices.Contains(federatedFlagNames, flag.Name) && (flag.Name != "proof" || f.cmd.Flag("solver") != nil) // measure has another one
		if flag.Changed && (!asymmetric && own != is && !slices.Contains(both, flag.Name) || asymmetric && flag.Name != "require" && f.cmd.Name()+" --"+flag.Name != "measure --faulty") {
			err = fmt.Errorf("--%s: it is about %s", flag.Name, map[bool]string{true: "federated systems", false: "systems of other kinds"}[own && !asymmetric])
			if asymmetric && flag.Name == "faulty" {
				err = typed.Hint(err, "an asymmetric system says itself which nodes may fail; measure --faulty says who is safe when some do")
			}
		}
	})
	if err != nil && !errors.As(err, &found) || !is {
		return nil, err
	}
	var organizations []quorum.Organization
	if f.organizations != "" {
		data, err := files.Read(ctx, f.organizations, files.MostRead)
		if err != nil {
			return nil, typed.Unread("organizations", f.organizations, err)
		}
		if organizations, err = quorum.ReadOrganizations(data); err != nil {
			return nil, fmt.Errorf("--organizations %s: %w", show.Path(f.organizations), err)
		}
	}
	w = federated.New(found.Members, organizations)
	if f.core {
		w = w.Core()
	}
	for i, text := range []string{f.without, f.faulty} {
		if text == "" {
			continue
		}
		nodes, err := w.Find([]string{text}) // a name may hold commas
		if err != nil {
			var names []string
			if json.Unmarshal([]byte(text), &names) != nil { // of a folder of proofs
				names = strings.Split(text, ",")
			}
			nodes, err = w.Find(names)
		}
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", []string{"without", "faulty"}[i], err)
		}
		w = []func([]int) *federated.Network{w.Without, w.Delete}[i](nodes)
	}
	return w, nil
}

func (a *App) checkFederated(ctx context.Context, spec string, w *federated.Network, flags federatedFlags, require []string) error {
	required, err := requiredProperties(quorum.KindFederated, require, false)
	if err != nil {
		return err
	}
	opts, err := a.searchOptions(flags.cmd.Flags(), flags.solverFlags)
	if err != nil {
		return err
	}
	if ctx, err = a.cubeOptions(ctx, flags.cmd.Flags(), &opts); err != nil {
		return err
	}
	keeper, err := a.keepProofs(flags.cmd, &flags.solverFlags, &opts)
	if err != nil {
		return err
	}
	keeper.of(w.Write)
	var done func()
	opts.Progress, done = a.Progress()
	r, err := w.Check(keeper.in(ctx), opts)
	done()
	if err != nil {
		keeper.discard()
		return searchError(err)
	}
	keeper.about("faulty", r.Faulty)
	keeper.about("without", r.Without)
	unkept := errors.Join(keeper.finish(ctx, r.Search), a.keep(r.Search, flags.solverFlags))
	if err := a.rows(ctx, fmt.Sprintf("%s: %s, n = %d", cmp.Or(textName("", spec), sourceName(spec)), r.Kind, r.N), r, findings.FederatedRows(r), r.Properties[0].Limit && ctx.Err() != nil); err != nil {
		return err
	}
	return cmp.Or(unkept, a.checkStatus(ctx, quorum.Checked{Properties: []quorum.Judged{r.Properties[0].Judged}}, required))
}

func (a *App) measureFederated(ctx context.Context, spec string, w *federated.Network, opts federated.Options) error {
	done := a.spin("measuring " + spec)
	r, err := w.Measure(ctx, opts)
	done()
	if err != nil {
		return namesFlag(err)
	}
	heading := fmt.Sprintf("%s: %s, n = %d, by %s", cmp.Or(textName("", spec), sourceName(spec)), r.Kind, r.N, r.By)
	if err := a.rows(ctx, heading, r, findings.MeasuredRows(r), ctx.Err() != nil); err != nil {
		return err
	}
	return FailIf(r.QuorumIntersection == quorum.Fails, ExitFails, "")
}

// declareBy declares the flag that merges nodes.
func (f *federatedFlags) declareBy(usual string) {
	f.cmd.Flags().StringVar(&f.by, "by", usual, "of a federated system: which nodes count as one: node, organisation, country or isp")
}

// quorumsOf returns the quorum system of a federated one.
func (a *App) quorumsOf(ctx context.Context, spec string, w *federated.Network, by string) (quorum.Known, error) {
	s, err := w.System(ctx, federated.Options{By: by})
	if err != nil {
		return quorum.Known{}, fmt.Errorf("%s: %w", show.Path(spec), namesFlag(err))
	}
	f, _ := s.List()
	a.Notef("%s: the minimal quorums of the network, %d, on the top tier, %s", show.Path(spec), f.Len(), show.Count(s.N(), "node"))
	return quorum.KnownOf(s), nil
}

func (a *App) drawNetwork(ctx context.Context, spec string, w *federated.Network, by string) (*draw.Picture, error) {
	r, err := w.Check(ctx, search.Options{Seed: a.Seed})
	groups, known, wrong := w.Groups(ctx, federated.Options{By: by})
	if err := cmp.Or(err, wrong); err != nil {
		return nil, namesFlag(err)
	}
	return draw.Network(fmt.Sprintf("%s: federated, %s", cmp.Or(textName("", spec), sourceName(spec)), show.Count(r.N, "node")), groups, known, r.Properties[0].Witness)
}

// rows prints a report on a federated system.
func (a *App) rows(ctx context.Context, heading string, report any, rows []findings.Row, cut bool) error {
	return a.Render(cut,
		func(w io.Writer) error { return findings.WriteRows(w, heading, rows) },
		report,
		func() (*table.Table, error) { return findings.RowsTable(rows) },
		cutShort(ctx),
	)
}
