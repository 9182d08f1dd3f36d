package groups

import (
	"math/big"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

func TestResponsibilityTradeoffSmall(t *testing.T) {
	folder := studytest.Small(t, declareResponsibility, tradeoffParameters{Groups: []int{2, 3, 7, 9, 13}, Degrees: 5, Nodes: 200, Figure: []int{7, 13}}, nil)
	lines := studytest.Lines(t, folder, "systems.csv")
	studytest.WantRows(t, folder, "systems.csv",
		// m, design, R, d, n, least n, K, least K, n/d², K/√n, load, messages
		"7,pairs,2,3,189,189,18,18,21,1.30931,2/21,3456,true,true,true,true,true,true,true,true,",
		"7,projective,3,3,63,63,9,9,7,1.13389,1/7,594,true,true,true,true,true,true,true,",
		"7,triples,3,3,63,63,9,9,7,1.13389,1/7,594,",
		"9,affine,3,4,192,192,16,16,12,1.1547,1/12,2352,",
		"13,projective,4,3,117,117,12,12,13,1.1094,4/39,1440,",
		"3,one,3,4,16,16,4,4,1,1,1/4,60,",
		"3,one,3,2,4,4,2,2,1,1,1/2,18,true,true,true,true,true,true,true,false,", // nondominated
	)
	for _, line := range lines[1:] {
		if strings.Contains(line, "false,true") || strings.Count(line, "false") > 1 {
			t.Errorf("not all holds: %s", line)
		}
	}

	studytest.WantRows(t, folder, "responsibilities.csv",
		"7,3,7,1.13389,true,1,triples projective", "7,4,7/2,1.06904,false,2,", "13,4,13,1.1094,true,1,projective", "9,3,12,1.1547,true,1,triples affine",
	)
}

// TestTradeoffJudges: each flag refuses systems without its property.
func TestTradeoffJudges(t *testing.T) {
	cartel := func(n int, quorums ...[]int) quorum.Family {
		return assert.Got(quorum.NewFamily(n, quorums))(t)
	}
	rows, columns := []([]int){{0, 1}, {2, 3}}, []([]int){{0, 2}, {1, 3}}
	for what, c := range map[string]struct {
		cartels []quorum.Family
		flags   [9]bool // as below
		degree  int
	}{
		"a square":      {[]quorum.Family{cartel(4, rows...), cartel(4, columns...)}, [9]bool{true, true, true, true, true, true, true, true, true}, 2},
		"disjoint":      {[]quorum.Family{cartel(4, rows...), cartel(4, rows...)}, [9]bool{false, true, true, true, true, false, false, true, true}, 2},
		"one less":      {[]quorum.Family{cartel(4, rows...), cartel(4, columns[0])}, [9]bool{true, true, false, true, false, true, false, false, false}, 1},
		"not minimal":   {[]quorum.Family{cartel(4, []int{0, 1}, []int{0, 1, 2}), cartel(4, []int{0}, []int{1})}, [9]bool{true, false, true, false, false, true, false, false, false}, 0},
		"an extra node": {[]quorum.Family{cartel(5, []int{0, 1, 4}, []int{2, 3}), cartel(5, columns...)}, [9]bool{true, true, true, false, false, true, false, false, false}, 2},
		"two meetings":  {[]quorum.Family{cartel(2, []int{0, 1}), cartel(2, []int{0, 1})}, [9]bool{true, true, true, true, true, false, false, false, true}, 1},
	} {
		g := assert.Got(quorum.NewGroupSystem("", c.cartels, nil))(t)
		var r tradeoffRow
		assert.OK(t, r.judge(t.Context(), g))
		got := [9]bool{r.Crossing, r.Minimal, r.EqualCartels, r.EqualSizes, r.EqualResponsibilities, r.SingleMeetings, r.Needless == "", r.meetsBound(), r.loadExact()}
		if got != c.flags || r.Degree != c.degree || (r.Reason == "") != (what == "a square") {
			t.Errorf("%s: %v, degree %d, want %v, degree %d; %s", what, got, r.Degree, c.flags, c.degree, r.Reason)
		}
	}
}

// TestTradeoffClaimsRefuse gives the judges rows with one error each.
func TestTradeoffClaimsRefuse(t *testing.T) {
	row := func(spec string) tradeoffRow {
		return assert.Got(judgeTradeoff(t.Context(), spec))(t)
	}
	good := func() []tradeoffRow {
		return []tradeoffRow{
			row("design-surficial:design=pairs,m=3,degree=2"), row("design-surficial:design=pairs,m=3,degree=3"),
			row("design-surficial:design=one,m=3,degree=5"),
		}
	}
	if r := good()[0]; r.Net.Degree != 3 || r.Net.N != 9 || r.Design != construct.PairsDesign || r.load().Cmp(big.NewRat(1, 3)) != 0 ||
		r.messages().Cmp(big.NewRat(84, 1)) != 0 || r.Responsibility != 2 {
		t.Errorf("%+v", r)
	}
	for what, c := range map[string]struct {
		spoil func(rows []tradeoffRow)
		id    string
		want  experiments.Verdict
	}{
		"nothing":              {func([]tradeoffRow) {}, "joung-surficial-not-optimal", experiments.HoldsOn},
		"no better net":        {func(r []tradeoffRow) { r[0].Net.Degree = 2 }, "joung-surficial-not-optimal", experiments.Fails},
		"nothing, load":        {func([]tradeoffRow) {}, "ours-load-and-degree", experiments.Fails},
		"no lighter system":    {func(r []tradeoffRow) { r[2].N = 28 }, "ours-load-and-degree", experiments.HoldsOn},
		"lower degree":         {func(r []tradeoffRow) { r[0].Degree = 1 }, "joung-load-and-degree", experiments.Fails},
		"nothing, size":        {func([]tradeoffRow) {}, "joung-degree-and-size", experiments.HoldsUnder},
		"smaller of one R":     {func(r []tradeoffRow) { r[1].K = 4 }, "joung-degree-and-size", experiments.Fails},
		"distributed":          {func(r []tradeoffRow) { r[1].Dominated = false }, "joung-distributed-dominated-groups", experiments.Fails},
		"not distributed":      {func(r []tradeoffRow) { r[1].Dominated, r[1].EqualSizes = false, false }, "joung-distributed-dominated-groups", experiments.HoldsOn},
		"nothing, meetings":    {func([]tradeoffRow) {}, "joung-single-meetings", experiments.Proved},
		"too small":            {func(r []tradeoffRow) { r[0].K, r[0].SingleMeetings = 3, false }, "joung-single-meetings", experiments.Fails},
		"larger than needed":   {func(r []tradeoffRow) { r[0].K = 5 }, "joung-single-meetings", experiments.Fails},
		"larger, not once met": {func(r []tradeoffRow) { r[0].K, r[0].SingleMeetings = 5, false }, "joung-single-meetings", experiments.Proved},
	} {
		rows := good()
		c.spoil(rows)
		verdicts := studytest.Verdicts(func(out *experiments.Output) {
			claimTradeoff(out, tradeoffParameters{Groups: []int{3}, Degrees: 5, Nodes: 30}, rows)
		})
		assert.Equal(t, verdicts[c.id], c.want, "%s: %s", what, c.id)
	}
}
