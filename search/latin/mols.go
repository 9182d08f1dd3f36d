package latin

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"coterie/bounds"
	"coterie/gf"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/planes"
	"coterie/quorum"
	"coterie/search"
)

// Mols looks for count mutually orthogonal Latin squares of side order: squares of the
// symbols 0..order-1, each of them once in every row and column, such that any two squares
// show each ordered pair of symbols in one cell.
//
// The objective is "count", how many such squares there are: Value is count if they are
// found, and the bounds are on the largest number of them (which may be larger than count;
// of side 1 there are as many as one likes). Result.Squares are the squares, each a list of
// rows. Result.System is the group quorum system of their net, with count+2 cartels of order
// disjoint quorums on order² nodes: node (r-1)·order + c is the cell in row r, column c;
// the quorums of cartel 1 are the rows, those of cartel 2 the columns, and those of cartel
// s+2 the cells of square s with one symbol, by symbol.
//
// Method Auto: more than order-1 squares are absent, as well as order-1 of them where the theorem
// of Bruck and Ryser forbids a plane, or as many as Bruck (1963) then forbids (bounds.MOLS). Where
// order = q1·q2·.. with prime powers, min(q1, q2, ..) - 1 squares are built from fields (MacNeish
// 1922; package planes), and one for every order. What is left is a question for a SAT solver; what
// the literature says about it is a note, as it is not computed here. For 2 squares or more of the
// orders 10, 14, 18, .. the solver is first asked for 2 squares with a symmetry of order order-3
// (newLatinCyclicFormula), and then for any. Where more than 2 are asked for and the verdict is
// Unknown, the most squares that were built or found, if they are 2 at least, are in the result,
// with their number as Value. Method SAT puts every question to the solver. The formula, with its
// normal form and the proof that it loses nothing, is that of latinFormula: the first row of every
// square and the first column of the first are in natural order, and for the first column of the
// second there is a case for each way to write order-1 as a sum of parts of at least 2.
//
// With gini, two squares of order 6 are refuted in some hundredths of a second; those of
// order 10 and 14 are found in some tenths, of order 18 and 22 in seconds, by their symmetry.
// Method SAT finds 2 squares of order 7 in a second, 4 in some twenty, 3 and 6 in two or three
// minutes; 5 were not found in seven minutes. 2 of order 8 take one or two minutes; 3 of order 8,
// 2 of order 9 and 2 of order 10 were not found by it in 100 seconds.
//
// Squares are checked by package planes, and their net by package quorum, which share
// nothing with the formula. The error is a *quorum.InputError if order is not 1..128, or count
// is not 1..128, or the method is unknown; otherwise a solver's. If the formula would have
// more than eight million clauses the verdict is Unknown.
func Mols(ctx context.Context, order, count int, opts Options) (*search.Result, error) {
	if err := cmp.Or(session.Need("order", order, 1, planeMaxOrder), session.Need("count", count, 1, planeMaxOrder), planeMethod(opts.Method)); err != nil {
		return nil, err
	}
	r := &search.Result{
		Search: "mols", Objective: "count",
		Question: fmt.Sprintf("Are there %d mutually orthogonal Latin squares of side %d?", count, order),
		Verdict:  search.Unknown,
	}
	if count == 1 {
		r.Question = fmt.Sprintf("Is there a Latin square of side %d?", order)
	}
	s := session.New(ctx, opts.Options, r)
	if opts.Method != search.SAT {
		if order > quickOrder {
			s.At("arithmetic and fields: " + r.Question)
		}
		done, err := molsKnown(ctx, r, order, count)
		if done || err != nil {
			s.Tell()
			return planeEnd(ctx, r, err)
		}
		s.Tell()
		cite(s, order, molsCited(order, count))
		done, err = molsSymmetric(ctx, s, order, count)
		if done || err != nil {
			return planeEnd(ctx, r, err)
		}
	}
	if opts.Method == search.SAT {
		cite(s, order, molsCited(order, count))
	}
	err := molsAsk(ctx, s, order, count)
	if r.Verdict == search.ProvenAbsent {
		// Fewer squares are no answer to what was asked, but their number stays a bound.
		r.System, r.Squares, r.Value = quorum.Known{}, nil, nil
	}
	return planeEnd(ctx, r, err)
}

// molsKnown answers by arithmetic or by fields; done is false where neither does, and the
// bounds and notes are set then.
func molsKnown(ctx context.Context, r *search.Result, order, count int) (done bool, err error) {
	if order >= 2 {
		molsUpper(r, order)
		if most, _ := r.Upper.Int(); count > most {
			r.Verdict = search.ProvenAbsent
			return true, nil
		}
	}
	built := planes.MOLSCount(order)
	if order == 1 {
		built = count // as many as one likes
	}
	net, err := planes.NewNet(ctx, order, min(built, count)+2)
	if err != nil {
		return false, quorum.Internal("%w", err)
	}
	squares := molsSquares(net.Squares())
	system, err := molsSystem(ctx, fmt.Sprintf("net:side=%d,m=%d", order, net.Classes()), squares)
	if err != nil {
		return false, err
	}
	molsLower(r, order, len(squares))
	if count <= built {
		molsFound(r, squares, system)
		return true, nil
	}
	if count > 2 && len(squares) >= 2 { // one square alone is nothing to show
		r.Squares, r.System, r.Value = squares, quorum.KnownOf(system), r.Lower
	}
	return false, nil
}

// molsUpper sets the bound from above that arithmetic proves, for order >= 2.
func molsUpper(r *search.Result, order int) {
	plane := bounds.PlaneOrder(order)
	if plane.Status != bounds.PlaneExcludedByTheorem {
		r.Upper, r.UpperBy = new(bounds.Integer(order-1)), "elementary: at most side-1 squares"
		return
	}
	r.Upper, r.UpperBy = new(bounds.Integer(order-2)), fmt.Sprintf("Bruck and Ryser 1949: side-1 squares would be a plane, but %d = %d (mod 4) is no sum of two squares", order, order%4)
	if known := bounds.MOLS(order); order != 6 { // there it is a theorem that was found by cases
		r.Upper, r.UpperBy = new(bounds.Integer(known.Upper)), known.UpperBy
	}
}

// molsLower sets the bound from below that built squares prove.
func molsLower(r *search.Result, order, built int) {
	r.Lower = new(bounds.Integer(built))
	switch _, _, power := gf.PrimePower(order); {
	case order == 1:
		r.LowerBy = "copies of the square of side 1"
	case power:
		r.LowerBy = fmt.Sprintf("squares y - a·x over GF(%d)", order)
	case planes.MOLSCount(order) == 1:
		r.LowerBy = "the cyclic square"
	default:
		r.LowerBy = "MacNeish's product of squares over fields"
	}
}

// molsCited cites results of others on a question that goes to the solver.
func molsCited(order, count int) string {
	if order < 2 {
		return ""
	}
	known := bounds.MOLS(order)
	switch {
	case count <= known.Lower:
		return fmt.Sprintf("cited, no part of this answer: there are at least %d such squares by %s", known.Lower, known.LowerBy)
	case count > known.Upper:
		return fmt.Sprintf("cited, no part of this answer: the number of such squares is at most %d by %s", known.Upper, known.UpperBy)
	case order == 10 && count == 3:
		return "cited, no part of this answer: whether there are 3 such squares of side 10 is an open question; each of them would have no symmetry " +
			"but the trivial one (McKay, Meynert and Myrvold 2007), and the nearest to three that are known are those of Egan and Wanless 2016"
	case order == 10:
		return fmt.Sprintf("cited, no part of this answer: not even 3 such squares of side 10 are known; more than %d are excluded by %s", known.Upper, known.UpperBy)
	}
	return fmt.Sprintf("cited, no part of this answer: closed forms of the literature leave %d such squares of side %d open, between %d (%s) and %d (%s); "+
		"tables have more squares for many sides (Colbourn and Dinitz 2007)", count, order, known.Lower, known.LowerBy, known.Upper, known.UpperBy)
}

// molsFound completes the result of squares that were found and checked.
func molsFound(r *search.Result, squares [][][]int, system *quorum.GroupSystem) {
	r.Verdict, r.Squares, r.System = search.Found, squares, quorum.KnownOf(system)
	r.Value = new(bounds.Integer(len(squares)))
	r.Lower = r.Value
	r.Optimal = r.Upper != nil && r.Upper.Cmp(*r.Value) == 0
}

// molsAsk puts the question to a solver.
func molsAsk(ctx context.Context, s *session.Session, order, count int) error {
	if clauses := clauses(order, count); clauses > planeMaxClauses {
		s.StoppedBy = planeTooLong(clauses)
		return nil
	}
	verdict, by, err := molsPut(ctx, s, s.Question, newLatinFormula(ctx, order, count, true), molsExist(order, count))
	if verdict == sat.Unsat {
		s.Verdict = search.ProvenAbsent
		s.Upper, s.UpperBy = new(bounds.Integer(count-1)), fmt.Sprintf("no model of: %s (%s)", s.Question, by)
		s.Tell()
	}
	return err
}

// molsSymmetric asks for two squares with a symmetry, where no product of fields has two
// and there are some; done is false where there was nothing to ask, no such squares are, or more
// were asked for: then the two are the best so far.
func molsSymmetric(ctx context.Context, s *session.Session, order, count int) (done bool, err error) {
	if count < 2 || order < 10 || order%4 != 2 || clauses(order, 2) > planeMaxClauses {
		return false, nil
	}
	words := fmt.Sprintf("are there 2 orthogonal Latin squares of side %d that a cyclic shift of %d rows, columns and symbols leaves alone?", order, order-3)
	verdict, by, err := molsPut(ctx, s, words, newLatinCyclicFormula(ctx, order, 3), nil)
	if verdict == sat.Unsat {
		s.Notes = append(s.Notes, fmt.Sprintf("no model of: %s (%s)", words, by))
	}
	if verdict == sat.Sat && count > 2 {
		s.Verdict = search.Unknown
		return false, err
	}
	return verdict != sat.Unsat, err
}

// molsExist names the reason why there are so many squares: by fields and products, or by a theorem
// that is cited in the bound.
func molsExist(order, count int) session.Known {
	return func(context.Context) (string, error) {
		if order == 1 {
			return "copies of the square of side 1", nil
		}
		if known := bounds.MOLS(order); count <= known.Lower {
			return fmt.Sprintf("there are at least %d such squares by %s", known.Lower, known.LowerBy), nil
		}
		return "", nil
	}
}

// molsPut puts a question to the solver, and completes the result if the answer is squares.
func molsPut(ctx context.Context, s *session.Session, words string, f *formula, known session.Known) (sat.Verdict, string, error) {
	if f == nil {
		return sat.Unknown, "", context.Cause(ctx)
	}
	answer, err := s.Ask(ctx, session.Question{Words: words, CNF: f.cnf, Cases: f.cases, Theorems: session.Theorems{"latin-normal-form"}, Known: known})
	err = errors.Join(err, s.Close())
	switch {
	case err != nil:
		return sat.Unknown, "", err
	case answer.Verdict == sat.Unknown && ctx.Err() != nil:
		return sat.Unknown, "", context.Cause(ctx)
	case answer.Verdict != sat.Sat:
		return answer.Verdict, answer.By, nil
	}
	squares := f.decode(answer.Model)
	system, err := molsSystem(ctx, fmt.Sprintf("net of %d orthogonal Latin squares of side %d", f.squares, f.side), squares)
	if err != nil {
		return sat.Unknown, "", err
	}
	s.LowerBy = fmt.Sprintf("squares found by SAT (%s) and checked", answer.By)
	molsFound(s.Result, squares, system)
	s.Tell()
	return sat.Sat, answer.By, nil
}

// molsSquares returns the rows of squares.
func molsSquares(squares []*planes.LatinSquare) [][][]int {
	list := make([][][]int, len(squares))
	for s, square := range squares {
		list[s] = make([][]int, square.Side())
		for r := range list[s] {
			for _, v := range square.Row(r) {
				list[s][r] = append(list[s][r], int(v))
			}
		}
	}
	return list
}

// molsSystem checks squares, and returns the group quorum system of their net, checked too.
func molsSystem(ctx context.Context, name string, squares [][][]int) (*quorum.GroupSystem, error) {
	side := len(squares[0])
	list := make([]*planes.LatinSquare, len(squares))
	for s, rows := range squares {
		square, err := planes.NewLatinSquare(rows)
		if err != nil {
			return nil, quorum.Internal("square %d: %w", s+1, err)
		}
		list[s] = square
	}
	net, err := planes.NetFromSquares(ctx, side, list)
	if err != nil {
		return nil, quorum.Internal("%w", err)
	}
	cartels := make([]quorum.Family, net.Classes())
	for c := range cartels {
		b, err := quorum.NewFamilyBuilder(net.Points())
		if err != nil {
			return nil, quorum.Internal("%w", err)
		}
		b.Grow(side, net.Points())
		for _, line := range net.Class(c) {
			if err := b.AddSorted(line); err != nil {
				return nil, quorum.Internal("%w", err)
			}
		}
		cartels[c] = b.Family()
		// side quorums of side nodes each that are disjoint: each node once.
		for node, times := range cartels[c].Responsibilities() {
			if times != 1 {
				return nil, quorum.Internal("node %v is in %d quorums of cartel %d", quorum.Node(node), times, c+1)
			}
		}
	}
	system, err := quorum.NewGroupSystem(name, cartels, nil)
	if err != nil {
		return nil, quorum.Internal("%w", err)
	}
	return system, planeCheck(ctx, system)
}
