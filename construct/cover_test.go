package construct

import (
	"errors"
	"testing"

	"coterie/groups"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestCover: over Z_n the translates are the quorums of Cyclic; over a group that is not abelian
// they have Maekawa's conditions.
func TestCover(t *testing.T) {
	z13 := assert.Got(groups.Parse("Z13"))(t)
	a := assert.Got(quorum.As[*quorum.System](Cover(z13, []int{3, 0, 9, 1})))(t)
	b := assert.Got(quorum.As[*quorum.System](Cyclic(13, []int{0, 1, 3, 9})))(t)
	for i := range 13 {
		if !a.Family().Set(i).Equal(b.Family().Set(i)) {
			t.Errorf("quorum %d: %v and %v", i+1, a.Family().Set(i), b.Family().Set(i))
		}
	}
	for _, spec := range []string{"cover:group=Z5:Z8,cover=0-1-5-11-14-24-25", "cover:group=Z5:Z8,cover=1-5-11-14-24-25-0", "cover:group=A4,cover=0-1-2-3-4-5-6", "cover:group=Z1,cover=0"} {
		s, ok := built(t, spec).(*quorum.System)
		if !ok {
			t.Fatal(spec)
		}
		wantVerdicts(t, s, map[quorum.Property]quorum.Truth{
			quorum.Intersection: quorum.Holds, quorum.Inclusion: quorum.Holds, quorum.EqualEffort: quorum.Holds, quorum.EqualResponsibility: quorum.Holds,
			quorum.Minimality: quorum.Holds, quorum.Uniqueness: quorum.Holds,
		})
	}
}

func TestCoverRefuses(t *testing.T) {
	for spec, why := range map[string]string{
		"cover:group=Z13,cover=0-1-3": "4 is no quotient", "cover:group=Z13,cover=0-1-3-13": "elements in 0..12", "cover:group=Z13,cover=0-0-1": "different",
		"cover:group=Z0,cover=0": "want a name such as Z12", "cover:cover=0": "group", "cover:group=Z13": "cover", "cover": "group",
	} {
		_, err := Parse(t.Context(), spec)
		if err == nil {
			t.Errorf("%s is built", spec)
			continue
		}
		text := err.Error()
		var hint interface{ Hint() string }
		if errors.As(err, &hint) {
			text += hint.Hint()
		}
		assert.Contains(t, text, why, "%s", spec)
	}
}
