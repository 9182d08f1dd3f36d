package construct

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/machine/memory"
	"coterie/quorum"
)

// large are systems of every family that take long to count, to list or to judge.
var large = []string{
	"fpp:order=256", "fpp:order=361,plane=dual-hall", "fpp:order=169,plane=hughes", "fpp:order=1021",
	"degenerate-fpp:n=262000",
	"cyclic:order=256", "cyclic:n=16777216,cover=" + steps(16_777_216, 80),
	"grid:n=40000", "grid:n=1000000",
	"cover:group=D512,cover=" + steps(1024, 1), "cover:group=Z1024,cover=" + steps(1024, 1),
	"billiard:q=601", "billiard:q=5791",
	"triangle:rows=5792", "wall:rows=1-999998", "wheel:n=1000000", "tree:height=22", "tree:height=4,degree=4",
	"triangle-lattice:rows=10", "paths:d=4", "paths:d=2895",
	"weighted:votes=" + steps(20_000, 1), "weighted:votes=" + steps(19_000, 100),
	"majority:n=22", "majority:n=20000", "singleton:n=16777216",
	"surficial:n=16000000,m=2", "rectangular-surficial:sides=300-300-300,processes=1000",
	"affine:order=512,m=513", "net:side=4095,m=3", "design-surficial:design=triples,m=9999,degree=1",
	"lift:m=2000,of=(fpp:order=31)", "lift:m=2,of=(degenerate-fpp:n=200000)",
	"gifford:votes=" + steps(20_000, 100) + ",read=1000000,write=1000000",
	"read-write-grid:rows=4000,columns=4000",
	"composition:outer=(wheel:n=900000),node=1,inner=(wheel:n=3)",
	"hierarchical:outer=(wheel:n=4000),inner=(wheel:n=4000)", "hierarchical:outer=(grid:n=40000),inner=(majority:n=3)",
	"truncated:n=80000,of=(grid:n=90000),mode=merge", "truncated:n=60000,of=(fpp:order=256)",
	"sharing:alpha=1-2-3-1+2-1+3,size=3",
}

// steps is the list 0-k-2k-... below n.
func steps(n, k int) string {
	var b strings.Builder
	for v := 0; v < n; v += k {
		fmt.Fprintf(&b, "%d-", v)
	}
	return strings.TrimSuffix(b.String(), "-")
}

// TestEverythingStops: parsing, counting, listing and judging of large systems of every family end
// within a second of their context, counted in CPU time; three are allowed.
func TestEverythingStops(t *testing.T) {
	if testing.Short() {
		t.Skip("some tenths of a second for each system")
	}
	everythingStops(t, 20*time.Millisecond)
}

// everythingStops ends the context after some time.
func everythingStops(t *testing.T, after time.Duration) {
	seen := map[string]bool{}
	for _, spec := range large {
		name, _, _ := strings.Cut(spec, ":")
		seen[name] = true
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
	for _, f := range Families() {
		if !seen[f.Name] {
			t.Errorf("no large system of %s", f.Name)
		}
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

// TestHostileSpecs: what nobody means ends at once, with one short line.
func TestHostileSpecs(t *testing.T) {
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
	if testing.Short() {
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

// TestListsAskForMemory: what a list takes is told before it is made.
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

// TestOnce: what a context stopped is found at the next call, and found once.
func TestOnce(t *testing.T) {
	calls := 0
	find := once(func(ctx context.Context) (int, error) {
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
