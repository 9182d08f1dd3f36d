package construct

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/check/samples"
	"coterie/internal/machine/memory"
	"coterie/quorum"
)

// TestEverythingStops: parsing, counting, listing and judging of large systems of every family end
// within a second of their context, counted in CPU time; three are allowed.
func TestEverythingStops(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	everythingStops(t, 20*time.Millisecond)
}

// everythingStops ends the context after some time.
func everythingStops(t *testing.T, after time.Duration) {
	specs := []string{"cyclic:n=16777216,cover=" + samples.Steps(16_777_216, 80)} // of 1.7 MB
	for _, f := range samples.All() {
		specs = append(specs, f.Large()...)
	}
	for _, spec := range specs {
		cause := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		begun := reach.CPU()
		timer := time.AfterFunc(after, func() { cancel(cause) })
		err := countListAndJudge(ctx, spec)
		if took := reach.CPU() - begun; took > 3*time.Second {
			t.Errorf("%s took %v: %v", shortSpec(spec), took, err)
		}
		var many *quorum.TooManyError
		var none *NoSystemError
		var cover *quorum.InputError
		var param *ParamError
		if err != nil && !errors.Is(err, cause) && !errors.As(err, &many) && !errors.As(err, &none) && !errors.As(err, &cover) && !errors.As(err, &param) {
			t.Errorf("%s: %v", shortSpec(spec), err)
		}
		timer.Stop()
		cancel(nil)
	}
}

func countListAndJudge(ctx context.Context, spec string) error {
	i, err := Parse(ctx, spec)
	if err != nil {
		return err
	}
	if _, err := i.Shape(ctx); err != nil && !errors.Is(err, context.Cause(ctx)) {
		return err
	}
	s, err := i.Build(ctx, 0)
	if err != nil {
		return err
	}
	quorum.Check(ctx, s, quorum.Options{Jobs: 1})
	return nil
}

// TestHostileSpecs: a spec that nobody means ends at once, with one short line.
func TestHostileSpecs(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	deep := func(n int) string {
		return strings.Repeat("lift:m=2,of=(", n) + "majority:n=3" + strings.Repeat(")", n)
	}
	numbers := []string{"-1", "0", "1000000000", "1000000000000000000", "9223372036854775807", "9223372036854775808", strings.Repeat("9", 1_000_000)}
	specs := []string{deep(17), deep(100_000), "lift:m=2,of=" + strings.Repeat("(", 100_000), "wall:rows=" + strings.Repeat("2-", 2_000_000) + "2", strings.Repeat("x", 10_000_000)}
	for _, f := range Families() {
		for _, p := range f.Params {
			for _, v := range numbers {
				parts := []string{p.Name + "=" + v}
				for _, q := range f.Params {
					if !q.Optional && q.InsteadOf == "" && q.Name != p.Name && q.Name != p.InsteadOf {
						parts = append(parts, q.Name+"=3")
					}
				}
				specs = append(specs, f.Name+":"+strings.Join(parts, ","))
			}
		}
	}
	soon := 3 * time.Second
	if !assert.WithSlow {
		soon *= 5 // under the race detector
	}
	for _, spec := range specs {
		begun := reach.CPU()
		if err := countListAndJudgeSoon(t, spec); err != nil && (len(err.Error()) > 1000 || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%.60s: an error of %d bytes: %.200s", spec, len(err.Error()), err)
		}
		if took := reach.CPU() - begun; took > soon {
			t.Errorf("%.60s took %v", spec, took)
		}
	}
}

func countListAndJudgeSoon(t *testing.T, spec string) error {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	return countListAndJudge(ctx, spec)
}

// TestListsAskForMemory: the memory of a list is asked for before the list is made.
func TestListsAskForMemory(t *testing.T) {
	for _, spec := range []string{"fpp:order=31", "degenerate-fpp:n=900", "grid:n=2500", "net:side=128,m=3", "wheel:n=100000", "majority:n=17", "lift:m=3,of=(grid:n=2500)"} {
		ctx := memory.With(t.Context(), 10_000)
		var large *memory.Error
		if s, err := parsed(t, spec).Build(ctx, 0); s != nil || !errors.As(err, &large) || large.Need < 100_000 {
			t.Errorf("%s: %v, %v", spec, s != nil, err)
		}
	}
	if _, err := parsed(t, "fpp:order=2").Build(memory.With(t.Context(), 10_000), 0); err != nil {
		t.Error(err)
	}
}
