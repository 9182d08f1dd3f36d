package experiments

import (
	"context"
	"errors"
	"testing"

	"coterie/internal/check/assert"
)

// A study that ignores its context is left behind: run, check and redraw end in time, none of its
// files are installed, and its finished rows are kept.
func TestDeafStudyIsLeft(t *testing.T) {
	a := newFake("alpha")
	a.defaults.To = 6
	opts := options(t.TempDir(), a)
	mustRun(t, opts)
	wake := make(chan struct{})
	defer close(wake)
	for _, in := range []string{"row", "declaration", "certificate"} {
		var cancel context.CancelFunc
		deaf := func() {
			cancel()
			<-wake
		}
		a := newFake("alpha")
		a.defaults.To = 6
		study := a.study()
		switch in {
		case "row":
			a.onRow = func(_ context.Context, n int) error {
				if n == 6 {
					deaf()
				}
				return nil
			}
		case "declaration":
			inner := study.run
			study.run = func(out *Output) error {
				err := inner(out)
				deaf()
				return err
			}
		case "certificate":
			study.Verify = func(context.Context, bool, string, []byte) error { deaf(); return nil }
		}
		opts := opts
		opts.Studies, opts.Names = []Study{study}, []string{"alpha"}
		before := snapshot(t, opts.Results)
		for verb, do := range map[string]func(context.Context) error{
			"run":   func(ctx context.Context) error { return second(Run(ctx, opts)) },
			"check": func(ctx context.Context) error { return second(Check(ctx, opts)) },
		} {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			cancel = stop
			if err := do(ctx); !errors.Is(err, context.Canceled) { // and it comes back while others are deaf
				t.Errorf("%s, %s: %v", in, verb, err)
			}
		}
		for name, content := range snapshot(t, opts.Results) {
			assert.Equal(t, content, before[name], "%s: %s changed", in, name)
		}
	}
	// The value of a study's panic is not lost on the way.
	if !panics(func() { leaving(t.Context(), func() error { panic("a bug") }) }) {
		t.Error("a panic was swallowed")
	}
}
