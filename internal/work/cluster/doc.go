// Package cluster hands the parts of jobs (see package work) to many machines. A server keeps jobs,
// parts and results: NATS with JetStream, in this process ([Serve]) or elsewhere. All others are
// its clients ([Connect]).
package cluster
