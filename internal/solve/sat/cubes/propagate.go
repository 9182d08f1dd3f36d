package cubes

import (
	"coterie/internal/solve/sat"
)

// literal is 2v for variable v, 2v+1 for its negation.
type literal = int32

func inner(l int) literal {
	if l < 0 {
		return literal(-2*l + 1)
	}
	return literal(2 * l)
}

func outer(l literal) int {
	if l&1 == 1 {
		return -int(l >> 1)
	}
	return int(l >> 1)
}

// lists are lists of numbers, one for each literal, in flat memory.
type lists struct {
	from []int32 // list l is all[from[l]:from[l+1]]
	all  []int32
}

func (s *lists) of(l literal) []int32 { return s.all[s.from[l]:s.from[l+1]] }

// makeLists collects the pairs that visit reports, and calls it twice.
func makeLists(literals int, visit func(tell func(l literal, x int32))) lists {
	s := lists{from: make([]int32, literals+1)}
	visit(func(l literal, _ int32) { s.from[l+1]++ })
	for l := range literals {
		s.from[l+1] += s.from[l]
	}
	s.all = make([]int32, s.from[literals])
	next := append([]int32(nil), s.from[:literals]...)
	visit(func(l literal, x int32) {
		s.all[next[l]] = x
		next[l]++
	})
	return s
}

// propagator holds a formula under the literals of its trail: for clauses of two literals the
// implications of each literal; for longer clauses the numbers of literals that are true, and that
// are not false. Both are kept by counting, so that the clauses that a literal shortens are known
// without another look.
type propagator struct {
	implied lists // literals that are true if l is
	clauses lists // the longer clauses that have l
	ends    []int32
	lits    []literal // clause c is lits[ends[c]:ends[c+1]]

	value []int8  // of a literal: 1 true, -1 false, 0 open
	free  []int32 // of a clause: literals that are not false
	holds []int32 // literals that are true

	trail []literal
	head  int   // before it the trail is counted
	steps int64 // clauses and implications that were visited
	// broken: the clauses alone are refuted by unit propagation.
	broken bool
}

// newPropagator reads a formula. Memory: some twelve bytes a literal.
func newPropagator(cnf *sat.CNF) *propagator {
	literals := 2*cnf.Variables() + 2
	p := &propagator{ends: []int32{0}, value: make([]int8, literals)}
	var pairs, units []literal
	mark := make([]int32, literals) // the clause that had the literal last, counted from 1
	var clause []literal
next:
	for i, outer := range cnf.Clauses() {
		clause = clause[:0]
		for _, l := range outer {
			l := inner(int(l))
			switch {
			case mark[l^1] == int32(i+1):
				continue next // always true
			case mark[l] == int32(i+1):
				continue
			}
			mark[l] = int32(i + 1)
			clause = append(clause, l)
		}
		switch len(clause) {
		case 0:
			p.broken = true
		case 1:
			units = append(units, clause[0])
		case 2:
			pairs = append(pairs, clause...)
		default:
			p.lits = append(p.lits, clause...)
			p.ends = append(p.ends, int32(len(p.lits)))
		}
	}
	p.implied = makeLists(literals, func(tell func(literal, int32)) {
		for i := 0; i < len(pairs); i += 2 {
			tell(pairs[i]^1, pairs[i+1])
			tell(pairs[i+1]^1, pairs[i])
		}
	})
	p.free, p.holds = make([]int32, len(p.ends)-1), make([]int32, len(p.ends)-1)
	for c := range p.free {
		p.free[c] = p.ends[c+1] - p.ends[c]
	}
	p.clauses = makeLists(literals, func(tell func(literal, int32)) {
		for c := range p.free {
			for _, l := range p.clause(int32(c)) {
				tell(l, int32(c))
			}
		}
	})
	for _, l := range units {
		p.broken = p.broken || !p.assign(l)
	}
	return p
}

func (p *propagator) clause(c int32) []literal { return p.lits[p.ends[c]:p.ends[c+1]] }

// set makes an open literal true.
func (p *propagator) set(l literal) {
	p.value[l], p.value[l^1] = 1, -1
	p.trail = append(p.trail, l)
}

// assign makes a literal true, with all consequences by unit propagation. It returns false if they
// contradict each other. The assignments last until undo.
func (p *propagator) assign(l literal) bool {
	switch p.value[l] {
	case 1:
		return true
	case -1:
		return false
	}
	p.set(l)
	for p.head < len(p.trail) {
		if !p.count(p.trail[p.head]) {
			return false
		}
	}
	return true
}

// count takes the next literal of the trail into account. The counters are brought up to date in
// any case, for undo.
func (p *propagator) count(l literal) bool {
	p.head++
	good := true
	implied, has, lacks := p.implied.of(l), p.clauses.of(l), p.clauses.of(l^1)
	p.steps += int64(len(implied) + len(has) + len(lacks))
	for _, m := range implied {
		switch p.value[m] {
		case 0:
			p.set(m)
		case -1:
			good = false
		}
	}
	for _, c := range has {
		p.holds[c]++
	}
	for _, c := range lacks {
		p.free[c]--
		if p.free[c] > 1 || p.holds[c] > 0 || !good {
			continue
		}
		good = false
		for _, m := range p.clause(c) {
			p.steps++
			if p.value[m] >= 0 {
				if p.value[m] == 0 {
					p.set(m)
				}
				good = true
				break
			}
		}
	}
	return good
}

// undo takes back the literals of the trail from a place on.
func (p *propagator) undo(to int) {
	for i := len(p.trail) - 1; i >= to; i-- {
		l := p.trail[i]
		p.value[l], p.value[l^1] = 0, 0
		if i >= p.head {
			continue
		}
		for _, c := range p.clauses.of(l) {
			p.holds[c]--
		}
		for _, c := range p.clauses.of(l ^ 1) {
			p.free[c]++
		}
	}
	p.trail = p.trail[:to]
	p.head = min(p.head, to)
}
