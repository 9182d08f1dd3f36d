package explore

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/vectors"
	"coterie/mutex"
)

// Run explores a configuration breadth first, on all cores.
//
// Its cost is a few hundred nanoseconds a step on a core, and some 16 to 30 bytes a state. The
// error is a *quorum.InputError for a configuration that makes no sense; a limit or the end of the
// context is no error, but Result.Stopped.
func Run(ctx context.Context, c Config, o Options) (Result, error) {
	if err := c.Check(); err != nil {
		return Result{}, err
	}
	s, err := newSearch(ctx, &c, o)
	if err != nil {
		return Result{}, err
	}
	s.run(ctx)
	s.result.Bytes = s.size()
	if !s.result.Complete {
		s.views = nil // a worker of a level that was cut off holds vectors that it has not put
	}
	for _, what := range s.failed() {
		failure, err := s.trace(ctx, what, s.failures[what])
		if err != nil {
			break // the context ended: failures are counted, but have no run
		}
		s.result.Failures = append(s.result.Failures, failure)
	}
	return s.result, nil
}

// search is a breadth-first search under way.
type search struct {
	*graph
	options Options
	budget  uint64
	result  Result
	views   []*view        // by worker; each makes its own once
	levels  []vectors.Mark // the states of depth d came after levels[d] and not after levels[d+1]

	failures map[failing]found // changes between levels alone
	mu       sync.Mutex
	stopped  atomic.Uint32 // a Cause
	told     atomic.Int64
}

// newSearch returns a search that has the first state.
func newSearch(ctx context.Context, c *Config, o Options) (*search, error) {
	g, err := newGraph(c)
	s := &search{graph: g, options: o, budget: memory.Budget(ctx)}
	s.result.Invariants = make([]uint64, len(c.Algorithm.Invariants))
	return s, err
}

// found is the first depth at which something fails, with the failing states there.
type found struct {
	depth  int
	states []vectors.Ref
}

// run visits level by level. The findings of a level that is cut off are dropped, so that the
// report does not depend on the speeds of the workers.
func (s *search) run(ctx context.Context) { s.runFrom(ctx, vectors.Mark{}) }

// runFrom begins with the states that came after a mark.
func (s *search) runFrom(ctx context.Context, after vectors.Mark) {
	s.levels, s.failures = []vectors.Mark{after, s.set.Mark()}, map[failing]found{}
	s.result.States = s.set.Len()
	for depth := 0; ; depth++ {
		counted, ok := s.level(ctx, depth)
		if !ok {
			s.result.Stopped = Cause(s.stopped.Load())
			s.result.Depth = depth
			return
		}
		s.result.add(counted)
		s.levels = append(s.levels, s.set.Mark())
		states := s.set.Len()
		if states == s.result.States {
			s.result.Depth, s.result.Complete = depth, true
			return
		}
		s.result.States = states
		if s.options.FirstFailure && len(s.failures) > 0 {
			s.result.Stopped, s.result.Depth = FailureSeen, depth+1
			return
		}
	}
}

// add adds the counts of a level.
func (r *Result) add(n Result) {
	r.Transitions += n.Transitions
	r.Violations += n.Violations
	r.Stuck += n.Stuck
	r.Terminal += n.Terminal
	for i, k := range n.Invariants {
		r.Invariants[i] += k
	}
}

// piece is some states of each part of the set. States that came one after the other lie in
// different parts, and have much in common.
type piece struct {
	from, to *vectors.Mark // the level
	at, size uint32        // of each part: after the first states of the level
}

// pieces cuts a level into parts that workers take.
func (s *search) pieces(depth int) []piece {
	const least, greatest = 16, 512
	var list []piece
	from, to := &s.levels[depth], &s.levels[depth+1]
	var most uint32
	for part := range from {
		most = max(most, to[part]-from[part])
	}
	size := min(max(least, most/16), greatest)
	for at := uint32(0); at < most; at += size {
		list = append(list, piece{from, to, at, size})
	}
	return list
}

// states yields the states of a piece.
func (p piece) states(yield func(vectors.Ref) bool) {
	for part, from := range p.from {
		for at := p.at; at < min(p.at+p.size, p.to[part]-from); at++ {
			if !yield(vectors.RefAt(part, from+at)) {
				return
			}
		}
	}
}

// jobs returns the number of workers that a level of these pieces needs.
func (s *search) jobs(pieces []piece) int {
	if len(pieces) < 2 {
		return 1
	}
	return par.Jobs(s.options.Jobs)
}

// level takes all steps from the states of a depth. It reports false if it was cut off.
func (s *search) level(ctx context.Context, depth int) (sum Result, ok bool) {
	sum.Invariants = make([]uint64, len(s.result.Invariants))
	list := s.pieces(depth)
	jobs := s.jobs(list)
	walkers := make([]*walker, jobs)
	err := par.For(ctx, jobs, len(list), func(inner context.Context, worker, i int) error {
		if walkers[worker] == nil {
			walkers[worker] = s.walker(worker)
			walkers[worker].poll = par.NewPoll(inner)
		}
		return walkers[worker].visit(list[i])
	})
	if err != nil {
		s.stopped.CompareAndSwap(0, uint32(Interrupted))
		return sum, false
	}
	for _, w := range walkers {
		if w != nil {
			sum.add(w.counted)
			s.keep(w, depth)
		}
	}
	return sum, true
}

// walker visits states of one level.
type walker struct {
	*view
	search  *search
	poll    par.Poll
	refs    []vectors.Ref // of the present piece
	lists   [][]step      // by actor: the steps of the present state
	counted Result
	failing map[failing][]vectors.Ref // new at this depth

	violates, waits bool   // in the state judged last the rule is broken, or somebody waits
	broken          []bool // and these invariants do not hold
}

// failing is a kind of failure.
type failing struct {
	Sort
	invariant int
}

// viewOf returns the view of a worker, which no other one uses.
func (s *search) viewOf(worker int) *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.views) <= worker {
		s.views = append(s.views, s.view())
	}
	return s.views[worker]
}

func (s *search) walker(worker int) *walker {
	w := &walker{view: s.viewOf(worker), search: s, lists: make([][]step, len(s.actors)), failing: map[failing][]vectors.Ref{}}
	w.counted.Invariants = make([]uint64, len(s.result.Invariants))
	w.broken = make([]bool, len(s.result.Invariants))
	return w
}

func (w *walker) visit(p piece) error {
	before := w.worker.Fresh
	w.refs = slices.AppendSeq(w.refs[:0], p.states)
	w.worker.Sort(w.refs)
	for _, r := range w.refs {
		if err := w.expand(r); err != nil {
			return err
		}
	}
	if err := w.worker.Flush(); err != nil {
		return w.search.full(err)
	}
	return w.search.count(w.worker.Fresh - before)
}

// full ends a level because the set can take no more.
func (s *search) full(err error) error {
	s.stopped.CompareAndSwap(0, uint32(MemoryLimit))
	return err
}

// errLimit ends a level.
var errLimit = errors.New("a limit is reached")

// count reports new states, and ends the level at a limit.
func (s *search) count(fresh int) error {
	states := s.told.Add(int64(fresh)) + 1
	if most := s.options.MostStates; most > 0 && uint64(states) > most {
		s.stopped.CompareAndSwap(0, uint32(StateLimit))
		return errLimit
	}
	if s.size() > s.budget {
		s.stopped.CompareAndSwap(0, uint32(MemoryLimit))
		return errLimit
	}
	if s.options.Progress != nil {
		s.mu.Lock() // and read again, so that the reported number never falls
		s.options.Progress("states", int(s.told.Load())+1, 0)
		s.mu.Unlock()
	}
	return nil
}

// expand judges a state and takes all its steps.
func (w *walker) expand(r vectors.Ref) error {
	w.load(r)
	steps := 0
	for a, s := range w.states {
		w.lists[a] = w.stepsOf(a, s)
		steps += len(w.lists[a])
		if a%looks == 0 {
			if err := w.goesOn(); err != nil {
				return err
			}
		}
	}
	few := w.reduce != nil && steps > 1
	var chosen mutex.Parts
	if few {
		chosen = w.chosen()
	}
	for a, list := range w.lists {
		if few && chosen&both(int32(a)) == 0 {
			continue
		}
		for i := range list {
			if few && chosen>>(2*a+w.roleOf(&list[i]))&1 == 0 {
				continue
			}
			w.counted.Transitions++
			w.move(a, &list[i])
			if err := w.worker.Put(); err != nil {
				return w.search.full(err)
			}
			w.worker.Reset()
			if w.counted.Transitions%looks == 0 {
				if err := w.goesOn(); err != nil {
					return err
				}
			}
		}
	}
	w.judge()
	w.note(r, steps == 0)
	return nil
}

// looks is the number of steps, or of actors, after which goesOn is called.
const looks = 64

// goesOn ends the level in the middle of a state if the context has ended or the memory is used up,
// since a state of a wide system has thousands of steps.
func (w *walker) goesOn() error {
	if w.search.size() > w.search.budget {
		return w.search.full(errLimit)
	}
	return w.poll.Work(looks * len(w.states))
}

// note counts the judgement of a state.
func (w *walker) note(r vectors.Ref, terminal bool) {
	fail := func(sort Sort, invariant int) {
		what := failing{sort, invariant}
		if _, known := w.search.failures[what]; !known {
			w.failing[what] = append(w.failing[what], r)
		}
	}
	if w.violates {
		w.counted.Violations++
		fail(Exclusion, 0)
	}
	if terminal {
		w.counted.Terminal++
		if w.waits {
			w.counted.Stuck++
			fail(Deadlock, 0)
		}
	}
	for k, broken := range w.broken {
		if broken {
			w.counted.Invariants[k]++
			fail(Invariant, k)
		}
	}
}

// keep keeps the failing states of a depth, except for failures that occurred at a lesser depth.
func (s *search) keep(w *walker, depth int) {
	for what, states := range w.failing {
		s.failures[what] = found{depth, append(s.failures[what].states, states...)}
	}
}

// failed returns the failures in the order of depths, so that the order does not depend on the
// workers.
func (s *search) failed() []failing {
	return slices.SortedFunc(maps.Keys(s.failures), func(a, b failing) int {
		return cmp.Or(cmp.Compare(s.failures[a].depth, s.failures[b].depth), cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.invariant, b.invariant))
	})
}
