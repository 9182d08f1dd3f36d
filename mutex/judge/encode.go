package judge

import (
	"encoding/json"
	"fmt"

	"coterie/mutex/explore"
	"coterie/quorum"
)

// encodedReport is a whole report as JSON, for another process of the same program.
type encodedReport struct {
	Report // the public part
	Open   string
	Costly *Run
	Runs   []Run
}

// encode returns the report as bytes.
func (r *Report) encode() ([]byte, error) {
	return json.Marshal(encodedReport{*r, r.Open, r.Costly, r.Runs})
}

// decodeReport reads the report of a configuration. It fails on anything else.
func decodeReport(data []byte, c *explore.Config) (Report, error) {
	var e encodedReport
	if err := json.Unmarshal(data, &e); err != nil {
		return Report{}, fmt.Errorf("the report of a set of requesters: %w", err)
	}
	r := e.Report
	r.Open, r.Costly, r.Runs = e.Open, e.Costly, e.Runs
	same := r.Algorithm == c.Algorithm.Name && r.System == c.Setup.Name && len(r.Requesters) == len(c.Requesters) && len(r.Invariants) == len(c.Algorithm.Invariants)
	for i := range min(len(r.Requesters), len(c.Requesters)) {
		same = same && r.Requesters[i] == quorum.Index(c.Requesters[i].Process)
	}
	if !same || r.Reasons == nil || (r.MaxMessages == nil) != (r.MaxTotal == nil) {
		return Report{}, fmt.Errorf("a report of %s over %s by %v is none of this set of requesters", r.Algorithm, r.System, r.Requesters)
	}
	for i := range r.Runs {
		if err := r.Runs[i].adopt(c); err != nil {
			return Report{}, err
		}
	}
	if r.Costly != nil {
		return r, r.Costly.adopt(c)
	}
	return r, nil
}

// adopt connects a run that was read to a configuration.
func (r *Run) adopt(c *explore.Config) error {
	if r.Invariant < 0 || r.Invariant > 0 && r.Invariant >= len(c.Algorithm.Invariants) || r.Cycle < 0 || r.Cycle > len(r.Schedule) {
		return fmt.Errorf("a run of another configuration: invariant %d, a cycle of %d in %d steps", r.Invariant, r.Cycle, len(r.Schedule))
	}
	r.Config = c
	return nil
}
