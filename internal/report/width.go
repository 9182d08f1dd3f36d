package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// DisplayWidth returns how many columns a text takes.
func DisplayWidth(text string) int { return uniseg.StringWidth(text) }

// cut shortens a text to a width, with an ellipsis at its end.
func cut(text string, width int) string {
	if DisplayWidth(text) <= width {
		return text
	}
	end, used := 0, 1 // one for the ellipsis
	for rest, state := text, -1; rest != ""; {
		var cluster string
		var w int
		if cluster, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state); used+w > width {
			break
		}
		used += w
		end += len(cluster)
	}
	return strings.TrimRight(text[:end], " ") + "…"
}

// labelWidth is that of the labels of brief lines, with what is before and behind them.
const labelWidth = 18

// write writes the lines: with the extras that fit, a value that does not fit on a second line, and
// never more than that.
func (b *briefPart) write(w io.StringWriter, width int) {
	room := width - labelWidth
	for _, line := range b.lines {
		value := line.value
		for _, shorter := range line.shorter {
			if len(line.extras) > 0 && DisplayWidth(value+line.extras[0]) > room && DisplayWidth(shorter+line.extras[0]) <= room {
				value = shorter
			}
		}
		for _, extra := range line.extras {
			if DisplayWidth(value+extra) <= room {
				value += extra
			}
		}
		first, rest := value, ""
		if DisplayWidth(value) > room {
			first, rest = breakAt(value, room)
		}
		w.WriteString(strings.TrimRight(fmt.Sprintf("  %-*s%s", labelWidth-2, line.label, first), " ") + "\n")
		if rest != "" {
			w.WriteString(strings.Repeat(" ", labelWidth) + cut(rest, room) + "\n")
		}
	}
}

// breakAt breaks a text at the last space within the width, or where there is none at the width.
func breakAt(text string, width int) (first, rest string) {
	end := strings.TrimSuffix(cut(text, width+1), "…")
	if k := strings.LastIndexByte(end, ' '); k > 0 && !strings.HasPrefix(text[len(end):], " ") {
		end = end[:k]
	}
	return end, strings.TrimLeft(text[len(end):], " ")
}
