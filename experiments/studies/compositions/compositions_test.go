package compositions

import (
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestCompositionsSmall(t *testing.T) {
	folder := studytest.Small(t, declare, parameters{Cartels: 3, Sides: 3, Mapped: 12, Paths: []int{3, 5}, Listed: 5000}, nil)

	// 3 + 2 + 1 pairs of sides and 10 triples, each choice once.
	plain := 0
	for _, line := range studytest.Lines(t, folder, "staircases.csv") {
		if strings.Contains(line, ",false,true,") {
			plain++
		}
	}
	assert.Equal(t, plain, 16, "staircases without a mapping")
	// 4 cells of 4 cells each: quorums of 3 times 3 sites, 4·4³ of them; a flat grid of 16 sites
	// would need 6.
	want := `"hierarchical:outer=(billiard:q=3),inner=(billiard:q=3)",3,3,16,9,6,1.59099,true`
	studytest.WantRows(t, folder, "hierarchies.csv", want)
}

// TestCompositionClaimsRefuse gives the judges rows with one error each.
func TestCompositionClaimsRefuse(t *testing.T) {
	stairs := staircaseRow{Spec: "rectangular-surficial:sides=1-2", N: 2, Sides: []int{1, 2}, Crossing: true, Minimal: true, MinResp: 2, MaxResp: 2,
		Degree: 1, Bound: 1, MeetOnce: true, SidesDegree: true}
	mapped := staircaseRow{Spec: "rectangular-surficial:sides=1-2,processes=1", N: 1, Sides: []int{1, 2}, Processes: 1, Crossing: true, Minimal: true}
	nested := hierarchyRow{Spec: "h", Outer: 3, Inner: 3, N: 16, K: 9, Flat: 6, Listed: true, Intersecting: true}
	for _, c := range map[string]struct {
		spoil func(*staircaseRow, *staircaseRow, *hierarchyRow)
		id    string
	}{
		"a quorum too large":     {func(_, _ *staircaseRow, h *hierarchyRow) { h.K = 10 }, "agrawal-hierarchical"},
		"disjoint quorums":       {func(_, _ *staircaseRow, h *hierarchyRow) { h.Intersecting = false }, "agrawal-hierarchical"},
		"another size":           {func(_, _ *staircaseRow, h *hierarchyRow) { h.K = 8 }, "agrawal-hierarchical-size"},
		"two common nodes":       {func(s, _ *staircaseRow, _ *hierarchyRow) { s.MeetOnce = false }, "joung-dimensions"},
		"responsibility":         {func(s, _ *staircaseRow, _ *hierarchyRow) { s.MaxResp = 3 }, "joung-dimensions"},
		"another degree":         {func(s, _ *staircaseRow, _ *hierarchyRow) { s.Degree = 2 }, "joung-dimensions-degree"},
		"cartels that are apart": {func(_, m *staircaseRow, _ *hierarchyRow) { m.Crossing = false }, "joung-mappings"},
	} {
		s, m, h := stairs, mapped, nested
		c.spoil(&s, &m, &h)
		studytest.WantFails(t, c.id, func(out *experiments.Output) {
			claim(out, parameters{}, []staircaseRow{s, m}, []hierarchyRow{h})
		})
	}
	for id, verdict := range studytest.Verdicts(func(out *experiments.Output) {
		claim(out, parameters{}, []staircaseRow{stairs, mapped}, []hierarchyRow{nested})
	}) {
		assert.Equal(t, verdict == experiments.Fails, false, "sound rows: %s fails", id)
	}
}
