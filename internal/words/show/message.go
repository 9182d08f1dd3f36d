package show

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// The greatest lengths: of input that a message repeats, in printed characters, and of a message,
// in bytes.
const (
	longestValue = 80
	longestPath  = 260 // the name of a file may have 255
	longestLine  = 480
)

// Brief is Name for a message. It shortens a long text to its two ends and its length.
func Brief[S ~string](s S) string { return cutTo(string(s), longestValue, Name) }

// Value is Quoted for a message. It shortens a long text to its two ends and its length.
func Value[S ~string](s S) string { return cutTo(string(s), longestValue, Quoted) }

// Path is Name for the path of a file in a message. It shortens a very long path to its two ends
// and its length.
func Path(s string) string { return cutTo(s, longestPath, Name) }

func cutTo(s string, longest int, quoted func(string) string) string {
	if len(s) <= 4*longest { // a character has at most four bytes
		if text := quoted(s); utf8.RuneCountInString(text) <= longest {
			return text
		}
	}
	head, tail := ends(s, longest/2, longest/4)
	text := append(escaped([]byte{'"'}, head, quotes, composed(head)), "…"...)
	text = append(escaped(text, tail, quotes, composed(tail)), '"')
	return fmt.Sprintf("%s (%d characters)", text, utf8.RuneCountInString(s))
}

// ends returns the beginning and the end of a text, each with at most the given number of bytes in
// printed form. They never split a character.
func ends(s string, first, last int) (head, tail string) {
	printed := func(part string) int { return len(escaped(nil, part, quotes, composed(part))) }
	head, tail = s[:min(first, len(s))], s[max(0, len(s)-last):]
	for len(head) < len(s) && !utf8.RuneStart(s[len(head)]) && len(head) > first-utf8.UTFMax {
		head = head[:len(head)-1]
	}
	for tail != "" && len(tail) > last-utf8.UTFMax && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	for printed(head) > first {
		_, size := utf8.DecodeLastRuneInString(head)
		head = head[:len(head)-size]
	}
	for printed(tail) > last {
		_, size := utf8.DecodeRuneInString(tail)
		tail = tail[size:]
	}
	return head, tail
}

// Line returns a message as one line. Its lines are joined by spaces, invisible characters are
// escaped, and the middle is left out if it is too long.
func Line(s string) string {
	var lines []string
	for line := range strings.FieldsFuncSeq(strings.ToValidUTF8(s, "\ufffd"), func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimFunc(line, unicode.IsSpace); line != "" {
			lines = append(lines, line)
		}
	}
	s = strings.Join(lines, " ")
	if !isASCII(s) {
		s = string(escaped(nil, strings.ReplaceAll(s, "\t", " "), "", true))
	}
	if len(s) <= longestLine {
		return s
	}
	head, tail := ends(s, longestLine*2/3, longestLine/4)
	return head + " … " + tail
}

// Width returns the number of terminal columns that a text occupies.
func Width(s string) int { return uniseg.StringWidth(s) }

// Cut shortens a text to a width. A shortened text ends with an ellipsis.
func Cut(s string, width int) string {
	if len(s) <= width || Width(s) <= width {
		return s
	}
	end, used := 0, 1 // one column for the ellipsis
	for rest, state := s, -1; rest != ""; {
		var cluster string
		var w int
		if cluster, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state); used+w > width {
			break
		}
		used += w
		end += len(cluster)
	}
	return strings.TrimRight(s[:end], " ") + "…"
}

// wordCharacters are the characters that have no special meaning in any shell.
const wordCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"

// longestWord is the longest word that somebody may want to paste.
const longestWord = 160

// Word returns a word as it is typed in a shell: in single quotes if necessary, and as $'...' if it
// has invisible characters. For a word that is too long to paste, it returns name.
func Word(s, name string) string {
	switch {
	case s == "":
		return "''"
	case len(s) > longestWord:
		return name
	case strings.Trim(s, wordCharacters) == "" && s[0] != '=':
		return s
	case Plain(strings.Trim(s, ` "`)) && utf8.ValidString(s):
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return "$'" + string(escaped(nil, s, `'\`, composed(s))) + "'"
}
