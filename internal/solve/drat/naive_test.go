package drat

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// The oracles: clauses as slices of literals, and nothing clever.

// rup reports whether unit propagation from the negation of a clause meets a contradiction.
func rup(clauses [][]int, clause []int) bool {
	falses := map[int]bool{}
	for _, l := range clause {
		falses[l] = true
		if falses[-l] {
			return true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			open := map[int]bool{}
			satisfied := false
			for _, l := range c {
				satisfied = satisfied || falses[-l]
				if !falses[l] {
					open[l] = true
				}
			}
			switch {
			case satisfied:
			case len(open) == 0:
				return true
			case len(open) == 1:
				for l := range open {
					falses[-l], changed = true, true
				}
			}
		}
	}
	return false
}

// rat reports whether each resolvent on the first literal is rup.
func rat(clauses [][]int, clause []int) bool {
	if len(clause) == 0 {
		return false
	}
	for _, c := range clauses {
		if !slices.Contains(c, -clause[0]) {
			continue
		}
		resolvent := slices.Clone(clause)
		for _, l := range c {
			if l != -clause[0] {
				resolvent = append(resolvent, l)
			}
		}
		if !rup(clauses, resolvent) {
			return false
		}
	}
	return true
}

// satisfiable tries all assignments.
func satisfiable(vars int, clauses [][]int) bool {
	for a := range 1 << vars {
		if !slices.ContainsFunc(clauses, func(c []int) bool {
			return !slices.ContainsFunc(c, func(l int) bool { return (a>>(max(l, -l)-1)&1 == 1) == (l > 0) })
		}) {
			return true
		}
	}
	return false
}

type step struct {
	deletes bool
	clause  []int
}

func formulaOf(vars int, clauses [][]int) *cnf {
	f := &cnf{vars: vars}
	for _, c := range clauses {
		f.AddClause(c...)
	}
	return f
}

func textOf(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		if s.deletes {
			b.WriteString("d ")
		}
		for _, l := range s.clause {
			fmt.Fprintf(&b, "%d ", l)
		}
		b.WriteString("0\n")
	}
	return b.String()
}

func binaryOf(steps []step) string {
	var b []byte
	for _, s := range steps {
		b = append(b, map[bool]byte{false: 'a', true: 'd'}[s.deletes])
		for _, l := range s.clause {
			b = binary.AppendUvarint(b, uint64(encode(int32(l))))
		}
		b = append(b, 0)
	}
	return string(b)
}

// checked is Check, and returns the checker's state as well.
func checked(ctx context.Context, f Formula, proof io.Reader) (*checker, *Report, error) {
	c := newChecker(ctx, nil)
	report, err := c.check(f, newReader(ctx, proof))
	return c, report, err
}

// confirm compares a judgement with the oracles: an accepted formula has no model, and its core is
// a proof by unit propagation if no step needed more; a refused clause does not follow from the
// clauses present; and a proof in which every clause follows is not refused.
func confirm(t *testing.T, vars int, formula [][]int, steps []step) (accepted bool) {
	t.Helper()
	c, report, err := checked(t.Context(), formulaOf(vars, formula), strings.NewReader(textOf(steps)))
	// What is there before each step: the steps that the checker ignored are in its list.
	there := [][][]int{slices.Clone(formula)}
	for i, s := range c.steps {
		now := slices.Clone(there[i])
		switch {
		case s == 0:
		case s&deletion != 0:
			at := slices.IndexFunc(now, func(d []int) bool { return same(d, steps[i].clause) })
			if at < 0 {
				t.Fatalf("step %d deletes what is not there", i+1)
			}
			now = slices.Delete(now, at, at+1)
		default:
			now = append(now, steps[i].clause)
		}
		there = append(there, now)
	}
	fail := func(why string) {
		t.Helper()
		t.Fatalf("%s\nformula %v\nproof\n%s%v", why, formula, textOf(steps), err)
	}
	var wrong *ProofError
	switch {
	case err == nil:
		all := vars
		for _, s := range steps {
			for _, l := range s.clause {
				all = max(all, l, -l)
			}
		}
		if all <= 10 && satisfiable(all, formula) {
			fail("a formula with a model is refuted")
		}
		var core [][]int
		for _, i := range report.CoreClauses {
			core = append(core, formula[i])
		}
		for _, i := range report.CoreSteps {
			if report.RAT == 0 && !rup(core, steps[i-1].clause) {
				fail(fmt.Sprintf("step %d does not follow from the core before it", i))
			}
			core = append(core, steps[i-1].clause)
		}
		if !rup(core, nil) {
			fail("the core is not contradictory")
		}
	case errors.As(err, &wrong) && wrong.Unfinished:
		if rup(there[len(steps)], nil) {
			fail("there is a contradiction")
		}
	case errors.As(err, &wrong):
		at := wrong.Step - 1
		clause := clauseNamed(t, wrong.Problem)
		if !same(clause, steps[at].clause) || len(clause) > 0 && clause[0] != steps[at].clause[0] {
			fail("another clause is named")
		}
		if rup(there[at], clause) || rat(there[at], clause) {
			fail("the clause that is refused follows")
		}
	default:
		fail("an error")
	}
	return err == nil
}

// clauseNamed returns the clause that an error says does not follow.
func clauseNamed(t *testing.T, problem string) []int {
	t.Helper()
	_, rest, found := strings.Cut(problem, "the clause (")
	text, _, ends := strings.Cut(rest, "), does not follow")
	if !found || !ends {
		t.Fatalf("no clause is named: %s", problem)
	}
	var clause []int
	for _, word := range strings.Fields(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		clause = append(clause, n)
	}
	return clause
}

func same(a, b []int) bool {
	sorted := func(c []int) []int { c = slices.Clone(c); slices.Sort(c); return slices.Compact(c) }
	return slices.Equal(sorted(a), sorted(b))
}

func randomClause(r *rand.Rand, vars, most int) []int {
	c := make([]int, 1+r.IntN(most))
	for i := range c {
		c[i] = (1 + r.IntN(vars)) * (1 - 2*r.IntN(2))
	}
	return c
}

// randomProof adds clauses that mostly follow, and deletes some, until there is a contradiction.
// Some first name the common part of clauses, which needs RAT.
func randomProof(r *rand.Rand, vars int, formula [][]int) []step {
	there := slices.Clone(formula)
	var steps []step
	add := func(c ...int) { steps, there = append(steps, step{false, c}), append(there, c) }
	for range r.IntN(3) {
		i := r.IntN(len(there))
		c := there[i]
		if len(c) < 2 {
			continue
		}
		vars++ // the disjunction of the first two
		add(vars, -c[0])
		add(vars, -c[1])
		add(-vars, c[0], c[1])
		add(append([]int{vars}, c[2:]...)...)
		steps, there = append(steps, step{true, c}), slices.Delete(there, i, i+1)
	}
	for range 60 {
		if len(there) > 0 && r.IntN(4) == 0 {
			i := r.IntN(len(there))
			if r.IntN(12) == 0 { // one that is perhaps not there
				steps = append(steps, step{true, randomClause(r, vars, 2)})
			} else {
				steps = append(steps, step{true, there[i]})
				if len(there[i]) > 1 {
					there = slices.Delete(there, i, i+1)
				}
			}
			continue
		}
		c := randomClause(r, vars, 3)
		if rup(there, c) || r.IntN(3) == 0 && rat(there, c) || r.IntN(40) == 0 {
			add(c...)
		}
		if rup(there, nil) {
			break
		}
	}
	return append(steps, step{false, nil})
}

// mutated plants an error: a step is left out, doubled or moved, or a literal changed.
func mutated(r *rand.Rand, vars int, steps []step) []step {
	steps = slices.Clone(steps)
	i := r.IntN(len(steps))
	switch r.IntN(4) {
	case 0:
		return slices.Delete(steps, i, i+1)
	case 1:
		j := r.IntN(len(steps))
		steps[i], steps[j] = steps[j], steps[i]
	case 2:
		steps = slices.Insert(steps, i, steps[r.IntN(len(steps))])
	default:
		if c := slices.Clone(steps[i].clause); len(c) > 0 {
			c[r.IntN(len(c))] = (1 + r.IntN(vars+1)) * (1 - 2*r.IntN(2))
			steps[i].clause = c
		}
	}
	return steps
}

// TestRandomProofs: thousands of small proofs, whole and broken, as the oracles judge them.
func TestRandomProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	accepted, refused, needRAT, tries := 0, 0, 0, 12000
	if !assert.WithSlow {
		tries = 1500
	}
	for range tries {
		vars := 2 + r.IntN(5)
		var formula [][]int
		for range 2*vars + r.IntN(5*vars) {
			if c := randomClause(r, vars, 4); len(c) > 1 || r.IntN(10) == 0 {
				formula = append(formula, c)
			}
		}
		if satisfiable(vars, formula) && r.IntN(5) > 0 || rup(formula, nil) && r.IntN(5) > 0 {
			continue
		}
		steps := randomProof(r, vars, formula)
		if r.IntN(2) == 0 {
			steps = mutated(r, vars, steps)
		}
		if confirm(t, vars, formula, steps) {
			accepted++
			_, report := assert.Got2(checked(t.Context(), formulaOf(vars, formula), strings.NewReader(binaryOf(steps))))(t)
			needRAT += min(report.RAT, 1)
		} else {
			refused++
		}
	}
	t.Logf("%d accepted, %d of them by RAT, %d refused", accepted, needRAT, refused)
	if tries == 12000 && (accepted < 500 || refused < 500 || needRAT < 20) {
		t.Error("too few of a kind")
	}
}

// FuzzCheck: no bytes make the checker fail other than with an error, and every proof that it
// accepts is right.
func FuzzCheck(f *testing.F) {
	f.Add([]byte{3, 1, 2, 0, 1, 254, 0, 255, 2, 0, 255, 254, 0}, []byte("1 0\n0\n"))
	f.Add([]byte{1, 1, 0, 255, 0}, []byte("d 1 0\nc x\n0\n"))
	f.Add([]byte{2, 1, 2, 0}, []byte("a\x02\x00d\x05\x02\x00a\x00"))
	f.Add([]byte{2, 1, 2, 0, 255, 2, 0, 1, 254, 0, 255, 254, 0}, []byte("5 1 0 1 3 0\n5 d 1 0\n6 0 5 2 4 0\n"))
	f.Fuzz(func(t *testing.T, question, proof []byte) {
		if len(question) == 0 || len(question) > 200 || len(proof) > 2000 {
			return
		}
		vars := int(question[0]%8) + 1
		var formula [][]int
		var clause []int
		for _, b := range question[1:] {
			if l := int(int8(b)); l == 0 {
				formula, clause = append(formula, clause), nil
			} else {
				clause = append(clause, min(max(l, -vars), vars))
			}
		}
		var steps []step
		in := newReader(t.Context(), strings.NewReader(string(proof)))
		for {
			deletes, lits, err := in.next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				_, report, err := checked(t.Context(), formulaOf(vars, formula), strings.NewReader(string(proof)))
				var format *ProofError
				if err != nil && !errors.As(err, &format) && report != nil {
					t.Fatal(err)
				}
				if err == nil && satisfiable(vars, formula) {
					t.Fatal("a formula with a model is refuted")
				}
				return
			}
			s := step{deletes: deletes}
			for _, l := range lits {
				if l > 1000 || l < -1000 {
					return
				}
				s.clause = append(s.clause, int(l))
			}
			steps = append(steps, s)
		}
		confirm(t, vars, formula, steps)
	})
}
