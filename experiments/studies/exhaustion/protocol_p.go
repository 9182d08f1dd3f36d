package exhaustion

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/combin"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

type protocolPParameters struct {
	Processes int `json:"processes"` // at most
	Resources int `json:"resources"` // at most
	Fixed     int `json:"fixed"`     // processes, at most, with timestamps
	Doubled   int `json:"doubled"`   // processes, at most, where quorums are twice as large
}

// ProtocolP returns the study protocol-p-explored.
func ProtocolP() experiments.Study {
	return experiments.NewStudy(experiments.Spec[protocolPParameters]{
		Name:  "protocol-p-explored",
		Title: "Protocol P over all small sharing structures: deadlock and concurrency",
		Doc: "Protocol P of Miyamoto, Kakugawa and Yamashita over every sharing structure of at most three processes and three resources, up to renaming, with the quorums that their " +
			"construction makes (size 1, and size 2, which leaves quorums alive when an arbiter crashes): every set V of processes asks once, for every choice of quorums that is not the image of another one under a renaming of arbiters. " +
			"For P as printed, and with timestamps and permissions that are taken back (protocol-p-fixed). Steps are left out by the partial-order reduction, which keeps " +
			"the states in which nothing can happen and whether the rule can be broken (docs/theorems/partial-order.md).",
		Default: protocolPParameters{Processes: 3, Resources: 3, Fixed: 2, Doubled: 2},
		Full:    &protocolPParameters{Processes: 3, Resources: 3, Fixed: 3, Doubled: 2},
		Declare: declareProtocolP,
		Verify:  verifyCertificate[protocolPParameters],
	})
}

// sharingRow is a sharing structure and the processes that ask, with the results.
type sharingRow struct {
	Algorithm string `csv:"algorithm" doc:"protocol-p as printed, or protocol-p-fixed"`
	Spec      string `csv:"system" doc:"spec of the sharing structure"`
	Size      int    // of quorums, in a component
	Who       []quorum.Node
	Arbiters  int            `csv:"arbiters,arbiters" doc:"of the structure"`
	Tuples    int            `csv:"choices" doc:"of quorums, one of each class under renaming arbiters"`
	Ends      uint64         `csv:"ends,states" doc:"in which nothing can happen, by all choices"`
	Circular  int            `csv:"circular,choices" doc:"whose quorums form a circle over different arbiters"`
	Stuck     int            `csv:"stuck,choices" doc:"by which a run ends with processes that wait"`
	Takes     []quorum.Set   // the smallest that can deadlock
	Groups    []quorum.Index // of the processes
	Broken    int            `csv:"broken,choices" doc:"by which processes use more resources than there are for them"`
	Amiss     string
	Can       int `csv:"resources,resources" doc:"that V can have one of each at once"`
	Most      int `csv:"together,resources" doc:"most that V comes to use at once"`
}

// alphas lists the ways to give the processes non-empty sets of resources that together use all
// resources, up to renaming processes and resources. The sets are bits, ascending.
func alphas(processes, resources int) (all [][]int) {
	full := 1<<resources - 1
	orders := combin.Permutations(resources, resources)
	var give func(to []int, used int)
	give = func(to []int, used int) {
		if len(to) == processes {
			if used == full && least(to, orders) {
				all = append(all, slices.Clone(to))
			}
			return
		}
		from := 1
		if len(to) > 0 {
			from = to[len(to)-1]
		}
		for a := from; a <= full; a++ {
			give(append(to, a), used|a)
		}
	}
	give(nil, 0)
	return all
}

// least reports whether no renaming of the resources makes an earlier list.
func least(alpha []int, orders [][]int) bool {
	for _, order := range orders {
		image := make([]int, len(alpha))
		for i, a := range alpha {
			for r, to := range order {
				image[i] |= a >> r & 1 << to
			}
		}
		slices.Sort(image)
		if slices.Compare(image, alpha) < 0 {
			return false
		}
	}
	return true
}

// sharingSpec returns the spec of the sharing structure of the construction.
func sharingSpec(alpha []int, size int) string {
	spec := "sharing:alpha=" + show.Join(alpha, "-", func(a int) string {
		return strings.Join(strings.FieldsFunc(strings.Trim(quorum.SetOfMask(a).String(), "{}"), func(r rune) bool { return r == ',' }), "+")
	})
	if size > 1 {
		spec += fmt.Sprintf(",size=%d", size)
	}
	return spec
}

// points lists the configurations to explore.
func (p protocolPParameters) points() (list []sharingRow) {
	for processes := 1; processes <= p.Processes; processes++ {
		for resources := 1; resources <= p.Resources; resources++ {
			for _, alpha := range alphas(processes, resources) {
				for size := 1; size <= 2; size++ {
					if size == 2 && processes > p.Doubled {
						continue
					}
					for _, who := range subsets(processes, 1, processes) {
						for _, a := range []string{protocolP, protocolPFixed} {
							if a == protocolP || len(who) <= p.Fixed {
								list = append(list, sharingRow{Algorithm: a, Spec: sharingSpec(alpha, size), Size: size, Who: who})
							}
						}
					}
				}
			}
		}
	}
	return list
}

// twins returns the class of each arbiter: any two of a class can be exchanged.
func twins(s *mutex.Setup) []int {
	swapped := func(q []int32, v, w int32) []int32 {
		image := slices.Clone(q)
		for i, x := range image {
			switch x {
			case v:
				image[i] = w
			case w:
				image[i] = v
			}
		}
		slices.Sort(image)
		return image
	}
	same := func(v, w int32) bool {
		for g := range s.Groups() {
			of := s.Quorums[s.First[g]:s.First[g+1]]
			for _, q := range of {
				image := swapped(q, v, w)
				if !slices.ContainsFunc(of, func(o []int32) bool { return slices.Equal(o, image) }) {
					return false
				}
			}
		}
		return true
	}
	class := make([]int, s.Nodes)
	for v := range class {
		class[v] = v
		for w := range v {
			if class[w] == w && same(int32(w), int32(v)) {
				class[v] = w
				break
			}
		}
	}
	return class
}

// choices lists the ways in which the processes can take quorums, one for each class under renaming
// twins. For each arbiter, read the processes that take it as bits, the first process highest:
// within a class of twins these numbers do not increase.
func choices(s *mutex.Setup, menus [][]int32) (all [][]int32) {
	class := twins(s)
	taken := make([]int, s.Nodes)
	var pick func(to []int32)
	pick = func(to []int32) {
		last := map[int]int{}
		for v, c := range class {
			if n, ok := last[c]; ok && taken[v] > n {
				return
			}
			last[c] = taken[v]
		}
		if len(to) == len(menus) {
			all = append(all, slices.Clone(to))
			return
		}
		bit := 1 << (len(menus) - len(to))
		for _, q := range menus[len(to)] {
			for _, v := range s.Quorums[q] {
				taken[v] |= bit
			}
			pick(append(to, q))
			for _, v := range s.Quorums[q] {
				taken[v] &^= bit
			}
		}
	}
	pick(nil)
	return all
}

// circular reports whether different processes and different arbiters form a circle: whether the
// graph that joins each process to the arbiters of its quorum has a cycle.
func circular(s *mutex.Setup, quorums []int32) bool {
	root := make([]int, len(quorums)+s.Nodes)
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			i = root[i]
		}
		return i
	}
	for p, q := range quorums {
		for _, v := range s.Quorums[q] {
			a, b := find(p), find(len(quorums)+int(v))
			if a == b {
				return true
			}
			root[a] = b
		}
	}
	return false
}

// exploreSharing explores every choice of quorums.
func exploreSharing(ctx context.Context, row sharingRow) (sharingRow, error) {
	of := experiments.Must(quorum.As[*quorum.SharingStructure](construct.Build(ctx, row.Spec)))
	groups := mutex.GroupsOf(of, of.Processes())
	for _, p := range row.Who {
		row.Groups = append(row.Groups, quorum.Index(groups[p][0]))
	}
	c := configuration{Algorithm: row.Algorithm, System: row.Spec, Who: row.Who, Groups: row.Groups, Any: true, Entries: 1}
	e := experiments.Must(c.explorable(ctx))
	e.Reduction = explore.PartialOrder
	row.Arbiters, row.Can = e.Setup.Nodes, e.Setup.Rule.Most(actors(row.Who))
	var menus [][]int32
	for _, r := range e.Requesters {
		menus = append(menus, e.Setup.QuorumsOf(r.Choices[0].Group))
	}
	tuples := choices(e.Setup, menus)
	row.Tuples = len(tuples)
	for _, quorums := range tuples {
		take(&e, quorums)
		found := experiments.Must(toTheEnd(ctx, e))
		row.Ends += found.Terminal
		circle := circular(e.Setup, quorums)
		if circle {
			row.Circular++
		}
		if found.Violations > 0 {
			row.Broken++
		}
		if found.Stuck == 0 {
			row.Most = 1 // in every run everybody enters
		} else {
			row.Stuck++
			if takes := taken(e.Setup, quorums); row.Takes == nil || members(takes) < members(row.Takes) {
				row.Takes = takes
			}
		}
		if circle != (found.Stuck > 0) && row.Amiss == "" {
			row.Amiss = fmt.Sprintf("quorums %v: a circle: %v, stuck states: %d", taken(e.Setup, quorums), circle, found.Stuck)
		}
	}
	together, err := mostTogether(ctx, e, tuples, row.Can)
	row.Most = max(row.Most, together)
	return row, err
}

// take lets each requester take one quorum of its group.
func take(e *explore.Config, quorums []int32) {
	for i, q := range quorums {
		r := &e.Requesters[i]
		r.Choices = []explore.Choice{{Group: r.Choices[0].Group, Quorum: q}}
	}
}

// members returns the sum of the sizes of all quorums.
func members(sets []quorum.Set) (n int) {
	for _, s := range sets {
		n += s.Len()
	}
	return n
}

// taken returns the quorums as sets.
func taken(s *mutex.Setup, quorums []int32) (list []quorum.Set) {
	for _, q := range quorums {
		list = append(list, setOf(s.Quorums[q]))
	}
	return list
}

// mostTogether returns can if some choice of quorums lets can processes in together, and otherwise
// the greatest number that some choice lets in.
func mostTogether(ctx context.Context, e explore.Config, tuples [][]int32, can int) (int, error) {
	// Quorums with the least overlap come first.
	overlap := func(quorums []int32) (n int) {
		seen := map[int32]bool{}
		for _, q := range quorums {
			for _, v := range e.Setup.Quorums[q] {
				if seen[v] {
					n++
				}
				seen[v] = true
			}
		}
		return n
	}
	tuples = slices.Clone(tuples)
	slices.SortStableFunc(tuples, func(a, b []int32) int { return cmp.Compare(overlap(a), overlap(b)) })
	for most := can; most > 1; most-- {
		a := *e.Algorithm
		a.Rule = mutex.Rule{Name: mutex.AtMost, K: most - 1}
		e.Algorithm = &a
		for _, quorums := range tuples {
			take(&e, quorums)
			found, err := explore.Run(ctx, e, explore.Options{Jobs: 1, FirstFailure: true})
			if err != nil || found.Violations > 0 {
				return most, err
			}
		}
	}
	return 0, nil
}
