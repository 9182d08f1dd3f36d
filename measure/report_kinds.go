package measure

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// largestPairs bounds the quorums whose pairs are judged before anything is said that needs them to
// meet; more take minutes.
const largestPairs = 200_000

// ordinary fills the report of an ordinary system or a k-coterie.
func (m *measurer) ordinary(r *Report) {
	r.FamilyFigures = &FamilyFigures{}
	if k, ok := m.subject.Structure.(*quorum.KCoterie); ok {
		r.K = k.K()
	}
	f, ok := m.cartels[0].List()
	if !ok {
		m.unlistedOrdinary(r)
		return
	}
	m.stage("intersection of %s", m.subject.Name)
	meets := m.judge(func() quorum.Judged { return quorum.JudgeIntersection(m.ctx, f, quorum.Options{Jobs: m.opts.Jobs}) }, f.Len())
	m.intersecting(r, meets)
	r.Sizes = m.sizesOf(f)
	r.Notes.cutSizes(m.ctx, r.Sizes)
	if s, ok := m.subject.Structure.(*quorum.System); ok && s.HasSites() {
		r.Sizes = m.sizesOf(s.SiteFamily())
		r.Quorums = big.NewInt(int64(f.Len()))
		r.Methods["min_responsibility"] = "counting in the S_i"
	}
	known := m.familyFigures(m.subject.Name, m.cartels[0], meets.Holds == quorum.Holds, r.FamilyFigures, r.Notes)
	if r.K > 1 && m.wants(AvailabilityFigure) {
		r.Concurrency = m.concurrency(f, r.K, meets.Holds == quorum.Holds)
	}
	m.domination(r, []found{known}, meets)
	m.ordinaryLimits(r, f, meets)
}

// judge runs a judgement of pairs unless there are too many quorums.
func (m *measurer) judge(verdict func() quorum.Judged, quorums int) quorum.Judged {
	if quorums > largestPairs && m.subject.Proved.Meet == quorum.Holds {
		return quorum.Judged{Holds: quorum.Holds, Reason: construction(m.subject.Proved)}
	}
	if quorums > largestPairs {
		return quorum.Judged{Holds: quorum.Unknown, Reason: fmt.Sprintf("whether the quorums meet is not judged for more than %d of them", largestPairs)}
	}
	return verdict().Named(m.subject.Names, m.subject.Roles)
}

// intersecting enters whether the quorums meet. Between those of a k-coterie nobody asks.
func (m *measurer) intersecting(r *Report, meets quorum.Judged) {
	if r.Kind == quorum.KindKCoterie {
		return
	}
	m.meets = meets
	if r.Intersecting = meets.Holds; meets.Holds != quorum.Holds {
		r.open(meets.Reason, "intersecting")
	} else if meets.Reason != "" {
		r.Methods["intersecting"] = meets.Reason
	}
}

// sizesOf counts the quorums and what they are in; responsibilities are left out where ctx ends.
func (m *measurer) sizesOf(families ...quorum.Family) quorum.Sizes {
	count, least, greatest := 0, 0, 0
	n := families[0].N()
	incidences := 0
	for _, f := range families {
		incidences += f.Incidences()
	}
	var dense []int
	of := map[int32]int{} // where few nodes are in a quorum: of many cartels, each may have few
	if incidences > n/8 {
		dense = make([]int, n)
	}
	for i, f := range families {
		count += f.Len()
		low, high := f.Sizes()
		if i == 0 {
			least = low
		}
		least, greatest = min(least, low), max(greatest, high)
		for _, q := range par.Until(m.ctx, f.All()) {
			for _, v := range q {
				if dense != nil {
					dense[v]++
				} else {
					of[v]++
				}
			}
		}
	}
	sizes := quorum.Sizes{Quorums: big.NewInt(int64(count)), MinQuorum: &least, MaxQuorum: &greatest}
	if dense == nil {
		if dense = slices.Collect(maps.Values(of)); len(dense) < n {
			dense = append(dense, 0)
		}
	}
	if m.ctx.Err() == nil {
		sizes.MinResponsibility, sizes.MaxResponsibility = big.NewInt(int64(slices.Min(dense))), big.NewInt(int64(slices.Max(dense)))
	}
	return sizes
}

// cutSizes notes why sizes that were cut short are.
func (n Notes) cutSizes(ctx context.Context, s quorum.Sizes) {
	if s.MinResponsibility == nil {
		n.open(ended(ctx).Error(), "min_responsibility", "max_responsibility")
	}
}

// groups fills the report of a group system.
func (m *measurer) groups(r *Report) {
	r.GroupFigures = &GroupFigures{Mix: m.mix(len(m.cartels))}
	r.Cartels = make([]CartelReport, len(m.cartels))
	known := make([]found, len(m.cartels))
	families, err := listsOf(m.cartels)
	if err != nil {
		m.unlistedGroups(r)
		return
	}
	r.Sizes = m.sizesOf(families...)
	r.Notes.cutSizes(m.ctx, r.Sizes)
	g := m.subject.Structure.(*quorum.GroupSystem)
	m.stage("intersection of %s", m.subject.Name)
	meets := m.judge(func() quorum.Judged {
		if len(families) == 1 { // one group alone is an ordinary system
			return quorum.JudgeIntersection(m.ctx, families[0], quorum.Options{Jobs: m.opts.Jobs})
		}
		return quorum.JudgeCrossIntersection(m.ctx, g, quorum.Options{Jobs: m.opts.Jobs})
	}, int(r.Quorums.Int64()))
	m.intersecting(r, meets)
	for i, p := range m.cartels {
		c := &r.Cartels[i]
		if m.ctx.Err() != nil {
			if m.leaveOut(r, i) {
				break
			}
			m.cutShort(c, families[i])
			continue
		}
		c.Notes, c.Sizes = newNotes(), m.sizesOf(families[i])
		c.Notes.cutSizes(m.ctx, c.Sizes)
		name := m.subject.Roles.Cartel(quorum.Index(i)) + " of " + m.subject.Name
		known[i] = m.familyFigures(name, p, false, &c.FamilyFigures, c.Notes)
		m.cartelDegree(name, p, c)
	}
	m.systemDegree(r)
	m.mixLoad(r, families)
	m.domination(r, known, meets)
	m.groupLimits(r, meets)
}

// mix returns the shares of m groups: those asked for, or equal ones.
func (m *measurer) mix(groups int) []bounds.Fraction {
	if m.opts.Mix != nil {
		return m.opts.Mix
	}
	return slices.Repeat([]bounds.Fraction{bounds.FractionOf(1, int64(groups))}, groups)
}

func (m *measurer) cartelDegree(name string, q quorum.Cartel, c *CartelReport) {
	if !m.wants(DegreeFigure) {
		c.open(NotAsked, "degree", "disjoint_quorums", "degree_proof")
		return
	}
	m.stage("degree of %s", name)
	p, err := MaxDisjoint(m.ctx, q, PackingOptions{})
	if err != nil && p.Upper == 0 {
		c.open(m.because(err), "degree", "disjoint_quorums", "degree_proof")
		return
	}
	c.Disjoint, c.DisjointSets = p.Quorums, p.Sets
	c.DegreeProof = &DegreeProof{AtMost: p.Upper, By: p.UpperBy}
	if !p.Transversal.Empty() {
		c.DegreeProof.Transversal = &p.Transversal
	}
	if !p.Exact() {
		c.open(fmt.Sprintf("%v; it is %d to %d", errors.Unwrap(err), len(p.Quorums), p.Upper), "degree")
		return
	}
	degree := p.Upper
	c.Degree = &degree
	c.Methods["degree"] = p.UpperBy
}

// systemDegree sums the degrees of the cartels up.
func (m *measurer) systemDegree(r *Report) {
	if !m.wants(DegreeFigure) {
		r.open(NotAsked, "degree", "uniform")
		return
	}
	if reason, cut := r.Reasons["cartels"]; cut {
		r.open(reason, "degree", "uniform")
		return
	}
	uniform := true
	least := 0
	for i, c := range r.Cartels {
		if c.Degree == nil {
			r.open(fmt.Sprintf("%s: %s", m.subject.Roles.Cartel(quorum.Index(i)), c.Reasons["degree"]), "degree", "uniform")
			return
		}
		if i == 0 {
			least = *c.Degree
		}
		least = min(least, *c.Degree)
		uniform = uniform && *c.Degree == *r.Cartels[0].Degree
	}
	r.Degree, r.Uniform = &least, &uniform
	r.Methods["degree"] = "least over the cartels"
}

func (m *measurer) mixLoad(r *Report, families []quorum.Family) {
	keys := []string{"mix_load", "mix_strategies", "mix_node_weights"}
	if !m.wants(LoadFigure) {
		r.open(NotAsked, keys...)
		return
	}
	if n := families[0].N(); n > maxWeightedNodes {
		r.open(tooManyToWeigh, keys...)
		return
	}
	m.stage("load of %s under the mix", m.subject.Name)
	l, err := FindMixLoad(m.ctx, families, r.Mix, LoadOptions{})
	if err != nil {
		r.open(m.because(err), keys...)
		return
	}
	r.MixLoad, r.MixWeights = &l.Value, l.NodeWeights
	for _, s := range l.Strategies {
		r.MixStrategies = append(r.MixStrategies, entries(s))
	}
	r.Methods["mix_load"] = l.Method
}

// sharing fills the report of a sharing structure: the quorums of each group of processes.
func (m *measurer) sharing(r *Report) {
	r.open("between sharing structures there is no domination", "nondominated")
	families, err := listsOf(m.cartels)
	if err != nil {
		m.unlisted(quorum.Cartel{}, &r.Sizes, &FamilyFigures{}, r.Notes)
		return
	}
	r.Sizes = m.sizesOf(families...)
	r.Notes.cutSizes(m.ctx, r.Sizes)
	r.Cartels = make([]CartelReport, len(m.cartels))
	for i, p := range m.cartels {
		c := &r.Cartels[i]
		if m.ctx.Err() != nil {
			if m.leaveOut(r, i) {
				break
			}
			m.cutShort(c, families[i])
			c.Processes = p.Processes
			continue
		}
		c.Notes, c.Sizes, c.Processes = newNotes(), m.sizesOf(families[i]), p.Processes
		c.Notes.cutSizes(m.ctx, c.Sizes)
		name := fmt.Sprintf("group %v of %s", quorum.Index(i), m.subject.Name)
		m.familyFigures(name, p, false, &c.FamilyFigures, c.Notes)
		m.cartelDegree(name, p, c)
	}
}

// domination judges an ordinary system or a group system whose quorums meet.
func (m *measurer) domination(r *Report, known []found, meets quorum.Judged) {
	switch {
	case r.Kind == quorum.KindKCoterie:
		r.open("between k-coteries domination asks for a family with all k-properties; it is not judged here", "nondominated")
		return
	case !m.wants(DominationFigure):
		r.open(NotAsked, "nondominated")
		return
	case r.Kind == quorum.KindGroupSystem && len(m.cartels) < 2:
		// Its quorums need not meet, so that it is no coterie either.
		r.open("domination of group systems is defined for two cartels or more", "nondominated")
		return
	case meets.Holds == quorum.Fails:
		r.open("it is no quorum system: "+meets.Reason, "nondominated")
		return
	case meets.Holds == quorum.Unknown:
		r.open(meets.Reason, "nondominated")
		return
	}
	m.stage("domination of %s", m.subject.Name)
	d, err := JudgeDomination(m.ctx, m.cartels, DominationOptions{Jobs: m.opts.Jobs, Seed: m.opts.Seed, Count: m.countTotal})
	if err == nil && r.Kind == quorum.KindSystem && known[0].live != nil {
		agrees(d, *known[0].live)
	}
	r.setDomination(d, err)
	if r.Kind == quorum.KindSystem {
		m.proved(r)
	}
}

// countTotal counts live sets of all sizes, where the judge of domination has no diagram of its own
// that is small enough.
func (m *measurer) countTotal(ctx context.Context, f quorum.Family) (*big.Int, error) {
	l, err := CountLive(ctx, f, LiveOptions{MaxStates: m.opts.MaxStates})
	if err != nil {
		return nil, err
	}
	return l.Total(), nil
}

// agrees panics where two figures contradict each other: a coterie is nondominated iff exactly half
// of all node sets are live.
func agrees(d Domination, l LiveSets) {
	half := new(big.Int).Lsh(big.NewInt(1), uint(l.N()-1))
	if (l.Total().Cmp(half) == 0) == d.Dominated() {
		panic(fmt.Sprintf("measure: %v of 2^%d node sets are live, by %q, and dominated is said to be %t, by %q", l.Total(), l.N(), l.Method, d.Dominated(), d.Method))
	}
}

func (r *Report) setDomination(d Domination, err error) {
	if err != nil {
		reason := err.Error()
		if input := (*InputError)(nil); errors.As(err, &input) {
			reason = input.Why
		}
		r.open(reason, "nondominated")
		return
	}
	r.Nondominated = quorum.Holds
	r.Methods["nondominated"] = d.Method
	if d.Dominated() {
		r.Nondominated = quorum.Fails
		r.DominationWitness = d.shown(len(r.Cartels))
	}
}

// Stopped reports whether a figure is open because the context of Measure ended.
func (r Report) Stopped() bool {
	for _, notes := range r.notes() {
		for _, reason := range notes.Reasons {
			if strings.HasPrefix(reason, "stopped: ") || strings.Contains(reason, "; stopped: ") {
				return true
			}
		}
	}
	return false
}

// Open lists the figures that are null, or estimates, though they were asked for: by their keys,
// those of a cartel with its number before them.
func (r Report) Open() []string {
	var list []string
	for i, notes := range r.notes() {
		for _, key := range slices.Sorted(maps.Keys(notes.Reasons)) {
			if notes.Reasons[key] == NotAsked || notes.Reasons[key] == quorum.NoWrites || key == "intersecting" && r.Intersecting == quorum.Fails {
				continue
			}
			if i > 0 {
				key = fmt.Sprintf("cartels[%d].%s", i, key)
			}
			list = append(list, key)
		}
	}
	return list
}

func (r Report) notes() []Notes {
	list := []Notes{r.Notes}
	for _, c := range r.Cartels {
		list = append(list, c.Notes)
	}
	return list
}
