package experiments

// allStudies is set by the external tests: the studies import this package.
var allStudies func() []Study

// SetStudies sets the list that the tests of the committed results read.
func SetStudies(all func() []Study) { allStudies = all }
