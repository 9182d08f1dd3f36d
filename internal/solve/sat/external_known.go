package sat

import "os/exec"

// known are the solvers that keep the conventions of [External] without an argument, in the order
// in which OnPath looks for them; the first two write proofs that checkProof reads.
var known = []string{"cadical", "kissat", "cryptominisat5", "picosat"}

// Known returns the names of the solvers for which OnPath looks, in its order: with proofs, only
// those that write proofs.
func Known(proofs bool) []string {
	if proofs {
		return known[:2:2]
	}
	return known
}

// OnPath returns the command of the first solver of Known that is on the PATH, and nil if none is.
// It runs none of them.
func OnPath(proofs bool) []string {
	for _, name := range Known(proofs) {
		if _, err := exec.LookPath(name); err == nil {
			return []string{name}
		}
	}
	return nil
}
