// Package clustering puts a cluster into words: the server that was started, the jobs and workers
// of a status as text, JSON and rows, and, after a command, who computed its parts and how they
// were trusted. It computes nothing and uses no network.
package clustering
