package command

import (
	"fmt"
	"path/filepath"
	"slices"

	"coterie/internal/words/findings"
	"coterie/search"
	"coterie/search/cover"
	"coterie/search/cyclic"
	"coterie/search/load"
)

// noted returns a result with notes about the command: the next step, and the contents of its
// files.
func noted(r *search.Result, flags solverFlags) *search.Result {
	worded := *r
	notes := slices.Clone(r.Notes)
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if i := slices.IndexFunc(notes, func(s string) bool { return s == cyclic.OfTranslates || s == cover.OfTranslates }); i >= 0 {
		notes[i] += ", which search maekawa looks for"
	}
	if r.Search == "load" && r.StoppedBy == load.NotAsked {
		if r.System.Structure != nil && r.System.N() > load.SolveNodes {
			worded.StoppedBy = fmt.Sprintf("too large for the solver (%d nodes at most)", load.SolveNodes)
			note("the bounds do not meet")
		} else {
			note("the bounds do not meet; a solver is asked for at most %d nodes, without --method bounds", load.SolveNodes)
		}
	}
	if r.Search == "load" && r.System.Structure != nil {
		note("coterie measure FILE --proof, with the FILE of --system, prints a strategy of this load, and the node weights that show that this system has no better one; --format json has both")
	}
	for _, text := range findings.Proofs(r.Proofs) {
		note("%s", text)
	}
	if command := flags.command(); len(r.Proofs) == 0 && r.Refuted > 0 && len(command) > 0 {
		note("that there is no model is the word of %s, which nothing here contradicts; --proof DIR keeps what another program can check", filepath.Base(command[0]))
	}
	formulas := "1 formula"
	if r.Refuted > 1 {
		formulas = fmt.Sprintf("%d formulas", r.Refuted)
	}
	switch {
	case r.Refuted > 1 && r.AskedRefuted:
		note("the solver refuted %s for this; --dimacs keeps only the last of them", formulas)
	case r.Refuted > 0 && !r.AskedRefuted:
		note("the solver refuted %s for this; --dimacs keeps only the last question, which is another", formulas)
	}
	worded.Notes = notes
	return &worded
}
