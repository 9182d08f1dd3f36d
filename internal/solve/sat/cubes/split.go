package cubes

import (
	"cmp"
	"context"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sat"
)

// Window is the number of variables that are tried, with both values, for each decision: the first
// open ones in the order of the formula. The one that shortens the clauses most, by unit
// propagation, is decided. So an encoding whose first variables are the entries of a matrix, row
// after row, is split by its rows. That was compared with other choices on incidence matrices whose
// rows and columns are sorted. If all open variables are tried, the decisions spoil refutations by
// the earlier rows, and all cubes together take ten times the conflicts or more. If the first open
// variable is decided, one cube is as hard as the whole.
const Window = 32

// Options are those of Split.
type Options struct {
	// Depth is the greatest number of decisions on a path; to take one of the cases is a decision.
	Depth int
	// Cases, if there are any, are literals such that every model makes at least one true. The
	// first decision is which of them is the first true one.
	Cases []int
	// Steps bounds the look-ahead, in clauses that are visited; 0 is DefaultSteps. The rest is
	// split by a cheaper measure.
	Steps int64
}

// DefaultSteps take some seconds.
const DefaultSteps = 1 << 30

// MaxDepth is the greatest Depth: a million cubes.
const MaxDepth = 20

// Split makes a tree of decisions of a formula: an open leaf has Depth decisions, or fewer if no
// variable is open. A leaf where the look-ahead finds that there is no model is also open, if unit
// propagation of the cube alone does not show it; it takes a solver little. It panics if Depth is
// not 0..MaxDepth. The error is that of ctx, or of a formula that is not finished.
//
// The cases form a chain: the first holds; the first does not hold but the second does; and so on.
// A path along it has many literals but counts as one decision. If they cover all models by unit
// propagation, as a clause of them does, the end of the chain is refuted.
//
// The look-ahead is that of march (M. Heule, M. Dufour, J. van Zwieten and H. van Maaren,
// "March_eq: Implementing Additional Reasoning into an Efficient Look-Ahead SAT Solver", SAT 2004),
// less its reasoning on equations: a clause that is shortened to k literals counts 5^-k, and a
// variable the product of its two sides. A literal that unit propagation refutes on trial is false
// below, for the choices alone; the cubes have decisions and nothing else.
func Split(ctx context.Context, cnf *sat.CNF, opts Options) (Tree, error) {
	if opts.Depth < 0 || opts.Depth > MaxDepth {
		panic("cubes: the depth is out of range")
	}
	if err := cnf.Err(); err != nil {
		return nil, err
	}
	opts.Steps = cmp.Or(opts.Steps, DefaultSteps)
	s := &splitter{p: newPropagator(cnf), poll: par.NewPoll(ctx), low: 2}
	s.stamp = make([]int32, len(s.p.free))
	switch {
	case s.p.broken:
		s.add(Refuted)
	case len(opts.Cases) > 0 && opts.Depth > 0:
		s.chain(opts.Cases, opts.Depth, opts.Steps)
	default:
		s.split(opts.Depth, opts.Steps)
	}
	return s.tree, s.err
}

type splitter struct {
	p    *propagator
	tree Tree
	poll par.Poll
	err  error

	stamp  []int32 // of a clause: the last trial that shortened it
	trials int32
	found  []candidate
	forced int     // literals of the trail that were refuted on trial
	low    literal // no variable before that of low is open
}

// candidate is a variable that may be decided.
type candidate struct {
	variable int32
	score    score
}

// score is the value of two sides: their product, and their sum if products are equal.
type score struct{ product, sum int64 }

func (a score) less(b score) bool {
	return a.product < b.product || a.product == b.product && a.sum < b.sum
}

// scoreOf keeps the product within 64 bits.
func scoreOf(a, b int64) score {
	const most = 1 << 31
	a, b = min(a, most), min(b, most)
	return score{a * b, a + b}
}

// weights are the values of a clause that is shortened to so many literals, in units of 5^-6.
var weights = [...]int64{2: 625, 3: 125, 4: 25, 5: 5, 6: 1}

func weight(free int32) int64 {
	if int(free) < len(weights) {
		return weights[free]
	}
	return 0
}

// add appends a node.
func (s *splitter) add(node int32) { s.tree = append(s.tree, node) }

// chain splits by cases.
func (s *splitter) chain(cases []int, depth int, steps int64) {
	start := len(s.p.trail)
	share := steps / int64(len(cases))
	for _, c := range cases {
		l := inner(c)
		if s.p.value[l] != 0 { // it is decided by those before it: no decision
			if s.p.value[l] == 1 { // and all models have it
				break
			}
			continue
		}
		s.add(int32(c))
		below := len(s.p.trail)
		s.child(l, depth-1, share)
		s.p.undo(below)
		if !s.p.assign(l ^ 1) {
			s.add(Refuted)
			s.p.undo(start)
			return
		}
	}
	s.split(depth-1, share)
	s.p.undo(start)
}

// child makes the subtree where an open literal holds. The caller has to undo.
func (s *splitter) child(l literal, depth int, steps int64) {
	switch {
	case s.p.assign(l):
		s.split(depth, steps)
	case s.forced > 0: // unit propagation alone may need a solver for it
		s.add(Open)
	default:
		s.add(Refuted)
	}
}

// split decides a variable below the trail, on so many levels.
func (s *splitter) split(depth int, steps int64) {
	if s.err == nil {
		s.err = s.poll.Err()
	}
	if depth == 0 || s.err != nil {
		s.add(Open)
		return
	}
	before, start, forced, low := s.p.steps, len(s.p.trail), s.forced, s.low
	defer func() {
		s.p.undo(start)
		s.forced, s.low = forced, low
	}()
	if s.low = s.first(); s.low == 0 {
		s.add(Open)
		return
	}
	choice := s.choose(steps / int64(depth))
	if choice == 0 {
		s.add(Open)
		return
	}
	spent := s.p.steps - before
	s.err = s.poll.Work(int(spent))
	steps = max(0, steps-spent) / 2
	s.add(int32(outer(choice)))
	for _, l := range []literal{choice, choice ^ 1} {
		below := len(s.p.trail)
		s.child(l, depth-1, steps)
		s.p.undo(below)
	}
}

// choose returns a literal to be decided, or 0: no variable is open, or the formula is refuted on
// trial.
func (s *splitter) choose(steps int64) literal {
	end := s.p.steps + steps
	if steps <= 0 {
		return s.first()
	}
	s.preselect()
	best, most := literal(0), score{-1, -1}
	for i, c := range s.found {
		if i > 0 && s.p.steps > end {
			break
		}
		l := 2 * c.variable
		if s.p.value[l] != 0 {
			continue
		}
		yes, holds := s.try(l)
		no, fails := s.try(l ^ 1)
		switch {
		case holds && fails:
			score := scoreOf(yes, no)
			if !most.less(score) {
				continue
			}
			if best, most = l, score; no < yes { // models are more likely where less is shortened
				best = l ^ 1
			}
			continue
		case !holds && !fails:
			return 0
		case !holds:
			l ^= 1
		}
		s.forced++
		if !s.p.assign(l) {
			return 0
		}
	}
	if best == 0 || s.p.value[best] != 0 { // because of a later refutation
		return s.first()
	}
	return best
}

// first returns the first open variable, or 0 if there is none.
func (s *splitter) first() literal {
	for l := s.low; int(l) < len(s.p.value); l += 2 {
		if s.p.value[l] == 0 {
			return l
		}
	}
	return 0
}

// try assigns a literal for a moment. It returns the value of the clauses that are shortened, or
// that unit propagation refutes the literal.
func (s *splitter) try(l literal) (worth int64, holds bool) {
	start := len(s.p.trail)
	defer s.p.undo(start)
	if !s.p.assign(l) {
		return 0, false
	}
	s.trials++
	for _, m := range s.p.trail[start:] {
		for _, c := range s.p.clauses.of(m ^ 1) {
			if s.p.holds[c] == 0 && s.stamp[c] != s.trials {
				s.stamp[c] = s.trials
				worth += weight(s.p.free[c])
			}
		}
	}
	return worth, true
}

// preselect finds the variables that are tried, the most promising first: by the clauses that each
// side shortens at once, and those of two literals that then decide another one.
func (s *splitter) preselect() {
	s.found = s.found[:0]
	side := func(l literal) int64 {
		worth := int64(0)
		s.p.steps += int64(len(s.p.implied.of(l)) + len(s.p.clauses.of(l^1)))
		for _, m := range s.p.implied.of(l) {
			if s.p.value[m] == 0 {
				worth += 2 * weights[2]
			}
		}
		for _, c := range s.p.clauses.of(l ^ 1) {
			if s.p.holds[c] == 0 {
				worth += weight(s.p.free[c] - 1)
			}
		}
		return worth
	}
	for l := s.low; int(l) < len(s.p.value) && len(s.found) < Window; l += 2 {
		if s.p.value[l] == 0 {
			s.found = append(s.found, candidate{l / 2, scoreOf(side(l), side(l^1))})
		}
	}
	slices.SortFunc(s.found, func(a, b candidate) int {
		switch {
		case b.score.less(a.score):
			return -1
		case a.score.less(b.score):
			return 1
		}
		return int(a.variable - b.variable)
	})
}
