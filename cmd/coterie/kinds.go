package main

import (
	"coterie/experiments"
	"coterie/experiments/studies"
	"coterie/internal/machine/work"
	_ "coterie/internal/solve/session" // cubes
	_ "coterie/mutex/judge"            // sets of requesters
	_ "coterie/mutex/sim"              // replications
	_ "coterie/search/enumerate"       // classes
	_ "coterie/search/enumerate/atlas" // figures of classes
)

// kinds returns the kinds of jobs that a worker can compute: rows of studies, and the kinds that
// the packages above register.
func kinds() []work.Kind {
	return append(work.Kinds(), experiments.Work(studies.All()))
}
