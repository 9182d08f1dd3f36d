package exploration

import (
	"coterie/internal/words/simulation"
	"coterie/mutex/judge"
	"coterie/mutex/trace"
)

// Outcome holds the results for a configuration, or for several together.
type Outcome struct {
	judge.Report
	Trace *Trace `json:"trace"` // of the first thing that fails; null if nothing does

	// Sets are the reports of the single configurations, if there are several.
	Sets []judge.Report `json:"sets,omitempty"`
	// Finished is the greatest size at which every set was explored, if sets were explored by size
	// until something failed; nil otherwise.
	Finished *int `json:"finished,omitempty"`
}

// Trace is a run that fails, step by step.
type Trace struct {
	Of       string `json:"of"` // the key of the shown failure
	Shortest bool   `json:"shortest"`
	simulation.Witness
	// Cycle is the number of last steps that repeat for ever; 0 if the run ends.
	Cycle int `json:"cycle"`

	says string
}

// TraceOf puts a run into words.
func TraceOf(run *judge.Run, played *judge.Played) *Trace {
	steps, why := played.Sentences(), played.Why
	if why == nil {
		why = []string{}
	}
	return &Trace{
		Of: run.Of, Shortest: run.Shortest, Cycle: run.Cycle, says: run.Says(played.Process),
		Witness: simulation.Witness{Steps: steps[:min(played.Steps, len(steps))], Choices: trace.Names(run.Config.Setup, run.Schedule), Least: run.Shortest, Waits: why},
	}
}
