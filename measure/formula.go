package measure

import (
	"context"
	"fmt"
	"math/big"

	"coterie/quorum"
)

// formulaMethod names the closed forms in the Method of results.
const formulaMethod = "read-once votes"

// FormulaFigures are the figures of the quorums of a read-once formula, found without
// listing them. A figure that is out of reach is nil, and Reasons says why.
type FormulaFigures struct {
	N                    int
	Quorums              *big.Int // how many there are
	MinQuorum, MaxQuorum int      // sizes; 0 where Quorums is nil

	// MinResponsibility and MaxResponsibility are the least and the greatest number of quorums
	// that a node is in; nil where Quorums is.
	MinResponsibility, MaxResponsibility *big.Int

	Load        *Load
	Transversal *Transversal
	Live        *LiveSets
	Domination  Domination // Unknown, with a reason, where the quorums do not all meet

	// Intersecting says whether every two quorums meet. Where they do not, Split contains a
	// quorum, and so does its complement.
	Intersecting quorum.Truth
	Split        quorum.Set

	// Degree is the greatest number of pairwise disjoint quorums, and Disjoint are so many; 0 and
	// nil where it was not found.
	Degree   int
	Disjoint []quorum.Set

	Reasons FormulaReasons
}

// FormulaReasons say why figures are missing; empty where they are there.
type FormulaReasons struct {
	Quorums, Load, Transversal, Live, Degree string
}

// FormulaOptions are the limits of MeasureFormula; 0 stands for the defaults.
type FormulaOptions struct {
	MaxLoadNodes  int // load, whose strategy takes about n² bits: 4,000 nodes
	MaxLiveNodes  int // live sets, which are n+1 numbers of up to n bits: 2,100 nodes
	MaxCoalitions int // of a gate of general votes, for its load (by kind) and degree: 2,000
}

func (o FormulaOptions) withDefaults() FormulaOptions {
	set := func(v *int, otherwise int) {
		if *v <= 0 {
			*v = otherwise
		}
	}
	set(&o.MaxLoadNodes, 4_000)
	set(&o.MaxLiveNodes, 2_100)
	set(&o.MaxCoalitions, 2_000)
	return o
}

// ReadTwiceError says that a node occurs more than once in a formula, so that the closed
// forms for read-once formulas do not hold.
type ReadTwiceError struct{ Node quorum.Node }

func (e *ReadTwiceError) Error() string {
	return fmt.Sprintf("the formula has node %v more than once; closed forms are known where every node occurs once", e.Node)
}

// readTwice returns the error for a formula that is not read-once.
func readTwice(f quorum.Formula) error {
	if f.ReadOnce() {
		return nil
	}
	seen := make([]bool, f.N())
	for v := range f.Leaves() {
		if seen[v] {
			return &ReadTwiceError{quorum.Node(v)}
		}
		seen[v] = true
	}
	panic("measure: a formula that is neither read-once nor reads a node twice")
}

// MeasureFormula measures the quorums of a read-once formula by recursion over its gates,
// whatever their number: majority of 1001 nodes, walls, trees of 1023 nodes, votes over votes. Each
// figure has its proof at the function that finds it: FormulaLoad, FormulaLive, FormulaDomination,
// FormulaDegree; quorum.Formula.Shape counts the quorums, and the smallest transversal is the smallest
// quorum of the dual.
//
// The error is a *ReadTwiceError if a node occurs twice. When ctx ends, what is missing is nil, and
// its reason "stopped: ...".
func MeasureFormula(ctx context.Context, f quorum.Formula, opts FormulaOptions) (*FormulaFigures, error) {
	if err := readTwice(f); err != nil {
		return nil, err
	}
	r := &FormulaFigures{N: f.N()}
	if s, ok := f.Shape(); ok {
		r.Quorums, r.MinQuorum, r.MaxQuorum = s.Quorums, s.MinQuorum, s.MaxQuorum
		r.MinResponsibility, r.MaxResponsibility = s.Responsibilities[0], s.Responsibilities[0]
		for _, v := range s.Responsibilities {
			if v.Cmp(r.MinResponsibility) < 0 {
				r.MinResponsibility = v
			}
			if v.Cmp(r.MaxResponsibility) > 0 {
				r.MaxResponsibility = v
			}
		}
	} else {
		r.Reasons.Quorums = "the votes of a gate have too many sums to count by"
	}
	if t, ok := f.Dual().Smallest(); ok {
		r.Transversal = &Transversal{Set: t, Size: t.Len(), Lower: t.Len(), LowerBy: formulaMethod}
	} else {
		r.Reasons.Transversal = "the votes of a gate have too many sums to go through"
	}
	reason := func(dst *string, err error) {
		if err != nil {
			*dst = err.Error()
		}
	}
	var err error
	r.Load, err = FormulaLoad(ctx, f, opts)
	reason(&r.Reasons.Load, err)
	r.Live, err = FormulaLive(ctx, f, opts)
	reason(&r.Reasons.Live, err)
	r.Domination, r.Intersecting, r.Split = FormulaDomination(f)
	r.Disjoint, err = FormulaDegree(ctx, f, opts)
	r.Degree = len(r.Disjoint)
	reason(&r.Reasons.Degree, err)
	return r, nil
}

// stopped is the error of a ctx that has ended, nil before.
func stopped(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("stopped: %w", context.Cause(ctx))
}

// wallGate reports whether a gate is that of a row of a wall, or of a tree: one part, heavy, with w-1 votes,
// w >= 2 parts with one, and the quota w; its minimal coalitions are the w pairs of the heavy
// part and another, and all the others.
func wallGate(f quorum.Formula) (heavy int, ok bool) {
	quota, total := f.Quota()
	if f.UnitVotes() || f.Len() != quota+1 || total != 2*quota-1 {
		return 0, false
	}
	heavy = -1
	for i := range f.Len() {
		switch v := f.PartVotes(i); {
		case v == 1:
		case v == quota-1 && heavy < 0:
			heavy = i
		default:
			return 0, false
		}
	}
	return heavy, heavy >= 0
}

// coalitionsOf lists the minimal coalitions of a gate, if there are at most limit.
func coalitionsOf(f quorum.Formula, limit int) ([][]int, bool) {
	var list [][]int
	for c := range f.MinimalCoalitions() {
		if len(list) == limit {
			return nil, false
		}
		list = append(list, append([]int(nil), c...))
	}
	return list, true
}
