package listing

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// problemAt is an error at a byte offset.
type problemAt struct {
	offset  int
	problem string
}

func (e *problemAt) Error() string { return e.problem }

func fail(offset int, format string, args ...any) error {
	return &problemAt{offset, fmt.Sprintf(format, args...)}
}

// nodes numbers the names of nodes in a text.
type nodes struct {
	named, numbered bool
	numbers         map[string]int // of the names
	names           []string
	n               int // number of nodes so far
}

// scanner reads nodes from a text.
type scanner struct {
	text string
	at   int
	*nodes
}

// skip goes over white space, within the line unless newlines is set.
func (s *scanner) skip(newlines bool) {
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		if !unicode.IsSpace(r) || r == '\n' && !newlines {
			return
		}
		s.at += size
	}
}

// next returns the next byte, 0 at the end.
func (s *scanner) next() byte {
	if s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// unexpected returns the error that want should come next.
func (s *scanner) unexpected(want string) error {
	r, size := utf8.DecodeRuneInString(s.text[s.at:])
	switch {
	case s.at == len(s.text):
		return fail(s.at, "the text ends where %s should come", want)
	case r == '\n':
		return fail(s.at, "the line ends where %s should come", want)
	case r == utf8.RuneError && size == 1:
		return fail(s.at, "the byte %#x, which is no text", s.text[s.at])
	}
	return fail(s.at, "%q where %s should come", r, want)
}

// list reads nodes up to one of the closing bytes, or the end of the text. Within a set, newlines
// are white space.
func (s *scanner) list(closing string, newlines bool) ([]int, []int, error) {
	var list, places []int
	for {
		s.skip(newlines)
		comma := s.next() == ','
		if comma && len(list) == 0 {
			return nil, nil, fail(s.at, "a node is missing before this comma")
		}
		if comma {
			s.at++
			s.skip(newlines)
		}
		if s.at == len(s.text) || strings.IndexByte(closing, s.text[s.at]) >= 0 {
			if comma {
				return nil, nil, s.unexpected("a node")
			}
			return list, places, nil
		}
		from := s.at
		v, err := s.node()
		if err != nil {
			return nil, nil, err
		}
		if r, _ := utf8.DecodeRuneInString(s.text[s.at:]); s.at < len(s.text) && r != ',' && !unicode.IsSpace(r) &&
			strings.IndexByte(closing, s.text[s.at]) < 0 {
			return nil, nil, s.unexpected("a comma or a space")
		}
		list, places = append(list, v), append(places, from)
	}
}

// set reads nodes in braces. The opening brace is next.
func (s *scanner) set() ([]int, []int, error) {
	from := s.at
	s.at++
	list, places, err := s.list("}", true)
	if err == nil && s.at == len(s.text) {
		err = fail(from, "there is no } for this {")
	}
	s.at++
	return list, places, err
}

// node reads a number or a name.
func (s *scanner) node() (int, error) {
	from := s.at
	word := s.text[from : from+bareLength(s.text[from:])]
	switch digits := strings.Trim(word, "0123456789"); {
	case word == "" && s.next() != '"':
		return 0, s.unexpected("a node")
	case word != "" && digits == "":
		s.at += len(word)
		return s.number(word, from)
	case word != "" && digits == "-":
		return 0, fail(from, "%s is no node, and ranges are none either: name each node", show.Brief(word))
	case word != "":
		s.at += len(word)
		return s.name(word, from)
	}
	quoted, err := strconv.QuotedPrefix(s.text[from:])
	if err == nil {
		word, err = strconv.Unquote(quoted)
	}
	if err != nil || !utf8.ValidString(word) {
		return 0, fail(from, "a quoted name without an end, or with a character that Go's quotes do not allow")
	}
	s.at += len(quoted)
	return s.name(word, from)
}

func (s *scanner) number(word string, from int) (int, error) {
	v, err := strconv.Atoi(word)
	switch {
	case s.named:
		return 0, fail(from, "the number %s among names: nodes are all numbers or all names", show.Brief(word))
	case err != nil || v < 1 || v > quorum.MaxNodes:
		return 0, fail(from, "node %s is not in 1..%d", show.Brief(word), quorum.MaxNodes)
	}
	s.numbered = true
	s.n = max(s.n, v)
	return v - 1, nil
}

func (s *scanner) name(word string, from int) (int, error) {
	switch {
	case s.numbered:
		return 0, fail(from, "the name %s among numbers: nodes are all numbers or all names", show.Value(word))
	case word == "":
		return 0, fail(from, "an empty name")
	}
	s.named = true
	v, known := s.numbers[word]
	if !known {
		if v = s.n; v == quorum.MaxNodes {
			return 0, fail(from, "more than %d nodes", quorum.MaxNodes)
		}
		s.numbers[word] = v
		s.names = append(s.names, word)
		s.n++
	}
	return v, nil
}

// bareLength returns the length of the name or number at the beginning of a text.
func bareLength(text string) int {
	for i, r := range text {
		letter := unicode.In(r, unicode.L, unicode.M, unicode.N) || r == '_'
		if !letter && (i == 0 || r != '.' && r != '-') {
			return i
		}
	}
	return len(text)
}

// Name returns a name in the form of a list: in quotes if it would not be read as this one name.
// There are no parentheses in the quotes, so that the text can stand in a spec.
func Name(name string) string {
	if show.Plain(name) && bareLength(name) == len(name) && strings.Trim(strings.Trim(name, "0123456789"), "-") != "" {
		return name
	}
	return strings.NewReplacer("(", `\x28`, ")", `\x29`).Replace(show.Quoted(name))
}
