package measure

import (
	"errors"
	"fmt"

	"coterie/measure/availability"
	"coterie/quorum"
)

// dominationOfK judges a listed k-coterie among k-coteries, and beside it among k-semicoteries.
func (m *measurer) dominationOfK(r *Report) error {
	c, listed := m.system.Structure.(*quorum.KCoterie)
	if !listed {
		return errors.New("its quorums are not listed")
	}
	m.stage("k-coteries that dominate %s", m.system.Name)
	other, err := DominatingKCoterie(m.ctx, c, DominationOptions{Seed: m.opts.Seed})
	var input *quorum.InputError
	switch {
	case errors.As(err, &input):
		return fmt.Errorf("it is no %d-coterie", r.K)
	case err != nil:
		return err
	case other != nil:
		r.Nondominated, r.Dominating, r.Methods["nondominated"] = quorum.Fails, other.Family().Sets(), "a SAT solver"
	default:
		r.Nondominated, r.Methods["nondominated"] = quorum.Holds, noDominatingKCoterie
	}
	r.Semicoterie = quorum.Holds
	if gap, found := semicoterieGap(c); found {
		r.Semicoterie, r.SemicoterieWitness = quorum.Fails, &gap
	}
	return nil
}

// domination judges an ordinary system or a group system whose quorums meet, or a k-coterie.
func (m *measurer) domination(p *part) error {
	if p.whole.Kind == quorum.KindKCoterie {
		return m.dominationOfK(p.whole)
	}
	d, err := m.closed.Domination, m.closed.err
	switch {
	case m.closed.asked:
	case p.whole.Kind == quorum.KindGroupSystem && len(m.cartels) < 2:
		// The quorums of a single cartel need not meet, so that it is no coterie either.
		return errors.New("domination of group systems is defined for two cartels or more")
	case m.meets.Holds == quorum.Fails:
		return errors.New("it is no quorum system: " + m.meets.Reason)
	case m.meets.Holds == quorum.Unknown:
		p.open(p.Reasons["intersecting"], "nondominated")
		return nil
	default:
		d, err = JudgeDomination(m.ctx, m.cartels, DominationOptions{Jobs: m.opts.Jobs, Seed: m.opts.Seed})
	}
	var input *quorum.InputError
	switch {
	case errors.As(err, &input):
		return errors.New(input.Why)
	case err != nil:
		return err
	case p.live != nil:
		agrees(d, *p.live)
	}
	r := p.whole
	r.Nondominated = quorum.Holds
	r.Methods["nondominated"] = d.Method
	if d.Dominated() {
		r.Nondominated, r.DominationWitness = quorum.Fails, d.shown(len(r.Cartels))
	}
	return nil
}

// agrees panics where two figures contradict each other.
func agrees(d Domination, l availability.LiveSets) {
	if l.Nondominated() == d.Dominated() {
		panic(fmt.Sprintf("measure: %v of 2^%d node sets are live, by %q, and dominated is said to be %t, by %q", l.Total(), l.N(), l.Method, d.Dominated(), d.Method))
	}
}

func provedDomination(p quorum.Proved, r *Report) []string {
	if r.Nondominated != quorum.Unknown || p.Nondominated == quorum.Unknown {
		return nil
	}
	r.Nondominated = p.Nondominated
	if p.Nondominated == quorum.Fails {
		r.DominationWitness = &DominatingWitness{Nodes: p.Dominating}
	}
	return []string{"nondominated"}
}
