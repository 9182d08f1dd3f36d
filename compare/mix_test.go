package compare

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/measure"
)

// TestMix: under nine reads in ten, read-one/write-all has the load (9/10)/n + 1/10 and asks
// 9/10 + n/10 nodes, of which one in n is the one that asks; at equal shares the other is better,
// under the mix it.
func TestMix(t *testing.T) {
	const all, even = "expr:a+b+c+d", "expr:a*b + c*d"
	specs := []Given{given(t, all), given(t, even)}
	loads := func(mix ...bounds.Fraction) map[string]Row {
		table, err := Compare(t.Context(), []int{4}, 2, specs, Options{Mix: mix})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(table.Roles, []string{"reads", "writes"}) {
			t.Errorf("roles %v", table.Roles)
		}
		rows := map[string]Row{}
		for _, r := range table.Rows {
			rows[r.Spec] = r
		}
		return rows
	}
	nine := bounds.FractionOf(9, 10)
	equal, mixed := loads(), loads(nine, bounds.FractionOf(1, 10))
	if got := mixed[all].Load.Exact; got.Cmp(big.NewRat(13, 40)) != 0 {
		t.Errorf("load %v, want 9/40 + 1/10", got)
	}
	if got := mixed[all].Messages.Exact; got.Cmp(big.NewRat(117, 40)) != 0 {
		t.Errorf("messages %v, want 3·13/10·3/4", got)
	}
	if equal[all].Load.Exact.Cmp(equal[even].Load.Exact) <= 0 || mixed[all].Load.Exact.Cmp(mixed[even].Load.Exact) >= 0 {
		t.Errorf("the mix does not turn the ranks: %v, %v", equal, mixed)
	}
	for _, mix := range [][]bounds.Fraction{{nine}, {nine, nine}} {
		_, err := Compare(t.Context(), []int{4}, 2, specs, Options{Mix: mix})
		if input := (*measure.InputError)(nil); !errors.As(err, &input) || input.Option != "mix" {
			t.Errorf("%v: %v", mix, err)
		}
	}
}

// TestWithout names the families that have no system, for one n.
func TestWithout(t *testing.T) {
	for _, sizes := range [][]int{{11}, {11, 12}} {
		table, err := Compare(t.Context(), sizes, 0, nil, Options{Only: []Quantity{K}, Families: []string{"fpp", "grid", "triangle"}})
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"fpp", "triangle"}; len(sizes) == 1 && !slices.Equal(table.Without, want) || len(sizes) > 1 && table.Without != nil {
			t.Errorf("%v: %q", sizes, table.Without)
		}
	}
}
