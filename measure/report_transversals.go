package measure

import (
	"errors"
	"fmt"

	"coterie/measure/availability"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// searchNodes bounds the search for a smallest transversal, to some ten seconds, of families of up
// to searchCells nodes times quorums; of larger ones fewer in proportion are visited.
const (
	searchNodes = 1_000_000
	searchCells = 1 << 20
)

func searchBudget(c quorum.Cartel) int64 {
	cells := int64(searchCells)
	if f, listed := c.List(); listed {
		cells = max(cells, int64(f.N())*int64(f.Len()))
	}
	return max(10, searchNodes*searchCells/cells)
}

// resilience enters a smallest transversal; where no proof shows that it is smallest, the
// resilience stays open.
func (m *measurer) resilience(p *part) error {
	most := searchBudget(p.cartel)
	opts := transversals.Options{Jobs: m.opts.Jobs, Load: p.load, MaxNodes: most / 10}
	if p.live != nil && !p.live.Transversal.Empty() {
		opts.MaxNodes = 1 // bounds are a shorter proof
	}
	t, err := transversals.Smallest(m.ctx, p.cartel, opts)
	if err != nil {
		m.facts(p)
	}
	proved := p.proven && !m.system.Proved.Transversal.Empty()
	if err != nil && p.live == nil && !proved { // else the size is known
		opts.MaxNodes = most
		t, err = transversals.Smallest(m.ctx, p.cartel, opts)
	}
	if err != nil && t.Size == 0 {
		return err
	}
	if p.live != nil {
		countedBy(&t, *p.live)
	}
	p.transversals = t.Lower
	p.ResilienceProof = &ResilienceProof{AtLeast: t.Lower, By: t.LowerBy, Packing: t.Packing, AtMost: t.Size}
	if !t.Exact() {
		p.open(m.between(err, t.Lower-1, t.Size-1), "resilience", "smallest_transversal")
		return nil
	}
	p.Resilience, p.SmallestTransversal = new(t.Size-1), &t.Set
	p.Methods["resilience"] = t.LowerBy
	return nil
}

// between returns the reason for a number that is known to be in low..high; err may say so itself.
func (m *measurer) between(err error, low, high int) Reason {
	return Reason{m.because(err).Kind, fmt.Sprintf("%v; it is %d to %d", errors.Unwrap(err), low, high)}
}

// countedBy raises the lower bound to the size of a smallest transversal, which follows from the
// counts, and enters such a transversal if it came with them. It panics where counts and search
// contradict each other.
func countedBy(t *transversals.Transversal, l availability.LiveSets) {
	least := l.SmallestTransversal()
	switch {
	case least < t.Lower || least > t.Size:
		panic(fmt.Sprintf("measure: the smallest transversal has %d nodes by %q, and %d to %d by %q", least, l.Method, t.Lower, t.Size, t.LowerBy))
	case least > t.Lower:
		t.Lower, t.LowerBy, t.Packing = least, "live sets", nil
	}
	if t.Size > least && !l.Transversal.Empty() {
		t.Size, t.Set = least, l.Transversal
	}
}

func provedResilience(p quorum.Proved, r *Report) []string {
	if r.Resilience != nil || p.Transversal.Empty() {
		return nil
	}
	size := p.Transversal.Len()
	r.Resilience, r.SmallestTransversal = new(size-1), &p.Transversal
	r.ResilienceProof = &ResilienceProof{AtLeast: size, By: "by " + construction(p), AtMost: size}
	return []string{"resilience", "smallest_transversal", "resilience_proof"}
}

// cartelDegree enters the most disjoint quorums; where there may be more, the degree stays open.
func (m *measurer) cartelDegree(p *part) error {
	d, err := transversals.MaxDisjoint(m.ctx, p.cartel, transversals.PackingOptions{})
	if err != nil && d.Upper == 0 {
		return err
	}
	c := p.report
	c.Disjoint, c.DisjointSets = d.Quorums, d.Sets
	c.DegreeProof = &DegreeProof{AtMost: d.Upper, By: d.UpperBy}
	if !d.Transversal.Empty() {
		c.DegreeProof.Transversal = &d.Transversal
	}
	if !d.Exact() {
		p.open(m.between(err, len(d.Quorums), d.Upper), "degree")
		return nil
	}
	c.Degree = &d.Upper
	c.Methods["degree"] = d.UpperBy
	return nil
}

// systemDegree sums the degrees of the cartels up.
func (m *measurer) systemDegree(p *part) error {
	r, keys := p.whole, []string{"degree", "uniform"}
	if reason, cut := r.Reasons["cartels"]; cut {
		r.open(reason, keys...)
		return nil
	}
	uniform, least := true, 0
	for i, c := range r.Cartels {
		if c.Degree == nil {
			reason := c.Reasons["degree"]
			reason.Text = m.system.Roles.Cartel(quorum.Index(i)) + ": " + reason.Text
			r.open(reason, keys...)
			return nil
		}
		if i == 0 {
			least = *c.Degree
		}
		least = min(least, *c.Degree)
		uniform = uniform && *c.Degree == *r.Cartels[0].Degree
	}
	r.Degree, r.Uniform = &least, &uniform
	r.Methods["degree"] = "least over the cartels"
	return nil
}
