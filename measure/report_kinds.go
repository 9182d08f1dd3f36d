package measure

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"coterie/internal/solve/given"
	"coterie/internal/solve/readonce"
	"coterie/quorum"
)

// largestPairs bounds the quorums whose pairs are judged before any figure that needs them to meet;
// more quorums take minutes.
const largestPairs = 200_000

// ordinary fills the report of an ordinary system or a k-coterie.
func (m *measurer) ordinary(r *Report) {
	r.FamilyFigures = &FamilyFigures{}
	p := &part{name: m.system.Name, cartel: m.cartels[0], whole: r, FamilyFigures: r.FamilyFigures, Notes: r.Notes}
	r.K = m.system.K
	f, listed := p.cartel.List()
	if listed {
		m.stage("intersection of %s", m.system.Name)
		m.intersecting(r, m.judge(func() quorum.Judged { return quorum.JudgeIntersection(m.ctx, f, quorum.Options{Jobs: m.opts.Jobs}) }, f.Len()))
		r.Sizes = m.sizesOf(r.Notes, f)
		if s, ok := m.system.Structure.(*quorum.System); ok && s.HasSites() {
			r.Sizes = m.sizesOf(r.Notes, s.SiteFamily())
			r.Quorums = big.NewInt(int64(f.Len()))
			r.Methods["min_responsibility"] = "counting in the S_i"
		}
	} else {
		m.closed = m.unlisted(p, &r.Sizes)
		meets := m.closed.judged(m.system)
		if meets.Holds == quorum.Unknown && m.system.Proved.Meet == quorum.Holds {
			meets.Holds, meets.Reason = quorum.Holds, construction(m.system.Proved)
		}
		m.intersecting(r, meets)
	}
	if r.Kind == quorum.KindKCoterie {
		m.isKCoterie = m.failing(r)
	}
	p.meets, p.proven = m.meets.Holds == quorum.Holds, r.Kind == quorum.KindSystem || !listed
	m.find(p, ofFamily)
	m.find(p, ofSystem)
	if p.proven {
		m.provedToMeet(r)
	}
	m.ordinaryLimits(p)
}

// judge runs a judgement of pairs unless there are too many quorums.
func (m *measurer) judge(verdict func() quorum.Judged, quorums int) quorum.Judged {
	if quorums > largestPairs && m.system.Proved.Meet == quorum.Holds {
		return quorum.Judged{Holds: quorum.Holds, Reason: construction(m.system.Proved)}
	}
	if quorums > largestPairs {
		return quorum.Judged{Holds: quorum.Unknown, Reason: fmt.Sprintf("whether the quorums meet is not judged for more than %d of them", largestPairs)}
	}
	return verdict().Named(m.system.Names, m.system.Roles)
}

// intersecting enters whether the quorums meet. For a listed k-coterie nobody asks.
func (m *measurer) intersecting(r *Report, meets quorum.Judged) {
	m.meets = meets
	if r.K > 0 {
		return
	}
	switch r.Intersecting = meets.Holds; {
	case meets.Holds == quorum.Fails:
		r.open(Reason{Settled, meets.Reason}, "intersecting")
	case meets.Holds == quorum.Unknown:
		r.open(m.undecided(meets.Reason), "intersecting")
	case meets.Reason != "":
		r.Methods["intersecting"] = meets.Reason
	}
}

// provedToMeet enters from theorems that the quorums meet, where nothing else shows it.
func (m *measurer) provedToMeet(r *Report) {
	if r.Intersecting == quorum.Unknown && m.system.Proved.Meet == quorum.Holds {
		r.Intersecting = quorum.Holds
		r.enter(construction(m.system.Proved), []string{"intersecting"})
	}
}

// sizesOf counts the quorums and the responsibilities. If ctx ends, responsibilities are left out,
// and the notes say so.
func (m *measurer) sizesOf(notes Notes, families ...quorum.Family) quorum.Sizes {
	sizes, err := quorum.SizesOf(m.ctx, families...)
	if err != nil {
		notes.open(m.because(given.Ended(m.ctx)), "min_responsibility", "max_responsibility")
	}
	return sizes
}

// sizesOfFormula counts the quorums of a read-once formula. Its errors are those of Formula.Shape.
func sizesOfFormula(ctx context.Context, f quorum.Formula) (quorum.Sizes, error) {
	s, err := f.Shape(ctx)
	if err != nil {
		return quorum.Sizes{}, err
	}
	return s.Sizes(), nil
}

// sizeKeys are the keys of the sizes, which nobody needs to ask for.
var sizeKeys = []string{"quorums", "min_quorum", "max_quorum", "min_responsibility", "max_responsibility"}

// knownSizes notes, for each size, how it is known, or why it is not.
func (n Notes) knownSizes(s quorum.Sizes, reason Reason) {
	for i, known := range []bool{s.Quorums != nil, s.MinQuorum != nil, s.MaxQuorum != nil, s.MinResponsibility != nil, s.MaxResponsibility != nil} {
		if known {
			n.enter("closed form of the family", sizeKeys[i:i+1])
		} else {
			n.open(reason, sizeKeys[i])
		}
	}
}

// closed has the answer of closed forms on domination, for families that are not listed.
type closed struct {
	Domination
	err   error
	meets quorum.Truth // whether the quorums do
	asked bool         // the zero value is for families without closed forms
}

func closedForms[Q quorum.Quorums](ctx context.Context, cartels []Q) closed {
	c := closed{meets: quorum.Holds, asked: true}
	c.Domination, c.err = JudgeDomination(ctx, cartels, DominationOptions{})
	var input *quorum.InputError
	switch {
	case errors.As(c.err, &input):
		c.meets = quorum.Fails
	case c.err != nil:
		c.meets = quorum.Unknown
	}
	return c
}

// judged returns the verdict of the closed forms on whether quorums that are not listed meet.
func (c closed) judged(s quorum.Known) quorum.Judged {
	v := quorum.Judged{Property: s.Kind.Defining()[0], Holds: c.meets}
	switch c.meets {
	case quorum.Unknown:
		v.Reason = s.Unlisted
	case quorum.Fails:
		v.Reason = c.err.Error()
	}
	return v
}

// unlisted finds the sizes of a family with too many quorums to list. Where it has a formula
// that closed forms cover, all its figures can be found; otherwise they are closed.
func (m *measurer) unlisted(p *part, sizes *quorum.Sizes) closed {
	p.closed = m.undecided(m.system.Unlisted)
	if f, known := p.cartel.Formula(); known {
		err := readonce.Check(f)
		if err == nil {
			p.closed = Reason{}
			if *sizes, err = sizesOfFormula(m.ctx, f); err != nil {
				p.open(m.because(err), sizeKeys...)
			} else {
				p.Methods["quorums"] = readonce.Method
			}
			return closedForms(m.ctx, []quorum.Cartel{p.cartel})
		}
		p.besides = "; " + err.Error()
	}
	if m.system.Kind != quorum.KindGroupSystem { // else those known are of all cartels together
		*sizes = m.system.Sizes
	}
	p.knownSizes(*sizes, Reason{p.closed.Kind, p.closed.Text + p.besides})
	return closed{}
}

// groups fills the report of a group system.
func (m *measurer) groups(r *Report) {
	r.GroupFigures = &GroupFigures{Mix: m.mix(len(m.cartels))}
	whole := &part{name: m.system.Name, whole: r, Notes: r.Notes}
	families, err := given.Lists(m.cartels)
	listed := err == nil
	if listed {
		r.Sizes = m.sizesOf(r.Notes, families...)
		m.stage("intersection of %s", m.system.Name)
		m.intersecting(r, m.judge(func() quorum.Judged {
			if len(families) == 1 { // one group alone is an ordinary system
				return quorum.JudgeIntersection(m.ctx, families[0], quorum.Options{Jobs: m.opts.Jobs})
			}
			return quorum.JudgeCrossIntersection(m.ctx, m.system.Structure.(*quorum.GroupSystem), quorum.Options{Jobs: m.opts.Jobs})
		}, int(r.Quorums.Int64())))
	} else {
		r.open(m.undecided(m.system.Unlisted+"; the cartels are measured one by one, by closed forms"),
			"min_responsibility", "max_responsibility", "mix_load", "mix_strategies", "mix_node_weights")
	}
	m.eachCartel(r, func(i int) string { return m.system.Roles.Cartel(quorum.Index(i)) + " of " + m.system.Name })
	m.find(whole, ofGroups)
	most := 0
	switch {
	case listed && r.MaxResponsibility != nil:
		most = int(r.MaxResponsibility.Int64())
	case listed:
	case m.sumOfSizes(r):
		m.closed = closedForms(m.ctx, m.cartels)
		m.intersecting(r, m.closed.judged(m.system))
	default:
		r.open(m.undecided(m.system.Unlisted), append(keysOf(ofSystem), "intersecting")...)
		m.provedToMeet(r)
		r.Sizes = m.system.Sizes
		r.knownSizes(r.Sizes, m.undecided(m.system.Unlisted))
		return
	}
	m.find(whole, ofSystem)
	m.groupLimits(whole, most)
}

// sharing fills the report of a sharing structure: the quorums of each group of processes.
func (m *measurer) sharing(r *Report) {
	r.open(Reason{Limited, "between sharing structures there is no domination"}, "nondominated")
	r.open(noLiars, "min_intersection", "byzantine")
	families, err := given.Lists(m.cartels)
	if err != nil {
		p := &part{whole: r, FamilyFigures: &FamilyFigures{}, Notes: r.Notes}
		m.unlisted(p, &r.Sizes)
		m.find(p, ofFamily)
		return
	}
	r.Sizes = m.sizesOf(r.Notes, families...)
	m.eachCartel(r, func(i int) string { return fmt.Sprintf("group %v of %s", quorum.Index(i), m.system.Name) })
}

// mostCutShort bounds the cartels without figures in a report whose context ended.
const mostCutShort = 100

// eachCartel finds the figures of the cartels. If the context ended there are no figures but sizes,
// and many such cartels are left out of the report.
func (m *measurer) eachCartel(r *Report, name func(i int) string) {
	r.Cartels = make([]CartelReport, len(m.cartels))
	for i, cartel := range m.cartels {
		c := &r.Cartels[i]
		c.Notes, c.Processes = newNotes(), cartel.Processes
		p := &part{name: name(i), cartel: cartel, whole: r, report: c, FamilyFigures: &c.FamilyFigures, Notes: c.Notes}
		f, listed := cartel.List()
		switch {
		case !listed:
			p.meets = m.unlisted(p, &c.Sizes).meets == quorum.Holds
		case m.ctx.Err() != nil && len(r.Cartels)-i > mostCutShort:
			r.open(Reason{Stopped, fmt.Sprintf("%v; %d of %d cartels were gone through", given.Ended(m.ctx), i, len(r.Cartels))}, "cartels")
			r.Cartels = r.Cartels[:i]
			return
		default:
			if m.ctx.Err() != nil {
				p.closed = m.because(given.Ended(m.ctx))
			}
			c.Sizes = m.sizesOf(c.Notes, f)
		}
		m.find(p, ofFamily)
		m.find(p, ofCartel)
	}
}

// sumOfSizes sums up the known sizes of the cartels; it reports whether all are known.
func (m *measurer) sumOfSizes(r *Report) bool {
	total := new(big.Int)
	var least, greatest int
	for i := range r.Cartels {
		c := &r.Cartels[i]
		if c.Quorums == nil {
			return false
		}
		total.Add(total, c.Quorums)
		if i == 0 {
			least = *c.MinQuorum
		}
		least, greatest = min(least, *c.MinQuorum), max(greatest, *c.MaxQuorum)
	}
	r.Quorums, r.MinQuorum, r.MaxQuorum = total, &least, &greatest
	r.Methods["quorums"] = readonce.Method
	return true
}
