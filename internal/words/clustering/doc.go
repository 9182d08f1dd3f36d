// Package clustering puts what happens in a cluster into words: the server that was started, the
// jobs and workers of a status as text, JSON and rows, and, for whoever waits for parts, who
// computed them and how they were trusted. It computes nothing, and knows no network.
package clustering
