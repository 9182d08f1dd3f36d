package compare

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestMix: under nine reads in ten, read-one/write-all has the load (9/10)/n + 1/10 and asks 9/10 +
// n/10 nodes, one in n of which is the asking node. At equal shares the other system is better,
// under the mix this one.
func TestMix(t *testing.T) {
	const all, even = "expr:a+b+c+d", "expr:a*b + c*d"
	specs := []Given{given(t, all), given(t, even)}
	loads := func(mix ...bounds.Fraction) map[string]Row {
		table := assert.Got(Compare(t.Context(), []int{4}, 2, specs, Options{Mix: mix}))(t)
		assert.True(t, slices.Equal(table.Roles, []string{"reads", "writes"}), "roles %v", table.Roles)
		rows := map[string]Row{}
		for _, r := range table.Rows {
			rows[r.Spec] = r
		}
		return rows
	}
	nine := bounds.FractionOf(9, 10)
	equal, mixed := loads(), loads(nine, bounds.FractionOf(1, 10))
	assert.SameNumber(t, mixed[all].Load.Exact, big.NewRat(13, 40), "load")
	assert.SameNumber(t, mixed[all].Messages.Exact, big.NewRat(117, 40), "messages")
	if equal[all].Load.Exact.Cmp(equal[even].Load.Exact) <= 0 || mixed[all].Load.Exact.Cmp(mixed[even].Load.Exact) >= 0 {
		t.Errorf("the mix does not turn the ranks: %v, %v", equal, mixed)
	}
	for _, mix := range [][]bounds.Fraction{{nine}, {nine, nine}} {
		_, err := Compare(t.Context(), []int{4}, 2, specs, Options{Mix: mix})
		if input := (*quorum.InputError)(nil); !errors.As(err, &input) || input.What != "mix" {
			t.Errorf("%v: %v", mix, err)
		}
	}
}

// TestWithout names the families that have no system, for one n.
func TestWithout(t *testing.T) {
	for _, sizes := range [][]int{{11}, {11, 12}} {
		table := assert.Got(Compare(t.Context(), sizes, 0, nil, Options{Only: []Quantity{K}, Families: []string{"fpp", "grid", "triangle"}}))(t)
		if want := []string{"fpp", "triangle"}; len(sizes) == 1 && !slices.Equal(table.Without, want) || len(sizes) > 1 && table.Without != nil {
			t.Errorf("%v: %q", sizes, table.Without)
		}
	}
}
