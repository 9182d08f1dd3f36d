package construct

import (
	"errors"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestFewLargeQuorums builds systems with few quorums that are large among many that are small:
// quorums times the greatest size is beyond quorum.MaxIncidences, their entries are not.
func TestFewLargeQuorums(t *testing.T) {
	for spec, want := range map[string]int{
		"truncated:n=50000,of=(wheel:n=100000)":                                                                   49_999,
		"truncated:n=140000,of=(wheel:n=150000)":                                                                  139_999,
		"lift:m=2,of=(truncated:n=50000,of=(wheel:n=100000))":                                                     99_998,
		"composition:outer=(wheel:n=30000),node=1,inner=(majority:n=3)":                                           3*29_999 + 1,
		"composition:outer=(wheel:n=150000),node=2,inner=(majority:n=3)":                                          149_998 + 3 + 3,
		"composition:outer=(composition:outer=(wheel:n=20000),node=2,inner=(wheel:n=3)),node=1,inner=(wheel:n=3)": 3*19_998 + 9 + 3,
		"rectangular-surficial:sides=29000-2-2,processes=20000":                                                   10_004,
	} {
		s, err := parsed(t, spec).Build(t.Context(), 0)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		assert.SameNumber(t, countOf(s), bigOf(want), "%s: quorums", spec)
	}
	wheel := built(t, "wheel:n=30000")
	if s, err := Composition(wheel, 0, built(t, "wheel:n=3")); err != nil || countOf(s).Cmp(bigOf(3*29_999+1)) != 0 {
		t.Errorf("%v", err)
	}
}

// TestTooLargeParts: the errors of parts that are too large are typed, and name what is.
func TestTooLargeParts(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	for spec, named := range map[string]string{
		"composition:outer=(weighted:votes=1-0),node=2,inner=(majority:n=30)": "majority:n=30", // no quorum holds node 2
		"composition:outer=(wheel:n=1000000),node=1,inner=(majority:n=3)":     "composition:outer=(wheel:n=1000000),node=1,inner=(majority:n=3)",
		"composition:outer=(wheel:n=20000),node=2,inner=(majority:n=17)":      "composition:outer=(wheel:n=20000),node=2,inner=(majority:n=17)",
	} {
		var e *quorum.TooManyError
		if _, err := parsed(t, spec).Build(t.Context(), 0); !errors.As(err, &e) || e.Spec != named {
			t.Errorf("%s: %v", spec, err)
		}
	}
	// A node in no quorum, and a family of more quorums than are listed: one for each pair of 1500
	// nodes.
	b := assert.Got(quorum.NewFamilyBuilder(1500))(t)
	for i := range 1500 {
		for j := range i {
			assert.OK(t, b.Add(j, i))
		}
	}
	pairs := assert.Got(quorum.NewSystem("pairs", b.Family(), quorum.SystemOptions{}))(t)
	assert.As[*quorum.TooManyError](Composition(built(t, "weighted:votes=1-0"), 1, pairs))(t)
}
