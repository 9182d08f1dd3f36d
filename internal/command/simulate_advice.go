package command

import (
	"fmt"

	"coterie/mutex/sim"
	"coterie/quorum"
)

// simulateAdvice returns notes on figures that a reader may misunderstand, with better questions to
// ask.
func simulateAdvice(r sim.Report, c *sim.Config, s quorum.Structure) []string {
	var notes []string
	if wishes := c.Warmup + c.Entries; wishes < len(c.Requesters) {
		notes = append(notes, fmt.Sprintf("%d wishes are not enough for %d requesters, so that some make none: more --entries have more", wishes, len(c.Requesters)))
	}
	if r.Unserved > 0 && !takesLive(c) {
		notes = append(notes, "requests whose quorum has a node that is down are refused: with --quorums live they take another one")
	}
	if r.Violations > 0 && !c.Algorithm.Unsafe && r.Flaw == "" && !(c.NoFIFO && c.Algorithm.NeedsFIFO) {
		notes = append(notes, "the algorithm keeps the rule if quorums meet as they should: `coterie check` says whether they do")
	}
	system, ordinary := s.(*quorum.System)
	given := ordinary && len(system.Sites()) == 0 && c.Setup.Own != nil
	if a := r.Accesses; given && a.Busiest != nil && a.OptimalLoad != nil && *a.Busiest > 1.25*a.OptimalLoad.Float64() {
		notes = append(notes, fmt.Sprintf("sites have no quorums of their own in this system, and those that they were given share the work badly, "+
			"node %s being in many of them: --quorums strategy shares it well", a.BusiestNode.Label(s.Names())))
	}
	if r.Throughput != nil && r.Waiting != nil && c.Open && r.Entries == r.Requests {
		// By Little's law this many requests wait at a time.
		waiting := *r.Throughput * r.Waiting.Mean
		wished := float64(len(c.Requesters)) / c.Think.Mean()
		if waiting > 2*float64(len(c.Requesters)) && *r.Throughput < 0.95*wished {
			notes = append(notes, fmt.Sprintf("%.4g wishes come in a unit of time, more than are served, so the waiting times grow with --entries: "+
				"a longer --think has fewer", wished))
		}
	}
	return notes
}

// takesLive reports whether requests take any quorum that is up.
func takesLive(c *sim.Config) bool {
	for _, r := range c.Requesters {
		for _, m := range r.Menus {
			if m.Live {
				return true
			}
		}
	}
	return false
}
