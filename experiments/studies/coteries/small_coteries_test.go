package coteries

import (
	"encoding/json"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/sets"
	"coterie/search/enumerate"
)

func TestSmallCoteriesSmall(t *testing.T) {
	p := smallParameters{Nodes: 6, Listed: 6, Votes: 6, Tried: 6, Groups: []int{2, 3}, Tuples: 3, Second: 3}
	folder := studytest.Run(t, runSmallCoteries, p, nil)
	studytest.WantPictures(t, folder, "counts")
	lines := studytest.Lines(t, folder, smallFile)
	for _, want := range []string{
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
	} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(strings.ReplaceAll(l, `"`, ""), want) }) {
			t.Errorf("no row %s", want)
		}
	}
	for _, l := range lines[1:] {
		if fields := strings.Split(l, ","); !strings.Contains(l, "listing") && !strings.Contains(l, "every ") {
			t.Errorf("no second method: %s", fields)
		}
	}
	// On four nodes: each node alone, the majority of each three, a wheel around each. An exchange of two keeps two of each four.
	lines = studytest.Lines(t, folder, "terms.csv")
	for _, want := range []string{"4,1+1+1+1,1,12", "4,2+2,3,0", "3,3,2,1", "4,2+1+1,6,6", "4,3+1,8,3"} {
		if !slices.Contains(lines, want) {
			t.Errorf("no term %s in\n%s", want, strings.Join(lines, "\n"))
		}
	}
	lines = studytest.Lines(t, folder, "groups.csv")
	for _, want := range []string{"3,2,true,true,18,", "3,2,false,true,129,", "2,3,true,true,5,", "3,3,false,true,878,"} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) && strings.HasSuffix(l, ",listing") }) {
			t.Errorf("no row %s in\n%s", want, strings.Join(lines, "\n"))
		}
	}
	studytest.WantVerdicts(t, folder, map[string]string{
		"joung-dominance-words": "holds under", "miyamoto-one-coterie": "holds on", "joung-cartels-need-not-meet": "holds on",
	})
}

// TestSmallRows: numbers that differ, and numbers that were published otherwise, stop the study.
func TestSmallRows(t *testing.T) {
	number := func(n int, count int64, method string, listed bool) smallNumber {
		return smallNumber{smallKey{n, smallNondominated, true, false}, big.NewInt(count), method, listed}
	}
	good := []smallNumber{number(1, 1, "a", false), number(2, 2, "list", true), number(2, 2, "a", false), number(2, 2, "b", false), number(3, 4, "a", false)}
	rows, err := smallRows(good)
	if err != nil {
		t.Fatal(err)
	}
	found := map[smallKey]smallRow{}
	for _, r := range rows {
		found[r.Key] = r
	}
	for _, c := range []struct {
		key            smallKey
		count          int64
		method, second string
	}{
		{smallKey{2, smallNondominated, true, false}, 2, "a", "list"},
		{smallKey{2, smallNondominated, true, true}, 0, "a; all nodes used by binomial inversion", "list; all nodes used by binomial inversion"},
		{smallKey{3, smallNondominated, true, true}, 1, "a; all nodes used by binomial inversion", ""}, // 4 - 3·2 + 3·1
		{smallKey{1, smallAll, true, false}, 1, "one less than nondominated ones on a node more: a", "one less than nondominated ones on a node more: list"},
		{smallKey{2, smallAll, true, true}, 1, "one less than nondominated ones on a node more: a; all nodes used by binomial inversion", ""}, // 3 - 2·1
	} {
		r, ok := found[c.key]
		if !ok || r.Count.Cmp(big.NewInt(c.count)) != 0 || r.Method != c.method || r.Second != c.second {
			t.Errorf("%+v: %+v", c, r)
		}
	}
	for _, bad := range []smallNumber{number(2, 3, "wrong", false), number(2, 3, "wrong", true), {smallKey{2, smallNondominated, true, true}, big.NewInt(1), "wrong", true}} {
		if _, err := smallRows(append(slices.Clone(good), bad)); err == nil || !strings.HasSuffix(err.Error(), "wrong") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	published, err := readPublished(experiments.Env{Papers: os.DirFS("../../../testdata/papers")})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		key   smallKey
		count int64
	}{
		{smallKey{5, smallNondominated, true, false}, 81}, {smallKey{5, smallNondominated, false, true}, 4}, {smallKey{4, smallAll, true, false}, 80},
		{smallKey{7, smallRegular, false, false}, 135}, {smallKey{6, smallVotes, false, false}, 21}, {smallKey{6, smallVotes, true, false}, 1684},
	} {
		r := smallRow{smallNumber: smallNumber{Key: c.key, Count: big.NewInt(c.count)}}
		if err := published.compare(&r); err != nil || r.Published == "" {
			t.Errorf("%+v: %v, %q", c, err, r.Published)
		}
		r.Count.Add(r.Count, big.NewInt(1))
		if err := published.compare(&r); err == nil {
			t.Errorf("%+v: another number was published, and it passes", r.Key)
		}
	}
	r := smallRow{smallNumber: smallNumber{Key: smallKey{5, smallQuota, true, false}, Count: big.NewInt(1)}}
	if err := published.compare(&r); err != nil || r.Published != "" {
		t.Errorf("an unpublished number: %v, %q", err, r.Published)
	}
}

// TestSmallQuota compares with all small votes and quotas, for the coteries on at most four nodes.
func TestSmallQuota(t *testing.T) {
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
			holds, err := hasQuota(t.Context(), f)
			if err != nil || holds != with[f] {
				t.Errorf("%v: votes with a quota %t, and by trying %t; %v", s, holds, with[f], err)
			}
		}
	}
	// On five nodes there are coteries without.
	numbers, err := tryQuota(t.Context(), experiments.Env{Jobs: 1}, 5)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(numbers[0].Count); err != nil || string(text) != "1683" {
		t.Errorf("%s coteries on five nodes, %v", text, err)
	}
}

func functionOf(t *testing.T, n int, g small.Groups) enumerate.Function {
	t.Helper()
	s, err := g.System(n)
	if err != nil {
		t.Fatal(err)
	}
	f, err := enumerate.FunctionOf(s.Cartel(0))
	if err != nil {
		t.Fatal(err)
	}
	return f
}
