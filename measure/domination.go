package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"coterie/internal/machine/par"
	"coterie/internal/solve/given"
	"coterie/quorum"
)

// The methods of JudgeDomination. DominationAuto tries them in turn.
const (
	DominationAuto = ""
	// DominationSizes proves nondomination where all sets of some size are quorums.
	DominationSizes = "sizes"
	// DominationExpectations finds a witness by conditional expectations.
	DominationExpectations = "conditional expectations"
	// DominationSAT asks a SAT solver for a witness.
	DominationSAT = "sat"
	// DominationCounting compares the numbers of sets that contain a quorum.
	DominationCounting = "counting"
)

// DominationOptions are the options of JudgeDomination; the zero value is useful.
type DominationOptions struct {
	// Method restricts the judgement to one method. Where this method cannot tell, the error says
	// so.
	Method string
	// Seed is the seed of the searches. Another seed may lead to another witness.
	Seed uint64
	// Jobs >= 2 lets the SAT solver and the counter work at the same time on the questions left
	// open by the quick attempts. If both have an answer, the first in their order counts.
	Jobs int
	// SATRounds bounds the SAT solver for each cartel, in rounds of 20,000 propagations; 0 means
	// 2000, some 20 s.
	SATRounds int
	// SATLiterals bounds the size of the question to the SAT solver; 0 means 4 million.
	SATLiterals int
	// DiagramNodes bounds the decision diagrams of the counts; 0 means 2 million
	// (about 100 MB; there are fewer nodes in that for n >= 64).
	DiagramNodes int
}

func (o DominationOptions) withDefaults() DominationOptions {
	o.SATRounds = cmp.Or(o.SATRounds, 2000)
	o.SATLiterals = cmp.Or(o.SATLiterals, 4_000_000)
	o.DiagramNodes = cmp.Or(o.DiagramNodes, 2_000_000)
	return o
}

const (
	// quickDiagramNodes is enough to count voting, trees and lattices, and made in some 20 ms.
	quickDiagramNodes = 50_000
	// quickSATRounds is enough for nearly every witness, and takes little time beside a long count.
	quickSATRounds = 6
	// quickSATLiterals keeps the first question to the SAT solver, which must be written
	// before it is asked, from costing more than the count.
	quickSATLiterals = 400_000
)

// JudgeDomination judges whether an ordinary quorum system, given as the one family in cartels, or
// a group quorum system of m >= 2 cartels is nondominated (ND).
//
// Domain: families over the same nodes. If there is one family, its quorums meet pairwise; if there
// are more, quorums of different cartels meet. (quorum.Check judges this. If it does not hold, the
// answer has no meaning, and is an error where JudgeDomination notices.) A family need not be
// minimal: nothing below changes when a superset of a quorum, or a repeat, is added or removed, so
// that the minimal quorums are judged. Cartels that are not all listed are judged by their
// formulas, if these are read-once. Several cartels must be two of the same form, or all equal.
//
// Definition. For one family let C = O be its quorums; for cartel i of a group system let C be its
// quorums and O those of all the other cartels. A witness is a set T that meets every quorum of O
// and contains none of C. The system is ND iff there is no witness, for any i. (Garcia-Molina and
// Barbara 1985, Theorem 2.1, for coteries; domination of group systems is Joung 2003, Definition
// 3.3.) For m = 2 one i is enough: T is a witness for i = 1 iff its complement is one for i = 2.
// Equal cartels ask equal questions.
//
// Result: with a witness, a minimal transversal of O, or nondominated.
// Every witness is checked by the definition before it is returned.
//
// # Methods
//
// In this order, for each question that is left:
//
//   - sizes: let u nodes occur, and let C hold all a-sets of them and O all b-sets, a+b = u+1.
//     There is no witness. With C = O these are the majorities of odd u. Cost O(m K log m) for m
//     quorums of at most K nodes.
//   - conditional expectations: put each node into T with probability 1/2. The expected number of
//     quorums that break the definition is Σ 2^-|Q| over C and O. Nodes are decided one after the
//     other so that it never grows (Erdős and Selfridge 1973); a sum below 1 certainly ends in a
//     witness, and larger ones often do. Cost O(m K), for a few orders of the nodes.
//   - counting: let L(F) be the number of sets that contain a quorum of F. A set fails to meet
//     all of O iff its complement contains a quorum of O, so 2^n - L(O) sets meet all of O.
//     Those that contain a quorum of C are among them, as quorums of C and O meet. Hence there
//     are 2^n - L(O) - L(C) witnesses: C and O are ND iff L(C) + L(O) = 2^n, a coterie iff L(C)
//     = 2^(n-1). If there are witnesses, one is found node by node, which is put into T where
//     that leaves one. L is counted with binary decision diagrams, at first small ones.
//   - sat: a variable for each node, a clause "one of Q" for each Q in O and "not all of Q" for
//     each Q in C; the models are the witnesses. If C = O, then complements of witnesses are
//     witnesses too, and one node is put into T. At first for a few rounds.
//   - counting by a sweep over all sets, for up to 30 nodes: the time depends on their number.
//   - counting with diagrams of DiagramNodes, then sat for SATRounds; side by side if Jobs >= 2.
//     Then a sweep, for up to 35 nodes. No answer, and no method, depends on a clock or on Jobs:
//     budgets are nodes and rounds.
//
// The lists of majorities of up to 21 nodes, the tree of 31 nodes (65 535 quorums) and the
// triangular lattice of 9 rows (77 689 quorums) are within reach; so are the dominated systems that
// grids, planes and billiards are, at any size that can be listed.
//
// Errors: a *quorum.InputError for a family without quorums and formulas whose quorums do not meet;
// a *quorum.LimitError where all methods reached their limits or ctx ended before a witness was
// found. It panics if there are no families, or families with different n.
//
// Proof: docs/theorems/nondominated-groups.md, docs/theorems/domination-by-sizes.md.
func JudgeDomination[Q quorum.Quorums](ctx context.Context, cartels []Q, opts DominationOptions) (Domination, error) {
	if len(cartels) == 0 {
		panic("measure: JudgeDomination without a family")
	}
	for _, c := range cartels {
		if c.N() != cartels[0].N() {
			panic(fmt.Sprintf("measure: JudgeDomination: families of %d and %d nodes", cartels[0].N(), c.N()))
		}
		if _, ok := c.List(); !ok {
			return formulaDomination(ctx, cartels)
		}
	}
	if !slices.ContainsFunc(cartels, func(c Q) bool { return !given.HasClosedForms(c) }) {
		var input *quorum.InputError
		if d, err := formulaDomination(ctx, cartels); err == nil || errors.As(err, &input) {
			return d, err
		}
	}
	families, _ := given.Lists(cartels)
	for i, f := range families {
		switch {
		case f.Len() > 0:
		case len(cartels) == 1:
			return Domination{}, quorum.Bad("", "there are no quorums", "")
		default:
			return Domination{}, quorum.Bad("", fmt.Sprintf("cartel %v has no quorums", quorum.Index(i)), "")
		}
	}
	opts = opts.withDefaults()
	var methods []string
	var open []error
	for q, err := range dominationQuestions(ctx, families) {
		if err != nil {
			open = append(open, err)
			break
		}
		answer := q.judge(ctx, opts)
		switch answer.nondominated {
		case quorum.Fails:
			return answer.Domination, nil
		case quorum.Unknown:
			if !slices.ContainsFunc(open, func(err error) bool { return err.Error() == answer.err.Error() }) {
				open = append(open, answer.err)
			}
		}
		if answer.Method != "" && !slices.Contains(methods, answer.Method) {
			methods = append(methods, answer.Method)
		}
	}
	if len(open) > 0 {
		return Domination{}, given.Limited(inLine(open))
	}
	return Domination{Method: strings.Join(methods, ", ")}, nil
}

// inLine joins errors in one line.
func inLine(errs []error) error {
	all := errs[0]
	for _, err := range errs[1:] {
		all = fmt.Errorf("%w; %w", all, err)
	}
	return all
}

// dominationAnswer is the answer of one method to one question.
type dominationAnswer struct {
	Domination
	nondominated quorum.Truth
	err          error // why that is unknown
}

// mostQuestioned bounds the incidences of all questions together: with many cartels, the question
// of each has all the others.
const mostQuestioned = 4_000_000_000

// dominationQuestions yields the questions that decide a system. Each is made when its turn comes;
// an error ends the sequence.
func dominationQuestions(ctx context.Context, cartels []quorum.Family) iter.Seq2[*dominationQuestion, error] {
	return func(yield func(*dominationQuestion, error) bool) {
		if len(cartels) == 1 {
			yield(newDominationQuestion(ctx, 0, cartels[0], cartels[:1]))
			return
		}
		// Equal cartels have the same question: if one of them is left out of the others, its copy
		// is still among these.
		var distinct []quorum.Family
		var first, copies []int
		known := map[uint64][]int{} // places in distinct, by hash
		left := mostQuestioned
		for i, c := range cartels {
			h := familyHash(ctx, c)
			if ctx.Err() != nil {
				yield(nil, given.Ended(ctx))
				return
			}
			at := slices.IndexFunc(known[h], func(k int) bool { return distinct[k].Equal(c) })
			if at < 0 {
				known[h] = append(known[h], len(distinct))
				distinct, first, copies = append(distinct, c), append(first, i), append(copies, 1)
				continue
			}
			copies[known[h][at]]++
		}
		total := 0
		for _, c := range distinct {
			total += c.Incidences()
		}
		for k, c := range distinct {
			if left -= total; left < 0 {
				yield(nil, given.Limited(fmt.Errorf("more than %d nodes of quorums to go over for the cartels one by one", mostQuestioned)))
				return
			}
			others := slices.Clone(distinct)
			if copies[k] == 1 {
				others = slices.Delete(others, k, k+1)
			}
			q, err := newDominationQuestion(ctx, first[k], c, others)
			// Of two cartels one question is enough: see the documentation of JudgeDomination.
			if !yield(q, err) || err != nil || len(cartels) == 2 {
				return
			}
		}
	}
}

// familyHash returns the same number for equal families; any number where ctx ends.
func familyHash(ctx context.Context, f quorum.Family) uint64 {
	h := uint64(f.Len())
	for _, q := range par.Until(ctx, f.All()) {
		h = (h ^ uint64(len(q))) * 1099511628211
		for _, v := range q {
			h = (h ^ uint64(v)) * 1099511628211
			h ^= h >> 29
		}
	}
	return h
}

// judge answers one question.
func (q *dominationQuestion) judge(ctx context.Context, opts DominationOptions) dominationAnswer {
	try := func(m string) bool { return opts.Method == DominationAuto || opts.Method == m }
	stopped := func() dominationAnswer { return dominationAnswer{err: given.Ended(ctx)} }
	if ctx.Err() != nil {
		return stopped()
	}
	if try(DominationSizes) && q.allOfTheirSizes() && ctx.Err() == nil {
		return q.nondominated(DominationSizes)
	}
	if try(DominationExpectations) {
		if t := q.conditionalExpectations(opts.Seed); t != nil {
			return q.dominated(t, DominationExpectations)
		}
	}
	if opts.Method == DominationAuto {
		for _, method := range q.quickMethods(opts) {
			if d := method(ctx); d.nondominated != quorum.Unknown {
				return d
			}
		}
	}
	var slow []func(context.Context) dominationAnswer
	if try(DominationCounting) {
		limits := []int{opts.DiagramNodes}
		if opts.DiagramNodes > 10*quickDiagramNodes {
			limits = []int{10 * quickDiagramNodes, opts.DiagramNodes}
		}
		slow = append(slow, func(ctx context.Context) dominationAnswer { return q.byDiagrams(ctx, limits...) })
	}
	if try(DominationSAT) {
		slow = append(slow, func(ctx context.Context) dominationAnswer { return q.bySAT(ctx, opts) })
	}
	if opts.Method == DominationAuto && q.sweepable(opts.DiagramNodes) {
		slow = append(slow, func(ctx context.Context) dominationAnswer { return q.bySweep(ctx, opts.Jobs) })
	}
	var open []error
	for _, d := range firstDecided(ctx, slow, opts.Jobs) {
		if d.nondominated != quorum.Unknown {
			return d
		}
		open = append(open, d.err)
	}
	switch {
	case ctx.Err() != nil:
		return stopped()
	case len(open) == 0:
		return dominationAnswer{err: fmt.Errorf("the method %q alone cannot tell", opts.Method)}
	}
	return dominationAnswer{err: inLine(open)}
}

// quickMethods are the exact methods within small limits.
func (q *dominationQuestion) quickMethods(opts DominationOptions) []func(context.Context) dominationAnswer {
	search := opts
	search.SATRounds = min(opts.SATRounds, quickSATRounds)
	search.SATLiterals = min(opts.SATLiterals, quickSATLiterals)
	nodes := min(opts.DiagramNodes, quickDiagramNodes)
	methods := []func(context.Context) dominationAnswer{
		func(ctx context.Context) dominationAnswer { return q.byDiagrams(ctx, nodes) },
		func(ctx context.Context) dominationAnswer { return q.bySAT(ctx, search) },
	}
	if q.sweepable(nodes) {
		methods = append(methods, func(ctx context.Context) dominationAnswer { return q.bySweep(ctx, opts.Jobs) })
	}
	return methods
}

// firstDecided runs the methods, jobs at a time, and returns their answers up to the first, in
// their order, that decides. It stops the methods after this one, and waits for them.
func firstDecided(ctx context.Context, methods []func(context.Context) dominationAnswer, jobs int) []dominationAnswer {
	answers := make([]dominationAnswer, len(methods))
	last, _ := par.First(ctx, max(1, jobs), len(methods), func(ctx context.Context, _, i int) (bool, error) {
		answers[i] = methods[i](ctx)
		return answers[i].nondominated != quorum.Unknown, nil
	})
	return answers[:min(last+1, len(methods))]
}

func (q *dominationQuestion) nondominated(by string) dominationAnswer {
	return dominationAnswer{nondominated: quorum.Holds, Domination: Domination{Method: by}}
}

// dominated makes the answer from a witness, a set of compact nodes, which it shrinks.
func (q *dominationQuestion) dominated(witness []bool, by string) dominationAnswer {
	q.shrink(witness, q.plain())
	if !q.isWitness(witness) {
		if err := given.Ended(q.ctx); err != nil {
			return dominationAnswer{err: err}
		}
		panic("measure: the method " + by + " found a set that is no witness of domination")
	}
	var nodes []int
	for v, in := range witness {
		if in {
			nodes = append(nodes, int(q.nodes[v]))
		}
	}
	return dominationAnswer{nondominated: quorum.Fails, Domination: Domination{quorum.SetOf(nodes...), quorum.Index(q.cartel), by}}
}
