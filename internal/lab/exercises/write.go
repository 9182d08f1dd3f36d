package exercises

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"coterie/internal/words/show"
)

// filled returns a paragraph that stands beside the numbers of the exercises.
func filled(text string, width int) string {
	return "     " + strings.ReplaceAll(strings.TrimSpace(show.Fill(text, width-5)), "\n", "\n     ") + "\n"
}

// Write prints the exercises, and behind them their key if they have one; or the verdict.
func (s Sheet) Write(w io.Writer, width int) error {
	if s.Verdict != nil {
		_, err := fmt.Fprintf(w, "%s.\n%s", cmp.Or(when(s.Right, "Right"), "Wrong"), show.Fill(s.Why, width))
		return err
	}
	var text, key strings.Builder
	for _, e := range s.Exercises {
		fmt.Fprintf(&text, "\n%3d. %s (level %d)\n%s%s", e.Number, e.Topic, e.Level, filled(e.Question, width), filled("Answer: "+e.Form+".", width))
		fmt.Fprintf(&key, "\n%3d. %s\n%s     %s\n", e.Number, e.Key.Answer, filled(e.Key.Why, width), e.Key.Command)
	}
	_, err := fmt.Fprintf(w, "Exercises about quorum systems, seed %d\n%s%s", s.Seed, text.String(), when(s.Exercises[0].Key.Answer != "", "\n\nKey\n%s", key.String()))
	return err
}
