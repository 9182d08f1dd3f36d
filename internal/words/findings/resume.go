package findings

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"iter"
	"strings"

	"coterie/internal/machine/files"
	"coterie/quorum"
	"coterie/search/enumerate"
)

// comparedRows is the number of rows of an interrupted listing that are compared with the listing
// itself. Of the other rows only the numbers and the last row are compared: making the rows again
// would take the time that resuming saves.
const comparedRows = 1000

// TakenUp holds the complete rows of an interrupted listing.
type TakenUp struct {
	Size int64 // bytes up to the end of the last whole row
	Rows int
	Last *enumerate.Item // nil without rows
}

// other is the error of a line that is not of the listing.
func other(line int, why string) error { return &quorum.FormatError{Line: line, Problem: why} }

// TakeUp reads the file of an interrupted listing. src must be the beginning of the same listing in
// the same format; otherwise the error is a [quorum.FormatError]. A last line that was cut short
// does not count. The end of ctx is its cause; other errors are those of src.
func (r Rows) TakeUp(ctx context.Context, src *files.Held, jobs int) (*TakenUp, error) {
	if r.Format == parquetFormat {
		return r.takeUpTable(ctx, src, jobs)
	}
	p := &TakenUp{}
	in := bufio.NewReaderSize(src, 1<<20)
	if header := r.Header(); header != "" {
		line, err := in.ReadString('\n')
		if line != header {
			if err == nil || line != "" {
				return nil, other(1, "another header")
			}
			return nil, other(1, "the header is missing")
		}
		p.Size = int64(len(line))
	}
	headed := strings.Count(r.Header(), "\n")
	next, stop := iter.Pull2(enumerate.List(ctx, r.Query, enumerate.Options{Jobs: jobs}))
	defer stop()
	var last string
	for {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			break // a line without its end was cut short
		} else if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if p.Rows < comparedRows {
			item, err, ok := next()
			if err != nil {
				return nil, err
			}
			if !ok {
				return nil, other(headed+p.Rows+1, "the listing is shorter")
			}
			if !bytes.Equal(r.Append(nil, item), []byte(line)) {
				return nil, other(headed+p.Rows+1, "another system")
			}
			p.Last = &item
		} else if !strings.HasPrefix(line, r.Start(p.Rows)) {
			return nil, other(headed+p.Rows+1, "another place")
		}
		p.Rows++
		p.Size += int64(len(line))
		last = line
	}
	if p.Rows > comparedRows {
		item, err := r.Parse(strings.TrimSuffix(last, "\n"))
		if err == nil {
			err = r.Query.Admits(item)
		}
		switch {
		case err != nil:
			return nil, other(headed+p.Rows, err.Error())
		case string(r.Append(nil, item)) != last:
			return nil, other(headed+p.Rows, "it is not written in this way")
		}
		p.Last = &item
	}
	return p, nil
}
