package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"

	"coterie/internal/files"
	"coterie/internal/findings"
	"coterie/internal/show"
	"coterie/search/enumerate"
)

// comparedRows is how many rows of FILE.partial are compared with the listing itself. Of the rest
// only the numbers and the last row are looked at: making the rows again would take the time that
// resuming saves.
const comparedRows = 1000

const resumeAdvice = "give the flags and the format of the interrupted run, or remove the file to begin anew"

// partialRows are the whole rows of an interrupted listing.
type partialRows struct {
	held *files.Held
	size int64 // bytes up to the end of the last whole row
	rows int
	last *enumerate.Item // nil without rows
}

// partialRows reads what --resume goes on with: FILE.partial must be the beginning of the same
// listing in the same format, and is held. A last line that was cut short does not count.
func (a *app) partialRows(ctx context.Context, rows findings.Rows) (_ *partialRows, failed error) {
	if !a.toFile() {
		return nil, hinted{errors.New("--resume: only a listing in a file can be resumed"), "-o FILE --resume goes on with FILE.partial"}
	}
	held, err := files.HoldPartial(a.output, "enumerate --resume")
	if errors.Is(err, fs.ErrNotExist) {
		hint := "an interrupted listing leaves one; without --resume it begins anew"
		if files.Exists(a.output) {
			hint = fmt.Sprintf("%s is there, and was whole when it was written; an interrupted listing leaves the other", a.output)
		}
		return nil, hinted{fmt.Errorf("--resume: there is no %s", show.Path(files.Partial(a.output))), hint}
	} else if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return nil, fmt.Errorf("%s: cannot be read: %w", show.Path(path.Path), path.Err)
	} else if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	defer func() {
		if failed != nil {
			held.Close()
		}
	}()
	p := &partialRows{held: held}
	done := a.spin("reading " + held.Path)
	defer done()
	other := func(line int, why string) error {
		return hinted{fmt.Errorf("--resume: line %d of %s is not of this listing: %s", line, show.Path(held.Path), why), resumeAdvice}
	}
	in := bufio.NewReaderSize(held, 1<<20)
	if header := rows.Header(); header != "" {
		line, err := in.ReadString('\n')
		if line != header {
			if err == nil || line != "" {
				return nil, other(1, "another header")
			}
			return nil, other(1, "the header is missing")
		}
		p.size = int64(len(line))
	}
	headed := strings.Count(rows.Header(), "\n")
	next, stop := pullItems(ctx, rows.Query, a.jobs)
	defer stop()
	var last string
	for {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			break // a line without its end was cut short
		} else if err != nil {
			return nil, fmt.Errorf("%s: cannot be read: %w", show.Path(held.Path), files.Reason(err))
		}
		if err := cutShort(ctx); err != nil {
			return nil, err
		}
		if p.rows < comparedRows {
			item, ok := next()
			if !ok {
				return nil, other(headed+p.rows+1, "the listing is shorter")
			}
			if !bytes.Equal(rows.Append(nil, item), []byte(line)) {
				return nil, other(headed+p.rows+1, "another system")
			}
			p.last = &item
		} else if !strings.HasPrefix(line, rows.Start(p.rows)) {
			return nil, other(headed+p.rows+1, "another place")
		}
		p.rows++
		p.size += int64(len(line))
		last = line
	}
	if p.rows > comparedRows {
		item, err := rows.Parse(strings.TrimSuffix(last, "\n"))
		if err == nil {
			err = rows.Query.Admits(item)
		}
		switch {
		case err != nil:
			return nil, other(headed+p.rows, err.Error())
		case string(rows.Append(nil, item)) != last:
			return nil, other(headed+p.rows, "it is not written in this way")
		}
		p.last = &item
	}
	return p, nil
}

// pullItems hands out the first items of a listing one by one; stop must be called.
func pullItems(ctx context.Context, q enumerate.Query, jobs int) (next func() (enumerate.Item, bool), stop func()) {
	pull, stop := iter.Pull2(enumerate.List(ctx, q, enumerate.Options{Jobs: jobs}))
	return func() (enumerate.Item, bool) {
		item, err, ok := pull()
		return item, ok && err == nil
	}, stop
}
