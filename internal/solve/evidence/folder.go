package evidence

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coterie/internal/machine/files"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// folder is a folder that is read. Nothing outside of it is reached, whatever the names and links
// of its files.
type folder struct {
	path string
	root *os.Root
}

func openFolder(path string) (*folder, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, flaw(path, files.Reason(err).Error())
	}
	if !info.IsDir() {
		return nil, flaw(path, "this is no folder")
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, flaw(path, files.Reason(err).Error())
	}
	return &folder{path, root}, nil
}

func (f *folder) close() { f.root.Close() }

// flaw returns the error for a folder that is not a folder of proofs, or is damaged. path is that
// of the file in question, or of the folder.
func flaw(path, problem string) error { return &quorum.FormatError{In: path, Problem: problem} }

// flaw returns an error about a file of the folder.
func (f *folder) flaw(name, format string, args ...any) error {
	return flaw(filepath.Join(f.path, name), fmt.Sprintf(format, args...))
}

// errAbsent is the error for a missing file.
var errAbsent = errors.New("it is not there")

// regular opens a regular file, but no link, pipe or device.
func (f *folder) regular(name string) (*os.File, int64, error) {
	info, err := f.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0, errAbsent
	case err != nil:
		return nil, 0, f.flaw(name, "%v", files.Reason(err))
	case !info.Mode().IsRegular():
		return nil, 0, f.flaw(name, "this is no plain file")
	}
	file, err := f.root.Open(name)
	if err != nil {
		return nil, 0, f.flaw(name, "%v", files.Reason(err))
	}
	return file, info.Size(), nil
}

// open opens a file of the manifest, or its compressed form: errAbsent if neither is there.
func (f *folder) open(ctx context.Context, file File) (io.ReadCloser, error) {
	plain, size, err := f.regular(file.Name)
	switch {
	case err == nil && size != file.Bytes:
		plain.Close()
		return nil, f.flaw(file.Name, "it has %d bytes; the manifest says %d", size, file.Bytes)
	case err == nil:
		return untilDone(ctx, plain, plain), nil
	case !errors.Is(err, errAbsent):
		return nil, err
	}
	packed, _, err := f.regular(file.Name + ".gz")
	if err != nil {
		return nil, err
	}
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		packed.Close()
		return nil, f.flaw(file.Name+".gz", "%v", err)
	}
	return untilDone(ctx, io.LimitReader(unpacked, file.Bytes+1), packed), nil
}

// check compares a file with its size and hash: errAbsent if it is not there.
func (f *folder) check(ctx context.Context, file File) error {
	r, err := f.open(ctx, file)
	if err != nil {
		return err
	}
	defer r.Close()
	have := newSum()
	_, err = io.Copy(have, r)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return f.flaw(file.Name, "%v", files.Reason(err))
	case have.bytes != file.Bytes:
		return f.flaw(file.Name, "it has not the %d bytes that the manifest says", file.Bytes)
	case have.hex() != file.SHA256:
		return f.flaw(file.Name, "its SHA-256 is not that of the manifest")
	}
	return nil
}

// nothingElse returns an error if the folder has a file that the manifest does not name.
func (f *folder) nothingElse(m *Manifest) error {
	named := map[string]bool{ManifestName: true}
	for _, q := range m.Questions {
		for _, file := range q.files() {
			named[file.Name], named[file.Name+".gz"] = true, true
		}
	}
	dir, err := f.root.Open(".")
	if err != nil {
		return f.flaw("", "%v", files.Reason(err))
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	if err != nil {
		return f.flaw("", "%v", files.Reason(err))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		if !named[e.Name()] {
			return f.flaw(e.Name(), "the manifest does not name it")
		}
	}
	return nil
}

// sum is a writer that counts and hashes.
type sum struct {
	hash  hash.Hash
	bytes int64
}

func newSum() *sum { return &sum{hash: sha256.New()} }

func (s *sum) Write(p []byte) (int, error) {
	s.bytes += int64(len(p))
	return s.hash.Write(p)
}

func (s *sum) hex() string { return hex.EncodeToString(s.hash.Sum(nil)) }

// fileOf returns a manifest's entry for the bytes that were written to the sum.
func (s *sum) fileOf(name string) File { return File{Name: name, Bytes: s.bytes, SHA256: s.hex()} }

// untilDone is a reader of a file that fails when ctx has ended.
func untilDone(ctx context.Context, r io.Reader, file *os.File) io.ReadCloser {
	return &endingReader{file, r, par.NewPoll(ctx)}
}

type endingReader struct {
	io.Closer
	r    io.Reader
	poll par.Poll
}

func (e *endingReader) Read(p []byte) (int, error) {
	if err := e.poll.Err(); err != nil {
		return 0, err
	}
	return e.r.Read(p)
}
