package search

import "coterie/internal/solve/sat/cubes"

// MaxCubes is the greatest Options.Cubes.
const MaxCubes = cubes.MaxDepth

// Method says by what a search looks for its answer. Each search says which methods it knows;
// another one is a *quorum.InputError.
type Method string

// The methods. No method at all, "", is Auto.
const (
	// Auto begins with arguments and constructions, and searches for what they leave open.
	Auto Method = "auto"
	// SAT puts the plain question to a solver, without any argument.
	SAT Method = "sat"
	// Exhaustive is a search of its own, without any argument.
	Exhaustive Method = "exhaustive"
	// Annealing is a search by chance alone, which proves nothing.
	Annealing Method = "annealing"
	// Bounds are arguments and constructions alone.
	Bounds Method = "bounds"
)

// Options are common to all searches; the zero value is useful.
type Options struct {
	// Jobs is the number of workers; below 1, one for each core.
	Jobs int
	// Seed, if not 0, is the source of all randomness: another seed searches in another
	// order. It never changes a proven answer.
	Seed uint64
	// Solver is the command, with its arguments, of an external SAT solver that takes the
	// place of the built-in one: it gets the name of a DIMACS file as its last argument
	// (before that of the proof, if proofs are kept), and answers by CaDiCaL's conventions: exit
	// status 10 and "v" lines, or 20.
	Solver []string
	// Cubes, if not 0, is the greatest number of decisions of the cubes into which each question to
	// a solver is split, at most [MaxCubes]. A model is that of the first cube that has one.
	Cubes int
	// Progress, if not nil, is told the question and the bounds so far, as "question (between 3 and
	// 5)", when either changes, from one goroutine at a time; where something is counted the words
	// begin with what it is, "cases refuted: question".
	Progress func(stage string, done, total int)
	// Say, if not nil, is told in a line each what is known: once there is something to look for,
	// the bounds of arithmetic, constructions and kept results, and what others have found; from
	// then on each bound that moves, as "K >= 7: " and what proves it. It is called as Progress is.
	Say func(line string)
}
