package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"coterie/experiments"
)

// partialSuffix marks a result that was interrupted.
const partialSuffix = ".partial"

// emit writes a result to standard output or, through a temporary file and a
// rename, to the file of -o. If incomplete, the file gets the suffix .partial.
func (a *app) emit(incomplete bool, write func(io.Writer) error) error {
	if a.output == "" {
		w := bufio.NewWriterSize(a.out, 1<<16)
		if err := errors.Join(write(w), w.Flush()); err != nil {
			return fmt.Errorf("writing the result: %w", err)
		}
		return nil
	}
	path := a.output
	if incomplete {
		path += partialSuffix
	}
	return writeFile(path, write)
}

// writeFile leaves either the whole file or nothing new.
func writeFile(path string, write func(io.Writer) error) (err error) {
	if info, statErr := os.Stat(path); statErr == nil && !info.Mode().IsRegular() {
		return writeThrough(path, write)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, reason(err))
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	w := bufio.NewWriterSize(tmp, 1<<16)
	if err := errors.Join(write(w), w.Flush(), tmp.Chmod(0o644), tmp.Close()); err != nil {
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
	w := bufio.NewWriterSize(f, 1<<16)
	if err := errors.Join(write(w), w.Flush(), f.Close()); err != nil {
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

// rendering is a result in its three forms.
type rendering struct {
	text func(io.Writer) error
	json any
	csv  func() (*experiments.Table, error)
}

// render writes the form that --format asks for.
func (a *app) render(ctx context.Context, r rendering) error {
	return a.emit(ctx.Err() != nil, func(w io.Writer) error {
		switch a.format {
		case "json":
			enc := json.NewEncoder(w)
			enc.SetEscapeHTML(false)
			return enc.Encode(r.json)
		case "csv":
			t, err := r.csv()
			if err != nil {
				return err
			}
			return t.WriteCSV(w)
		default:
			return r.text(w)
		}
	})
}
