// Package load looks for the least load that any quorum system on n nodes has.
//
// Within reach on two cores: n <= 9 in seconds, n = 10 in half a minute, with proof; n = q²+q and
// q²+q+1, where there is a plane of order q, at once. Between, up to 10,000 nodes, two bounds in
// seconds.
package load
