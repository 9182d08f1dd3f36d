package command

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"coterie/asymmetric"
	"coterie/internal/words/findings"
	"coterie/internal/words/typed"
	"coterie/quorum"
)

// asymmetricHeading begins the text on an asymmetric system.
func asymmetricHeading(spec string, s *asymmetric.System) string {
	return fmt.Sprintf("%s: %s, n = %d", textName(s.Name, spec), s.Kind, s.N)
}

// buildAsymmetric prints an asymmetric system with its quorums.
func (a *App) buildAsymmetric(ctx context.Context, spec string, s *asymmetric.System) error {
	v := s.Check(ctx).Properties[0]
	return cmp.Or(a.rows(ctx, asymmetricHeading(spec, s), s.Asymmetric, findings.AsymmetricRows(s), v.Limit),
		FailIf(v.Holds == quorum.Fails, ExitFails, "no quorums are consistent and available: %s fails: %s", v.Property, v.Reason))
}

func (a *App) checkAsymmetric(ctx context.Context, spec string, s *asymmetric.System, require []string) error {
	required, err := requiredProperties(s.Kind, require, false)
	if err != nil {
		return err
	}
	r := s.Check(ctx)
	return cmp.Or(a.rows(ctx, asymmetricHeading(spec, s), r, findings.JudgedRows(r.Properties), ctx.Err() != nil),
		a.checkStatus(ctx, quorum.Checked{Properties: r.Properties}, required))
}

func (a *App) measureAsymmetric(ctx context.Context, spec string, s *asymmetric.System, faulty string) error {
	var names []string
	if faulty != "" {
		names = strings.Split(faulty, ",")
	}
	nodes, err := typed.Nodes("faulty", names, quorum.Known{Nodes: s.N, Names: s.Names})
	if err != nil {
		return err
	}
	r, err := s.Measure(ctx, quorum.SetOf(nodes...))
	if err != nil {
		return err
	}
	return cmp.Or(a.rows(ctx, asymmetricHeading(spec, s), r, findings.GuildRows(r, s.Names), ctx.Err() != nil),
		FailIf(s.Check(ctx).Properties[0].Holds == quorum.Fails, ExitFails, "b3 fails, as check shows"))
}
