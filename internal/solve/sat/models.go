package sat

import (
	"context"
	"fmt"
	"iter"
)

// Models yields, each once and in no particular order, the assignments to vars (all
// variables if there are none given) that extend to a model: entry i is the value of
// vars[i] (of variable i+1). An enumeration that is not complete ends with a pair of nil
// and an error: the cause of ctx, or that there are more than limit.
// Every model found is blocked by a clause, so time grows with the square of their number;
// the purpose is to test encodings. The formula itself is not changed.
func (c *CNF) Models(ctx context.Context, limit int, vars ...int) iter.Seq2[[]bool, error] {
	return func(yield func([]bool, error) bool) {
		s := NewSolver(c, Options{})
		if len(vars) == 0 {
			for v := 1; v <= c.vars; v++ {
				vars = append(vars, v)
			}
		}
		for found := 0; ; found++ {
			verdict, err := s.Solve(ctx)
			switch {
			case verdict == Sat && found == limit:
				yield(nil, fmt.Errorf("more than %d models", limit))
				return
			case verdict == Unsat:
				return
			case verdict == Unknown:
				yield(nil, err)
				return
			}
			model := make([]bool, len(vars))
			block := make([]int, len(vars))
			for i, v := range vars {
				model[i], block[i] = s.Value(v), -v
				if !model[i] {
					block[i] = v
				}
			}
			if !yield(model, nil) {
				return
			}
			s.AddClause(block...)
		}
	}
}
