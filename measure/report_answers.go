package measure

import (
	"cmp"
	"fmt"
	"slices"

	"coterie/quorum"
)

// writes enters, for a system with reads and writes, whether its writes meet.
func (m *measurer) writes(r *Report) {
	if !slices.Equal(r.Roles, quorum.ReadsAndWrites()) || len(m.cartels) != 2 {
		r.open(Reason{Settled, quorum.NoWrites}, "writes_meet")
		return
	}
	m.stage("writes of %s", m.system.Name)
	var writes quorum.Quorums = m.cartels[1]
	if list, ok := writes.List(); ok && list.Len() > largestPairs {
		f, ok := writes.Formula()
		if !ok {
			r.open(Reason{Limited, fmt.Sprintf("whether the writes meet is not judged for more than %d of them", largestPairs)}, "writes_meet")
			return
		}
		writes = f
	}
	v := quorum.JudgeWritesMeet(m.ctx, writes, quorum.Options{Jobs: m.opts.Jobs}).Named(m.system.Names, nil)
	switch r.WritesMeet = v.Holds; v.Holds {
	case quorum.Holds:
		r.Methods["writes_meet"] = cmp.Or(v.Reason, "going through the pairs")
	case quorum.Fails:
		r.WritesWitness = v.Witness.Sets
	default:
		r.open(m.undecided(v.Reason), "writes_meet")
	}
}

// Writes returns the verdict on whether the writes meet, for quorum.Judged.WritesSentence. ok is
// false for a system without reads and writes.
func (r Report) Writes() (v quorum.Judged, ok bool) {
	if r.WritesMeet == quorum.Fails {
		return quorum.Witness{Sets: r.WritesWitness}.Fails(quorum.WritesMeet).Named(r.Names, nil), true
	}
	reason := r.Reasons["writes_meet"]
	return quorum.Judged{Property: quorum.WritesMeet, Holds: r.WritesMeet, Reason: reason.Text}, reason.Kind != Settled
}

// mostPacked bounds the quorums of a k-coterie or a sharing structure for which the defining
// properties are judged: going through all packings takes long.
const mostPacked = 1000

// failing lists the defining properties that do not hold, as quorum.Check judges them. It reports
// whether all of them were judged, and hold.
func (m *measurer) failing(r *Report) (all bool) {
	all = r.Kind != quorum.KindKCoterie || m.system.Structure != nil && r.Quorums.Int64() <= mostPacked
	add := func(v quorum.Judged) {
		all = all && v.Holds == quorum.Holds
		if v.Holds == quorum.Fails {
			r.Failing = append(r.Failing, v)
		}
	}
	defining := r.Kind.Defining()
	opts := quorum.Options{Jobs: m.opts.Jobs}
	switch r.Kind {
	case quorum.KindSystem, quorum.KindGroupSystem:
		if r.Kind == quorum.KindGroupSystem && len(m.cartels) == 1 { // whose quorums need not meet
			break
		}
		add(m.meets)
	default:
		if m.system.Structure != nil && r.Quorums.Int64() <= mostPacked {
			checked := quorum.Check(m.ctx, m.system.Structure, opts)
			for _, p := range defining {
				v, _ := checked.Judged(p)
				add(v)
			}
		}
	}
	if g, ok := m.system.Structure.(*quorum.GroupSystem); ok && r.Quorums.Int64() <= largestPairs {
		add(quorum.JudgeCartelMinimality(m.ctx, g, opts).Named(m.system.Names, m.system.Roles))
	}
	return all
}
