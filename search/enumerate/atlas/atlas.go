package atlas

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"coterie/internal/machine/par"
	"coterie/internal/machine/work"
	"coterie/quorum"
	"coterie/search/enumerate"
)

// kind is the kind of job that an atlas is: its params are the query, a part is a slice of the
// listing, and the result of a part is the code of its classes.
const kind = "atlas"

func init() {
	work.Register(work.Kind{Name: kind, Open: func(ctx context.Context, params []byte, host work.Host) (work.Task, error) {
		var q enumerate.Query
		if err := json.Unmarshal(params, &q); err != nil {
			return nil, fmt.Errorf("the query of an atlas: %w", err)
		}
		if err := Check(q); err != nil {
			return nil, err
		}
		return open(ctx, q)
	}})
}

// Check returns an error, a *[quorum.InputError], if the systems of q are not measured: all but
// classes of nondominated coteries on at most 8 nodes.
func Check(q enumerate.Query) error {
	switch {
	case q.Groups > 1:
		return quorum.Bad("group", "group quorum systems are listed, not measured", "leave out the groups")
	case q.K > 0:
		return quorum.Bad("k", "k-coteries are listed, not measured", "leave out the k")
	case !q.Nondominated || !q.Classes:
		return quorum.Bad("measure", "only classes of nondominated coteries are measured all together", "ask for nondominated coteries, and for classes")
	}
	return q.CheckList()
}

// task measures slices.
type task struct {
	q      enumerate.Query
	slices *enumerate.Slices
}

func open(ctx context.Context, q enumerate.Query) (*task, error) {
	slices, err := enumerate.OpenSlices(ctx, q)
	if err != nil {
		return nil, err
	}
	return &task{q, slices}, nil
}

// Do measures a slice.
func (t *task) Do(ctx context.Context, part work.Part) ([]byte, error) {
	var k Kernel
	var dst []byte
	poll := par.NewPoll(ctx)
	err := t.slices.Each(ctx, part.Index, func(f enumerate.Function, automorphisms int) error {
		c, err := k.Measure(f, automorphisms)
		if err == nil {
			err = poll.Err()
		}
		dst = c.append(dst)
		return err
	})
	return dst, err
}

// each visits the classes of a result, judged.
func (t *task) each(result []byte, visit func(c *Class) error) error {
	for len(result) > 0 {
		c, rest, err := next(t.q.Nodes, result)
		if err != nil {
			return err
		}
		if err := visit(&c); err != nil {
			return err
		}
		result = rest
	}
	return nil
}

func (t *task) job(first int) work.Job {
	params, err := json.Marshal(t.q)
	if err != nil {
		panic(err) // numbers and truth values
	}
	parts := t.slices.Parts()
	trust := work.Sampled(parts)
	trust.Checked = "strategy, node weights and votes of every class"
	trust.Check = func(ctx context.Context, _ int, result []byte) error {
		return t.each(result, func(*Class) error { return nil })
	}
	return work.Job{
		Kind: kind, Title: fmt.Sprintf("figures of the classes of nondominated coteries on %d nodes", t.q.Nodes),
		Params: params, Parts: parts, InOrder: true, Trust: trust,
		Known: func(i int) []byte {
			if i < first {
				return []byte{}
			}
			return nil
		},
	}
}

// Slices measures the classes of a query slice by slice, for who needs no list. It is safe for
// concurrent use.
type Slices struct{ t *task }

// OpenSlices prepares it, in a good part of a second for 8 nodes. The error is that of [Check], or
// the cause if ctx ended.
func OpenSlices(ctx context.Context, q enumerate.Query) (Slices, error) {
	if err := Check(q); err != nil {
		return Slices{}, err
	}
	t, err := open(ctx, q)
	return Slices{t}, err
}

// Parts returns how many slices there are. Together, in their order, they are the listing.
func (s Slices) Parts() int { return s.t.slices.Parts() }

// Each calls visit with every class of slice i, in order, until an error, which it returns.
func (s Slices) Each(ctx context.Context, i int, visit func(c *Class) error) error {
	var k Kernel
	return s.t.slices.Each(ctx, i, func(f enumerate.Function, automorphisms int) error {
		c, err := k.Measure(f, automorphisms)
		if err != nil {
			return err
		}
		return visit(&c)
	})
}

// errLeft ends an atlas whose consumer has left.
var errLeft = errors.New("atlas: it was left")

// Item is a class and its place in the listing, from 0.
type Item struct {
	Index int
	*Class
}

// List measures the systems that [enumerate.List] yields for q, and yields them in the same order,
// with opts as there: the classes of nondominated coteries on up to 8 nodes. The class is used
// again for the next item. Memory does not grow with their number.
//
// The last pair may have an error instead: of [Check], of opts.After, the cause of ctx's end, or of
// the runner.
func List(ctx context.Context, q enumerate.Query, opts enumerate.Options) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		next := 0
		if opts.After != nil {
			next = opts.After.Index + 1
		}
		behind := opts.After == nil // whether what is visited stands behind the item
		left := false               // by the loop, which then hears of no error
		err := parts(ctx, q, opts, func(t *task, part, of int, result []byte) error {
			err := t.each(result, func(c *Class) error {
				if !behind {
					behind = c.Function == opts.After.Cartels[0]
					return nil
				}
				if left = !yield(Item{next, c}, nil); left {
					return errLeft
				}
				next++
				return nil
			})
			par.Progress(opts.Progress).Tell("slices of the classes measured", part+1, of)
			return err
		})
		if err != nil && !left {
			yield(Item{}, err)
		}
	}
}

// parts runs the job of q, and takes each result but those before the item opts.After.
func parts(ctx context.Context, q enumerate.Query, opts enumerate.Options, take func(t *task, part, of int, result []byte) error) error {
	if err := Check(q); err != nil {
		return err
	}
	t, err := open(ctx, q)
	if err != nil {
		return err
	}
	first := 0
	if opts.After != nil {
		if first, err = t.slices.Holding(*opts.After); err != nil {
			return err
		}
	}
	job := t.job(first)
	runner := work.RunnerOf(ctx)
	if runner != nil {
		job.Known = nil // a cluster keeps what is known, and these are no results
	}
	_, err = work.On(runner, opts.Jobs).Run(ctx, job, t, func(i int, result []byte) error {
		if i < first {
			return nil
		}
		return take(t, i, job.Parts, result)
	})
	return err
}
