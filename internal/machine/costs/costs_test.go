package costs_test

import (
	"context"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"coterie/internal/machine/costs"
)

// TestForetell: costs that follow a law are foretold by it.
func TestForetell(t *testing.T) {
	sizes := []float64{8, 10, 12, 14, 17}
	for name, law := range map[string]func(float64) float64{
		"n^3":     func(n float64) float64 { return 1e-4 * n * n * n },
		"doubles": func(n float64) float64 { return 1e-4 * math.Exp2(n) },
	} {
		var ys []float64
		for _, n := range sizes {
			ys = append(ys, law(n))
		}
		f := costs.Foretell(sizes, ys, 20)
		if want := law(20); math.Abs(f.Likely/want-1) > 1e-9 || f.Low > f.Likely || f.High < f.Likely || !strings.HasPrefix(f.Growth, name) {
			t.Errorf("%s: %+v, want %g", name, f, want)
		}
	}
	if f := costs.Foretell(sizes, []float64{5, 6, 5, 7, 6}, 20); f.Growth != "constant" || f.Likely != 7 {
		t.Errorf("%+v for costs that do not grow", f)
	}
	if f := costs.Foretell(sizes, []float64{1, 8, 1, 9, 2}, 20); f.High < 10*f.Low {
		t.Errorf("%+v for costs that jump", f)
	}
	far := costs.Foretell(sizes, []float64{1, 2, 4, 8, 23}, 100)
	if far.High < 1000*far.Low {
		t.Errorf("%+v far beyond the points", far)
	}
}

// TestOf: the memory of work is counted, and work that takes too long is stopped.
func TestOf(t *testing.T) {
	var kept []byte
	cost := costs.Of(t.Context(), time.Minute, func(context.Context) {
		kept = make([]byte, 32<<20)
		for i := range kept {
			kept[i] = 1
		}
	})
	if cost.Memory < 32<<20 || cost.Memory > 64<<20 || cost.Over || cost.CPU <= 0 || kept[0] != 1 {
		t.Errorf("%+v for 32 MiB", cost)
	}
	cost = costs.Of(t.Context(), 20*time.Millisecond, func(ctx context.Context) {
		for ctx.Err() == nil {
			kept[0]++
		}
	})
	if !cost.Over {
		t.Errorf("%+v for work without an end", cost)
	}
}

// TestOfCommand: a program that works without an end is stopped, its status is told, and it reads
// its input.
func TestOfCommand(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	cost, status, err := costs.OfCommand(t.Context(), 60, strings.NewReader("7\n"), "sh", "-c", "read x; exit $x")
	if err != nil || status != 7 || cost.Over || cost.Memory <= 0 {
		t.Errorf("%+v, status %d, %v", cost, status, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := costs.OfCommand(ctx, 60, nil, "true"); err == nil {
		t.Error("no error after the end of the context")
	}
	if testing.Short() {
		return
	}
	if cost, _, err := costs.OfCommand(t.Context(), 1, nil, "sh", "-c", "while :; do :; done"); err != nil || !cost.Over {
		t.Errorf("%+v, %v for a program without an end", cost, err)
	}
}

// TestReaches is the inverse of At.
func TestReaches(t *testing.T) {
	for _, l := range []costs.Law{{Start: 1, Rate: 2}, {Exponential: true, Start: -3, Rate: 0.2}} {
		if n := l.Reaches(l.At(37)); math.Abs(n-37) > 1e-9 {
			t.Errorf("%v reaches %g, want 37", l, n)
		}
	}
}
