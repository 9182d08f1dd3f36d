package sat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

func TestCheckProof(t *testing.T) {
	for _, test := range []struct {
		text string
		says string // of what is wrong; empty for a whole proof
	}{
		{"0\n", ""},
		{"c by hand\n1 -2 0\n  d 1 2 0\r\n\n-2 0\n0\n", ""},
		{"1 0\n0\nd 1 0\n", ""},
		{"7 1 -2 0 3 4 0\n7 d 3 4 0\n8 0 1 7 0\n", ""}, // LRAT
		{"a\x02\x00a\x00", ""},
		{"d\x82\x01\x05\x00a\x81\x80\x01\x00a\x00d\x03\x00", ""},
		{"", "empty"},
		{"1 0\n", "none of its steps is the empty clause"},
		{"1 0\n0", "in the middle of a step"},
		{"1 0\n-2", "in the middle of a step"},
		{"0\n1 0\n-2 4", "in the middle of a step"},
		{"10 0\n20 0\n", "none of its steps"},
		{"7 1 -2 0 3 4 0\n", "none of its steps"},
		{"7 1 -2 0 3 4 0\n8 0 1", "in the middle"},
		{"d 0\n", "none of its steps"},
		{"1 0\n2 3\n0\n", "no proof"},
		{"1 0 0 0\n0\n", "no proof"},
		{"s UNSATISFIABLE\n0\n", "no proof"},
		{"a\x02\x00", "none of its steps"},
		{"a\x02\x00a", "in the middle"},
		{"a\x82", "in the middle"},
		{"a\x02\x00a\x00d\x03", "in the middle"},
		{"a\x02\x00d\x00", "none of its steps"},
		{"a\x02\x80\x00", "no proof"}, // a literal of no variable
		{"a\x00x", "no proof"},
		{"\x00", "no proof"},
		{"proof\n", "no proof"},
	} {
		path := filepath.Join(t.TempDir(), "proof")
		assert.OK(t, os.WriteFile(path, []byte(test.text), 0o666))
		err := checkProof(t.Context(), path, false)
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%q: %v, want %q", test.text, err, test.says)
		}
	}
	nothing := filepath.Join(t.TempDir(), "nothing")
	assert.OK(t, os.WriteFile(nothing, nil, 0o666))
	assert.NoError(t, checkProof(t.Context(), nothing, true), "no step, where the formula has the empty clause")
	assert.Fails(t, checkProof(t.Context(), filepath.Join(t.TempDir(), "none"), false), "", "a proof that was not written is whole")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(t.TempDir(), "proof")
	assert.OK(t, os.WriteFile(path, []byte("0\n"), 0o666))
	assert.Is(t, checkProof(ctx, path, false), context.Canceled)
}

// TestProofsCutShort cuts random proofs, whose one empty clause is their end, at every byte: none
// of the parts is whole.
func TestProofsCutShort(t *testing.T) {
	assert.Long(t, "over half a second of CPU")
	r := rand.New(rand.NewPCG(15, 1))
	for range 20 {
		var text, binary, lrat []byte
		steps := 1 + r.IntN(6)
		for step := range steps {
			deletes := step > 0 && step < steps-1 && r.IntN(3) == 0
			if deletes {
				text, binary, lrat = append(text, "d "...), append(binary, 'd'), fmt.Appendf(lrat, "%d d", step+20)
			} else {
				binary, lrat = append(binary, 'a'), fmt.Appendf(lrat, "%d", step+20)
			}
			for range r.IntN(4) + 1 {
				if step == steps-1 {
					break
				}
				lit := (1 + r.IntN(300)) * (1 - 2*r.IntN(2))
				text = fmt.Appendf(text, "%d ", lit)
				lrat = fmt.Appendf(lrat, " %d", max(lit, -lit))
				code := 2 * max(lit, -lit)
				if lit < 0 {
					code++
				}
				for ; code >= 0x80; code >>= 7 {
					binary = append(binary, byte(code)|0x80)
				}
				binary = append(binary, byte(code))
			}
			text, binary, lrat = append(text, "0\n"...), append(binary, 0), append(lrat, " 0"...)
			if !deletes {
				lrat = append(lrat, " 3 5 0"...)
			}
			lrat = append(lrat, '\n')
		}
		for _, proof := range [][]byte{text, binary, lrat} {
			path := filepath.Join(t.TempDir(), "proof")
			for size := range len(proof) + 1 {
				assert.OK(t, os.WriteFile(path, proof[:size], 0o666))
				assert.MustEqual(t, checkProof(t.Context(), path, false) == nil, size == len(proof), "%d of %q", size, proof)
			}
		}
	}
}
