package drat

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"coterie/internal/machine/memory"
)

// reader reads the steps of a proof, one after another. A text has a step a line, literals and a 0,
// deletions after "d"; LRAT is text too, and the steps that each step names are ignored. A binary
// proof has 'a' or 'd', literals in 7 bits a byte, and a zero byte.
type reader struct {
	ctx    context.Context
	in     *bufio.Reader
	read   func() (deletes bool, err error) // depends on the format; nil until it is known
	binary bool
	at     int64 // bytes read
	last   byte  // of these
	step   int   // that is being read, counted from 1
	lits   []int32
}

// peek is the number of bytes of a proof by which its format is detected.
const peek = 1 << 16

func newReader(ctx context.Context, r io.Reader) *reader {
	return &reader{ctx: ctx, in: bufio.NewReaderSize(r, peek)}
}

// detect detects the format, and returns the function that reads a step of it. A text begins with a
// number, a comment, white space, or "d " before nothing but numbers; a binary proof with 'a', or
// with 'd' before something else. A text is LRAT if its first step has a "d" after a number, or two
// zeros.
func (r *reader) detect() func() (bool, error) {
	head, _ := r.in.Peek(peek)
	if len(head) == 0 || head[0] != 'a' && head[0] != 'd' {
		for line := range bytes.Lines(head) {
			words := bytes.Fields(line)
			if len(words) == 0 || words[0][0] == 'c' {
				continue
			}
			zeros := 0
			for _, w := range words {
				if len(w) == 1 && w[0] == '0' {
					zeros++
				}
			}
			if zeros == 2 || len(words) > 1 && string(words[1]) == "d" {
				return r.readLRAT
			}
			break
		}
		return r.readText
	}
	r.binary = head[0] == 'a' || len(head) > 1 && head[1] != ' ' && head[1] != '\t' || bytes.IndexByte(head, 0) >= 0
	if r.binary {
		return r.readBinary
	}
	return r.readText
}

// next returns the next step: whether it deletes, and its literals, which are the reader's own
// until the next call. The error is io.EOF after the last step, a *ProofError, or that of reading.
func (r *reader) next() (deletes bool, lits []int32, err error) {
	if r.read == nil {
		r.read = r.detect()
	}
	r.step++
	r.lits = r.lits[:0]
	deletes, err = r.read()
	return deletes, r.lits, err
}

func (r *reader) byte() (byte, error) {
	b, err := r.in.ReadByte()
	if err == nil {
		r.at++
		r.last = b
	}
	return b, err
}

func (r *reader) wrong(format string, args ...any) *ProofError {
	return &ProofError{Step: r.step, Problem: fmt.Sprintf("step %d of the proof, at byte %d: ", r.step, r.at) + fmt.Sprintf(format, args...)}
}

// within turns the end of the file into the error for a file that ends in the middle of a step.
func (r *reader) within(err error) error {
	if errors.Is(err, io.EOF) {
		cut := r.wrong("it ends in the middle of a step")
		cut.Cut = true
		return cut
	}
	return err
}

// literal takes one more literal. A step may be as long as the file.
func (r *reader) literal(l int64) error {
	if len(r.lits)%(1<<16) == 1<<16-1 {
		if r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		if err := memory.Ask(r.ctx, "a step of the proof", len(r.lits), 2*4); err != nil {
			return err
		}
	}
	r.lits = append(r.lits, int32(l))
	return nil
}

func (r *reader) readBinary() (deletes bool, err error) {
	kind, err := r.byte()
	if err != nil {
		return false, err
	}
	if kind != 'a' && kind != 'd' {
		return false, r.wrong("the byte %#x begins no step: 'a' adds and 'd' deletes a clause", kind)
	}
	for {
		number, shift := uint64(0), 0
		for {
			b, err := r.byte()
			if err != nil {
				return false, r.within(err)
			}
			if shift > 28 {
				return false, r.wrong("a literal beyond variable %d", MaxVariables)
			}
			number |= uint64(b&0x7f) << shift
			if shift += 7; b < 0x80 {
				break
			}
		}
		switch l := int64(number >> 1); {
		case number == 0 && shift == 7:
			return kind == 'd', nil
		case l == 0:
			return false, r.wrong("a literal of no variable")
		case l > MaxVariables:
			return false, r.wrong("a literal beyond variable %d", MaxVariables)
		default:
			if number&1 == 1 {
				l = -l
			}
			if err := r.literal(l); err != nil {
				return false, err
			}
		}
	}
}

// readLRAT reads a step: its number, its literals and a 0. It skips the steps from which it
// follows, and another 0. A deletion names steps, and so comes without literals: nothing is
// deleted.
func (r *reader) readLRAT() (deletes bool, err error) {
	b, err := r.start()
	if err != nil {
		return false, err
	}
	zeros, words := 0, 0
	for ; err == nil; b, err = r.byte() {
		switch {
		case b == '\n' && zeros == 2-btoi(deletes):
			return deletes, nil
		case b == '\n':
			return false, r.wrong("a line of an LRAT proof has two zeros, or a \"d\" and one")
		case space(b):
			continue
		case b == 'd' && words == 1 && !deletes:
			deletes = true
			continue
		}
		l, more, err := r.number(b)
		if err != nil {
			return false, err
		}
		switch {
		case l == 0:
			zeros++
		case words > 0 && zeros == 0 && !deletes:
			if err := r.literal(l); err != nil {
				return false, err
			}
		}
		words++
		if err := r.unread(more); err != nil {
			return false, err
		}
	}
	if errors.Is(err, io.EOF) && zeros == 2-btoi(deletes) {
		return deletes, nil
	}
	return false, r.within(err)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// unread puts the end of a line back that was read with the number before it.
func (r *reader) unread(b byte) error {
	if b != '\n' {
		return nil
	}
	r.at--
	return r.in.UnreadByte()
}

// readText reads a step and the rest of its line.
func (r *reader) readText() (deletes bool, err error) {
	b, err := r.start()
	if err != nil {
		return false, err
	}
	if b == 'd' {
		deletes = true
		if b, err = r.byte(); err == nil && !space(b) {
			return false, r.wrong("%q after \"d\"", b)
		}
	}
	ended := false // the 0 is there
	for ; err == nil; b, err = r.byte() {
		switch {
		case b == '\n' && ended:
			return deletes, nil
		case b == '\n':
			return false, r.wrong("a line without the 0 that ends a step")
		case space(b):
			continue
		case ended:
			return false, r.wrong("something after the 0 that ends a step (each step has a line of its own)")
		}
		l, more, err := r.number(b)
		if err != nil {
			return false, err
		}
		if ended = l == 0; !ended {
			if err := r.literal(l); err != nil {
				return false, err
			}
		}
		if err := r.unread(more); err != nil {
			return false, err
		}
	}
	if errors.Is(err, io.EOF) && ended {
		return deletes, nil
	}
	return false, r.within(err)
}

// start returns the first byte of a step, after empty lines and comments.
func (r *reader) start() (byte, error) {
	comment := false
	for {
		b, err := r.byte()
		switch {
		case err != nil:
			return 0, err
		case b == '\n':
			comment = false
		case comment || space(b):
		case b == 'c':
			comment = true
		default:
			return b, nil
		}
	}
}

// number reads a literal or 0 that begins with b, and the byte after it (a space at the end of the
// file).
func (r *reader) number(b byte) (l int64, after byte, err error) {
	negative := b == '-'
	if negative {
		if b, err = r.byte(); err != nil {
			return 0, 0, r.within(err)
		}
	}
	for digits := 0; ; digits++ {
		switch {
		case b >= '0' && b <= '9':
			l = 10*l + int64(b-'0')
		case digits > 0 && (space(b) || b == '\n'):
			if negative && l == 0 {
				return 0, 0, r.wrong("\"-0\" is no literal")
			}
			if negative {
				l = -l
			}
			return l, b, nil
		default:
			return 0, 0, r.wrong("%q is in no literal", b)
		}
		if l > MaxVariables {
			return 0, 0, r.wrong("a literal beyond variable %d", MaxVariables)
		}
		b, err = r.byte()
		if errors.Is(err, io.EOF) {
			b, err = ' ', nil
		}
		if err != nil {
			return 0, 0, err
		}
	}
}

func space(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }
