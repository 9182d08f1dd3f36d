// Package given holds what the packages of measure do before and after their own work: they take
// the quorums that a caller gives, as a list or as a formula that reads every node once, and they
// report where work ended before an answer.
package given
