package mutex

import (
	"encoding/binary"
	"errors"
)

// errState is what LoadState says of bytes that AppendState did not write.
var errState = errors.New("mutex: not a state of this machine")

// appendNumbers appends small numbers, each one more than its value, so that -1 is the shortest.
func appendNumbers[T ~int32 | ~uint32 | ~uint8 | ~int](dst []byte, values ...T) []byte {
	for _, v := range values {
		dst = binary.AppendUvarint(dst, uint64(int64(v)+1))
	}
	return dst
}

// appendList appends the length of a list and its numbers.
func appendList[T ~int32 | ~uint32 | ~uint8](dst []byte, values []T) []byte {
	return appendNumbers(appendNumbers(dst, len(values)), values...)
}

// stateReader reads what these wrote; after the first error it returns zeros.
type stateReader struct {
	src []byte
	err error
}

func readNumber[T ~int32 | ~uint32 | ~uint8 | ~int](r *stateReader) T {
	v, n := binary.Uvarint(r.src)
	if n <= 0 || r.err != nil {
		r.err = errState
		return 0
	}
	r.src = r.src[n:]
	return T(int64(v) - 1)
}

// readCount reads how many things follow, each of a byte or more.
func readCount(r *stateReader) int {
	n := readNumber[int](r)
	if n < 0 || n > len(r.src) {
		r.err = errState
		return 0
	}
	return n
}

func readList[T ~int32 | ~uint32 | ~uint8](r *stateReader, dst []T) []T {
	dst = dst[:0]
	for range readCount(r) {
		dst = append(dst, readNumber[T](r))
	}
	return dst
}

func appendStamp(dst []byte, s Stamp) []byte {
	return appendNumbers(appendNumbers(dst, s.Time), s.Process)
}

func readStamp(r *stateReader) Stamp {
	return Stamp{Time: readNumber[uint32](r), Process: readNumber[int32](r)}
}

func appendBool(dst []byte, b bool) []byte {
	if b {
		return append(dst, 1)
	}
	return append(dst, 0)
}

func readBool(r *stateReader) bool {
	if len(r.src) == 0 || r.src[0] > 1 {
		r.err = errState
		return false
	}
	b := r.src[0] == 1
	r.src = r.src[1:]
	return b
}
