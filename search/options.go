package search

import "coterie/internal/solve/sat/cubes"

// MaxCubes is the greatest Options.Cubes.
const MaxCubes = cubes.MaxDepth

// Method chooses how a search finds its answer. Each search lists the methods that it knows. Any
// other method is a *quorum.InputError.
type Method string

// The methods. The empty Method is Auto.
const (
	// Auto begins with arguments and constructions, and then searches where these leave a gap.
	Auto Method = "auto"
	// SAT asks a solver the plain question, and uses no argument.
	SAT Method = "sat"
	// Exhaustive goes through all candidates, and uses no argument.
	Exhaustive Method = "exhaustive"
	// Annealing searches at random, and proves nothing.
	Annealing Method = "annealing"
	// Bounds uses arguments and constructions, and does not search.
	Bounds Method = "bounds"
)

// Options holds the options of all searches. The zero value is useful.
type Options struct {
	// Jobs is the number of workers. If it is below 1, there is one for each core.
	Jobs int
	// Seed, if not 0, is the source of all randomness. Another seed searches in another order, but
	// never changes a proven answer.
	Seed uint64
	// Solver is the command, with its arguments, of an external SAT solver that replaces the
	// built-in one. Its last argument is the name of a DIMACS file, followed by that of the proof
	// if proofs are kept. It answers by CaDiCaL's conventions: exit status 10 and "v" lines, or 20.
	Solver []string
	// Cubes, if not 0, splits each question to a solver into cubes of at most so many decisions;
	// the most is [MaxCubes]. The model is that of the first cube that has one.
	Cubes int
	// Progress, if not nil, is called when the question or a bound changes, by one goroutine at a
	// time. The stage is the question with the bounds so far, as in "question (between 3 and 5)".
	// While things are counted, their name comes first, as in "cases refuted: question".
	Progress func(stage string, done, total int)
	// Say, if not nil, is called with one line for each known bound and for each remark, once the
	// search looks for something. From then on it is called for each bound that moves, as in
	// "K >= 7: counting". Like Progress, it is called by one goroutine at a time.
	Say func(line string)
}
