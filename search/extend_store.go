package search

// extendStore holds the nodes of decision diagrams, equal ones once, and what was computed of pairs of them.
type extendStore struct {
	limit int // of diagram nodes
	nodes []extendTest
	table []int32 // hash table of the nodes, 0 where free
	cache []extendApplied
}

// extendTest is a diagram node: hi if the node of the level is in the set, lo otherwise.
type extendTest struct{ level, lo, hi int32 }

type extendApplied struct{ op, a, b, out int32 }

// The operations that a store remembers.
const (
	extendAnd = 1 + iota
	extendOr
	extendMinus
)

// newExtendStore has the two constants, 0 and 1, below all levels.
func newExtendStore(levels, limit int) extendStore {
	bottom := extendTest{level: int32(levels)}
	s := extendStore{limit: limit, nodes: []extendTest{bottom, bottom}}
	s.grow(1 << 10)
	return s
}

func (t extendTest) hash(size int) int {
	h := uint64(uint32(t.lo))*0x9e3779b97f4a7c15 ^ uint64(uint32(t.hi))*0xc2b2ae3d27d4eb4f ^ uint64(t.level)*0x165667b19e3779f9
	h ^= h >> 29
	return int(h * 0xbf58476d1ce4e5b9 >> 33 & uint64(size-1))
}

// grow makes the table, and with it the cache, that large.
func (s *extendStore) grow(size int) {
	s.table = make([]int32, size)
	for i := 2; i < len(s.nodes); i++ {
		slot := s.nodes[i].hash(size)
		for s.table[slot] != 0 {
			slot = (slot + 1) & (size - 1)
		}
		s.table[slot] = int32(i)
	}
	if size > len(s.cache) && size <= 1<<23 {
		s.cache = make([]extendApplied, size)
	}
}

// number returns the number of a node, which is made if it is not there; false if there are too many.
func (s *extendStore) number(want extendTest) (int32, bool) {
	slot := want.hash(len(s.table))
	for s.table[slot] != 0 {
		if s.nodes[s.table[slot]] == want {
			return s.table[slot], true
		}
		slot = (slot + 1) & (len(s.table) - 1)
	}
	if len(s.nodes)-2 >= s.limit {
		return 0, false
	}
	s.nodes = append(s.nodes, want)
	number := int32(len(s.nodes) - 1)
	s.table[slot] = number
	if 2*len(s.nodes) > len(s.table) {
		s.grow(2 * len(s.table))
	}
	return number, true
}

// applied returns the remembered result of an operation; a later one may have taken its place.
func (s *extendStore) applied(op, a, b int32) (out int32, ok bool) {
	c := s.cache[extendTest{op, a, b}.hash(len(s.cache))]
	return c.out, c.op == op && c.a == a && c.b == b
}

func (s *extendStore) remember(op, a, b, out int32) {
	s.cache[extendTest{op, a, b}.hash(len(s.cache))] = extendApplied{op, a, b, out}
}
