// Package given holds the steps that the packages of measure share before and after their own work:
// taking the quorums that a caller gives, as a list or as a formula that reads every node once, and
// reporting that work ended before an answer.
package given
