package intervals

import (
	"container/heap"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"coterie/fleet"
	"coterie/internal/machine/par"
	"coterie/internal/solve/session"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search"
)

// Options are those of a search; the zero value searches to the end.
type Options struct {
	// Jobs is the number of workers; below 1, one for each core. It changes no answer.
	Jobs int
	// Nodes is how many intervals may be looked at; 0 sets no limit.
	Nodes int
	// Known, if not nil, is a bound that is proven otherwise, as Value is: a search with a limit
	// ends where by its pace its own will be no better.
	Known *big.Rat
	// Least and Greatest, if not nil, are reads between which the system has to be: each quorum of
	// Least contains one of it, and each of its quorums contains one of Greatest.
	Least, Greatest quorum.Quorums
	// Start are read systems to begin with; one that does not keep the requirements is passed over.
	Start []quorum.Quorums
	// Votes asks for the best of the systems of votes, on at most MaxVotes nodes.
	Votes bool
	// Progress, if not nil, is told how many intervals have been looked at.
	Progress func(stage string, done, total int)
}

// Result is the outcome of a search.
type Result struct {
	Verdict search.Verdict
	Goal    fleet.Goal
	// Reads and Writes are the best system that was found, empty without one: the minimal quorums
	// of a monotone function and of its dual.
	Reads, Writes quorum.Family
	// Votes and Quota are those of the reads, where votes are asked for.
	Votes []int
	Quota int
	// Value is its figure: of the goal Load or Capacity the mean load in seconds a request, of
	// latency the mean time in seconds, of network the mean number of nodes asked, of availability
	// the lesser probability of reads and writes. It is nil without a system.
	Value *big.Rat
	// Bound is what no system that keeps the requirements is better than; it is Value where
	// Optimal. It is nil where none exists.
	Bound   *big.Rat
	Optimal bool
	// Visited is how many intervals were looked at.
	Visited int
	// StoppedBy is empty, or the reason for an early end of the search: "nodes", "timeout" or
	// "interrupt".
	StoppedBy string
}

// batch is how many open intervals are taken at a time: it is the same whatever the number of
// workers is, so that the answer is.
const batch = 16

// pace tells of a search that is to be cut off whether its bound will be of use.
type pace struct {
	known float64 // the bound to pass
	limit int     // of intervals
	next  int     // when it is asked again
	last  float64 // the bound when it was asked last
}

// firstPace is after how many intervals the pace is taken first.
const firstPace = 2048

// hopeless reports, at each doubling of the intervals, whether a bound that goes on to rise with
// each doubling as it did with the last one stays below the known one.
func (p *pace) hopeless(visited int, bound float64) bool {
	if visited < p.next {
		return false
	}
	rise := bound - p.last
	p.next, p.last = 2*visited, bound
	return bound+float64(rise*math.Log2(float64(p.limit)/float64(visited))) < p.known
}

// nearTie is the relative difference of floats below which numbers are compared exactly.
const nearTie = 1e-9

// state is an open interval.
type state struct {
	interval
	bound  float64 // proved: no function of it has less
	branch uint32  // the set that is in or not in its next
	number int
	basis  []variable
	looked int // the number of the best system when it was looked at
}

type queue []*state

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].bound != q[j].bound {
		return q[i].bound < q[j].bound
	}
	return q[i].number > q[j].number
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(*state)) }
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

// candidate is a function with its exact value, in the units of the relaxations.
type candidate struct {
	f     sets.Table
	value *big.Rat
}

// finder is one search.
type finder struct {
	*problem
	best    *candidate
	upper   float64 // the value of best rounded up, +Inf without one
	number  int     // of bests
	workers []*relaxation
	group   *symmetries
}

func (s *finder) improve(c *candidate) {
	if c == nil || s.best != nil && c.value.Cmp(s.best.value) >= 0 {
		return
	}
	s.best = c
	s.number++
	v, _ := c.value.Float64()
	s.upper = math.Nextafter(v, math.Inf(1))
}

// Find looks for the system that is best in goal among all that keep what f requires: reads are any
// monotone function of the nodes, writes its dual; where writes have to meet, one that is at least
// its dual. The zero goal asks for any system that keeps the requirements. A *quorum.InputError
// says that a fleet has too many nodes, a *quorum.LimitError that latencies are distributions while
// nodes may stay silent; the end of ctx is no error, but the best so far comes back.
//
// It branches on whether a set contains a read quorum, and bounds the functions between two of them
// by a linear program. Proof: docs/theorems/intervals.md.
func Find(ctx context.Context, f *fleet.Fleet, goal fleet.Goal, o Options) (*Result, error) {
	p, err := newProblem(ctx, f, goal)
	if err != nil {
		return nil, err
	}
	p.votes = o.Votes
	res := &Result{Verdict: search.Unknown, Goal: goal}
	s := &finder{problem: p, upper: math.Inf(1)}
	for range par.Jobs(o.Jobs) {
		s.workers = append(s.workers, newRelaxation(p))
	}
	root, ok := p.root()
	if ok {
		if ok, err = p.between(root, o); err != nil {
			return nil, err
		}
	}
	if !ok {
		res.Verdict = search.ProvenAbsent
		return res, nil
	}
	s.group = newSymmetries(p)
	err = s.begin(ctx, root, o.Start)
	var open queue
	next := 0
	add := func(out outcome, parent float64) {
		for _, c := range out.found {
			s.improve(c)
		}
		if out.open == nil {
			return
		}
		next++
		out.open.number, out.open.bound = next, max(out.open.bound, parent)
		heap.Push(&open, out.open)
	}
	var first outcome
	if err == nil {
		first, err = s.look(ctx, s.workers[0], root, nil)
	}
	if err != nil {
		if res.StoppedBy = session.StopCause(ctx); res.StoppedBy == "" {
			return nil, err
		}
		return res, s.report(res, 0)
	}
	add(first, math.Inf(-1))
	res.Visited = 1
	tell := par.Progress(o.Progress).Count("intervals", 0)
	lowest := math.Inf(1) // of the intervals that were put back
	ahead := pace{known: math.Inf(-1), limit: o.Nodes, next: firstPace, last: math.Inf(-1)}
	if o.Known != nil && o.Nodes > 0 {
		ahead.known = s.units(o.Known)
	}
	for len(open) > 0 {
		if cause := session.StopCause(ctx); cause != "" {
			res.StoppedBy = cause
			break
		}
		if o.Nodes > 0 && (res.Visited >= o.Nodes || ahead.hopeless(res.Visited, open[0].bound)) {
			res.StoppedBy = "nodes"
			break
		}
		var taken []*state
		for len(open) > 0 && len(taken) < batch {
			at := heap.Pop(&open).(*state)
			if at.bound < s.upper && !(s.best != nil && s.best.value.Sign() == 0) && !s.group.before(at.interval) {
				taken = append(taken, at)
			}
		}
		outs := make([][]outcome, len(taken))
		err := par.For(ctx, o.Jobs, len(taken), func(ctx context.Context, worker, i int) (err error) {
			outs[i], err = s.expand(ctx, s.workers[worker], taken[i])
			return err
		})
		if err != nil {
			if res.StoppedBy = session.StopCause(ctx); res.StoppedBy == "" {
				return nil, err
			}
			for _, at := range taken {
				lowest = min(lowest, at.bound)
			}
			break
		}
		for i, list := range outs {
			for _, out := range list {
				add(out, taken[i].bound)
			}
			res.Visited += len(list)
		}
		tell(2 * len(taken))
	}
	if res.StoppedBy != "" {
		for _, at := range open {
			lowest = min(lowest, at.bound)
		}
	}
	return res, s.report(res, lowest)
}

// report fills in the best system and the bound; lowest is that of what was left open.
func (s *finder) report(res *Result, lowest float64) error {
	if s.best != nil {
		res.Verdict = search.Found
		res.Value = s.value(s.best.value)
		dual := sets.NewTable(s.n)
		s.best.f.Dual(dual)
		var err error
		if res.Reads, err = familyOf(s.best.f); err != nil {
			return err
		}
		if res.Writes, err = familyOf(dual); err != nil {
			return err
		}
		if s.votes {
			res.Votes, res.Quota, _ = interval{s.best.f, s.best.f}.votes()
		}
		res.Bound = res.Value
		res.Optimal = res.StoppedBy == "" || lowest >= s.upper
	} else if res.StoppedBy == "" {
		res.Verdict = search.ProvenAbsent
	}
	if !res.Optimal && res.StoppedBy != "" {
		if math.IsInf(lowest, 0) {
			lowest = 0
		}
		res.Bound = s.value(new(big.Rat).SetFloat64(max(lowest, 0)))
	}
	return nil
}

// familyOf lists the minimal sets of a function.
func familyOf(f sets.Table) (quorum.Family, error) {
	return quorum.FamilyOfMasks(f.N, sets.AppendMinimal[uint32](nil, f))
}

// begin judges the systems to begin with: those that are given, and every threshold.
func (s *finder) begin(ctx context.Context, root interval, start []quorum.Quorums) error {
	var tries []sets.Table
	for _, q := range start {
		if t, err := s.table(q); err == nil {
			tries = append(tries, t)
		}
	}
	for k := 1; k <= s.n; k++ {
		tries = append(tries, sets.Voted(slices.Repeat([]int{1}, s.n), k))
	}
	for _, t := range tries {
		if !root.lo.SubsetOf(t.Bits) || !t.SubsetOf(root.hi.Bits) || !s.allows(t) {
			continue
		}
		c, err := s.judge(ctx, s.workers[0], t)
		if err != nil {
			return err
		}
		s.improve(c)
	}
	return nil
}

// table returns the function of listed quorums.
func (p *problem) table(q quorum.Quorums) (sets.Table, error) {
	f, ok := q.List()
	if !ok || q.N() != p.n {
		return sets.Table{}, quorum.Bad("reads", fmt.Sprintf("a system of %d nodes is not listed, or not over the %d nodes of the fleet", q.N(), p.n), "")
	}
	return sets.Up(p.n, f.All()), nil
}

// between leaves of the first interval what is between two systems; false where nothing is.
func (p *problem) between(root interval, o Options) (bool, error) {
	if o.Least != nil {
		t, err := p.table(o.Least)
		if err != nil {
			return false, err
		}
		root.lo.Unite(t.Bits)
	}
	if o.Greatest != nil {
		t, err := p.table(o.Greatest)
		if err != nil {
			return false, err
		}
		root.hi.Intersect(t.Bits)
	}
	return p.narrow(root), nil
}
