package live

import (
	"context"
	"errors"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/dd"
	"coterie/quorum"
)

// zddResiduals are the residual families of a family of many quorums, as antichains in a ZDD
// store: equal numbers iff equal functions. If the family at a node is (v, lo, hi), its residual is
// lo when v dies, and the minimal sets of hi ∪ lo when it lives; those are hi ∪ {sets of lo that
// contain none of hi}, for no set of hi contains one of lo (with v, it would have been a superset
// of it before).
type zddResiduals struct {
	store *dd.Store
	root  dd.Ref
	level int32
	most  int // states, for the error
	// listSize is the number of nodes of the store once the minimal sets of f were listed.
	listSize int
}

// zddNodes bounds the nodes of the store: residuals share most of theirs.
func zddNodes(maxStates int) int { return min(max(4*maxStates, 1<<14), 1<<30) }

// allow sets another limit, and another context to end with.
func (r *zddResiduals) allow(ctx context.Context, maxStates int) {
	r.most = maxStates
	r.store.Allow(ctx, zddNodes(maxStates))
}

// newZDDResiduals lists the minimal sets of f as a ZDD over the levels of the order. The error says
// why the listing ended.
func newZDDResiduals(ctx context.Context, f quorum.Family, order []int, maxStates int) (*zddResiduals, error) {
	r := &zddResiduals{store: dd.New(ctx, dd.ZDD, order, zddNodes(maxStates)), most: maxStates}
	r.root = r.store.Up(f)
	if ctx.Err() != nil {
		return nil, par.Ended(ctx)
	}
	r.listSize = r.store.Len()
	return r, r.err()
}

func (r *zddResiduals) words() int { return 1 }

func (r *zddResiduals) err() error {
	switch err := r.store.Err(); {
	case err == nil:
		return nil
	case errors.As(err, new(*memory.Error)):
		return err
	}
	return manyStates(r.most)
}

func (r *zddResiduals) start(state []uint64) uint32 {
	state[0] = uint64(r.root)
	return firstPlace
}

func (r *zddResiduals) enter(t int) { r.level = int32(t) }

func (r *zddResiduals) split(state, dead, live []uint64) (uint32, uint32) {
	lo, hi := r.store.At(dd.Ref(state[0]), r.level)
	hi = r.store.Or(hi, r.store.Avoid(lo, hi))
	dead[0], live[0] = uint64(lo), uint64(hi)
	return place(lo), place(hi)
}

// place returns firstPlace for all but the constants, which have the same numbers.
func place(f dd.Ref) uint32 { return min(uint32(f), firstPlace) }
