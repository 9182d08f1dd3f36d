package main

import (
	"slices"

	"coterie/experiments"
	"coterie/experiments/studies"
	"coterie/internal/machine/work"
	"coterie/mutex/judge"
	"coterie/mutex/sim"
	"coterie/search"
	"coterie/search/enumerate"
	"coterie/search/enumerate/atlas"
)

// kinds are the jobs that a worker of a cluster can compute, each from the package that has it.
func kinds() []work.Kind {
	return slices.Concat(
		enumerate.Work(),
		atlas.Work(),
		sim.Work(),
		judge.Work(),
		[]work.Kind{experiments.Work(studies.All()), search.Cubes()},
	)
}
