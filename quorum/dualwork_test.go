package quorum

import (
	"errors"
	"testing"
)

// TestDualWork: a search that is cut short is an error, never a shorter dual.
func TestDualWork(t *testing.T) {
	f := mustFamily(6, []int{1, 2}, []int{3, 4}, []int{5, 6})
	found := 0
	var limit *LimitError
	err := f.transversals(t.Context(), 20, func(Set) bool { found++; return true })
	if !errors.As(err, &limit) || !limit.OnWay || found >= 8 {
		t.Errorf("%d of 8, %v", found, err)
	}
}
