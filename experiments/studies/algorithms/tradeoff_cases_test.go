package algorithms

import (
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

// TestCases: each claim about the cases of section 4.4 is refused if runs of its systems take one
// message more than it allows.
func TestCases(t *testing.T) {
	attacks := []takenBack{
		{Spec: "lift:m=2,of=(fpp:order=2)", N: 7, C: 3, Locks: 3, Entries: 10, Messages: 540},
		{Spec: "affine:order=3,m=2", N: 9, C: 3, Locks: 1, Entries: 10, Messages: 180},
		{Spec: "affine:order=3,m=2", N: 9, C: 3, Locks: 2, Entries: 10, Messages: 360},
	}
	verdicts := func(spoil int, by int) map[string]experiments.Verdict {
		list := append([]takenBack{}, attacks...)
		if spoil >= 0 {
			list[spoil].Messages += by
		}
		return studytest.Verdicts(func(out *experiments.Output) { claimCases(out, list, nil) })
	}
	if is := verdicts(-1, 0); len(is) != 5 {
		t.Fatalf("%d claims", len(is))
	} else {
		for id, v := range is {
			assert.Equal(t, v, experiments.Proved, "%s", id)
		}
	}
	for _, c := range []struct {
		spoil, by int
		id        string
	}{
		{0, 1, "joung-case-1-ordinary"}, {0, 200, "joung-case-2-plane"}, {1, 1, "joung-case-1-group"}, {2, 361, "joung-case-2-group"}, {2, 361, "joung-case-2-affine"},
	} {
		assert.Equal(t, verdicts(c.spoil, c.by)[c.id], experiments.Fails, "%s", c.id)
	}
	if degreeOf("affine:order=7,m=3") != 7 || degreeOf("lift:m=2,of=(fpp:order=3)") != 1 || degreeOf("surficial:m=2,k=4") != 0 {
		t.Error("degrees of specs")
	}
}
