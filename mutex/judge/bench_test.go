package judge_test

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/mutex/explore"
	"coterie/mutex/judge"
)

// BenchmarkSets compares sets of requesters as parts of a job, on this machine, with a loop over
// them: many small sets, and a few that take long.
func BenchmarkSets(b *testing.B) {
	for _, x := range []struct {
		name, spec string
		requesters []int32
		most       int
	}{
		{"small", "wheel:n=6", []int32{1, 2, 3, 4, 5}, 2},
		{"large", "wheel:n=6", []int32{0, 1, 2}, 3},
	} {
		b.Run(x.name, func(b *testing.B) {
			c := configOf(b, x.spec, "maekawa-fixed", 0, 6, x.requesters...)
			sets := judge.Sets(c.Requesters, 1, x.most)
			first := make([]int, len(sets)) // each by itself
			for i := range first {
				first[i] = i
			}
			o := judge.SetOptions{Options: judge.Options{Options: explore.Options{Jobs: 2}}}
			var plain, parts []judge.Report
			reach.NoSlower(b, "explore/sets/"+x.name, func() {
				plain = nil
				for _, set := range sets {
					one := c
					one.Requesters = set
					r := assert.Got(judge.Of(b.Context(), one, o.Options))(b)
					plain = append(plain, r)
				}
			}, func() {
				var err error
				if parts, _, err = judge.Each(b.Context(), c, sets, first, o); err != nil {
					b.Fatal(err)
				}
			})
			assert.MustEqual(b, tells(b, plain), tells(b, parts), "the reports differ")
		})
	}
}
