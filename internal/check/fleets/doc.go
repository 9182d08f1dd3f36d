// Package fleets has fleets and systems for the tests of whatever plans: random fleets of
// everything that a fleet can have, all systems on a few nodes, and the best figure of one system,
// judged by package fleet, whose own tests compare it with the definition.
package fleets
