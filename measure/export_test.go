package measure

// What the tests outside the package share with those inside.
var (
	CartelsOf = loadCartels
)
