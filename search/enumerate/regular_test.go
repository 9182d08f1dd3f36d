package enumerate

import (
	"testing"
	"time"
)

func TestQuick(t *testing.T) {
	for n := 1; n <= 9; n++ {
		start := time.Now()
		c, err := CountVotes(t.Context(), n, Options{})
		t.Log(n, c, err, time.Since(start))
	}
}
