package search

import (
	"context"

	"coterie/internal/solve/sat/cubes"
)

// Keeper stands between a session and its external solver: it keeps the questions with the proofs
// and models that answer them, or answers from what was kept, without any solver.
type Keeper interface {
	// Ask answers a question. solve asks the solver, which leaves its proof, if it refutes the
	// question, in the file of that name; it may go uncalled. A verdict Unsat comes with a Proof.
	Ask(ctx context.Context, q Question, solve func(proof string) (Answer, error)) (Answer, *Proof, error)
}

// CubeKeeper is a Keeper of questions that are split into cubes (Options.Cubes). Other keepers get
// such a question whole.
type CubeKeeper interface {
	Keeper
	// AskCubes answers a question, as Ask does. solve has the open leaves of the tree decided, on
	// this machine or on others, and calls keep with the proof of each that is refuted: a DRAT
	// proof that the clauses of the question have no model that satisfies the cube, one unit clause
	// more for each of its literals. cube counts the open leaves from 0. keep checks the proof, and
	// keeps it; an error says that it proves nothing (a *refutation.CubeError), or is the cause of
	// its ctx. It is safe for concurrent calls, and a second one for a cube that is kept costs
	// nothing: with an empty proof it asks whether the cube is refuted already, by unit propagation
	// or by what an earlier run has left. solve may go uncalled.
	AskCubes(ctx context.Context, q Question, tree *cubes.Tree,
		solve func(keep func(ctx context.Context, cube int, proof []byte) error) (Answer, error)) (Answer, *Proof, error)
}

// Proof says what is kept of a refutation.
type Proof struct {
	Question string   `json:"question"` // in words
	Theorems []string `json:"theorems"` // the files that carry its encoding
	File     string   `json:"file"`
	// Cubes is in how many cubes the question was split, each with a refutation; 0 if it was not.
	Cubes  int    `json:"cubes,omitempty"`
	Solver string `json:"solver"`
	// Checked says that this program checked the proof, step by step; Unchecked says why not.
	Checked   bool   `json:"checked"`
	Unchecked string `json:"unchecked,omitempty"`
	// Lemmas is the number of clauses that the proof adds; Needed of them were checked, the others
	// are not used.
	Lemmas int `json:"lemmas"`
	Needed int `json:"needed"`
}

// Files are the theorems as paths in the repository.
func (t Theorems) Files() []string {
	files := make([]string, len(t))
	for i, name := range t {
		files[i] = "docs/theorems/" + name + ".md"
	}
	return files
}
