// Package groups holds the studies of group quorum systems: degree, surficial systems, dominance,
// and the remarks of Joung's section 3.
package groups
