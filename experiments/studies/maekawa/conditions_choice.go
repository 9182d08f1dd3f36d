package maekawa

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/internal/sets"
	"coterie/planes"
	"coterie/quorum"
)

// judgeChoice judges section 3.
func judgeChoice(ctx context.Context, p conditionsParameters) ([]experiments.Claim, error) {
	type pair struct{ k, d int }
	var pairs []pair
	for k := 1; k <= 3; k++ {
		for d := 1; d <= 3; d++ {
			pairs = append(pairs, pair{k, d})
		}
	}
	most := func(c pair) (int, string) {
		most := mostMeeting(c.k, c.d)
		return most, fmt.Sprintf("K = %d, D = %d: at most %d sets, and (D-1)K + 1 = %d", c.k, c.d, most, (c.d-1)*c.k+1)
	}
	few := experiments.Every("K, D in 1..3, lists of sets of K nodes any two of which meet, no node in more than D")
	assignments := experiments.Every(fmt.Sprintf("all assignments of non-empty S_i, N in 1..%d", p.Enumerate))
	var found []smallAssignment
	for n := 1; n <= p.Enumerate; n++ {
		found = append(found, assignmentsOf(n)...)
	}
	families, err := planeCandidates(ctx, p)
	if err != nil {
		return nil, err
	}
	equivalent := experiments.Every(fmt.Sprintf("all assignments with (a) to (d) for N = 1, 3, 7; planes of prime-power order K-1 with K up to %d", p.Planes))
	beyond := slices.DeleteFunc(slices.Clone(families), func(f planeCandidate) bool { return f.k < 3 })
	return []experiments.Claim{
		maekawaClaim("maekawa-most-subsets", "section 3", "The maximum number of subsets that satisfy (a) is (D-1)K + 1.",
			experiments.HoldsUnderReading("at most so many",
				experiments.Judge(few, slices.Values(pairs), func(c pair) (bool, string) {
					most, witness := most(c)
					return most == (c.d-1)*c.k+1, witness
				}),
				experiments.Judge(few, slices.Values(pairs), func(c pair) (bool, string) {
					most, witness := most(c)
					return most <= bounds.NodesByResponsibility(c.k, c.d), witness
				}).Proved("nodes-by-responsibility"))),
		maekawaClaim("maekawa-k-equals-d", "section 3", "Under (c) and (d), K = D must always hold.",
			experiments.Judge(assignments, slices.Values(found), func(a smallAssignment) (bool, string) { return a.k == a.d, a.String() }).Proved("nodes-by-responsibility")),
		maekawaClaim("maekawa-n-from-k", "section 3", "Under (a) to (d), N is at most K(K-1) + 1.",
			experiments.Judge(assignments, slices.Values(found), func(a smallAssignment) (bool, string) {
				return !a.meets || a.n <= a.k*(a.k-1)+1, a.String()
			}).Proved("nodes-by-responsibility")),
		maekawaClaim("maekawa-plane-equivalence", "section 3",
			"Finding sets with (a) to (d) for N = K(K-1) + 1 is equivalent to finding a finite projective plane of N points.",
			experiments.HoldsUnderReading("for K >= 3: for K = 1, 2 the sets are a point and a triangle, which have no four points in general position",
				experiments.Judge(equivalent, slices.Values(families), func(f planeCandidate) (bool, string) {
					return f.flaw == "" && f.k >= 3, f.String()
				}),
				experiments.Judge(equivalent, slices.Values(beyond), func(f planeCandidate) (bool, string) { return f.flaw == "", f.String() }).
					Proved("assignments-are-planes"))),
		maekawaClaim("maekawa-optimal-messages", "sections 1 and 11",
			"The number of messages is optimal among distributed algorithms, in which each node is an arbitrator for the same number of nodes.",
			judgeFewestAsked(p.Enumerate)),
		maekawaClaim("maekawa-root-n", "section 3", "With a fractional error, K = √N.",
			// 0 <= K - √N < 1/2, that is N <= K² and (2K-1)² < 4N.
			experiments.Judge(experiments.Every(fmt.Sprintf("K in 1..%d", p.Sizes)), small.FirstInts(p.Sizes), func(k int) (bool, string) {
				n := bounds.MaekawaNodes(k)
				return n <= k*k && (2*k-1)*(2*k-1) < 4*n, fmt.Sprintf("K = %d, N = %d", k, n)
			}).Proved("plane-size-root")),
	}, nil
}

// mostMeeting returns the greatest number of sets of k nodes, repetitions allowed, any two of which
// meet and of which no node is in more than d. It tries all lists, naming nodes in the order in
// which they come, and leaves a list when some set of it can no longer meet as many others as a
// longer list than the best one needs.
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

// judgeFewestAsked tries all assignments with (a) and (d) on at most 4 sites.
//
// Proof: docs/theorems/fewest-asked.md.
func judgeFewestAsked(nodes int) experiments.Judgement {
	type assigned struct {
		n, asked int
		sets     []uint8
	}
	all := func(yield func(assigned) bool) {
		for n := 1; n <= nodes; n++ {
			sets := make([]uint8, n)
			var assign func(i int) bool
			assign = func(i int) bool {
				if i < n {
					for s := 1; s < 1<<n; s++ {
						sets[i] = uint8(s)
						if small.CrossesAll(small.Groups{sets[:i]}, sets[i:i+1]) && !assign(i+1) {
							return false
						}
					}
					return true
				}
				var times [4]int
				asked := 0
				for x, s := range sets {
					asked += bits.OnesCount8(s &^ (1 << x))
					for v := range n {
						times[v] += int(s >> v & 1)
					}
				}
				if slices.Min(times[:n]) != slices.Max(times[:n]) {
					return true
				}
				return yield(assigned{n, asked, slices.Clone(sets)})
			}
			if !assign(0) {
				return
			}
		}
	}
	return experiments.Judge(experiments.Every(fmt.Sprintf("all assignments of non-empty S_i with (a) and (d), N in 1..%d", nodes)), all, func(a assigned) (bool, string) {
		least := 0 // ⌈√N⌉ - 1
		for (least+1)*(least+1) < a.n {
			least++
		}
		return a.asked >= a.n*least, fmt.Sprintf("N = %d: S = %v asks %d others in all", a.n, small.Groups{a.sets}, a.asked)
	}).Proved("fewest-asked")
}

// smallAssignment is a site assignment with (c) and (d).
type smallAssignment struct {
	n, k, d int
	meets   bool // (a)
	sets    []uint8
}

func (a smallAssignment) String() string {
	return fmt.Sprintf("N = %d, K = %d, D = %d: S = %v", a.n, a.k, a.d, small.Groups{a.sets})
}

// assignmentsOf lists all assignments of non-empty sets to n sites that satisfy (c) and (d); n is at most 4.
func assignmentsOf(n int) []smallAssignment {
	var out []smallAssignment
	sets := make([]uint8, n)
	var assign func(i int)
	assign = func(i int) {
		if i < n {
			for s := 1; s < 1<<n; s++ {
				if i == 0 || bits.OnesCount(uint(s)) == bits.OnesCount8(sets[0]) {
					sets[i] = uint8(s)
					assign(i + 1)
				}
			}
			return
		}
		var times [4]int
		meets := true
		for x, s := range sets {
			for v := range n {
				times[v] += int(s >> v & 1)
			}
			for _, t := range sets[:x] {
				meets = meets && s&t != 0
			}
		}
		if slices.Min(times[:n]) == slices.Max(times[:n]) {
			out = append(out, smallAssignment{n, bits.OnesCount8(sets[0]), times[0], meets, slices.Clone(sets)})
		}
	}
	assign(0)
	return out
}

// planeCandidate is a family with (a) to (d) and N = K(K-1)+1, or a plane, with what is wrong with it.
type planeCandidate struct {
	k, n int
	what string
	flaw string
}

func (f planeCandidate) String() string {
	if f.flaw == "" {
		return fmt.Sprintf("N = %d, K = %d, %s: no four points in general position", f.n, f.k, f.what)
	}
	return fmt.Sprintf("N = %d, K = %d, %s: %s", f.n, f.k, f.what, f.flaw)
}

// planeCandidates lists all assignments with (a) to (d) for K = 1, 2, 3, to be judged as planes,
// and planes, to be judged as assignments.
//
// Proof: docs/theorems/assignments-are-planes.md.
func planeCandidates(ctx context.Context, p conditionsParameters) ([]planeCandidate, error) {
	var out []planeCandidate
	for k := 1; k <= 3; k++ {
		n := bounds.MaekawaNodes(k)
		for _, sets := range fullAssignments(n, k) {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			c := planeCandidate{k: k, n: n, what: small.Groups{sets}.String()}
			if k > 1 { // one point with a line through it is no plane of any order
				lines := make([][]int, n)
				for i, s := range sets {
					for v := range n {
						if s>>v&1 == 1 {
							lines[i] = append(lines[i], v)
						}
					}
				}
				if _, err := planes.FromLines("", n, lines); err != nil {
					c.flaw = err.Error()
				}
			}
			out = append(out, c)
		}
	}
	for k := 2; k <= p.Planes; k++ {
		if _, _, isPower := gf.PrimePower(k - 1); !isPower && k > 2 {
			continue
		}
		s, err := construct.FPP(k - 1)
		if err != nil {
			return nil, err
		}
		c := planeCandidate{k: k, n: bounds.MaekawaNodes(k), what: s.Name()}
		if got := judgeSites(s); !got.Intersection || !got.Inclusion || got.K != k || got.D != k || s.N() != c.n {
			c.flaw = got.String()
		}
		out = append(out, c)
	}
	return out, nil
}

// fullAssignments lists all assignments of sets of k nodes to n sites with (a) to (d); n is at most 8.
func fullAssignments(n, k int) [][]uint8 {
	var out [][]uint8
	var sets []uint8
	var times [8]int
	var assign func()
	assign = func() {
		i := len(sets)
		if i == n {
			out = append(out, slices.Clone(sets)) // n sets of k nodes, no node in more than k: each in k
			return
		}
	next:
		for s := 1; s < 1<<n; s++ {
			if bits.OnesCount(uint(s)) != k || s>>i&1 == 0 {
				continue
			}
			for _, t := range sets {
				if t&uint8(s) == 0 {
					continue next
				}
			}
			for v := range n {
				if s>>v&1 == 1 && times[v] == k {
					continue next
				}
			}
			for v := range n {
				times[v] += s >> v & 1
			}
			sets = append(sets, uint8(s))
			assign()
			sets = sets[:i]
			for v := range n {
				times[v] -= s >> v & 1
			}
		}
	}
	assign()
	return out
}

// exampleSets is Figure 2a as printed.
type exampleSets struct {
	Source string             `json:"source"`
	Part   string             `json:"figure_1_part"`
	Sets   []small.PrintedSet `json:"sets"`
}

// judgeFigureTwo compares the sets of the example with those of Figure 1.
func judgeFigureTwo(env experiments.Env) ([]experiments.Claim, error) {
	example, err := experiments.ReadPaper[exampleSets](env, "maekawa-figure-2a.json")
	if err != nil {
		return nil, err
	}
	figure, err := experiments.ReadPaper[figureOne](env, "maekawa-figure-1.json")
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(figure.Figures, func(p printedPlane) bool { return p.Part == example.Part })
	if i < 0 {
		return nil, fmt.Errorf("Figure 1 has no part %q", example.Part)
	}
	system, err := figure.Figures[i].system()
	if err != nil {
		return nil, err
	}
	return []experiments.Claim{maekawaClaim("maekawa-figure-2a", "section 5, Figure 2a", "The sets of the 13-node example are those of Figure 1(c).",
		experiments.Judge(experiments.Every("the printed sets"), slices.Values(example.Sets), func(s small.PrintedSet) (bool, string) {
			want := quorum.SetOf()
			if int(s.Site) < system.N() {
				want = system.SiteFamily().Set(int(s.Site))
			}
			return len(example.Sets) == system.N() && s.Nodes.Equal(want), fmt.Sprintf("S_%v is %v in Figure 2a and %v in Figure 1(%s)", s.Site, s.Nodes, want, example.Part)
		}))}, nil
}
