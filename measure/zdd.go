package measure

import (
	"context"

	"coterie/quorum"
)

// A zddStore holds families of sets of levels 0..u-1 as zero-suppressed decision diagrams (Minato 1993;
// Knuth, The Art of Computer Programming 4A, section 7.1.4). A family is the number of a node
// (v, lo, hi): v is the least level in any of its sets, lo the family of its sets without v, hi
// that of its sets with v, each without v. Number 0 is the family of no set, 1 that of the
// empty set alone. No node has hi = 0, and none occurs twice, so equal families have equal numbers.
// All operations are memoised in a lossy cache.
type zddStore struct {
	level  []int32 // of nodes 0 and 1: beyond all levels
	lo, hi []int32
	slot   []int32 // number of a node; 0 is free; a power of two, at most half full
	cache  []zddEntry

	limit int         // of nodes
	stop  func() bool // asked now and then
	full  bool        // the limit was met, or stop said so: results since then mean nothing
	calls int         // of node
}

type zddEntry struct{ op, a, b, out int32 }

const (
	zddNone = 0 // the family without sets
	zddUnit = 1 // the family of the empty set

	opUnion = 1 + iota
	opAvoid
	opMinimal
)

func newZDDStore(levels int) *zddStore {
	end := int32(levels)
	return &zddStore{
		level: []int32{end, end}, lo: []int32{0, 0}, hi: []int32{0, 0},
		slot:  make([]int32, 1<<12),
		cache: make([]zddEntry, 1<<14),
	}
}

func zddHash(a, b, c int32) uint64 {
	h := uint64(uint32(a))*0x9e3779b97f4a7c15 ^ (uint64(uint32(b))<<32|uint64(uint32(c)))*0xd6e8feb86659fd93
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>29
}

// node returns the family with these parts.
func (z *zddStore) node(v, lo, hi int32) int32 {
	if hi == zddNone {
		return lo
	}
	if z.calls++; z.calls&0xfff == 0 && z.stop() {
		z.full = true
	}
	mask := uint64(len(z.slot) - 1)
	h := zddHash(v, lo, hi) & mask
	for ; z.slot[h] != 0; h = (h + 1) & mask {
		if x := z.slot[h]; z.level[x] == v && z.lo[x] == lo && z.hi[x] == hi {
			return x
		}
	}
	if len(z.level) >= z.limit {
		z.full = true
		return zddNone
	}
	x := int32(len(z.level))
	z.level, z.lo, z.hi = append(z.level, v), append(z.lo, lo), append(z.hi, hi)
	z.slot[h] = x
	if 2*len(z.level) > len(z.slot) {
		z.grow()
	}
	return x
}

func (z *zddStore) grow() {
	z.slot = make([]int32, 2*len(z.slot))
	mask := uint64(len(z.slot) - 1)
	for x := 2; x < len(z.level); x++ {
		h := zddHash(z.level[x], z.lo[x], z.hi[x]) & mask
		for z.slot[h] != 0 {
			h = (h + 1) & mask
		}
		z.slot[h] = int32(x)
	}
	if len(z.cache) < len(z.slot) && len(z.cache) < 1<<20 {
		z.cache = make([]zddEntry, 2*len(z.cache))
	}
}

func (z *zddStore) known(op, a, b int32) (int32, bool) {
	e := &z.cache[zddHash(op, a, b)&uint64(len(z.cache)-1)]
	return e.out, e.op == op && e.a == a && e.b == b
}

func (z *zddStore) keep(op, a, b, out int32) int32 {
	if !z.full {
		z.cache[zddHash(op, a, b)&uint64(len(z.cache)-1)] = zddEntry{op, a, b, out}
	}
	return out
}

// union returns a ∪ b.
func (z *zddStore) union(a, b int32) int32 {
	if a == b || b == zddNone || z.full {
		return a
	}
	if a == zddNone {
		return b
	}
	if a > b {
		a, b = b, a
	}
	if out, ok := z.known(opUnion, a, b); ok {
		return out
	}
	v := min(z.level[a], z.level[b])
	a0, a1 := z.parts(a, v)
	b0, b1 := z.parts(b, v)
	return z.keep(opUnion, a, b, z.node(v, z.union(a0, b0), z.union(a1, b1)))
}

// parts returns the sets of a without v, and those with v, less v; v is not above a's level.
func (z *zddStore) parts(a, v int32) (without, with int32) {
	if z.level[a] != v {
		return a, zddNone
	}
	return z.lo[a], z.hi[a]
}

// avoid returns the sets of a that contain no set of the antichain b.
func (z *zddStore) avoid(a, b int32) int32 {
	switch {
	case a == zddNone || b == zddNone || z.full:
		return a
	case b == zddUnit || a == b:
		return zddNone
	case a == zddUnit: // b does not have the empty set
		return a
	}
	for z.level[b] < z.level[a] { // no set of a has that level
		if b = z.lo[b]; b == zddNone {
			return a
		}
	}
	if a == b || b == zddUnit {
		return zddNone
	}
	if out, ok := z.known(opAvoid, a, b); ok {
		return out
	}
	v := z.level[a]
	b0, b1 := z.parts(b, v)
	// A set with v contains one of b iff the rest contains one of b0 or of b1.
	out := z.node(v, z.avoid(z.lo[a], b0), z.avoid(z.avoid(z.hi[a], b0), b1))
	return z.keep(opAvoid, a, b, out)
}

// minimal returns the sets of a that contain no other set of a.
func (z *zddStore) minimal(a int32) int32 {
	if a == zddNone || a == zddUnit || z.full {
		return a
	}
	if z.hasEmpty(a) {
		return zddUnit
	}
	if out, ok := z.known(opMinimal, a, a); ok {
		return out
	}
	lo := z.minimal(z.lo[a])
	return z.keep(opMinimal, a, a, z.node(z.level[a], lo, z.avoid(z.minimal(z.hi[a]), lo)))
}

// hasEmpty reports whether the empty set is in a.
func (z *zddStore) hasEmpty(a int32) bool {
	for a > zddUnit {
		a = z.lo[a]
	}
	return a == zddUnit
}

// family returns the family of the sets in rows, of w words each; bit t of a set is level t. It
// sorts rows. Cost O(levels·rows).
func (z *zddStore) family(rows []uint64, w, level int) int32 {
	if len(rows) == 0 || z.full {
		return zddNone
	}
	for ; level < int(z.level[0]); level++ {
		word, bit := level/64, uint64(1)<<(level%64)
		split := 0 // rows before have the level
		for i := 0; i < len(rows); i += w {
			if rows[i+word]&bit != 0 {
				for k := range w {
					rows[i+k], rows[split+k] = rows[split+k], rows[i+k]
				}
				split += w
			}
		}
		if split > 0 {
			return z.node(int32(level), z.family(rows[split:], w, level+1), z.family(rows[:split], w, level+1))
		}
	}
	return zddUnit
}

// zddResiduals are the residual families of a family of many quorums, as antichains in a
// zddStore: equal numbers iff equal functions. If the family at a node is (v, lo, hi), its residual is lo
// when v dies, and the minimal sets of hi ∪ lo when it lives; those are hi ∪ {sets of lo that contain
// none of hi}, for no set of hi contains one of lo (with v, it would have been a
// superset of it before).
type zddResiduals struct {
	store *zddStore
	root  int32
	level int32
	most  int // states, for the error
	// listSize is the number of nodes of the store once f was listed and made minimal.
	listSize int
}

// allow sets another limit, and another context to end with.
func (r *zddResiduals) allow(ctx context.Context, maxStates int) {
	r.most = maxStates
	r.store.limit = min(max(nodesPerState*maxStates, 1<<16), 1<<30)
	r.store.full = false
	r.store.stop = func() bool { return ctx.Err() != nil }
}

// nodesPerState bounds the nodes of the store: residuals share most of theirs.
const nodesPerState = 4

// newZDDResiduals lists f as a ZDD over the levels of the order. The error is a
// *LiveLimitError.
func newZDDResiduals(ctx context.Context, f quorum.Family, order []int, maxStates int) (*zddResiduals, error) {
	level := make([]int32, f.N())
	for t, v := range order {
		level[v] = int32(t)
	}
	w := (len(order) + 63) / 64
	rows := make([]uint64, f.Len()*w)
	for i, q := range f.All() {
		for _, v := range q {
			t := level[v]
			rows[i*w+int(t/64)] |= 1 << (t % 64)
		}
	}
	r := &zddResiduals{store: newZDDStore(len(order))}
	r.allow(ctx, maxStates)
	r.root = r.store.minimal(r.store.family(rows, w, 0))
	if ctx.Err() != nil {
		return nil, &LiveLimitError{Cause: context.Cause(ctx)}
	}
	r.listSize = len(r.store.level)
	return r, r.err()
}

func (r *zddResiduals) words() int { return 1 }

func (r *zddResiduals) err() error {
	if r.store.full {
		return &LiveLimitError{States: r.most, Limit: r.most}
	}
	return nil
}

func (r *zddResiduals) start(state []uint64) uint32 {
	state[0] = uint64(r.root)
	return firstPlace
}

func (r *zddResiduals) enter(t int) { r.level = int32(t) }

func (r *zddResiduals) split(state, dead, live []uint64) (uint32, uint32) {
	z, a := r.store, int32(state[0])
	lo, hi := z.parts(a, r.level)
	if hi != zddNone {
		hi = z.union(hi, z.avoid(lo, hi))
	} else {
		hi = lo
	}
	dead[0], live[0] = uint64(lo), uint64(hi)
	kind := func(x int32) uint32 {
		if x == zddNone {
			return placeDead
		}
		if x == zddUnit {
			return placeLive
		}
		return firstPlace
	}
	return kind(lo), kind(hi)
}
