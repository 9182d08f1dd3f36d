package par

import (
	"context"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// TestOnce: a search that a context stopped is made again at the next call, and made once.
func TestOnce(t *testing.T) {
	calls := 0
	find := Once(func(ctx context.Context) (int, error) {
		calls++
		return calls, ctx.Err()
	})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Refused(find(ended))(t, "", "no error of a context that has ended")
	var got []int
	for range 3 {
		v := assert.Got(find(t.Context()))(t)
		got = append(got, v)
	}
	assert.Equal(t, slices.Max(got), slices.Min(got), "%v", got)
}
