package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"coterie/internal/show"
	"coterie/internal/table"
)

// partialSuffix marks a result that was interrupted.
const partialSuffix = ".partial"

// emit writes a result to standard output or, through a temporary file and a
// rename, to the file of -o. A result that was cut short gets the suffix .partial,
// and a note; a whole one removes what an earlier interruption left.
func (a *app) emit(incomplete bool, write func(io.Writer) error) error {
	if a.output == "" || a.output == "-" {
		if err := through(a.out, write); err != nil {
			return fmt.Errorf("writing the result: %w", err)
		}
		return nil
	}
	path := a.output
	if incomplete {
		path += partialSuffix
	}
	if err := writeFile(path, write); err != nil {
		return err
	}
	if incomplete {
		a.notef("what there is stands in %s", path)
	} else if err := os.Remove(path + partialSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		a.notef("%s, left by an earlier run, cannot be removed: %v", path+partialSuffix, reason(err))
	}
	return nil
}

// emitStream writes a result as it is found, until it is whole or ctx ends. To a file it goes by
// FILE.partial, which is renamed when the result is whole, and stays when it was cut short. If
// write returns the cause of ctx, what it wrote is dropped, and what stood in FILE.partial before
// stays.
func (a *app) emitStream(ctx context.Context, write func(io.Writer) error) error {
	if a.output == "" || a.output == "-" || !replaceable(a.output) {
		if err := a.emit(false, write); err != nil {
			return err
		}
		return cutShort(ctx)
	}
	partial := a.output + partialSuffix
	if err := writeFile(partial, write); err != nil {
		cause := cutShort(ctx)
		if cause == nil || !errors.Is(err, cause) {
			return err
		}
	}
	if err := cutShort(ctx); err != nil {
		a.notef("what there is stands in %s", partial)
		return err
	}
	target := a.output
	if link, err := filepath.EvalSymlinks(target); err == nil {
		target = link
	}
	err := os.Rename(partial, target)
	if errors.Is(err, syscall.EXDEV) { // a symbolic link to another file system
		return moveAcross(target, partial)
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", a.output, reason(err))
	}
	return nil
}

// moveAcross copies a file, and then removes it.
func moveAcross(target, path string) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	if err := writeFile(target, func(w io.Writer) error {
		_, err := io.Copy(w, from)
		return err
	}); err != nil {
		return err
	}
	return os.Remove(path)
}

// replaceable reports whether a rename may put a file at path: it is one, or there is nothing.
func replaceable(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

func cutShort(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// through writes by a buffer and returns the first error.
func through(dst io.Writer, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(dst, 1<<16)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// writeFile leaves either the whole file or nothing new. What a symbolic link
// points at is replaced, not the link; the mode of an existing file is kept.
func writeFile(path string, write func(io.Writer) error) (err error) {
	mode := os.FileMode(0o644)
	if info, statErr := os.Stat(path); statErr == nil {
		if !info.Mode().IsRegular() {
			return writeThrough(path, write)
		}
		mode = info.Mode().Perm()
		if target, linkErr := filepath.EvalSymlinks(path); linkErr == nil {
			path = target
		}
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return withPathHint(fmt.Errorf("%s: cannot be written: %w", path, reason(err)), path)
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	if err := through(tmp, write); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, reason(err))
	}
	if err := errors.Join(tmp.Chmod(mode), tmp.Close()); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, reason(err))
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, reason(err))
	}
	return nil
}

// writeThrough serves devices and pipes, such as /dev/null, which a rename would
// replace.
func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, reason(err))
	}
	err = through(f, write)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, reason(err))
	}
	return nil
}

// reason takes the path off a file error: the message names it already, and a
// temporary name says nothing to a person.
func reason(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// rendering is a result in its forms.
type rendering struct {
	text func(io.Writer) error
	json any
	csv  func() (*table.Table, error)
	// latex is nil but for compare: start has refused the format elsewhere.
	latex func(io.Writer) error

	incomplete bool // the result was cut short
}

// render writes the form that --format asks for.
func (a *app) render(r rendering) error {
	return a.emit(r.incomplete, func(w io.Writer) error {
		switch a.format {
		case "json":
			enc := json.NewEncoder(show.JSON(w))
			enc.SetEscapeHTML(false)
			return enc.Encode(r.json)
		case "csv":
			t, err := r.csv()
			if err != nil {
				return err
			}
			return t.WriteCSV(w)
		case "latex":
			return r.latex(w)
		default:
			return r.text(w)
		}
	})
}
