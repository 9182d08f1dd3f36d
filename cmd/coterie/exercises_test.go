package main

import (
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/lab/exercises"
)

// TestExerciseCommands: the command in the key of an exercise runs, and shows the answer where it
// prints it as the key does.
func TestExerciseCommands(t *testing.T) {
	assert.Long(t, "the scripts run the same verbs")
	t.Parallel()
	folder := t.TempDir()
	shown := map[string]int{}
	for _, e := range assert.Got(exercises.Make(exercises.Options{Seed: 5, Number: 1, Count: 26, Key: true}))(t).Exercises {
		out, _ := shell(t, folder, e.Key.Command)
		if strings.Contains(out, "error: ") || strings.Contains(out, "hint: ") || !strings.Contains(out, "\n") {
			t.Errorf("%s: %s\n%s", e.Topic, e.Key.Command, out)
		}
		want, ok := map[string]string{
			"load": " " + e.Key.Answer + " ", "minimal-transversal": "\n  " + e.Key.Answer + "\n", "completion": "nondominated?         yes",
			"resilience": "any " + e.Key.Answer + " node",
		}[e.Topic]
		if strings.HasPrefix(e.Key.Answer, "no") && e.Topic == "coterie" {
			want, ok = "coterie?              no", true
		}
		if ok {
			shown[e.Topic]++
		}
		if ok && !strings.Contains(out, want) {
			t.Errorf("%s: %s does not print %q\n%s", e.Topic, e.Key.Command, want, out)
		}
	}
	for topic, n := range shown {
		if n == 0 || len(shown) < 4 {
			t.Errorf("%d commands of %s were looked at, of %d topics", n, topic, len(shown))
		}
	}
}
