package require_test

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/search/fleet/require"
)

func stated() *fleet.Fleet {
	f := &fleet.Fleet{Zones: []fleet.Zone{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	for i := range 6 {
		f.Nodes = append(f.Nodes, fleet.Node{Zone: i % 3})
	}
	f.Require = fleet.Requirements{SurviveNodes: 2, SurviveZones: 1, Capacity: big.NewRat(3, 1), Network: big.NewRat(4, 1)}
	return f
}

func TestOf(t *testing.T) {
	f := stated()
	all := require.Of(f)
	assert.MustSlice(t, all, []require.Requirement{require.SurviveNodes, require.SurviveZones, require.Capacity, require.Network})
	assert.Deep(t, require.Only(f, all...), f, "all requirements are not the fleet")
	if g := require.Without(f, require.SurviveNodes); g.Require.SurviveNodes != 0 || g.Require.Capacity == nil || f.Require.SurviveNodes != 2 {
		t.Error(g.Require)
	}
}

func TestVariants(t *testing.T) {
	var got []string
	for _, v := range require.Variants(stated()) {
		got = append(got, string(v.Requirement)+" "+string(v.Change))
	}
	want := []string{"survive nodes dropped", "survive zones dropped", "capacity dropped", "network dropped",
		"survive nodes one less", "survive nodes one more", "survive zones one more"}
	assert.Slice(t, got, want)
}

// Two nodes and a zone exclude each other here, and three more do: the two are the smaller set.
func TestConflict(t *testing.T) {
	asked := 0
	absent := func(_ context.Context, f *fleet.Fleet) (string, bool, error) {
		asked++
		r := f.Require
		return "so", r.SurviveNodes > 0 && r.SurviveZones > 0 || r.SurviveNodes > 0 && r.Capacity != nil && r.Network != nil, nil
	}
	set, why, err := require.Conflict(t.Context(), stated(), absent)
	if err != nil || why != "so" || !slices.Equal(set, []require.Requirement{require.SurviveNodes, require.SurviveZones}) {
		t.Error(set, why, err)
	}
	if asked > 4+6 {
		t.Errorf("%d questions", asked)
	}
	never := func(context.Context, *fleet.Fleet) (string, bool, error) { return "", false, nil }
	if set, _, err := require.Conflict(t.Context(), stated(), never); set != nil || err != nil {
		t.Error(set, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	cancel(gone)
	if _, _, err := require.Conflict(ctx, stated(), never); !errors.Is(err, gone) {
		t.Error(err)
	}
}

// A load that is twice the number of requirements, half of which is proven.
func TestCosts(t *testing.T) {
	answer := func(f *fleet.Fleet) require.Answer {
		k := int64(len(require.Of(f)))
		return require.Answer{Value: big.NewRat(2*k, 1), Bound: big.NewRat(k, 1)}
	}
	f := stated()
	costs, err := require.Costs(t.Context(), f, answer(f), func(_ context.Context, g *fleet.Fleet) (require.Answer, error) { return answer(g), nil })
	if err != nil || len(costs) != 7 {
		t.Fatal(len(costs), err)
	}
	c := costs[0] // 8 becomes 6; really something of 4..8 becomes something of 3..6
	if c.Proven || c.Share.Cmp(big.NewRat(-1, 4)) != 0 || c.Least.Cmp(big.NewRat(-5, 8)) != 0 || c.Most.Cmp(big.NewRat(1, 2)) != 0 {
		t.Errorf("%+v", c)
	}
}

// A cost is proven only where both answers are.
func TestCostsProven(t *testing.T) {
	one, two := big.NewRat(1, 1), big.NewRat(2, 1)
	sure, open := require.Answer{Value: two, Bound: two}, require.Answer{Value: two, Bound: one}
	for _, c := range []struct {
		own, other require.Answer
		proven     bool
	}{{sure, sure, true}, {open, sure, false}, {sure, open, false}, {sure, require.Answer{Value: two}, false}} {
		costs, err := require.Costs(t.Context(), stated(), c.own, func(context.Context, *fleet.Fleet) (require.Answer, error) { return c.other, nil })
		if err != nil || len(costs) == 0 || costs[0].Proven != c.proven {
			t.Errorf("%+v, %+v: %+v, %v", c.own, c.other, costs, err)
		}
	}
}
