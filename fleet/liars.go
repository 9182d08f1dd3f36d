package fleet

import (
	"context"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"coterie/internal/machine/yamlfile"
	"coterie/internal/words/show"
	"coterie/measure/liars"
	"coterie/quorum"
)

// Liars says how many nodes may lie, whichever they are, and what the quorums do about it: they
// mask liars or, where data is signed, disseminate it (package measure/liars). Every read shares at
// least Shared nodes with every write, and writes do with each other where they have to meet; and
// while the liars are silent, what has to be survived is survived.
type Liars struct {
	Nodes  int             `json:"nodes"`
	Kind   quorum.Property `json:"kind"` // quorum.Masking or quorum.Dissemination
	Shared int             `json:"shared"`
}

func (p *reader) readLiars(n *yaml.Node) *Liars {
	if n == nil {
		return nil
	}
	keys, kinds, kind := map[string]*yaml.Node{"nodes": n}, []string{string(quorum.Dissemination), string(quorum.Masking)}, string(quorum.Masking)
	if n.Kind == yaml.MappingNode {
		keys = p.Fields(n, "liars", []string{"nodes", "kind"})
	}
	if at := keys["kind"]; at != nil {
		if kind = p.Text(at, "the kind"); !slices.Contains(kinds, kind) {
			p.Fail(at, yamlfile.Near(kind, kinds), "there is no kind %s", show.Value(kind))
		}
	}
	b := p.Whole(keys["nodes"], "the number of liars", 1, len(p.fleet.Nodes))
	return &Liars{b, quorum.Property(kind), 1 + b*(1+slices.Index(kinds, kind))}
}

// Shares returns how many nodes a read and a write share at least; 1 where nobody lies.
func (l *Liars) Shares() int {
	if l == nil {
		return 1
	}
	return l.Shared
}

// Honest returns the fleet without liars whose systems stand for those of f: where any quorums of f
// lose spare nodes, they still meet. So strategies of such a system that ask sets of which as many
// may stay silent are strategies of a system of f, and the other way round. It is f where nobody
// lies.
//
// Proof: docs/theorems/fleet-liars.md.
func (f *Fleet) Honest() *Fleet {
	l := f.Require.Liars
	if l == nil {
		return f
	}
	g, spare := *f, (l.Shared-1)/2
	g.Workload.Silent += spare
	g.Require.SurviveNodes += l.Nodes + spare
	return &g
}

// Lied returns how the liars that f requires to be borne break s: two quorums that share too few
// nodes, or what is not survived; "" where s bears them. The error is a *quorum.LimitError, or the
// cause of ctx.
func (f *Fleet) Lied(ctx context.Context, s System) (how string, err error) {
	l := f.Require.Liars
	if l == nil {
		return "", nil
	}
	for _, pair := range [][]quorum.Quorums{{s.Reads, s.Writes}, {s.Writes}} {
		if len(pair) == 1 && !f.Require.WritesMeet {
			continue
		}
		x, err := liars.Find(ctx, pair, 0)
		if err != nil || x.Least < l.Shared {
			return fmt.Sprintf("%s share %d nodes, and %d are needed", show.Join(x.Pair.Sets, " and ",
				func(q quorum.Set) string { return q.Label(f.Names()) }), x.Least, l.Shared), err
		}
	}
	x, err := FindFailure(ctx, f, s, Survival{f.Require.SurviveZones, f.Require.SurviveNodes + l.Nodes})
	if x != nil {
		how = "no quorum of a kind is left without " + x.Down(f).Label(f.Names())
	}
	return how, err
}

// Spared returns a system whose reads and writes contain one of s without any so many of their
// nodes: all such sets, or of formulas some.
func (s System) Spared(ctx context.Context, reads, writes int) (System, error) {
	rf, one := s.Reads.Formula()
	wf, two := s.Writes.Formula()
	if one && two && rf.ReadOnce() && wf.ReadOnce() {
		r, enough := withSpares(rf, reads)
		if w, too := withSpares(wf, writes); enough && too {
			return System{Reads: r, Writes: w}, nil
		}
	}
	lists, err := s.lists(ctx)
	for i, count := range []int{reads, writes} {
		var sets [][]int32
		if err == nil {
			sets, err = spareSets(ctx, lists[i], count, nil)
		}
		if err == nil {
			lists[i], err = quorum.ListFamily(ctx, lists[i].N(), len(sets), func(dst []int32, i int) []int32 { return append(dst, sets[i]...) })
		}
	}
	return System{Reads: lists[0], Writes: lists[1]}, err
}

// withSpares returns a formula on whose sets f, which reads each node once, holds without any so
// many of their nodes, if there is one of this form: nodes are added in the parts of a gate or,
// where these are small, more parts.
func withSpares(f quorum.Formula, count int) (quorum.Formula, bool) {
	var parts, own []quorum.Formula
	var votes []int
	for i := range f.Len() {
		own, votes = append(own, f.Part(i)), append(votes, f.PartVotes(i))
		if g, ok := withSpares(f.Part(i), count); ok {
			parts = append(parts, g)
		}
	}
	k, total := f.Quota()
	switch {
	case count == 0:
		return f, true
	case f.UnitVotes() && len(parts) >= k && (k == 1 || k == total || 2*k <= f.Part(0).Len()):
		return quorum.Choose(k, parts...).Over(f.N()), true
	case len(own) > 0 && k+count*slices.Max(votes) <= total:
		return quorum.Votes(k+count*slices.Max(votes), votes, own...).Over(f.N()), true
	}
	return f, false
}
