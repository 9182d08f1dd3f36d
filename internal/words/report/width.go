package report

import (
	"fmt"
	"io"
	"strings"

	"coterie/internal/words/show"
)

// labelWidth is the width of the labels of brief lines, with the spaces before and after them.
const labelWidth = 18

// write writes the lines with the extras that fit. A value that does not fit goes on a second line,
// and nothing goes beyond that.
func (b *briefPart) write(w io.StringWriter, width int) {
	room := width - labelWidth
	for _, line := range b.lines {
		value := line.value
		for _, shorter := range line.shorter {
			if len(line.extras) > 0 && show.Width(value+line.extras[0]) > room && show.Width(shorter+line.extras[0]) <= room {
				value = shorter
			}
		}
		for _, extra := range line.extras {
			if show.Width(value+extra) <= room {
				value += extra
			}
		}
		first, rest := value, ""
		if show.Width(value) > room {
			first, rest = breakAt(value, room)
		}
		w.WriteString(strings.TrimRight(fmt.Sprintf("  %-*s%s", labelWidth-2, line.label, first), " ") + "\n")
		if rest != "" {
			w.WriteString(strings.Repeat(" ", labelWidth) + show.Cut(rest, room) + "\n")
		}
	}
}

// breakAt breaks a text at the last space within the width, or at the width if there is none.
func breakAt(text string, width int) (first, rest string) {
	end := strings.TrimSuffix(show.Cut(text, width+1), "…")
	if k := strings.LastIndexByte(end, ' '); k > 0 && !strings.HasPrefix(text[len(end):], " ") {
		end = end[:k]
	}
	return end, strings.TrimLeft(text[len(end):], " ")
}
