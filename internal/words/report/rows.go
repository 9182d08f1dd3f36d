package report

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"coterie/bounds"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/measure"
	"coterie/measure/availability"
	"coterie/quorum"
)

// figureRow is one figure of a report, in the form that text and CSV share.
type figureRow struct {
	part   string // "" for the whole system, else "cartel 1"
	label  string // the part in texts for people
	role   string // of the cartel, if it has one: "reads"
	key    string // its key in the JSON form
	p      string // the crash probability, of an availability or a failure probability
	value  string // exact, "" if it is not known
	approx *float64
	proof  string // the proof, in one line
	method string
	reason measure.Reason // why it is not known, or an estimate

	limits []measure.Comparison

	failure string // beside an availability or a failure probability: digits that are not lost near 1
	// The interval of an estimate of it.
	failureLow, failureHigh string
	forTables               bool // text has it in another row
}

// arguments are the words for the proof of a resilience or a degree. The keys are those of the JSON
// form.
var arguments = map[string]string{
	"packing":      "so many quorums are disjoint",
	"load":         "1/load is more",
	"degrees":      "fewer nodes are in too few quorums together",
	"parts":        "the separate parts of the system need so many",
	"table":        "all node sets were gone through",
	"search":       "every other was excluded by search",
	"sizes":        "more do not fit into the nodes",
	"weights":      "more do not fit into the nodes",
	"transversal":  "a transversal has so many nodes",
	"intersection": "every two quorums meet",
	"none":         "there are no more quorums",
}

func argument(by string) string {
	if words, known := arguments[by]; known {
		return words
	}
	return by
}

// rowBuilder collects the rows of one part of a report.
type rowBuilder struct {
	part
	rows []figureRow
}

func (b *rowBuilder) add(key, value, proof string, approx *float64) {
	row := figureRow{key: key, value: value, approx: approx, proof: proof, method: b.notes.Methods[key], reason: b.reason(key)}
	if row.reason.Kind == measure.Unasked {
		return
	}
	if key == b.key {
		row.limits = b.limitsOf(nil)
	}
	b.rows = append(b.rows, row)
}

// measureRows lists the figures of a report: those of the whole system, then those of each cartel.
// The error is the cause of ctx.
func measureRows(ctx context.Context, r measure.Report) ([]figureRow, error) {
	var rows []figureRow
	for p, err := range parts(ctx, r) {
		if err != nil {
			return nil, err
		}
		b := &rowBuilder{part: p}
		for _, f := range figures {
			if f.of(&b.part) {
				b.tabulate(f)
			}
		}
		name, label, role := p.names()
		for _, row := range b.rows {
			row.part, row.label, row.role = name, label, role
			rows = append(rows, row)
		}
	}
	return rows, context.Cause(ctx)
}

// names returns the name of a part in tables, its label in texts, and its role, if it has one.
func (p *part) names() (name, label, role string) {
	switch {
	case p.whole():
		return "", "", ""
	case p.cartel.Processes != nil:
		name = "processes " + show.Join(p.cartel.Processes, " ", quorum.Index.String)
	default:
		name = "cartel " + p.index.String()
	}
	if int(p.index) < len(p.report.Roles) {
		return name, p.report.Roles.Cartel(p.index), p.report.Roles[p.index]
	}
	return name, name, ""
}

// intersecting adds the row for tables. Text mentions it only if the quorums do not meet.
func (b *rowBuilder) intersecting() {
	if r := b.report; r.Kind == quorum.KindSystem || r.Kind == quorum.KindGroupSystem {
		b.rows = append(b.rows, figureRow{key: "intersecting", value: truthText(r.Intersecting), reason: b.reason("intersecting"), forTables: true})
	}
}

func (b *rowBuilder) failing() {
	for _, v := range b.report.Failing {
		b.rows = append(b.rows, figureRow{key: "failing", value: string(v.Property), reason: measure.Reason{Text: v.Reason}, forTables: true})
	}
}

func (b *rowBuilder) cartels() {
	if b.reason("cartels").Text != "" {
		b.add("cartels", "", "", nil)
	}
}

func (b *rowBuilder) sizes() {
	s := b.count
	b.add("quorums", bigText(s.Quorums), "", nil)
	b.add("min_quorum", intText(s.MinQuorum), "", nil)
	b.add("max_quorum", intText(s.MaxQuorum), "", nil)
	b.add("min_responsibility", bigText(s.MinResponsibility), "", nil)
	b.add("max_responsibility", bigText(s.MaxResponsibility), "", nil)
}

func (b *rowBuilder) load() {
	b.fraction("load", b.family.Load, loadProof(b.report, b.family.Strategy, b.family.NodeWeights))
	b.fraction("capacity", b.family.Capacity, "")
}

// transversal shows the resilience.
func (p *part) transversal() string {
	f := p.family
	if f.SmallestTransversal == nil {
		return ""
	}
	proof := f.SmallestTransversal.Label(p.report.Names) + " meets every quorum"
	if r := f.ResilienceProof; r != nil {
		proof += fmt.Sprintf("; no set of fewer than %d does: %s", r.AtLeast, argument(r.By))
		if len(r.Packing) > 0 {
			proof += " (" + numbered("quorum", r.Packing) + ")"
		}
	}
	return proof
}

func (b *rowBuilder) availability() {
	for _, a := range b.family.Availability {
		b.crash("availability", a)
	}
}

func (b *rowBuilder) nodeAvailability() {
	if n := b.family.NodeAvailability; n != nil {
		b.add("node_availability", fmt.Sprintf("%.9g", n.Value), fmt.Sprintf("fails with probability %.6g; crash probabilities %s", n.Failure, weightsText(n.P, b.report.Names)), &n.Value)
		b.rows[len(b.rows)-1].failure = fmt.Sprintf("%.6g", n.Failure)
	}
}

func (b *rowBuilder) besideLiars() {
	for _, a := range b.family.BesideLiars {
		b.add("beside_liars", fmt.Sprintf("%.9g", a.Value), fmt.Sprintf("fails with probability %.6g where the liars are %s", a.Failure, a.Liars.Label(b.report.Names)), &a.Value)
		b.rows[len(b.rows)-1].p, b.rows[len(b.rows)-1].failure = fmt.Sprintf("%.4g", a.P), fmt.Sprintf("%.6g", a.Failure)
	}
}

// live shows how many sets are live, and the counts by size.
func (b *rowBuilder) live() {
	f, n := b.family, b.report.N
	if f.LiveSets == nil {
		b.add("live_sets", "", "", nil)
		return
	}
	total := new(big.Int)
	counts := make([]string, len(f.LiveSets))
	for i, c := range f.LiveSets {
		total.Add(total, c.Int)
		counts[i] = c.String()
	}
	b.add("live_sets", total.String(), fmt.Sprintf("of 2^%d; by size 0..%d: %s", n, n, strings.Join(counts, " ")), nil)
}

// concurrency shows the probabilities that several processes can be inside at once.
func (b *rowBuilder) concurrency() {
	for _, c := range b.report.Concurrency {
		key := fmt.Sprintf("%d at once", c.Entries)
		if c.LiveSets == nil {
			b.rows = append(b.rows, figureRow{key: key, reason: measure.Reason{Text: c.Reason}})
		}
		for _, a := range c.Availability {
			b.crash(key, a)
		}
	}
}

// crash adds an availability at one crash probability, and its failure probability.
func (b *rowBuilder) crash(key string, a availability.Point) {
	row := figureRow{
		key: key, p: probabilityText(a.P), value: fmt.Sprintf("%.9g", a.Value), approx: &a.Value, failure: a.FailureText(6),
		proof: "fails with probability " + a.FailureText(6), method: b.notes.Methods["availability"], reason: b.reason("availability"),
	}
	failure := figureRow{
		key: "failure", p: row.p, value: a.FailureText(9), approx: &a.Failure, reason: row.reason,
		failure: row.failure, limits: b.limitsOf(&a.P), forTables: true,
	}
	if key != "availability" {
		failure.key, failure.limits = key+" failure", nil
	}
	if i := a.Interval; i != nil { // an estimate is no value
		proof := fmt.Sprintf("about %s, in %s..%s with confidence %g (%s; %d samples, seed %d)",
			i.ValueText(6), i.LowText(6), i.HighText(6), i.Confidence, i.By, i.Samples, i.Seed)
		if i.Confidence == 1 {
			proof = fmt.Sprintf("about %s, proved to be in %s..%s (%s)", i.ValueText(6), i.LowText(6), i.HighText(6), i.By)
		}
		if a.AtLeast != nil && a.AtMost != nil && i.Confidence < 1 {
			proof += fmt.Sprintf("; proved to be in %.3g..%.3g", *a.AtLeast, *a.AtMost)
		}
		row.value, row.approx, failure.value, failure.approx = "", nil, "", nil
		marked := "an estimate: "
		if i.Confidence == 1 {
			marked = ""
		}
		row.proof, failure.proof = marked+"fails with probability "+proof, marked+proof
		row.failure, row.failureLow, row.failureHigh = i.ValueText(6), i.LowText(6), i.HighText(6)
		failure.failure, failure.failureLow, failure.failureHigh = row.failure, row.failureLow, row.failureHigh
	}
	if a.Floor != nil {
		row.proof += fmt.Sprintf("; no quorum system of %d nodes fails less than %s", b.report.N, a.FloorText(6))
	}
	b.rows = append(b.rows, row, failure)
}

// uniform shows whether all cartels have the same degree.
func (b *rowBuilder) uniform() {
	uniform := ""
	if g := b.report.GroupFigures; g.Uniform != nil {
		uniform = YesNo(*g.Uniform)
	}
	b.add("uniform", uniform, "", nil)
}

func (b *rowBuilder) mixLoad() {
	g, proof := b.report.GroupFigures, ""
	if g.MixLoad != nil {
		shares, strategies := make([]string, len(g.Mix)), make([]string, len(g.MixStrategies))
		for i, f := range g.Mix {
			shares[i] = f.String()
		}
		for i, s := range g.MixStrategies {
			strategies[i] = fmt.Sprintf("%s %s", b.report.Roles.Cartel(quorum.Index(i)), strategyText(s, b.report.Names))
		}
		proof = fmt.Sprintf("mix %s: strategies %s; node weights %s", strings.Join(shares, ","), strings.Join(strategies, "; "), weightsText(g.MixWeights, b.report.Names))
	}
	b.fraction("mix_load", g.MixLoad, proof)
}

func (b *rowBuilder) domination() {
	r, proof := b.report, ""
	if len(r.Dominating) > 0 {
		proof = "dominated by " + show.Join(r.Dominating, ",", func(q quorum.Set) string { return q.Label(r.Names) })
	}
	if f := r.FamilyFigures; r.Nondominated == quorum.Holds && f != nil && f.LiveSets != nil {
		proof = "exactly half of all node sets are live"
	}
	if w := r.DominationWitness; w != nil {
		proof = w.Judged().Named(r.Names, r.Roles).Reason
	}
	b.add("nondominated", truthText(r.Nondominated), proof, nil)
}

// liars shows the least intersection, and how many nodes may lie.
func (b *rowBuilder) liars() {
	r, proof := b.report, ""
	if w := r.MinIntersectionWitness; w != nil {
		proof = w.Sets[0].Label(r.Names) + " and " + w.Sets[1].Label(r.Names)
	}
	b.add("min_intersection", intText(r.MinIntersection), proof, nil)
	g := r.Byzantine
	if g == nil {
		b.add("byzantine", "", "", nil)
		return
	}
	for _, x := range []struct {
		key   string
		value *int
	}{{"dissemination", g.Dissemination}, {"masking", g.Masking}, {"opaque", g.Opaque}} {
		b.add(x.key, intText(x.value), "", nil)
	}
}

func (b *rowBuilder) writes() {
	v, ok := b.report.Writes()
	proof := ""
	if v.Holds != quorum.Unknown {
		proof = v.WritesSentence(nil)
	}
	b.add("writes_meet", truthText(v.Holds), proof, nil)
	b.rows[len(b.rows)-1].forTables = !ok
}

// disjoint shows the degree of a cartel.
func (p *part) disjoint() (proof string) {
	c := p.cartel
	switch {
	case len(c.DisjointSets) > 0:
		proof = "disjoint: " + show.Join(c.DisjointSets, " ", func(q quorum.Set) string { return q.Label(p.report.Names) })
	case len(c.Disjoint) == 1:
		proof = "quorum " + ranges(c.Disjoint)
	case len(c.Disjoint) > 1:
		proof = "quorums " + ranges(c.Disjoint) + " are disjoint"
	}
	if d := c.DegreeProof; d != nil {
		proof += fmt.Sprintf("; no more than %d are: %s", d.AtMost, argument(d.By))
		if d.Transversal != nil {
			proof += " (" + d.Transversal.Label(p.report.Names) + ")"
		}
	}
	return proof
}

func (b *rowBuilder) fraction(key string, f *bounds.Fraction, proof string) {
	if f == nil {
		b.add(key, "", "", nil)
		return
	}
	approx := f.Float64()
	b.add(key, f.String(), proof, &approx)
}

// YesNo returns yes or no.
func YesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// truthText returns the text of an answer, "" if it is not known.
func truthText(t quorum.Truth) string {
	if t == quorum.Unknown {
		return ""
	}
	return YesNo(t == quorum.Holds)
}

// Fraction returns r as a fraction for JSON, or nil if r is nil.
func Fraction(r *big.Rat) *bounds.Fraction {
	if r == nil {
		return nil
	}
	f := bounds.NewFraction(r)
	return &f
}

// TruthCell returns the cell of an answer. It is empty if the answer is not known.
func TruthCell(t quorum.Truth) table.Cell {
	if t == quorum.Unknown {
		return table.Empty()
	}
	return table.Bool(t == quorum.Holds)
}

func bigText(v *big.Int) string {
	if v == nil {
		return ""
	}
	return v.String()
}

func intText(v *int) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(*v)
}

// probabilityText formats a probability as people do: 0.1, or 1/3 if it has no short decimal.
func probabilityText(f bounds.Fraction) string {
	text := f.Rat().FloatString(12)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if r, ok := new(big.Rat).SetString(text); ok && r.Cmp(f.Rat()) == 0 {
		return text
	}
	return f.String()
}
