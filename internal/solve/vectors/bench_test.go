package vectors

import (
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// BenchmarkPut adds four million vectors of seven numbers, most of them more than once: at once,
// where one look-up waits for the other, and by the batch.
func BenchmarkPut(b *testing.B) {
	const count, width, bits = 1 << 22, 7, 3
	seconds := map[string]float64{}
	for _, method := range []string{"one-by-one", "batch"} {
		b.Run("method="+method, func(b *testing.B) {
			var s *Set
			for b.Loop() {
				s = New(width)
				w := s.Worker()
				began := reach.CPU()
				r := rand.New(rand.NewPCG(1, 2))
				for range count {
					x := r.Uint32()
					for i := range width {
						w.Set(i, x>>(i*bits)&(1<<bits-1))
					}
					if method == "batch" {
						assert.OK(b, w.Put())
					} else {
						_, _, err := w.Add()
						assert.OK(b, err)
					}
				}
				assert.OK(b, w.Flush())
				took := (reach.CPU() - began).Seconds()
				if least, known := seconds[method]; !known || took < least {
					seconds[method] = took
				}
			}
			if len(seconds) == 2 {
				reach.Ratio(b, "vectors/batch-beside-one-by-one", seconds["one-by-one"]/seconds["batch"], 1.5)
				reach.AtMost(b, "vectors/bytes", float64(s.Bytes())/float64(s.Len()), 16)
			}
		})
	}
}
