// Package clustering puts a cluster into words: the started server, the jobs and workers of a
// status as text, JSON and rows, and, after a command, the workers that computed its parts and how
// these were trusted. It computes nothing and uses no network.
package clustering
