// Package fleets has fleets and systems for the tests of planners: random fleets with all features,
// all systems on a few nodes, and the best figure of one system. The figure comes from package
// fleet, whose own tests compare it with the definition.
package fleets
