package loads

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/looks"
	"coterie/internal/check/systems"
	"coterie/internal/solve/lp"
	"coterie/quorum"
)

func TestLoadLimits(t *testing.T) {
	f := systems.Cartels(t, "degenerate-fpp:n=40")[0]
	l, err := Find(t.Context(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	inside := func(name string, err error) *quorum.LimitError {
		t.Helper()
		var limit *quorum.LimitError
		assert.MustTrue(t, errors.As(err, &limit), "%s: %v", name, err)
		if limit.Lower.Cmp(l.Value.Rat()) > 0 || limit.Upper.Cmp(l.Value.Rat()) < 0 {
			t.Fatalf("%s: %v, but the load is %v", name, err, l.Value)
		}
		return limit
	}
	cause := errors.New("the user wants lunch")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if _, err := Find(ctx, f, Options{}); !errors.Is(err, cause) {
		t.Errorf("cancelled: %v", err)
	} else {
		inside("cancelled", err)
	}
	if _, err := Find(ctx, f, Options{Sparse: true}); !errors.Is(err, cause) {
		t.Errorf("cancelled: %v", err)
	} else {
		inside("cancelled", err)
	}
	_, err = Find(t.Context(), f, Options{MaxRows: 10})
	inside("rows", err)
	var widths []float64
	for pivots := 1; ; pivots++ {
		l, err := Find(t.Context(), f, Options{MaxPivots: pivots})
		if err == nil {
			if pivots < 20 || verifyLoad(f, l) != nil {
				t.Errorf("done after %d exchanges", pivots)
			}
			break
		}
		limit := inside(fmt.Sprint(pivots, " exchanges"), err)
		width, _ := new(big.Rat).Sub(limit.Upper, limit.Lower).Float64()
		widths = append(widths, width)
	}
	if last := widths[len(widths)-1]; last > widths[0]/10 {
		t.Errorf("the interval did not shrink: %v at first, %v at last", widths[0], last)
	}
}

func TestLoadInputErrors(t *testing.T) {
	f := mustLoadFamily(2, [][]int{{0, 1}})
	empty := mustLoadFamily(2, nil)
	half := bounds.FractionOf(1, 2)
	for want, call := range map[string]func() error{
		"load: cartel 1 is empty; legal: at least one quorum, or there is no strategy": func() error {
			_, err := Find(t.Context(), empty, Options{})
			return err
		},
		"load: share 2 is -1/2; legal: 0 <= share <= 1": func() error {
			_, err := FindMixed(t.Context(), []quorum.Family{f, f}, []bounds.Fraction{bounds.FractionOf(3, 2), bounds.FractionOf(-1, 2)}, Options{})
			return err
		},
		"load: shares: they add up to 3/2; legal: a sum of 1": func() error {
			_, err := FindMixed(t.Context(), []quorum.Family{f, f}, []bounds.Fraction{bounds.Integer(1), half}, Options{})
			return err
		},
		"load: shares: their common denominator is 3000000000; legal: at most 1000000000": func() error {
			_, err := FindMixed(t.Context(), []quorum.Family{f, f}, []bounds.Fraction{bounds.FractionOf(1, 3e9), bounds.FractionOf(3e9-1, 3e9)}, Options{})
			return err
		},
	} {
		var typed *quorum.InputError
		if err := call(); !errors.As(err, &typed) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Every change of a certificate that makes it false is noticed by Check and by the independent
// check.
func TestCheckLoadRefuses(t *testing.T) {
	f := systems.Cartels(t, "fpp:order=3")[0]
	good := assert.Got(Find(t.Context(), f, Options{}))(t)
	assert.OK(t, Check(t.Context(), f, good))
	for name, change := range map[string]func(l *Load){
		"value below":    func(l *Load) { l.Value = bounds.FractionOf(3, 13) },
		"value above":    func(l *Load) { l.Value = bounds.FractionOf(5, 13) },
		"missing quorum": func(l *Load) { l.Strategy = l.Strategy[1:] },
		"no strategy":    func(l *Load) { l.Strategy = nil },
		"moved weight": func(l *Load) {
			l.Strategy[0].Weight, l.Strategy[1].Weight = bounds.FractionOf(3, 26), bounds.FractionOf(1, 26)
		},
		"negative weight": func(l *Load) {
			l.Strategy[0].Weight, l.Strategy[1].Weight = bounds.FractionOf(3, 13), bounds.FractionOf(-1, 13)
		},
		"other nodes": func(l *Load) { l.Strategy[0].Nodes = quorum.SetOf(0) },
		"twice":       func(l *Load) { l.Strategy[1].Quorum, l.Strategy[1].Nodes = 0, l.Strategy[0].Nodes },
		"moved nodes": func(l *Load) { l.NodeWeights[0], l.NodeWeights[1] = bounds.FractionOf(2, 13), bounds.Integer(0) },
		"negative node": func(l *Load) {
			l.NodeWeights[0], l.NodeWeights[1] = bounds.FractionOf(3, 13), bounds.FractionOf(-1, 13)
		},
		"lighter node":  func(l *Load) { l.NodeWeights[0] = bounds.Integer(0) },
		"heavier node":  func(l *Load) { l.NodeWeights[0] = bounds.FractionOf(2, 13) },
		"too few nodes": func(l *Load) { l.NodeWeights = l.NodeWeights[1:] },
	} {
		l := good
		l.Strategy, l.NodeWeights = slices.Clone(good.Strategy), slices.Clone(good.NodeWeights)
		change(&l)
		if Check(t.Context(), f, l) == nil {
			t.Errorf("%s: accepted", name)
		}
		if len(l.NodeWeights) == f.N() && verifyLoad(f, l) == nil {
			t.Errorf("%s: accepted by the independent check", name)
		}
	}
	mix := asMix(good)
	mix.Mix = []bounds.Fraction{bounds.FractionOf(1, 2)}
	if CheckMixed(t.Context(), []quorum.Family{f}, mix) == nil {
		t.Error("shares that sum to 1/2 were accepted")
	}
}

// Wherever a search is stopped, an interval that holds the load and the cause come back, or the
// load.
func TestLoadStoppedAnywhere(t *testing.T) {
	cartels := []quorum.Family{systems.Cartels(t, "degenerate-fpp:n=40")[0], systems.Cartels(t, "degenerate-fpp:n=40,seed=7")[0]}
	l := assert.Got(FindMixed(t.Context(), cartels, nil, Options{}))(t)
	for asked := 0; ; asked++ {
		got, err := FindMixed(looks.Before(t.Context(), asked), cartels, nil, Options{})
		if err == nil {
			if got.Value.Cmp(l.Value) != 0 || asked < 50 {
				t.Errorf("load %v after %d questions, want %v", got.Value, asked, l.Value)
			}
			return
		}
		var limit *quorum.LimitError
		if !errors.As(err, &limit) || !errors.Is(err, looks.Err) {
			t.Fatalf("after %d questions: %v", asked, err)
		}
		if limit.Lower.Cmp(l.Value.Rat()) > 0 || limit.Upper.Cmp(l.Value.Rat()) < 0 {
			t.Fatalf("after %d questions: %v, but the load is %v", asked, err, l.Value)
		}
	}
}

// Classes that are not equitable, as a collision of hashes would give, never get a certificate.
func TestWrongClasses(t *testing.T) {
	f := systems.Cartels(t, "wheel:n=6")[0]
	in := assert.Got(newInput([]quorum.Family{f}, nil))(t)
	c := assert.Got(in.refined(t.Context()))(t)
	for x := range c.OfNode {
		c.OfNode[x] = 0
	}
	c.Nodes = []int{6}
	pivots := 1000
	if l, err := solveProgram(t.Context(), in, c, Options{}, &pivots, nil); !errors.Is(err, lp.ErrRefused) {
		t.Errorf("%v, %v", l, err)
	}
	// Stopped in the last resort, it still gives an interval that holds the load 5/9.
	for asked := 0; ; asked++ {
		_, err := solveProgram(looks.Before(t.Context(), asked), in, c, Options{}, &pivots, nil)
		if errors.Is(err, lp.ErrRefused) {
			break
		}
		var limit *quorum.LimitError
		if !errors.As(err, &limit) || limit.Lower.Cmp(big.NewRat(5, 9)) > 0 || limit.Upper.Cmp(big.NewRat(5, 9)) < 0 {
			t.Fatalf("after %d questions: %v", asked, err)
		}
	}
}

// The load of a plane with few folded points takes few exchanges from the basis of all quorums:
// from no quorums it takes more than a thousand.
func TestSquareProgramsBeginAtAllColumns(t *testing.T) {
	f := systems.Cartels(t, "degenerate-fpp:n=375")[0]
	assert.Got(Find(t.Context(), f, Options{MaxPivots: 400, MaxExact: 100_000}))(t)
}
