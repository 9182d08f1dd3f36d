package findings

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"strconv"

	"coterie/internal/machine/files"
	"coterie/internal/words/parquet"
	"coterie/internal/words/table"
	"coterie/quorum"
	"coterie/search/enumerate"
	"coterie/search/enumerate/atlas"
)

// measuredColumns are the columns of the figures in CSV.
const measuredColumns = ",load,resilience,live_sets,votes,total"

// Lines yields the rows after opts.After, each with its line end. The slice is reused. The last
// pair may be an error of the listing instead.
func (r Rows) Lines(ctx context.Context, opts enumerate.Options) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		var line []byte
		if !r.Measured {
			for item, err := range enumerate.List(ctx, r.Query, opts) {
				if err == nil {
					line = r.append(line[:0], item, nil)
				}
				if !yield(line, err) {
					return
				}
			}
			return
		}
		for item, err := range atlas.List(ctx, r.Query, opts) {
			if err == nil {
				line = r.append(line[:0], listed(item), item.Class)
			}
			if !yield(line, err) {
				return
			}
		}
	}
}

// Write writes the listing with its header. It takes over old, the rows that an interrupted run has
// left in src. It calls told now and then with the number of rows, and returns that number. When
// ctx ends, Write writes no more rows and returns no error.
func (r Rows) Write(ctx context.Context, w io.Writer, opts enumerate.Options, old *TakenUp, src *files.Held, told func(rows int)) (rows int, err error) {
	switch {
	case r.Format == parquetFormat && r.Measured:
		return r.writeTable(ctx, w, opts, old, src, told)
	case r.Format == parquetFormat:
		return r.writePlainTable(ctx, w, opts, told)
	}
	if old == nil {
		err = r.Begin(w)
	} else {
		err = src.CopyTo(ctx, w, old.Size)
		opts.After, rows = old.Last, old.Rows
		told(rows)
	}
	if err != nil {
		return rows, err
	}
	for line, err := range r.Lines(ctx, opts) {
		if err != nil && ctx.Err() != nil {
			return rows, nil
		} else if err != nil {
			return rows, err
		}
		if _, err := w.Write(line); err != nil {
			return rows, err
		}
		if rows++; rows%1000 == 0 {
			told(rows)
		}
	}
	return rows, nil
}

// parquetFormat is the only format that is not text.
const parquetFormat = "parquet"

func (r Rows) writeTable(ctx context.Context, w io.Writer, opts enumerate.Options, old *TakenUp, src *files.Held, told func(rows int)) (rows int, err error) {
	t, err := atlas.NewTable(w, r.Query, opts.Jobs)
	if err != nil {
		return 0, err
	}
	add := func(items iter.Seq2[atlas.Item, error]) error {
		for item, err := range items {
			if err != nil {
				return err
			}
			if err := t.Append(item); err != nil {
				return err
			}
			if rows++; rows%1000 == 0 {
				told(rows)
				if ctx.Err() != nil {
					return nil
				}
			}
		}
		return nil
	}
	if old != nil {
		file, size, err := src.At()
		if err == nil {
			err = add(atlas.ReadTable(file, size, r.Query))
		}
		if err != nil {
			return rows, err
		}
		opts.After = old.Last
	}
	if err := add(atlas.List(ctx, r.Query, opts)); err != nil && ctx.Err() == nil {
		return rows, err
	}
	// A file without its end could not be read, so the end is written even if ctx has ended.
	return rows, t.Close()
}

// tableName is the name of the rows of a Parquet file.
const tableName = "systems"

// writePlainTable writes systems without figures as Parquet.
func (r Rows) writePlainTable(ctx context.Context, w io.Writer, opts enumerate.Options, told func(rows int)) (rows int, err error) {
	out, err := parquet.NewTableWriter(w, tableName, r.columns())
	if err != nil {
		return 0, err
	}
	group := table.New(r.columns()...)
	for item, err := range enumerate.List(ctx, r.Query, opts) {
		if err != nil && ctx.Err() != nil {
			break
		} else if err != nil {
			return rows, err
		}
		if err := group.Append(r.row(item)...); err != nil {
			return rows, err
		}
		if rows++; group.Len() == parquet.RowsOfGroup {
			if err := out.Write(group); err != nil {
				return rows, err
			}
			group = table.New(r.columns()...)
			told(rows)
		}
	}
	if err := out.Write(group); err != nil {
		return rows, err
	}
	return rows, out.Close()
}

// takeUpTable is TakeUp for a Parquet file.
func (r Rows) takeUpTable(ctx context.Context, src *files.Held, jobs int) (*TakenUp, error) {
	file, size, err := src.At()
	if err != nil {
		return nil, err
	}
	p := &TakenUp{Size: size}
	next, stop := iter.Pull2(enumerate.List(ctx, r.Query, enumerate.Options{Jobs: jobs}))
	defer stop()
	for item, err := range atlas.ReadTable(file, size, r.Query) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			return nil, other(p.Rows+1, err.Error())
		}
		last := listed(item)
		if p.Rows < comparedRows {
			own, err, ok := next()
			if err != nil {
				return nil, err
			}
			if !ok || own.Cartels[0] != item.Function || own.Automorphisms != item.Automorphisms {
				return nil, other(p.Rows+1, "another system")
			}
		} else if p.Rows == r.Total {
			return nil, other(p.Rows+1, "the listing is shorter")
		}
		p.Last = &last
		p.Rows++
	}
	if p.Last != nil {
		if err := r.Query.Admits(*p.Last); err != nil {
			return nil, other(p.Rows, err.Error())
		}
	}
	return p, nil
}

// listed returns a measured class as an item of the listing.
func listed(m atlas.Item) enumerate.Item {
	return enumerate.Item{Index: m.Index, Cartels: []enumerate.Function{m.Function}, Automorphisms: m.Automorphisms, Orbit: m.Orbit()}
}

// appendList appends numbers, each between open and close, with between in between.
func appendList[T uint8 | int](line []byte, list []T, between string) []byte {
	for i, v := range list {
		if i > 0 {
			line = append(line, between...)
		}
		line = strconv.AppendInt(line, int64(v), 10)
	}
	return line
}

// live returns the numbers of live sets of 0 to n nodes.
func live(c *atlas.Class) []int { return c.Live[:c.Nodes()+1] }

func appendLoad(line []byte, c *atlas.Class) []byte {
	p, q := c.Load()
	if line = strconv.AppendInt(line, int64(p), 10); q > 1 {
		line = strconv.AppendInt(append(line, '/'), int64(q), 10)
	}
	return line
}

func appendFiguresText(line []byte, c *atlas.Class) []byte {
	line = appendLoad(append(line, "load "...), c)
	line = fmt.Appendf(line, "  resilience %d  live ", c.Resilience())
	line = appendList(line, live(c), " ")
	if c.Total == 0 {
		return append(line, "  no votes  "...)
	}
	line = appendList(append(line, "  votes "...), c.Votes(), " ")
	return append(line, "  "...)
}

func appendFiguresCSV(line []byte, c *atlas.Class) []byte {
	line = append(appendLoad(line, c), ',')
	line = append(strconv.AppendInt(line, int64(c.Resilience()), 10), ',')
	line = append(appendList(line, live(c), " "), ',')
	if c.Total == 0 {
		return append(line, ",,"...)
	}
	line = append(appendList(line, c.Votes(), " "), ',')
	return append(strconv.AppendInt(line, int64(c.Total), 10), ',')
}

// appendFiguresJSON appends the figures with their proofs. The strategy lists quorums with
// multiplicities: no node is in more than the share load of them. The node weights give every
// quorum at least the share load of their sum. Without votes the strategy proves that there are
// none.
func appendFiguresJSON(line []byte, c *atlas.Class) []byte {
	line = append(appendLoad(append(line, `"load":"`...), c), '"')
	line = fmt.Appendf(line, `,"resilience":%d,"live_sets":["`, c.Resilience())
	line = appendList(line, live(c), `","`)
	line = append(line, `"],"votes":`...)
	if c.Total == 0 {
		line = append(line, `null,"total":null,"strategy":[`...)
	} else {
		line = appendList(append(line, '['), c.Votes(), ",")
		line = fmt.Appendf(line, `],"total":%d,"strategy":[`, c.Total)
	}
	for i, s := range c.Strategy() {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(line, `{"nodes":[`...)
		for x := s.Quorum; x != 0; x &= x - 1 {
			if x != s.Quorum {
				line = append(line, ',')
			}
			line = strconv.AppendInt(line, int64(quorum.Node(bits.TrailingZeros8(x)).Ordinal()), 10)
		}
		line = fmt.Appendf(line, `],"times":%d}`, s.Times)
	}
	line = appendList(append(line, `],"weights":[`...), c.Weights(), ",")
	return append(line, "],"...)
}
