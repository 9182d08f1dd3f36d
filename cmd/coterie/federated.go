package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/federated"
	"coterie/internal/machine/files"
	"coterie/internal/words/findings"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/quorum"
)

// federatedFlags are the flags of check and measure that are about federated systems.
type federatedFlags struct {
	faulty, without, organizations, by, dimacs string
	core                                       bool

	cmd *cobra.Command
}

func (f *federatedFlags) declare(cmd *cobra.Command) {
	f.cmd = cmd
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
	both := map[string][]string{"check": {"require", "faulty"}, "measure": {"p"}}[f.cmd.Name()]
	f.cmd.LocalNonPersistentFlags().VisitAll(func(flag *pflag.Flag) {
		own := slices.Contains([]string{"faulty", "without", "organizations", "core", "by", "dimacs"}, flag.Name)
		if flag.Changed && (!asymmetric && own != is && !slices.Contains(both, flag.Name) || asymmetric && flag.Name != "require" && f.cmd.Name()+" --"+flag.Name != "measure --faulty") {
			err = fmt.Errorf("--%s: it is about %s", flag.Name, map[bool]string{true: "federated systems", false: "systems of other kinds"}[own && !asymmetric])
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
			nodes, err = w.Find(strings.Split(text, ","))
		}
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", []string{"without", "faulty"}[i], err)
		}
		w = []func([]int) *federated.Network{w.Without, w.Delete}[i](nodes)
	}
	return w, nil
}

func (a *app) checkFederated(ctx context.Context, spec string, w *federated.Network, flags federatedFlags, require []string) error {
	required, err := requiredProperties(quorum.KindFederated, require, false)
	if err = cmp.Or(err, a.checkBeside(flags.cmd.Flags().Changed, [2]string{"--dimacs", flags.dimacs})); err != nil {
		return err
	}
	if flags.dimacs != "" {
		if err := a.writeFile(flags.dimacs, w.WriteQuestion); err != nil {
			return fmt.Errorf("--dimacs: %w", err)
		}
	}
	done := a.spin("checking " + spec)
	r, err := w.Check(ctx)
	if done(); err != nil {
		return err
	}
	if err := a.rows(ctx, fmt.Sprintf("%s: %s, n = %d", textName("", spec), r.Kind, r.N), r, findings.FederatedRows(r), r.Properties[0].Limit); err != nil {
		return err
	}
	return a.checkStatus(ctx, quorum.Checked{Properties: []quorum.Judged{r.Properties[0].Judged}}, required)
}

func (a *app) measureFederated(ctx context.Context, spec string, w *federated.Network, opts federated.Options) error {
	done := a.spin("measuring " + spec)
	r, err := w.Measure(ctx, opts)
	if done(); errors.As(err, new(*quorum.InputError)) {
		return fmt.Errorf("--%w", err)
	} else if err != nil {
		return err
	}
	heading := fmt.Sprintf("%s: %s, n = %d, by %s", textName("", spec), r.Kind, r.N, r.By)
	if err := a.rows(ctx, heading, r, findings.MeasuredRows(r), ctx.Err() != nil); err != nil {
		return err
	}
	return failIf(r.QuorumIntersection == quorum.Fails, exitFails, "")
}

// rows prints a report on a federated system.
func (a *app) rows(ctx context.Context, heading string, report any, rows []findings.Row, cut bool) error {
	return a.render(cut,
		func(w io.Writer) error { return findings.WriteRows(w, heading, rows) },
		report,
		func() (*table.Table, error) { return findings.RowsTable(rows) },
		cutShort(ctx),
	)
}
