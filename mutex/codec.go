package mutex

import (
	"encoding/binary"
	"errors"
	"slices"
)

// errState is the error of Load for bytes that Append did not write.
var errState = errors.New("mutex: not a state of this machine")

// Codec goes through the states of machines: it writes them, reads them, or shows their times.
// [Machine.State] names each variable once, by the methods of Codec and by [Numbers], [Index] and
// [Each], whatever is done with it.
type Codec struct {
	// Charges says that the state also holds the requests to which messages will be charged.
	Charges bool

	does  doing
	bytes []byte // written, or to read
	at    int    // so many were read
	err   error
	visit TimeVisit
}

type doing uint8

const (
	writes doing = iota
	reads
	visits
)

// Append appends a canonical encoding of the states of machines.
func (c *Codec) Append(dst []byte, machines ...Machine) []byte {
	c.does, c.bytes = writes, dst
	for _, m := range machines {
		m.State(c)
	}
	return c.bytes
}

// Load puts machines into the states that Append wrote for equal machines.
func (c *Codec) Load(src []byte, machines ...Machine) error {
	c.does, c.bytes, c.at, c.err = reads, src, 0, nil
	for _, m := range machines {
		m.State(c)
	}
	if c.err == nil && c.at < len(c.bytes) {
		return errState
	}
	return c.err
}

// Times shows the times that a machine keeps. The visitor may change them: the machine is then in
// the state that a history with these times would have led to. A time inside a [Token] is shared
// with the messages that carry the token, so the token must be the caller's own.
//
// Machines that differ in times alone show theirs in the same order.
func (c *Codec) Times(m Machine, visit TimeVisit) {
	c.does, c.visit = visits, visit
	m.State(c)
}

// Numbers writes or reads small numbers, each as one more than its value, so that -1 is the
// shortest. After an error all are zeros. (Bytes are appended one by one, and read at an index, so
// that no pointer is stored: this is the innermost loop of a search.)
func Numbers[T ~int32 | ~uint32 | ~uint8 | ~int](c *Codec, values ...*T) {
	switch c.does {
	case writes:
		for _, v := range values {
			u := uint64(int64(*v) + 1)
			for ; u >= 0x80; u >>= 7 {
				c.bytes = append(c.bytes, byte(u)|0x80)
			}
			c.bytes = append(c.bytes, byte(u))
		}
	case reads:
		for _, v := range values {
			*v = T(c.read())
		}
	}
}

func (c *Codec) read() int64 {
	v, n := binary.Uvarint(c.bytes[c.at:])
	if n <= 0 || c.err != nil {
		c.err = errState
		return 0
	}
	c.at += n
	return int64(v) - 1
}

// Index writes or reads a number from 0 to n-1.
func Index[T ~int32 | ~uint8 | ~int](c *Codec, v *T, n int) {
	Numbers(c, v)
	if c.does == reads && (int(*v) < 0 || int(*v) >= n) {
		c.err, *v = errState, 0
	}
}

// Bools writes or reads up to eight truth values, in one byte.
func (c *Codec) Bools(values ...*bool) {
	switch c.does {
	case writes:
		bits := byte(0)
		for i, v := range values {
			if *v {
				bits |= 1 << i
			}
		}
		c.bytes = append(c.bytes, bits)
	case reads:
		if c.at == len(c.bytes) || c.bytes[c.at]>>len(values) != 0 {
			c.err = errState
			return
		}
		for i, v := range values {
			*v = c.bytes[c.at]>>i&1 == 1
		}
		c.at++
	}
}

// Each writes or reads a list: its length, and for each element the variables that state names, in
// at least one byte.
func Each[T any](c *Codec, list *[]T, state func(*T)) {
	if c.does != visits {
		n := len(*list)
		if Index(c, &n, len(c.bytes)-c.at+1); c.does == reads {
			resize(list, n)
		}
	}
	for i := range *list {
		state(&(*list)[i])
	}
}

// resize makes a list of n zeros, in the memory that it has.
func resize[T any](list *[]T, n int) {
	*list = slices.Grow((*list)[:0], n)[:n]
	clear(*list)
}

// Time writes, reads or shows a time. Its kind and number say what reads it.
func (c *Codec) Time(kind TimeKind, number int64, t *uint32) {
	if c.does == visits {
		c.visit(kind, number, t)
	} else {
		Numbers(c, t)
	}
}

// Stamp writes, reads or shows the timestamp of a request.
func (c *Codec) Stamp(s *Stamp) {
	Numbers(c, &s.Process)
	c.Time(TimeClock, -1-int64(s.Process), &s.Time)
}

// charge goes through a request to which something can still be charged.
func (c *Codec) charge(to *Cause) {
	if c.Charges {
		Numbers(c, &to.Process)
		Numbers(c, &to.Entry)
	}
}

// entry goes through the entry of such a request, if the state already names the process.
func (c *Codec) entry(to *uint32) {
	if c.Charges {
		Numbers(c, to)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
