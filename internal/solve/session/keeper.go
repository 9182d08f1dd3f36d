package session

import (
	"context"

	"coterie/internal/solve/sat/cubes"
	"coterie/search"
)

// Keeper stands between a session and its external solver. It keeps the questions with their proofs
// and models, or it answers from kept ones, without any solver.
type Keeper interface {
	// Ask answers a question. solve asks the solver, which leaves its proof, if it refutes the
	// question, in the file of that name; Ask need not call it. A verdict Unsat comes with a proof.
	Ask(ctx context.Context, q Question, solve func(proof string) (Answer, error)) (Answer, *search.Proof, error)
}

type keeperKey struct{}

// WithKeeper returns a context whose searches leave their questions to k. If k is nil, no proofs
// are kept, whatever ctx says.
func WithKeeper(ctx context.Context, k Keeper) context.Context {
	return context.WithValue(ctx, keeperKey{}, k)
}

// KeeperOf returns the keeper of [WithKeeper], or nil if there is none.
func KeeperOf(ctx context.Context) Keeper {
	k, _ := ctx.Value(keeperKey{}).(Keeper)
	return k
}

// CubeKeeper is a [Keeper] that takes questions in cubes (search.Options.Cubes). Other keepers get
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
	// or by the files of an earlier run. solve is not called if it is not needed.
	AskCubes(ctx context.Context, q Question, tree cubes.Tree,
		solve func(keep func(ctx context.Context, cube int, proof []byte) error) (Answer, error)) (Answer, *search.Proof, error)
}

// Files returns the paths of the theorems in the repository.
func (t Theorems) Files() []string {
	files := make([]string, len(t))
	for i, name := range t {
		files[i] = "docs/theorems/" + name + ".md"
	}
	return files
}
