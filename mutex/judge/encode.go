package judge

import (
	"encoding/json"
	"fmt"

	"coterie/mutex/explore"
	"coterie/quorum"
)

// encodedReport is a report as JSON, whole, for another process of the same program.
type encodedReport struct {
	Report // what everybody may read
	Open   string
	Costly *encodedRun
	Runs   []encodedRun
}

// encodedRun is a run of a configuration, by some or all of its requesters.
type encodedRun struct {
	Run        // without its configuration
	Requesters []explore.Requester
	Says       string
	Sort       explore.Sort
	Outside    []int32
	Invariant  int
}

// encode returns the report as bytes.
func (r *Report) encode() ([]byte, error) {
	e := encodedReport{Report: *r, Open: r.Open}
	if r.Costly != nil {
		e.Costly = new(encodeRun(r.Costly))
	}
	for i := range r.Runs {
		e.Runs = append(e.Runs, encodeRun(&r.Runs[i]))
	}
	return json.Marshal(e)
}

func encodeRun(r *Run) encodedRun {
	return encodedRun{*r, r.Config.Requesters, r.says, r.sort, r.outside, r.invariant}
}

// decodeReport reads the report of a configuration. What is no report of it is an error.
func decodeReport(data []byte, c *explore.Config) (Report, error) {
	var e encodedReport
	if err := json.Unmarshal(data, &e); err != nil {
		return Report{}, fmt.Errorf("the report of a set of requesters: %w", err)
	}
	r := e.Report
	r.Open = e.Open
	same := r.Algorithm == c.Algorithm.Name && r.System == c.Setup.Name && len(r.Requesters) == len(c.Requesters) && len(r.Invariants) == len(c.Algorithm.Invariants)
	for i := range min(len(r.Requesters), len(c.Requesters)) {
		same = same && r.Requesters[i] == quorum.Index(c.Requesters[i].Process)
	}
	if !same || r.Reasons == nil || (r.MaxMessages == nil) != (r.MaxTotal == nil) {
		return Report{}, fmt.Errorf("a report of %s over %s by %v is none of this set of requesters", r.Algorithm, r.System, r.Requesters)
	}
	runs := e.Runs
	if e.Costly != nil {
		runs = append(runs, *e.Costly)
	}
	for i := range runs {
		run, err := runs[i].decode(c)
		switch {
		case err != nil:
			return Report{}, err
		case i < len(e.Runs):
			r.Runs = append(r.Runs, run)
		default:
			r.Costly = &run
		}
	}
	return r, nil
}

// decode returns the run, of c or, where it is of some of its requesters, of c with these.
func (e *encodedRun) decode(c *explore.Config) (Run, error) {
	of := *c
	of.Requesters = e.Requesters
	err := of.Check()
	if err == nil && (e.Invariant < 0 || e.Invariant > 0 && e.Invariant >= len(c.Algorithm.Invariants) || e.Cycle < 0 || e.Cycle > len(e.Schedule)) {
		err = fmt.Errorf("invariant %d, a cycle of %d in %d steps", e.Invariant, e.Cycle, len(e.Schedule))
	}
	if err != nil {
		return Run{}, fmt.Errorf("a run of another configuration: %w", err)
	}
	r := e.Run
	r.Config, r.says, r.sort, r.outside, r.invariant = &of, e.Says, e.Sort, e.Outside, e.Invariant
	return r, nil
}
