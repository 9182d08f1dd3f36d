package construct

import (
	"fmt"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

func BenchmarkBuild(b *testing.B) {
	for _, spec := range []string{
		"fpp:order=64", "grid:n=10000", "billiard:q=141", "triangle:rows=9", "majority:n=22", "cyclic:order=64",
		"weighted:votes=21-20-19-18-17-16-15-14-13-12-11-10-9-8-7-6-5-4-3-2-1", "wall:rows=1-20-20-20-20", "tree:height=4",
		"read-write-grid:rows=5,columns=7",
	} {
		i := parsed(b, spec)
		b.Run("spec="+spec, func(b *testing.B) {
			shape := assert.Got(i.Shape(b.Context()))(b)
			entries := float64(shape.Quorums.Int64()) * float64(shape.MaxQuorum)
			for b.Loop() {
				assert.Got(i.Build(b.Context(), 0))(b)
			}
			b.ReportMetric(entries*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mentries/s")
		})
	}
}

func BenchmarkShape(b *testing.B) {
	for _, spec := range []string{
		"fpp:order=4093", "grid:n=16777216", "billiard:q=5791", "triangle:rows=5792", "majority:n=20000", "cyclic:order=4093",
		"weighted:votes=1" + strings.Repeat("-1", 1998), "tree:height=23",
	} {
		b.Run(fmt.Sprintf("spec=%.60s", spec), func(b *testing.B) {
			for b.Loop() {
				assert.Got(parsed(b, spec).Shape(b.Context()))(b)
			}
		})
	}
}

func BenchmarkForN(b *testing.B) {
	for _, f := range Families() {
		b.Run(fmt.Sprintf("family=%s", f.Name), func(b *testing.B) {
			for b.Loop() {
				for n := 1; n <= 200; n++ {
					f.ForN(n, 2)
				}
			}
		})
	}
}
