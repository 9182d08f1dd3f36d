package vectors

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"
)

// table numbers the pairs that it is given. It is split into shards by hash; the number of a pair
// is its number within the shard, shifted left, with the number of the shard in the low bits.
type table struct {
	shards []shard
	split  uint // log₂ of the number of shards
	hash   func(uint64) uint64
	bytes  *atomic.Int64 // of all tables of the set
}

// shard is a hash table by linear probing. A slot holds a number of a pair plus one, and above it
// some bits of the hash, which save most comparisons with different pairs. A look-up takes no lock:
// a slot is written after its pair, and full slots do not change.
type shard struct {
	mu    sync.Mutex
	slots atomic.Pointer[[]atomic.Uint32]
	count atomic.Uint32
	pairs [maxBlocks]atomic.Pointer[[]uint64]
	_     [40]byte // no two shards share a line of the cache
}

const (
	tagBits   = 6
	numBits   = 32 - tagBits
	numMask   = 1<<numBits - 1
	firstSize = 64 // pairs of the first block, and slots of the first table
	maxBlocks = 4 * (numBits - 5)
)

// block returns the place of the i-th pair. Blocks grow by a quarter of the present size, so little
// of the last one is empty: the first four have 16 pairs, the next four 16 as well, then 32, ...
func block(i uint32) (at int, offset uint32, size uint32) {
	x := i + firstSize
	octave := bits.Len32(x) - 7 // of firstSize << octave pairs
	quarter := x >> (uint(octave) + 4) & 3
	size = 16 << uint(octave)
	return octave*4 + int(quarter), x & (size - 1), size
}

func newTable(split uint, hash func(uint64) uint64, bytes *atomic.Int64) *table {
	t := &table{shards: make([]shard, 1<<split), split: split, hash: hash, bytes: bytes}
	for i := range t.shards {
		slots := make([]atomic.Uint32, firstSize)
		t.shards[i].slots.Store(&slots)
	}
	bytes.Add(int64(len(t.shards)) * int64(unsafe.Sizeof(shard{})+4*firstSize))
	return t
}

// place is the place at which a pair is looked up.
type place struct {
	pair  uint64
	shard *shard
	tag   uint32
	start uint32 // before it is reduced to the number of slots
	part  uint32 // the number of the shard

	// Set by numberAll.
	number uint32
	fresh  bool
}

func (t *table) place(pair uint64) place {
	h := t.hash(pair)
	part := h >> (64 - t.split)
	return place{pair: pair, shard: &t.shards[part], tag: tagOf(h, t.split), start: uint32(h), part: uint32(part)}
}

// slot returns the first of so many slots to look into.
func slot(start uint32, slots int) uint32 { return uint32(uint64(start) * uint64(slots) >> 32) }

// after returns the slot after another one.
func after(at uint32, slots int) uint32 {
	if at++; int(at) == slots {
		return 0
	}
	return at
}

// numberAll numbers many pairs, in three rounds, so that the processor fetches many at a time: it
// reads the first slot for each of them, finds the slot that is likely to name the pair, which lies
// beside it, and compares the pairs. It reports false if the table can take no more.
func (t *table) numberAll(batch []place) bool {
	for k := range batch {
		p := &batch[k]
		slots := *p.shard.slots.Load()
		p.number = slots[slot(p.start, len(slots))].Load()
	}
	for k := range batch {
		if p := &batch[k]; p.number&^numMask != p.tag {
			p.number = p.likely()
		}
	}
	for k := range batch {
		p := &batch[k]
		p.fresh = p.number == 0 || p.shard.pair(p.number&numMask-1) != p.pair
		p.number = (p.number&numMask-1)<<t.split | p.part
	}
	for k := range batch {
		if p := &batch[k]; p.fresh {
			i, fresh, ok := t.add(p)
			if !ok {
				return false
			}
			p.number, p.fresh = i<<t.split|p.part, fresh
		}
	}
	return true
}

// likely returns the first slot with the tag of the pair, or 0 if none comes before a free one.
func (p *place) likely() uint32 {
	slots := *p.shard.slots.Load()
	for at := slot(p.start, len(slots)); ; at = after(at, len(slots)) {
		if v := slots[at].Load(); v == 0 || v&^numMask == p.tag {
			return v
		}
	}
}

func tagOf(hash uint64, split uint) uint32 { return uint32(hash>>(64-split-tagBits)) << numBits }

// look returns the index of the pair in its shard, if the shard has it.
func (p *place) look() (uint32, bool) {
	slots := *p.shard.slots.Load()
	for at := slot(p.start, len(slots)); ; at = after(at, len(slots)) {
		v := slots[at].Load()
		if v == 0 {
			return 0, false
		}
		if v&^numMask == p.tag && p.shard.pair(v&numMask-1) == p.pair {
			return v&numMask - 1, true
		}
	}
}

// find returns the number of a pair that is in the table.
func (t *table) find(pair uint64) (uint32, bool) {
	p := t.place(pair)
	i, ok := p.look()
	return i<<t.split | p.part, ok
}

// number returns the number of a pair, and whether it is new. It reports false in ok if the table
// can take no more.
func (t *table) number(pair uint64) (number uint32, fresh, ok bool) {
	p := t.place(pair)
	i, known := p.look()
	if !known {
		if i, fresh, ok = t.add(&p); !ok {
			return 0, false, false
		}
	}
	return i<<t.split | p.part, fresh, true
}

// add adds a pair that was missing, unless another worker has added it since.
func (t *table) add(p *place) (i uint32, fresh, ok bool) {
	s := p.shard
	s.mu.Lock()
	defer s.mu.Unlock()
	if i, ok := p.look(); ok {
		return i, false, true
	}
	i = s.count.Load()
	if i+1 > min(numMask, uint32(1)<<(32-t.split)-1) {
		return 0, false, false
	}
	slots := *s.slots.Load()
	if (i+1)*5 > uint32(len(slots))*4 {
		slots = t.grow(s)
	}
	b, offset, size := block(i)
	if s.pairs[b].Load() == nil {
		fresh := make([]uint64, size)
		s.pairs[b].Store(&fresh)
		t.bytes.Add(int64(size) * 8)
	}
	(*s.pairs[b].Load())[offset] = p.pair
	s.count.Store(i + 1)
	put(slots, p.start, (i+1)|p.tag)
	return i, true, true
}

func put(slots []atomic.Uint32, start, v uint32) {
	at := slot(start, len(slots))
	for slots[at].Load() != 0 {
		at = after(at, len(slots))
	}
	slots[at].Store(v)
}

// grow makes a quarter more slots, so that they take 5 to 6¼ bytes a pair.
func (t *table) grow(s *shard) []atomic.Uint32 {
	old := len(*s.slots.Load())
	slots := make([]atomic.Uint32, old+old/4)
	left := s.count.Load()
	number := uint32(1)
	for b := 0; left > 0; b++ {
		block := *s.pairs[b].Load()
		block = block[:min(left, uint32(len(block)))]
		for _, pair := range block {
			h := t.hash(pair)
			put(slots, uint32(h), number|tagOf(h, t.split))
			number++
		}
		left -= uint32(len(block))
	}
	t.bytes.Add(int64(len(slots)-old) * 4)
	s.slots.Store(&slots)
	return slots
}

func (s *shard) pair(i uint32) uint64 {
	b, offset, _ := block(i)
	return (*s.pairs[b].Load())[offset]
}

// pair returns the pair of a number.
func (t *table) pair(number uint32) uint64 {
	return t.shards[number&(1<<t.split-1)].pair(number >> t.split)
}

// mix is the finalizer of SplitMix64 (Steele, Lea, Flood 2014).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}
