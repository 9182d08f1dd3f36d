package search

import "context"

// Keeper stands between a session and its external solver: it keeps the questions with the proofs
// and models that answer them, or answers from what was kept, without any solver.
type Keeper interface {
	// Ask answers a question. solve asks the solver, which leaves its proof, if it refutes the
	// question, in the file of that name; it may go uncalled. A verdict Unsat comes with a Proof.
	Ask(ctx context.Context, q Question, solve func(proof string) (Answer, error)) (Answer, *Proof, error)
}

// Proof says what is kept of a refutation.
type Proof struct {
	Question string   `json:"question"` // in words
	Theorems []string `json:"theorems"` // the files that carry its encoding
	File     string   `json:"file"`
	Solver   string   `json:"solver"`
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
