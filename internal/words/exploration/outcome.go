package exploration

import (
	"coterie/internal/words/simulation"
	"coterie/mutex/judge"
)

// Outcome is what was found of a configuration, or of several together.
type Outcome struct {
	judge.Report
	Trace *Trace `json:"trace"` // of the first thing that fails; null if nothing does

	// Sets are the reports of the single configurations, where there are several.
	Sets []judge.Report `json:"sets,omitempty"`
	// Finished is, of sets that were gone through by size until something failed, the greatest size
	// of which every set was explored; nil elsewhere.
	Finished *int `json:"finished,omitempty"`
}

// Trace is a run that fails, step by step.
type Trace struct {
	Of       string `json:"of"` // the key of what it shows
	Shortest bool   `json:"shortest"`
	simulation.Witness
	// Cycle is how many of the last steps repeat for ever; 0 of a run that ends.
	Cycle int `json:"cycle"`

	says string
}

// TraceOf words a run.
func TraceOf(run *judge.Run, played *judge.Played) *Trace {
	steps, why := played.Sentences(), played.Why
	if why == nil {
		why = []string{}
	}
	return &Trace{
		Of: run.Of, Shortest: run.Shortest, Cycle: run.Cycle, says: run.Says(played.Process),
		Witness: simulation.Witness{Steps: steps[:min(played.Steps, len(steps))], Least: run.Shortest, Waits: why},
	}
}
