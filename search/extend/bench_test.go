package extend_test

import (
	"context"
	"testing"
	"time"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/extend"
)

func build(t testing.TB, spec string) quorum.Structure {
	t.Helper()
	s := assert.Got(construct.Build(context.Background(), spec))(t).Structure
	return s
}

// BenchmarkFind extends to a nondominated system, with the proof, and counts its quorums.
func BenchmarkFind(b *testing.B) {
	for _, job := range []struct{ name, spec string }{
		{"extend/grid5x5", "grid:n=25"},
		{"extend/pg-2-4", "fpp:order=4"},
		{"extend/surficial-54-4", "surficial:n=54,m=4"},
	} {
		b.Run(job.name, func(b *testing.B) {
			s := build(b, job.spec)
			for b.Loop() {
				e := assert.Got(extend.Find(b.Context(), s, extend.Options{}))(b)
				if e.Verdict != search.Found || e.Proof == "" || !e.Contains {
					b.Fatalf("%+v", e)
				}
				if counts, err := e.Count(b.Context()); err != nil || counts[0].Sign() <= 0 {
					b.Fatal(counts, err)
				}
			}
			reach.Time(b, job.name, reach.PerRun(b), 10*time.Second)
		})
	}
}
