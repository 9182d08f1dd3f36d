package report

import (
	"context"
	"iter"

	"coterie/bounds"
	"coterie/measure"
	"coterie/quorum"
)

// figure is an entry of the table of figures: the parts of a report that have it, its limits, and
// its words.
type figure struct {
	of    func(*part) bool
	key   string           // in the JSON form; its row has the limits
	bound bounds.Quantity  // the limits beside it; "" for none
	side  bounds.Direction // the direction of the limits in brief text

	// A whole number has number and words, and perhaps proof; any other figure has a line, rows, or
	// both of its own.
	number func(*part) *int                // nil if it is not known
	words  func(*part, int) (string, bool) // says it, and whether limits stand beside
	proof  func(*part) string              // shows it in one line
	line   func(*briefPart)                // in brief text; nil for none
	rows   func(*rowBuilder)               // in CSV, and with the proofs
}

// figures is the table of all figures, in the order in which they are written.
var figures = []figure{
	{of: (*part).whole, rows: (*rowBuilder).intersecting},
	{of: (*part).whole, line: (*briefPart).failing, rows: (*rowBuilder).failing},
	{
		of: (*part).any, key: "max_quorum", bound: bounds.QuorumSize, side: bounds.Lower,
		line: (*briefPart).sizes, rows: (*rowBuilder).sizes,
	},
	{
		of: (*part).grouped, key: "degree", bound: bounds.DegreeQuantity, side: bounds.Upper,
		number: func(p *part) *int { return p.report.GroupFigures.Degree }, words: (*part).groupDegree,
	},
	{of: (*part).grouped, rows: (*rowBuilder).uniform},
	{
		of: (*part).grouped, key: "mix_load", bound: bounds.MixedLoad, side: bounds.Lower,
		line: (*briefPart).mixLoad, rows: (*rowBuilder).mixLoad,
	},
	{
		of: (*part).isFamily, key: "load", bound: bounds.Load, side: bounds.Lower,
		line: (*briefPart).load, rows: (*rowBuilder).load,
	},
	{
		of: (*part).isFamily, key: "resilience", bound: bounds.Resilience, side: bounds.Upper,
		number: func(p *part) *int { return p.family.Resilience }, words: (*part).mayCrash, proof: (*part).transversal,
	},
	{of: (*part).isFamily, rows: (*rowBuilder).live},
	{
		of: (*part).isFamily, bound: bounds.Failure, side: bounds.Lower,
		line: (*briefPart).availability, rows: (*rowBuilder).availability,
	},
	{of: (*part).isFamily, line: (*briefPart).nodeAvailability, rows: (*rowBuilder).nodeAvailability},
	{of: (*part).isFamily, line: (*briefPart).besideLiars, rows: (*rowBuilder).besideLiars},
	{
		of: (*part).whole, bound: bounds.Failure, side: bounds.Lower,
		line: (*briefPart).concurrency, rows: (*rowBuilder).concurrency,
	},
	{
		of: (*part).isCartel, key: "degree", bound: bounds.DegreeQuantity, side: bounds.Upper,
		number: func(p *part) *int { return p.cartel.Degree }, words: (*part).cartelDegree, proof: (*part).disjoint,
	},
	{of: (*part).mayLie, line: (*briefPart).liars, rows: (*rowBuilder).liars},
	{of: (*part).mayBeDominated, line: (*briefPart).domination, rows: (*rowBuilder).domination},
	{of: (*part).whole, line: (*briefPart).writes, rows: (*rowBuilder).writes},
	{of: (*part).whole, line: (*briefPart).cartels, rows: (*rowBuilder).cartels},
}

// say adds the line of a figure.
func (b *briefPart) say(f figure) {
	b.figure = f
	switch {
	case f.line != nil:
		f.line(b)
	case f.number == nil:
	case f.number(&b.part) == nil:
		b.unknown(f.key, f.key)
	default:
		text, limited := f.words(&b.part, *f.number(&b.part))
		if limited {
			b.add(f.key, text, b.limits(nil)...)
		} else {
			b.add(f.key, text)
		}
	}
}

// tabulate adds the rows of a figure.
func (b *rowBuilder) tabulate(f figure) {
	b.figure = f
	if f.rows != nil {
		f.rows(b)
		return
	}
	proof := ""
	if f.proof != nil {
		proof = f.proof(&b.part)
	}
	b.add(f.key, intText(f.number(&b.part)), proof, nil)
}

// part is the whole system of a report, or one of its cartels.
type part struct {
	figure // the current entry of the table
	report measure.Report
	about  []measure.Comparison // the limits of the part
	notes  measure.Notes
	count  quorum.Sizes
	family *measure.FamilyFigures // nil if the part is no family
	cartel *measure.CartelReport  // nil for the whole
	index  quorum.Index           // of the cartel
}

func (p *part) any() bool      { return true }
func (p *part) whole() bool    { return p.cartel == nil }
func (p *part) grouped() bool  { return p.whole() && p.report.GroupFigures != nil }
func (p *part) isFamily() bool { return p.family != nil }
func (p *part) isCartel() bool { return !p.whole() && p.cartel.Processes == nil }

// mayBeDominated reports whether the part is the whole system and domination is defined for it, or
// the report says why not.
func (p *part) mayBeDominated() bool { return p.whole() && p.report.Kind != quorum.KindSharing }

// mayLie reports whether the part is the whole system, and says how many nodes may lie, or why not.
func (p *part) mayLie() bool {
	reason := p.reason("min_intersection")
	return p.whole() && (p.report.MinIntersection != nil || reason.Kind == measure.Limited && reason.Text != "" || reason.Kind == measure.Stopped)
}

// reason returns the reason why a figure is not known.
func (p *part) reason(key string) measure.Reason { return p.notes.Reasons[key] }

// limitsOf returns the limits of the figure; p is the crash probability of a failure probability.
func (b *part) limitsOf(p *bounds.Fraction) []measure.Comparison {
	var list []measure.Comparison
	for _, c := range b.about {
		if c.Quantity == b.bound && (p == nil || c.P != nil && c.P.Cmp(*p) == 0) {
			list = append(list, c)
		}
	}
	return list
}

// parts yields the parts of a report: the whole system, and then each cartel. The error is the
// cause of ctx.
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
