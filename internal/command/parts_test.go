package command

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/picture/canvas"
)

// TestWithoutParts: a build without the parts refuses what needs them, and does the rest.
func TestWithoutParts(t *testing.T) {
	for line, want := range assert.Pairs(
		"compare --n 4..7 --plot load -o load.svg", "error: --plot: this build of coterie draws no plots\n",
		"plan - --plot front.svg", "error: --plot: this build of coterie draws no plots\n",
		"draw fano -o fano.png", "error: draw -o fano.png: the name has to end in .svg\n",
		"experiment list", "error: coterie has no verb \"experiment\"\n",
	) {
		var out, errs bytes.Buffer
		status := Run(context.Background(), strings.Fields(line), strings.NewReader("nodes: [a, b, c]\n"), &out, &errs, Parts{Formats: canvas.Formats{canvas.SVG}})
		assert.Equal(t, status, ExitUsage, "%s: status", line)
		assert.True(t, strings.HasPrefix(errs.String(), want), "%s: %s", line, errs.String())
	}
}
