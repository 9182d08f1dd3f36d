package measure

import (
	"context"
	"errors"
	"fmt"

	"coterie/internal/machine/par"
	"coterie/internal/solve/given"
	"coterie/internal/solve/sat"
	"coterie/quorum"
)

// encode writes the question: variable v+1 says that node v is in the set.
func (q *dominationQuestion) encode(to sat.ClauseSink) {
	for range q.nodes {
		to.NewVar()
	}
	var clause []int
	add := func(f quorum.Family, sign int) {
		for _, set := range par.Until(q.ctx, f.All()) {
			clause = clause[:0]
			for _, v := range set {
				clause = append(clause, sign*int(v+1))
			}
			to.AddClause(clause...)
		}
	}
	add(q.others, 1)
	add(q.own, -1)
	if q.selfDual {
		// The complement of a solution is one.
		to.AddClause(1)
	}
}

// bySAT is the method "sat" of JudgeDomination.
func (q *dominationQuestion) bySAT(ctx context.Context, opts DominationOptions) dominationAnswer {
	if q.incidences() > opts.SATLiterals {
		return dominationAnswer{err: fmt.Errorf("sat: more than %d literals", opts.SATLiterals)}
	}
	s := sat.NewSolver(sat.NewCNF(ctx), sat.Options{Seed: opts.Seed, Limit: opts.SATRounds})
	q.encode(s)
	if err := given.Ended(q.ctx); err != nil { // before all was said
		return dominationAnswer{err: err}
	}
	switch verdict, err := s.Solve(ctx); {
	case verdict == sat.Sat:
		return q.dominated(s.Model()[1:], DominationSAT)
	case verdict == sat.Unsat:
		return q.nondominated(DominationSAT)
	case errors.Is(err, sat.ErrLimit):
		return dominationAnswer{err: fmt.Errorf("sat: more than %d propagations", opts.SATRounds*sat.Propagations)}
	default:
		return dominationAnswer{err: fmt.Errorf("sat: %w", err)}
	}
}
