package report

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"coterie/bounds"
	"coterie/internal/words/show"
	"coterie/measure"
	"coterie/measure/availability"
	"coterie/quorum"
)

// Brief writes a report for reading: a line for each figure, with its value and the limit that
// matters, no line wider than width. The other forms have the proofs. The error may be the
// cause of ctx: there may be very many cartels.
func Brief(ctx context.Context, out io.Writer, r measure.Report, width int) error {
	kind := strings.ReplaceAll(string(r.Kind), "-", " ")
	if r.K > 0 {
		kind = fmt.Sprintf("%s, k = %d", r.Kind, r.K)
	}
	if len(r.Failing) > 0 {
		kind = "no " + kind
	}
	tail := fmt.Sprintf(": %s, %s", kind, show.Count(r.N, "node"))
	var text strings.Builder
	fmt.Fprintln(&text, show.Cut(Printable(r.Name), width-show.Width(tail))+tail)
	var sections []string        // lines of cartels
	var cartels [][]quorum.Index // that have the lines of a section
	known := map[string]int{}    // places in sections
	for p, err := range parts(ctx, r) {
		if err != nil {
			return err
		}
		said := &briefPart{part: p}
		for _, f := range figures {
			if f.of(&said.part) {
				said.say(f)
			}
		}
		var lines strings.Builder
		said.write(&lines, width)
		if p.cartel == nil {
			text.WriteString(lines.String())
		} else if k, ok := known[lines.String()]; ok && r.Roles == nil {
			cartels[k] = append(cartels[k], p.index)
		} else {
			known[lines.String()] = len(sections)
			sections, cartels = append(sections, lines.String()), append(cartels, []quorum.Index{p.index})
		}
	}
	for k, lines := range sections {
		fmt.Fprintln(&text, show.Cut(sectionName(r, cartels[k]), width))
		text.WriteString(lines)
	}
	_, err := io.WriteString(out, text.String())
	return err
}

func sectionName(r measure.Report, cartels []quorum.Index) string {
	each := ""
	if len(cartels) > 1 {
		each = ", each"
	}
	if r.Cartels[cartels[0]].Processes == nil {
		if len(cartels) == 1 {
			return r.Roles.Cartel(cartels[0])
		}
		return numbered("cartel", cartels) + each
	}
	return show.Join(cartels, "; ", func(i quorum.Index) string { return numbered("process", r.Cartels[i].Processes) }) + each
}

// briefLine is the line of a figure. An extra is written if it fits into the line; shorter values
// make room for the first extra.
type briefLine struct {
	label, value    string
	shorter, extras []string
}

// briefPart collects the lines of the whole system, or of a cartel.
type briefPart struct {
	part
	told  measure.Reason // the last one
	lines []briefLine
}

// add adds a line, unless it has no value.
func (b *briefPart) add(label, value string, extras ...string) {
	if value != "" {
		b.lines = append(b.lines, briefLine{label, value, nil, slices.DeleteFunc(extras, func(s string) bool { return s == "" })})
	}
}

// addLoad adds the line of a load.
func (b *briefPart) addLoad(load bounds.Fraction, with string, extras []string) {
	b.add("load", fractionText(load)+" at the busiest node"+with, extras...)
	b.lines[len(b.lines)-1].shorter = []string{fractionText(load) + with, fmt.Sprintf("%.3g", load.Float64()) + with}
}

// unknown adds a line about an unknown figure, unless it was not requested. A reason that several
// figures share is written once.
func (b *briefPart) unknown(label, key string) {
	reason := b.reason(key)
	switch {
	case reason.Kind == measure.Unasked || reason.Text == "":
		return
	case reason.Text == b.told.Text:
		b.add(label, "not known, for the same reason")
		return
	}
	b.told = reason
	b.add(label, "not known: "+b.shortReason(reason.Text))
}

// longDigits matches whole numbers that are too long for a line.
var longDigits = regexp.MustCompile(`[0-9]{13,}`)

// shortReason writes a reason without the name of the system, which the first line has, and with
// long numbers rounded.
func (b *briefPart) shortReason(reason string) string {
	reason = OneLine(reason)
	if b.report.Name != "" {
		reason = strings.ReplaceAll(reason, b.report.Name+" has ", "it has ")
	}
	return longDigits.ReplaceAllStringFunc(reason, func(digits string) string {
		v, _ := new(big.Int).SetString(digits, 10)
		return wholeText(v)
	})
}

// failing writes which defining properties fail.
func (b *briefPart) failing() {
	for _, v := range b.report.Failing {
		if v.Property == quorum.Intersection || v.Property == quorum.CrossIntersection {
			b.add("meeting", "not all quorums meet: "+OneLine(v.Reason))
		} else {
			b.add("because", string(v.Property)+" fails: "+OneLine(v.Reason))
		}
	}
}

// cartels writes that the report does not have all cartels.
func (b *briefPart) cartels() {
	if reason := b.reason("cartels").Text; reason != "" {
		b.add("cartels", "not all: "+b.shortReason(reason))
	}
}

func (b *briefPart) sizes() {
	s := b.count
	if s.Quorums != nil {
		b.add("quorums", wholeText(s.Quorums))
	} else {
		b.unknown("quorums", "quorums")
	}
	if s.MinQuorum != nil && s.MaxQuorum != nil {
		b.add("quorum size", fromTo(fmt.Sprint(*s.MinQuorum), fmt.Sprint(*s.MaxQuorum)), b.sizeLimits(*s.MinQuorum, *s.MaxQuorum)...)
	} else {
		b.unknown("quorum size", "max_quorum")
	}
	if s.MinResponsibility != nil && s.MaxResponsibility != nil {
		noun := "quorums"
		if s.MinResponsibility.IsInt64() && s.MinResponsibility.Int64() == 1 && s.MaxResponsibility.Cmp(s.MinResponsibility) == 0 {
			noun = "quorum"
		}
		b.add("responsibility", fmt.Sprintf("each node is in %s %s", fromTo(wholeText(s.MinResponsibility), wholeText(s.MaxResponsibility)), noun))
	} else {
		b.unknown("responsibility", "max_responsibility")
	}
}

// groupDegree returns the text on the degree of a group system as a whole.
func (p *part) groupDegree(degree int) (text string, limits bool) {
	switch uniform := p.report.GroupFigures.Uniform; {
	case uniform == nil || !*uniform:
		return fmt.Sprintf("%d, the least of the cartels", degree), true
	case degree == 1:
		return "1: in every cartel any two quorums meet", false
	}
	return fmt.Sprintf("%d disjoint quorums in each cartel", degree), true
}

func (b *briefPart) mixLoad() {
	if g := b.report.GroupFigures; g.MixLoad == nil {
		b.unknown("load", "mix_load")
	} else {
		b.addLoad(*g.MixLoad, mixText(g.Mix, b.report.Roles), b.limits(nil))
	}
}

// mixText returns the shares of the groups: " with 90 % reads".
func mixText(mix []bounds.Fraction, roles quorum.Roles) string {
	switch {
	case len(mix) == 1:
		return ""
	case len(mix) == len(roles):
		percent := bounds.NewFraction(new(big.Rat).Mul(mix[0].Rat(), big.NewRat(100, 1)))
		return fmt.Sprintf(" with %.4g %% %s", percent.Float64(), roles[0])
	case !slices.ContainsFunc(mix, func(f bounds.Fraction) bool { return f.Cmp(mix[0]) != 0 }):
		return " with equal shares"
	}
	return " with shares " + show.Join(mix, ", ", probabilityText)
}

func (b *briefPart) load() {
	if f := b.family; f.Load == nil {
		b.unknown("load", "load")
	} else {
		b.addLoad(*f.Load, "", b.limits(nil))
		b.add("capacity", fractionText(*f.Capacity)+" times that of one node")
	}
}

// mayCrash returns the text on the resilience.
func (p *part) mayCrash(nodes int) (text string, limits bool) {
	if nodes == 0 {
		return "0: the crash of one node can stop it", true
	}
	return fmt.Sprintf("any %s may crash", show.Count(nodes, "node")), true
}

func (b *briefPart) availability() {
	if len(b.family.Availability) == 0 {
		b.unknown("fails", "availability")
	}
	for _, a := range b.family.Availability {
		b.failure("fails", "", a)
	}
}

func (b *briefPart) nodeAvailability() {
	if n := b.family.NodeAvailability; n != nil {
		b.add("fails", fmt.Sprintf("with probability %s where each node has its own p", briefNumber(fmt.Sprint(n.Failure))))
	} else {
		b.unknown("fails, own p", "node_availability")
	}
}

func (b *briefPart) besideLiars() {
	for _, a := range b.family.BesideLiars {
		b.add("fails", fmt.Sprintf("with probability %s at p = %.4g beside liars, at worst %s", briefNumber(fmt.Sprint(a.Failure)), a.P, a.Liars.Label(b.report.Names)))
	}
	b.unknown("fails, liars", "beside_liars")
}

// failure adds a failure probability: exact, or as an interval.
func (b *briefPart) failure(label, prefix string, a availability.Point) {
	at := " at p = " + probabilityText(a.P)
	if i := a.Interval; i != nil {
		low, high := i.LowText(3), i.HighText(3)
		sure := fmt.Sprintf("%g %% sure", 100*i.Confidence)
		if i.Approximate {
			sure = "about " + sure
		}
		about, settled, open := "about", ", "+sure, sure
		if i.Confidence == 1 {
			about, settled, open = "with probability", "", "proved"
		}
		if i.Digits() > 0 {
			b.add(label, fmt.Sprintf("%s%s %s%s (%s..%s%s)", prefix, about, i.ValueText(3), at, low, high, settled))
		} else {
			b.add(label, fmt.Sprintf("%sbetween %s and %s%s (%s)", prefix, low, high, at, open))
		}
		return
	}
	value := prefix + "with probability " + briefNumber(a.FailureText(9)) + at
	least := a.FloorText(9)
	switch {
	case least != "" && least == a.FailureText(9):
		b.add(label, value, ", the best possible")
	case least != "":
		b.add(label, value, "; best possible "+briefNumber(least))
	default:
		b.add(label, value, b.limits(&a.P)...)
	}
}

// concurrency writes, for a k-coterie, the probabilities that several processes cannot be inside at
// once.
func (b *briefPart) concurrency() {
	for _, c := range b.report.Concurrency {
		label := fmt.Sprintf("%d at once", c.Entries)
		if c.LiveSets == nil && c.Reason != "" {
			b.add(label, "not known: "+OneLine(c.Reason))
		}
		for _, a := range c.Availability {
			b.failure(label, "fails ", a)
		}
	}
}

// kCoterie names the kind of a k-coterie by its k.
func (b *briefPart) kCoterie() string { return fmt.Sprintf("%d-coterie", b.report.K) }

// semicoterie says how a k-coterie stands among families that need no non-intersection.
func (b *briefPart) semicoterie() string {
	if w := b.report.SemicoterieWitness; w != nil {
		return fmt.Sprintf("; among %d-semicoteries it is dominated: %s can be added", b.report.K, w.Label(b.report.Names))
	}
	return fmt.Sprintf("; nor does a %d-semicoterie", b.report.K)
}

func (b *briefPart) domination() {
	switch r := b.report; {
	case r.K > 0 && r.Nondominated == quorum.Holds:
		b.add("nondominated", "yes: no other "+b.kCoterie()+" dominates it"+b.semicoterie())
	case r.K > 0 && r.Nondominated == quorum.Fails:
		b.add("nondominated", "no: a "+b.kCoterie()+" of "+show.Count(len(r.Dominating), "quorum")+" dominates it, which --format json has"+b.semicoterie())
	case r.Nondominated == quorum.Holds:
		b.add("nondominated", "yes: no other survives all that it survives, and more")
	case r.Nondominated == quorum.Fails:
		b.add("nondominated", "no: another survives all that it survives, and more")
	case r.Intersecting == quorum.Fails && b.reason("nondominated").Kind != measure.Unasked:
		b.add("nondominated", "not known: it is no quorum system")
	default:
		b.unknown("nondominated", "nondominated")
	}
}

// liars says how many nodes may lie.
func (b *briefPart) liars() {
	least, g := b.report.MinIntersection, b.report.Byzantine
	if least == nil {
		b.unknown("liars", "min_intersection")
		return
	}
	text := "two quorums share as few as " + show.Count(*least, "node")
	switch {
	case g == nil:
		b.add("liars", text)
		b.unknown("", "byzantine")
		return
	case *least > 1 && *g.Dissemination == 0:
		b.add("liars", "none may lie: one node meets all quorums")
		return
	case g.Dissemination == nil || *g.Dissemination == 0:
		b.add("liars", "none may lie: "+text)
		return
	}
	opaque := "opaque"
	if g.Opaque == nil {
		opaque = "not opaque"
	} else {
		opaque += fmt.Sprintf(" with %d", *g.Opaque)
	}
	b.add("liars", fmt.Sprintf("%d may lie if data is signed, masks %d, %s: %s", *g.Dissemination, *g.Masking, opaque, text))
}

// writes writes whether writes meet, and the use of that, with a line for each part of the
// sentence.
func (b *briefPart) writes() {
	v, ok := b.report.Writes()
	if !ok {
		return
	}
	switch v.Holds {
	case quorum.Holds:
		b.add("writes meet", "yes: "+quorum.WritesGoodFor(v.Holds))
		return
	case quorum.Fails:
		b.add("writes meet", "no: "+v.Reason)
	default:
		b.unknown("writes meet", "writes_meet")
	}
	for part := range strings.SplitSeq(quorum.WritesGoodFor(v.Holds), "; ") {
		b.add("", part)
	}
}

// cartelDegree returns the text on the greatest number of disjoint quorums in a cartel.
func (p *part) cartelDegree(degree int) (text string, limits bool) {
	noun := "quorums"
	if int(p.index) < len(p.report.Roles) {
		noun = strings.TrimSuffix(p.report.Roles[p.index], "s") + " quorums"
	}
	switch quorums := p.cartel.Quorums; {
	case degree > 1:
		return fmt.Sprintf("%d: %s %s can be disjoint", degree, inWords(degree), noun), true
	case quorums != nil && quorums.IsInt64() && quorums.Int64() == 1:
		return "1: there is one quorum", false
	}
	return fmt.Sprintf("1: any two %s meet", noun), false
}

func inWords(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

func fromTo(least, most string) string {
	if least == most {
		return least
	}
	return least + " to " + most
}

// longBits is the length in bits from which a number is rounded without computing its digits.
const longBits = 1 << 15

// wholeText formats a whole number, a long one with three digits.
func wholeText(v *big.Int) string {
	if v.BitLen() > longBits { // millions of digits take seconds to find
		mantissa := new(big.Float)
		log := float64(new(big.Float).SetInt(v).MantExp(mantissa)) * math.Log10(2)
		m, _ := mantissa.Float64()
		whole, part := math.Modf(log + math.Log10(m))
		digits := strconv.FormatFloat(math.Pow(10, part), 'f', 2, 64)
		if digits == "10.00" {
			digits, whole = "1.00", whole+1
		}
		return fmt.Sprintf("%se+%.0f", digits, whole)
	}
	text := v.String()
	if len(text) > 12 {
		return new(big.Float).SetInt(v).Text('e', 2)
	}
	return text
}

// fractionText formats "3/7 ≈ 0.429"; for a long fraction only the decimal.
func fractionText(f bounds.Fraction) string {
	const longest = 11
	if f.Rat().IsInt() {
		return f.String()
	}
	decimal := fmt.Sprintf("%.3g", f.Float64())
	sign := "≈"
	if r, ok := new(big.Rat).SetString(decimal); ok && r.Cmp(f.Rat()) == 0 {
		sign = "="
	}
	if len(f.String()) > longest {
		return decimal
	}
	return f.String() + " " + sign + " " + decimal
}

// briefNumber rounds a number for reading. The result shows how near the number is to 0 or 1:
// "0.011", "7.0e-06", "1 - 4.0e-04".
func briefNumber(text string) string {
	x, _, err := big.ParseFloat(text, 10, 256, big.ToNearestEven)
	if err != nil {
		return text
	}
	one := big.NewFloat(1)
	switch rest := new(big.Float).Sub(one, x); {
	case x.Sign() == 0 || x.Cmp(one) == 0:
		return x.Text('g', 2)
	case x.Cmp(big.NewFloat(0.000995)) < 0:
		return x.Text('e', 1)
	case x.Cmp(big.NewFloat(0.99)) > 0 && rest.Sign() > 0:
		return "1 - " + rest.Text('e', 1)
	case x.Cmp(big.NewFloat(0.0995)) >= 0:
		return x.Text('f', 2)
	case x.Cmp(big.NewFloat(0.00995)) >= 0:
		return x.Text('f', 3)
	}
	return x.Text('f', 4)
}
