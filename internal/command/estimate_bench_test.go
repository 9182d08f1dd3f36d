package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/command"
	"coterie/internal/machine/costs"
)

// BenchmarkEstimate compares the CPU time that --estimate foretells with that of the command.
func BenchmarkEstimate(b *testing.B) {
	for _, line := range []string{
		"simulate fano --entries 600000",
		"simulate grid:n=100 --entries 60000",
		"simulate grid:n=100 --entries 30 --replications 20000",
		"compare --n 3..60",
		"search cyclic 128",
		"explore majority:n=5 --requesters 1,2,3,4",
		"measure fpp:order=9 --only availability",
	} {
		b.Run(strings.ReplaceAll(line, " ", "_"), func(b *testing.B) {
			for b.Loop() {
				var out bytes.Buffer
				command.Run(b.Context(), append(strings.Fields(line), "--estimate", "--format", "json"), nil, &out, io.Discard, command.Parts{})
				var told struct {
					Verdict string
					CPU     *costs.Forecast `json:"cpu_seconds"`
				}
				assert.OK(b, json.Unmarshal(out.Bytes(), &told))
				if told.Verdict == "unknown" {
					b.Logf("REACH job=estimate/%s: unknown MISS", line)
					continue
				}
				truth := costs.Of(b.Context(), 100*time.Second, func(ctx context.Context) {
					command.Run(ctx, strings.Fields(line), nil, io.Discard, io.Discard, command.Parts{})
				})
				b.Logf("%s: %s, %.2g s foretold, %.2g s taken (stopped: %v)", line, told.Verdict, told.CPU.Likely, truth.CPU, truth.Over)
				reach.AtMost(b, "estimate/"+line, max(told.CPU.Likely/truth.CPU, truth.CPU/told.CPU.Likely), 3)
			}
		})
	}
}
