package maekawa

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/internal/machine/memory"
	"coterie/internal/solve/sets"
	"coterie/planes"
	"coterie/quorum"
)

// claimChoice judges section 3.
func claimChoice(out *experiments.Output, p remarksParameters) {
	type meeting struct{ k, d, most int }
	var meetings []meeting
	for k := range 3 {
		for d := range 3 {
			meetings = append(meetings, meeting{k + 1, d + 1, mostMeeting(k+1, d+1)})
		}
	}
	most := func(holds func(c meeting) bool) experiments.Judgement {
		return experiments.ForAll("K, D in 1..3, lists of sets of K nodes any two of which meet, no node in more than D", meetings, func(c meeting) (bool, string) {
			return holds(c), fmt.Sprintf("K = %d, D = %d: at most %d sets, and (D-1)K + 1 = %d", c.k, c.d, c.most, (c.d-1)*c.k+1)
		})
	}
	out.Claim("maekawa-most-subsets", paper, "section 3", "The maximum number of subsets that satisfy (a) is (D-1)K + 1.",
		experiments.HoldsUnderReading("at most so many", most(func(c meeting) bool { return c.most == (c.d-1)*c.k+1 }),
			most(func(c meeting) bool { return c.most <= bounds.NodesByResponsibility(c.k, c.d) }).Proved("nodes-by-responsibility")))

	var equal []siteMasks
	for n := range p.Enumerate {
		for s := range assignments(n+1, sameSize) {
			if a := (siteMasks{n + 1, slices.Clone(s)}); a.equal() {
				equal = append(equal, a)
			}
		}
	}
	over := fmt.Sprintf("all assignments of non-empty S_i, N in 1..%d", p.Enumerate)
	out.Claim("maekawa-k-equals-d", paper, "section 3", "Under (c) and (d), K = D must always hold.",
		experiments.ForAll(over, equal, func(a siteMasks) (bool, string) { return a.k() == a.d(), a.String() }).Proved("nodes-by-responsibility"))
	out.Claim("maekawa-n-from-k", paper, "section 3", "Under (a) to (d), N is at most K(K-1) + 1.",
		experiments.ForAll(over, equal, func(a siteMasks) (bool, string) {
			return !a.meet() || a.n <= bounds.MaekawaNodes(a.k()), a.String()
		}).Proved("nodes-by-responsibility"))

	sizes := experiments.Keep(experiments.Numbers(2, p.Planes), func(k int) bool { return bounds.PlaneOrder(k - 1).Exists() })
	candidates := append(slices.Concat(experiments.Compute(out, "assignments", experiments.Numbers(1, 3), planeCandidates)...),
		experiments.Compute(out, "planes", sizes, judgePlane)...)
	ofPlanes := fmt.Sprintf("all assignments with (a) to (d) for N = 1, 3, 7; planes of prime-power order K-1 with K up to %d", p.Planes)
	out.Claim("maekawa-plane-equivalence", paper, "section 3",
		"Finding sets with (a) to (d) for N = K(K-1) + 1 is equivalent to finding a finite projective plane of N points.",
		experiments.ButFor("K = 1, 2", func(c planeCandidate) bool { return c.K < 3 },
			"for K >= 3: for K = 1, 2 the sets are a point and a triangle, which have no four points in general position",
			experiments.Every(ofPlanes), experiments.Every(ofPlanes), candidates,
			func(c planeCandidate) (bool, string) { return c.Flaw == "" && c.K >= 3, c.String() }).Proved("assignments-are-planes"))
	circles := experiments.Compute(out, "circles", experiments.Keep(sizes, func(k int) bool { return k > 2 }), circleAt)
	out.Claim("maekawa-optimal-messages", paper, "section 11",
		"The algorithm is optimal in the number of messages among fully distributed algorithms, in which each node serves as an arbitrator for the same number of nodes.",
		experiments.HoldsUnderReading("among algorithms that ask the members of a set fixed for each node, each by a message, with one back and one to release it, as sections 2 and 8.1 count; "+
			"the variation of section 10 in which one REQUEST goes round takes fewer",
			experiments.ForAll(fmt.Sprintf("his variation with one REQUEST that goes round, by runs, planes of prime-power order K-1 with K in 3..%d", p.Planes), circles,
				func(c circleRow) (bool, string) {
					return c.Round.Cmp(c.Proposed) >= 0, fmt.Sprintf("N = %d, K = %d: %s messages on average, and %s as proposed", bounds.MaekawaNodes(c.K), c.K, c.Round.RatString(), c.Proposed.RatString())
				}),
			judgeFewestAsked(p.Enumerate)))
	out.Claim("maekawa-root-n", paper, "section 3", "With a fractional error, K = √N.",
		// 0 <= K - √N < 1/2, that is N <= K² and (2K-1)² < 4N.
		experiments.ForAll(fmt.Sprintf("K in 1..%d", p.Sizes), experiments.Numbers(1, p.Sizes), func(k int) (bool, string) {
			n := bounds.MaekawaNodes(k)
			return n <= k*k && (2*k-1)*(2*k-1) < 4*n, fmt.Sprintf("K = %d, N = %d", k, n)
		}).Proved("plane-size-root"))
}

// circleRow holds the cost of an entry on the plane of lines of K points, as the mean over the
// sites. Each site enters once, alone.
type circleRow struct {
	K               int
	Proposed, Round *big.Rat
}

func circleAt(_ context.Context, k int) (circleRow, error) {
	plane := lines(k)
	return circleRow{k, light(proposed, plane), light("maekawa-circulating", plane)}, nil
}

// mostMeeting returns the greatest number of sets of k nodes, with repetitions, such that any two
// meet and no node is in more than d of them. It tries all lists, naming nodes in the order in
// which they appear. It abandons a list when some set in it can no longer meet as many others as a
// list longer than the best one needs.
//
// Proof: docs/theorems/plane-size-root.md.
func mostMeeting(k, d int) int {
	best := 0
	var list [][]int
	times := make([]int, k*k*d+k)
	var extend func(used int)
	extend = func(used int) {
		best = max(best, len(list))
		for _, s := range list {
			room := 0
			for _, v := range s {
				room += d - times[v]
			}
			if len(list)+room <= best {
				return
			}
		}
		for set := range sets.Combinations[int](used+k, k) {
			fresh := 0
			for _, v := range set {
				if v >= used {
					fresh++
				}
			}
			// New nodes come in order.
			if fresh > 0 && set[k-1] != used+fresh-1 {
				continue
			}
			if slices.ContainsFunc(set, func(v int) bool { return times[v] == d }) {
				continue
			}
			if slices.ContainsFunc(list, func(s []int) bool {
				return !slices.ContainsFunc(s, func(v int) bool { return slices.Contains(set, v) })
			}) {
				continue
			}
			chosen := slices.Clone(set)
			for _, v := range chosen {
				times[v]++
			}
			list = append(list, chosen)
			extend(used + fresh)
			list = list[:len(list)-1]
			for _, v := range chosen {
				times[v]--
			}
		}
	}
	extend(0)
	return best
}

// siteMasks is a site assignment of at most 8 nodes: S_i as the mask sets[i].
type siteMasks struct {
	n    int
	sets []uint8
}

// k and d return |S_1| and the responsibility of node 1. Under (c) and (d) all others are the same.
func (a siteMasks) k() int { return bits.OnesCount8(a.sets[0]) }
func (a siteMasks) d() int { return timesIn(a.sets, a.n)[0] }

// equal reports whether (d) holds.
func (a siteMasks) equal() bool {
	times := timesIn(a.sets, a.n)
	return slices.Min(times) == slices.Max(times)
}

// meet reports whether (a) holds.
func (a siteMasks) meet() bool {
	for i, s := range a.sets {
		if !meetsAll(a.sets[:i], s) {
			return false
		}
	}
	return true
}

func (a siteMasks) String() string {
	return fmt.Sprintf("N = %d, K = %d, D = %d: S = %v", a.n, a.k(), a.d(), small.Groups{a.sets})
}

// timesIn counts, for each of n nodes, the sets that contain it.
func timesIn(sets []uint8, n int) []int {
	times := make([]int, n)
	for _, s := range sets {
		for v := range times {
			times[v] += int(s >> v & 1)
		}
	}
	return times
}

func meetsAll(sets []uint8, s uint8) bool {
	return !slices.ContainsFunc(sets, func(t uint8) bool { return t&s == 0 })
}

func sameSize(before []uint8, s uint8) bool {
	return len(before) == 0 || bits.OnesCount8(before[0]) == bits.OnesCount8(s)
}

// assignments yields all lists of n non-empty sets of n nodes in which each set fits those before
// it. The slice is reused.
func assignments(n int, fits func(before []uint8, s uint8) bool) iter.Seq[[]uint8] {
	return func(yield func([]uint8) bool) {
		list := make([]uint8, 0, n)
		var extend func() bool
		extend = func() bool {
			if len(list) == n {
				return yield(list)
			}
			for s := 1; s < 1<<n; s++ {
				if !fits(list, uint8(s)) {
					continue
				}
				list = append(list, uint8(s))
				goOn := extend()
				list = list[:len(list)-1]
				if !goOn {
					return false
				}
			}
			return true
		}
		extend()
	}
}

// fullAssignments yields all assignments of sets of k nodes to n sites with (a) to (d): no node is
// in more than k of the n sets, so each is in k. The slice is reused.
func fullAssignments(n, k int) iter.Seq[[]uint8] {
	return assignments(n, func(before []uint8, s uint8) bool {
		return bits.OnesCount8(s) == k && s>>len(before)&1 == 1 && meetsAll(before, s) &&
			slices.Max(timesIn(append(before, s), n)) <= k
	})
}

// judgeFewestAsked tries all assignments with (a) and (d) on at most 4 sites.
//
// Proof: docs/theorems/fewest-asked.md.
func judgeFewestAsked(nodes int) experiments.Judgement {
	all := func(yield func(siteMasks) bool) {
		for n := range nodes {
			for s := range assignments(n+1, meetsAll) {
				if a := (siteMasks{n + 1, s}); a.equal() && !yield(a) {
					return
				}
			}
		}
	}
	over := fmt.Sprintf("all assignments of non-empty S_i with (a) and (d), N in 1..%d", nodes)
	return experiments.Judge(experiments.Every(over), all, func(a siteMasks) (bool, string) {
		asked, least := 0, gf.FloorSqrt(a.n-1) // ⌈√N⌉ - 1
		for x, s := range a.sets {
			asked += bits.OnesCount8(s &^ (1 << x))
		}
		return asked >= a.n*least, fmt.Sprintf("N = %d: S = %v asks %d others in all", a.n, small.Groups{a.sets}, asked)
	}).Proved("fewest-asked")
}

// planeCandidate is a family with (a) to (d) and N = K(K-1)+1, or a plane, with its flaw if there
// is one.
type planeCandidate struct {
	K, N int
	What string
	Flaw string
}

func (c planeCandidate) String() string {
	flaw := c.Flaw
	if flaw == "" {
		flaw = "no four points in general position"
	}
	return fmt.Sprintf("N = %d, K = %d, %s: %s", c.N, c.K, c.What, flaw)
}

// planeCandidates lists all assignments with (a) to (d) for a K up to 3, to be judged as planes.
//
// Proof: docs/theorems/assignments-are-planes.md.
func planeCandidates(ctx context.Context, k int) (list []planeCandidate, err error) {
	n := bounds.MaekawaNodes(k)
	for masks := range fullAssignments(n, k) {
		c := planeCandidate{K: k, N: n, What: small.Groups{masks}.String()}
		if k > 1 { // one point with a line through it is no plane of any order
			lines := make([][]int, n)
			for i, s := range masks {
				lines[i] = quorum.SetOfMask(s).Nodes()
			}
			_, err := planes.FromLines(ctx, "", n, lines)
			if ended := context.Cause(ctx); ended != nil || errors.As(err, new(*memory.Error)) {
				return nil, cmp.Or(err, ended) // it speaks of no lines
			}
			if err != nil {
				c.Flaw = err.Error()
			}
		}
		list = append(list, c)
	}
	return list, nil
}

// judgePlane judges the plane of lines of K points as an assignment.
func judgePlane(_ context.Context, k int) (planeCandidate, error) {
	s := lines(k)
	c := planeCandidate{K: k, N: bounds.MaekawaNodes(k), What: s.Name()}
	if got := judgeSites(s); !got.hold(k) || s.N() != c.N {
		c.Flaw = got.String()
	}
	return c, nil
}

// claimFigureTwo compares the sets of the example with those of Figure 1.
func claimFigureTwo(out *experiments.Output) {
	example := experiments.Printed[struct {
		Source string             `json:"source"`
		Part   string             `json:"figure_1_part"`
		Sets   []small.PrintedSet `json:"sets"`
	}](out, "maekawa-figure-2a.json")
	figure := readFigureOne(out)
	system := experiments.Must(partOf(figure, example.Part))
	out.Claim("maekawa-figure-2a", paper, "section 5, Figure 2a", "The sets of the 13-node example are those of Figure 1(c).",
		experiments.ForAll("the printed sets", example.Sets, func(s small.PrintedSet) (bool, string) {
			want := quorum.SetOf()
			if int(s.Site) < system.N() {
				want = system.SiteFamily().Set(int(s.Site))
			}
			return len(example.Sets) == system.N() && s.Nodes.Equal(want),
				fmt.Sprintf("S_%v is %v in Figure 2a and %v in Figure 1(%s)", s.Site, s.Nodes, want, example.Part)
		}))
}
