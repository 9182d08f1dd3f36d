package refutation

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// Packer writes a pack.
type Packer struct {
	tar  *tar.Writer
	last int
}

// NewPacker begins a pack.
func NewPacker(dst io.Writer) *Packer { return &Packer{tar: tar.NewWriter(dst)} }

// Add writes the proof of a cube, counted from 0. An empty proof is not written: it means that unit
// propagation refutes the cube. It panics if the cubes are not in order. The error is that of the
// writer.
func (p *Packer) Add(cube int, proof []byte) error {
	if cube+1 <= p.last {
		panic(fmt.Sprintf("refutation: the proof of cube %d after that of cube %d", cube+1, p.last))
	}
	p.last = cube + 1
	if len(proof) == 0 {
		return nil
	}
	if err := p.tar.WriteHeader(&tar.Header{Name: proofName(cube), Size: int64(len(proof)), Mode: 0o644, Format: tar.FormatUSTAR}); err != nil {
		return err
	}
	_, err := p.tar.Write(proof)
	return err
}

// Close ends the pack; the writer below it stays open.
func (p *Packer) Close() error { return p.tar.Close() }

func proofName(cube int) string { return strconv.Itoa(cube+1) + ".drat" }

// ErrPack is the error for a pack that is malformed.
var ErrPack = errors.New("the pack of proofs")

func wrongPack(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrPack, fmt.Sprintf(format, args...))
}

// unpacker reads a pack.
type unpacker struct {
	in   io.Reader
	tar  *tar.Reader
	n    int // cubes
	last int // the cube of the proof that was read last, counted from 1
	// held is that proof until its cube asks for it. ended says that there are no more proofs.
	held  []byte
	ended bool
}

func newUnpacker(r io.Reader, n int) *unpacker { return &unpacker{in: r, tar: tar.NewReader(r), n: n} }

// proof returns the proof of a cube, counted from 0, nothing if it has none. Cubes ask in their
// order, each once. The errors are an ErrPack, a *memory.Error, the cause of ctx, or that of
// reading.
func (u *unpacker) proof(ctx context.Context, cube int) ([]byte, error) {
	if err := u.read(ctx); err != nil {
		return nil, err
	}
	if u.ended || u.last != cube+1 {
		return nil, nil
	}
	proof := u.held
	u.held = nil
	return proof, nil
}

// end returns an error if the pack has proofs for which no cube asked, or anything else.
func (u *unpacker) end(ctx context.Context) error {
	if err := u.read(ctx); err != nil {
		return err
	}
	if !u.ended {
		panic("refutation: the proof of a cube was not asked for") // its number is that of a cube
	}
	return nil
}

// read reads the next proof, if none is held.
func (u *unpacker) read(ctx context.Context) error {
	if u.held != nil || u.ended {
		return nil
	}
	h, err := u.tar.Next()
	if errors.Is(err, io.EOF) {
		if n, _ := io.ReadFull(u.in, make([]byte, 1)); n > 0 {
			return wrongPack("something follows its end")
		}
		u.ended = true
		return nil
	}
	if err != nil {
		return u.broken(ctx, err)
	}
	number, ok := strings.CutSuffix(h.Name, ".drat")
	i, err := strconv.Atoi(number)
	switch {
	case !ok || err != nil || proofName(i-1) != h.Name || h.Typeflag != tar.TypeReg:
		return wrongPack("%q is no proof of a cube", h.Name)
	case i < 1 || i > u.n:
		return wrongPack("it has %s, and there are %d cubes", h.Name, u.n)
	case i <= u.last:
		return wrongPack("%s comes after %s", h.Name, proofName(u.last-1))
	case h.Size == 0:
		return wrongPack("%s is empty", h.Name)
	}
	u.last = i
	if h.Size > 1<<40 {
		return wrongPack("%s is said to have %d bytes", h.Name, h.Size)
	}
	if err := memory.Ask(ctx, "the proof "+h.Name, int(h.Size), 1); err != nil {
		return err
	}
	u.held, err = io.ReadAll(u.tar) // no longer than the data present, whatever the header says
	if err != nil {
		return u.broken(ctx, err)
	}
	return nil
}

// broken returns the error of the tar reader, or that of the reader below it.
func (u *unpacker) broken(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, tar.ErrHeader), errors.Is(err, io.ErrUnexpectedEOF):
		return wrongPack("it is cut off, or no tar file")
	}
	return err
}

// Each visits cubes 0..n-1 with their proofs in a pack, empty ones where it has none, on so many
// workers (see par.Jobs). The pack is read as it comes, a proof at a time. The error is that of the
// first cube whose visit fails, whatever the number of jobs, an ErrPack, a *memory.Error, the
// cause of ctx, or that of reading.
func Each(ctx context.Context, n int, pack io.Reader, jobs int, visit func(ctx context.Context, cube int, proof []byte) error) error {
	v := visiting{in: newUnpacker(pack, n), n: n}
	workers := par.Jobs(jobs)
	if err := par.For(ctx, workers, workers, func(ctx context.Context, _, _ int) error {
		for {
			i, proof, ok := v.take(ctx)
			if !ok {
				return nil
			}
			if err := visit(ctx, i, proof); err != nil {
				v.fail(i, err)
			}
		}
	}); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case v.err != nil:
		return v.err
	}
	return v.in.end(ctx)
}

// visiting is the state that the workers of [Each] share.
type visiting struct {
	sync.Mutex
	in    *unpacker
	n     int
	next  int // the cube that is visited next
	fails int // the first cube that is known to fail, if err is not nil
	err   error
}

// take returns the next cube and its proof; ok is false if there is nothing to do. After an error
// nothing is begun: all earlier cubes are taken already.
func (v *visiting) take(ctx context.Context) (i int, proof []byte, ok bool) {
	v.Lock()
	defer v.Unlock()
	if v.next == v.n || v.err != nil || ctx.Err() != nil {
		return 0, nil, false
	}
	i = v.next
	v.next++
	proof, err := v.in.proof(ctx, i)
	if err != nil {
		v.fails, v.err = i, err
		return 0, nil, false
	}
	return i, proof, true
}

func (v *visiting) fail(i int, err error) {
	v.Lock()
	defer v.Unlock()
	if v.err == nil || i < v.fails {
		v.fails, v.err = i, err
	}
}
