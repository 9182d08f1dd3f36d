// Package composed finds the figures of a composition, a system with others in the place of its
// nodes, from the figures of its parts: the number of its quorums, their sizes, the
// responsibilities of its nodes and the degree.
package composed
