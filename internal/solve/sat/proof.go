package sat

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"

	"coterie/internal/machine/par"
)

// checkProof reads the proof that a solver wrote, and reports whether it is whole: each of its
// steps ends, and one of them adds the empty clause. A disk that was full leaves one that does not.
// The formats, told apart by what is in them:
//
//   - DRAT as text: a line for each step, literals and a 0, deletions after a "d". The empty clause
//     is the line "0".
//   - DRAT as binary: for each step the byte 'a' or 'd', literals as numbers of 7 bits a byte,
//     least first, all but the last byte of a number with the highest bit, and a zero byte. The
//     empty clause is 'a' and the zero byte.
//   - LRAT as text: the number of the step before its literals and their 0, then the steps it
//     follows from and a 0. The empty clause is a line "NUMBER 0 ... 0".
//
// Whether the steps follow from each other is for a program that checks proofs. Cost: one reading.
// The error is the cause of ctx, that of reading, or says what is wrong.
//
// A formula that has the empty clause needs no step, so that an empty file will do.
func checkProof(ctx context.Context, path string, refuted bool) error {
	// A pipe or a device that the solver left there would be waited for, or read, for ever.
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return errors.New("the solver wrote none")
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("what the solver left in its place is no file")
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var text textProof
	var binary binaryProof
	buffer := make([]byte, 1<<16)
	poll := par.NewPoll(ctx)
	empty := true
	for {
		n, err := f.Read(buffer)
		text.read(buffer[:n])
		binary.read(buffer[:n])
		empty = empty && n == 0
		if end := poll.Err(); end != nil {
			return end
		}
		if text.broken && binary.broken {
			return errors.New("it is no proof as DRAT (text or binary) or LRAT (text)")
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	switch {
	case empty && refuted:
		return nil
	case empty:
		return errors.New("it is empty")
	case text.whole(), binary.whole():
		return nil
	case text.tokens > 0, text.broken && binary.within:
		return errors.New("it is cut off in the middle of a step")
	}
	return errors.New("it is cut off: none of its steps is the empty clause")
}

// binaryProof reads a proof as binary DRAT.
type binaryProof struct {
	broken  bool
	within  bool // a step
	begun   bool // a number, or with within the first literal
	adds    bool // the step adds a clause
	some    bool // it has literals
	refuted bool
}

func (p *binaryProof) read(data []byte) {
	if p.broken {
		return
	}
	for _, b := range data {
		switch {
		case !p.within && (b == 'a' || b == 'd'):
			p.within, p.adds, p.some, p.begun = true, b == 'a', false, false
		case !p.within:
			p.broken = true
			return
		case b == 0 && !p.begun:
			p.within = false
			p.refuted = p.refuted || p.adds && !p.some
		default:
			p.some, p.begun = true, b >= 0x80
		}
	}
}

func (p *binaryProof) whole() bool { return !p.broken && !p.within && p.refuted }

// textProof reads a proof as text, DRAT or LRAT, byte by byte: lines have any length.
type textProof struct {
	broken  bool
	comment bool   // the line is one
	deletes bool   // it says d
	token   []byte // the one that is not ended, at most maxOutputToken+1 bytes
	tokens  int    // of the line, ended or not
	zeros   int    // tokens "0" that are ended
	last    bool   // the last one that is ended is one
	second  bool   // the second is one
	refuted bool
}

func (p *textProof) read(data []byte) {
	for _, b := range data {
		switch {
		case p.broken:
			return
		case b == '\n':
			p.endToken()
			p.endLine()
		case p.comment:
		case b == ' ' || b == '\t' || b == '\r':
			p.endToken()
		case b == 'c' && p.tokens == 0:
			p.comment = true
		case b != 'd' && b != '-' && (b < '0' || b > '9') || len(p.token) > maxOutputToken:
			p.broken = true
		default:
			if len(p.token) == 0 {
				p.tokens++
			}
			p.token = append(p.token, b)
		}
	}
}

func (p *textProof) endToken() {
	if len(p.token) == 0 {
		return
	}
	text := string(p.token)
	p.token = p.token[:0]
	p.last = text == "0"
	if p.last {
		p.zeros++
	}
	if p.tokens == 2 {
		p.second = p.last
	}
	if text == "d" && p.tokens <= 2 && !p.deletes { // LRAT has it after a number
		p.deletes = true
	} else if _, err := strconv.Atoi(text); err != nil {
		p.broken = true
	}
}

func (p *textProof) endLine() {
	switch {
	case p.comment || p.tokens == 0:
	case !p.last || p.zeros > 2 || p.deletes && p.zeros > 1:
		p.broken = true
	case p.deletes:
	case p.zeros == 1:
		p.refuted = p.refuted || p.tokens == 1
	default:
		p.refuted = p.refuted || p.second
	}
	*p = textProof{broken: p.broken, refuted: p.refuted, token: p.token}
}

func (p *textProof) whole() bool { return !p.broken && p.tokens == 0 && p.refuted }
