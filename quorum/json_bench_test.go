package quorum

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"coterie/internal/check/assert"
)

// BenchmarkRead reads 92,378 quorums of 10 nodes by bytes and by tokens in one run.
func BenchmarkRead(b *testing.B) {
	f := subsetsOfSize(19, 10)
	s := assert.Got(NewSystem("", f, SystemOptions{}))(b)
	var text bytes.Buffer
	assert.OK(b, Write(&text, s))
	read := func(byTokens bool) time.Duration {
		start := time.Now()
		got, err := parse(text.Bytes(), byTokens)
		if err != nil || got.(*System).family.Len() != f.Len() {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	var ratio float64
	for b.Loop() {
		fast := read(false)
		ratio = float64(read(true)) / float64(fast)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportMetric(ratio, "ratio")
	fmt.Printf("reading %d quorums: byte by byte %.0f times tokens\n", f.Len(), ratio)
}
