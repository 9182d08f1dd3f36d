package quorum_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/planes"
	"coterie/quorum"
)

// planeFamily returns the lines of PG(2, q).
func planeFamily(tb testing.TB, q int) quorum.Family {
	tb.Helper()
	plane := assert.Got(planes.NewProjective(tb.Context(), q))(tb)
	b := assert.Got(quorum.NewFamilyBuilder(plane.Points()))(tb)
	for _, line := range plane.AllLines() {
		assert.OK(tb, b.AddSorted(line))
	}
	return b.Family()
}

// meetByMerging is the plain way: merge the sorted slices of every two quorums.
func meetByMerging(f quorum.Family) bool {
	for i, a := range f.All() {
		for j := i + 1; j < f.Len(); j++ {
			if !merge(a, f.Quorum(j)) {
				return false
			}
		}
	}
	return true
}

func merge(a, b []int32) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			return true
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return false
}

func intersects(f quorum.Family, jobs int) bool {
	return quorum.JudgeIntersection(context.Background(), f, quorum.Options{Jobs: jobs}).Holds == quorum.Holds
}

func TestMergingAgrees(t *testing.T) {
	for _, q := range []int{1, 2, 3, 4, 5, 7, 8} {
		f := planeFamily(t, q)
		if !meetByMerging(f) || !intersects(f, 1) {
			t.Errorf("the lines of PG(2,%d) meet", q)
		}
	}
}

func BenchmarkIntersection(b *testing.B) {
	for _, order := range []int{16, 64} {
		f := planeFamily(b, order)
		b.Run(fmt.Sprintf("order=%d/method=incidence", order), func(b *testing.B) {
			for b.Loop() {
				assert.MustTrue(b, intersects(f, 1), "the lines of a plane meet")
			}
		})
		b.Run(fmt.Sprintf("order=%d/method=merge", order), func(b *testing.B) {
			for b.Loop() {
				assert.MustTrue(b, meetByMerging(f), "the lines of a plane meet")
			}
		})
	}
}

// BenchmarkIntersectionRatio measures both methods in one run, on one core each,
// the faster one several times.
func BenchmarkIntersectionRatio(b *testing.B) {
	const order, target = 64, 50.0
	f := planeFamily(b, order)
	var ratio float64
	for b.Loop() {
		const rounds = 10
		start := time.Now()
		for range rounds {
			intersects(f, 1)
		}
		fast := time.Since(start) / rounds
		start = time.Now()
		meetByMerging(f)
		ratio = float64(time.Since(start)) / float64(fast)
	}
	b.ReportMetric(ratio, "ratio")
	verdict := "PASS"
	if ratio < target {
		verdict = "MISS"
	}
	fmt.Printf("all lines of PG(2,%d) meet: incidence rows %.0f times merging; target %.0f: %s\n", order, ratio, target, verdict)
	if ratio < target/2 {
		b.Errorf("ratio %.1f is below half the target %.0f", ratio, target)
	}
}
