package quorum

import (
	"context"
	"encoding/binary"
	"hash/maphash"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// repeated returns the index of the first quorum that is listed again, and the first index at which
// it is.
func repeated(ctx context.Context, f Family) (pair, error) {
	first, err := firstOfEqual(ctx, f)
	if err != nil {
		return noPair, err
	}
	return firstRepeat(f.Len(), func(i int) int { return first[i] }), nil
}

// firstRepeat returns the least place i of 0..n-1 that has the same class as a later place, and the
// first such later place. Classes are whole numbers from 0.
func firstRepeat(n int, class func(i int) int) pair {
	best := noPair
	var first []int // 1 + the first place of each class, 0 for none
	for j := range n {
		c := class(j)
		if c >= len(first) {
			first = append(first, make([]int, c+1-len(first))...)
		}
		switch i := first[c] - 1; {
		case i < 0:
			first[c] = j + 1
		case best.i < 0 || i < best.i:
			best = pair{i, j}
		}
	}
	return best
}

// firstOfEqual returns for each quorum the index of the first one that equals it, by hashing. The
// error is the error of ctx, if ctx ends or its budget of memory is too small. Cost O(incidences).
func firstOfEqual(ctx context.Context, f Family) ([]int, error) {
	const entry = 48 // bytes of a map for each key, about
	if err := memory.Ask(ctx, "the table of repeated quorums", f.Len(), entry); err != nil {
		return nil, err
	}
	seed := maphash.MakeSeed()
	first := make([]int, f.Len())
	next := map[int]int{} // of a quorum, another one of the same hash: as good as never
	byHash := make(map[uint64]int, f.Len())
	poll := par.NewPoll(ctx)
	var scratch []byte
	for i, q := range f.All() {
		if err := poll.Work(len(q)); err != nil {
			return nil, err
		}
		scratch = appendNodes(scratch[:0], q)
		sum := maphash.Bytes(seed, scratch)
		first[i] = i
		j, seen := byHash[sum]
		if !seen {
			byHash[sum] = i
			continue
		}
		for {
			if slices.Equal(f.Quorum(j), q) {
				first[i] = j
				break
			}
			k, more := next[j]
			if !more {
				next[j] = i
				break
			}
			j = k
		}
	}
	return first, nil
}

// appendNodes appends a quorum as bytes, its size first, so that different lists of quorums give
// different bytes.
func appendNodes(dst []byte, q []int32) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(q)))
	for _, v := range q {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(v))
	}
	return dst
}
