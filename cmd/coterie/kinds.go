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

// kinds returns the kinds of jobs that a worker can compute.
func kinds() []work.Kind {
	return slices.Concat(
		enumerate.Work(),
		atlas.Work(),
		sim.Work(),
		judge.Work(),
		[]work.Kind{experiments.Work(studies.All()), search.Cubes()},
	)
}
