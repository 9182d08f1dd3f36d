// Package quotas counts and lists the minimal sets of nodes with a quota of votes, the quorums of
// weighted voting.
package quotas
