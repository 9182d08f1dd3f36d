// Package extend finds nondominated systems that dominate a given one, and contain it where that is
// possible.
//
// Within reach on two cores: tables of 2^n bits up to 26 nodes (a second, tens of megabytes),
// diagrams of up to five million nodes beyond; what is wanted as the fewest quorums or the least
// load is proven up to some nine nodes.
package extend
