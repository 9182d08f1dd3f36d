package sat

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// MaxVariables is the largest variable that a CNF accepts.
const MaxVariables = 1 << 28

// ClauseSink receives the variables and clauses of an encoding.
type ClauseSink interface {
	// NewVar returns a new variable.
	NewVar() int
	// AddClause adds the disjunction of literals; none makes the formula unsatisfiable.
	AddClause(lits ...int)
}

var (
	_ ClauseSink = (*CNF)(nil)
	_ ClauseSink = (*Solver)(nil)
)

// CNF is a formula in conjunctive normal form: clauses over the variables
// 1..Variables(), kept as given and in order, in two flat slices (4 bytes a literal, 8 a
// clause), with comments and names for its variables. The zero value is the formula
// without variables and clauses, which is true. It is not safe for concurrent changes.
//
// A formula of [NewCNF] is not finished when its context ends, or the budget of memory is reached:
// then it takes no more clauses, Err says why, and no solver answers it. So an encoding need not
// check its length in advance.
type CNF struct {
	vars     int
	ends     []int // clause i is lits[ends[i-1]:ends[i]]
	lits     []int32
	comments []string
	names    map[int]string

	ctx  context.Context // of NewCNF; nil without an end
	poll par.Poll
	err  error
}

// NewCNF returns the formula without variables and clauses, that grows as long as ctx lives, and
// within its budget of memory (package memory).
func NewCNF(ctx context.Context) *CNF { return &CNF{ctx: ctx, poll: par.NewPoll(ctx)} }

// Err returns nil if the formula has every clause that was written, and otherwise the cause of the
// context, or a *memory.Error.
func (c *CNF) Err() error { return c.err }

// The memory of a clause, a literal and a name: in the formula, whose memory doubles as it grows,
// and in the built-in solver, which has two watches for each clause.
const (
	clauseBytes  = 80
	literalBytes = 16
	nameBytes    = 160
)

// askSteps is the number of clauses after which the budget of memory is asked for as many more.
const askSteps = 1 << 14

// unfinished reports whether the formula takes no more clauses.
func (c *CNF) unfinished() bool {
	if c.ctx == nil || c.err != nil {
		return c.err != nil
	}
	if c.err = c.poll.Err(); c.err == nil && len(c.ends)%askSteps == 0 {
		c.err = memory.Ask(c.ctx, "the clauses of the formula",
			(len(c.ends)+askSteps)*clauseBytes+(len(c.lits)+3*askSteps)*literalBytes+len(c.names)*nameBytes)
	}
	return c.err != nil
}

// NewVar returns the variable after the last one. It panics beyond MaxVariables.
func (c *CNF) NewVar() int {
	c.Grow(c.vars + 1)
	return c.vars
}

// Grow makes sure that the variables 1..vars exist. It panics beyond MaxVariables.
func (c *CNF) Grow(vars int) {
	if vars > MaxVariables {
		panic(fmt.Sprintf("sat: %d variables; at most %d", vars, MaxVariables))
	}
	c.vars = max(c.vars, vars)
}

// AddClause appends a clause; variables up to its largest one exist from then on.
// Repeated literals, tautologies and the empty clause are legal and kept. It panics on a
// literal that is 0 or of a variable beyond MaxVariables.
func (c *CNF) AddClause(lits ...int) {
	if c.unfinished() {
		return
	}
	for _, l := range lits {
		c.Grow(variable(l))
	}
	for _, l := range lits {
		c.lits = append(c.lits, int32(l))
	}
	c.ends = append(c.ends, len(c.lits))
}

// variable returns the variable of a literal.
func variable(lit int) int {
	if lit == 0 {
		panic("sat: 0 is no literal")
	}
	return max(lit, -lit)
}

// Variables returns the number of variables.
func (c *CNF) Variables() int { return c.vars }

// Len returns the number of clauses.
func (c *CNF) Len() int { return len(c.ends) }

// hasEmpty reports whether one of the clauses is empty.
func (c *CNF) hasEmpty() bool {
	for _, clause := range c.Clauses() {
		if len(clause) == 0 {
			return true
		}
	}
	return false
}

// Literals returns the sum of the lengths of the clauses.
func (c *CNF) Literals() int { return len(c.lits) }

// Clause returns clause i, a view of the formula's own memory that must not be written
// to. It panics if i is out of range.
func (c *CNF) Clause(i int) []int32 {
	from := 0
	if i > 0 {
		from = c.ends[i-1]
	}
	return c.lits[from:c.ends[i]:c.ends[i]]
}

// Clauses yields the clauses in order, as Clause does.
func (c *CNF) Clauses() iter.Seq2[int, []int32] {
	return func(yield func(int, []int32) bool) {
		for i := range c.ends {
			if !yield(i, c.Clause(i)) {
				return
			}
		}
	}
}

// Name gives a variable a name, which DIMACS files keep as the comment "var V NAME". The
// name must be one non-empty word or several, on one line, without space at its ends
// (else it panics); the variable need not occur.
func (c *CNF) Name(v int, name string) {
	if name == "" || strings.ContainsAny(name, "\r\n") || strings.TrimSpace(name) != name {
		panic(fmt.Sprintf("sat: %q cannot name a variable", name))
	}
	if v < 1 {
		panic(fmt.Sprintf("sat: variable %d has no name", v))
	}
	c.Grow(v)
	if c.names == nil {
		c.names = map[int]string{}
	}
	c.names[v] = name
}

// NameOf returns the name of a variable, "" if it has none.
func (c *CNF) NameOf(v int) string { return c.names[v] }

// Comment appends lines of text, which DIMACS files carry before the clauses. A line of
// the form "var V NAME" names a variable.
func (c *CNF) Comment(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, "\r")
		if v, name, ok := namedVariable(line); ok {
			c.Name(v, name)
		} else {
			c.comments = append(c.comments, line)
		}
	}
}

// Comments returns the lines of comment, without the names: a copy.
func (c *CNF) Comments() []string { return slices.Clone(c.comments) }

// namedVariable reads the comment that names a variable.
func namedVariable(line string) (v int, name string, ok bool) {
	rest, ok := strings.CutPrefix(line, "var ")
	if !ok {
		return 0, "", false
	}
	number, name, ok := strings.Cut(rest, " ")
	v, err := strconv.Atoi(number)
	if !ok || err != nil || v < 1 || v > MaxVariables || strconv.Itoa(v) != number ||
		name == "" || strings.TrimSpace(name) != name || strings.Contains(name, "\r") {
		return 0, "", false
	}
	return v, name, true
}

// Clone returns an independent copy. It shares the memory of the clauses, which never change,
// until a clause is added to one of the two. A copy that is only read costs no more than its names.
func (c *CNF) Clone() *CNF {
	clone := *c
	clone.ends, clone.lits, clone.comments = slices.Clip(c.ends), slices.Clip(c.lits), slices.Clip(c.comments)
	clone.names = maps.Clone(c.names)
	return &clone
}

// Equal reports whether c and d have the same variables, clauses in the same order,
// comments and names.
func (c *CNF) Equal(d *CNF) bool {
	return c.vars == d.vars && slices.Equal(c.ends, d.ends) && slices.Equal(c.lits, d.lits) &&
		slices.Equal(c.comments, d.comments) && maps.Equal(c.names, d.names)
}

// Violated returns the index of the first clause that an assignment (value[v] for
// variable v; value[0] is not used) does not satisfy, or -1. It panics if len(value) is
// not Variables()+1.
func (c *CNF) Violated(value []bool) int {
	if len(value) != c.vars+1 {
		panic(fmt.Sprintf("sat: %d values for variables 1..%d", len(value), c.vars))
	}
	for i, clause := range c.Clauses() {
		if !slices.ContainsFunc(clause, func(l int32) bool { return value[max(l, -l)] == (l > 0) }) {
			return i
		}
	}
	return -1
}
