package construct

import (
	"runtime"
	"testing"

	"coterie/construct/degenerate"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestDegenerateIsDeterministic searches again, with one core and beside other searches.
func TestDegenerateIsDeterministic(t *testing.T) {
	sizes := []int{5, 18, 43, 100}
	search := func(n, seed int) quorum.Family {
		s, err := quorum.As[*quorum.System](DegenerateFPP(n, seed))
		if err != nil {
			t.Error(err)
			return quorum.Family{}
		}
		return s.Family()
	}
	want := map[int]quorum.Family{}
	for _, n := range sizes {
		want[n] = search(n, 1)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, n := range sizes {
		assert.True(t, search(n, 1).Equal(want[n]), "n = %d: not the same again", n)
	}
	runtime.GOMAXPROCS(4)
	done := make(chan bool)
	for _, n := range sizes {
		go func() { done <- search(n, 1).Equal(want[n]) }()
	}
	for range sizes {
		assert.True(t, <-done, "not the same beside others")
	}
	differ := false
	for seed := 2; seed < 5; seed++ {
		differ = differ || !search(43, seed).Equal(want[43])
	}
	assert.True(t, differ, "the seed makes no difference")
}

// TestDegenerateInstance builds one instance in several goroutines, which share one search.
func TestDegenerateInstance(t *testing.T) {
	i := parsed(t, "degenerate-fpp:n=43,seed=3")
	compareShape(t, i)
	shape, err := i.Shape(t.Context())
	if err != nil || shape.Method == ClosedForm || shape.Method == "" {
		t.Errorf("%+v, %v", shape, err)
	}
	direct, err := quorum.As[*quorum.System](DegenerateFPP(43, 3))
	if err != nil || direct.Name() != i.Spec() {
		t.Fatalf("%v, %v", direct.Name(), err)
	}
	done := make(chan bool)
	for range 4 {
		go func() {
			s, err := i.Build(t.Context(), 0)
			done <- err == nil && s.(*quorum.System).Family().Equal(direct.Family())
		}()
	}
	for range 4 {
		assert.True(t, <-done, "the instance and the function differ")
	}
	for _, c := range [][2]int{{1, 1}, {0, 1}, {-3, 1}, {degenerate.MaxNodes + 1, 1}, {5, -1}} {
		assert.Refusal[*ParamError](quorum.As[*quorum.System](DegenerateFPP(c[0], c[1])))(t, "n = %d, seed %d", c[0], c[1])
	}
	f, _ := Lookup("degenerate-fpp")
	assert.Equal(t, assert.As[*NoSystemError](f.ForN(degenerate.MaxNodes+1, 0))(t).Below, degenerate.MaxNodes, "beyond the last n")
}
