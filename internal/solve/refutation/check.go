package refutation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/drat"
)

// Tally sums up the valid proofs of cubes.
type Tally struct {
	Cubes      int `json:"cubes"`      // the number that are refuted
	Propagated int `json:"propagated"` // of them, by unit propagation, without a proof
	Steps      int `json:"steps"`
	Lemmas     int `json:"lemmas"`  // clauses that the proofs add
	Needed     int `json:"needed"`  // of them, those that were checked, as others rest on them
	RAT        int `json:"rat"`     // needed lemmas that do not follow by unit propagation alone
	Ignored    int `json:"ignored"` // deletions that are ignored
}

// Add adds the counts for other cubes.
func (t *Tally) Add(u Tally) {
	t.Cubes += u.Cubes
	t.Propagated += u.Propagated
	t.Steps += u.Steps
	t.Lemmas += u.Lemmas
	t.Needed += u.Needed
	t.RAT += u.RAT
	t.Ignored += u.Ignored
}

// CubeError says why the proof of a cube does not hold, or why the cubes up to it are not the
// leaves of a tree of decisions.
type CubeError struct {
	Cube int   // counted from 1; one more than the number of cubes if the last one is missing
	Err  error // a *drat.ProofError, or the reason why the cube is wrong
}

func (e *CubeError) Error() string { return fmt.Sprintf("cube %d: %v", e.Cube, e.Err) }

func (e *CubeError) Unwrap() error { return e.Err }

// assumed is a formula with unit clauses.
type assumed struct {
	drat.Formula
	cube []int32
}

func (a assumed) Clauses() iter.Seq2[int, []int32] {
	return func(yield func(int, []int32) bool) {
		n := 0
		for i, clause := range a.Formula.Clauses() {
			if n = i + 1; !yield(i, clause) {
				return
			}
		}
		for k := range a.cube {
			if !yield(n+k, a.cube[k:k+1]) {
				return
			}
		}
	}
}

// Checker checks the cubes of a formula. It is safe for concurrent use.
type Checker struct {
	f    drat.Formula
	free sync.Pool // of *drat.Propagation
}

// NewChecker returns the checker of a formula, which must not change any more.
func NewChecker(f drat.Formula) *Checker { return &Checker{f: f} }

// Check checks a proof that the formula has no model in a cube: a refutation of its clauses and
// the literals of the cube (docs/theorems/cubes.md). An empty proof is one if unit propagation
// meets a contradiction. The errors are those of [drat.Check], and a *[CubeError] on a literal
// that the formula does not have. Cost: that of reading the formula, and of the solver's
// propagations; of an empty proof, the propagation alone.
func (c *Checker) Check(ctx context.Context, cube []int32, proof []byte) (Tally, error) {
	for _, lit := range cube {
		if lit == 0 || int(abs(lit)) > c.f.Variables() || abs(lit) < 0 {
			return Tally{}, &CubeError{1, fmt.Errorf("literal %d; variables are 1..%d", lit, c.f.Variables())}
		}
	}
	if len(proof) == 0 {
		return c.propagate(ctx, cube)
	}
	r, err := drat.Check(ctx, assumed{c.f, cube}, bytes.NewReader(proof), nil)
	if err != nil {
		return Tally{}, err
	}
	t := Tally{Cubes: 1, Steps: r.Steps, Lemmas: r.Added, Needed: len(r.CoreSteps), RAT: r.RAT, Ignored: r.Units + r.Missing}
	if r.Steps == 0 {
		t.Propagated = 1
	}
	return t, nil
}

// propagate checks the empty proof.
func (c *Checker) propagate(ctx context.Context, cube []int32) (Tally, error) {
	p, ok := c.free.Get().(*propagation)
	if !ok || p.ctx != ctx {
		fresh, err := drat.NewPropagation(ctx, c.f)
		if err != nil {
			return Tally{}, err
		}
		p = &propagation{ctx, fresh}
	}
	refuted, err := p.Refutes(cube)
	switch {
	case err != nil:
		return Tally{}, err
	case !refuted:
		err = drat.Unfinished(0)
	}
	c.free.Put(p)
	if err != nil {
		return Tally{}, err
	}
	return Tally{Cubes: 1, Propagated: 1}, nil
}

// propagation is a propagation that lasts as long as its context.
type propagation struct {
	ctx context.Context
	*drat.Propagation
}

// Wrong reports whether an error speaks against a proof or a cube.
func Wrong(err error) bool {
	return errors.As(err, new(*drat.ProofError)) || errors.As(err, new(*CubeError))
}

// Undecided reports whether an error says only that memory did not suffice.
func Undecided(err error) bool { return errors.As(err, new(*memory.Error)) }

// Options of [Check].
type Options struct {
	Jobs int // see par.Jobs
	// Open allows open cubes, as an interrupted search leaves them: they have no proof, and unit
	// propagation does not refute them.
	Open     bool
	Progress func(stage string, done, total int)
}

// Check checks that a list of cubes covers all assignments and that a pack has a proof for each, so
// that the formula has no model. The error is a *[CubeError] (of the first cube
// whose proof does not hold, whatever the number of jobs), an [ErrPack], the cause of ctx, a
// *memory.Error, or that of reading. The proofs are read one after another. Memory: for each job, a
// proof and its check. The tally does not depend on the number of jobs.
func Check(ctx context.Context, f drat.Formula, list List, pack io.Reader, opts Options) (Tally, error) {
	if err := list.Cover(f.Variables()); err != nil {
		return Tally{}, err
	}
	checker := NewChecker(f)
	var mu sync.Mutex
	var sum Tally
	done := 0
	err := Each(ctx, len(list), pack, opts.Jobs, func(ctx context.Context, i int, proof []byte) error {
		tally, err := checker.Check(ctx, list[i], proof)
		if open := (*drat.ProofError)(nil); opts.Open && len(proof) == 0 && errors.As(err, &open) && open.Unfinished {
			tally, err = Tally{}, nil
		}
		if Wrong(err) {
			err = &CubeError{i + 1, err}
		}
		if err != nil {
			return err
		}
		if len(proof) > 0 && tally.Propagated > 0 { // nothing of it was read
			return wrongPack("it has %s, and unit propagation refutes that cube", proofName(i))
		}
		mu.Lock()
		defer mu.Unlock()
		sum.Add(tally)
		done++
		par.Progress(opts.Progress).Tell("cubes checked", done, len(list))
		return nil
	})
	if err != nil {
		return Tally{}, err
	}
	return sum, nil
}
