package algorithms

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

type protocolPParameters struct {
	Pairs   int      `json:"pairs"`   // two processes, all k-coteries on at most this many arbiters
	Triples int      `json:"triples"` // three processes
	Sharing []string `json:"sharing"` // sharing structures, each process with one wish

	Loaded       []string  `json:"loaded"` // sharing structures under load
	Use          float64   `json:"use"`    // the duration of a use, in mean latencies
	Think        []float64 `json:"think"`  // mean think times
	Entries      int       `json:"entries"`
	Replications int       `json:"replications"`
}

// The algorithms.
const (
	protocolP      = "protocol-p"
	protocolPFixed = "protocol-p-fixed"
	protocolPRetry = "protocol-p-retry"
)

// ProtocolP returns the study protocol-p.
func ProtocolP() experiments.Study {
	return experiments.NewStudy(experiments.Spec[protocolPParameters]{
		Name:  "protocol-p",
		Title: "Protocol P: its deadlock, and how many resources it brings into use",
		Doc: "Protocol P of Miyamoto, Kakugawa and Yamashita gives out permissions first come first served. protocol-p-states.csv visits every state of small " +
			"instances, all k-coteries on few arbiters and a few sharing structures, for P as printed, for protocol-p-fixed, where requests have timestamps " +
			"and permissions are taken back, and for protocol-p-retry, whose processes try other quorums as well. protocol-p-load.csv runs them over larger structures: how many entries P makes before it is stuck, and how many of " +
			"the |α(U)| resources are in use at a time when processes choose their quorums at random. Messages take exponential times of mean one.",
		Default: protocolPParameters{
			Pairs: 3, Triples: 2,
			Sharing: []string{"sharing:alpha=1+2-2+3", "sharing:alpha=1-1+2-1+2", "sharing:alpha=1+2-1+2,size=2"},
			Loaded: []string{
				"sharing:alpha=1+2+3-1+2+3-1+2+3-1+2+3-1+2+3-1+2+3,size=2",
				"sharing:alpha=1+2+3-1+2+3-1+2+3-1+2+3-1+2+3-1+2+3,size=1",
				"sharing:alpha=1+2-1+2-1+2-2+3-2+3-2+3,size=1",
			},
			Use: 10, Think: []float64{300, 100, 30, 10, 3, 1}, Entries: 600, Replications: 40,
		},
		Declare: declareProtocolP,
	})
}

// pRow is a structure whose states are visited, given by a spec or a k-coterie, with the results of
// the walk.
type pRow struct {
	Algorithm           string `csv:"algorithm" doc:"protocol-p as printed, protocol-p-fixed or protocol-p-retry"`
	Spec                string
	N, K                int
	Quorums             []uint8 // as bits
	Processes           int     `csv:"processes,processes" doc:"number of processes"`
	Wishes              int     `csv:"wishes,,omitzero" doc:"how many wishes each process makes; empty: without end"`
	System              string  `csv:"system" doc:"the quorums of a k-coterie that all processes use, or the spec of a sharing structure"`
	Arbiters            int     `csv:"arbiters,arbiters" doc:"number of arbiters"`
	Resources           int     `csv:"resources,resources" doc:"|α(U)|: the k of a k-coterie"`
	States              int     `csv:"states,states" doc:"number of states of machines and FIFO channels"`
	CanCircle           bool    `csv:"can_circle" doc:"some processes can choose quorums that form a circle over different arbiters"`
	Circles             int     `csv:"circular_waits,states" doc:"states in which processes wait for each other in a circle; with timestamps they pass"`
	FirstCircle         int     `csv:"steps,steps,omitzero" doc:"fewest wishes, arrivals and exits that lead to one"`
	Circle              string
	Unsafe, Lost, Short string
	Stuck, Starved      string
	Most                int `csv:"most,processes" doc:"most processes that use a resource together, in any state"`
}

// structure makes the structure and its name.
func (c pRow) structure(ctx context.Context) (*quorum.SharingStructure, string, error) {
	if c.Spec != "" {
		s, err := quorum.As[*quorum.SharingStructure](construct.Build(ctx, c.Spec))
		return s, c.Spec, err
	}
	f := experiments.Must(quorum.FamilyOfMasks(c.N, c.Quorums))
	name := show.Join(experiments.Numbers(0, f.Len()-1), " ", func(i int) string { return f.Set(i).String() })
	alpha := slices.Repeat([][]int{experiments.Numbers(0, c.K-1)}, c.Processes)
	all := quorum.GroupFamily{Group: experiments.Numbers(0, c.Processes-1), Family: f}
	s, err := quorum.NewSharingStructure(name, c.K, alpha, c.N, []quorum.GroupFamily{all}, nil)
	return s, name, err
}

// coterieCases lists all k-coteries on n arbiters, up to renaming, in which every arbiter is in a
// quorum.
func coterieCases(ctx context.Context, n int) (list []pRow) {
	var taken [][]uint8
	for _, f := range small.Antichains(n) {
		all := uint8(0)
		for _, q := range f {
			all |= q
		}
		if bits.OnesCount8(all) < n || slices.ContainsFunc(taken, func(g []uint8) bool { return slices.Equal(f, g) }) {
			continue
		}
		taken = append(taken, renamed(n, f)...)
		family := experiments.Must(quorum.FamilyOfMasks(n, f))
		for k := range n {
			ok, _ := experiments.Must2(small.IsKCoterie(ctx, k+1, family))
			if ok {
				list = append(list, pRow{N: n, K: k + 1, Quorums: f})
			}
		}
	}
	return list
}

// renamed lists the family under every renaming of its nodes, each sorted.
func renamed(n int, f []uint8) (all [][]uint8) {
	for _, to := range combin.Permutations(n, n) {
		g := make([]uint8, len(f))
		for i, q := range f {
			for v := range n {
				g[i] |= q >> v & 1 << to[v]
			}
		}
		slices.Sort(g)
		all = append(all, g)
	}
	return all
}

// cases lists the structures to visit: P without a limit on wishes if the graph is small, and the
// variants, whose clocks never stop, with one wish for each process.
func (p protocolPParameters) cases(ctx context.Context) (list []pRow) {
	add := func(c pRow, processes, wishes int) {
		c.Processes, c.Wishes = processes, wishes
		c.Algorithm = protocolP
		list = append(list, c)
		c.Wishes = 1
		for _, c.Algorithm = range []string{protocolPFixed, protocolPRetry} {
			if c.Algorithm == protocolPFixed || processes == 2 && c.N < p.Pairs { // as far as its states are few
				list = append(list, c)
			}
		}
	}
	for n := range p.Pairs {
		coteries := coterieCases(ctx, n+1)
		for _, c := range coteries {
			add(c, 2, 0)
			if n < p.Triples {
				add(c, 3, 0)
			}
		}
	}
	for _, spec := range p.Sharing {
		add(pRow{Spec: spec}, 0, 1)
	}
	return list
}

func walkCase(ctx context.Context, row pRow) (pRow, error) {
	s, name := experiments.Must2(row.structure(ctx))
	w := experiments.Must(walkFrom(ctx, mutex.Find(row.Algorithm), s, row.Wishes))
	row.System, row.Arbiters, row.Processes = name, s.N(), s.Processes()
	row.States, row.CanCircle = len(w.States), canCircle(w.setup, w.menus)
	row.judge(s, w)
	return row, nil
}

// judge reads the states.
func (r *pRow) judge(s *quorum.SharingStructure, w walk) {
	everybody := uint(1)<<r.Processes - 1
	r.Resources = resourcesOf(s, everybody)
	for i, at := range w.States {
		r.Most = max(r.Most, bits.OnesCount(at.Critical))
		circle, stuck := w.circles[i], at.Last && at.Trying != 0
		if circle != "" {
			if r.Circles++; r.Circles == 1 {
				r.FirstCircle, r.Circle = at.Depth, circle
			}
		}
		if stuck && circle == "" {
			r.Starved = fmt.Sprintf("%v wait for nobody", quorum.SetOfMask(uint8(at.Trying)))
		}
		if stuck && r.Stuck == "" {
			r.Stuck = fmt.Sprintf("%s: after %d steps %s", r.name(), at.Depth, circle)
		}
	}
	for v := uint(1); v <= everybody; v++ {
		r.judgeSet(s, w, v)
	}
	for u := range r.Processes {
		if r.Wishes == 0 && r.Starved == "" && w.starves(u) {
			r.Starved = fmt.Sprintf("%s: process %v waits without end, and nobody in a circle", r.name(), quorum.Index(u))
		}
	}
}

// judgeSet judges the conditions of Definition 2 for the processes of V.
func (r *pRow) judgeSet(s *quorum.SharingStructure, w walk, v uint) {
	all, can := resourcesOf(s, v), w.most(v)
	inside := func(at explore.State) int { return bits.OnesCount(at.Critical & v) }
	most := 0
	for _, at := range w.States {
		most = max(most, inside(at))
	}
	set := quorum.SetOfMask(uint8(v))
	if most > all && r.Unsafe == "" {
		r.Unsafe = fmt.Sprintf("%s: the processes %v use %d of their %d resources", r.name(), set, most, all)
	}
	if most < all && r.Short == "" {
		r.Short = fmt.Sprintf("%s: the processes %v never use %d resources together", r.name(), set, all)
	}
	switch {
	case r.Lost != "":
	case most < can:
		r.Lost = fmt.Sprintf("%s: the processes %v never use %d resources together", r.name(), set, can)
	case r.Wishes == 0:
		reach := w.Reaching(func(at explore.State) bool { return inside(at) == can })
		i := slices.Index(reach, false)
		if i < 0 {
			return
		}
		for j := i; j < len(reach); j++ { // better one that says why
			if !reach[j] && w.circles[j] != "" {
				i = j
				break
			}
		}
		r.Lost = fmt.Sprintf("%s: after %d steps the processes %v never use %d resources again: %s",
			r.name(), w.States[i].Depth, set, can, w.circles[i])
	}
}

// resourcesOf returns |α(V)|.
func resourcesOf(s *quorum.SharingStructure, v uint) int {
	var all quorum.Set
	for u := range s.Processes() {
		if v>>u&1 == 1 {
			all = all.Union(quorum.SetOf(s.Alpha(u)...))
		}
	}
	return all.Len()
}

func (r pRow) name() string {
	if r.Spec != "" {
		return r.Spec
	}
	return fmt.Sprintf("%d processes, %d-coterie %s", r.Processes, r.K, r.System)
}

func declareProtocolP(out *experiments.Output, p protocolPParameters) {
	rows := experiments.Compute(out, "states", p.cases(out.Context()), walkCase)
	experiments.Table(out, "protocol-p-states", rows,
		"algorithm", "system", "processes", "arbiters", "resources", "wishes", "states", "most",
		"can_circle", "circular_waits", "steps",
		experiments.Bools("stuck", "", "a run ends with processes that wait", func(r pRow) bool { return r.Stuck != "" }))
	foundProtocolP(out, rows)
	claimProtocolP(out, p, rows)
	declareLoad(out, p)
}
