package algorithms

import (
	"testing"

	"coterie/internal/check/assert"
)

// TestTakeBack: the adversary of Maekawa_M breaks the printed bound for every max[g] above 1, and
// never the bound 6c·max[g] of docs/theorems/maekawa-m-messages.md. Over one quorum of two groups
// the cost is known in closed form.
func TestTakeBack(t *testing.T) {
	for _, spec := range []string{"lift:m=2,of=(fpp:order=2)", "lift:m=2,of=({1,2})", "surficial:m=2,k=3", "surficial:m=3,k=2", "affine:order=3,m=3"} {
		for locks := 1; locks <= 3; locks++ {
			for _, strong := range []int{0, 1, 10, 60} {
				r := assert.Got(takeBack(t.Context(), takenBack{Spec: spec, Locks: locks, Strong: strong, Weak: locks - 1}))(t)
				if r.Entries != r.Processes || r.Messages > 6*r.C*locks*r.Entries {
					t.Errorf("%+v: more than 6c·max[g]", r)
				}
				if above := r.mean() > float64(r.bound()); above != (locks > 1 && strong == 60) && strong != 10 {
					t.Errorf("%+v: %.2f messages per entry, Theorem 4.5 allows %d", r, r.mean(), r.bound())
				}
				if want := strong*6*r.C*locks + (2*locks-1)*3*r.C; spec[0] == 'l' && r.Messages != want {
					t.Errorf("%+v: want %d messages", r, want)
				}
			}
		}
	}
}

func TestHurry(t *testing.T) {
	for _, spec := range []string{"lift:m=2,of=(fpp:order=3)", "surficial:m=3,k=2", "lift:m=2,of=(singleton:n=1)"} {
		for _, fifo := range []bool{true, false} {
			r, err := hurry(t.Context(), earlyAgain{Spec: spec, FIFO: fifo})
			want := 3*r.C + 1
			if fifo {
				want--
				if r.C == 1 {
					want = 3
				}
			}
			if err != nil || r.Messages != want {
				t.Errorf("%+v, %v; want %d", r, err, want)
			}
		}
	}
}

func TestPassing(t *testing.T) {
	assert.Equal(t, assert.Got(passing(t.Context(), "surficial:m=2,k=2", 50))(t), 50)
}
