package drat

import (
	"context"
	"errors"
	"fmt"
	"io"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// checker checks one proof. Literals are encoded, see encode.
type checker struct {
	ctx      context.Context
	poll     par.Poll
	progress par.Progress
	err      error // of the context, seen while propagating

	arena   []uint32
	buckets []ref // of clauses that are there, by their hash
	stored  int
	entered int      // in the buckets
	stamp   []uint32 // literals of the clause at hand have the newest stamp
	stamps  uint32
	buffer  []uint32

	steps   []uint32 // clauses added; deleted ones with the highest bit; 0 for ignored steps
	formula ref      // where the clauses of the formula end

	value   []int8 // of literals: 1 true, -1 false, 0 neither
	reason  []ref  // of variables that have a value
	place   []int32
	seen    []bool // its reasons are in the core
	trail   []uint32
	heads   [2]int // the length of the propagated part of the trail, for each kind of list
	watches [2][][]watch
	stack   []ref

	report Report
}

const deletion = 1 << 31

// load takes the clauses of the formula, and propagates its units. It returns a clause that is
// false, if there is one.
func (c *checker) load(f Formula) (ref, error) {
	vars := f.Variables()
	if vars < 0 || vars > MaxVariables {
		panic(fmt.Sprintf("drat: a formula of %d variables", vars))
	}
	// A word before the first clause, so that no clause has the name none.
	c.arena = append(c.arena, 0)
	c.reason, c.place, c.seen = make([]ref, 1), make([]int32, 1), make([]bool, 1)
	c.value, c.stamp = make([]int8, 2), make([]uint32, 2)
	for i := range c.watches {
		c.watches[i] = make([][]watch, 2)
	}
	if err := c.grow(vars); err != nil {
		return none, err
	}
	for _, clause := range f.Clauses() {
		if err := c.poll.Err(); err != nil {
			return none, err
		}
		for _, l := range clause {
			checkLiteral(l, vars)
		}
		r, err := c.store(clause)
		if err != nil {
			return none, err
		}
		if !c.has(r, tautology) {
			c.attach(r) // nothing has a value yet: units come below
		}
	}
	c.formula = ref(len(c.arena)) + header
	conflict := none
	c.refs(c.formula, func(r ref) bool {
		if clause := c.clause(r); len(clause) == 0 || len(clause) == 1 && c.value[clause[0]] < 0 {
			conflict = r
		} else if len(clause) == 1 && c.value[clause[0]] == 0 {
			c.assign(clause[0], r)
		}
		return conflict == none
	})
	if conflict == none {
		conflict = c.propagate()
	}
	return conflict, c.err
}

// forward reads steps until unit propagation meets a contradiction, and returns the clause that is
// false.
func (c *checker) forward(in *reader) (ref, error) {
	for {
		if len(c.steps)%(1<<12) == 0 {
			c.progress.Tell("steps of the proof read", len(c.steps), 0)
			if err := memory.Ask(c.ctx, "the steps of the proof", len(c.steps)+1<<12, 2*4); err != nil {
				return none, err
			}
		}
		if err := c.poll.Err(); err != nil {
			return none, err
		}
		deletes, lits, err := in.next()
		if errors.Is(err, io.EOF) {
			return none, Unfinished(len(c.steps))
		}
		if err != nil {
			return none, err
		}
		if deletes {
			if err := c.remove(lits); err != nil {
				return none, err
			}
			continue
		}
		r, err := c.store(lits)
		if err != nil {
			return none, err
		}
		c.steps = append(c.steps, uint32(r))
		c.report.Added++
		if c.has(r, tautology) {
			continue
		}
		unit, wholly := c.attach(r)
		if wholly {
			return r, nil
		}
		if unit {
			c.assign(c.clause(r)[0], r)
			if conflict := c.propagate(); conflict != none || c.err != nil {
				return conflict, c.err
			}
		}
	}
}

// remove deletes a clause, unless it is a unit clause or a reason, or not there.
func (c *checker) remove(lits []int32) error {
	r, kept, err := c.take(lits, func(r ref) bool { return len(c.clause(r)) == 1 || c.isReason(r) })
	if err != nil {
		return err
	}
	step := uint32(0)
	switch {
	case r == none:
		c.report.Missing++
	case kept:
		c.report.Units++
	default:
		c.report.Deleted++
		c.arena[r-1] &^= active
		step = uint32(r) | deletion
	}
	c.steps = append(c.steps, step)
	return nil
}

// backward takes the steps back, and checks those that the false clause rests on.
func (c *checker) backward(conflict ref) error {
	c.report.Steps = len(c.steps)
	c.mark(conflict)
	for i := len(c.steps) - 1; i >= 0; i-- {
		if i%(1<<12) == 0 {
			c.progress.Tell("steps of the proof checked", len(c.steps)-i, len(c.steps))
		}
		if err := c.poll.Err(); err != nil {
			return err
		}
		r := ref(c.steps[i] &^ deletion)
		switch {
		case r == none:
		case c.steps[i]&deletion != 0:
			c.arena[r-1] |= active
			if !c.has(r, tautology) {
				c.attach(r)
			}
		default:
			c.arena[r-1] &^= active
			if c.isReason(r) {
				// Everything after it on the trail follows from it. Before it, everything was
				// propagated.
				c.cut(int(c.place[c.clause(r)[0]>>1]))
			}
			if c.heads = [2]int{len(c.trail), len(c.trail)}; !c.has(r, core) {
				continue
			}
			if err := c.follows(r, i+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// follows checks that an added clause follows from the present clauses, and takes the clauses used
// into the core. Afterwards the trail is as before.
func (c *checker) follows(r ref, step int) error {
	bottom := len(c.trail)
	defer c.cut(bottom)
	if c.refute(c.clause(r), 0) || c.err != nil {
		return c.err
	}
	candidate, ok := c.resolvents(r)
	switch {
	case c.err != nil:
		return c.err
	case ok:
		c.report.RAT++
		return nil
	}
	problem := fmt.Sprintf("step %d of the proof, the clause %s, does not follow by unit propagation", step, words(c.decoded(r)))
	if candidate != none {
		problem += fmt.Sprintf(", nor is it RAT: its resolvent on its first literal with the clause %s does not follow either", words(c.decoded(candidate)))
	}
	return &ProofError{Step: step, Problem: problem}
}

// refute assumes that a clause is false, but for the literal but, and reports whether propagation
// meets a contradiction; its causes are taken into the core. The trail keeps the propagated
// literals.
func (c *checker) refute(clause []uint32, but uint32) bool {
	for _, l := range clause {
		switch {
		case l == but:
		case c.value[l] > 0:
			if why := c.reason[l>>1]; why != none {
				c.mark(why)
			}
			return true
		case c.value[l] == 0:
			c.assign(l^1, none)
		}
	}
	conflict := c.propagate()
	if conflict != none {
		c.mark(conflict)
	}
	return conflict != none
}

// resolvents checks that each resolvent of a clause, whose negation is on the trail and propagated,
// on its first literal follows by unit propagation. Only clauses of the core count, including those
// that the check itself takes into the core: nothing uses the others from here on. It returns a
// clause whose resolvent does not follow, or none if the clause is empty.
func (c *checker) resolvents(r ref) (candidate ref, ok bool) {
	if len(c.clause(r)) == 0 {
		return none, false
	}
	negated := c.arena[r-2] ^ 1
	level := len(c.trail)
	judged := map[ref]bool{}
	for more := true; more; {
		more = false
		c.refs(r, func(q ref) bool {
			if c.flags(q)&(active|core) != active|core || judged[q] || !contains(c.clause(q), negated) {
				return true
			}
			judged[q], more = true, true
			follows := c.refute(c.clause(q), negated)
			c.cut(level)
			if !follows {
				candidate = q
			}
			return follows
		})
		if candidate != none || c.err != nil {
			return candidate, false
		}
	}
	return none, true
}

func contains(clause []uint32, l uint32) bool {
	for _, m := range clause {
		if m == l {
			return true
		}
	}
	return false
}

// core lists the clauses that the refutation uses.
func (c *checker) core() {
	i := 0
	c.refs(c.formula, func(r ref) bool {
		if c.has(r, core) {
			c.report.CoreClauses = append(c.report.CoreClauses, i)
		}
		i++
		return true
	})
	for i, s := range c.steps {
		if s != 0 && s&deletion == 0 && c.has(ref(s), core) {
			c.report.CoreSteps = append(c.report.CoreSteps, i+1)
		}
	}
}
