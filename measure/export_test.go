package measure

// What the benchmarks outside the package print with.
var (
	Reach       = reach
	ReachPerRun = reachPerRun
)
