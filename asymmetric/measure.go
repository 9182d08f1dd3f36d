package asymmetric

import (
	"context"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/combin"

	"coterie/federated"
	"coterie/quorum"
)

// Report says what an asymmetric system is worth to its processes if some are faulty, and which
// faulty ones it bears.
type Report struct {
	Kind     quorum.Kind `json:"kind"`
	Name     string      `json:"name,omitempty"`
	N        int         `json:"n"`
	Faulty   quorum.Set  `json:"faulty"`
	Wise     quorum.Set  `json:"wise"`
	Naive    quorum.Set  `json:"naive"`
	Guild    quorum.Set  `json:"guild"`    // the greatest; empty if there is none
	Evidence []Own       `json:"evidence"` // a quorum within the guild for each of its members

	Tolerated Tolerated `json:"tolerated"`
	Fatal     Fatal     `json:"fatal"`
}

// Own is a quorum of a process.
type Own struct {
	Process quorum.Node `json:"process"`
	Quorum  quorum.Set  `json:"quorum"`
}

// Tolerated has the maximal tolerated sets, the largest first.
type Tolerated struct {
	Complete bool         `json:"complete"`         // no other one exists
	Reason   string       `json:"reason,omitempty"` // why the list is not complete
	Sets     []quorum.Set `json:"sets"`
}

// Fatal has a fatal set, of processes that leave no guild if they are faulty, and bounds of the
// size of a smallest one.
type Fatal struct {
	AtLeast int        `json:"at_least"`
	AtMost  int        `json:"at_most"`
	Set     quorum.Set `json:"set"` // of AtMost processes
}

// Measure returns the report for faulty processes. If ctx ends, lists are not complete and bounds
// differ. The error is internal.
//
// The maximal tolerated sets are the complements of the minimal quorums of a federated system whose
// nodes have their quorums as slices. A set that blocks these is fatal, and if the quorums are
// canonical, no other is; else, or where the quorums are too many, sets of processes are tried by
// size.
//
// Proof: docs/theorems/asymmetric.md.
func (s *System) Measure(ctx context.Context, faulty quorum.Set) (*Report, error) {
	m, err := new(federated.Report), error(nil)
	if m.MinimalQuorums.Reason = "the quorums are too many"; s.N*len(slices.Concat(s.Quorums...)) <= mostSlices {
		m, err = s.slices().Measure(ctx, federated.Options{})
	}
	if err != nil {
		return nil, err
	}
	wise, guild, evidence := s.guild(faulty)
	all := quorum.FullSet(s.N)
	r := &Report{s.Kind, s.Name, s.N, faulty, wise, all.Minus(faulty).Minus(wise), guild, evidence,
		Tolerated{m.MinimalQuorums.Complete, m.MinimalQuorums.Reason, []quorum.Set{}}, Fatal{m.Blocking.AtLeast, s.N, all}}
	for _, names := range m.MinimalQuorums.Sets {
		r.Tolerated.Sets = append(r.Tolerated.Sets, all.Minus(numbered(names)))
	}
	if found := m.Blocking.Sets; len(found) > 0 {
		r.Fatal = Fatal{len(found[0]), len(found[0]), numbered(found[0])}
	}
	if !s.Canonical || len(m.Blocking.Sets) == 0 {
		r.Fatal = s.fatal(ctx, r.Fatal)
	}
	return r, nil
}

// slices returns the federated system in which the quorums of a process are what it needs.
func (s *System) slices() *federated.Network {
	var members []quorum.Member
	for i, quorums := range s.Quorums {
		set := &quorum.QuorumSet{Threshold: 1}
		for k, q := range quorums {
			set.Inner = append(set.Inner, &quorum.QuorumSet{Threshold: q.Len()})
			for v := range q.All() {
				set.Inner[k].Validators = append(set.Inner[k].Validators, quorum.Node(v).String())
			}
		}
		members = append(members, quorum.Member{Name: quorum.Node(i).String(), Set: set})
	}
	return federated.New(members, nil)
}

// numbered returns the nodes that slices calls by their numbers.
func numbered(names []string) (set quorum.Set) {
	_ = set.UnmarshalJSON([]byte("[" + strings.Join(names, ",") + "]"))
	return set
}

// guild returns the wise processes and the greatest guild: members without a quorum within it are
// taken away until all have one.
func (s *System) guild(faulty quorum.Set) (wise, guild quorum.Set, evidence []Own) {
	for i, sets := range s.Faulty {
		if !faulty.Has(i) && feared(sets, faulty) {
			wise = wise.Union(quorum.SetOf(i))
		}
	}
	guild = wise
	for size := -1; size != guild.Len(); {
		size, evidence = guild.Len(), []Own{}
		for v := range guild.All() {
			k := slices.IndexFunc(s.Quorums[v], func(q quorum.Set) bool { return q.SubsetOf(guild) })
			if k < 0 {
				guild = guild.Minus(quorum.SetOf(v))
			} else {
				evidence = append(evidence, Own{quorum.Node(v), s.Quorums[v][k]})
			}
		}
	}
	return wise, guild, evidence
}

// Bounds of the sets of processes that are tried, of their number times that of quorums, and of the
// processes times the quorums of which a federated system is made.
const (
	mostTried  = 50_000
	mostSteps  = 200_000_000
	mostSlices = 100_000
)

// fatal tries the sets of processes by size, up to that of a fatal set that is known.
func (s *System) fatal(ctx context.Context, f Fatal) Fatal {
	left := min(mostTried, mostSteps/(1+len(slices.Concat(s.Quorums...))))
	for f.AtLeast = 0; f.AtLeast < f.AtMost; f.AtLeast++ {
		for g := combin.NewCombinationGenerator(s.N, f.AtLeast); g.Next(); {
			if left--; left < 0 || ctx.Err() != nil {
				return f
			}
			set := quorum.SetOf(g.Combination(nil)...)
			if _, guild, _ := s.guild(set); guild.Empty() {
				return Fatal{f.AtLeast, f.AtLeast, set}
			}
		}
	}
	return f
}
