package experiments

import (
	"context"
	"errors"
	"testing"

	"coterie/internal/check/assert"
)

// TestMust: an error ends only the row, the declaration or the verification that meets it. Any
// other panic is not caught.
func TestMust(t *testing.T) {
	broken := errors.New("broken")
	for where, want := range assert.Pairs("row", "squares: row 2, 2: broken", "declaration", "broken", "certificate", "does not verify: broken") {
		fails := func(here string) error {
			if here == where {
				return broken
			}
			return nil
		}
		study := NewStudy(Spec[struct{}]{
			Name: "must", Title: "Must", Doc: "Errors.",
			Declare: func(out *Output, _ struct{}) {
				rows := Compute(out, "squares", Numbers(1, 3), func(_ context.Context, n int) (int, error) {
					if n == 2 {
						Ensure(fails("row"))
					}
					return Must(n*n, nil), nil
				})
				Table(out, "squares", rows, Ints("n", "", "a square", func(n int) int { return n }))
				out.Certificate("c.json", rows)
				Must2(0, 0, fails("declaration"))
			},
			Verify: func(context.Context, struct{}, string, []byte) error {
				return Must(error(nil), fails("certificate"))
			},
		})
		_, err := Run(t.Context(), Options{Studies: []Study{study}, Results: t.TempDir(), Build: "b"})
		assert.Fails(t, err, want, "%s", where)
		assert.Is(t, err, broken)
	}
	err := error(nil)
	assert.Panics(t, "another panic is caught", func() {
		defer caught(&err)
		panic(7)
	})
}
