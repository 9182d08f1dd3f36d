package measure

// What the tests outside the package share with those inside.
var (
	Reach       = reach
	ReachPerRun = reachPerRun
	CartelsOf   = loadCartels
)
