package quorum

import (
	"encoding/json"
	"fmt"
	"strconv"

	"coterie/internal/words/show"
)

// Node is a node of a system: 0-based in Go, 1-based in everything a person
// reads or writes. Its text and JSON forms do that shift; nothing else in the
// project adds or subtracts one.
type Node int

// Label returns the name by which texts call a node: its name if it has one, otherwise its 1-based
// number. Go's quotes are put around names with commas, braces or spaces, names that do not print
// as they are, and names that are the number of another node.
func (v Node) Label(names []string) string {
	if int(v) >= len(names) {
		return v.String()
	}
	name := names[v]
	if number, err := strconv.Atoi(name); err == nil && number != v.Ordinal() && 1 <= number && number <= len(names) {
		return show.Quoted(name)
	}
	return show.Item(name)
}

// Name returns the name of a node, or its 1-based number if it has no name.
func (v Node) Name(names []string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return v.String()
}

// String returns the 1-based decimal form.
func (v Node) String() string { return strconv.Itoa(v.Ordinal()) }

// Ordinal returns the 1-based number.
func (v Node) Ordinal() int { return int(v) + 1 }

// AppendText appends the 1-based decimal form to b.
func (v Node) AppendText(b []byte) ([]byte, error) {
	return strconv.AppendInt(b, int64(v.Ordinal()), 10), nil
}

// MarshalText returns the 1-based decimal form, so that a Node may be a JSON
// map key as well as a value.
func (v Node) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// MarshalJSON returns the 1-based number.
func (v Node) MarshalJSON() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalJSON reads a 1-based number.
func (v *Node) UnmarshalJSON(b []byte) error {
	i, err := unmarshalOrdinal(b)
	*v = Node(i)
	return err
}

// Index is the position of a quorum in its family, of a cartel in its system or
// of a process in a sharing structure: 0-based in Go, 1-based for people, like
// Node.
type Index int

// String returns the 1-based decimal form.
func (i Index) String() string { return strconv.Itoa(i.Ordinal()) }

// Ordinal returns the 1-based number.
func (i Index) Ordinal() int { return int(i) + 1 }

// MarshalText returns the 1-based decimal form.
func (i Index) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// MarshalJSON returns the 1-based number.
func (i Index) MarshalJSON() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalJSON reads a 1-based number.
func (i *Index) UnmarshalJSON(b []byte) error {
	k, err := unmarshalOrdinal(b)
	*i = Index(k)
	return err
}

func unmarshalOrdinal(b []byte) (int, error) {
	var i int
	if err := json.Unmarshal(b, &i); err != nil {
		return 0, err
	}
	if i < 1 {
		return 0, fmt.Errorf("quorum: ordinal %d: numbering starts at 1", i)
	}
	return i - 1, nil
}
