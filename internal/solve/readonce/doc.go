// Package readonce has the closed forms behind the figures of package measure for formulas in which
// every node occurs once: majorities, votes, walls, trees, and compositions of them. They recur
// over the gates, whatever the number of quorums is.
package readonce
