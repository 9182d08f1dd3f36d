// Package readonce has the closed forms behind the figures of package measure for formulas in which
// every node occurs once: majorities, votes, walls, trees, and compositions of them. They recur
// over the gates, so their cost does not depend on the number of quorums.
package readonce
