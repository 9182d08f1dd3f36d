package record

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"coterie/results"
)

// FuzzJudge: no text makes the judge panic, and a record that holds has the value of its witness,
// or is the committed one.
func FuzzJudge(f *testing.F) {
	for _, k := range results.Kinds() {
		text, _ := json.Marshal(k.WithWitness(k.Records()[len(k.Records())/9]))
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := Read(text)
		if err != nil || len(text) > 3000 {
			return
		}
		for _, r := range list {
			if r.N > 100 {
				continue
			}
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			finding := Judge(ctx, r)
			if finding.Holds && ctx.Err() == nil {
				if v, err := value(ctx, r); err != nil || v != nil && v.Cmp(r.Value.Rat()) != 0 {
					t.Errorf("%s: %v (%v)", text, v, err)
				}
			}
			cancel()
		}
	})
}
