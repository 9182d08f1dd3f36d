package enumerate

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"coterie/internal/machine/work"
)

// classesKind is the kind of job that a listing of classes is: its params are the query, a part is
// a slice of the heads, and the result of a part is the tails of these heads. The coordinator makes
// the systems of them.
const classesKind = "classes"

func init() {
	work.Register(work.Kind{Name: classesKind, Open: func(ctx context.Context, params []byte, _ work.Host) (work.Task, error) {
		var q Query
		if err := json.Unmarshal(params, &q); err != nil {
			return nil, fmt.Errorf("the query of a listing of classes: %w", err)
		}
		if err := q.CheckList(); err != nil {
			return nil, err
		}
		if !q.Classes || q.inTuples() || q.split() < 0 {
			return nil, errors.New("this listing has no slices")
		}
		c, err := newClassifier(ctx, q)
		if err != nil {
			return nil, err
		}
		return c.newSlices(), nil
	}})
}

// sliced is the heads of a classifier in slices, which are the parts of its job.
type sliced struct {
	*classifier
	width int        // how many heads each slice has, but the last
	rooms *sync.Pool // of *[]tail, used again
}

// Slices have so many heads at most, and there are this many of them where there are heads enough:
// so a slice takes milliseconds, and no more than the heads of some workers are under way.
const (
	mostSliceHeads = 16
	fewSlices      = 512
)

func (c *classifier) newSlices() sliced {
	return sliced{c, min(max(1, len(c.heads)/fewSlices), mostSliceHeads), &sync.Pool{New: func() any { return new([]tail) }}}
}

// parts is how many slices there are.
func (s sliced) parts() int { return (len(s.heads) + s.width - 1) / s.width }

// of returns the heads of slice i.
func (s sliced) of(i int) []head {
	all := s.heads
	return all[min(i*s.width, len(all)):min((i+1)*s.width, len(all))]
}

// Do finds the tails of a slice. For each head there are four bytes that say how many it has, and
// of each tail eight bytes of e and four of its automorphisms, the low ones first.
func (s sliced) Do(ctx context.Context, part work.Part) ([]byte, error) {
	if part.Index < 0 || part.Index >= s.parts() {
		return nil, fmt.Errorf("a listing of %d slices has no slice %d", s.parts(), part.Index+1)
	}
	var dst []byte
	room := s.rooms.Get().(*[]tail)
	defer s.rooms.Put(room)
	for _, h := range s.of(part.Index) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		*room = s.tails((*room)[:0], h)
		tails := *room
		dst = binary.LittleEndian.AppendUint32(slices.Grow(dst, countBytes+tailBytes*len(tails)), uint32(len(tails)))
		for _, t := range tails {
			dst = binary.LittleEndian.AppendUint64(dst, uint64(t.e))
			dst = binary.LittleEndian.AppendUint32(dst, uint32(t.automorphisms))
		}
	}
	return dst, nil
}

const countBytes, tailBytes = 4, 12

// errSlice says that the result of a slice is none.
var errSlice = errors.New("the slice of a listing is malformed")

// read calls yield with each class of a result of slice i, as its head and its tail. It reports
// whether yield wants more.
func (s sliced) read(i int, result []byte, yield func(h head, t tail) bool) (bool, error) {
	most := uint32(factorial(s.q.Nodes))
	for _, h := range s.of(i) {
		if len(result) < countBytes {
			return false, errSlice
		}
		many := int(binary.LittleEndian.Uint32(result))
		if result = result[countBytes:]; many > len(result)/tailBytes {
			return false, errSlice
		}
		top := h.p & h.p.dual(s.k)
		before, first := table(0), true
		for ; many > 0; many-- {
			e := table(binary.LittleEndian.Uint64(result))
			automorphisms := binary.LittleEndian.Uint32(result[8:])
			result = result[tailBytes:]
			if e <= before && !first || !e.below(top) || automorphisms-1 >= most {
				return false, errSlice
			}
			if !yield(h, tail{e, int32(automorphisms)}) {
				return false, nil
			}
			before, first = e, false
		}
	}
	if len(result) > 0 {
		return false, errSlice
	}
	return true, nil
}

// job is the listing as a job.
func (s sliced) job() work.Job {
	params, err := json.Marshal(s.q)
	if err != nil {
		panic(err) // numbers and truth values
	}
	kind := "coteries"
	if s.q.Nondominated {
		kind = "nondominated coteries"
	}
	trust := work.Sampled(s.parts())
	trust.Checked = "every slice by its form"
	trust.Check = func(_ context.Context, i int, result []byte) error {
		_, err := s.read(i, result, func(head, tail) bool { return true })
		return err
	}
	return work.Job{
		Kind: classesKind, Title: fmt.Sprintf("classes of %s on %d nodes", kind, s.q.Nodes), Params: params, Parts: s.parts(), InOrder: true,
		Trust: trust,
	}
}

// class is the system of a head and a tail, as it is shown, and the number of its automorphisms.
func (s sliced) class(h head, t tail) (Function, int) {
	f := s.q.system(s.k, h.p, t.e)
	if !s.q.Nondominated && f.selfDual() {
		// The order is that of the extended functions; the form is that of the coterie.
		return Canonical(f)
	}
	return f.reversed(), int(t.automorphisms)
}

// holding is the slice in which a place stands.
func (s sliced) holding(at place) int {
	first, _ := slices.BinarySearchFunc(s.heads, head{at.p, at.p.counts(s.k)}, head.compare)
	return first / s.width
}

// errLeft ends a listing whose consumer has left.
var errLeft = errors.New("enumerate: the listing was left")

// listClasses goes through the heads and, for each, its tails.
func listClasses(ctx context.Context, q Query, opts Options, from place, emit func(Function, int) bool) error {
	c, err := newClassifier(ctx, q)
	if err != nil {
		return err
	}
	s := c.newSlices()
	first := 0
	var at head // behind which the listing goes on
	if from.behind {
		at = head{from.p, from.p.counts(c.k)}
		first = s.holding(from)
	}
	class := func(h head, t tail) bool {
		if from.behind {
			if order := h.compare(at); order < 0 || order == 0 && t.e <= from.e {
				return true
			}
		}
		return emit(s.class(h, t))
	}
	job := s.job()
	runner := work.RunnerOf(ctx)
	if runner == nil {
		// Slices before the place are not found again. Others keep what they have found, and would
		// keep this.
		job.Known = func(i int) []byte {
			if i < first {
				return []byte{}
			}
			return nil
		}
	}
	_, err = work.On(runner, opts.Jobs).Run(ctx, job, s, func(i int, result []byte) error {
		if i < first {
			return nil
		}
		more, err := s.read(i, result, class)
		if err == nil && !more {
			err = errLeft
		}
		if done := (i + 1) * s.width; done%64 < s.width {
			opts.progress().Tell("first functions gone through for the list of classes", min(done, len(c.heads)), len(c.heads))
		}
		return err
	})
	if errors.Is(err, errLeft) {
		return nil
	}
	return err
}
