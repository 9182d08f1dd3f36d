package vectors

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"coterie/internal/check/assert"
)

// TestSet compares with a map, for every width and with a hash that always collides.
func TestSet(t *testing.T) {
	hashes := map[string]func(uint64) uint64{"mixed": mix, "constant": func(uint64) uint64 { return 0 }, "high bits": func(x uint64) uint64 { return mix(x) & 0xfff0000000000000 }}
	for name, hash := range hashes {
		for _, width := range []int{1, 2, 3, 5, 7, 13, 64, 66, 100} {
			count := 3000
			if name != "mixed" {
				count = 400
			}
			r := rand.New(rand.NewPCG(uint64(width), 1))
			s := NewHashed(width, hash)
			w := s.Worker()
			refs := map[string]Ref{}
			list := map[Ref][]uint32{}
			vector := make([]uint32, width)
			for range count {
				from := vector
				if len(list) > 0 && r.IntN(2) == 0 {
					for ref, v := range list {
						assert.MustSlice(t, w.Load(ref), v, "%s, width %d: %v is read as", name, width, v)
						from = v
						break
					}
				}
				vector = slices.Clone(from)
				for range 1 + r.IntN(3) {
					vector[r.IntN(width)] = r.Uint32N(5)
				}
				for i, x := range vector {
					w.Set(i, x)
				}
				key := fmt.Sprint(vector)
				old, known := refs[key]
				if got, ok := w.Find(); ok != known || ok && got != old {
					t.Fatalf("%s, width %d: Find of %v is %v, %v; want %v, %v", name, width, vector, got, ok, old, known)
				}
				got, fresh, err := w.Add()
				if err != nil || fresh == known || known && got != old {
					t.Fatalf("%s, width %d: Add of %v is %v, %v, %v; want %v, %v", name, width, vector, got, fresh, err, old, known)
				}
				refs[key], list[got] = got, slices.Clone(vector)
			}
			assert.MustEqual(t, s.Len(), uint64(len(refs)), "%s, width %d", name, width)
			for ref, v := range list {
				assert.MustSlice(t, w.Load(ref), v, "%s, width %d: %v is read as", name, width, v)
			}
		}
	}
}

// TestWorkers adds the same vectors by several workers.
func TestWorkers(t *testing.T) {
	const width, count = 7, 20000
	s := New(width)
	var wg sync.WaitGroup
	fresh := make([]int, 4)
	for i := range fresh {
		wg.Go(func() {
			w := s.Worker()
			for _, k := range rand.New(rand.NewPCG(1, uint64(i))).Perm(count) {
				for p := range width {
					w.Set(p, uint32(k>>p)&7)
				}
				w.Set(0, uint32(k))
				if _, f, err := w.Add(); err != nil {
					t.Error(err)
				} else if f {
					fresh[i]++
				}
			}
		})
	}
	wg.Wait()
	sum := 0
	for _, f := range fresh {
		sum += f
	}
	if sum != count || s.Len() != count {
		t.Errorf("%d vectors are new, and there are %d; want %d", sum, s.Len(), count)
	}
	w := s.Worker()
	end := s.Mark()
	for part := range end {
		for i := range end[part] {
			ref := RefAt(part, i)
			if v := w.Load(ref); v[1] != v[0]>>1&7 || !ref.Between(&Mark{}, &end) {
				t.Fatalf("%v is read as %v", ref, v)
			}
		}
	}
}

func TestBlock(t *testing.T) {
	want := map[int]uint32{}
	for i := range uint32(100000) {
		b, offset, size := block(i)
		if offset != want[b] || offset >= size {
			t.Fatalf("pair %d is at %d of block %d, which has %d; want %d", i, offset, b, size, want[b])
		}
		want[b]++
	}
	if b, _, _ := block(numMask); b >= maxBlocks {
		t.Fatalf("block %d of %d", b, maxBlocks)
	}
}

// TestGreatNumbers: numbers on both sides of those that stand side by side without a table.
func TestGreatNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, width := range []int{2, 3, 7, 13} {
		s := New(width)
		w := s.Worker()
		refs := map[string]Ref{}
		list := map[Ref][]uint32{}
		for range 4000 {
			vector := make([]uint32, width)
			for i := range vector {
				if vector[i] = r.Uint32N(2); r.IntN(2) == 0 {
					vector[i] += []uint32{1<<smallBits - 1, 1 << smallBits, 1 << 20}[r.IntN(3)]
				}
				w.Set(i, vector[i])
			}
			key := fmt.Sprint(vector)
			old, known := refs[key]
			got, fresh, err := w.Add()
			if err != nil || fresh == known || known && got != old {
				t.Fatalf("width %d: Add of %v is %v, %v, %v; want %v, %v", width, vector, got, fresh, err, old, known)
			}
			refs[key], list[got] = got, vector
		}
		for ref, v := range list {
			assert.MustSlice(t, w.Load(ref), v, "width %d: %v is read as", width, v)
		}
	}
}

// TestPut adds vectors by the batch, with hashes that collide and without, and counts those that
// are new. Find does not add.
func TestPut(t *testing.T) {
	for name, hash := range map[string]func(uint64) uint64{"mixed": mix, "constant": func(uint64) uint64 { return 0 }} {
		s := NewHashed(3, hash)
		w := s.Worker()
		r := rand.New(rand.NewPCG(7, 8))
		seen := map[[3]uint32]bool{}
		for i := range 2000 {
			v := [3]uint32{r.Uint32N(9), r.Uint32N(9), r.Uint32N(9)}
			seen[v] = true
			for i, x := range v {
				w.Set(i, x)
			}
			assert.OK(t, w.Put())
			if i%97 == 0 {
				if err := w.Flush(); err != nil || s.Len() != uint64(len(seen)) {
					t.Fatalf("%s: %d vectors, want %d; %v", name, s.Len(), len(seen), err)
				}
			}
		}
		if err := w.Flush(); err != nil || w.Fresh != len(seen) || s.Len() != uint64(len(seen)) {
			t.Errorf("%s: %d vectors, %d of them new; want %d; %v", name, s.Len(), w.Fresh, len(seen), err)
		}
		for v := range seen {
			for i, x := range v {
				w.Set(i, x)
			}
			if _, ok := w.Find(); !ok {
				t.Fatalf("%s: %v is not there", name, v)
			}
		}
		before, bytes := s.Len(), s.Bytes()
		for i := range uint32(2000) {
			w.Set(int(i%3), 1<<20+i)
			if _, ok := w.Find(); ok {
				t.Fatal("a vector that was never added")
			}
		}
		if s.Len() != before || s.Bytes() != bytes {
			t.Errorf("%s: who looks adds", name)
		}
	}
}

// TestPutWide adds vectors of several tables by the batch, each a few changes away from one that is
// there, as a search does, and counts them beside a map.
func TestPutWide(t *testing.T) {
	for _, width := range []int{2, 7, 13, 130, 1100} {
		s := New(width)
		w := s.Worker()
		r := rand.New(rand.NewPCG(uint64(width), 9))
		vector := make([]uint32, width)
		seen := map[string]bool{fmt.Sprint(vector): true}
		base, _, err := w.Add()
		assert.OK(t, err)
		for range 40 {
			assert.MustSlice(t, w.Load(base), vector, "width %d", width)
			for range 50 {
				next := slices.Clone(vector)
				for range 1 + r.IntN(3) {
					at := r.IntN(width)
					next[at] = r.Uint32N(2) + r.Uint32N(2)<<smallBits
					w.Set(at, next[at])
				}
				seen[fmt.Sprint(next)] = true
				assert.OK(t, w.Put())
				w.Reset()
			}
			assert.OK(t, w.Flush())
			assert.MustEqual(t, s.Len(), uint64(len(seen)), "width %d", width)
			part := r.IntN(Parts)
			if count := s.Mark()[part]; count > 0 {
				base = RefAt(part, r.Uint32N(count))
				vector = slices.Clone(w.Load(base))
				assert.MustEqual(t, seen[fmt.Sprint(vector)], true, "width %d: %v", width, vector)
			}
		}
		assert.MustEqual(t, w.Fresh, len(seen)-1, "width %d", width)
	}
}

// TestAddTwice: two workers that both found a pair missing add it once.
func TestAddTwice(t *testing.T) {
	table := New(2).root
	p := table.place(7)
	one, fresh, ok := table.add(&p)
	two, again, ok2 := table.add(&p)
	if !ok || !ok2 || !fresh || again || one != two {
		t.Errorf("%d, new %v, and %d, new %v", one, fresh, two, again)
	}
}

// TestBetween: the first vector after a mark is after it, and the one after the last is not before.
func TestBetween(t *testing.T) {
	var after, until Mark
	after[3], until[3] = 5, 8
	for i := range uint32(12) {
		if RefAt(3, i).Between(&after, &until) != (i >= 5 && i < 8) || RefAt(4, i).Between(&after, &until) {
			t.Error(i)
		}
	}
}

// TestFull: a part that can number no more vectors says so.
func TestFull(t *testing.T) {
	table := New(2).root
	p := table.place(7)
	p.shard.count.Store(numMask)
	if _, _, ok := table.add(&p); ok {
		t.Error("it takes one more")
	}
}

// TestWorkerMemory: a worker of a wide set takes little beside the set.
func TestWorkerMemory(t *testing.T) {
	s := New(10_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.Worker()
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
		t.Errorf("a worker takes %d bytes", took)
	}
}
