package assert

import (
	"errors"
	"fmt"
	"math/big"
	"testing"
)

// recorder is a test that keeps its messages. A fatal message panics.
type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Helper()           {}
func (r *recorder) Error(args ...any) { r.said = append(r.said, fmt.Sprint(args...)) }
func (r *recorder) Fatal(args ...any) { panic("ended: " + fmt.Sprint(args...)) }

// TestMessages: each function reports an error with its label, and is silent if there is none.
func TestMessages(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		call func(t TB)
		want string
	}{
		{func(t TB) { Got(5, nil)(t); OK(t, nil); Equal(t, 5, 5); Slice(t, nil, []int{}) }, ""},
		{func(t TB) { Got(5, broken)(t) }, "ended: broken"},
		{func(t TB) { Got2(5, 6, broken)(t, "n = %d", 3) }, "ended: n = 3: broken"},
		{func(t TB) {
			for v := range Each(t, func(yield func(int, error) bool) { _ = yield(1, nil) && yield(2, broken) }) {
				Equal(t, v, 1)
			}
		}, "ended: broken"},
		{func(t TB) { NoError(t, broken, "second") }, "second: broken"},
		{func(t TB) { Equal(t, 5, 6, "nodes") }, "nodes: got 5, want 6"},
		{func(t TB) { Equal(t, "a", "b") }, `got "a", want "b"`},
		{func(t TB) { Equal(t, "a\nb", "b") }, "got\na\nb\nwant\nb"},
		{func(t TB) { MustEqual(t, 5, 6) }, "ended: got 5, want 6"},
		{func(t TB) { Slice(t, []int{1}, nil) }, "got [1], want []"},
		{func(t TB) { MustSlice(t, []int{1}, nil) }, "ended: got [1], want []"},
		{func(t TB) { Map(t, map[int]int{1: 2}, nil) }, "got map[1:2], want map[]"},
		{func(t TB) { Deep(t, []int{}, []int(nil)) }, "got [], want []"},
		{func(t TB) { MustDeep(t, 1, 2) }, "ended: got 1, want 2"},
		{func(t TB) { SameNumber(t, big.NewInt(5), big.NewInt(6)) }, "got 5, want 6"},
		{func(t TB) { MustSameNumber(t, big.NewRat(1, 2), big.NewRat(2, 4)) }, ""},
		{func(t TB) { Fails(t, broken, "rok"); Is(t, broken, broken); Contains(t, "a text", "text") }, ""},
		{func(t TB) { Fails(t, nil, "", "n = %d", 3) }, "n = 3: no error"},
		{func(t TB) { Refused(5, broken)(t, "whole") }, `the error is "broken", without "whole"`},
		{func(t TB) { Is(t, nil, broken) }, "got <nil>, want broken"},
		{func(t TB) { Panics(t, "broken", func() { panic(5) }) }, ""},
		{func(t TB) { Panics(t, "whole", func() {}) }, "whole: no panic"},
		{func(t TB) { Contains(t, "a", "b", "page") }, "page: no \"b\" in\na"},
	} {
		var r recorder
		said := func() (text string) {
			defer func() {
				if p := recover(); p != nil {
					text = p.(string)
				}
			}()
			c.call(&r)
			return ""
		}()
		for _, s := range r.said {
			said += s
		}
		if said != c.want {
			t.Errorf("said %q, want %q", said, c.want)
		}
	}
}
