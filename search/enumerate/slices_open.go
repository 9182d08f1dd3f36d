package enumerate

import (
	"context"

	"coterie/internal/machine/work"
)

// Slices is a listing of classes in slices, for who computes something of each class, slice by
// slice, here or elsewhere. It is immutable, and safe for concurrent use.
type Slices struct {
	q Query
	s sliced // of no classifier where there is no split
}

// OpenSlices prepares the slices of a listing of classes of coteries. It takes a good part of a
// second for 8 nodes. The error is that of [Query.CheckList], or the cause if ctx ended. It panics
// if q asks for labelled or for group systems.
func OpenSlices(ctx context.Context, q Query) (*Slices, error) {
	if err := q.CheckList(); err != nil {
		return nil, err
	}
	if !q.Classes || q.inTuples() {
		panic("enumerate: slices of a listing that is not of classes of coteries")
	}
	if q.split() < 0 {
		return &Slices{q: q}, nil
	}
	c, err := newClassifier(ctx, q)
	if err != nil {
		return nil, err
	}
	return &Slices{q, c.newSlices()}, nil
}

// Parts returns how many slices there are. Together, in their order, they are the listing.
func (s *Slices) Parts() int {
	if s.s.classifier == nil {
		return 1
	}
	return s.s.parts()
}

// Each calls visit with every class of slice i and the number of its automorphisms, in order, until
// an error, which it returns. The end of ctx is its cause.
func (s *Slices) Each(ctx context.Context, i int, visit func(f Function, automorphisms int) error) error {
	if s.s.classifier == nil {
		return visit(Function{n: 1, words: [4]uint64{2}}, 1)
	}
	result, err := s.s.Do(ctx, work.Part{Index: i})
	if err != nil {
		return err
	}
	var failed error
	_, err = s.s.read(i, result, func(h head, t tail) bool {
		failed = visit(s.s.class(h, t))
		return failed == nil
	})
	if err == nil {
		err = failed
	}
	return err
}

// Holding returns the slice in which an item of the listing stands; the error says why there is
// none.
func (s *Slices) Holding(item Item) (int, error) {
	from, err := s.q.placeOf(item)
	if err != nil || s.s.classifier == nil {
		return 0, err
	}
	return s.s.holding(from), nil
}
