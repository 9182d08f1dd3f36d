package maekawa

import (
	"fmt"
	"math/big"

	"coterie/mutex"
	"coterie/quorum"
)

// The algorithms that the paper compares, by their names in package mutex.
const (
	proposed = "maekawa-fixed"
	ricart   = "ricart-agrawala"
	central  = "centralized"
)

// traffic is what the entries of all sites cost, one after the other, so that none meets another:
// the paper's light demand.
type traffic struct {
	Mean     *big.Rat // messages per entry
	Requests int      // most REQUESTs of an entry
}

// trafficOf runs an algorithm over the site assignment.
func trafficOf(algorithm string, s *quorum.System) (traffic, error) {
	setup, err := mutex.NewSetup(s, s.N(), mutex.Options{})
	if err != nil {
		return traffic{}, err
	}
	a := mutex.Find(algorithm)
	if a == nil {
		return traffic{}, fmt.Errorf("no algorithm is called %s", algorithm)
	}
	run, messages, most := mutex.NewSystem(a, setup), 0, 0
	for p := range int32(s.N()) {
		w := mutex.Wish{Process: p, Entry: 1, Quorum: -1}
		if !a.NoQuorums {
			w.Quorum = setup.Own[p]
		}
		one, err := run.Alone(w)
		if err != nil {
			return traffic{}, fmt.Errorf("%s over %s: %w", algorithm, s.Name(), err)
		}
		messages += one.Messages
		most = max(most, one.ByType[mutex.Request])
	}
	return traffic{big.NewRat(int64(messages), int64(s.N())), most}, nil
}

// ricartAt is what the algorithm of Ricart and Agrawala takes with n sites.
func ricartAt(n int) (traffic, error) {
	all, err := everyone(n)
	if err != nil {
		return traffic{}, err
	}
	return trafficOf(ricart, all)
}

// byRun is how the tables say it.
const byRun = "messages per entry, measured by a run in which the sites enter one after the other"
