package construct

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// exprPrefix begins the spec of a monotone expression.
const exprPrefix = "expr:"

// exprForm describes the form of an expression.
const exprForm = `an expression is made of names, * (and), + (or), choose(2, a*b, c, d), majority(a, b, c) and parentheses, such as ` +
	`expr:a*b + c*d; names of other characters than letters, digits, _ . - stand in double quotes`

// exprInstance returns the group quorum system of a monotone expression as an instance: cartel 1,
// the reads, has its minimal sets, and cartel 2, the writes, the sets that meet all of them, the
// quorums of its dual (quorum.Formula.Dual). Reads meet writes by definition, and the system is
// nondominated: every set that meets all reads contains a write, and, the dual of the dual being
// the expression, the other way round. Nodes are numbered as they first occur, and keep their
// names. The spec is the expression in its canonical form (quorum.Formula.Label).
//
// M. Whittaker, A. Charapko, J. M. Hellerstein, H. Howard and I. Stoica, Read-write quorum systems
// made practical, Proc. 8th Workshop on Principles and Practice of Consistency for Distributed
// Data, 2021.
func exprInstance(text string) (*Instance, error) {
	f, names, err := quorum.ParseFormula(text)
	if err != nil {
		e := err.(*quorum.FormatError)
		return nil, noSpec(exprPrefix+text, len(exprPrefix)+e.Column-1, e.Problem, exprForm)
	}
	return formulaInstance(exprPrefix+f.Label(names), quorum.KindGroupSystem, []quorum.Formula{f, f.Dual()}, names), nil
}

// errNoShape says that a formula has no figures without a list.
var errNoShape = errors.New("no closed form")

// formulaInstance returns a system that is given by formulas as an instance: an ordinary system by
// one formula, a system of two cartels by two, each the dual of the other.
func formulaInstance(spec string, kind quorum.Kind, formulas []quorum.Formula, names []string) *Instance {
	s := &formulaSystem{kind: kind, formulas: formulas, names: names}
	s.shapes = par.Once(func(ctx context.Context) (shapes []quorum.FormulaShape, err error) {
		for _, f := range formulas {
			shape, err := f.Shape(ctx)
			switch {
			case err != nil && (ctx.Err() != nil || errors.As(err, new(*memory.Error))):
				return nil, err
			case err != nil:
				return nil, errNoShape
			}
			shapes = append(shapes, shape)
		}
		return shapes, nil
	})
	s.counted = par.Once(func(ctx context.Context) (quorum.Structure, error) {
		return s.build(ctx, spec, countedLimit)
	})
	p := &plan{
		n:        formulas[0].N(),
		groups:   len(formulas),
		largest:  formulas[0].N(),
		quorums:  s.quorums,
		entries:  s.entries,
		shape:    s.shape,
		build:    s.build,
		formulas: func() []quorum.Formula { return slices.Clone(formulas) },
		names:    names,
	}
	return &Instance{Family{Name: spec, Kind: kind, readWrite: kind == quorum.KindGroupSystem}, p}
}

// formulaSystem is a system given by formulas.
type formulaSystem struct {
	kind     quorum.Kind
	formulas []quorum.Formula
	names    []string
	shapes   func(context.Context) ([]quorum.FormulaShape, error)
	counted  func(context.Context) (quorum.Structure, error)
}

// total adds up a figure of all cartels, by the formulas or on the list; nil if both are out of
// reach.
func (s *formulaSystem) total(ctx context.Context, ofShape func(quorum.FormulaShape) *big.Int, ofList func(quorum.Family) int) (*big.Int, error) {
	sum := new(big.Int)
	shapes, err := s.shapes(ctx)
	if err == nil {
		for _, shape := range shapes {
			sum.Add(sum, ofShape(shape))
		}
		return sum, nil
	}
	if ctx.Err() != nil {
		return nil, err
	}
	return countFound(s.counted, func(list quorum.Structure) *big.Int {
		for _, f := range cartelsOf(list) {
			sum.Add(sum, bigOf(ofList(f)))
		}
		return sum
	})(ctx)
}

func (s *formulaSystem) quorums(ctx context.Context) (*big.Int, error) {
	return s.total(ctx, func(f quorum.FormulaShape) *big.Int { return f.Quorums }, quorum.Family.Len)
}

func (s *formulaSystem) entries(ctx context.Context) (*big.Int, error) {
	return s.total(ctx, func(f quorum.FormulaShape) *big.Int { return sumOf(f.Responsibilities) }, quorum.Family.Incidences)
}

func (s *formulaSystem) shape(ctx context.Context) (Shape, error) {
	list, err := s.counted(ctx)
	switch {
	case err == nil:
		return countedShape("counted on the listed quorums", list), nil
	case ctx.Err() != nil:
		return Shape{}, err
	}
	shapes, without := s.shapes(ctx)
	if without != nil && ctx.Err() != nil {
		return Shape{}, without
	}
	if without != nil {
		return Shape{Unknown: "its quorums are too many to be listed (" + err.Error() + "), and it has no closed form"}, nil
	}
	shape := Shape{Method: ClosedForm, MinQuorum: shapes[0].MinQuorum}
	responsibilities := slices.Clone(shapes[0].Responsibilities)
	for i, f := range shapes {
		shape.MinQuorum, shape.MaxQuorum = min(shape.MinQuorum, f.MinQuorum), max(shape.MaxQuorum, f.MaxQuorum)
		for v, r := range f.Responsibilities {
			if i > 0 {
				responsibilities[v] = new(big.Int).Add(responsibilities[v], r)
			}
		}
	}
	shape.MinResponsibility = new(big.Int).Set(slices.MinFunc(responsibilities, (*big.Int).Cmp))
	shape.MaxResponsibility = new(big.Int).Set(slices.MaxFunc(responsibilities, (*big.Int).Cmp))
	if s.kind == quorum.KindGroupSystem {
		shape.Method += ", the degree not sought"
	}
	return shape, nil
}

// build lists at most limit quorums, over all cartels.
func (s *formulaSystem) build(ctx context.Context, name string, limit int) (quorum.Structure, error) {
	if s.kind == quorum.KindSystem {
		f, err := s.formulas[0].MinimalSets(ctx, limit)
		if err != nil {
			return nil, moreThanLimit(err)
		}
		return structure(quorum.NewSystem(name, f, quorum.SystemOptions{Names: s.names}))
	}
	reads, err := s.formulas[0].MinimalSets(ctx, limit)
	var writes quorum.Family
	switch many := (*quorum.LimitError)(nil); {
	case err == nil:
		writes, err = dualOf(ctx, reads, s.formulas[1], limit-reads.Len())
	case errors.As(err, &many) && many.OnWay:
		// The other cartel may be easier to list.
		if writes, err = s.formulas[1].MinimalSets(ctx, limit); err == nil {
			reads, err = writes.Dual(ctx, limit-writes.Len())
		}
	}
	if err != nil {
		return nil, moreThanLimit(err)
	}
	return structure(quorum.NewGroupSystem(name, []quorum.Family{reads, writes}, s.names))
}

// dualOf lists the minimal transversals of f by its dual formula, and, where a list on the way is
// too long, by a search.
func dualOf(ctx context.Context, f quorum.Family, dual quorum.Formula, limit int) (quorum.Family, error) {
	list, err := dual.MinimalSets(ctx, limit)
	if many := (*quorum.LimitError)(nil); errors.As(err, &many) && many.OnWay {
		return f.Dual(ctx, limit)
	}
	return list, err
}

// moreThanLimit turns the error of a list that is longer than its limit into errMore.
func moreThanLimit(err error) error {
	if many := (*quorum.LimitError)(nil); errors.As(err, &many) && !many.OnWay {
		return errMore
	}
	return err
}
