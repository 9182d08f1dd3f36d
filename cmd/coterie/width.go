package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rivo/uniseg"
	"golang.org/x/term"
)

// The widths of text: what it has where there is no terminal, and the least that is minded.
const (
	defaultWidth = 80
	leastWidth   = 40
)

// textWidth returns how many columns a line of text may have: those of the terminal that it goes to,
// or 80.
func (a *app) textWidth() int {
	f, isFile := a.out.(*os.File)
	if !isFile || a.output != "" && a.output != "-" || !term.IsTerminal(int(f.Fd())) {
		return defaultWidth
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return defaultWidth
	}
	return max(width, leastWidth)
}

// displayWidth returns how many columns a text takes.
func displayWidth(text string) int { return uniseg.StringWidth(text) }

// cut shortens a text to a width, with an ellipsis at its end.
func cut(text string, width int) string {
	if displayWidth(text) <= width {
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
			if len(line.extras) > 0 && displayWidth(value+line.extras[0]) > room && displayWidth(shorter+line.extras[0]) <= room {
				value = shorter
			}
		}
		for _, extra := range line.extras {
			if displayWidth(value+extra) <= room {
				value += extra
			}
		}
		first, rest := value, ""
		if displayWidth(value) > room {
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
