package coteries

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/papers"
	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/measure/votes"
	"coterie/search/enumerate"
)

func TestCountsSmall(t *testing.T) {
	p := countParameters{Nodes: 6, Listed: 6, Votes: 6, Tried: 6, Groups: []int{2, 3}, Tuples: 3, Second: 3, K: 4}
	folder := studytest.Small(t, declareCounts, p, nil)
	lines := studytest.Lines(t, folder, "small-coteries.csv")
	studytest.WantRows(t, folder, "small-coteries.csv",
		"6,nondominated coteries,true,false,2646,split on four nodes,listing,",
		"6,nondominated coteries,false,false,30,",
		"6,nondominated coteries,false,true,23,", // von Neumann and Morgenstern 1944 count 4 for five
		"5,coteries,true,false,2645,one less than nondominated ones on a node more: split on four nodes,listing,",
		"5,coteries,true,true,2330,",
		"4,coteries,false,true,9,",
		"6,nondominated coteries with votes,true,false,1684,",
		"6,nondominated coteries with votes,false,true,14,",
		"6,regular nondominated coteries,false,false,21,",
		"3,coteries with votes and a quota,true,false,11,",
	)
	for _, l := range lines[1:] {
		if fields := strings.Split(l, ","); !strings.Contains(l, "listing") && !strings.Contains(l, "every ") {
			t.Errorf("no second method: %s", fields)
		}
	}
	// On four nodes: each node alone, the majority of each three, a wheel around each. An exchange
	// of two nodes keeps two of each four systems.
	studytest.WantRows(t, folder, "terms.csv", "4,1+1+1+1,1,12", "4,2+2,3,0", "3,3,2,1", "4,2+1+1,6,6", "4,3+1,8,3")
	studytest.WantRows(t, folder, "groups.csv", // each by a second method, too
		"3,2,true,true,18,D(n) - 2: cartel 1 is any monotone function that is not constant, cartel 2 its dual,listing",
		"3,2,false,true,129,D(n+1) - 2 D(n) + 1: a pair f <= g is a monotone function of n+1 variables,listing",
		"2,3,true,true,5,sum over coteries a of m^(components of the sets at which a* is true and a is not),listing",
		"3,3,false,true,878,power of a transfer matrix over the orbits of monotone functions,listing")
	studytest.WantRows(t, folder, "k-coteries.csv", "3,2,false,true,6,sum of the orbits of classes,listing", "4,2,true,false,2,")
}

// TestCompared: numbers that differ from each other or from published ones stop the study.
func TestCompared(t *testing.T) {
	of := func(n int, count int64, method string, listed bool) number {
		return number{Key: key{n, nondominated, true, false}, Count: big.NewInt(count), Method: method, Listed: listed}
	}
	good := []number{of(1, 1, "a", false), of(2, 2, "list", true), of(2, 2, "a", false), of(2, 2, "b", false), of(3, 4, "a", false)}
	rows := assert.Got(compared(good))(t)
	found := map[key]number{}
	for _, r := range rows {
		found[r.Key] = r
	}
	for _, c := range []struct {
		key            key
		count          int64
		method, second string
	}{
		{key{2, nondominated, true, false}, 2, "a", "list"},
		{key{2, nondominated, true, true}, 0, "a; all nodes used by binomial inversion", "list; all nodes used by binomial inversion"},
		{key{3, nondominated, true, true}, 1, "a; all nodes used by binomial inversion", ""}, // 4 - 3·2 + 3·1
		{key{1, all, true, false}, 1, "one less than nondominated ones on a node more: a", "one less than nondominated ones on a node more: list"},
		{key{2, all, true, true}, 1, "one less than nondominated ones on a node more: a; all nodes used by binomial inversion", ""}, // 3 - 2·1
	} {
		r, ok := found[c.key]
		if !ok || r.Count.Cmp(big.NewInt(c.count)) != 0 || r.Method != c.method || r.Second != c.second {
			t.Errorf("%+v: %+v", c, r)
		}
	}
	for _, bad := range []number{of(2, 3, "wrong", false), of(2, 3, "wrong", true), {Key: key{2, nondominated, true, true}, Count: big.NewInt(1), Method: "wrong", Listed: true}} {
		if _, err := compared(append(slices.Clone(good), bad)); err == nil || !strings.HasSuffix(err.Error(), "wrong") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	published := assert.Got(readPublished(experiments.Env{Papers: papers.Files()}))(t)
	for _, c := range []struct {
		key   key
		count int64
	}{
		{key{5, nondominated, true, false}, 81}, {key{5, nondominated, false, true}, 4}, {key{4, all, true, false}, 80},
		{key{7, regular, false, false}, 135}, {key{6, voted, false, false}, 21}, {key{6, voted, true, false}, 1684},
		{key{8, nondominated, false, false}, 6001501},
	} {
		r := number{Key: c.key, Count: big.NewInt(c.count)}
		if err := r.compare(published); err != nil || r.Published == "" {
			t.Errorf("%+v: %v, %q", c, err, r.Published)
		}
		r.Count.Add(r.Count, big.NewInt(1))
		assert.Fails(t, r.compare(published), "", "%+v: another number was published, and it passes", r.Key)
	}
	for k, source := range map[key]string{
		{7, nondominated, true, false}:  "Brouwer and Verbeek 1972",
		{8, nondominated, true, false}:  "Mills and Mills 1979",
		{9, nondominated, true, false}:  "Pawelski and Szepietowski, Journal of Integer Sequences 28 (2025) 25.6.5",
		{7, nondominated, false, false}: "OEIS A008840",
		{8, nondominated, false, false}: "Pawelski and Szepietowski, Journal of Integer Sequences 28 (2025) 25.6.5",
		{7, voted, true, false}:         "King 2023",
	} {
		assert.Contains(t, published[k][1], source, "%v", k)
	}
	r := number{Key: key{5, quota, true, false}, Count: big.NewInt(1)}
	if err := r.compare(published); err != nil || r.Published != "" {
		t.Errorf("an unpublished number: %v, %q", err, r.Published)
	}
}

// TestQuotas compares with all small votes and quotas, for the coteries on at most four nodes.
func TestQuotas(t *testing.T) {
	for n := 1; n <= 4; n++ {
		with := map[enumerate.Function]bool{}
		var w [4]int
		var choose func(v int)
		choose = func(v int) {
			if v < n {
				for w[v] = 0; w[v] <= 4; w[v]++ {
					choose(v + 1)
				}
				return
			}
			for quota := 1; quota <= 4*n; quota++ {
				var c []uint8
				for set := 1; set < 1<<n; set++ {
					sum := 0
					for v := range n {
						sum += (set >> v & 1) * w[v]
					}
					if sum >= quota {
						c = append(c, uint8(set))
					}
				}
				c = sets.Minimal(c)
				if len(c) == 0 || sets.MostDisjoint(c) > 1 {
					continue
				}
				with[functionOf(t, n, small.Groups{c})] = true
			}
		}
		choose(0)
		for s := range small.Coteries(n, true) {
			if s.N != n {
				continue
			}
			f := functionOf(t, n, s.Cartels)
			votes, err := votes.FindQuota(t.Context(), f.Family(), votes.Options{MaxCases: 1})
			if err != nil && !votes.Assignable || votes.Assignable != with[f] {
				t.Errorf("%v: votes with a quota %t, and by trying %t; %v", s, votes.Assignable, with[f], err)
			}
		}
	}
	// On five nodes there are coteries without votes and a quota.
	numbers := assert.Got(tryQuota(t.Context(), 5, enumerate.Options{Jobs: 1}))(t)
	if text, err := json.Marshal(numbers[0].Count); err != nil || string(text) != "1683" {
		t.Errorf("%s coteries on five nodes, %v", text, err)
	}
}

func functionOf(t *testing.T, n int, g small.Groups) enumerate.Function {
	t.Helper()
	s := assert.Got(g.System(n))(t)
	return assert.Got(enumerate.FunctionOf(s.Cartel(0)))(t)
}
