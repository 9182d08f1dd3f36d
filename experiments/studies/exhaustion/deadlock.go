package exhaustion

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

type deadlockParameters struct {
	Three   []deadlockSize   `json:"three"`  // over all site assignments on three nodes with (a) and (b)
	Absent  []deadlockSize   `json:"absent"` // sets with (a) but without (b): some site is not in its own set
	Over    []deadlockSystem `json:"over"`
	Reduced []deadlockSystem `json:"reduced"` // by the partial-order reduction
	Loaded  []string         `json:"loaded"`  // systems under load
	Think   []float64        `json:"think"`   // mean times from an exit to the next wish, in mean latencies
	Runs    int              `json:"runs"`
	Most    int              `json:"most"` // entries of a run
}

// deadlockSize stands for all sets of a given number of nodes. Each node wishes a given number of
// times.
type deadlockSize struct {
	From    int `json:"from"`
	To      int `json:"to"`
	Entries int `json:"entries"`
}

// deadlockSystem is a system or a printed figure, with the nodes that wish.
type deadlockSystem struct {
	System string         `json:"system"`
	Sizes  []deadlockSize `json:"sizes"`
}

// nodes returns how many nodes the system has.
func (s deadlockSystem) nodes(ctx context.Context, printed map[string][]quorum.Set) (int, error) {
	if sets := printed[s.System]; sets != nil {
		return len(sets), nil
	}
	k, err := construct.Build(ctx, s.System)
	return k.Nodes, err
}

// MaekawaDeadlock returns the study maekawa-deadlock.
func MaekawaDeadlock() experiments.Study {
	once := func(from, to int) []deadlockSize { return []deadlockSize{{from, to, 1}} }
	some := deadlockParameters{
		Three:   []deadlockSize{{2, 3, 1}, {2, 2, 2}},
		Over:    []deadlockSystem{{five, once(2, 3)}, {gridOfFour, once(2, 3)}, {"billiard:q=3", once(2, 3)}, {fano, append(once(2, 2), deadlockSize{2, 2, 2})}},
		Reduced: []deadlockSystem{{fano, once(2, 4)}, {thirteen, once(2, 3)}, {"billiard:q=5", once(2, 2)}},
		Loaded:  []string{gridOfFour, "fpp:order=2", "fpp:order=3", "fpp:order=5", "grid:n=25"},
		Think:   []float64{300, 100, 30, 10, 3, 1}, Runs: 40, Most: 1000,
	}
	more := some
	more.Absent = once(2, 3)
	more.Over = append(slices.Clone(some.Over), deadlockSystem{fano, once(3, 3)})
	more.Reduced = append(slices.Clone(some.Reduced), deadlockSystem{five, once(4, 5)}, deadlockSystem{gridOfFour, once(4, 4)},
		deadlockSystem{"billiard:q=3", once(4, 4)}, deadlockSystem{fano, once(5, 5)}, deadlockSystem{thirteen, once(4, 4)},
		deadlockSystem{"billiard:q=5", once(3, 3)})
	return experiments.NewStudy(experiments.Spec[deadlockParameters]{
		Name:  "maekawa-deadlock",
		Title: "Maekawa's algorithm, exhausted: where it deadlocks, in how few steps, and how often it is hit",
		Doc: "Every state that the algorithm of section 4 can reach, as it is printed and with its faults mended, over all site assignments on three nodes, Maekawa's own sets for five, seven and thirteen " +
			"nodes, the 2 × 2 grid and billiards, with sets of nodes that wish. A state is stuck if nothing can happen in it and some node waits. " +
			"Channels keep their order, and what a node tells itself is no message. Whether two nodes can be inside rests on how an INQUIRE is read that comes after the next REQUEST, " +
			"so every row says whether it is taken to be about that one, by the letter, or ignored (docs/theorems/maekawa-late-inquire.md). " +
			"What reduced.csv has is decided by the partial-order reduction (docs/theorems/partial-order.md), on one set of each class of images. standstill.csv says after how many entries random runs stand still, " +
			"with exponential latencies and think times. That the algorithm can deadlock has been known since Sanders (ACM Trans. Comput. Syst. 5, 1987); " +
			"the sizes, the shortest runs and the frequency are computed here.",
		Default: some,
		Full:    &more,
		Declare: declareDeadlock,
		Verify:  verifyCertificate[deadlockParameters],
	})
}

// The names of the printed sets.
const (
	five     = small.FiveSets
	fano     = "Figure 1(b)"
	thirteen = "Figure 1(c)"
)

// threeClasses names the classes of the site assignments on three nodes by the conditions of
// Maekawa that hold.
var threeClasses = []string{"three nodes, (a) without (b)", "three nodes, (a) and (b)", "three nodes, (a) to (d)"}

// threeNodes lists, by class, all site assignments on three nodes in which every two sets meet.
func threeNodes() (all [3][][]quorum.Set) {
	for mask := range 1 << 9 {
		sets := [3]int{mask & 7, mask >> 3 & 7, mask >> 6}
		if sets[0]&sets[1] == 0 || sets[0]&sets[2] == 0 || sets[1]&sets[2] == 0 {
			continue
		}
		own, equal := true, true
		var members [3]int // responsibilities
		list := make([]quorum.Set, 3)
		for i, s := range sets {
			list[i] = quorum.SetOfMask(s)
			own = own && s>>i&1 == 1
			equal = equal && list[i].Len() == list[0].Len()
			for v := range members {
				members[v] += s >> v & 1
			}
		}
		class := 0
		if own {
			class = 1
			if equal && members[0] == members[1] && members[1] == members[2] {
				class = 2
			}
		}
		all[class] = append(all[class], list)
	}
	return all
}

// reading is a reading of the text.
type reading struct {
	Algorithm string `csv:"algorithm" doc:"its name"`
	Knows     mutex.Knowledge
	Late      mutex.Lateness
}

func (r reading) String() string {
	words := []string{r.Algorithm}
	if r.Knows == mutex.KnowsEver {
		words = append(words, "any FAILED counts")
	}
	if r.Late == mutex.LateIgnored {
		words = append(words, "late INQUIREs ignored")
	}
	return strings.Join(words, ", ")
}

// readings lists the readings that differ if each node wishes the given number of times.
func readings(entries int) (list []reading) {
	late := []mutex.Lateness{mutex.LateCurrent}
	if entries > 1 {
		late = append(late, mutex.LateIgnored)
	}
	for _, l := range late {
		list = append(list, reading{literal, mutex.KnowsOutstanding, l}, reading{literal, mutex.KnowsEver, l})
	}
	return append(list, reading{Algorithm: mended})
}

// reading returns the reading of the text.
func (c configuration) reading() reading { return reading{c.Algorithm, c.Knows, c.Late} }

// points lists the configurations to explore.
func (p deadlockParameters) points(ctx context.Context, printed map[string][]quorum.Set) (list []explored) {
	add := func(class, system string, sets []quorum.Set, n int, sizes []deadlockSize) {
		for _, size := range sizes {
			for _, who := range subsets(n, size.From, size.To) {
				for _, r := range readings(size.Entries) {
					list = append(list, explored{Class: class, configuration: configuration{
						Algorithm: r.Algorithm, Knows: r.Knows, Late: r.Late, System: system, Sets: sets, Who: who, Entries: size.Entries,
					}})
				}
			}
		}
	}
	for class, of := range threeNodes() {
		for _, sets := range of {
			sizes := p.Three
			if class == 0 {
				sizes = p.Absent
			}
			add(threeClasses[class], show.Join(sets, " ", quorum.Set.String), sets, 3, sizes)
		}
	}
	for _, of := range p.Over {
		n := experiments.Must(of.nodes(ctx, printed))
		add(of.System, of.System, printed[of.System], n, of.Sizes)
	}
	return list
}

// deadlockGroup holds the results for all configurations of a class with equally many nodes.
type deadlockGroup struct {
	Class      string `csv:"class" doc:"system, or site assignments on three nodes by the conditions that they satisfy"`
	reading    reading
	Nodes      int `csv:"nodes,nodes" doc:"that wish"`
	Entries    int `csv:"wishes" doc:"of each of them"`
	Rows       []explored
	States     uint64 `csv:"states,states" doc:"reachable, in all of them"`
	Greatest   uint64 `csv:"greatest,states" doc:"of the greatest configuration"`
	Stuck      int    `csv:"stuck,configurations" doc:"with a stuck state"`
	Broken     int    `csv:"broken,configurations" doc:"with a state that has two nodes inside"`
	LeastStuck int    `csv:"steps_to_stuck,steps,omitzero" doc:"of the shortest run to one"`
	LeastBreak int    `csv:"steps_to_broken,steps,omitzero" doc:"of the shortest run to one"`
}

// grouped adds up the rows of each group, in their order.
func grouped(rows []explored) (list []deadlockGroup) {
	for _, r := range rows {
		of := deadlockGroup{Class: r.Class, reading: r.reading(), Nodes: len(r.Who), Entries: r.Entries}
		g := like(&list, func(g deadlockGroup) bool {
			return g.Class == of.Class && g.reading == of.reading && g.Nodes == of.Nodes && g.Entries == of.Entries
		}, of)
		g.Rows = append(g.Rows, r)
		g.States, g.Greatest = g.States+r.States, max(g.Greatest, r.States)
		least := func(count, steps *int, sort explore.Sort) {
			if n := r.steps(sort); n > 0 {
				*count++
				if *steps == 0 || n < *steps {
					*steps = n
				}
			}
		}
		least(&g.Stuck, &g.LeastStuck, explore.Deadlock)
		least(&g.Broken, &g.LeastBreak, explore.Exclusion)
	}
	return list
}

func declareDeadlock(out *experiments.Output, p deadlockParameters) {
	printed := small.MaekawaSets(out)
	if out.Err() != nil {
		return
	}
	points := p.points(out.Context(), printed)
	rows := experiments.Compute(out, "configurations", points, func(ctx context.Context, r explored) (explored, error) {
		all, err := exploreAll(ctx, r.configuration)
		all.Class = r.Class
		return all, err
	})
	experiments.Table(out, "configurations", grouped(rows),
		"class",
		experiments.Texts("algorithm", "", "as printed (maekawa), by the reading of its text, a late INQUIRE by the letter unless the row says otherwise; or mended", func(g deadlockGroup) string { return g.reading.String() }),
		"nodes", "wishes",
		experiments.Ints("configurations", "", "site assignments and sets of nodes", func(g deadlockGroup) int { return len(g.Rows) }),
		"states", "greatest", "stuck", "steps_to_stuck", "broken", "steps_to_broken")
	failing := experiments.Keep(rows, func(r explored) bool { return len(r.Failures) > 0 })
	list := experiments.Table(out, "failing", failing,
		"class",
		experiments.Texts("system", "", "spec, figure, or S_1, S_2 and S_3", func(r explored) string { return r.System }),
		experiments.Texts("algorithm", "", "as in configurations.csv", func(r explored) string { return r.reading().String() }),
		experiments.Texts("who", "", "nodes that wish", explored.who),
		"wishes", "states", "stuck",
		experiments.Ints("steps_to_stuck", "steps", "of the shortest run to one", func(r explored) int { return r.steps(explore.Deadlock) }).NonZero(),
		experiments.Texts("waits", "", "the circular wait at its end", func(r explored) string { return r.failure(explore.Deadlock).Words }),
		"broken",
		experiments.Ints("steps_to_broken", "steps", "of the shortest run to one", func(r explored) int { return r.steps(explore.Exclusion) }).NonZero())
	larger, plane := declareReduced(out, p, printed)
	standstill := declareStandstill(out, p)
	if out.Err() != nil {
		return
	}
	kept := smallest(failing)
	if len(plane) > 0 {
		kept = append(kept, story{"deadlock-fano", plane[0], explore.Deadlock})
	}
	for _, c := range kept {
		out.Certificate(c.name+".json", c.certificate(out))
		out.Draw(c.name, func() (experiments.Picture, error) { return c.picture(out.Context()) }, list)
	}
	claimDeadlock(out, rows)
	claimReduced(out, larger)
	foundDeadlock(out, rows, larger, standstill)
}

// story is a shortest run that the study keeps.
type story struct {
	name string
	row  explored
	sort explore.Sort
}

// smallest returns the shortest runs of all. With one wish each they lead to a stuck state under
// (a), under (a) and (b), and over Maekawa's own kinds of sets. Others lead to two nodes inside,
// over his own sets first.
func smallest(rows []explored) (list []story) {
	for _, of := range []struct {
		name string
		sort explore.Sort
		keep func(explored) bool
	}{
		{"deadlock-of-three", explore.Deadlock, func(r explored) bool { return r.Class == threeClasses[1] && r.Entries == 1 }},
		{"deadlock-grid", explore.Deadlock, func(r explored) bool { return r.Class == "grid:n=4" && r.Entries == 1 }},
		{"deadlock-of-two", explore.Deadlock, func(r explored) bool { return r.Class == threeClasses[1] && len(r.Who) == 2 }},
		{"two-inside", explore.Exclusion, func(r explored) bool { return r.Class == fano && r.Late == mutex.LateCurrent }},
		{"two-inside-of-three", explore.Exclusion, func(r explored) bool {
			return r.Class != threeClasses[0] && r.Class != fano && r.Late == mutex.LateCurrent
		}},
	} {
		kept := experiments.Keep(rows, func(r explored) bool {
			return r.steps(of.sort) > 0 && r.Algorithm == literal && r.Knows == mutex.KnowsOutstanding && of.keep(r)
		})
		if len(kept) == 0 {
			continue
		}
		best := slices.MinFunc(kept, func(a, b explored) int { // the first of the shortest
			return cmp.Compare(a.steps(of.sort), b.steps(of.sort))
		})
		list = append(list, story{of.name, best, of.sort})
	}
	return list
}

// inWords states the numbers of configurations and states.
func inWords(rows []explored) string {
	return fmt.Sprintf("%d configurations, %d states", len(rows), states(rows, func(r explored) uint64 { return r.States }))
}
