package report

import (
	"context"
	"iter"

	"coterie/measure"
	"coterie/quorum"
)

// figure is an entry of the table of figures: which parts of a report have it, and how it is said.
type figure struct {
	of   func(*part) bool
	line func(*briefPart)  // in brief text; nil for none
	rows func(*rowBuilder) // in CSV, and with the proofs
}

// figures is the table of all figures, in the order in which they are said.
var figures = []figure{
	{of: (*part).whole, rows: (*rowBuilder).intersecting},
	{of: (*part).whole, line: (*briefPart).failing, rows: (*rowBuilder).failing},
	{of: (*part).any, line: (*briefPart).sizes, rows: (*rowBuilder).sizes},
	{of: (*part).grouped, line: (*briefPart).groupDegree, rows: (*rowBuilder).groupDegree},
	{of: (*part).grouped, line: (*briefPart).mixLoad, rows: (*rowBuilder).mixLoad},
	{of: (*part).isFamily, line: (*briefPart).load, rows: (*rowBuilder).load},
	{of: (*part).isFamily, line: (*briefPart).resilience, rows: (*rowBuilder).resilience},
	{of: (*part).isFamily, rows: (*rowBuilder).live},
	{of: (*part).isFamily, line: (*briefPart).availability, rows: (*rowBuilder).availability},
	{of: (*part).isFamily, line: (*briefPart).nodeAvailability, rows: (*rowBuilder).nodeAvailability},
	{of: (*part).whole, line: (*briefPart).concurrency, rows: (*rowBuilder).concurrency},
	{of: (*part).isCartel, line: (*briefPart).cartelDegree, rows: (*rowBuilder).cartelDegree},
	{of: (*part).mayBeDominated, line: (*briefPart).domination, rows: (*rowBuilder).domination},
	{of: (*part).whole, line: (*briefPart).writes, rows: (*rowBuilder).writes},
	{of: (*part).whole, line: (*briefPart).cartels, rows: (*rowBuilder).cartels},
}

// part is the whole of a report, or one of its cartels.
type part struct {
	report measure.Report
	about  []measure.Comparison // the limits of the part
	notes  measure.Notes
	count  quorum.Sizes
	family *measure.FamilyFigures // nil for what is no family
	cartel *measure.CartelReport  // nil for the whole
	index  quorum.Index           // of the cartel
}

func (p *part) any() bool      { return true }
func (p *part) whole() bool    { return p.cartel == nil }
func (p *part) grouped() bool  { return p.whole() && p.report.GroupFigures != nil }
func (p *part) isFamily() bool { return p.family != nil }
func (p *part) isCartel() bool { return !p.whole() && p.cartel.Processes == nil }

// mayBeDominated is for the wholes of which that is defined, or told why not.
func (p *part) mayBeDominated() bool { return p.whole() && p.report.Kind != quorum.KindSharing }

// reason says why a figure is not known.
func (p *part) reason(key string) string { return p.notes.Reasons[key].Text }

// parts goes through a report: the whole, and then each cartel. The error is the cause of ctx.
func parts(ctx context.Context, r measure.Report) iter.Seq2[part, error] {
	return func(yield func(part, error) bool) {
		limits := indexLimits(r)
		if !yield(part{report: r, about: limits[-1], notes: r.Notes, count: r.Sizes, family: r.FamilyFigures}, nil) {
			return
		}
		for i := range r.Cartels {
			c, at := &r.Cartels[i], quorum.Index(i)
			p := part{report: r, about: limits[at], notes: c.Notes, count: c.Sizes, family: &c.FamilyFigures, cartel: c, index: at}
			if !yield(p, context.Cause(ctx)) {
				return
			}
		}
	}
}
