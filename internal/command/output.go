package command

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"coterie/internal/machine/files"
	"coterie/internal/words/parquet"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
)

// stream is standard output or standard error. It waits for its reader until the run ends. It keeps
// the first error, so that a run whose output is lost never ends with status 0.
type stream struct {
	a    *App
	name string
	w    io.Writer

	mu  sync.Mutex
	err error
}

func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	n, err := files.Waiting(s.a.context(), s.w).Write(p)
	if err != nil {
		s.err = files.Failed(s.name, "written", err)
	}
	return n, s.err
}

// fileOf returns the file under a stream. The file may be a terminal.
func fileOf(w io.Writer) (*os.File, bool) {
	if s, ok := w.(*stream); ok {
		w = s.w
	}
	f, ok := w.(*os.File)
	return f, ok
}

// context returns the context of the run. After its end, results so far are still written.
func (a *App) context() context.Context {
	if a.ctx == nil {
		return context.Background()
	}
	return a.ctx
}

// toFile reports whether -o names a file that is created or replaced.
func (a *App) toFile() bool {
	return a.Output != "" && a.Output != "-" && files.Replaceable(a.Output)
}

// checkOutput refuses, before the work, an output that would fail after it: a place where nothing
// can be written, or one with the rows of an interrupted run.
func (a *App) checkOutput(resumable, resumed bool) error {
	if a.Output == "" || a.Output == "-" {
		return nil
	}
	if err := files.Check(a.Output); err != nil {
		return typed.WithPathHint(err, a.Output)
	}
	err := files.CheckPartial(a.Output)
	switch {
	case err == nil || resumable && resumed:
		return nil
	case resumable:
		return typed.Hint(err, "--resume goes on with it; remove it to begin anew")
	}
	return typed.Hint(err, "remove it, or give it another name, to begin anew")
}

// emit writes a result to standard output, or atomically to the file of -o. A result that was cut
// short goes to FILE.partial, and a note says so.
func (a *App) emit(incomplete bool, write func(io.Writer) error) error {
	if a.Output == "" || a.Output == "-" {
		return through(a.out, write)
	}
	if !incomplete {
		return a.writeFile(a.Output, write)
	}
	return a.emitPartial(nil, func(w io.Writer) (bool, error) { return false, write(w) })
}

// say emits the text that cobra printed. Completions for the shell always go to standard output,
// whatever -o is on the line that is being typed.
func (a *App) say(cmd *cobra.Command) error {
	if cmd.Name() == cobra.ShellCompRequestCmd {
		a.Output = ""
	}
	if a.said.Len() == 0 {
		return nil
	}
	shell := cmd.Name() == cobra.ShellCompRequestCmd || cmd.Parent() != nil && cmd.Parent().Name() == completionName
	if !shell { // scripts for a shell must not be folded
		said := foldHelp(a.said.String(), a.textWidth())
		a.said.Reset()
		a.said.WriteString(said)
	}
	return a.emit(false, func(w io.Writer) error { _, err := a.said.WriteTo(w); return err })
}

// emitStream writes a result as it is found, until it is whole or ctx ends. If ctx ended, it
// returns the cause. A result that was cut short stays in FILE.partial. An existing FILE.partial is
// replaced only if the run goes on with it, in which case old holds it, and it is removed when the
// result is whole. If write returns the cause of ctx, its output is dropped.
func (a *App) emitStream(ctx context.Context, old *files.Held, write func(io.Writer) error) error {
	if a.Output == "" || a.Output == "-" {
		if err := through(a.out, write); err != nil {
			return err
		}
		return cutShort(ctx)
	}
	var cause error // nil if the result is whole
	err := a.emitPartial(old, func(w io.Writer) (bool, error) {
		err := write(w)
		cause = cutShort(ctx)
		return cause == nil, err
	})
	partial := files.Partial(a.Output)
	if err == nil && cause == nil && old != nil {
		if err := old.Remove(); err != nil {
			a.Notef("%s cannot be removed: %v", partial, files.Reason(err))
		}
	}
	if err == nil {
		return cause
	}
	if err == cause && files.Exists(partial) { // the output of this run is dropped
		a.Notef("what there is stands in %s", partial)
	}
	return err
}

// emitPartial writes the file of -o. If write reports that the result is not whole, it writes
// FILE.partial instead.
func (a *App) emitPartial(old *files.Held, write func(io.Writer) (whole bool, err error)) error {
	f, err := files.Create(a.context(), a.Output)
	if err != nil {
		return typed.WithPathHint(err, a.Output)
	}
	defer f.Discard()
	whole, err := write(f)
	if err != nil {
		return f.Blame(err)
	}
	if whole {
		return f.Commit()
	}
	partial, err := f.CommitPartial(old)
	if err == nil && partial != a.Output {
		a.Notef("what there is stands in %s", partial)
	}
	return err
}

// writeFile writes a file atomically.
func (a *App) writeFile(path string, write func(io.Writer) error) error {
	return typed.WithPathHint(files.Write(a.context(), path, write), path)
}

func cutShort(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// through writes through a buffer and returns the first error.
func through(dst io.Writer, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(dst, 1<<16)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// Render writes a result in the form of --format. incomplete says that the result was cut short. A
// result that was written ends the run with the first of the errors in ends that is not nil.
func (a *App) Render(incomplete bool, text func(io.Writer) error, asJSON any, asTable func() (*table.Table, error), ends ...error) error {
	err := a.emit(incomplete, func(w io.Writer) error {
		switch a.format {
		case "json":
			err := show.Encoder(show.JSON(w)).Encode(asJSON)
			if marshaler := (*json.MarshalerError)(nil); errors.As(err, &marshaler) {
				return marshaler.Err // without the name of the Go type
			}
			return err
		case "csv", parquetFormat:
			t, err := asTable()
			if err != nil {
				return err
			}
			if a.format == "csv" {
				return t.WriteCSV(w)
			}
			return parquet.WriteTable(w, "coterie", t)
		default:
			return text(w)
		}
	})
	return cmp.Or(append([]error{err}, ends...)...)
}

// checkBeside refuses, before the work, files beside the result that could not be written after it,
// and one file for two flags. The function given reports whether a flag was given.
func (a *App) checkBeside(given func(flag string) bool, list ...[2]string) error {
	taken := map[string]string{}
	if a.toFile() {
		taken[files.Target(a.Output)] = "-o"
	}
	for _, f := range list {
		flag, path := f[0], f[1]
		switch other := taken[files.Target(path)]; {
		case path == "" && !given(strings.TrimPrefix(flag, "--")):
			continue
		case path == "" || path == "-":
			return typed.Hint(fmt.Errorf("%s %s: want the name of a file", flag, show.Brief(path)), "standard output has the result")
		case other != "":
			return fmt.Errorf("%s %s: it is the file of %s", flag, show.Brief(path), other)
		}
		if err := typed.WithPathHint(files.Check(path), path); err != nil {
			return err
		}
		taken[files.Target(path)] = flag
	}
	return nil
}

// Put writes files into a folder, the one named last at the end.
func Put(ctx context.Context, folder string, list map[string][]byte, last string) error {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(list)), func(name string) bool { return name == last })
	for _, name := range append(names, last) {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return typed.WithPathHint(files.Failed(path, "written", err), path)
		}
		err := files.Write(ctx, path, func(w io.Writer) error {
			_, err := w.Write(list[name])
			return err
		})
		if err != nil {
			return typed.WithPathHint(err, path)
		}
	}
	return nil
}

// read reads a file that a person names, or standard input, which is named -.
func (a *App) read(ctx context.Context, path string) ([]byte, error) {
	if path == "-" {
		return files.ReadFrom(ctx, a.in, files.MostRead)
	}
	return files.Read(ctx, path, files.MostRead)
}
