package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"coterie/search"
	"coterie/search/enumerate"
	"coterie/search/latin"
)

func TestProgressWords(t *testing.T) {
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
		if got := progressWords(c.stage, c.done, c.total); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestProgressUnits: where something is counted, the words begin with what it is, in the plural.
func TestProgressUnits(t *testing.T) {
	units := []string{"cases", "rows", "sets", "systems", "coteries", "conflicts", "monotone functions", "first functions", "equal parts",
		"kinds of renamings", "group quorum systems", "nondominated group quorum systems", "regular coteries", "rounds"}
	counted := 0
	told := func(stage string, done, total int) {
		if done == 0 && total == 0 {
			return
		}
		counted++
		for _, unit := range units {
			if strings.HasPrefix(stage, unit) {
				return
			}
		}
		t.Errorf("%d of %d of what? %q", done, total, stage)
	}
	opts := enumerate.Options{Jobs: 1, Progress: told}
	for _, q := range []enumerate.Query{
		{Nodes: 8, Nondominated: true}, {Nodes: 7, Nondominated: true, Classes: true}, {Nodes: 6}, {Nodes: 5, Classes: true},
		{Nodes: 3, Groups: 2, Classes: true}, {Nodes: 4, Groups: 3},
	} {
		if _, err := enumerate.Count(t.Context(), q, opts); err != nil {
			t.Fatal(err)
		}
		if q.Nodes == 8 {
			continue
		}
		for _, err := range enumerate.List(t.Context(), q, opts) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := latin.Mols(t.Context(), 6, 2, latin.Options{Options: search.Options{Jobs: 1, Progress: told}}); err != nil {
		t.Fatal(err)
	}
	if counted < 10 {
		t.Errorf("%d numbers were told", counted)
	}
}

// TestDisplay: a bar that appears says what is counted, and leaves nothing behind.
func TestDisplay(t *testing.T) {
	var screen bytes.Buffer
	b := startBar(&screen, progressWords("cases refuted", 3, 8), 8)
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
	b.describe(progressWords("cases refuted", 4, 8), true)
	b.End()
	if text := screen.String(); !strings.Contains(text, "4 of 8 cases refuted") || strings.Contains(text, "/8)") {
		t.Errorf("%q", text)
	}
}
