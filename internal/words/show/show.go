package show

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// mostMarks is the greatest number of combining marks in a row. No script needs more.
const mostMarks = 4

// shows reports whether a rune is visible, or the space, and keeps the direction of writing.
func shows(r rune) bool {
	switch {
	case !strconv.IsPrint(r), unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return false
	case r == '\u2800': // the Braille pattern without dots
		return false
	}
	return true
}

// composed reports whether a text is in composed form, has no long row of combining marks, and does
// not begin with one.
func composed(s string) bool {
	if !norm.NFC.IsNormalString(s) {
		return false
	}
	marks := mostMarks // because a mark at the beginning would join the text before
	for _, r := range s {
		switch {
		case !unicode.Is(unicode.M, r):
			marks = 0
		case marks == mostMarks:
			return false
		default:
			marks++
		}
	}
	return true
}

// isASCII reports whether a text is printable ASCII, which most are.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Plain reports whether a text can be printed as it is.
func Plain(s string) bool {
	if s == "" || s[0] == ' ' || s[0] == '"' || s[len(s)-1] == ' ' {
		return false
	}
	return isASCII(s) || utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !shows(r) }) < 0 && composed(s)
}

// Name returns a text as it is if it is plain, and in quotes otherwise.
func Name(s string) string {
	if Plain(s) {
		return s
	}
	return Quoted(s)
}

// Item is Name for an element of a list. A text with a comma, a brace or a space is quoted as well.
func Item(s string) string {
	if strings.ContainsAny(s, ", {}") {
		return Quoted(s)
	}
	return Name(s)
}

// Quoted returns a text in Go's double quotes. Invisible characters are escaped; if the text is not
// in composed form, so is everything but ASCII.
func Quoted(s string) string {
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	b = escaped(b, s, quotes, isASCII(s) || composed(s))
	return string(append(b, '"'))
}

// quotes are the characters that get a backslash in a quoted text.
const quotes = `"\`

// escaped appends a text to dst. It puts a backslash before the characters of special, and escapes
// invisible characters. Unless composed is set, it escapes everything but ASCII.
func escaped(dst []byte, s, special string, composed bool) []byte {
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(dst, '\\', 'x', "0123456789abcdef"[s[0]>>4], "0123456789abcdef"[s[0]&15])
		case r < utf8.RuneSelf && strings.IndexByte(special, s[0]) >= 0:
			dst = append(dst, '\\', s[0])
		case shows(r) && (composed || r < utf8.RuneSelf):
			dst = append(dst, s[:size]...)
		default:
			// These are Go's escapes, even for those characters that Go takes for printable.
			quoted := strconv.QuoteRuneToASCII(r)
			dst = append(dst, quoted[1:len(quoted)-1]...)
		}
		s = s[size:]
	}
	return dst
}

// JSON returns a writer that escapes the invisible characters of JSON. The package encoding/json
// escapes only some of them. A call of Write must not split a character.
func JSON(w io.Writer) io.Writer { return jsonWriter{w} }

type jsonWriter struct{ dst io.Writer }

func (w jsonWriter) Write(p []byte) (int, error) {
	if _, err := w.dst.Write(EscapeJSON(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// EscapeJSON escapes the invisible characters of a JSON text. The value stays the same.
func EscapeJSON(text []byte) []byte {
	hidden := func(r rune) bool { return r != '\n' && r != '\r' && r != '\t' && !shows(r) }
	if bytes.IndexFunc(text, hidden) < 0 {
		return text
	}
	out := make([]byte, 0, len(text)+16)
	for _, r := range string(text) {
		switch high, low := utf16.EncodeRune(r); {
		case !hidden(r):
			out = utf8.AppendRune(out, r)
		case high == utf8.RuneError:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		}
	}
	return out
}
