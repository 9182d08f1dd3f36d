package drat

import "context"

// Propagation decides again and again whether unit propagation alone refutes a formula under
// assumptions. It decides the same as the check of an empty proof, without reading the formula each
// time. It is not safe for concurrent use.
type Propagation struct {
	c       *checker
	refuted bool // without any assumption
	clause  []uint32
}

// NewPropagation reads the formula. The errors are those of [Check] that say nothing of a proof.
func NewPropagation(ctx context.Context, f Formula) (*Propagation, error) {
	c := newChecker(ctx, nil)
	conflict, err := c.load(f)
	if err != nil {
		return nil, err
	}
	return &Propagation{c: c, refuted: conflict != none}, nil
}

// Refutes reports whether unit propagation from the clauses and the literals that are assumed meets
// a contradiction. It panics on a number that is no literal of the formula. The error is the cause
// of the context.
func (p *Propagation) Refutes(assumed []int32) (bool, error) {
	c := p.c
	p.clause = p.clause[:0]
	for _, l := range assumed {
		checkLiteral(l, len(c.reason)-1)
		p.clause = append(p.clause, encode(-l))
	}
	if p.refuted {
		return true, nil
	}
	bottom := len(c.trail)
	refuted := c.refute(p.clause, 0)
	c.cut(bottom)
	return refuted && c.err == nil, c.err
}
