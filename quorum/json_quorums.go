package quorum

import (
	"encoding/json"
	"errors"
	"fmt"
)

// quorumList reads a list of quorums whose n may not be known yet.
type quorumList struct {
	start []int
	nodes []int32
	// beyond holds the offset of each node that is greater than all before it, so
	// that the first node out of 1..n can be pointed at once n is known.
	beyond   []nodeAt
	greatest int32
}

type nodeAt struct {
	node   int32
	offset int64
}

func newQuorumList() *quorumList { return &quorumList{start: []int{0}, greatest: -1} }

// add appends a node, 0-based, that stands at offset.
func (l *quorumList) add(node int32, offset int64) {
	if node > l.greatest {
		l.greatest = node
		l.beyond = append(l.beyond, nodeAt{node, offset})
	}
	l.nodes = append(l.nodes, node)
}

// end closes a quorum; it reports a node that occurs twice in it, and whether it is
// empty.
func (l *quorumList) end() (twice int32, repeated, empty bool) {
	from := l.start[len(l.start)-1]
	if len(l.nodes) == from {
		return 0, false, true
	}
	twice, repeated = sortQuorum(l.nodes[from:])
	l.start = append(l.start, len(l.nodes))
	return twice, repeated, false
}

// family returns the quorums over n nodes. It panics with a problemAt if there are others.
func (l *quorumList) family(n int) Family {
	for _, b := range l.beyond {
		if int(b.node) >= n {
			panic(problemAt{b.offset, fmt.Sprintf("node %v is not in 1..%d", Node(b.node), n)})
		}
	}
	return Family{n, l.start, l.nodes}
}

// errByTokens says that the list must be read again, by tokens.
var errByTokens = errors.New("quorum: read again by tokens")

// quorums reads a list of quorums, which its errors call by a noun. Lists without a fault, which
// may be long, are read byte by byte, ten times as fast as by tokens; all others by tokens, which
// give the message for the fault.
func (d *reader) quorums(where, noun string) *quorumList {
	if !d.byTokens {
		if l, ok := scanQuorums(d.data, d.dec.InputOffset()); ok {
			var skipped json.RawMessage // the decoder goes over the list, and judges its syntax
			if err := d.dec.Decode(&skipped); err != nil {
				panic(errByTokens) // a fault around the list
			}
			return l
		}
	}
	l := newQuorumList()
	d.array(where, func(i int) {
		name := fmt.Sprintf("%s: %s %v", where, noun, Index(i))
		d.array(name, func(int) { l.add(int32(d.integer(name, 1, MaxNodes)-1), d.at) })
		switch v, twice, empty := l.end(); {
		case empty:
			d.at = d.open
			d.fail("%s is empty", name)
		case twice:
			d.at = d.open
			d.fail("%s holds node %v twice", name, Node(v))
		}
	})
	return l
}

// scanQuorums reads a list of quorums that begins, after white space and a colon or
// a comma, at offset from of data. ok is false if the list has any fault.
func scanQuorums(data []byte, from int64) (l *quorumList, ok bool) {
	s := &byteScanner{data: data, at: int(from)}
	s.skip(" \t\r\n:,")
	if !s.next('[') {
		return nil, false
	}
	l = newQuorumList()
	if s.next(']') {
		return l, true
	}
	for {
		if !s.next('[') {
			return nil, false
		}
		for {
			s.skip(" \t\r\n")
			offset := s.at
			v, ok := s.number()
			if !ok || v < 1 || v > MaxNodes {
				return nil, false
			}
			l.add(int32(v-1), int64(offset))
			if !s.next(',') {
				break
			}
		}
		if !s.next(']') {
			return nil, false
		}
		if _, twice, empty := l.end(); twice || empty {
			return nil, false
		}
		if s.next(']') {
			return l, true
		}
		if !s.next(',') {
			return nil, false
		}
	}
}

type byteScanner struct {
	data []byte
	at   int
}

func (s *byteScanner) skip(chars string) {
	for s.at < len(s.data) {
		c := s.data[s.at]
		found := false
		for i := range len(chars) {
			found = found || chars[i] == c
		}
		if !found {
			return
		}
		s.at++
	}
}

// next goes over white space and then over c, if c follows.
func (s *byteScanner) next(c byte) bool {
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		case c:
			s.at++
			return true
		default:
			return false
		}
	}
	return false
}

// number reads a whole number without sign or leading zero, of at most 8 digits.
func (s *byteScanner) number() (v int, ok bool) {
	from := s.at
	for s.at < len(s.data) && s.at-from < 9 && s.data[s.at] >= '0' && s.data[s.at] <= '9' {
		v = 10*v + int(s.data[s.at]-'0')
		s.at++
	}
	digits := s.at - from
	return v, digits > 0 && digits < 9 && s.data[from] != '0'
}
