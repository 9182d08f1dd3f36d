package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/machine/par"
)

func TestWords(t *testing.T) {
	for _, c := range []struct {
		stage       string
		done, total int
		want        string
	}{
		{"cases refuted: a question", 29, 812, "29 of 812 cases refuted: a question"},
		{"rows of sizes", 0, 12, "0 of 12 rows of sizes"},
		{"conflicts: a question", 1200, 0, "1200 conflicts: a question"},
		{"checking fpp:order=2", 0, 0, "checking fpp:order=2"},
	} {
		assert.Equal(t, par.Words(c.stage, c.done, c.total), c.want)
	}
}

// TestDisplay: a bar that appears names the things counted, and leaves nothing on the screen.
func TestDisplay(t *testing.T) {
	var screen bytes.Buffer
	b := startBar(&screen, par.Words("cases refuted", 3, 8), 8)
	b.timer.Reset(0)
	for range 500 {
		b.mu.Lock()
		shown := b.bar != nil
		b.mu.Unlock()
		if shown {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.describe(par.Words("cases refuted", 4, 8), true)
	b.End()
	if text := screen.String(); !strings.Contains(text, "4 of 8 cases refuted") || strings.Contains(text, "/8)") {
		t.Errorf("%q", text)
	}
}
