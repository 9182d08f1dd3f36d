package report

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"coterie/internal/words/table"
	"coterie/measure"
)

// Table returns a report for CSV: one row for each figure. The fractions of the exact columns can
// have hundreds of digits. Beside them are decimal columns of six digits: the failure probability
// of every availability (for an estimate, which the reason marks, with its interval), the tightest
// limit with its slack, and all limits. The error may be the cause of ctx.
func Table(ctx context.Context, r measure.Report) (*table.Table, error) {
	t := table.New(
		table.Texts("system", "", ""),
		table.Texts("kind", "", ""),
		table.Ints("n", "", ""),
		table.Texts("part", "", ""),
		table.Texts("figure", "", ""),
		table.Texts("p", "", ""),
		table.Texts("value", "", ""),
		table.Floats("approx", "", ""),
		table.Texts("limits", "", ""),
		table.Texts("proof", "", ""),
		table.Texts("method", "", ""),
		table.Texts("reason", "", ""),
		table.Texts("role", "", ""),
		table.Texts("failure", "", ""),
		table.Texts("failure_low", "", ""),
		table.Texts("failure_high", "", ""),
		table.Texts("limit", "", ""),
		table.Texts("limit_approx", "", ""),
		table.Texts("slack_approx", "", ""),
		table.Texts("limits_approx", "", ""),
	)
	rows, err := measureRows(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		limits := sortedLimits(row.limits)
		var name, limit, slack string // of the tightest
		if len(limits) > 0 && limits[0].Slack != "" {
			name, limit, slack = limits[0].Name, limitDecimal(limits[0]), slackDecimal(limits[0])
		}
		t.Add(table.Name(r.Name), table.Text(string(r.Kind)), table.Int(r.N),
			table.Text(row.part), table.Text(row.key), table.Text(row.p), table.Text(row.value), table.Maybe(row.approx, table.Float),
			table.Text(limitsText(limits, true)), table.Text(row.proof), table.Text(row.method), table.Text(row.reason.Text),
			table.Text(row.role), table.Text(row.failure), table.Text(row.failureLow), table.Text(row.failureHigh),
			table.Text(name), table.Text(limit), table.Text(slack), table.Text(limitsDecimal(limits)))
	}
	return t.Filled()
}

// limitDecimal and slackDecimal round a limit and its slack to six digits, even if they are too
// small for a float64.
func limitDecimal(c measure.Comparison) string { return sixDigits(c.Limit, c.Approx) }

func slackDecimal(c measure.Comparison) string {
	if c.Tight {
		return "0"
	}
	return sixDigits(c.Slack, c.SlackApprox)
}

func sixDigits(exact string, approx float64) string {
	if r, ok := new(big.Rat).SetString(exact); ok { // otherwise it has a root
		return new(big.Float).SetPrec(128).SetRat(r).Text('g', 6)
	}
	return fmt.Sprintf("%.6g", approx)
}

func limitsDecimal(limits []measure.Comparison) string {
	list := make([]string, len(limits))
	for i, c := range limits {
		slack := ""
		switch {
		case c.Tight:
			slack = ", tight"
		case c.Slack != "":
			slack = ", slack " + slackDecimal(c)
		}
		list[i] = fmt.Sprintf("%s %s (%s%s)", Relation(c.Direction), limitDecimal(c), c.Name, slack)
	}
	return strings.Join(list, "; ")
}
