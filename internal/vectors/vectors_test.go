package vectors

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
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
						if got := w.Load(ref); !slices.Equal(got, v) {
							t.Fatalf("%s, width %d: %v is read as %v", name, width, v, got)
						}
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
			if s.Len() != uint64(len(refs)) {
				t.Fatalf("%s, width %d: %d vectors, want %d", name, width, s.Len(), len(refs))
			}
			for ref, v := range list {
				if got := w.Load(ref); !slices.Equal(got, v) {
					t.Fatalf("%s, width %d: %v is read as %v", name, width, v, got)
				}
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
