package sharing

import (
	"coterie/experiments"
)

func foundDefinition(out *experiments.Output, rows []definition) {
	printed, meant, nodes := 0, 0, 0
	for _, d := range rows {
		printed += len(d.printed)
		meant += len(experiments.Keep(d.printed, antichain.completes))
		nodes = max(nodes, d.n)
	}
	out.Found("", "On up to %d nodes the definition of a k-coterie as printed admits %d families. Of these %d are none that the proofs allow for.",
		nodes, printed, printed-meant)
}
