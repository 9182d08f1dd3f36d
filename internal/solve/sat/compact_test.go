package sat

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

func compactRandom(r *rand.Rand) *CNF {
	c := &CNF{}
	c.Grow(r.IntN(2000))
	for range r.IntN(50) {
		var clause []int
		for range r.IntN(6) {
			clause = append(clause, (1+r.IntN(1000))*(1-2*r.IntN(2)))
		}
		c.AddClause(clause...)
	}
	return c
}

// TestCompact: a formula is read as it was written; bytes that are cut off or changed give another
// formula or none.
func TestCompact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		c := compactRandom(r)
		data := c.AppendCompact([]byte("x"))[1:]
		if back, err := ReadCompact(data); err != nil || !back.Equal(c) {
			t.Fatalf("%v, %v", back, err)
		}
		if back, err := ReadCompact(data[:r.IntN(len(data))]); err == nil {
			t.Fatalf("cut off, it is read as %v", back)
		}
		data[r.IntN(len(data))] ^= byte(1 + r.IntN(255))
		if back, err := ReadCompact(data); err == nil && bytes.Equal(back.AppendCompact(nil), c.AppendCompact(nil)) {
			t.Fatal("other bytes are the same formula")
		}
	}
	assert.Refused(ReadCompact([]byte{1, 255, 255, 255, 255, 255, 255, 255, 255, 127}))(t, "", "a formula of 2^62 clauses is read")
}

func FuzzReadCompact(f *testing.F) {
	f.Add((&CNF{}).AppendCompact(nil))
	f.Add(compactRandom(rand.New(rand.NewPCG(1, 1))).AppendCompact(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ReadCompact(data)
		if err != nil {
			return
		}
		if back, err := ReadCompact(c.AppendCompact(nil)); err != nil || !back.Equal(c) {
			t.Errorf("%v, %v", back, err)
		}
	})
}
