package main

import "coterie/internal/work"

// kinds are the jobs that a worker of a cluster can compute, each of the room that has it.
func kinds() []work.Kind {
	return []work.Kind{}
}
